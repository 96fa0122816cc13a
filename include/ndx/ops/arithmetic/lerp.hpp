// lerp interpolates linearly between two tensors.
#pragma once

#include <ndx/ops/math/exponentials.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The type that arithmetic on A, B and W gives. Each of them is a tensor or a scalar.
template <class A, class B, class W>
struct InterpolationResult {
  using type = typename OperandResult<Tensor<result_t<A, B>>, W>::type;
};
template <Scalar A, Scalar B, class W>
struct InterpolationResult<A, B, W> {
  using type = typename OperandResult<promote_t<A, B>, W>::type;
};

/// Interpolates from the nearer end, so that a weight of 1 gives exactly b and results do not
/// decrease with a growing weight.
template <class R>
struct Interpolate {
  template <class A, class B, class W>
  R operator()(const A& a, const B& b, const W& weight) const {
    const R from = convert_element<R>(a);
    const R to = convert_element<R>(b);
    const R w = convert_element<R>(weight);
    const R distance = to - from;
    const R from_first = from + w * distance;
    const R from_second = to - distance * (R{1} - w);
    return detail::select(w < R{1} / 2, from_first, from_second);
  }
};

template <class Call, class A, class B, class W>
auto interpolate(Call call, const A& a, const B& b, const W& weight) {
  using R = function_t<typename InterpolationResult<A, B, W>::type>;
  using Computed = computed_t<R>;
  return map_elements<R>(call, Interpolate<Computed>{}, as_operand<Computed>(a),
                         as_operand<Computed>(b), as_operand<Computed>(weight));
}

}  // namespace detail

/// Operands of lerp: real numbers, at least one of which is a tensor.
template <class A, class B, class W>
concept InterpolationOperands =
    (detail::is_tensor_v<A> || detail::is_tensor_v<B> || detail::is_tensor_v<W>) &&
    Real<detail::element_t<A>> && Real<detail::element_t<B>> && Real<detail::element_t<W>> &&
    Scalar<detail::element_t<A>> && Scalar<detail::element_t<B>> && Scalar<detail::element_t<W>>;

/// Computes a + weight·(b - a) for tensors that broadcast, or scalars. Returns a fresh tensor of the
/// type that arithmetic on them gives; integers give double. A weight outside 0 … 1 extrapolates.
/// Throws ShapeError if the shapes do not broadcast. Source: torch.lerp.
///   lerp(tensor({0.0, 10.0}), tensor({10.0, 20.0}), 0.5) -> 5 15
template <class A, class B, class W>
  requires InterpolationOperands<A, B, W>
[[nodiscard]] auto lerp(const A& a, const B& b, const W& weight) {
  return detail::interpolate("lerp", a, b, weight);
}

NDX_NAMESPACE_END
