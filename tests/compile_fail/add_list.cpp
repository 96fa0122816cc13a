// expect: an operand is a number or a tensor of numbers: write tensor\(v\) for a list
// A vector is made a tensor by its name, not silently.
#include <vector>

#include <ndx/ndx.hpp>

auto product_of(const std::vector<int>& v, const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  return ndx::tensor(v) * t;
#else
  return v * t;
#endif
}
