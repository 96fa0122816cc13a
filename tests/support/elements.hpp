// The element types that the property tests run on, and how a number becomes an element of each.
#pragma once

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
  } else if constexpr (std::is_arithmetic_v<T>) {
    return static_cast<T>(id);
  } else {
    return T(static_cast<typename T::value_type>(id), static_cast<typename T::value_type>(-id));
  }
}

}  // namespace reference
