// Reduce, a plain value, says how a write combines the value with the element that is stored. Its
// names: reduce_name, reduce_from_name, printing.
//
// Its functions of two elements are types of their own, which kernels inline. A value of Reduce is
// resolved to one of them by visit(), outside the loops. Functions that PyTorch gives a reduction by
// name take either a constant or a name, and repeat in their errors what the caller wrote.
#pragma once

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>

#include <ndx/base/error.hpp>
#include <ndx/base/message.hpp>
#include <ndx/base/types.hpp>
#include <ndx/kernel/math/number_order.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel::pairs {  // kernel/map/complex_rows.hpp
struct Sum;
struct Product;
}  // namespace kernel::pairs
namespace detail {

/// The unsigned type for arithmetic on integers of type T. It wraps around, and is not promoted to
/// a signed type.
template <class T>
using Wrapping = std::make_unsigned_t<decltype(T{} * T{})>;

}  // namespace detail
namespace bases {

/// Marks a function that reads only its arguments, so that rows can be combined by vectors. The
/// kind identifies it, also to other processes.
template <auto kind>
struct Pure {
  using PureFunction = void;
  static constexpr int kNumber = static_cast<int>(kind);
};
/// Marks a function that is pure and changes nothing when the same values are combined again.
template <auto kind>
struct Idempotent : Pure<kind> {
  using IdempotentFunction = void;
};

}  // namespace bases

/// Says how a write combines the value with the element that is stored. It is a plain value, which
/// can be chosen, kept, passed on and compared.
///   t.index_put_({i}, v, {.reduce = Reduce::maximum})
///   Reduce how = all ? Reduce::add : Reduce::maximum;
///   t.index_put_({i}, v, {.reduce = how})
///   switch (how) { case Reduce::add: … }
/// From text, use reduce_from_name("amax"). A reduction that the element type does not have, such
/// as Reduce::bitwise_or of floats, does not compile where it is written out, and is a ValueError
/// where it is chosen at run time.
class Reduce {
 public:
  /// The kinds, for a switch.
  enum class Kind : std::uint8_t {
    assign,
    add,
    multiply,
    minimum,
    maximum,
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    mean,
  };

  // The functions of two elements are types.

  /// The value replaces the element.
  struct Assign {
    static constexpr int kNumber = static_cast<int>(Kind::assign);
  };

