// Making indices.
#include <ndx/ops/index/flat_index.hpp>
#include <ndx/ops/index/index_makers.hpp>

#include "public_functions.hpp"

namespace ndx_test {

void add_makers(Registry& add) {
  add("ix_", [](Arguments& a) { a.see(ndx::ix_(a.narrow_index, a.row_mask)); });
  add("ix_ of lists in braces",
      [](Arguments& a) { a.see(ndx::ix_({a.position, a.dim}, {true, false})); });
  add("ix_ of a list in braces first",
      [](Arguments& a) { a.see(ndx::ix_({a.position, a.dim}, a.row_mask)); });
  add("ix_ of a list in braces last",
      [](Arguments& a) { a.see(ndx::ix_(a.narrow_index, {a.position, a.dim})); });
  add("indices", [](Arguments& a) { a.see(ndx::indices(a.sizes)); });
  add("tril_indices", [](Arguments& a) { a.see(ndx::tril_indices(a.count)); });
  add("tril_indices rows and columns",
      [](Arguments& a) { a.see(ndx::tril_indices(a.count, a.dim, a.position)); });
  add("triu_indices", [](Arguments& a) { a.see(ndx::triu_indices(a.count, a.position)); });
  add("triu_indices rows and columns",
      [](Arguments& a) { a.see(ndx::triu_indices(a.count, a.dim, a.position)); });
  add("mask_indices", [](Arguments& a) {
    a.see(ndx::mask_indices(a.count, [](const auto& ones) { return ones; }));
  });
  add("diag_indices", [](Arguments& a) { a.see(ndx::diag_indices(a.position, a.count)); });
  add("meshgrid", [](Arguments& a) { a.see(ndx::meshgrid({a.list, a.list}, "xy")); });
  add("meshgrid of a vector",
      [](Arguments& a) { a.see(ndx::meshgrid(std::vector<Tensor<index_t>>{a.index, a.few})); });
  add("meshgrid of lists in braces",
      [](Arguments& a) { a.see(ndx::meshgrid({{a.scalar, 2.}, {a.scalar}})); });
  add("unravel_index", [](Arguments& a) { a.see(ndx::unravel_index(a.integers, a.shape)); });
  add("ravel_multi_index", [](Arguments& a) {
    a.see(ndx::ravel_multi_index({a.integers, a.position}, a.sizes, ndx::Bounds::clip));
  });
  add("ravel_multi_index of lists in braces", [](Arguments& a) {
    a.see(ndx::ravel_multi_index({{a.dim, a.position}, {a.position}}, a.sizes, ndx::Bounds::clip));
  });
  add("ravel_multi_index of one tensor", [](Arguments& a) {
    a.see(ndx::ravel_multi_index(a.few.expand({2, -1}), a.sizes, a.bounds));
  });
}

}  // namespace ndx_test
