// The sequence of std::mt19937_64, made by whole blocks, and the uniform numbers made of it.
#pragma once

#include <limits>
#include <span>

#include <ndx/base/bit_cast.hpp>
#include <ndx/kernel/loop/fixed_lengths.hpp>
#include <ndx/kernel/math/mersenne_twister.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Calls set(i) for `count` positions from `first` on, some in a loop of a constant length, which
/// compilers vectorize.
template <class Set>
NDX_ALWAYS_INLINE void for_each_of_run(index_t first, index_t count, const Set& set) {
  constexpr index_t kTogether = 8;
  index_t i = first;
  for (; i + kTogether <= first + count; i += kTogether) {
    for (index_t k = 0; k < kTogether; ++k) set(i + k);
  }
  for (; i < first + count; ++i) set(i);
}

/// std::mt19937_64, whose numbers are made a block at a time by vectors.
class RandomEngine {
 public:
  explicit RandomEngine(std::uint64_t seed) noexcept { this->seed(seed); }

  void seed(std::uint64_t seed) noexcept {
    state_[0] = seed;
    for (std::uint64_t i = 1; i < kSize; ++i)
      state_[i] = 6364136223846793005U * (state_[i - 1] ^ (state_[i - 1] >> 62)) + i;
    next_ = kSize;
  }

  /// The next numbers: some of those wanted, at least one if any are.
  [[nodiscard]] std::span<const std::uint64_t> take(index_t wanted) noexcept {
    if (next_ == kSize) {
      kernel::renew_twister(state_, numbers_);
      next_ = 0;
    }
    const index_t count = wanted < kSize - next_ ? wanted : kSize - next_;
    next_ += count;
    return {numbers_ + next_ - count, static_cast<std::size_t>(count)};
  }

 private:
  static constexpr index_t kSize = kernel::kTwisterSize;

  std::uint64_t state_[kSize];
  std::uint64_t numbers_[kSize];
  index_t next_;
};

/// Uniform in [0, 1), of as many random bits as T has digits.
template <Floating T>
NDX_ALWAYS_INLINE T uniform_number(std::uint64_t random) {
  constexpr int digits = std::numeric_limits<T>::digits < 64 ? std::numeric_limits<T>::digits : 64;
  if constexpr (digits <= 31) {
    constexpr T step = T{1} / static_cast<T>(std::int32_t{1} << digits);
    return static_cast<T>(static_cast<std::int32_t>(random >> (64 - digits))) * step;
  } else if constexpr (digits == 53) {
    // Few processors convert vectors of integers of 64 bits: each half is put behind the bits of 2^52.
    constexpr double base = 0x1p52;
    const auto bits = detail::bit_cast<std::uint64_t>(base);
    const double high = detail::bit_cast<double>(bits | random >> 32) - base;
    const double low = detail::bit_cast<double>(bits | (random >> 11 & 0x1FFFFFU)) - base;
    return high * 0x1p-32 + low * 0x1p-53;
  } else {
    constexpr T step = T{0.5} / static_cast<T>(std::uint64_t{1} << (digits - 1));
    return static_cast<T>(random >> (64 - digits)) * step;
  }
}

/// Stores n uniform numbers.
template <Floating T>
struct StoreUniform {
  const std::uint64_t* random;
  T* numbers;
  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    const std::uint64_t* NDX_RESTRICT const from = random;
    T* NDX_RESTRICT const to = numbers;
    for_each_of_run(first, count, [=](index_t i) { to[i] = uniform_number<T>(from[i]); });
    return true;
  }
};
template <Floating T>
void store_uniform_numbers(RandomEngine& engine, T* to, index_t n) {
  while (n > 0) {
    const auto random = engine.take(n);
    const auto count = static_cast<index_t>(random.size());
    kernel::visit_runs(StoreUniform<T>{random.data(), to}, count);
    to += count;
    n -= count;
  }
}

}  // namespace detail
NDX_NAMESPACE_END
