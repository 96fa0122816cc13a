// Reduce and Reducer: how a write combines the value with the element already stored.
//
// A Reducer hides its function behind one indirect call per block; within the block it is inlined.
// The engine is compiled once per element type, plus this loop once per function used.
#pragma once

#include <concepts>
#include <type_traits>

#include <ndx/kernel/scatter_reduce.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel::pairs {  // kernel/complex_rows.hpp
struct Sum;
struct Product;
}  // namespace kernel::pairs
namespace detail {

/// The unsigned type for arithmetic on integers of type T: it wraps, and is not promoted to a
/// signed type.
template <class T>
using Wrapping = std::make_unsigned_t<decltype(T{} * T{})>;

/// Marks a function that reads nothing but its arguments: rows can be combined with vectors. The
/// number tells it from the others, also to other processes.
template <int number>
struct Pure {
  using PureFunction = void;
  static constexpr int kNumber = number;
};
/// And that changes nothing when the same values are combined again.
template <int number>
struct Idempotent : Pure<number> {
  using IdempotentFunction = void;
};

}  // namespace detail

/// The built-in reductions. Each is also a function object of two elements.
struct Reduce {
  /// The value replaces the element.
  struct Assign {};

  /// a + b without undefined behaviour: integers wrap, bools are OR-ed.
  struct Add : detail::Pure<1> {
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
  struct Multiply : detail::Pure<2> {
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
  struct Minimum : detail::Idempotent<3> {
    template <Real T>
    constexpr T operator()(const T& a, const T& b) const {
      return b < a || b != b ? b : a;
    }
  };
  /// The larger one; NaN if either is NaN, like NumPy's maximum.
  struct Maximum : detail::Idempotent<4> {
    template <Real T>
    constexpr T operator()(const T& a, const T& b) const {
      return b > a || b != b ? b : a;
    }
  };

  template <char sign>
  struct Bitwise : std::conditional_t<sign == '^', detail::Pure<sign>, detail::Idempotent<sign>> {
    template <std::integral T>
    constexpr T operator()(T a, T b) const {
      return static_cast<T>(sign == '&' ? a & b : sign == '|' ? a | b : a ^ b);
    }
  };
  /// Of integers and bools, bit by bit.
  using BitwiseAnd = Bitwise<'&'>;
  using BitwiseOr = Bitwise<'|'>;
  using BitwiseXor = Bitwise<'^'>;

  /// The reductions as values: {.reduce = Reduce::add}.
  static constexpr Assign assign{};
  static constexpr Add add{};
  static constexpr Multiply multiply{};
  static constexpr Minimum minimum{};
  static constexpr Maximum maximum{};
  static constexpr BitwiseAnd bitwise_and{};
  static constexpr BitwiseOr bitwise_or{};
  static constexpr BitwiseXor bitwise_xor{};
};

/// A function that combines two elements of type T into one, small enough to be stored by value.
template <class F, class T>
concept CombineFunction =
    std::is_trivially_copyable_v<F> && sizeof(F) <= 2 * sizeof(void*) &&
    alignof(F) <= alignof(void*) &&
    requires(const F& combine, const T& a, const T& b) { static_cast<T>(combine(a, b)); };

/// How elements of type T are written: assigned, or combined with the stored element.
///   {.reduce = Reduce::maximum}
///   {.reduce = [](float stored, float value) { … }}
/// A function must be trivially copyable and no larger than two pointers: capture by reference.
template <class T>
class Reducer {
 public:
  constexpr Reducer() noexcept = default;
  constexpr Reducer(Reduce::Assign /*assign*/) noexcept {}
  template <class F>
  Reducer(F combine) noexcept
      : run_(&run<F>),
        number_(number_of<F>()),
        is_idempotent_(requires { typename F::IdempotentFunction; }) {
    static_assert(CombineFunction<F, T>,
                  "a reduction is a value of Reduce that the element type supports, or a function "
                  "of two elements of at most the size of two pointers: capture by reference");
    std::memcpy(combine_, &combine, sizeof(F));
  }

  [[nodiscard]] constexpr bool assigns() const noexcept { return run_ == nullptr; }
  /// Whether it calls a user function, which may throw or modify any tensor during the write.
  [[nodiscard]] constexpr bool calls_back() const noexcept { return number_ == kCallsBack; }
  /// The same for the same built-in reduction, in every process; one for all user functions.
  [[nodiscard]] constexpr int number() const noexcept { return number_; }
  /// Whether writing the same values a second time would change nothing.
  [[nodiscard]] constexpr bool is_idempotent() const noexcept { return is_idempotent_; }

  /// indexed = combine(indexed, linear) for a block of positions; duplicates are combined one after
  /// another.
  void operator()(T* indexed, const T* linear, const kernel::IndexedBlock& block,
                  const kernel::Row& row) const {
    run_(combine_, indexed, linear, block, row);
  }

 private:
  using Run = void(const void* combine, T* indexed, const T* linear,
                   const kernel::IndexedBlock& block, const kernel::Row& row);

  template <class F>
  static void run(const void* combine, T* indexed, const T* linear,
                  const kernel::IndexedBlock& block, const kernel::Row& row) {
    const F& f = *static_cast<const F*>(combine);
    if constexpr (kernel::PureFunction<F>) {
      kernel::reduce_block(indexed, linear, block, row, f);
    } else {
      kernel::reduce_block(indexed, linear, block, row,
                           [&f](const T& a, const T& b) { return static_cast<T>(f(a, b)); });
    }
  }

  static constexpr int kCallsBack = -1;
  template <class F>
  static constexpr int number_of() noexcept {
    if constexpr (kernel::PureFunction<F>) {
      return F::kNumber;
    } else {
      return kCallsBack;
    }
  }

  Run* run_ = nullptr;
  int number_ = 0;
  bool is_idempotent_ = true;
  alignas(void*) std::byte combine_[2 * sizeof(void*)] = {};
};

NDX_NAMESPACE_END
