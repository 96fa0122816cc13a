// The largest and smallest elements and their positions: max, min, amax, amin, ptp, argmax, argmin.
//
// For positions, rows are processed in blocks: one vectorized pass finds the extreme value of a block, and only a
// block that beats the best value so far is searched for its position. Large tensors are split
// among threads.
#pragma once

#include <ndx/base/atomic.hpp>
#include <ndx/kernel/parallel_loop.hpp>
#include <ndx/ops/arithmetic.hpp>
#include <ndx/ops/order.hpp>
#include <ndx/ops/reduce.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Reducer for the maximum, or for the minimum. NaN beats every number.
template <class T, bool largest>
struct Best {
  static constexpr const char* kName = largest ? "largest" : "smallest";
  using Accumulator = T;
  [[nodiscard]] T identity() const {
    return largest ? smallest_element<T>() : largest_element<T>();
  }
  [[nodiscard]] static bool beats(const T& x, const T& best) {
    return largest ? x > best : x < best;
  }
  [[nodiscard]] T step(T best, const T& x) const { return beats(x, best) || x != x ? x : best; }
  [[nodiscard]] T pair(T a, T b) const { return step(a, b); }
  [[nodiscard]] T merge(T a, T b) const { return step(a, b); }
};
template <class T>
using Max = Best<T, true>;
template <class T>
using Min = Best<T, false>;

/// The extreme value so far and its position; position -1 means none yet.
template <class R>
struct Extreme {
  using T = typename R::Accumulator;
  T value{};
  index_t position = -1;

  /// Offers `count` elements, the first of them at position `start` and each `apart` positions after
  /// the one before. Of equal elements the first one wins.
  template <class In>
  void offer(const In* in, index_t count, index_t step, index_t start, index_t apart) {
    constexpr index_t block = kernel::kReduceBlock<R>;
    for (index_t begin = 0; begin < count; begin += block) {
      const index_t length = count - begin < block ? count - begin : block;
      const In* const from = in + begin * step;
      const T found = kernel::reduce_elements(R{}, from, length, step);
      if (position >= 0 && !beats(found)) continue;
      value = found;
      index_t i = 0;
      while (!is_value(kernel::element(from, i * step))) ++i;
      position = start + (begin + i) * apart;
    }
  }

  /// The same for numbers of 16 bits, which are converted once.
  template <Half In>
  void offer(const In* in, index_t count, index_t step, index_t start, index_t apart) {
    constexpr index_t block = kernel::kReduceBlock<R>;
    float elements[kernel::kReduceBlock<R>];
    for (index_t begin = 0; begin < count; begin += block) {
      const index_t length = count - begin < block ? count - begin : block;
      kernel::widen_row(in + begin * step, step, elements, length);
      offer(static_cast<const float*>(elements), length, 1, start + begin * apart, apart);
    }
  }

  /// Merges the result of other elements, at any positions. Of equal elements the first one wins.
  void offer(const Extreme& other) {
    if (other.position < 0) return;
    const bool first = other.position < position && !other.beats(value);
    if (position < 0 || beats(other.value) || first) *this = other;
  }

 private:
  [[nodiscard]] bool beats(const T& x) const {
    return R::beats(x, value) || (x != x && value == value);
  }
  [[nodiscard]] bool is_value(const T& x) const { return x == value || (x != x && value != value); }
};

template <class R, class T>
Tensor<index_t> arg_extreme(const char* call, const Tensor<T>& t) {
  if (t.numel() == 0) [[unlikely]]
    throw_value_error(call, ": shape ", t.shape(), " has no elements, and so no ", R::kName);
  Extreme<R> extreme;
  SpinLock lock;
  const Dims positions = contiguous_strides(t.shape());
  const Loop<2> loop = make_loop<2>(stored_shape(t.layout()), {t.strides(), positions});
  const auto search_part = [&](const Loop<2>& part, const Offsets<2>& first) {
    Extreme<R> found;
    kernel::for_each_row(part, [&](const Offsets<2>& at, index_t count, const Offsets<2>& step) {
      const T* const row = t.data() + first[0] + at[0];
      found.offer(row, count, step[0], first[1] + at[1], step[1]);
    });
    lock.lock();
    extreme.offer(found);
    lock.unlock();
  };
  kernel::run_in_parts(loop, 0, sizeof(T), search_part);
  return full<index_t>({}, extreme.position);
}

