// Reading along a dim, or by coordinates.
#include <ndx/ops/index/gather_nd.hpp>
#include <ndx/ops/index/take.hpp>
#include <ndx/ops/index/view_scatter.hpp>

#include "public_functions.hpp"

namespace ndx_test {

void add_takes(Registry& add) {
  add("take", [](Arguments& a) { a.see(ndx::take(a.floats, a.index, a.dim)); });
  add("take with bounds", [](Arguments& a) { a.see(ndx::take(a.floats, a.few, a.dim, a.bounds)); });
  add("take of all elements", [](Arguments& a) { a.see(ndx::take(a.floats, a.integers)); });
  add("take of all elements with bounds",
      [](Arguments& a) { a.see(ndx::take(a.floats, a.integers, a.bounds)); });
  add("take by 32-bit integers",
      [](Arguments& a) { a.see(ndx::take(a.floats, a.narrow_index, a.dim)); });
  add("take by one integer", [](Arguments& a) { a.see(ndx::take(a.floats, a.position, a.dim)); });
  add("take by braces", [](Arguments& a) { a.see(ndx::take(a.floats, {a.position, 0}, a.dim)); });
  add("index_select", [](Arguments& a) { a.see(ndx::index_select(a.floats, a.dim, a.index)); });
  add("gather", [](Arguments& a) { a.see(ndx::gather(a.floats, a.dim, a.integers)); });
  add("gather with fill", [](Arguments& a) {
    a.see(ndx::gather(a.floats, a.dim, a.integers, {.bounds = ndx::Bounds::fill, .fill = 1}));
  });
  add("take_along_axis",
      [](Arguments& a) { a.see(ndx::take_along_axis(a.floats, a.integers, a.dim)); });
  add("take_along_axis of all elements",
      [](Arguments& a) { a.see(ndx::take_along_axis(a.floats, a.few)); });
  add("gather_nd", [](Arguments& a) { a.see(ndx::gather_nd(a.floats, a.index.unsqueeze(-1))); });
  add("gather_nd of braces", [](Arguments& a) { a.see(ndx::gather_nd(a.floats, {{0}, {1}})); });
  add("gather_nd in batches",
      [](Arguments& a) { a.see(ndx::gather_nd(a.floats, a.integers.unsqueeze(-1), a.dim)); });
  add("scatter_nd_", [](Arguments& a) {
    a.see(ndx::scatter_nd_(a.floats, a.index.unsqueeze(-1), a.others,
                           {.reduce = ndx::Reduce::maximum, .bounds = a.bounds}));
  });
  add("scatter_nd a copy",
      [](Arguments& a) { a.see(ndx::scatter_nd(a.floats, a.index.unsqueeze(-1), a.others)); });
  add("scatter_nd_add",
      [](Arguments& a) { a.see(ndx::scatter_nd_add(a.floats, a.index.unsqueeze(-1), a.others)); });
  add("scatter_nd",
      [](Arguments& a) { a.see(ndx::scatter_nd(a.index.unsqueeze(-1), a.others, a.shape)); });
  add("select_scatter", [](Arguments& a) {
    a.see(ndx::select_scatter(a.floats, a.others.select(a.dim, a.position), a.dim, a.position));
  });
  add("slice_scatter", [](Arguments& a) {
    a.see(ndx::slice_scatter(a.floats, a.others.slice(a.dim, a.slice), a.dim, a.slice));
  });
  add("slice_scatter from start to end", [](Arguments& a) {
    a.see(ndx::slice_scatter(a.floats, a.others.narrow(a.dim, a.position, a.step), a.dim,
                             a.position, a.count, 1));
  });
  add("diagonal_scatter", [](Arguments& a) {
    a.see(ndx::diagonal_scatter(a.floats, a.others.diagonal(0, a.dim, a.other_dim), 0, a.dim,
                                a.other_dim));
  });
}

}  // namespace ndx_test
