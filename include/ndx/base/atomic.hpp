// Atomic: a number that threads share, and SpinLock. <atomic>, which can also put threads to sleep,
// takes 10 MB of a compiler's memory.
#pragma once

#include <ndx/base/config.hpp>

#if __has_include(<sched.h>)
#include <sched.h>
#endif

NDX_NAMESPACE_BEGIN
namespace detail {

/// A number or a bool, read and written as a whole; by itself it orders nothing else, but for
/// subtract().
template <class T>
class Atomic {
 public:
  constexpr explicit Atomic(T value) noexcept : value_(value) {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  [[nodiscard]] T get() const noexcept { return __atomic_load_n(&value_, __ATOMIC_RELAXED); }
  void set(T value) noexcept { __atomic_store_n(&value_, value, __ATOMIC_RELAXED); }
  /// The value before.
  T add(T value) noexcept { return __atomic_fetch_add(&value_, value, __ATOMIC_RELAXED); }
  /// The value before. Whoever gets to the end of a count sees what others did before they left it.
  T subtract(T value) noexcept { return __atomic_fetch_sub(&value_, value, __ATOMIC_ACQ_REL); }

 private:
  T value_;
};

/// For what is held for a few instructions: waiting is trying again.
class SpinLock {
 public:
  constexpr SpinLock() noexcept = default;
  SpinLock(const SpinLock&) = delete;
  SpinLock& operator=(const SpinLock&) = delete;

  void lock() noexcept {
    while (__atomic_exchange_n(&held_, true, __ATOMIC_ACQUIRE)) let_others_run();
  }
  void unlock() noexcept { __atomic_store_n(&held_, false, __ATOMIC_RELEASE); }

 private:
  static void let_others_run() noexcept {
#if __has_include(<sched.h>)
    sched_yield();
#endif
  }

  bool held_ = false;
};

}  // namespace detail
NDX_NAMESPACE_END
