// The element type of an operation's result, and the types that may be operands.
//
// This file has types only, no loops and no values. Two tensors promote as in NumPy, except that an
// integer tensor and a floating-point tensor give that floating-point type, as in PyTorch; ranks have
// no effect. A scalar changes the type of the tensor only if it is of a higher category (bool <
// integer < floating point < complex), whatever its value.
#pragma once

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class T>
inline constexpr int kCategory = Boolean<T>              ? 0
                                 : std::is_integral_v<T> ? 1
                                 : Floating<T>           ? 2
                                                         : 3;

template <class T>
struct PartOf {
  using type = T;
};
template <Complex T>
struct PartOf<T> {
  using type = typename T::value_type;
};

/// The type of the components of a complex T, or a real T itself.
template <class T>
using part_t = typename PartOf<T>::type;

/// The type of a real function or a mean of elements of type T.
template <class T>
using function_t = std::conditional_t<std::is_integral_v<T>, double, T>;

/// The signed integer type that holds every value of the unsigned U, or double if there is none.
template <class U>
using SignedHolder =
    std::conditional_t<sizeof(U) == 8, double, std::make_signed_t<UnsignedOfSize<2 * sizeof(U)>>>;

/// Returns the smallest integer type that holds both. If only one is signed, that is one with more
/// bits than the unsigned type, or double if there is none.
template <class A, class B>
constexpr auto promote_integers() {
  if constexpr (std::is_signed_v<A> == std::is_signed_v<B>) {
    return std::type_identity<std::conditional_t<sizeof(A) >= sizeof(B), A, B>>{};
  } else if constexpr (std::is_signed_v<A>) {
    return std::type_identity<std::conditional_t<(sizeof(A) > sizeof(B)), A, SignedHolder<B>>>{};
  } else {
    return promote_integers<B, A>();
  }
}

/// Implements promote_t.
template <class A, class B>
constexpr auto promote() {
  if constexpr (std::is_same_v<A, B>) {
    return std::type_identity<A>{};
  } else if constexpr (Complex<A> || Complex<B>) {
    using Part =
        typename decltype(promote<typename PartOf<A>::type, typename PartOf<B>::type>())::type;
    return RebindComplex<std::conditional_t<Complex<A>, A, B>, Part>{};
  } else if constexpr (Half<A> && Half<B>) {
    return std::type_identity<float>{};
  } else if constexpr (Floating<A> && Floating<B>) {
    return std::type_identity<std::conditional_t<(sizeof(A) > sizeof(B)), A, B>>{};
  } else if constexpr (kCategory<A> != kCategory<B>) {
    return std::type_identity<std::conditional_t<(kCategory<A> > kCategory<B>), A, B>>{};
  } else {
    return promote_integers<A, B>();
  }
}

template <class X>
struct OperandTraits {
  static constexpr bool is_tensor = false;
  using Element = X;
};
template <class T>
struct OperandTraits<Tensor<T>> {
  static constexpr bool is_tensor = true;
  using Element = std::remove_const_t<T>;
};

template <class T>
struct OperandTraits<IndexedView<T>> {
  static constexpr bool is_tensor = false;
  using Element = std::remove_const_t<T>;
};

template <class X>
inline constexpr bool is_tensor_v = OperandTraits<X>::is_tensor;

/// The element type of a tensor or an indexed view, without const, or the type of a scalar.
template <class X>
using element_t = typename OperandTraits<X>::Element;

}  // namespace detail

/// The promoted type of two tensors of A and B. Equal types keep their type; bool and X give X. Two
/// integer types give the smallest type that holds both, or double for uint64 and a signed one. An
/// integer and a floating-point type give that floating-point type. float and double give double,
/// float16 and bfloat16 give float. Complex types give a complex type of the promoted components.
template <class A, class B>
using promote_t = typename decltype(detail::promote<A, B>())::type;

/// The promoted type of a tensor of T and a scalar S, which is T unless S is of a higher category
/// than T.
template <class T, class S>
using promote_scalar_t =
    typename std::conditional_t<detail::kCategory<S> <= detail::kCategory<T>, std::type_identity<T>,
                                decltype(detail::promote<T, S>())>::type;

/// A scalar operand: a bool, an integer, a floating-point or complex number, but no character type.
template <class S>
concept Scalar = Number<S> && !is_character_v<S>;

/// A tensor of numbers.
template <class X>
concept NumberTensor = detail::is_tensor_v<X> && Scalar<detail::element_t<X>>;

/// A tensor or an indexed view of numbers.
template <class X>
concept Numbers = NumberTensor<X> || (detail::is_indexed_view_v<X> && Scalar<detail::element_t<X>>);

/// A tensor of bools, integers or floating-point numbers.
template <class X>
concept RealTensor = NumberTensor<X> && Real<detail::element_t<X>>;

/// A tensor of complex numbers.
template <class X>
concept ComplexTensor = NumberTensor<X> && Complex<detail::element_t<X>>;

/// Operands of an operator: two tensors of numbers, or a tensor of numbers and a scalar.
template <class A, class B>
concept NumberOperands =
    (NumberTensor<A> && (NumberTensor<B> || Scalar<B>)) || (Scalar<A> && NumberTensor<B>);

namespace detail {

template <class A, class B>
struct OperandResult {
  using type = promote_t<element_t<A>, element_t<B>>;
};
template <class A, Scalar B>
struct OperandResult<A, B> {
  using type = promote_scalar_t<element_t<A>, B>;
};
template <Scalar A, class B>
struct OperandResult<A, B> {
  using type = promote_scalar_t<element_t<B>, A>;
};

/// A tensor of numbers other than bools, a tensor of real ones, and one of bools and integers.
template <class X>
concept NoBools = NumberTensor<X> && !Boolean<element_t<X>>;
template <class X>
concept RealNumbers = NoBools<X> && Real<element_t<X>>;
template <class X>
concept BitTensor = NumberTensor<X> && std::is_integral_v<element_t<X>>;

/// Numbers that elements of To cannot hold whatever their size: fractions in integers, complex
/// numbers in real ones, numbers in bools. In-place operations refuse such a loss, as NumPy's casting
/// "same_kind" does except for signs, and PyTorch's can_cast. A plain write, x[0] = 2.5, converts.
template <class From, class To>
concept LosesKind = Number<From> && Number<To> && (kCategory<From> > kCategory<To>);

/// Refuses to update elements of To with numbers of From.
template <class From, class To>
constexpr void check_kind() {
  if constexpr (LosesKind<From, To>) {
    static_assert(!Complex<From>,
                  "real elements hold no complex numbers: write real(v), of ndx/complex.hpp");
    static_assert(Complex<From> || !Boolean<To>,
                  "bools hold no numbers: convert one of the two, v.to<bool>() or t.to<int>()");
    static_assert(Complex<From> || Boolean<To>,
                  "integers hold no fractions: convert one of the two, v.to<int>() or int(v), "
                  "or t.to<double>()");
  }
}

}  // namespace detail

/// The common element type of operands A and B, at least one of which is a tensor.
template <class A, class B>
using result_t = typename detail::OperandResult<A, B>::type;

/// Operands without complex numbers: two tensors of real numbers, or one and a scalar.
template <class A, class B>
concept RealOperands = NumberOperands<A, B> && Real<result_t<A, B>>;

NDX_NAMESPACE_END