  /// Computes a + b without undefined behaviour: integers wrap around, bools are OR-ed.
  struct Add : bases::Pure<Kind::add> {
    using Pairs = kernel::pairs::Sum;
    template <class T>
      requires requires(const T& a, const T& b) { static_cast<T>(a + b); }
    constexpr T operator()(const T& a, const T& b) const {
      if constexpr (Boolean<T>) {
        return a || b;
      } else if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(static_cast<detail::Wrapping<T>>(a) +
                              static_cast<detail::Wrapping<T>>(b));
      } else {
        return static_cast<T>(a + b);
      }
    }
  };

  /// Computes a · b: integers wrap around, bools are AND-ed.
  struct Multiply : bases::Pure<Kind::multiply> {
    using Pairs = kernel::pairs::Product;
    template <class T>
      requires requires(const T& a, const T& b) { static_cast<T>(a * b); }
    constexpr T operator()(const T& a, const T& b) const {
      if constexpr (Boolean<T>) {
        return a && b;
      } else if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(static_cast<detail::Wrapping<T>>(a) *
                              static_cast<detail::Wrapping<T>>(b));
      } else {
        return static_cast<T>(a * b);
      }
    }
  };

  /// Returns the smaller one, or NaN if either is NaN, like NumPy's minimum. Complex numbers are
  /// ordered by their real, then by their imaginary components.
  struct Minimum : bases::Idempotent<Kind::minimum> {
    template <Number T>
    constexpr T operator()(const T& a, const T& b) const {
      // If both are NaN, a stays. That can be seen in complex numbers, whose other component may differ.
      if constexpr (Complex<T>)
        return detail::is_less(b, a) || (b != b && a == a) ? b : a;
      else
        return b < a || b != b ? b : a;
    }
  };
  /// Returns the larger one, or NaN if either is NaN, like NumPy's maximum.
  struct Maximum : bases::Idempotent<Kind::maximum> {
    template <Number T>
    constexpr T operator()(const T& a, const T& b) const {
      if constexpr (Complex<T>)
        return detail::is_less(a, b) || (b != b && a == a) ? b : a;
      else
        return b > a || b != b ? b : a;
    }
  };

  /// Combines integers or bools bit by bit, by AND.
  struct BitwiseAnd : bases::Idempotent<Kind::bitwise_and> {
    template <std::integral T>
    constexpr T operator()(T a, T b) const {
      return static_cast<T>(a & b);
    }
  };
  /// Combines integers or bools bit by bit, by OR.
  struct BitwiseOr : bases::Idempotent<Kind::bitwise_or> {
    template <std::integral T>
    constexpr T operator()(T a, T b) const {
      return static_cast<T>(a | b);
    }
  };
  /// Combines integers or bools bit by bit, by XOR.
  struct BitwiseXor : bases::Pure<Kind::bitwise_xor> {
    template <std::integral T>
    constexpr T operator()(T a, T b) const {
      return static_cast<T>(a ^ b);
    }
  };

  /// The mean of the element and all values, for functions that count them. It is no function of
  /// two elements.
  struct Mean {
    static constexpr int kNumber = static_cast<int>(Kind::mean);
  };

  // The constants below have these types. Each derives from the one before it, so that c ?
  // Reduce::add : Reduce::maximum has a type. `Needs` is the function that the element type must
  // have.
  class OfAll;
  class OfNumbers;
  class OfOrdered;
  class OfIntegers;
  class OfMeans;

  /// The value replaces the element. If a position occurs twice, the last value wins.
  static const OfAll assign;
  /// Adds. Integers wrap around, and bools are OR-ed.
  static const OfNumbers add;
  /// Multiplies. Integers wrap around, and bools are AND-ed.
  static const OfNumbers multiply;
  /// Takes the smaller one, or NaN if either is NaN, like NumPy's minimum. Complex numbers are
  /// ordered by their real, then by their imaginary components.
  static const OfOrdered minimum;
  /// Takes the larger one, or NaN if either is NaN, like NumPy's maximum.
  static const OfOrdered maximum;
  /// Combine integers or bools bit by bit.
  static const OfIntegers bitwise_and;
  static const OfIntegers bitwise_or;
  static const OfIntegers bitwise_xor;
  /// Takes the mean. Only scatter_reduce and index_reduce accept it, because they count the values.
  static const OfMeans mean;

  /// The function that an element type must have; which one is meant is only known at run time.
  using Needs = Assign;

  /// The default is Reduce::assign.
  constexpr Reduce() noexcept = default;
  /// Throws ValueError for a number that is none of the enumeration's.
  constexpr explicit Reduce(Kind kind) : kind_(kind) {
    if (kind > Kind::mean) [[unlikely]]
      throw_value_error("Reduce", ": ", static_cast<int>(kind), " is no Reduce::Kind");
  }

  /// Returns the kind, for a switch.
  constexpr operator Kind() const noexcept { return kind_; }

  /// Returns true if two are equal. Either may be a constant.
  template <std::convertible_to<Reduce> A, std::convertible_to<Reduce> B>
  friend constexpr bool operator==(const A& a, const B& b) noexcept {
    return static_cast<Kind>(a) == static_cast<Kind>(b);
  }

  /// Returns use(f), where f is the function of two elements.
  template <class Use>
  NDX_ALWAYS_INLINE constexpr decltype(auto) visit(Use&& use) const {
    switch (kind_) {
      case Kind::add:
        return use(Add{});
      case Kind::multiply:
        return use(Multiply{});
      case Kind::minimum:
        return use(Minimum{});
      case Kind::maximum:
        return use(Maximum{});
      case Kind::bitwise_and:
        return use(BitwiseAnd{});
      case Kind::bitwise_or:
        return use(BitwiseOr{});
      case Kind::bitwise_xor:
        return use(BitwiseXor{});
      case Kind::mean:
        return use(Mean{});
      default:
        return use(Assign{});
    }
  }

 private:
  Kind kind_ = Kind::assign;
};

/// A constant of Reduce. It is not derived from Reduce: a variable and a constant would have no
/// type in common if one is const and the other is not.
class Reduce::OfAll {
 public:
  using Needs = Assign;
  constexpr explicit OfAll(Kind kind) : reduce_(kind) {}
  constexpr operator Reduce() const noexcept { return reduce_; }
  constexpr operator Kind() const noexcept { return reduce_; }

 private:
  Reduce reduce_;
};
class Reduce::OfNumbers : public OfAll {
 public:
  using Needs = Add;
  using OfAll::OfAll;
};
class Reduce::OfOrdered : public OfNumbers {
 public:
  using Needs = Maximum;
  using OfNumbers::OfNumbers;
};
class Reduce::OfIntegers : public OfOrdered {
 public:
  using Needs = BitwiseAnd;
  using OfOrdered::OfOrdered;
};
class Reduce::OfMeans : public OfIntegers {
 public:
  using Needs = Mean;
  using OfIntegers::OfIntegers;
};
inline constexpr Reduce::OfAll Reduce::assign{Kind::assign};
inline constexpr Reduce::OfNumbers Reduce::add{Kind::add};
inline constexpr Reduce::OfNumbers Reduce::multiply{Kind::multiply};
inline constexpr Reduce::OfOrdered Reduce::minimum{Kind::minimum};
inline constexpr Reduce::OfOrdered Reduce::maximum{Kind::maximum};
inline constexpr Reduce::OfIntegers Reduce::bitwise_and{Kind::bitwise_and};
inline constexpr Reduce::OfIntegers Reduce::bitwise_or{Kind::bitwise_or};
inline constexpr Reduce::OfIntegers Reduce::bitwise_xor{Kind::bitwise_xor};
inline constexpr Reduce::OfMeans Reduce::mean{Kind::mean};

