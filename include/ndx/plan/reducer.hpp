// Reducer says how elements of a type are combined, by a value of Reduce or by a function of the
// caller's.
//
// A Reducer hides its function behind one indirect call for each block; within the block the
// function is inlined. So the engine is compiled once for each element type, and only reduce_block
// for each function that is used.
#pragma once

#include <concepts>
#include <type_traits>

#include <ndx/kernel/index/reduce_into_block.hpp>
#include <ndx/plan/reduce.hpp>

NDX_NAMESPACE_BEGIN

/// A function that combines two elements of type T into one, and is small enough to be stored by
/// value.
template <class F, class T>
concept CombineFunction =
    std::is_trivially_copyable_v<F> && sizeof(F) <= 2 * sizeof(void*) &&
    alignof(F) <= alignof(void*) &&
    requires(const F& combine, const T& a, const T& b) { static_cast<T>(combine(a, b)); };

/// Says how elements of type T are written: assigned, or combined with the stored element.
///   {.reduce = Reduce::maximum}
///   {.reduce = [](float stored, float value) { … }}
/// A function must be trivially copyable and no larger than two pointers, so capture by reference. One thread
/// calls it, unless its type says that it is pure: that what it returns depends on its arguments alone, and that it
/// changes nothing. Then threads share the write, with the bits of one thread.
///   struct Smoothed {
///     static constexpr bool is_pure() { return true; }
///     float operator()(float stored, float value) const { return 0.75F * stored + 0.25F * value; }
///   };
template <class T>
class Reducer {
 public:
  constexpr Reducer() noexcept = default;
  /// Takes a reduction. If elements of T do not have it, is_available() is false.
  template <class R>
    requires std::convertible_to<R, Reduce>
  NDX_ALWAYS_INLINE Reducer(R reduce) noexcept {
    using Needs = typename R::Needs;
    static_assert(!std::is_same_v<Needs, Reduce::Mean>,
                  "Reduce::mean is for scatter_reduce and index_reduce, which count the values");
    static_assert(
        std::is_same_v<Needs, Reduce::Assign> || CombineFunction<Needs, T>,
        "the elements do not have this reduction: add, multiply, minimum and maximum are for "
        "numbers, the bitwise ones for integers and bools");
    const Reduce how = reduce;
    how.visit([this]<class F>(F combine) {
      if constexpr (CombineFunction<F, T>) {
        set(combine);
      } else {
        number_ = F::kNumber;
      }
    });
  }
  template <class F>
    requires(!std::convertible_to<F, Reduce>)
  Reducer(F combine) noexcept {
    set(combine);
  }

  /// Returns true if elements of T have this reduction. A reduction that is chosen at run time may
  /// be one they lack.
  [[nodiscard]] constexpr bool is_available() const noexcept {
    return run_ != nullptr || number_ == Reduce::Assign::kNumber;
  }
  /// Returns true if values replace the stored elements.
  [[nodiscard]] constexpr bool assigns() const noexcept {
    return number_ == Reduce::Assign::kNumber;
  }
  /// Returns true if it calls a user function, which may throw or, unless it is pure, modify any tensor
  /// during the write.
  [[nodiscard]] constexpr bool calls_back() const noexcept { return number_ == kCallsBack; }
  /// Returns true if threads may combine elements at the same time.
  [[nodiscard]] constexpr bool is_pure() const noexcept { return is_pure_; }
  /// Returns the number of the Reduce::Kind, the same in every process. All user functions share
  /// one number.
  [[nodiscard]] constexpr int number() const noexcept { return number_; }
  /// Returns true if writing the same values a second time would change nothing.
  [[nodiscard]] constexpr bool is_idempotent() const noexcept { return is_idempotent_; }

  /// Sets indexed = combine(indexed, linear) for a block of positions. Duplicates are combined one
  /// after another.
  void operator()(T* indexed, const T* linear, const kernel::IndexedBlock& block,
                  const kernel::InnerLoop& row) const {
    run_(combine_, indexed, linear, block, row);
  }

 private:
  template <class F>
  void set(const F& combine) noexcept {
    static_assert(
        CombineFunction<F, T>,
        "a reduction is a value of Reduce, by name reduce_from_name(\"amax\"), or a function "
        "of two elements of at most the size of two pointers: capture by reference");
    run_ = &run<F>;
    number_ = number_of<F>();
    is_idempotent_ = requires { typename F::IdempotentFunction; };
    is_pure_ =
        kernel::PureFunction<F> || requires { requires std::bool_constant<F::is_pure()>::value; };
    std::memcpy(combine_, &combine, sizeof(F));
  }

  using Run = void(const void* combine, T* indexed, const T* linear,
                   const kernel::IndexedBlock& block, const kernel::InnerLoop& row);

  template <class F>
  static void run(const void* combine, T* indexed, const T* linear,
                  const kernel::IndexedBlock& block, const kernel::InnerLoop& row) {
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
  bool is_pure_ = true;
  alignas(void*) std::byte combine_[2 * sizeof(void*)] = {};
};

namespace detail {

/// Throws ValueError if elements of T cannot be combined by this reduction.
template <class T>
void check_reducer(const char* call, const Reducer<T>& reduce) {
  if (!reduce.is_available()) [[unlikely]]
    throw_not_available(call, Reduce(static_cast<Reduce::Kind>(reduce.number())));
}

}  // namespace detail
NDX_NAMESPACE_END
