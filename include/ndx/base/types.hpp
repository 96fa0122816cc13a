// index_t, and the concepts for elements, integers and numbers.
//
// This header depends on nothing but the language. Complex numbers are recognised by their members, so that
// <complex>, which is slow to compile, is included only by code that uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <ndx/base/config.hpp>

NDX_NAMESPACE_BEGIN

/// Type of sizes, strides, offsets and indices: signed, 64 bits, always in elements.
using index_t = std::int64_t;

/// The largest rank a tensor can have.
inline constexpr std::size_t kMaxRank = 64;

/// Up to this rank, shapes, strides, layouts and plans allocate nothing on the heap.
inline constexpr std::size_t kInlineRank = 6;

/// Whether T is one of the character types, which do not count as numbers here.
template <class T>
inline constexpr bool is_character_v =
    std::is_same_v<T, char> || std::is_same_v<T, wchar_t> || std::is_same_v<T, char8_t> ||
    std::is_same_v<T, char16_t> || std::is_same_v<T, char32_t>;

/// Integers usable as sizes or indices: every integral type except bool and the character types.
template <class T>
concept Integer = std::is_integral_v<T> && !std::is_same_v<std::remove_cv_t<T>, bool> &&
                  !is_character_v<std::remove_cv_t<T>> && sizeof(T) <= sizeof(index_t);

namespace detail {

/// Whether this file is compiled as a checked build. As a default argument, it tells functions of the compiled
/// library the setting of the file that calls them.
inline constexpr bool kCallerChecks = NDX_CHECKED != 0;

/// Converts an integer, which must fit, to a type that on some systems is the same, such as off_t. There a
/// plain cast would make -Wuseless-cast warn.
template <class To, class From>
NDX_ALWAYS_INLINE constexpr To as_integer(From value) noexcept {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else {
    return static_cast<To>(value);
  }
}

}  // namespace detail

/// The bases of public classes. They are not in `detail`, because for an argument of such a class a compiler
/// also looks for functions in the namespaces of its bases: a user's own function would be ambiguous with one
/// of `detail` that has its name. This namespace has no functions.
namespace bases {
using namespace detail;
}  // namespace bases

/// bool, const or not: the element type of masks.
template <class T>
concept Boolean = std::is_same_v<std::remove_cv_t<T>, bool>;

class float16;   // include <ndx/half.hpp>
class bfloat16;  // include <ndx/half.hpp>

/// The floating-point types of 16 bits, which <ndx/half.hpp> defines. Elements of these types are stored and
/// moved in 16 bits, and computed with in float.
template <class T>
concept Half =
    std::is_same_v<std::remove_cv_t<T>, float16> || std::is_same_v<std::remove_cv_t<T>, bfloat16>;

class float8_e4m3fn;  // include <ndx/half.hpp>
class float8_e5m2;    // include <ndx/half.hpp>

/// The floating-point types of 8 bits, which <ndx/half.hpp> defines. Elements of these types are converted to
/// other types; nothing computes with them.
template <class T>
concept Float8 = std::is_same_v<std::remove_cv_t<T>, float8_e4m3fn> ||
                 std::is_same_v<std::remove_cv_t<T>, float8_e5m2>;

/// float, double, long double and the types of 16 bits.
template <class T>
concept Floating = std::is_floating_point_v<T> || Half<T>;

/// std::complex of a floating-point type, or a type with the same members.
template <class T>
concept Complex =
    requires(const T& z) {
      typename T::value_type;
      z.real();
      z.imag();
    } && std::is_floating_point_v<typename T::value_type> &&
    sizeof(T) == 2 * sizeof(typename T::value_type);

namespace detail {

/// The complex type Z with components of another type.
template <class Z, class Part>
struct RebindComplex;
template <template <class> class Z, class Old, class Part>
struct RebindComplex<Z<Old>, Part> {
  using type = Z<Part>;
};

}  // namespace detail

/// Numbers with an order: the arithmetic types of C++, including bool, and the types of 16 bits.
template <class T>
concept Real = std::is_arithmetic_v<T> || Half<T>;

/// Real or complex numbers.
template <class T>
concept Number = Real<T> || Complex<T>;

/// The type in which functions of elements of type T are computed.
template <class T>
using computed_t = std::conditional_t<Half<T>, float, T>;

namespace detail {

/// The default template argument of functions whose element type can be deduced or given, as in arange(3) and
/// arange<float>(3).
struct Deduced {};
template <class T>
concept IsDeduced = std::is_same_v<T, Deduced>;

/// False, for the static_assert of a function that exists only to say what to write instead. It depends on
/// template arguments, so that the assertion fails only if the function is called.
template <class...>
inline constexpr bool kNever = false;

/// Fails to compile, for begin() and end() of a temporary, and for other functions whose results would refer
/// to its elements when it is gone.
template <class Reference>
Reference refuse_temporary() {
  static_assert(kNever<Reference>,
                "the elements may be gone with the temporary: give it a name first");
}

}  // namespace detail

/// The unsigned integer type of N bytes: 1, 2 or 4, else 8.
template <std::size_t N>
using UnsignedOfSize = std::conditional_t<
    N == 1, std::uint8_t,
    std::conditional_t<N == 2, std::uint16_t,
                       std::conditional_t<N == 4, std::uint32_t, std::uint64_t>>>;

namespace detail {

/// Whether T is trivially copyable. Compilers cannot tell that of a type of 16 bits that is only declared; the
/// message then names the header to include.
template <class T>
inline constexpr bool is_trivially_copyable_v = std::is_trivially_copyable_v<T>;
template <Half T>
inline constexpr bool is_trivially_copyable_v<T> = [] {
  static_assert(requires { sizeof(T); }, "include <ndx/half.hpp> for elements of 16 bits");
  return requires { sizeof(T); };
}();

}  // namespace detail

/// Types a tensor can hold: any trivially copyable object type; `const` makes the tensor read-only.
template <class T>
concept Element = std::is_object_v<T> && !std::is_array_v<T> && !std::is_volatile_v<T> &&
                  detail::is_trivially_copyable_v<T>;

template <Element T>
class Tensor;
namespace detail {

/// The result of a function that refuses its arguments. It is never defined. Its type is a tensor, with which
/// everything can be done, so that compilers print no further errors; for void they would list every
/// operator<< that does not take it.
template <class...>
Tensor<float> refused();

}  // namespace detail
NDX_NAMESPACE_END