template <class R, class T>
Tensor<index_t> arg_extremes(const char* call, const Tensor<T>& t, index_t dim, bool keepdim) {
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  const index_t count = stored_shape(t.layout())[place];
  const index_t step = t.strides()[place];
  if (count == 0) [[unlikely]]
    throw_value_error(call, ": dim ", place, " of shape ", t.shape(), " has size 0");
  Dims shape = t.shape();
  shape[place] = 1;
  const Tensor<index_t> result = make_uninitialized<index_t>(call, shape);
  const Loop<2> lines = make_loop<2>(shape, {t.strides(), result.strides()});
  const auto search_part = [&](const Loop<2>& part, const Offsets<2>& first) {
    kernel::for_each_coordinate(part, part.rank, first, [&](const Offsets<2>& at) {
      Extreme<R> extreme;
      extreme.offer(t.data() + at[0], count, step, 0, 1);
      result.data()[at[1]] = extreme.position;
    });
  };
  if (t.numel() != 0) kernel::run_in_parts(lines, 0, count * index_t{sizeof(T)}, search_part, 1);
  return keepdim ? result : result.squeeze(dim);
}

/// The extreme values over `dims`. ValueError for one over no elements.
template <class R, class T>
auto extreme_values(const char* call, const Tensor<T>& t, const ReducedDims& dims, bool keepdim) {
  auto found = reduce(call, R{}, t, dims, keepdim);
  if (t.numel() == 0 && found.numel() != 0) [[unlikely]]
    throw_value_error(call, ": the dims to reduce of shape ", t.shape(),
                      " have no elements, and so no ", R::kName);
  using V = std::remove_const_t<T>;
  if constexpr (std::is_same_v<typename R::Accumulator, computed_t<V>>) {
    return found.template to<V>();
  } else {
    return found;
  }
}

/// The extreme values along `dim` and their indices.
template <class R, class T>
auto extremes_along(const char* call, const Tensor<T>& t, index_t dim, bool keepdim) {
  auto indices = arg_extremes<R>(call, t, dim, keepdim);
  return ValuesAndIndices<std::remove_const_t<T>>{extreme_values<R>(call, t, dim, keepdim),
                                                  std::move(indices)};
}

}  // namespace detail

/// Returns the row-major position of the largest element, as a tensor of rank 0. Of equal elements
/// it is the first. NaN counts as the largest. Throws ValueError if t has no elements.
template <RealTensor A>
[[nodiscard]] Tensor<index_t> argmax(const A& t) {
  return detail::arg_extreme<detail::Max<computed_t<detail::element_t<A>>>>("argmax", t);
}
/// The same for the smallest element. NaN counts as the smallest here, as in NumPy and PyTorch.
template <RealTensor A>
[[nodiscard]] Tensor<index_t> argmin(const A& t) {
  return detail::arg_extreme<detail::Min<computed_t<detail::element_t<A>>>>("argmin", t);
}

/// Returns the index of the largest, or smallest, element along `dim`, which is removed or, with
/// keepdim, kept with size 1. Throws IndexError for a dim out of range, ValueError if it has size 0.
template <RealTensor A>
[[nodiscard]] Tensor<index_t> argmax(const A& t, index_t dim, KeepDim keepdim = false) {
  return detail::arg_extremes<detail::Max<computed_t<detail::element_t<A>>>>("argmax", t, dim,
                                                                             keepdim);
}
template <RealTensor A>
[[nodiscard]] Tensor<index_t> argmin(const A& t, index_t dim, KeepDim keepdim = false) {
  return detail::arg_extremes<detail::Min<computed_t<detail::element_t<A>>>>("argmin", t, dim,
                                                                             keepdim);
}

