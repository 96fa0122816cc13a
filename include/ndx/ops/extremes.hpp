// argmax and argmin: where the largest or the smallest element stands.
//
// Rows are looked at in blocks: a vector pass asks each for its extreme, and only a block that
// beats the others is searched for it.
#pragma once

#include <ndx/ops/order.hpp>
#include <ndx/ops/reduce.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The largest of some elements; NaN goes before any.
template <class T>
struct Max {
  static constexpr const char* kName = "largest";
  using Accumulator = T;
  [[nodiscard]] T identity() const {
    if constexpr (Floating<T>) {
      return -std::numeric_limits<T>::infinity();
    } else {
      return std::numeric_limits<T>::lowest();
    }
  }
  [[nodiscard]] static bool beats(const T& x, const T& most) { return x > most; }
  [[nodiscard]] T step(T most, const T& x) const { return beats(x, most) || x != x ? x : most; }
  [[nodiscard]] T pair(T a, T b) const { return step(a, b); }
  [[nodiscard]] T merge(T a, T b) const { return step(a, b); }
};

/// The smallest; NaN goes before any.
template <class T>
struct Min {
  static constexpr const char* kName = "smallest";
  using Accumulator = T;
  [[nodiscard]] T identity() const {
    if constexpr (Floating<T>) {
      return std::numeric_limits<T>::infinity();
    } else {
      return std::numeric_limits<T>::max();
    }
  }
  [[nodiscard]] static bool beats(const T& x, const T& least) { return x < least; }
  [[nodiscard]] T step(T least, const T& x) const { return beats(x, least) || x != x ? x : least; }
  [[nodiscard]] T pair(T a, T b) const { return step(a, b); }
  [[nodiscard]] T merge(T a, T b) const { return step(a, b); }
};

/// The extreme so far and its position; none yet where the position is -1.
template <class R>
struct Extreme {
  using T = typename R::Accumulator;
  T value{};
  index_t position = -1;

  /// A run of elements, the first at position `start`. The first of equals stays.
  void offer(const T* in, index_t count, index_t step, index_t start) {
    constexpr index_t block = kernel::kReduceBlock<R>;
    for (index_t begin = 0; begin < count; begin += block) {
      const index_t length = count - begin < block ? count - begin : block;
      const T* const from = in + begin * step;
      const T found = kernel::reduce_elements(R{}, from, length, step);
      if (position >= 0 && !beats(found)) continue;
      value = found;
      index_t i = 0;
      while (!is_value(kernel::element(from, i * step))) ++i;
      position = start + begin + i;
    }
  }

 private:
  [[nodiscard]] bool beats(const T& x) const {
    return R::beats(x, value) || (x != x && value == value);
  }
  [[nodiscard]] bool is_value(const T& x) const { return x == value || (x != x && value != value); }
};

template <class R, class T>
Tensor<index_t> extreme_place(const char* call, const Tensor<T>& t) {
  if (t.numel() == 0) [[unlikely]]
    throw_value_error(call, ": shape ", t.shape(), " has no element, and so no ", R::kName);
  Extreme<R> extreme;
  const StridedLoop<1> loop = make_loop<1>(t.shape(), {t.strides()});
  index_t start = 0;
  kernel::for_each_row(kernel_loop(loop), [&](const kernel::Offsets<1>& at, index_t count,
                                              const kernel::Offsets<1>& step) {
    extreme.offer(t.data() + at.at[0], count, step.at[0], start);
    start += count;
  });
  return full<index_t>({}, extreme.position);
}

template <class R, class T>
Tensor<index_t> extreme_places(const char* call, const Tensor<T>& t, index_t dim, bool keepdim) {
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  const index_t count = t.shape()[place];
  const index_t step = t.strides()[place];
  if (count == 0) [[unlikely]]
    throw_value_error(call, ": dim ", place, " of shape ", t.shape(), " has size 0");
  Dims shape = t.shape();
  shape[place] = 1;
  const Tensor<index_t> result = make_uninitialized<index_t>(call, shape);
  for_each_line(t.layout(), result.layout(), place, [&](index_t from, index_t to) {
    Extreme<R> extreme;
    extreme.offer(t.data() + from, count, step, 0);
    result.data()[to] = extreme.position;
  });
  return keepdim ? result : result.squeeze(dim);
}

}  // namespace detail

/// The position of the largest element in row-major order, as a tensor of rank 0. The first of
/// equals; NaN counts as the largest. ValueError when there is no element.
template <RealTensor A>
[[nodiscard]] Tensor<index_t> argmax(const A& t) {
  return detail::extreme_place<detail::Max<detail::element_t<A>>>("argmax", t);
}
/// The index of the largest element along `dim`, which is dropped or, with keepdim, left with size
/// 1. IndexError for a dim that is not there, ValueError when it has size 0.
template <RealTensor A>
[[nodiscard]] Tensor<index_t> argmax(const A& t, index_t dim, bool keepdim = false) {
  return detail::extreme_places<detail::Max<detail::element_t<A>>>("argmax", t, dim, keepdim);
}
template <ComplexTensor A, class... Rest>
void argmax(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs

/// As argmax, for the smallest element. NaN goes before any number here too, as in NumPy and
/// PyTorch: what holds one has no smallest number to speak of.
template <RealTensor A>
[[nodiscard]] Tensor<index_t> argmin(const A& t) {
  return detail::extreme_place<detail::Min<detail::element_t<A>>>("argmin", t);
}
template <RealTensor A>
[[nodiscard]] Tensor<index_t> argmin(const A& t, index_t dim, bool keepdim = false) {
  return detail::extreme_places<detail::Min<detail::element_t<A>>>("argmin", t, dim, keepdim);
}
template <ComplexTensor A, class... Rest>
void argmin(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs

NDX_NAMESPACE_END
