// Reductions, positions of extremes, counts.
#include <ndx/ops/bincount.hpp>
#include <ndx/ops/extremes.hpp>
#include <ndx/ops/reduce.hpp>

#include "public_functions.hpp"

namespace ndx_test {

void add_reductions(Registry& add) {
  add("sum", [](Arguments& a) { a.see(ndx::sum(a.floats)); });
  add("sum along a dim", [](Arguments& a) { a.see(ndx::sum(a.integers, a.dim, true)); });
  add("sum along dims", [](Arguments& a) { a.see(ndx::sum(a.floats, a.dims)); });
  add("any", [](Arguments& a) { a.see(ndx::any(a.mask, a.other_dim)); });
  add("all", [](Arguments& a) { a.see(ndx::all(a.floats, {a.dim, a.other_dim})); });
  add("count_nonzero", [](Arguments& a) { a.see(ndx::count_nonzero(a.mask)); });
  add("count_nonzero along a dim",
      [](Arguments& a) { a.see(ndx::count_nonzero(a.floats, a.dim)); });
  add("argmax", [](Arguments& a) { a.see(ndx::argmax(a.floats)); });
  add("argmax along a dim", [](Arguments& a) { a.see(ndx::argmax(a.integers, a.dim)); });
  add("argmin", [](Arguments& a) { a.see(ndx::argmin(a.floats)); });
  add("argmin along a dim", [](Arguments& a) { a.see(ndx::argmin(a.floats, a.dim, true)); });
  add("bincount", [](Arguments& a) { a.see(ndx::bincount(a.few, ndx::newaxis, a.count)); });
  add("bincount with weights",
      [](Arguments& a) { a.see(ndx::bincount(a.index, a.list, a.count)); });
}

}  // namespace ndx_test
