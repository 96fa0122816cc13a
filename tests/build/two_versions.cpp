// What two versions of the library would both define: functions, templates, errors.
#include <ndx/tensor.hpp>

int two_versions(int row) {
  const auto t = ndx::tensor({{1, 2}, {3, 4}});
  try {
    return t.index({ndx::Slice(), ndx::tensor({1, 0})})(row, 0);
  } catch (const ndx::IndexError&) {
    return -1;
  }
}
