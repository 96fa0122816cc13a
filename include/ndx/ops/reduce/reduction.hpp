// The frame of all reductions: the dims to reduce, the loop over the elements, and the totals that
// become the result.
//
// The loop visits the elements in memory order, whatever the dims are called, so the totals are
// stored in the order of the operand's dims too. The result is row-major and may have another type:
// each total is finished, that is converted or divided, while it is copied to its place. A function
// only adds a reducer, with an identity, a step and a merge. Reducers need not know about shapes.
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

/// The reducer R, except that each element is converted to the type of the totals before it is added.
template <class R>
struct OneByOne {
  using Accumulator = typename R::Accumulator;
  R reducer;
  [[nodiscard]] Accumulator identity() const { return reducer.identity(); }
  template <class X>
  [[nodiscard]] Accumulator step(Accumulator total, const X& x) const {
    return reducer.step(total, kernel::addend(reducer, x));
  }
  [[nodiscard]] Accumulator merge(Accumulator a, Accumulator b) const {
    return reducer.merge(a, b);
  }
};

/// Whether R first adds a few elements of type T as floats.
template <class R, class T>
inline constexpr bool kAddsAsFloats = (kernel::AddsFloats<R> || kernel::AddsParts<R, T>) &&
                                      std::is_same_v<part_t<computed_t<T>>, float>;

/// Replaces the totals that are not finite by totals of elements added in double. A sum of a few
/// floats may overflow although the total in double does not.
template <class R, class T, class Accumulator>
void add_again_in_double(const R& reducer, const Tensor<T>& t, const Reduction& r,
                         const Tensor<Accumulator>& totals) {
  const auto is_finite = [](const Accumulator& total) { return total - total == Accumulator{}; };
  Accumulator* const total = totals.data();
  const index_t count = totals.numel();
  index_t finite = 0;
  for (index_t i = 0; i < count; ++i) finite += is_finite(total[i]) ? 1 : 0;
  if (finite == count) [[likely]]
    return;
  const Tensor<Accumulator> again = full<Accumulator>(r.kept, reducer.identity());
  kernel::reduce_in_parts(OneByOne<R>{reducer}, r.loop, t.data() + r.offsets[0],
                          again.data() + r.offsets[1]);
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
  if constexpr (requires { reducer.times(reducer.identity(), index_t{}); }) {
    if (r.times != 1) {
      for (Accumulator& total : totals) total = reducer.times(total, r.times);
    }
  }
  return totals;
}

/// Finishes totals whose contiguous dim is `dense` into results whose contiguous dim is the innermost
/// one. The copy is a transposition, tile by tile.
template <class F, class Out, class In>
NDX_COLD void finish_reordered(const F& finish, Out* out, const In* totals, const Loop<2>& loop,
                               std::size_t dense) {
  constexpr index_t tile = 64;  // columns; their cache lines stay in cache
  const std::size_t inner = loop.rank - 1;
  Loop<2> others;
  for (std::size_t d = 0; d < inner; ++d)
    if (d != dense) others.push_dim_of(loop, d);
  const index_t columns = loop.sizes[inner];
  const index_t step = loop.strides[1][inner];
  const auto transpose = [&](const Offsets<2>& at) {
    for (index_t j = 0; j < columns; j += tile) {
      const index_t count = columns - j < tile ? columns - j : tile;
      for (index_t i = 0; i < loop.sizes[dense]; ++i) {
        const In* from = totals + at[1] + i + j * step;
        Out* const to = out + at[0] + i * loop.strides[0][dense] + j;
        if constexpr (requires { typename F::Divides; }) {  // division costs more than a copy
          In row[tile];
          for (index_t k = 0; k < count; ++k, from += step) row[k] = *from;
          kernel::transform_row(finish, to, count, kernel::Dense<In>{row});
        } else {
#pragma GCC unroll 4
          for (index_t k = 0; k < count; ++k, from += step)
            kernel::set_element(to, k, finish(*from));
        }
      }
    }
  };
  kernel::for_each_coordinate(others, others.rank, {}, kernel::Visitor<2>(transpose));
}

