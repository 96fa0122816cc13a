// Reduce: how a write combines the value with the element that is stored, as a plain value.
#pragma once

#include <concepts>
#include <type_traits>

#include <ndx/base/error.hpp>
#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel::pairs {  // kernel/map/complex_rows.hpp
struct Sum;
struct Product;
}  // namespace kernel::pairs
namespace detail {

/// The unsigned type for arithmetic on integers of type T: it wraps, and is not promoted to a
/// signed type.
template <class T>
using Wrapping = std::make_unsigned_t<decltype(T{} * T{})>;

/// Marks a function that reads nothing but its arguments: rows can be combined with vectors. The
/// kind tells it from the others, also to other processes.
template <auto kind>
struct Pure {
  using PureFunction = void;
  static constexpr int kNumber = static_cast<int>(kind);
};
/// Marks a function that, besides, changes nothing when the same values are combined again.
template <auto kind>
struct Idempotent : Pure<kind> {
  using IdempotentFunction = void;
};

}  // namespace detail

/// How a write combines the value with the element that is stored: a plain value, which is chosen, kept,
/// passed on and compared.
///   t.index_put_({i}, v, {.reduce = Reduce::maximum})
///   Reduce how = all ? Reduce::add : Reduce::maximum;
///   t.index_put_({i}, v, {.reduce = how})
///   switch (how) { case Reduce::add: … }
/// From text: reduce_from_name("amax"). A reduction that the element type does not have, such as
/// Reduce::bitwise_or of floats, does not compile where it is written out, and is a ValueError where it is
/// chosen at run time.
class Reduce {
 public:
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

  // The functions of two elements, by type.

  /// The value replaces the element.
  struct Assign {
    static constexpr int kNumber = static_cast<int>(Kind::assign);
  };

  /// a + b without undefined behaviour: integers wrap, bools are OR-ed.
  struct Add : detail::Pure<Kind::add> {
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

  /// a · b: integers wrap, bools are AND-ed.
  struct Multiply : detail::Pure<Kind::multiply> {
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

  /// The smaller one; NaN if either is NaN, like NumPy's minimum.
  struct Minimum : detail::Idempotent<Kind::minimum> {
    template <Real T>
    constexpr T operator()(const T& a, const T& b) const {
      return b < a || b != b ? b : a;
    }
  };
  /// The larger one; NaN if either is NaN, like NumPy's maximum.
  struct Maximum : detail::Idempotent<Kind::maximum> {
    template <Real T>
    constexpr T operator()(const T& a, const T& b) const {
      return b > a || b != b ? b : a;
    }
  };

  /// Bit by bit, for integers and bools.
  struct BitwiseAnd : detail::Idempotent<Kind::bitwise_and> {
    template <std::integral T>
    constexpr T operator()(T a, T b) const {
      return static_cast<T>(a & b);
    }
  };
  struct BitwiseOr : detail::Idempotent<Kind::bitwise_or> {
    template <std::integral T>
    constexpr T operator()(T a, T b) const {
      return static_cast<T>(a | b);
    }
  };
  struct BitwiseXor : detail::Pure<Kind::bitwise_xor> {
    template <std::integral T>
    constexpr T operator()(T a, T b) const {
      return static_cast<T>(a ^ b);
    }
  };

  /// The mean of the element and all values, for functions that count them; no function of two elements.
  struct Mean {
    static constexpr int kNumber = static_cast<int>(Kind::mean);
  };

  // The types of the constants below. Each derives from the one before it, so that
  // c ? Reduce::add : Reduce::maximum has a type. `Needs` is what the element type must have.
  class OfAll;
  class OfNumbers;
  class OfReals;
  class OfIntegers;
  class OfMeans;

  /// The value replaces the element; of equal positions the last one wins.
  static const OfAll assign;
  /// Integers wrap around; of bools these two are or, and.
  static const OfNumbers add;
  static const OfNumbers multiply;
  /// NaN if either is NaN, like NumPy's minimum and maximum.
  static const OfReals minimum;
  static const OfReals maximum;
  /// Bit by bit, for integers and bools.
  static const OfIntegers bitwise_and;
  static const OfIntegers bitwise_or;
  static const OfIntegers bitwise_xor;
  /// For scatter_reduce and index_reduce alone, which count the values.
  static const OfMeans mean;

  using Needs = Assign;

  /// Assigns.
  constexpr Reduce() noexcept = default;
  /// Throws ValueError for a number that is none of the enumeration's.
  constexpr explicit Reduce(Kind kind) : kind_(kind) {
    if (kind > Kind::mean) [[unlikely]]
      throw_value_error("Reduce", ": ", static_cast<int>(kind), " is no Reduce::Kind");
  }

  /// For a switch.
  constexpr operator Kind() const noexcept { return kind_; }

  /// Whether two are equal, of which either may be a constant.
  template <std::convertible_to<Reduce> A, std::convertible_to<Reduce> B>
  friend constexpr bool operator==(const A& a, const B& b) noexcept {
    return static_cast<Kind>(a) == static_cast<Kind>(b);
  }

  /// Returns use(function of two elements).
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

/// A constant of Reduce, which is not derived from Reduce: a variable and a constant would have no type in
/// common where the one is const and the other is not.
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
class Reduce::OfReals : public OfNumbers {
 public:
  using Needs = Maximum;
  using OfNumbers::OfNumbers;
};
class Reduce::OfIntegers : public OfReals {
 public:
  using Needs = BitwiseAnd;
  using OfReals::OfReals;
};
class Reduce::OfMeans : public OfIntegers {
 public:
  using Needs = Mean;
  using OfIntegers::OfIntegers;
};
inline constexpr Reduce::OfAll Reduce::assign{Kind::assign};
inline constexpr Reduce::OfNumbers Reduce::add{Kind::add};
inline constexpr Reduce::OfNumbers Reduce::multiply{Kind::multiply};
inline constexpr Reduce::OfReals Reduce::minimum{Kind::minimum};
inline constexpr Reduce::OfReals Reduce::maximum{Kind::maximum};
inline constexpr Reduce::OfIntegers Reduce::bitwise_and{Kind::bitwise_and};
inline constexpr Reduce::OfIntegers Reduce::bitwise_or{Kind::bitwise_or};
inline constexpr Reduce::OfIntegers Reduce::bitwise_xor{Kind::bitwise_xor};
inline constexpr Reduce::OfMeans Reduce::mean{Kind::mean};

NDX_NAMESPACE_END
