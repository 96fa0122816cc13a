// Creating tensors of random numbers. Not included by ndx.hpp, because <random> is slow to compile.
//
// All numbers come from the sequence of std::mt19937_64, and what is made of them is ours too: the
// distributions of standard libraries differ. So a seed gives the same integers and uniform numbers
// on every platform, and normal numbers that differ at most in the last bits, by the logarithm of
// the C library and of its vectors.
#pragma once

#include <mutex>
#include <random>

#include <ndx/tensor/normal_numbers.hpp>
#include <ndx/tensor/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

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

  /// Stores n integers.
  void operator()(RandomEngine& engine, T* to, index_t n) const {
    while (n > 0) {
      index_t found = 0;
      for (const std::uint64_t random : engine.take(n)) {
        const Product product = multiply(random, count_);
        to[found] = static_cast<T>(low_ + product.high);
        found += product.low >= refused_ ? 1 : 0;
      }
      to += found;
      n -= found;
    }
  }

 private:
  struct Product {
    std::uint64_t high;
    std::uint64_t low;
  };
  static Product multiply(std::uint64_t a, std::uint64_t b) {
#ifdef __SIZEOF_INT128__
    __extension__ using Wide = unsigned __int128;
    const Wide product = Wide{a} * b;
    return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
#else
    constexpr std::uint64_t lower = UINT32_MAX;
    const std::uint64_t first = (a & lower) * (b >> 32);
    const std::uint64_t second = (a >> 32) * (b & lower);
    const std::uint64_t carried =
        (((a & lower) * (b & lower)) >> 32) + (first & lower) + (second & lower);
    return {(a >> 32) * (b >> 32) + (first >> 32) + (second >> 32) + (carried >> 32), a * b};
#endif
  }

  std::uint64_t low_;
  std::uint64_t count_;
  std::uint64_t refused_ = 0;
};

template <class T, class Draw>
Tensor<T> random(const char* call, const Dims& shape, RandomEngine& engine, const Draw& draw) {
  Tensor<T> result = make_uninitialized<T>(call, shape);
  draw(engine, result.data(), result.numel());
  return result;
}
template <class T, class Draw>
Tensor<T> random(const char* call, const Dims& shape, std::uint64_t seed, const Draw& draw) {
  RandomEngine engine(seed);
  return random<T>(call, shape, engine, draw);
}
template <class T, class Draw>
Tensor<T> random(const char* call, const Dims& shape, const Draw& draw) {
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
  return detail::random<T>("rand", shape, seed, detail::store_uniform_numbers<T>);
}
template <Floating T = float>
[[nodiscard]] Tensor<T> rand(const Dims& shape) {
  return detail::random<T>("rand", shape, detail::store_uniform_numbers<T>);
}
template <Floating T = float, Real... S>
  requires(sizeof...(S) > 0)
[[nodiscard]] Tensor<T> rand(S... sizes) {
  return rand<T>(Dims{sizes...});
}

/// Normal, with mean 0 and variance 1.
template <Floating T = float>
[[nodiscard]] Tensor<T> randn(const Dims& shape, std::uint64_t seed) {
  return detail::random<T>("randn", shape, seed, detail::store_normal_numbers<T>);
}
template <Floating T = float>
[[nodiscard]] Tensor<T> randn(const Dims& shape) {
  return detail::random<T>("randn", shape, detail::store_normal_numbers<T>);
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
/// Of shape (count): randint(0, 10, 5).
template <Integer T = index_t, Integer N>
[[nodiscard]] Tensor<T> randint(std::type_identity_t<T> low, std::type_identity_t<T> high,
                                N count) {
  return randint<T>(low, high, Dims{count});
}
template <class T = index_t, Integer High>
auto randint(High /*high*/, const Dims& /*shape*/) {
  static_assert(detail::kNever<T>, "write both limits: randint(0, 10, {3})");
}
template <class T = index_t, class A, class B, class... Seed>
  requires detail::WithFraction<A, B>
auto randint(A /*low*/, B /*high*/, const Dims& /*shape*/, const Seed&... /*seed*/) {
  return detail::refuse_fraction<A, B>();
}

NDX_NAMESPACE_END
