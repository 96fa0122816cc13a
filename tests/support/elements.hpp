// The element types that the property tests run on, how a number becomes an element of each, and
// whether two sequences of them are equal.
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <type_traits>

namespace reference {

/// An odd size, and no alignment to lean on.
struct Bytes3 {
  std::uint8_t a;
  std::uint8_t b;
  std::uint8_t c;
  friend bool operator==(const Bytes3&, const Bytes3&) = default;
};

struct Pair16 {
  std::int64_t first;
  double second;
  friend bool operator==(const Pair16&, const Pair16&) = default;
};

/// Different numbers give different elements as far as the type allows.
template <class T>
T element(std::int64_t id) {
  if constexpr (std::is_same_v<T, bool>) {
    return (id * 7 / 3) % 2 == 1;
  } else if constexpr (std::is_same_v<T, Bytes3>) {
    return {static_cast<std::uint8_t>(id), static_cast<std::uint8_t>(id >> 8), 77};
  } else if constexpr (std::is_same_v<T, Pair16>) {
    return {id, -static_cast<double>(id)};
  } else if constexpr (requires { typename T::value_type; }) {
    return T(static_cast<typename T::value_type>(id), static_cast<typename T::value_type>(-id));
  } else {
    return static_cast<T>(id);
  }
}

/// std::ranges::equal, which libc++ 13 does not have.
template <class A, class B>
bool equal_elements(const A& a, const B& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace reference
