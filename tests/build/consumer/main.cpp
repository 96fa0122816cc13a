// What a program that uses ndx minimally looks like; its exit status says whether the answer is
// right.
#include <ndx/ndx.hpp>

int main() {
  auto t = ndx::arange<int>(24).reshape({2, 3, 4});
  auto picked = t.index({ndx::Slice(), ndx::tensor({0, 2}), -1});
  return ndx::equal(picked, ndx::tensor({{3, 11}, {15, 23}})) ? 0 : 1;
}
