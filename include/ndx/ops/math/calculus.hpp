// Values between samples, and derivatives and integrals of them: interp, gradient, trapezoid, ediff1d.
#pragma once

#include <optional>

#include <ndx/ops/arithmetic/difference.hpp>
#include <ndx/ops/reduce/sum.hpp>
#include <ndx/ops/shape/join.hpp>
#include <ndx/ops/sort/searchsorted.hpp>

NDX_NAMESPACE_BEGIN

/// The values that interp returns to the `left` and to the `right` of the samples. By default they are the first and
/// the last value.
struct InterpOptions {
  std::optional<double> left{};
  std::optional<double> right{};
};

namespace detail {

/// The distance between samples, or the tensor of their positions.
template <class S>
concept Spacing = (Real<S> && Scalar<S>) || RealTensor<S>;

/// The line through samples, in order of their positions.
struct Samples {
  const double* xs;
  const double* values;
  index_t n;

  /// Returns the value at x, between samples j and j + 1.
  [[nodiscard]] double between(double x, index_t j) const {
    if (j == n - 1 || x == xs[j]) return values[j];
    const double slope = (values[j + 1] - values[j]) / (xs[j + 1] - xs[j]);
    const double value = slope * (x - xs[j]) + values[j];
    if (value == value) return value;
    const double from_next = slope * (x - xs[j + 1]) + values[j + 1];  // if values[j] is infinite
    return from_next != from_next && values[j] == values[j + 1] ? values[j] : from_next;
  }
};

/// Returns the distances between neighbours along a dim of t: one for all, or one each from a tensor of positions.
template <class R, class T, class S>
Tensor<R> steps_along(const char* call, const Tensor<T>& t, std::size_t dim, const S& spacing) {
  Dims shape = Dims::filled(t.shape().size(), 1);
  if constexpr (Scalar<S>) {
    return make_filled(call, shape, convert_element<R>(spacing));
  } else {
    if (spacing.dim() != 1 || spacing.numel() != t.shape()[dim]) [[unlikely]]
      throw_shape_error(call, ": positions of shape ", spacing.shape(), " for dim ", dim,
                        " with size ", t.shape()[dim]);
    const auto steps = diff(spacing.template to<R>());
    shape[dim] = steps.numel();
    return steps.reshape(shape);
  }
}

/// Computes the gradient along a dim from the distances between neighbours, of which there is one or one each.
template <class R>
Tensor<R> gradient_along(const Tensor<R>& f, const Tensor<R>& steps, std::size_t place) {
  const auto dim = static_cast<index_t>(place);
  const index_t n = f.shape()[place];
  if (n < 2) [[unlikely]]
    throw_value_error("gradient: dim ", place, " has size ", n, ", and needs at least 2");
  const auto at = [&](const Tensor<R>& t, index_t first, index_t count) {
    return t.size(dim) == 1 ? t : t.narrow(dim, first, count);
  };
  const Tensor<R> slopes = (f.narrow(dim, 1, n - 1) - f.narrow(dim, 0, n - 1)) / steps;
  const Tensor<R> out = make_uninitialized<R>("gradient", f.shape());
  copy_elements(out.narrow(dim, 0, 1), slopes.narrow(dim, 0, 1));
  copy_elements(out.narrow(dim, n - 1, 1), slopes.narrow(dim, n - 2, 1));
  if (n == 2) return out;
  // The slope of the parabola through three neighbours: the mean of two slopes, with the other step as weight.
  const Tensor<R> before = at(steps, 0, n - 2);
  const Tensor<R> after = at(steps, 1, n - 2);
  copy_elements(out.narrow(dim, 1, n - 2),
                (slopes.narrow(dim, 0, n - 2) * after + slopes.narrow(dim, 1, n - 2) * before) /
                    (before + after));
  return out;
}

/// Computes the sum of the trapezia under a line along a dim.
template <class R>
Tensor<R> trapezoid_along(const Tensor<R>& y, const Tensor<R>& steps, std::size_t place) {
  const auto dim = static_cast<index_t>(place);
  const index_t left = y.shape()[place] > 0 ? y.shape()[place] - 1 : 0;
  const index_t skipped = y.shape()[place] - left;
  const Tensor<R> heights = (y.narrow(dim, skipped, left) + y.narrow(dim, 0, left)) / R{2};
  return sum(heights * (steps.size(dim) == 1 ? steps : steps.narrow(dim, 0, left)), dim);
}

/// Returns the values at `x` of the line through samples.
template <class R>
Tensor<R> interpolate(const Tensor<R>& x, const Tensor<R>& xs, const Tensor<R>& values,
                      const InterpOptions& options) {
  if (xs.dim() != 1 || !(xs.shape() == values.shape()) || xs.numel() == 0) [[unlikely]]
    throw_shape_error("interp: samples of shapes ", xs.shape(), " and ", values.shape(),
                      " are not two sequences of one size, with elements");
  const Tensor<R> positions = xs.contiguous();
  const Tensor<R> heights = values.contiguous();
  const Tensor<R> result = x.clone();
  const Tensor<index_t> places = searchsorted(positions, result, "right");
  const index_t n = positions.numel();
  const Samples samples{positions.data(), heights.data(), n};
  const R first = options.left.value_or(samples.values[0]);
  const R last = options.right.value_or(samples.values[n - 1]);
  store_in_parts(result.numel(), kernel::kHeavyWork * index_t{sizeof(R)},
                 [&](index_t begin, index_t end) {
                   for (index_t i = begin; i < end; ++i) {
                     R& at = result.data()[i];
                     if (at < samples.xs[0]) {
                       at = first;
                     } else if (at > samples.xs[n - 1]) {
                       at = last;
                     } else if (at == at) {
                       at = samples.between(at, places.data()[i] - 1);
                     }
                   }
                 });
  return result;
}

/// Adds the tensor that diff joins to t at one end: `part` itself, or a tensor of size 1 along the dim with this number.
/// For None it adds nothing.
template <class V, class X>
void add_part(std::vector<Tensor<V>>& parts, const Tensor<V>& t, std::size_t place, const X& part) {
  if constexpr (is_tensor_v<X>) {
    parts.push_back(part.template to<V>());
  } else if constexpr (Scalar<X>) {
    Dims shape = t.shape();
    shape[place] = 1;
    parts.push_back(make_filled("diff", shape, convert_element<V>(part)));
  }
}

/// Returns what ediff1d puts at one end: the elements of a tensor, a number, or for None nothing.
template <class V, class X>
Tensor<V> end_of_differences(const X& part) {
  if constexpr (is_tensor_v<X>) {
    return part.template to<V>();
  } else if constexpr (Scalar<X>) {
    return make_filled("ediff1d", Dims{1}, convert_element<V>(part));
  } else {
    return {};
  }
}
template <class V>
Tensor<V> differences_between(const Tensor<V>& t, const Tensor<V>& begin, const Tensor<V>& end) {
  return cat({begin.ravel(), diff(t.ravel()), end.ravel()}, 0);
}

}  // namespace detail

