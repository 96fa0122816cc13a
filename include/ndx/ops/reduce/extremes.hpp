// The largest and smallest elements and their positions: max, min, amax, amin, ptp, argmax, argmin.
//
// The names and results follow PyTorch: amax reduces over any dims, max along one dim returns the
// indices, too.
//
// Reducers order elements, with and without NaN. Positions are searched for over all elements or along
// one dim. Threads search parts of a large tensor and merge their candidates by position, so that the
// result does not depend on the number of threads.
//
// Along a dim, a line is processed in blocks: one vectorised pass finds the extreme value of each block,
// and then only the block with the best value is searched for its position. Lines that are adjacent in
// memory, with elements far apart, are processed together, one row of memory at a time. Short dense
// lines are first copied so that they are adjacent too.
#pragma once

#include <limits>

#include <ndx/base/atomic.hpp>
#include <ndx/kernel/loop/lines.hpp>
#include <ndx/kernel/reduce/extreme_rows.hpp>
#include <ndx/kernel/reduce/reduce_loop.hpp>
#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/reduce/sum.hpp>
#include <ndx/ops/sort/order.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

/// The extreme value so far and its position. Of equal values the first or the last is kept. Position
/// -1 means that there is none yet.
template <class R, bool last>
struct Extreme {
  using T = typename R::Accumulator;
  using Takes = typename R::template Takes<last>;
  T value{};
  index_t position = -1;

  /// Takes `count` elements into account. The first of them has position `start`, each next one a
  /// position larger by `apart`.
  template <class In>
  void update(const In* in, index_t count, index_t step, index_t start, index_t apart) {
    if constexpr (Boolean<In>) return update_bools(in, count, step, start, apart);
    constexpr index_t block = kernel::kReduceBlock<R>;
    T best{};
    index_t best_begin = -1;
    for (index_t begin = 0; begin < count; begin += block) {
      const index_t length = count - begin < block ? count - begin : block;
      const T found = kernel::reduce_elements(R{}, in + begin * step, length, step);
      if (best_begin >= 0 && !Takes{}(found, best)) continue;
      best = found;
      best_begin = begin;
    }
    if (position >= 0 && !Takes{}(best, value)) return;
    const index_t length = count - best_begin < block ? count - best_begin : block;
    index_t found = find(in + best_begin * step, length, step, best);
    if (found < 0) {
      if constexpr (!kernel::PropagatesNan<R>) return;
      found = 0;  // -ffast-math may find no NaN equal to anything; any position inside is valid
    }
    value = kernel::element(in, (best_begin + found) * step);  // the first of several NaNs
    position = start + (best_begin + found) * apart;
  }

  /// Merges the extreme of other elements, which may have any positions.
  void update(const Extreme& other) {
    using Beats = typename R::template Takes<false>;
    if (other.position < 0) return;
    const bool is_equal = !Beats{}(other.value, value) && !Beats{}(value, other.value);
    const bool comes_first = other.position < position;
    if (position < 0 || Beats{}(other.value, value) || (is_equal && comes_first != last))
      *this = other;
  }

 private:
  /// Searches for the most extreme bool and reads nothing after it.
  void update_bools(const bool* in, index_t count, index_t step, index_t start, index_t apart) {
    bool best = !R().identity();
    index_t found = find(in, count, step, best);
    if (found < 0) {
      best = !best;  // all elements have the other value
      found = last ? count - 1 : 0;
    }
    if (position >= 0 && !Takes{}(best, value)) return;
    value = best;
    position = start + found * apart;
  }

  /// Position of `best`, or -1 if no element equals it, or if it is NaN and R leaves NaN out.
  template <class In>
  static index_t find(const In* in, index_t count, index_t step, const T& best) {
    if (best == best) {
      const index_t found = last ? kernel::find_last_value(in, count, step, best)
                                 : kernel::find_first_value(in, count, step, best);
      return found < count ? found : -1;
    }
    if constexpr (!kernel::PropagatesNan<R>) return -1;
    index_t i = last ? count - 1 : 0;
    const auto is_nan = [&](const T& x) { return x != x; };
    while (!is_nan(kernel::element(in, i * step))) i += last ? -1 : 1;
    return i;
  }
};

