// Reducers that tests of several reduction loops use.
#pragma once

#include <limits>

namespace ndx_test {

/// The largest value; of no values the lowest of the type.
template <class T>
struct Most {
  using Accumulator = T;
  static T identity() { return std::numeric_limits<T>::lowest(); }
  static T step(T most, T value) { return value > most ? value : most; }
  static T merge(T a, T b) { return step(a, b); }
};

}  // namespace ndx_test
