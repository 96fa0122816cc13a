// A user's file whose loops are turned into vectors, unless the build puts other code into them.
#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/arithmetic/compare.hpp>
#include <ndx/ops/mask/nonzero.hpp>
#include <ndx/ops/reduce/sum.hpp>

ndx::Tensor<float> add_and_multiply(ndx::Tensor<float> a, ndx::Tensor<float> b) {
  a += b;
  a *= a;
  return a * b;
}
ndx::Tensor<bool> compare(ndx::Tensor<float> a, ndx::Tensor<float> b) { return a < b; }
ndx::Tensor<double> sum_columns(ndx::Tensor<double> a) { return sum(a, {0}); }
ndx::Tensor<ndx::index_t> search(ndx::Tensor<float> a) { return nonzero(a); }
