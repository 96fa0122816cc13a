// Reducers that tests of several reduction loops use.
#pragma once

#include <limits>

#include <ndx/kernel/reduce/reduce_rows.hpp>

namespace ndx_test {

/// The largest value; of no values the lowest of the type.
template <class T>
struct Most : ndx::kernel::ReducerOf<T> {
  static T identity() { return std::numeric_limits<T>::lowest(); }
  static T step(T most, T value) { return value > most ? value : most; }
  static T merge(T a, T b) { return step(a, b); }
};

/// Sums of T in A by narrower lanes, as long as these hold 64 elements.
template <class T, class A, class L = A>
struct Sum : ndx::kernel::ReducerOf<A> {
  using Lane = L;
  static A identity() { return A{}; }
  template <class Total>
  static Total step(Total total, T value) {
    return static_cast<Total>(total + static_cast<Total>(value));
  }
  static A merge(A a, A b) { return a + b; }
};

template <class T>
struct SumOfPairs : Sum<T, double> {
  static constexpr auto kLoop = ndx::kernel::RowLoop::sums;
  template <class V>
  void to_addend(V& /*x*/) const {}
};

}  // namespace ndx_test