/// Returns the values at `x` of the line through the samples (xs[i], values[i]), as a fresh tensor of doubles of the
/// shape of x. `xs` must ascend, which is not checked. Outside the samples it is the first or the last value, or an
/// option. NaN gives NaN. Throws ShapeError unless xs and values have rank 1, one size and elements. Source: NumPy's
/// interp.
///   interp(tensor({0.5, 2.0, 9.0}), tensor({0, 1, 3}), tensor({10, 20, 40})) -> 15 30 40
///   interp(x, xs, values, {.left = 0, .right = 0})
template <RealTensor A, RealTensor B, RealTensor C>
[[nodiscard]] Tensor<double> interp(const A& x, const B& xs, const C& values,
                                    const InterpOptions& options = {}) {
  return detail::interpolate(x.template to<double>(), xs.template to<double>(),
                             values.template to<double>(), options);
}

/// Returns the derivative of samples along `dim`, as a fresh tensor of the shape of `t`: the slope of the parabola
/// through each sample and its neighbours, and at both ends that of the line to the neighbour. `spacing` is the
/// distance between samples, or a tensor of their positions. Integers give double. Throws IndexError for a dim out of
/// range, ValueError for fewer than two samples, ShapeError for positions of another shape. Source: NumPy's gradient
/// of one axis.
///   gradient(tensor({1.0, 2.0, 4.0, 7.0, 11.0})) -> 1 1.5 2.5 3.5 4
template <RealTensor A, detail::Spacing S = double>
[[nodiscard]] auto gradient(const A& t, const S& spacing = 1, Dim dim = -1) {
  using R = detail::function_t<detail::element_t<A>>;
  const std::size_t place = wrap_dim("gradient", dim, t.shape().size());
  const auto steps = detail::steps_along<R>("gradient", t, place, spacing);
  return detail::gradient_along(t.template to<R>(), steps, place);
}

