// The largest and smallest elements and their positions: max, min, amax, amin, ptp, argmax, argmin.
//
// The names and results follow PyTorch: amax reduces over any dims, max along one dim returns the
// indices too. The reducers and the search are in arg_extremes.hpp.
#pragma once

#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/reduce/arg_extremes.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Finds the extreme values over `dims`. Throws ValueError if one of these has size 0, because an
/// empty set has no extreme.
template <class R, class T>
auto extreme_values(const char* call, const Tensor<T>& t, const ReducedDims& dims, bool keepdim) {
  auto found = reduce(call, R{}, t, dims, keepdim);
  const std::uint64_t reduced = dims.bits(call, t.shape().size());
  for (std::size_t d = 0; d < t.shape().size(); ++d) {
    if (t.shape()[d] == 0 && ((reduced >> d) & 1) != 0) [[unlikely]]
      throw_value_error(call, ": the dims to reduce of shape ", t.shape(),
                        " have no elements, and so no ", R::kName);
  }
  using V = std::remove_const_t<T>;
  if constexpr (std::is_same_v<typename R::Accumulator, computed_t<V>>) {
    return found.template to<V>();
  } else {
    return found;
  }
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
[[nodiscard]] Tensor<index_t> argmax(const A& t, index_t dim, const ArgExtremeOptions& options) {
  return detail::arg_extremes<detail::MaxOf<A>>("argmax", t, dim, options);
}
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> argmax(const A& t, index_t dim, KeepDim keepdim = false) {
  return argmax(t, dim, ArgExtremeOptions{.keepdim = keepdim});
}
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> argmin(const A& t, index_t dim, const ArgExtremeOptions& options) {
  return detail::arg_extremes<detail::MinOf<A>>("argmin", t, dim, options);
}
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> argmin(const A& t, index_t dim, KeepDim keepdim = false) {
  return argmin(t, dim, ArgExtremeOptions{.keepdim = keepdim});
}

/// Returns the largest element over `dims`, by default over all, as a fresh tensor of t's element
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
[[nodiscard]] auto max(const A& t, index_t dim, KeepDim keepdim = false) {
  return detail::extremes_along<detail::MaxOf<A>>("max", t, dim, keepdim);
}
template <NumberTensor A>
[[nodiscard]] auto min(const A& t, index_t dim, KeepDim keepdim = false) {
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
  return detail::map_elements<T>("ptp", detail::Subtract{}, largest, smallest);
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
