// The positions of the largest and smallest elements: argmax, argmin, and max and min along a dim.
//
// The names and results follow PyTorch: amax reduces over any dims, max along one dim returns the
// indices, too.
//
// Along a dim, a line is processed in blocks: one vectorised pass finds the extreme value of each
// block, and then only the block with the best value is searched for its position. Lines that are
// adjacent in memory, with elements far apart, are processed together, one row of memory at a time.
// Short dense lines are first copied so that they are adjacent too. Threads search parts of a large
// tensor and merge their candidates by position, so that the result does not depend on the number of
// threads. The last of equal elements is the first of the reversed tensor.
#pragma once

#include <limits>

#include <ndx/base/atomic.hpp>
#include <ndx/kernel/loop/lines.hpp>
#include <ndx/kernel/reduce/extreme_rows.hpp>
#include <ndx/ops/core/index_values.hpp>
#include <ndx/ops/reduce/extremes.hpp>

NDX_NAMESPACE_BEGIN

/// Options of argmax and argmin. `last` selects the last of equal elements instead of the first.
struct ArgExtremeOptions {
  Flag last = false;
  Flag keepdim = false;  // the reduced dims stay, with size 1
};

namespace detail {

/// The extreme value so far and the position of the first element that has it. Position -1 means that
/// there is none yet.
template <class R>
struct Extreme {
  using T = typename R::Accumulator;
  using Takes = typename R::template Takes<false>;
  T value{};
  index_t position = -1;

  /// Takes `count` elements into account. The first of them has position `start`, each next one a
  /// position larger by `apart`.
  template <class In>
  void update(const In* in, index_t count, index_t step, index_t start, index_t apart) {
    constexpr index_t block = kernel::kReduceBlock<R>;
    Extreme found;
    if (count < kernel::detail::kFewElements) {
      found.search(in, count, step);
    } else {
      index_t best = 0;
      for (index_t begin = 0; begin < count; begin += block) {
        const index_t length = count - begin < block ? count - begin : block;
        const T extreme = kernel::reduce_elements(R{}, in + begin * step, length, step);
        if (begin != 0 && !Takes{}(extreme, found.value)) continue;
        found.value = extreme;
        best = begin;
        if (R::kLoop == kernel::RowLoop::until_final && extreme != R().identity()) break;
      }
      found.find(in + best * step, count - best < block ? count - best : block, step);
      found.position += found.position < 0 ? 0 : best;
    }
    if (found.position < 0 || (position >= 0 && !Takes{}(found.value, value))) return;
    value = kernel::element(in, found.position * step);  // the first of several NaNs
    position = start + found.position * apart;
  }

  /// Merges the extreme of other elements, which may have any positions.
  void update(const Extreme& other) {
    if (other.position < 0) return;
    const bool is_equal = !Takes{}(other.value, value) && !Takes{}(value, other.value);
    if (position < 0 || Takes{}(other.value, value) || (is_equal && other.position < position))
      *this = other;
  }

 private:
  /// Finds the extreme of a few elements.
  template <class In>
  void search(const In* in, index_t count, index_t step) {
    for (index_t i = 0; i < count; ++i) {
      const T x = kernel::element(in, i * step);
      const bool is_first = position < 0 && (kernel::PropagatesNan<R> || x == x);
      const bool is_taken = is_first || Takes{}(x, value);
      value = is_taken ? x : value;
      position = is_taken ? i : position;
    }
  }

  /// Finds the position of the value. There is none if it is NaN and R leaves NaN out.
  template <class In>
  void find(const In* in, index_t count, index_t step) {
    position = 0;  // -ffast-math may find no NaN equal to anything; any position inside is valid
    if (value == value) {
      const index_t first = kernel::find_first_value(in, count, step, value);
      position = first < count ? first : 0;
    } else if constexpr (kernel::PropagatesNan<R>) {
      const auto is_nan = [](const T& x) { return x != x; };
      while (position + 1 < count && !is_nan(kernel::element(in, position * step))) ++position;
    } else {
      position = -1;
    }
  }
};

/// Finds the extremes of lines along a dim. Results are written to `indices` and, unless it is null,
/// to `values`.
template <class R, class In>
struct LineExtremes {
  using T = typename R::Accumulator;

  const In* in;
  index_t count;
  index_t step;
  index_t* indices;
  In* values;

  void line(const Offsets<2>& at) const {
    Extreme<R> extreme;
    extreme.update(in + at[0], count, step, 0, 1);
    indices[at[1]] = extreme.position;
    if (values != nullptr) kernel::set_element(values, at[1], extreme.value);
  }

  /// Processes `width` lines that are adjacent in memory.
  void columns(const Offsets<2>& at, index_t width, index_t result_step) const {
    T best[kernel::kLinesTogether];
    kernel::RowNumber<T> row[kernel::kLinesTogether];
    const kernel::ColumnExtremes<T> columns{best, row, width};
    kernel::find_in_rows(typename R::template Takes<false>{}, columns, in + at[0], step, count);
    index_t* const index = indices + at[1];
    In* const value = values == nullptr ? nullptr : values + at[1];
    for (index_t i = 0; i < width; ++i) {
      const bool none = !kernel::PropagatesNan<R> && best[i] != best[i];
      index[i * result_step] = none ? -1 : index_t{row[i]};
      if (value != nullptr) kernel::set_element(value, i * result_step, best[i]);
    }
  }

