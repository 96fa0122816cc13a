// Parts of complex numbers: real, imag, conj, angle. They take real numbers too.
#pragma once

#include <cmath>

#include <ndx/ops/elementwise.hpp>
#include <ndx/tensor/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A view of one part, 0 or 1, of each complex number.
template <class T>
auto part_view(const Tensor<T>& z, index_t part) {
  using Part = typename T::value_type;
  Layout layout = z.layout();
  layout.offset = 2 * layout.offset + part;
  for (std::size_t d = 0; d < layout.rank(); ++d) {
    if (z.numel() > 0 && layout.shape[d] > 1) layout.strides[d] *= 2;  // the others have no use
  }
  using Element = std::conditional_t<std::is_const_v<T>, const Part, Part>;
  return Tensor<Element>(z.storage(), std::move(layout));
}

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

struct Conjugate {
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
    if constexpr (Complex<T>) {
      return std::atan2(x.imag(), x.real());
    } else {
      using R = function_t<T>;
      return std::atan2(R{0}, convert_element<R>(x));
    }
  }
};

}  // namespace detail

/// The real parts: of complex numbers a view, which shares memory and can be written; real numbers
/// are returned as they are.
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
/// The imaginary parts: of complex numbers a view, which shares memory and can be written; of real
/// numbers fresh zeros.
template <class T>
  requires Scalar<std::remove_const_t<T>>
[[nodiscard]] auto imag(const Tensor<T>& z) {
  if constexpr (Complex<T>) {
    return detail::part_view(z, 1);
  } else {
    return zeros<std::remove_const_t<T>>(z.shape());
  }
}

/// The conjugates. Returns a fresh tensor of the shape and element type of `a`.
template <NumberTensor A>
[[nodiscard]] auto conj(const A& a) {
  return detail::map_elements<detail::element_t<A>>("conj", detail::Conjugate{}, a);
}

/// The angles from the positive real axis, in radians, between -π and π: of real numbers 0, or π
/// where the sign is negative; NaN of NaN. Complex numbers give the type of their parts, integers
/// double. Returns a fresh tensor.
template <NumberTensor A>
[[nodiscard]] auto angle(const A& a) {
  using R = detail::part_t<detail::function_t<detail::element_t<A>>>;
  return detail::map_elements<R>("angle", detail::Angle{}, a);
}

NDX_NAMESPACE_END
