// Writing along a dim by an index tensor.
#include <ndx/groups.hpp>
#include <ndx/ops/index/index_add.hpp>
#include <ndx/ops/index/scatter.hpp>
#include <ndx/ops/index/scatter_reduce.hpp>

#include "public_functions.hpp"

namespace ndx_test {

static void add_scatters_of_elements(Registry& add) {
  add("scatter_",
      [](Arguments& a) { a.see(ndx::scatter_(a.floats, a.dim, a.integers, a.others)); });
  add("scatter_ a scalar",
      [](Arguments& a) { a.see(ndx::scatter_(a.floats, a.dim, a.integers, a.scalar)); });
  add("scatter_ into the index",
      [](Arguments& a) { a.see(ndx::scatter_(a.integers, a.dim, a.integers, a.more)); });
  add("scatter_ with bounds", [](Arguments& a) {
    a.see(ndx::scatter_(a.floats, a.dim, a.integers, a.others,
                        {.reduce = ndx::Reduce::maximum, .bounds = a.bounds}));
  });
  add("scatter_ accumulated by a name", [](Arguments& a) {
    a.see(ndx::scatter_(a.floats, a.dim, a.integers, a.others, "multiply"));
  });
  add("scatter", [](Arguments& a) { a.see(ndx::scatter(a.floats, a.dim, a.integers, a.others)); });
  add("scatter with a reduction that is chosen", [](Arguments& a) {
    const ndx::Reduce how = a.position > 0 ? ndx::Reduce::bitwise_xor : ndx::Reduce::add;
    a.see(ndx::scatter(a.integers, a.dim, a.integers, a.more, how));
  });
  add("scatter_add_",
      [](Arguments& a) { a.see(ndx::scatter_add_(a.floats, a.dim, a.integers, a.others)); });
  add("scatter_add",
      [](Arguments& a) { a.see(ndx::scatter_add(a.floats, a.dim, a.integers, a.integers)); });
  add("put_along_axis",
      [](Arguments& a) { a.see(ndx::put_along_axis(a.floats, a.integers, a.others, a.dim)); });
  add("put_along_axis of all elements",
      [](Arguments& a) { a.see(ndx::put_along_axis(a.floats, a.few, a.scalar)); });
  add("put_", [](Arguments& a) { a.see(ndx::put_(a.floats, a.integers, a.others)); });
  add("put_ accumulated in what is not contiguous",
      [](Arguments& a) { a.see(ndx::put_(a.floats.flip(), a.few, a.scalar, true)); });
  add("put_ by braces", [](Arguments& a) { a.see(ndx::put_(a.floats, {a.position, 0}, {1, 2})); });
  add("put_ with options", [](Arguments& a) {
    a.see(ndx::put_(a.floats, a.integers, a.others, {.reduce = ndx::Reduce::minimum}));
  });
}

static void add_scatters_of_slices(Registry& add) {
  add("index_add_",
      [](Arguments& a) { a.see(ndx::index_add_(a.floats, a.dim, a.index, a.others)); });
  add("index_add", [](Arguments& a) {
    a.see(ndx::index_add(a.floats, a.dim, a.narrow_index, a.others, a.scalar));
  });
  add("index_copy_",
      [](Arguments& a) { a.see(ndx::index_copy_(a.floats, a.dim, a.index, a.others)); });
  add("index_copy_ its own slices",
      [](Arguments& a) { a.see(ndx::index_copy_(a.floats, a.dim, a.index, a.floats)); });
  add("index_copy",
      [](Arguments& a) { a.see(ndx::index_copy(a.floats, a.dim, a.index, a.integers)); });
  add("index_fill_",
      [](Arguments& a) { a.see(ndx::index_fill_(a.floats, a.dim, a.few, a.scalar)); });
  add("index_fill_ a tensor",
      [](Arguments& a) { a.see(ndx::index_fill_(a.floats, a.dim, a.few, a.one)); });
  add("index_fill", [](Arguments& a) { a.see(ndx::index_fill(a.floats, a.dim, a.few, a.scalar)); });
}

static void add_reductions_of(Registry& add) {
  add("scatter_reduce_", [](Arguments& a) {
    a.see(ndx::scatter_reduce_(a.floats, a.dim, a.integers, a.others, "sum"));
  });
  add("scatter_reduce_ mean without self", [](Arguments& a) {
    a.see(ndx::scatter_reduce_(a.floats, a.dim, a.integers, a.others, "mean", false, a.bounds));
  });
  add("scatter_reduce_ amax into the index", [](Arguments& a) {
    a.see(ndx::scatter_reduce_(a.integers, a.dim, a.integers, a.more, "amax", false));
  });
  add("scatter_reduce_ by a value", [](Arguments& a) {
    a.see(ndx::scatter_reduce_(a.floats, a.dim, a.integers, a.others, ndx::Reduce::minimum, false,
                               a.bounds));
  });
  add("scatter_reduce", [](Arguments& a) {
    a.see(ndx::scatter_reduce(a.floats, a.dim, a.integers, a.others, "prod"));
  });
  add("index_reduce_",
      [](Arguments& a) { a.see(ndx::index_reduce_(a.floats, a.dim, a.index, a.others, "prod")); });
  add("index_reduce_ mean",
      [](Arguments& a) { a.see(ndx::index_reduce_(a.floats, a.dim, a.index, a.others, "mean")); });
  add("index_reduce_ amin without self", [](Arguments& a) {
    a.see(ndx::index_reduce_(a.floats, a.dim, a.narrow_index, a.others, "amin", false));
  });
  add("index_reduce", [](Arguments& a) {
    a.see(ndx::index_reduce(a.floats, a.dim, a.index, a.others, "amax", false, a.bounds));
  });
}

/// A copy, so that a stretched tensor does not give rows without end.
template <class I>
static Tensor<I> labels(const Tensor<I>& index) {
  return index.clone();
}

static void add_segments(Registry& add) {
  add("segment_sum", [](Arguments& a) { a.see(ndx::segment_sum(a.floats, labels(a.index))); });
  add("segment_sum of halves", [](Arguments& a) {
    a.see(ndx::segment_sum(a.halves, labels(a.narrow_index), a.halves.size(0)));
  });
  add("segment_prod", [](Arguments& a) { a.see(ndx::segment_prod(a.more, labels(a.index))); });
  add("segment_mean", [](Arguments& a) { a.see(ndx::segment_mean(a.floats, labels(a.index))); });
  add("segment_max", [](Arguments& a) { a.see(ndx::segment_max(a.floats, labels(a.index))); });
  add("segment_min",
      [](Arguments& a) { a.see(ndx::segment_min(a.integers, labels(a.narrow_index))); });
}

void add_scatters(Registry& add) {
  add_scatters_of_elements(add);
  add_scatters_of_slices(add);
  add_reductions_of(add);
  add_segments(add);
}

}  // namespace ndx_test