  static constexpr index_t kShortLine = kernel::InterleavedLines<In>::kLongest;
  static constexpr index_t kShortLines = kernel::InterleavedLines<In>::kMost;
  static constexpr index_t kFewLines = 16;  // fewer lines than this do not repay the copy
  /// Copies short dense lines so that they are adjacent: processed one by one, they mispredict most
  /// branches.
  void operator()(const Offsets<2>& at, index_t width, const Offsets<2>& steps) const {
    if (width < kFewLines) {
      for (index_t k = 0; k < width; ++k) line({at[0] + k * steps[0], at[1] + k * steps[1]});
      return;
    }
    kernel::InterleavedLines<In> lines;
    const In* const rows = lines.copy(in + at[0], count, width, steps[0]);
    LineExtremes{rows, count, width, indices, values}.columns({0, at[1]}, width, steps[1]);
  }
};

/// Returns the row-major position of the first extreme of all elements. Each thread searches a part of
/// the loop and merges its extreme into the common one.
template <class R, class T>
index_t find_extreme(const Tensor<T>& t) {
  Extreme<R> extreme;
  SpinLock lock;
  const Dims positions = contiguous_strides(t.shape());
  const Loop<2> loop = make_loop<2>(stored_shape(t.layout()), {t.strides(), positions});
  const auto search_part = [&](const Loop<2>& part, const Offsets<2>& first) {
    const std::size_t inner = part.rank == 0 ? 0 : part.rank - 1;
    const index_t count = part.rank == 0 ? 1 : part.sizes[inner];
    const Offsets<2> step{part.rank == 0 ? 0 : part.strides[0][inner],
                          part.rank == 0 ? 0 : part.strides[1][inner]};
    Extreme<R> found;
    kernel::Walk<2> walk(part, inner, first);
    do found.update(t.data() + walk.at[0], count, step[0], walk.at[1], step[1]);
    while (walk.next());
    lock.lock();
    extreme.update(found);
    lock.unlock();
  };
  kernel::run_in_parts(loop, 0, sizeof(T), search_part);
  return extreme.position;
}

/// Throws ValueError if R leaves NaN out and an index is -1, which marks a line without numbers.
template <class R>
Tensor<index_t> refuse_nan_lines(const char* call, Tensor<index_t> indices) {
  if constexpr (R::kNanIs == NanIs::worst) {
    const index_t wrong = find_first(indices, [](index_t index) { return index < 0; });
    if (wrong >= 0 && indices.dim() == 0) [[unlikely]]
      throw_value_error(call, ": all elements are NaN");
    if (wrong >= 0) [[unlikely]]
      throw_value_error(call, ": all elements are NaN",
                        coordinates_text(" at ", indices.shape(), wrong), " of the result");
  }
  return indices;
}

template <class R, class T>
Tensor<index_t> arg_extreme(const char* call, const Tensor<T>& t,
                            const ArgExtremeOptions& options) {
  if (t.numel() == 0) [[unlikely]]
    throw_value_error(call, ": shape ", t.shape(), " has no elements, and so no ", R::kName);
  index_t position = find_extreme<R>(options.last ? t.flip() : t);
  if (options.last && position >= 0) position = t.numel() - 1 - position;
  const Dims shape = Dims::filled(options.keepdim ? t.shape().size() : 0, 1);
  return refuse_nan_lines<R>(call, full<index_t>(shape, position));
}

/// Writes the indices of the first extremes along dim `place`. Writes the extremes themselves to
/// `values`, unless it is null. Both have size 1 along that dim.
template <class R, class T>
void find_extremes(const Tensor<T>& t, std::size_t place, const Tensor<index_t>& indices,
                   std::remove_const_t<T>* values) {
  if (t.numel() == 0) return;
  const index_t count = stored_shape(t.layout())[place];
  const index_t step = t.strides()[place];
  const index_t bytes = count * index_t{sizeof(T)};
  using Extremes = LineExtremes<R, std::remove_const_t<T>>;
  const Extremes extremes{t.data(), count, step, indices.data(), values};
  if (step == 1 && count <= Extremes::kShortLine) {
    Offsets<2> first{};
    const Loop<2> lines =
        sort_for_memory(make_loop<2>(indices.shape(), {t.strides(), indices.strides()}), first);
    if (lines.rank == 0) return extremes.line(first);
    return kernel::run_together(lines, first, bytes, Extremes::kShortLines, extremes);
  }
  const bool may_join = count <= std::numeric_limits<std::int32_t>::max();
  kernel::run_lines(
      indices.shape(), t.strides(), indices.strides(), may_join ? step : 1, bytes,
      [&](const Offsets<2>& at) { extremes.line(at); },
      [&](const Offsets<2>& at, index_t width, index_t apart) {
        extremes.columns(at, width, apart);
      });
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
  find_extremes<R>(options.last ? t.flip(dim) : t, place, indices, nullptr);
  if (options.last) {
    for (index_t& index : indices) index = index < 0 ? -1 : t.shape()[place] - 1 - index;
  }
  return refuse_nan_lines<R>(call, options.keepdim ? indices : indices.squeeze(dim));
}

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
  find_extremes<R>(t, place, found.indices, found.values.data());
  if (!keepdim) found = {found.values.squeeze(dim), found.indices.squeeze(dim)};
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
