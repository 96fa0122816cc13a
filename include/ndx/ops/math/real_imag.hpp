// Components of complex numbers: real, imag, conj, angle. They take real numbers too.
#pragma once

#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/math/trigonometry.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

struct RealPart {
  template <class T>
  auto operator()(const T& x) const {
    if constexpr (Complex<T>) {
      return x.real();
    } else {
      return x;
    }
  }
};
struct ImaginaryPart {
  template <class T>
  auto operator()([[maybe_unused]] const T& x) const {
    if constexpr (Complex<T>) {
      return x.imag();
    } else {
      return T{0};
    }
  }
};

/// Applies F, whose results are components.
template <class F, class Call, class A>
auto map_part(Call call, const A& a) {
  return map_elements<part_t<element_t<A>>>(call, F{}, a);
}

struct Conjugate {
  using Pairs = kernel::pairs::Conjugate;
  template <class T>
  T operator()(const T& x) const {
    if constexpr (Complex<T>) {
      return T(x.real(), -x.imag());
    } else {
      return x;
    }
  }
};

struct Angle {
  using CallsOut = void;
  template <class T>
  auto operator()(const T& x) const {
    using R = function_t<T>;
    return libm::atan2(R{0}, convert_element<R>(x));
  }
};

/// Computes the angles. Those of complex numbers are computed on whole vectors.
template <class Call, class A>
auto map_angle(Call call, const A& a) {
  using T = element_t<A>;
  if constexpr (Complex<T>) {
    using R = part_t<T>;
    return map_elements<R>(call, In<ArcTangent2, R>{}, part_view(a, 1), part_view(a, 0));
  } else {
    return map_elements<function_t<T>>(call, Angle{}, a);
  }
}

}  // namespace detail

/// Returns the real components. Those of complex numbers are a view, which shares memory and can be
/// written; real numbers are returned as they are.
///   real(z).fill_(0)
template <class T>
  requires Scalar<std::remove_const_t<T>>
[[nodiscard]] auto real(const Tensor<T>& z) {
  if constexpr (Complex<T>) {
    return detail::part_view(z, 0);
  } else {
    return z;
  }
}
/// Returns the imaginary components. Those of complex numbers are a view, which shares memory and can
/// be written; real numbers give fresh zeros.
template <class T>
  requires Scalar<std::remove_const_t<T>>
[[nodiscard]] auto imag(const Tensor<T>& z) {
  if constexpr (Complex<T>) {
    return detail::part_view(z, 1);
  } else {
    return zeros<std::remove_const_t<T>>(z.shape());
  }
}

/// Returns the conjugates as a fresh tensor of the shape and element type of `a`.
template <NumberTensor A>
[[nodiscard]] auto conj(const A& a) {
  return detail::map_in_type<detail::Conjugate>("conj", a);
}

/// Returns the angles from the positive real axis, in radians between -π and π, as a fresh tensor. A
/// real number gives 0, π if its sign is negative, or NaN if it is NaN. Complex numbers give the type
/// of their components, integers double.
template <NumberTensor A>
[[nodiscard]] auto angle(const A& a) {
  return detail::map_angle("angle", a);
}

NDX_NAMESPACE_END
