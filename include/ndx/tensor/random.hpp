// Creating tensors of random numbers. Not included by ndx.hpp, because <random> is slow to compile.
//
// All numbers come from the sequence of std::mt19937_64, and what is made of them is ours too: the
// distributions of standard libraries differ. So a seed gives the same integers and uniform numbers
// on every platform, and normal numbers that differ at most in the last bits, by the C library's
// logarithm.
#pragma once

#include <cmath>
#include <limits>
#include <mutex>
#include <random>
#include <span>

#include <ndx/tensor/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// std::mt19937_64 without its branch on a random bit, which processors cannot predict. Source:
/// Nishimura, "Tables of 64-bit Mersenne twisters".
class RandomEngine {
 public:
  explicit RandomEngine(std::uint64_t seed) noexcept { this->seed(seed); }

  void seed(std::uint64_t seed) noexcept {
    state_[0] = seed;
    for (std::uint64_t i = 1; i < kSize; ++i)
      state_[i] = 6364136223846793005U * (state_[i - 1] ^ (state_[i - 1] >> 62)) + i;
    next_ = kSize;
  }

  std::uint64_t operator()() noexcept {
    if (next_ == kSize) renew();
    std::uint64_t x = state_[next_++];
    x ^= (x >> 29) & 0x5555555555555555U;
    x ^= (x << 17) & 0x71D67FFFEDA60000U;
    x ^= (x << 37) & 0xFFF7EEE000000000U;
    return x ^ (x >> 43);
  }

 private:
  static constexpr std::size_t kSize = 312;
  static constexpr std::size_t kMiddle = 156;

  void renew() noexcept {
    for (std::size_t i = 0; i < kSize - kMiddle; ++i)
      state_[i] = mixed(state_[i], state_[i + 1], state_[i + kMiddle]);
    for (std::size_t i = kSize - kMiddle; i < kSize - 1; ++i)
      state_[i] = mixed(state_[i], state_[i + 1], state_[i + kMiddle - kSize]);
    state_[kSize - 1] = mixed(state_[kSize - 1], state_[0], state_[kMiddle - 1]);
    next_ = 0;
  }
  static std::uint64_t mixed(std::uint64_t high, std::uint64_t low, std::uint64_t other) noexcept {
    const std::uint64_t bits = (high & 0xFFFFFFFF80000000U) | (low & 0x7FFFFFFFU);
    return other ^ (bits >> 1) ^ ((0 - (bits & 1)) & 0xB5026F5AA96619E9U);
  }

  std::uint64_t state_[kSize];
  std::size_t next_;
};

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

/// Uniform in low…high-1: the high half of a product, drawn again where some integers would be more
/// likely than others. Source: Lemire, "Fast random integer generation in an interval".
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
    Product product = Product{engine()} * count_;
    while (static_cast<std::uint64_t>(product) < refused_) product = Product{engine()} * count_;
    return static_cast<T>(low_ + static_cast<std::uint64_t>(product >> 64));
  }

 private:
  __extension__ using Product = unsigned __int128;

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