/// Finds the extremes of lines along a dim. Results are written to `indices` and, unless it is null,
/// to `values`.
template <class R, bool last, class In>
struct LineExtremes {
  using T = typename R::Accumulator;
  using Takes = typename R::template Takes<last>;

  const In* in;
  index_t count;
  index_t step;
  index_t* indices;
  In* values;

  void write(index_t at, index_t index, const T& value) const {
    indices[at] = index;
    if (values != nullptr) kernel::set_element(values, at, value);
  }

  void line(const Offsets<2>& at) const {
    Extreme<R, last> extreme;
    extreme.update(in + at[0], count, step, 0, 1);
    write(at[1], extreme.position, extreme.value);
  }

  /// Processes `width` lines that are adjacent in memory.
  void columns(const Offsets<2>& at, index_t width, index_t result_step) const {
    T best[kernel::kLinesTogether];
    kernel::RowNumber<T> row[kernel::kLinesTogether];
    for (index_t i = 0; i < width; ++i) {
      best[i] = kernel::element(in + at[0], i);
      row[i] = 0;
    }
    if (count > 1) update_rows({best, row, width}, {in + at[0] + step, step, 1, count - 1});
    for (index_t i = 0; i < width; ++i) {
      const bool none = !kernel::PropagatesNan<R> && best[i] != best[i];
      write(at[1] + i * result_step, none ? -1 : index_t{row[i]}, best[i]);
    }
  }

  /// Copies short dense lines so that they are adjacent: processed one by one, they mispredict most
  /// branches.
  static constexpr index_t kShortLine = kernel::InterleavedLines<In>::kLongest;
  static constexpr index_t kShortLines = kernel::InterleavedLines<In>::kMost;
  static constexpr index_t kFewLines = 16;  // fewer lines than this do not repay the copy
  void short_lines(const Offsets<2>& at, index_t width, const Offsets<2>& steps) const {
    if (width < kFewLines) {
      for (index_t k = 0; k < width; ++k) line({at[0] + k * steps[0], at[1] + k * steps[1]});
      return;
    }
    kernel::InterleavedLines<In> lines;
    const In* const rows = lines.copy(in + at[0], count, width, steps[0]);
    LineExtremes{rows, count, width, indices, values}.columns({0, at[1]}, width, steps[1]);
  }

 private:
  static void update_rows(const kernel::ColumnExtremes<T>& columns,
                          const kernel::CandidateRows<In>& rows) {
    if constexpr (Half<In>) {
      T wide[kernel::kLinesTogether];
      const index_t together = kernel::kLinesTogether / columns.count;
      for (index_t r = 0; r < rows.count; r += together) {
        const index_t n = rows.count - r < together ? rows.count - r : together;
        for (index_t k = 0; k < n; ++k)
          kernel::widen_row(rows.in + (r + k) * rows.step, 1, wide + k * columns.count,
                            columns.count);
        kernel::update_rows(Takes{}, columns, {wide, columns.count, rows.first + r, n});
      }
    } else {
      kernel::update_rows(Takes{}, columns, rows);
    }
  }
};

}  // namespace detail

/// Options of argmax and argmin. `last` selects the last of equal elements instead of the first.
struct ArgExtremeOptions {
  Flag last = false;
  Flag keepdim = false;  // the reduced dims stay, with size 1
};

namespace detail {

/// The place of NaN in the order: it beats every number, every number beats it, or there is none.
enum class NanIs : std::uint8_t { best, worst, absent };

/// Reducer for the largest or the smallest element. Without elements, or of NaN alone where that is
/// the worst, the result is NaN.
template <class T, bool largest, NanIs nan>
struct ExtremeElement : kernel::ReducerOf<T> {
  static constexpr const char* kName = largest ? "largest" : "smallest";
  static constexpr auto kLoop =
      nan == NanIs::best ? kernel::RowLoop::extremes : kernel::RowLoop::any_order;
  using OfNumbers = ExtremeElement<T, largest, NanIs::absent>;

