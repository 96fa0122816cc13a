// Creating tensors of random numbers. Not included by ndx.hpp, because <random> is slow to compile.
//
// All numbers come from std::mt19937_64, whose sequence the standard fixes. What is made of it is
// ours and not the standard library's, whose distributions differ: a seed gives the same integers
// and uniform numbers on every platform, and normal numbers that differ at most in the last bits,
// by the C library's logarithm.
#pragma once

#include <cmath>
#include <limits>
#include <mutex>
#include <random>
#include <span>

#include <ndx/tensor/copies.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

using RandomEngine = std::mt19937_64;

/// The generator of the calls without a seed, locked while this object lives. Shared by all threads
/// of the program.
class DefaultGenerator {
 public:
  DefaultGenerator() : shared_(shared()), lock_(shared_.mutex) {}

  [[nodiscard]] RandomEngine& engine() const noexcept { return shared_.engine; }

 private:
  struct Shared {
    std::mutex mutex;
    RandomEngine engine{std::random_device{}()};
  };
  static Shared& shared() {
    static Shared instance;
    return instance;
  }

  Shared& shared_;
  std::lock_guard<std::mutex> lock_;
};

/// Uniform in [0, 1): as many random bits as T has digits.
template <Floating T>
struct UniformNumber {
  static constexpr int kDigits =
      std::numeric_limits<T>::digits < 64 ? std::numeric_limits<T>::digits : 64;
  static constexpr T kStep = T{0.5} / static_cast<T>(std::uint64_t{1} << (kDigits - 1));

  T operator()(RandomEngine& engine) const {
    return static_cast<T>(engine() >> (64 - kDigits)) * kStep;
  }
};

/// Normal numbers by Marsaglia's polar method, which makes two at a time.
template <Floating T>
class NormalNumber {
 public:
  T operator()(RandomEngine& engine) {
    if (has_next_) {
      has_next_ = false;
      return static_cast<T>(next_);
    }
    double x = 0;
    double y = 0;
    double square = 0;
    do {
      x = 2 * uniform_(engine) - 1;
      y = 2 * uniform_(engine) - 1;
      square = x * x + y * y;
    } while (square >= 1 || square == 0);
    const double scale = std::sqrt(-2 * std::log(square) / square);
    next_ = y * scale;
    has_next_ = true;
    return static_cast<T>(x * scale);
  }

 private:
  UniformNumber<double> uniform_;
  double next_ = 0;
  bool has_next_ = false;
};

/// Uniform in low…high-1. Draws again where the last numbers would be less likely than the others.
template <Integer T>
class UniformInteger {
 public:
  UniformInteger(T low, T high)
      : low_(static_cast<std::uint64_t>(low)), count_(static_cast<std::uint64_t>(high) - low_) {
    if (low >= high) [[unlikely]]
      throw_value_error("randint: low ", low, " is not below high ", high);
    refused_ = (0 - count_) % count_;
  }

  T operator()(RandomEngine& engine) const {
    std::uint64_t drawn = engine();
    while (drawn < refused_) drawn = engine();
    return static_cast<T>(low_ + drawn % count_);
  }

 private:
  std::uint64_t low_;
  std::uint64_t count_;
  std::uint64_t refused_ = 0;
};

template <class T, class Draw>
Tensor<T> random(const char* call, const Dims& shape, RandomEngine& engine, Draw draw) {
  Tensor<T> result = make_uninitialized<T>(call, shape);
  for (T& element : std::span<T>(result.data(), static_cast<std::size_t>(result.numel())))
    element = draw(engine);
  return result;
}
template <class T, class Draw>
Tensor<T> random(const char* call, const Dims& shape, std::uint64_t seed, Draw draw) {
  RandomEngine engine(seed);
  return random<T>(call, shape, engine, draw);
}
template <class T, class Draw>
Tensor<T> random(const char* call, const Dims& shape, Draw draw) {
  const DefaultGenerator generator;
  return random<T>(call, shape, generator.engine(), draw);
}

}  // namespace detail

/// Seeds the generator that the functions below use when they are given no seed. Until then it
/// starts at random. All threads share it, and each call locks it as a whole: with several threads
/// the order of the calls, and so what each returns, is open; pass seeds to fix it. As with
/// set_executor, code compiled with other flags has a generator of its own.
inline void manual_seed(std::uint64_t seed) { detail::DefaultGenerator().engine().seed(seed); }

/// Uniform in [0, 1). The same seed gives the same values.
///   rand({2, 3}) · rand(2, 3) · rand<double>({2, 3}, 42)
template <Floating T = float>
[[nodiscard]] Tensor<T> rand(const Dims& shape, std::uint64_t seed) {
  return detail::random<T>("rand", shape, seed, detail::UniformNumber<T>());
}
template <Floating T = float>
[[nodiscard]] Tensor<T> rand(const Dims& shape) {
  return detail::random<T>("rand", shape, detail::UniformNumber<T>());
}
template <Floating T = float, Real... S>
  requires(sizeof...(S) > 0)
[[nodiscard]] Tensor<T> rand(S... sizes) {
  return rand<T>(Dims{sizes...});
}

/// Normal, with mean 0 and variance 1.
template <Floating T = float>
[[nodiscard]] Tensor<T> randn(const Dims& shape, std::uint64_t seed) {
  return detail::random<T>("randn", shape, seed, detail::NormalNumber<T>());
}
template <Floating T = float>
[[nodiscard]] Tensor<T> randn(const Dims& shape) {
  return detail::random<T>("randn", shape, detail::NormalNumber<T>());
}
template <Floating T = float, Real... S>
  requires(sizeof...(S) > 0)
[[nodiscard]] Tensor<T> randn(S... sizes) {
  return randn<T>(Dims{sizes...});
}

/// Uniform in [low, high); ValueError if that range is empty.
template <Integer T = index_t>
[[nodiscard]] Tensor<T> randint(std::type_identity_t<T> low, std::type_identity_t<T> high,
                                const Dims& shape, std::uint64_t seed) {
  return detail::random<T>("randint", shape, seed, detail::UniformInteger<T>(low, high));
}
template <Integer T = index_t>
[[nodiscard]] Tensor<T> randint(std::type_identity_t<T> low, std::type_identity_t<T> high,
                                const Dims& shape) {
  return detail::random<T>("randint", shape, detail::UniformInteger<T>(low, high));
}

NDX_NAMESPACE_END
