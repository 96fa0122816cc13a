// Creating tensors of random numbers. Not included by ndx.hpp, because <random> is slow to compile.
#pragma once

#include <random>

#include <ndx/tensor/copies.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class T, class Distribution>
Tensor<T> random(const char* call, const Dims& shape, std::uint64_t seed,
                 Distribution distribution) {
  Tensor<T> result = make_uninitialized<T>(call, shape);
  std::mt19937_64 engine(seed);
  for (T& element : std::span<T>(result.data(), static_cast<std::size_t>(result.numel()))) {
    element = static_cast<T>(distribution(engine));
  }
  return result;
}

}  // namespace detail

/// Uniform in [0, 1). With the same standard library the same seed gives the same values.
template <Floating T = float>
[[nodiscard]] Tensor<T> rand(const Dims& shape, std::uint64_t seed) {
  return detail::random<T>("rand", shape, seed, std::uniform_real_distribution<T>());
}

/// Normal, with mean 0 and variance 1.
template <Floating T = float>
[[nodiscard]] Tensor<T> randn(const Dims& shape, std::uint64_t seed) {
  return detail::random<T>("randn", shape, seed, std::normal_distribution<T>());
}

/// Uniform in [low, high); ValueError if that range is empty.
template <Integer T = index_t>
[[nodiscard]] Tensor<T> randint(std::type_identity_t<T> low, std::type_identity_t<T> high,
                                const Dims& shape, std::uint64_t seed) {
  if (low >= high) throw_value_error("randint: low ", low, " is not below high ", high);
  using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
  return detail::random<T>("randint", shape, seed,
                           std::uniform_int_distribution<Wide>(low, static_cast<Wide>(high - 1)));
}

NDX_NAMESPACE_END