namespace detail {

struct NamedReduce {
  const char* name;
  Reduce reduce;
};
// The first name of a reduction is that of its constant; the others are PyTorch's and NumPy's.
inline constexpr NamedReduce kNamedReduces[] = {
    {"assign", Reduce::assign},
    {"add", Reduce::add},
    {"sum", Reduce::add},
    {"multiply", Reduce::multiply},
    {"mul", Reduce::multiply},
    {"prod", Reduce::multiply},
    {"minimum", Reduce::minimum},
    {"amin", Reduce::minimum},
    {"min", Reduce::minimum},
    {"maximum", Reduce::maximum},
    {"amax", Reduce::maximum},
    {"max", Reduce::maximum},
    {"mean", Reduce::mean},
    {"bitwise_and", Reduce::bitwise_and},
    {"bitwise_or", Reduce::bitwise_or},
    {"bitwise_xor", Reduce::bitwise_xor},
};

[[noreturn]] void throw_unknown_reduce(const char* call, std::string_view name)
    NDX_SYMBOL(throw_unknown_reduce);
#if NDX_DEFINES
[[noreturn]] NDX_COLD NDX_FUNC void throw_unknown_reduce(const char* call, std::string_view name) {
  throw_value_error(call, ": reduce ", quoted(name, '"'),
                    " is none of \"add\", \"sum\", \"multiply\", \"mul\", \"prod\", "
                    "\"minimum\", \"amin\", \"min\", \"maximum\", \"amax\", \"max\", "
                    "\"mean\", \"bitwise_and\", \"bitwise_or\", \"bitwise_xor\", "
                    "\"assign\"");
}
#endif

/// Returns the reduction of that name. Throws ValueError for an unknown name; the message begins with `call`.
constexpr Reduce reduce_named(const char* call, std::string_view name) {
  for (const NamedReduce& known : kNamedReduces) {
    if (known.name == name) return known.reduce;
  }
  throw_unknown_reduce(call, name);
}

}  // namespace detail

/// Returns the name of a reduction's constant, such as "add" for Reduce::add.
constexpr const char* reduce_name(Reduce reduce) noexcept {
  for (const detail::NamedReduce& known : detail::kNamedReduces) {
    if (known.reduce == reduce) return known.name;
  }
  return "";
}

/// Returns the reduction of that name: the name of its constant, or one of PyTorch's and NumPy's names
/// "sum", "mul", "prod", "amin", "min", "amax" and "max". Throws ValueError for any other name.
///   t.index_put_({i}, v, {.reduce = reduce_from_name("amax")})
constexpr Reduce reduce_from_name(std::string_view name) {
  return detail::reduce_named("reduce_from_name", name);
}

/// Prints the name of a reduction.
template <class Traits, std::convertible_to<Reduce> R>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const R& reduce) {
  return out << reduce_name(reduce);
}

namespace detail {

/// Argument of functions whose reduction PyTorch gives by name: a value of Reduce, or a name.
template <class R>
concept ReduceOrName =
    std::convertible_to<const R&, Reduce> || std::convertible_to<const R&, std::string_view>;

/// Returns the reduction that the argument is or names. A constant of Reduce keeps its type, so that it is
/// still known at compile time.
template <ReduceOrName R>
constexpr auto to_reduce(const char* call, const R& reduce) {
  if constexpr (std::convertible_to<const R&, Reduce>) {
    return reduce;
  } else {
    return reduce_named(call, reduce);
  }
}

/// Returns the name by which the caller gave a reduction.
template <ReduceOrName R>
constexpr std::string_view name_of(const R& reduce) {
  if constexpr (std::convertible_to<const R&, Reduce>) {
    return reduce_name(reduce);
  } else {
    return reduce;
  }
}

/// Throws ValueError: the elements cannot be combined by the reduction that the caller called `name`.
[[noreturn]] NDX_COLD inline void throw_not_available(const char* call, std::string_view name) {
  throw_value_error(call, ": reduce \"", std::string(name),
                    "\" is not available for this element type");
}
[[noreturn]] NDX_COLD inline void throw_not_available(const char* call, Reduce reduce) {
  if (reduce == Reduce::mean)
    throw_value_error(call,
                      ": reduce \"mean\" is for scatter_reduce and index_reduce, which count the "
                      "values");
  throw_not_available(call, reduce_name(reduce));
}

}  // namespace detail
NDX_NAMESPACE_END
