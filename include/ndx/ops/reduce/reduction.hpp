// The frame of all reductions: the dims to reduce, the loop over the elements, and the totals that
// become the result.
//
// A new reduction is a reducer, which knows one element at a time and no shapes, and a function that
// names it. Sums of cubes would need this in a header of this folder, and one row of
// tensor/functions.def:
//
//   struct SumOfCubes : kernel::ReducerOf<double> {
//     double identity() const { return 0; }                                          // of no elements
//     double step(double total, double x) const { return total + x * x * x; }        // one more
//     double merge(double a, double b) const { return a + b; }                       // of two parts
//   };
//   auto sum_of_cubes(const RealTensor auto& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
//     return detail::reduce_to<double>("sum_of_cubes", SumOfCubes{}, t, dims, keepdim);
//   }
//
// kernel/reduce/reduce_rows.hpp says what else a reducer may have, such as a loop of vectors.
//
// The loop visits the elements in memory order, whatever the dims are called, so the totals are
// stored in the order of the operand's dims too. They are finished, that is converted or divided, in
// this order. The result is row-major: finished totals of another order are transposed.
#pragma once

#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/kernel/map/map_rows.hpp>
#include <ndx/kernel/reduce/reduce_loop.hpp>
#include <ndx/ops/core/promote.hpp>
#include <ndx/ops/core/result_order.hpp>

NDX_NAMESPACE_BEGIN

/// Selects all dims of a tensor of any rank.
struct AllDims {};
inline constexpr AllDims all_dims;

/// The dims to reduce: one integer, a list of integers, or all_dims. Negative dims count from the
/// end.
class ReducedDims {
 public:
  ReducedDims(AllDims /*all*/) : all_(true) {}  // NOLINT(google-explicit-constructor)
  template <Real I>
  ReducedDims(I dim) : dims_{detail::to_index(dim)} {  // NOLINT(google-explicit-constructor)
    static_assert(!std::is_floating_point_v<I>, NDX_TEXT_INTEGERS);
    static_assert(!Boolean<I>,
                  "a bool is no dim, and keepdim has no name: write sum(t, 1, true), or sum(t, "
                  "all_dims, true)");
  }
  ReducedDims(std::initializer_list<DimsItem> dims) : dims_(dims) {}
  template <IntegerRange R>
  ReducedDims(const R& dims) : dims_(dims) {}  // NOLINT(google-explicit-constructor)

  /// Whether no dims were given, so that all elements are reduced to one.
  [[nodiscard]] bool are_all() const noexcept { return all_; }

  /// One bit for each dim of a tensor of this rank. Throws IndexError for a dim out of range,
  /// ValueError for a dim given twice.
  [[nodiscard]] std::uint64_t bits(const char* call, std::size_t rank) const {
    return all_ ? ~std::uint64_t{0} : detail::dim_bits(call, dims_, rank);
  }

 private:
  Dims dims_;
  bool all_ = false;
};