  [[nodiscard]] T identity() const {
    if constexpr (nan == NanIs::worst && kHasNan<T>) return not_a_number<T>();
    return outermost_element<T, !largest>();
  }
  [[nodiscard]] T step(T best, T x) const {
    if constexpr (nan == NanIs::best) return beats(x, best) || x != x ? x : best;
    if constexpr (nan == NanIs::worst) return beats(x, best) || best != best ? x : best;
    return beats(x, best) ? x : best;
  }
  [[nodiscard]] T merge(T a, T b) const { return step(a, b); }

  /// Replaces the lanes of `best` for which `x` is more extreme. No lane is NaN.
  template <class Vector>
  static void take_better(Vector& best, const Vector& x) {
    if constexpr (largest) {
      best = x > best ? x : best;
    } else {
      best = x < best ? x : best;
    }
  }

  /// Whether x, which comes later, replaces the best so far; with `last` also if they are equal.
  template <bool last>
  struct Takes {
    bool operator()(const T& x, const T& best) const {
      const bool x_is_nan = x != x;
      const bool best_is_nan = best != best;
      if constexpr (nan == NanIs::best && last) return x_is_nan | (!best_is_nan & !beats(best, x));
      if constexpr (nan == NanIs::best) return (beats(x, best) | x_is_nan) & !best_is_nan;
      if constexpr (last) return !beats(best, x) & !x_is_nan;
      return (beats(x, best) | best_is_nan) & !x_is_nan;
    }
  };

