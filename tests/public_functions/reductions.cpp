// Reductions, positions of extremes, counts.
#include <ndx/ops/averages.hpp>
#include <ndx/ops/bincount.hpp>
#include <ndx/ops/difference.hpp>
#include <ndx/ops/extremes.hpp>
#include <ndx/ops/norm.hpp>
#include <ndx/ops/products.hpp>
#include <ndx/ops/reduce.hpp>
#include <ndx/ops/scan.hpp>

#include "public_functions.hpp"

namespace ndx_test {

static void add_products(Registry& add) {
  add("dot", [](Arguments& a) { a.see(ndx::dot(a.list, a.list)); });
  add("dot of two types", [](Arguments& a) { a.see(ndx::dot(a.index, a.list)); });
  add("vdot", [](Arguments& a) { a.see(ndx::vdot(a.waves, a.floats)); });
  add("outer", [](Arguments& a) { a.see(ndx::outer(a.few, a.list)); });
  add("trace", [](Arguments& a) { a.see(ndx::trace(a.integers, a.position, a.dim, a.other_dim)); });
  add("norm", [](Arguments& a) { a.see(ndx::norm(a.floats)); });
  add("norm along dims", [](Arguments& a) { a.see(ndx::norm(a.waves, a.scalar, a.dims, true)); });
}

void add_reductions(Registry& add) {
  add_products(add);
  add("sum", [](Arguments& a) { a.see(ndx::sum(a.floats)); });
  add("sum along a dim", [](Arguments& a) { a.see(ndx::sum(a.integers, a.dim, true)); });
  add("sum along dims", [](Arguments& a) { a.see(ndx::sum(a.floats, a.dims)); });
  add("any of all", [](Arguments& a) { a.see(ndx::any(a.floats)); });
  add("all of all", [](Arguments& a) { a.see(ndx::all(a.mask)); });
  add("any", [](Arguments& a) { a.see(ndx::any(a.mask, a.other_dim)); });
  add("all", [](Arguments& a) { a.see(ndx::all(a.floats, {a.dim, a.other_dim})); });
  add("count_nonzero", [](Arguments& a) { a.see(ndx::count_nonzero(a.mask)); });
  add("count_nonzero along a dim",
      [](Arguments& a) { a.see(ndx::count_nonzero(a.floats, a.dim)); });
  add("argmax", [](Arguments& a) { a.see(ndx::argmax(a.floats)); });
  add("argmax along a dim", [](Arguments& a) { a.see(ndx::argmax(a.integers, a.dim)); });
  add("argmin", [](Arguments& a) { a.see(ndx::argmin(a.floats)); });
  add("argmin along a dim", [](Arguments& a) { a.see(ndx::argmin(a.floats, a.dim, true)); });
  add("amax", [](Arguments& a) { a.see(ndx::amax(a.floats, a.dims)); });
  add("amin", [](Arguments& a) { a.see(ndx::amin(a.integers, a.dim, true)); });
  add("max", [](Arguments& a) { a.see(ndx::max(a.floats)); });
  add("max along a dim", [](Arguments& a) { a.see(ndx::max(a.integers, a.dim).indices); });
  add("min", [](Arguments& a) { a.see(ndx::min(a.floats)); });
  add("min along a dim", [](Arguments& a) { a.see(ndx::min(a.floats, a.dim, true).values); });
  add("ptp", [](Arguments& a) { a.see(ndx::ptp(a.integers, a.dims)); });
  add("mean", [](Arguments& a) { a.see(ndx::mean(a.floats)); });
  add("mean along dims", [](Arguments& a) { a.see(ndx::mean(a.integers, a.dims, true)); });
  add("prod", [](Arguments& a) { a.see(ndx::prod(a.integers, a.dim)); });
  add("var", [](Arguments& a) { a.see(ndx::var(a.floats, a.dims, {.correction = 1})); });
  add("std", [](Arguments& a) { a.see(ndx::std(a.integers, a.dim)); });
  add("cumsum", [](Arguments& a) { a.see(ndx::cumsum(a.floats, a.dim)); });
  add("cumsum of all", [](Arguments& a) { a.see(ndx::cumsum(a.integers)); });
  add("cumprod", [](Arguments& a) { a.see(ndx::cumprod(a.integers, a.dim)); });
  add("cumprod of all", [](Arguments& a) { a.see(ndx::cumprod(a.floats)); });
  add("diff", [](Arguments& a) { a.see(ndx::diff(a.floats, a.count, a.dim)); });
  add("bincount", [](Arguments& a) { a.see(ndx::bincount(a.few, ndx::newaxis, a.count)); });
  add("bincount with weights",
      [](Arguments& a) { a.see(ndx::bincount(a.index, a.list, a.count)); });
}

}  // namespace ndx_test