/// Writes finish(total) for each total. Operand 0 of the loop is the result, operand 1 the totals.
template <class F, class Out, class In>
void finish_part(const F& finish, Out* out, const In* totals, const Loop<2>& loop) {
  if (is_empty(loop)) return;
  for (std::size_t d = 0; d + 1 < loop.rank; ++d)
    if (loop.strides[1][d] == 1) return finish_reordered(finish, out, totals, loop, d);
  kernel::for_each_row(loop, [&](const Offsets<2>& at, index_t count, const Offsets<2>& /*one*/) {
    kernel::transform_row(finish, out + at[0], count, kernel::Dense<In>{totals + at[1]});
  });
}

/// Returns the result of a reduction, whose elements are finish(total).
template <class Out, class F, class Accumulator>
Tensor<Out> finish_totals(const char* call, const F& finish, const Tensor<Accumulator>& totals,
                          const Reduction& r, bool keepdim) {
  const Tensor<Out> result = make_uninitialized<Out>(call, keepdim ? r.kept : r.shape);
  const Loop<2> loop = make_loop<2>(r.kept, {contiguous_strides(r.kept), r.strides});
  kernel::run_in_parts(loop, 0, sizeof(Out), [&](const Loop<2>& part, const Offsets<2>& at) {
    finish_part(finish, result.data() + at[0], totals.data() + at[1], part);
  });
  return result;
}

/// Computes finish(total…) from the totals of one or several reductions and stores it in their memory
/// order. A second reducer then finds its value at the offset of its total.
template <class Out, class F, class First, class... Rest>
Tensor<Out> finish_as_totals(const char* call, const F& finish, const Tensor<First>& totals,
                             const Tensor<Rest>&... rest) {
  const Tensor<Out> finished = make_uninitialized<Out>(call, totals.shape());
  kernel::transform_row(finish, finished.data(), totals.numel(),
                        kernel::Dense<First>{totals.data()}, kernel::Dense<Rest>{rest.data()}...);
  return finished;
}

/// Copies the totals to row-major order.
template <class Accumulator>
Tensor<Accumulator> copy_totals(const char* call, const Tensor<Accumulator>& totals,
                                const Reduction& r) {
  constexpr index_t bytes = sizeof(Accumulator);
  const Tensor<Accumulator> copy = make_uninitialized<Accumulator>(call, r.kept);
  auto* const to = reinterpret_cast<std::byte*>(copy.data());
  const auto* const from = reinterpret_cast<const std::byte*>(totals.data());
  const Loop<2> loop = make_loop<2>(r.kept, {copy.strides(), r.strides});
  kernel::run_in_parts(loop, 0, bytes, [&](const Loop<2>& part, const Offsets<2>& at) {
    kernel::copy_cached<bytes>(to + at[0] * bytes, from + at[1] * bytes, part);
  });
  return copy;
}

/// Returns the totals as the result. Shape (2,3,4) over dim 1 -> (2,4); with keepdim, (2,1,4).
template <class R, class T>
Tensor<typename R::Accumulator> reduce(const char* call, const R& reducer, const Tensor<T>& t,
                                       const Reduction& r, bool keepdim) {
  using Accumulator = typename R::Accumulator;
  Tensor<Accumulator> totals = find_totals(reducer, t, r);
  if (!(r.strides == totals.strides())) totals = copy_totals(call, totals, r);
  Layout row_major;
  set_row_major(row_major, keepdim ? r.kept : r.shape);
  return {totals.storage(), std::move(row_major)};
}
template <class R, class T>
Tensor<typename R::Accumulator> reduce(const char* call, const R& reducer, const Tensor<T>& t,
                                       const ReducedDims& dims, bool keepdim) {
  return reduce(call, reducer, t, make_reduction(call, t.layout(), dims), keepdim);
}

/// Returns the totals converted to Out.
template <class Out, class R, class T>
Tensor<Out> reduce_to(const char* call, const R& reducer, const Tensor<T>& t,
                      const ReducedDims& dims, bool keepdim) {
  using Accumulator = typename R::Accumulator;
  const Reduction r = make_reduction(call, t.layout(), dims);
  if constexpr (std::is_same_v<Out, Accumulator>) {
    return reduce(call, reducer, t, r, keepdim);
  } else {
    return finish_totals<Out>(call, Conversion<Out, Accumulator>{}, find_totals(reducer, t, r), r,
                              keepdim);
  }
}

}  // namespace detail
NDX_NAMESPACE_END