 private:
  /// Whether x is more extreme than `best`. Neither is NaN.
  static bool beats(const T& x, const T& best) {
    return largest ? is_less(best, x) : is_less(x, best);
  }
};
template <class T>
using Max = ExtremeElement<T, true, NanIs::best>;
template <class T>
using Min = ExtremeElement<T, false, NanIs::best>;

/// Max and Min for the elements of a tensor of type A.
template <class A>
using MaxOf = Max<computed_t<element_t<A>>>;
template <class A>
using MinOf = Min<computed_t<element_t<A>>>;

/// Distance between the first and the last of equal elements that are one element repeated by stride
/// 0.
inline index_t repeats_offset(const Layout& layout, DimsView positions) {
  index_t offset = 0;
  for (std::size_t d = 0; d < layout.shape.size(); ++d) {
    if (layout.strides[d] == 0) offset += (layout.shape[d] - 1) * positions[d];
  }
  return offset;
}

/// Searches all elements. Each thread searches a part of the loop and merges its extreme into the
/// common one.
template <class R, bool last, class T>
Extreme<R, last> find_extreme(const Tensor<T>& t) {
  Extreme<R, last> extreme;
  SpinLock lock;
  const Dims positions = contiguous_strides(t.shape());
  const Loop<2> loop = make_loop<2>(stored_shape(t.layout()), {t.strides(), positions});
  const auto search_part = [&](const Loop<2>& part, const Offsets<2>& first) {
    Extreme<R, last> found;
    kernel::for_each_row(part, [&](const Offsets<2>& at, index_t count, const Offsets<2>& step) {
      const T* const row = t.data() + first[0] + at[0];
      found.update(row, count, step[0], first[1] + at[1], step[1]);
    });
    lock.lock();
    extreme.update(found);
    lock.unlock();
  };
  kernel::run_in_parts(loop, 0, sizeof(T), search_part);
  if (last && extreme.position >= 0) extreme.position += repeats_offset(t.layout(), positions);
  return extreme;
}

template <class R, class T>
Tensor<index_t> arg_extreme(const char* call, const Tensor<T>& t,
                            const ArgExtremeOptions& options) {
  if (t.numel() == 0) [[unlikely]]
    throw_value_error(call, ": shape ", t.shape(), " has no elements, and so no ", R::kName);
  const index_t position =
      options.last ? find_extreme<R, true>(t).position : find_extreme<R, false>(t).position;
  return full<index_t>(Dims::filled(options.keepdim ? t.shape().size() : 0, 1), position);
}

/// Writes the indices of the extremes along dim `place`. Writes the extremes themselves to `values`,
/// unless it is null. Both have size 1 along that dim.
template <class R, bool last, class T>
void find_extremes(const Tensor<T>& t, std::size_t place, const Tensor<index_t>& indices,
                   std::remove_const_t<T>* values) {
  if (t.numel() == 0) return;
  const index_t count = stored_shape(t.layout())[place];
  const index_t step = t.strides()[place];
  const index_t bytes = count * index_t{sizeof(T)};
  using Extremes = LineExtremes<R, last, std::remove_const_t<T>>;
  const Extremes extremes{t.data(), count, step, indices.data(), values};
  if (step == 1 && count <= Extremes::kShortLine) {
    Offsets<2> first{};
    const Loop<2> lines =
        sort_for_memory(make_loop<2>(indices.shape(), {t.strides(), indices.strides()}), first);
    const auto columns = [&](const Offsets<2>& at, index_t width, const Offsets<2>& steps) {
      extremes.short_lines(at, width, steps);
    };
    if (lines.rank == 0) {
      extremes.line(first);
    } else {
      kernel::run_together(lines, first, bytes, Extremes::kShortLines, columns);
    }
  } else {
    const bool may_join = count <= std::numeric_limits<std::int32_t>::max();
    const auto columns = [&](const Offsets<2>& at, index_t width, index_t apart) {
      extremes.columns(at, width, apart);
    };
    kernel::run_lines(
        indices.shape(), t.strides(), indices.strides(), may_join ? step : 1, bytes,
        [&](const Offsets<2>& at) { extremes.line(at); }, columns);
  }
  const index_t repeats = last ? t.shape()[place] - count : 0;
  for (index_t i = 0; repeats != 0 && i < indices.numel(); ++i)
    indices.data()[i] += indices.data()[i] < 0 ? 0 : repeats;  // -1 means that there is none
}

/// Returns the dim counted from the front. Throws ValueError if it has size 0.
template <class T>
std::size_t extreme_dim(const char* call, const Tensor<T>& t, index_t dim) {
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  if (t.shape()[place] == 0) [[unlikely]]
    throw_value_error(call, ": dim ", place, " of shape ", t.shape(), " has size 0");
  return place;
}

template <class R, class T>
Tensor<index_t> arg_extremes(const char* call, const Tensor<T>& t, index_t dim,
                             const ArgExtremeOptions& options) {
  const std::size_t place = extreme_dim(call, t, dim);
  Dims shape = t.shape();
  shape[place] = 1;
  const Tensor<index_t> indices = make_uninitialized<index_t>(call, shape);
  if (options.last) {
    find_extremes<R, true>(t, place, indices, nullptr);
  } else {
    find_extremes<R, false>(t, place, indices, nullptr);
  }
  return options.keepdim ? indices : indices.squeeze(dim);
}

#define NDX_ENTRY_OF(name, R, T)                                                                  \
  NDX_COMPILE_REDUCTION(name, Tensor<T>, reduce_to,                                               \
                        (const char* call, const R<T>& reducer, const Tensor<T>& t,               \
                         const ReducedDims& dims, bool keepdim),                                  \
                        (call, reducer, t, dims, keepdim), T, R<T>, T)                            \
  NDX_COMPILE_REDUCTION(arg_##name, Tensor<index_t>, arg_extreme,                                 \
                        (const char* call, const Tensor<T>& t, const ArgExtremeOptions& options), \
                        (call, t, options), R<T>, T)                                              \
  NDX_COMPILE_REDUCTION(                                                                          \
      find_##name, void, find_extremes,                                                           \
      (const Tensor<T>& t, std::size_t place, const Tensor<index_t>& indices, T* values),         \
      (t, place, indices, values), R<T>, false, T)
#define NDX_ENTRY(suffix, T)         \
  NDX_ENTRY_OF(max_##suffix, Max, T) \
  NDX_ENTRY_OF(min_##suffix, Min, T)
NDX_EACH_COMMON_NUMBER(NDX_ENTRY)
#undef NDX_ENTRY
#undef NDX_ENTRY_OF

/// Finds the extreme values along `dim` and their indices. The first of equal elements is taken.
template <class R, class T>
ValuesAndIndices<std::remove_const_t<T>> extremes_along(const char* call, const Tensor<T>& t,
                                                        index_t dim, bool keepdim) {
  const std::size_t place = extreme_dim(call, t, dim);
  Dims shape = t.shape();
  shape[place] = 1;
  ValuesAndIndices<std::remove_const_t<T>> found{
      make_uninitialized<std::remove_const_t<T>>(call, shape),
      make_uninitialized<index_t>(call, shape)};
  find_extremes<R, false>(t, place, found.indices, found.values.data());
  if (!keepdim) found = {found.values.squeeze(dim), found.indices.squeeze(dim)};
  return found;
}

/// Finds the extreme values over `dims`. Throws ValueError if one of these has size 0, because an
/// empty set has no extreme.
template <class R, class T>
auto extreme_values(const char* call, const Tensor<T>& t, const ReducedDims& dims, bool keepdim) {
  using V = std::remove_const_t<T>;
  using Accumulator = typename R::Accumulator;
  using Out = std::conditional_t<std::is_same_v<Accumulator, computed_t<V>>, V, Accumulator>;
  const Tensor<Out> found = reduce_to<Out>(call, R{}, t, dims, keepdim);
  const std::uint64_t reduced = dims.bits(call, t.shape().size());
  for (std::size_t d = 0; d < t.shape().size(); ++d) {
    if (t.shape()[d] == 0 && ((reduced >> d) & 1) != 0) [[unlikely]]
      throw_value_error(call, ": the dims to reduce of shape ", t.shape(),
                        " have no elements, and so no ", R::kName);
  }
  return found;
}

}  // namespace detail

/// Returns the row-major position of the largest element, as a tensor of rank 0. Of equal elements
/// it is the first or, with {.last = true}, the last (ONNX's select_last_index); with {.keepdim =
/// true} all dims are kept with size 1. NaN counts as the largest. Throws ValueError if t has no
/// elements.
///   argmax(tensor({3, 9, 4})) -> 1
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> argmax(const A& t, const ArgExtremeOptions& options = {}) {
  return detail::arg_extreme<detail::MaxOf<A>>("argmax", t, options);
}
/// Returns the row-major position of the smallest element, with the options and errors of argmax. NaN
/// counts as the smallest here, as in NumPy and PyTorch.
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> argmin(const A& t, const ArgExtremeOptions& options = {}) {
  return detail::arg_extreme<detail::MinOf<A>>("argmin", t, options);
}

/// Returns the index of the largest, or smallest, element along `dim`. That dim is removed or, with
/// keepdim, kept with size 1. Throws IndexError for a dim out of range, ValueError if it has size 0.
///   argmax(t, 0) · argmax(t, 0, true) · argmax(t, 0, {.last = true, .keepdim = true})
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> argmax(const A& t, Dim dim, const ArgExtremeOptions& options) {
  return detail::arg_extremes<detail::MaxOf<A>>("argmax", t, dim, options);
}
template <NumberTensor A, Real D>  // not deduced from braces, which are options
[[nodiscard]] Tensor<index_t> argmax(const A& t, D dim, KeepDim keepdim = false) {
  return detail::arg_extremes<detail::MaxOf<A>>("argmax", t, dim, {.keepdim = keepdim});
}
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> argmin(const A& t, Dim dim, const ArgExtremeOptions& options) {
  return detail::arg_extremes<detail::MinOf<A>>("argmin", t, dim, options);
}
template <NumberTensor A, Real D>  // not deduced from braces, which are options
[[nodiscard]] Tensor<index_t> argmin(const A& t, D dim, KeepDim keepdim = false) {
  return detail::arg_extremes<detail::MinOf<A>>("argmin", t, dim, {.keepdim = keepdim});
}

/// Returns the largest element over `dims`, all dims by default, as a fresh tensor of t's element
/// type without these dims, of rank 0 if all are reduced. With keepdim they are kept with size 1. The
/// result is NaN if there is a NaN. Throws ValueError if a reduced dim has size 0, IndexError and
/// ValueError as sum does.
///   amax(t).item() · amax(t, 0) · amax(t, {0, 2}) · amax(t, -1, true)
///   amax(tensor({{1, 5}, {7, 2}}), 1) -> 5 7
template <NumberTensor A>
[[nodiscard]] auto amax(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  return detail::extreme_values<detail::MaxOf<A>>("amax", t, dims, keepdim);
}
/// Returns the smallest element over `dims`. NaN, shapes and errors are treated as by amax.
///   amin(tensor({{1, 5}, {7, 2}}), 1) -> 1 2
template <NumberTensor A>
[[nodiscard]] auto amin(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  return detail::extreme_values<detail::MinOf<A>>("amin", t, dims, keepdim);
}

/// Returns the largest element of all as a tensor of rank 0, which is amax(t). min(t) is amin(t).
template <NumberTensor A>
[[nodiscard]] auto max(const A& t) {
  return detail::extreme_values<detail::MaxOf<A>>("max", t, all_dims, false);
}
template <NumberTensor A>
[[nodiscard]] auto min(const A& t) {
  return detail::extreme_values<detail::MinOf<A>>("min", t, all_dims, false);
}

/// Returns the largest elements along `dim` and their indices, as two fresh tensors without `dim`:
/// auto [values, indices] = max(t, 1). With keepdim it has size 1. The first of equal elements is
/// taken. NaN counts as the largest; for min it counts as the smallest. Throws IndexError for a dim
/// out of range, ValueError if it has size 0. Source: PyTorch's max; NumPy's is amax.
template <NumberTensor A>
[[nodiscard]] auto max(const A& t, Dim dim, KeepDim keepdim = false) {
  return detail::extremes_along<detail::MaxOf<A>>("max", t, dim, keepdim);
}
template <NumberTensor A>
[[nodiscard]] auto min(const A& t, Dim dim, KeepDim keepdim = false) {
  return detail::extremes_along<detail::MinOf<A>>("min", t, dim, keepdim);
}

/// Returns the distance between the largest and the smallest element over `dims` ("peak to peak") in
/// t's element type, where integers wrap around. The result is NaN if there is a NaN. Throws as amax
/// does.
///   ptp(tensor({3, 9, 4})) -> 6
template <NumberTensor A>
  requires(!Boolean<detail::element_t<A>>)
[[nodiscard]] auto ptp(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  using T = detail::element_t<A>;
  const auto largest = detail::extreme_values<detail::MaxOf<A>>("ptp", t, dims, keepdim);
  const auto smallest = detail::extreme_values<detail::MinOf<A>>("ptp", t, dims, keepdim);
  using Difference = detail::In<detail::Subtract, computed_t<T>>;
  return detail::map_elements<T>("ptp", Difference{}, largest, smallest);
}

template <NumberTensor A, class B>
  requires(NumberTensor<B> || Floating<B> || Boolean<B>)
auto max(const A&, const B&) {
  static_assert(detail::kNever<A, B>,
                "a dim is an integer: max(t, 0, true); of two numbers each: maximum(a, b)");
  return detail::refused<A, B>();
}
template <NumberTensor A, class B>
  requires(NumberTensor<B> || Floating<B> || Boolean<B>)
auto min(const A&, const B&) {
  static_assert(detail::kNever<A, B>,
                "a dim is an integer: min(t, 0, true); of two numbers each: minimum(a, b)");
  return detail::refused<A, B>();
}

NDX_NAMESPACE_END
