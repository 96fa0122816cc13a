// Atomic, a number shared between threads, and SpinLock.
//
// Both are built on the compiler's intrinsics, because <atomic>, which also implements waiting, costs 10 MB
// of compiler memory in every source file.
#pragma once

#include <ndx/base/config.hpp>

#if __has_include(<sched.h>)
#include <sched.h>
#endif

NDX_NAMESPACE_BEGIN
namespace detail {

/// An atomic number or bool. All operations but subtract() are relaxed: they order no other memory access.
template <class T>
class Atomic {
 public:
  constexpr explicit Atomic(T value) noexcept : value_(value) {}
  Atomic(const Atomic&) = delete;
  Atomic& operator=(const Atomic&) = delete;

  [[nodiscard]] T get() const noexcept { return __atomic_load_n(&value_, __ATOMIC_RELAXED); }
  void set(T value) noexcept { __atomic_store_n(&value_, value, __ATOMIC_RELAXED); }
  /// Adds `value` and returns the previous value.
  T add(T value) noexcept { return __atomic_fetch_add(&value_, value, __ATOMIC_RELAXED); }
  /// Subtracts `value` and returns the previous value. The operation is acquire-release: the thread that
  /// brings a count to zero sees everything that other threads wrote before their own subtract().
  T subtract(T value) noexcept { return __atomic_fetch_sub(&value_, value, __ATOMIC_ACQ_REL); }

 private:
  T value_;
};

/// A lock for critical sections of a few instructions. lock() spins and yields between attempts.
class SpinLock {
 public:
  constexpr SpinLock() noexcept = default;
  SpinLock(const SpinLock&) = delete;
  SpinLock& operator=(const SpinLock&) = delete;

  void lock() noexcept {
    while (__atomic_exchange_n(&held_, true, __ATOMIC_ACQUIRE)) yield_thread();
  }
  void unlock() noexcept { __atomic_store_n(&held_, false, __ATOMIC_RELEASE); }

 private:
  static void yield_thread() noexcept {
#if __has_include(<sched.h>)
    sched_yield();
#endif
  }

  bool held_ = false;
};

}  // namespace detail
NDX_NAMESPACE_END