namespace detail {

/// The shapes and the loop of a reduction, independent of what it computes.
struct Reduction {
  Dims kept;     // shape with size 1 for each reduced dim
  Dims shape;    // shape without the reduced dims
  Dims strides;  // strides of the totals in the shape `kept`, dense
  Loop<2> loop;  // over the elements and the totals
  Offsets<2> offsets{};
  index_t times = 1;  // number of repetitions of each visited element
};

/// Plans a reduction. An element that is repeated by stride 0 along a reduced dim is visited once.
Reduction make_reduction(const char* call, const Layout& layout, const ReducedDims& dims)
    NDX_SYMBOL(make_reduction);
#if NDX_DEFINES
NDX_FUNC Reduction make_reduction(const char* call, const Layout& layout, const ReducedDims& dims) {
  const std::uint64_t reduced = dims.bits(call, layout.shape.size());
  Reduction r;
  r.kept = layout.shape;
  Dims visited = stored_shape(layout);
  for (std::size_t d = 0; d < visited.size(); ++d) {
    if (((reduced >> d) & 1) != 0) {
      r.kept[d] = 1;
    } else {
      visited[d] = layout.shape[d];
      r.shape.push_back(layout.shape[d]);
    }
  }
  r.strides = strides_in_order(layout, r.kept);
  const Dims steps = broadcast_strides(r.kept, r.strides, visited);
  r.loop = sort_for_memory(make_loop<2>(visited, {layout.strides, steps}), r.offsets);
  if (!is_empty(layout.shape)) r.times = numel(layout) / numel(visited);
  return r;
}
#endif

/// Whether R first adds a few elements of type T as floats.
template <class R, class T>
inline constexpr bool kAddsAsFloats = (kernel::AddsFloats<R> || kernel::AddsParts<R, T>) &&
                                      std::is_same_v<part_t<computed_t<T>>, float>;

/// Replaces the totals that are not finite by totals of elements added in double. A sum of a few
/// floats may overflow although the total in double does not.
template <class R, class A, class Accumulator>
void add_again_in_double(const R& reducer, const A& t, const Reduction& r,
                         const Tensor<Accumulator>& totals) {
  const auto is_finite = [](const Accumulator& total) { return total - total == Accumulator{}; };
  Accumulator* const total = totals.data();
  const index_t count = totals.numel();
  index_t finite = 0;
  for (index_t i = 0; i < count; ++i) finite += is_finite(total[i]) ? 1 : 0;
  if (finite == count) [[likely]]
    return;
  const auto& read = as_tensor<const A&>(t);
  const Tensor<Accumulator> again = full<Accumulator>(r.kept, reducer.identity());
  kernel::reduce_by_steps(reducer, r.loop, read.data() + r.offsets[0], again.data() + r.offsets[1]);
  for (index_t i = 0; i < count; ++i)
    if (!is_finite(total[i])) total[i] = again.data()[i];
}

/// Computes the totals, which have the shape `kept` and the order of `strides`.
template <class R, class T>
Tensor<typename R::Accumulator> find_totals(const R& reducer, const Tensor<T>& t,
                                            const Reduction& r) {
  using Accumulator = typename R::Accumulator;
  const Tensor<Accumulator> totals = full<Accumulator>(r.kept, reducer.identity());
  kernel::reduce_in_parts(kernel::reducer_at(reducer, r.offsets[1]), r.loop,
                          t.data() + r.offsets[0], totals.data() + r.offsets[1]);
  if constexpr (kAddsAsFloats<R, std::remove_const_t<T>>)
    add_again_in_double(reducer, t, r, totals);
  if (r.times != 1) {
    for (Accumulator& total : totals) total = kernel::merge_repeats(reducer, total, r.times);
  }
  return totals;
}

/// Computes finish(total…) from the totals of one or several reductions, in their memory order.
template <class Out, class F, class First, class... Rest>
Tensor<Out> finish_totals(const char* call, const F& finish, const Tensor<First>& totals,
                          const Tensor<Rest>&... rest) {
  const Tensor<Out> finished = make_uninitialized<Out>(call, totals.shape());
  Loop<1> loop;
  loop.push_inner(totals.numel(), {1});
  kernel::run_in_parts(loop, 0, sizeof(Out), [&](const Loop<1>& part, const Offsets<1>& at) {
    const index_t count = part.rank == 0 ? totals.numel() : part.sizes[0];  // a single total
    kernel::transform_row(finish, finished.data() + at[0], count,
                          kernel::Dense<First>{totals.data() + at[0]},
                          kernel::Dense<Rest>{rest.data() + at[0]}...);
  });
  return finished;
}

/// Returns finished totals as the result, in row-major order. Shape (2,3,4) over dim 1 -> (2,4); with
/// keepdim, (2,1,4).
template <class Out>
Tensor<Out> to_result(const char* call, Tensor<Out> totals, const Reduction& r, bool keepdim) {
  if (!(r.strides == totals.strides())) {
    constexpr index_t bytes = sizeof(Out);
    const Tensor<Out> copy = make_uninitialized<Out>(call, r.kept);
    auto* const to = reinterpret_cast<std::byte*>(copy.data());
    const auto* const from = reinterpret_cast<const std::byte*>(totals.data());
    const Loop<2> loop = make_loop<2>(r.kept, {copy.strides(), r.strides});
    kernel::run_in_parts(loop, 0, bytes, [&](const Loop<2>& part, const Offsets<2>& at) {
      kernel::copy_cached<bytes>(to + at[0] * bytes, from + at[1] * bytes, part);
    });
    totals = copy;
  }
  Layout row_major;
  set_row_major(row_major, keepdim ? r.kept : r.shape);
  return {totals.storage(), std::move(row_major)};
}

/// Reduces a tensor or an indexed view over `dims` and returns the totals converted to Out.
template <class Out, class R, class A>
Tensor<Out> reduce_to(const char* call, const R& reducer, const A& t, const ReducedDims& dims,
                      bool keepdim) {
  using Accumulator = typename R::Accumulator;
  const Reduction r = make_reduction(call, t.layout(), dims);
  const Tensor<Accumulator> totals = find_totals(reducer, t, r);
  if constexpr (std::is_same_v<Out, Accumulator>) {
    return to_result(call, totals, r, keepdim);
  } else {
    return to_result(call, finish_totals<Out>(call, Conversion<Out, Accumulator>{}, totals), r,
                     keepdim);
  }
}

}  // namespace detail
NDX_NAMESPACE_END
