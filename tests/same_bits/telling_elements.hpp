// Elements that tell apart whatever may differ in the last bits: the order of additions, products that are
// rounded and those that are not, the sign of a zero.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <ndx/tensor/create/create.hpp>

namespace ndx_test {

using ndx::Tensor;

/// Finite numbers, or also NaN, infinities, zeros of both signs, and numbers that are as large or as small as
/// can be.
enum class Values { finite, any };

/// Random bits: splitmix64.
class RandomBits {
 public:
  explicit RandomBits(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t count) { return (next() >> 11) % count; }

 private:
  std::uint64_t state_;
};

/// The NaN that the processor makes: which of several a sum gives is open.
template <class T>
T processors_nan() {
  volatile float infinity = std::numeric_limits<float>::infinity();
  return static_cast<T>(infinity - infinity);
}

template <class T>
T special_number(RandomBits& bits) {
  using Limits = std::numeric_limits<T>;
  switch (bits.below(8)) {
    case 0:
      return processors_nan<T>();
    case 1:
      return Limits::infinity();
    case 2:
      return -Limits::infinity();
    case 3:
      return T(0.0F);
    case 4:
      return T(-0.0F);
    case 5:
      return Limits::max();
    case 6:
      return Limits::denorm_min();
    default:
      return Limits::lowest();
  }
}

/// From -4 to 4, so that the exponentials are of many magnitudes, too.
template <class T>
T telling_number(RandomBits& bits, Values values) {
  if (values == Values::any && bits.below(64) == 0) return special_number<T>(bits);
  const double mantissa = 1 + static_cast<double>(bits.next() >> 12) * 0x1p-52;
  const auto exponent = static_cast<int>(bits.below(14)) - 12;
  const double number = std::ldexp(mantissa, exponent);
  return static_cast<T>(bits.below(2) == 0 ? number : -number);
}

template <class T>
void set_telling(const Tensor<T>& t, RandomBits& bits, Values values) {
  for (T& element : t) {
    if constexpr (ndx::Complex<T>) {
      using Part = typename T::value_type;
      const Part real = telling_number<Part>(bits, values);
      element = T(real, telling_number<Part>(bits, values));
    } else {
      element = telling_number<T>(bits, values);
    }
  }
}

/// A fresh tensor of such elements.
template <class T>
Tensor<T> telling(const ndx::Dims& shape, Values values, std::uint64_t seed) {
  const Tensor<T> t = ndx::empty<T>(shape);
  RandomBits bits(seed);
  set_telling(t, bits, values);
  return t;
}

}  // namespace ndx_test