/// Returns the integral of samples along `dim` by the trapezoidal rule, without `dim`. `spacing` is the distance
/// between samples, or a tensor of their positions. Integers give double. Throws IndexError for a dim out of range,
/// ShapeError for positions of another shape. Source: NumPy's and PyTorch's trapezoid.
///   trapezoid(tensor({1, 2, 3})) -> 4 · trapezoid(tensor({1, 2, 3}), tensor({4, 6, 8})) -> 8
template <RealTensor A, detail::Spacing S = double>
[[nodiscard]] auto trapezoid(const A& y, const S& spacing = 1, Dim dim = -1) {
  using R = detail::function_t<detail::element_t<A>>;
  const std::size_t place = wrap_dim("trapezoid", dim, y.shape().size());
  const auto steps = detail::steps_along<R>("trapezoid", y, place, spacing);
  return detail::trapezoid_along(y.template to<R>(), steps, place);
}

/// Computes diff after other elements have been joined to the tensor along `dim`, before and behind it. Each of the two
/// is a tensor, a number, which is one more element in each line, or None. Source: NumPy's and PyTorch's diff.
///   diff(tensor({1, 4, 9}), 1, -1, 0) -> 1 3 5 · diff(tensor({1, 4}), 1, 0, None, tensor({4, 8})) -> 3 0 4
template <NumberTensor A, class P, class Q = NoneType>
  requires((NumberTensor<P> || Scalar<P> || std::is_same_v<P, NoneType>) &&
           (NumberTensor<Q> || Scalar<Q> || std::is_same_v<Q, NoneType>))
[[nodiscard]] auto diff(const A& t, Count n, Dim dim, const P& prepend, const Q& append = None) {
  using V = std::remove_const_t<detail::element_t<A>>;
  const std::size_t place = wrap_dim("diff", dim, t.shape().size());
  const Tensor<V> own = t.template to<V>();
  std::vector<Tensor<V>> parts;
  detail::add_part(parts, own, place, prepend);
  parts.push_back(own);
  detail::add_part(parts, own, place, append);
  return diff(cat(parts, dim), n, dim);
}

/// Returns the differences of neighbours of the elements in row-major order, with `to_end` behind and `to_begin` before
/// them: tensors, numbers or None. Source: NumPy's ediff1d.
///   ediff1d(tensor({1, 2, 4, 7, 0})) -> 1 2 3 -7 · ediff1d(tensor({1, 2}), 99, -99) -> -99 1 99
template <NumberTensor A, class E = NoneType, class B = NoneType>
[[nodiscard]] auto ediff1d(const A& t, const E& to_end = None, const B& to_begin = None) {
  using V = std::remove_const_t<detail::element_t<A>>;
  return detail::differences_between(t.template to<V>(), detail::end_of_differences<V>(to_begin),
                                     detail::end_of_differences<V>(to_end));
}

NDX_NAMESPACE_END
