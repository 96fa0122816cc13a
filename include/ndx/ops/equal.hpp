// equal and allclose: whether two tensors agree, as one bool.
#pragma once

#include <cmath>

#include <ndx/ops/compare.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether f(a, b) holds for each pair of elements of layouts of one shape. Rows after the first
/// that fails are not looked at.
template <class F, class A, class B>
bool all_pairs(F f, const Tensor<A>& a, const Tensor<B>& b) {
  std::array<index_t, 2> offsets{};
  const StridedLoop<2> loop =
      sort_for_memory(make_loop<2>(a.shape(), {a.strides(), b.strides()}), offsets);
  const kernel::Loop<2> rows = kernel_loop(loop);
  if (kernel::is_empty(rows)) return true;
  const A* const left = a.data() + offsets[0];
  const B* const right = b.data() + offsets[1];
  bool agree = true;
  kernel::for_each_row(
      rows, [&](const kernel::Offsets<2>& at, index_t count, const kernel::Offsets<2>& step) {
        for (index_t i = 0; i < count && agree; ++i)
          agree = f(left[at.at[0] + i * step.at[0]], right[at.at[1] + i * step.at[1]]);
      });
  return agree;
}

/// The type in which differences are taken: double, or long double, or complex of these.
template <class A, class B>
using distance_t = promote_t<promote_t<A, B>, double>;

struct Tolerance {
  double relative;
  double absolute;
  bool equal_nan;

  template <class T>
  static bool is_nan(const T& x) {
    return !(x == x);
  }
  template <Real T>
  static T magnitude(const T& x) {
    return std::abs(x);
  }
  template <Complex T>
  static auto magnitude(const T& x) {
    return std::hypot(x.real(), x.imag());
  }

  template <class T>
  bool operator()(const T& a, const T& b) const {
    if (a == b) return true;  // infinities too
    const auto limit = absolute + relative * magnitude(b);
    if (magnitude(a - b) <= limit && std::isfinite(limit)) return true;
    return equal_nan && is_nan(a) && is_nan(b);
  }
};

}  // namespace detail

/// Whether both have the same shape and equal elements, compared as == does. Different shapes are
/// not an error. NaN equals nothing.
template <class A, class B>
requires EqualityOperands<A, B> && detail::is_tensor_v<A> && detail::is_tensor_v<B>
[[nodiscard]] bool equal(const A& a, const B& b) {
  using Left = detail::element_t<A>;
  using Right = detail::element_t<B>;
  if (!(a.shape() == b.shape())) return false;
  if constexpr (NumberOperands<A, B>) {
    return detail::all_pairs(detail::Compare<detail::Equal, result_t<A, B>, Left, Right>{}, a, b);
  } else {
    return detail::all_pairs(detail::Equal{}, a, b);
  }
}

/// Whether |a - b| <= atol + rtol·|b| for each pair of elements, broadcast, in double. Equal
/// infinities are close; NaNs are with `equal_nan`. ShapeError when the shapes do not broadcast.
/// Source: NumPy's allclose, which is not symmetric either.
template <class A, class B>
requires NumberOperands<A, B>
[[nodiscard]] bool allclose(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8,
                            bool equal_nan = false) {
  using R = detail::distance_t<detail::element_t<A>, detail::element_t<B>>;
  const detail::Tolerance tolerance{rtol, atol, equal_nan};
  const auto close = [&](const auto& x, const auto& y) {
    return tolerance(convert_element<R>(x), convert_element<R>(y));
  };
  if constexpr (detail::is_tensor_v<A> && detail::is_tensor_v<B>) {
    const Dims shape = broadcast_shapes("allclose", a.shape(), b.shape());
    return detail::all_pairs(close, a.broadcast_to(shape), b.broadcast_to(shape));
  } else if constexpr (detail::is_tensor_v<A>) {
    return detail::all_pairs([&](const auto& x, const auto& /*x*/) { return close(x, b); }, a, a);
  } else {
    return detail::all_pairs([&](const auto& y, const auto& /*y*/) { return close(a, y); }, b, b);
  }
}

NDX_NAMESPACE_END
