// A file that indexes by integers in braces, whose kinds are known only at run time, and never by a
// mask.
#include <vector>

#include <ndx/ndx.hpp>

ndx::Tensor<float> no_masks(const ndx::Tensor<float>& t, const ndx::Tensor<int>& rows) {
  using namespace ndx;
  t.index_put_({rows, std::vector<int>{0, 1}}, 1.F);
  return t.index({Ellipsis, rows, Slice(1, None)});
}