/// The largest element over `dims`, by default over all. Returns a fresh tensor of t's element type
/// without these dims, of rank 0 for all; with keepdim they are kept with size 1. NaN if there is a
/// NaN. ValueError for the largest of no elements, IndexError and ValueError as for sum.
///   amax(t).item() · amax(t, 0) · amax(t, {0, 2}) · amax(t, -1, true)
template <RealTensor A>
[[nodiscard]] auto amax(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  return detail::extreme_values<detail::Max<computed_t<detail::element_t<A>>>>("amax", t, dims,
                                                                               keepdim);
}
/// The same for the smallest element.
template <RealTensor A>
[[nodiscard]] auto amin(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  return detail::extreme_values<detail::Min<computed_t<detail::element_t<A>>>>("amin", t, dims,
                                                                               keepdim);
}

/// The largest element of all, a tensor of rank 0: amax(t).
template <RealTensor A>
[[nodiscard]] auto max(const A& t) {
  return detail::extreme_values<detail::Max<computed_t<detail::element_t<A>>>>("max", t, all_dims,
                                                                               false);
}
template <RealTensor A>
[[nodiscard]] auto min(const A& t) {
  return detail::extreme_values<detail::Min<computed_t<detail::element_t<A>>>>("min", t, all_dims,
                                                                               false);
}

/// The largest elements along `dim` and their indices, the first of equal ones: auto [values,
/// indices] = max(t, 1). Both are fresh tensors without `dim`; with keepdim it has size 1. NaN
/// counts as the largest. Throws IndexError for a dim out of range, ValueError if it has size 0.
/// Source: PyTorch's max; NumPy's is amax.
template <RealTensor A>
[[nodiscard]] auto max(const A& t, index_t dim, KeepDim keepdim = false) {
  return detail::extremes_along<detail::Max<computed_t<detail::element_t<A>>>>("max", t, dim,
                                                                               keepdim);
}
template <RealTensor A>
[[nodiscard]] auto min(const A& t, index_t dim, KeepDim keepdim = false) {
  return detail::extremes_along<detail::Min<computed_t<detail::element_t<A>>>>("min", t, dim,
                                                                               keepdim);
}

/// The distance between the largest and the smallest element over `dims` ("peak to peak"), in t's
/// element type: integers wrap around. NaN if there is a NaN. Errors as for amax.
template <RealTensor A>
  requires(!Boolean<detail::element_t<A>>)
[[nodiscard]] auto ptp(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  using T = detail::element_t<A>;
  const auto largest = detail::extreme_values<detail::Max<computed_t<T>>>("ptp", t, dims, keepdim);
  const auto smallest = detail::extreme_values<detail::Min<computed_t<T>>>("ptp", t, dims, keepdim);
  return detail::map_elements<T>("ptp", detail::Subtract{}, largest, smallest);
}

template <ComplexTensor A, class... Rest>
void argmax(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs
template <ComplexTensor A, class... Rest>
void argmin(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs

template <RealTensor A, class B>
  requires(NumberTensor<B> || Floating<B>)
void max(const A&, const B&) = delete;  // a dim is an integer; of two numbers each: maximum(a, b)
template <RealTensor A, class B>
  requires(NumberTensor<B> || Floating<B>)
void min(const A&, const B&) = delete;  // a dim is an integer; of two numbers each: minimum(a, b)
template <ComplexTensor A, class... Rest>
void max(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs
template <ComplexTensor A, class... Rest>
void min(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs
template <ComplexTensor A, class... Rest>
void amax(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs
template <ComplexTensor A, class... Rest>
void amin(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs

NDX_NAMESPACE_END
