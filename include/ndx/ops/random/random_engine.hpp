// The sequence of random words, and the uniform numbers made of it.
#pragma once

#include <cstring>
#include <limits>

#include <ndx/base/bit_cast.hpp>
#include <ndx/kernel/loop/fixed_lengths.hpp>
#include <ndx/kernel/math/philox.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Successive numbers of a sequence of words. A number of 64 bits is made of two words, the low half
/// first.
template <class Number>
class RandomNumbers {
 public:
  static constexpr index_t kWords = sizeof(Number) / sizeof(std::uint32_t);

  RandomNumbers(const std::uint32_t* words, index_t size) : words_(words), size_(size) {}

  [[nodiscard]] index_t size() const { return size_; }
  NDX_ALWAYS_INLINE Number operator[](index_t i) const {
    Number number;
    std::memcpy(&number, words_ + i * kWords, sizeof(number));
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    if constexpr (kWords == 2) number = number << 32 | number >> 32;
#endif
    return number;
  }

 private:
  const std::uint32_t* words_;
  index_t size_;
};

/// The sequence of the words that Philox4x32-10 makes: the seed is the key, the counter counts from 0,
/// and its four words follow each other in their order. They are made a block at a time; those that a
/// call leaves are for the next.
class RandomEngine {
 public:
  explicit RandomEngine(std::uint64_t seed) noexcept { this->seed(seed); }

  void seed(std::uint64_t seed) noexcept {
    key_ = seed;
    counter_ = 0;
    next_ = kernel::kPhiloxWords;
  }

  /// The next numbers of 32 or 64 bits: some of those wanted, at least one if any are. A number of 64
  /// bits begins at a word with an even position, so it may leave out one word.
  template <class Number>
  [[nodiscard]] RandomNumbers<Number> take(index_t wanted) noexcept {
    constexpr index_t words = RandomNumbers<Number>::kWords;
    next_ += next_ % words;
    if (next_ == kernel::kPhiloxWords) renew();
    const index_t left = (kernel::kPhiloxWords - next_) / words;
    const RandomNumbers<Number> numbers(words_ + next_, wanted < left ? wanted : left);
    next_ += words * numbers.size();
    return numbers;
  }

  /// Leaves out as many numbers as if they had been taken.
  template <class Number>
  void skip(index_t count) noexcept {
    constexpr index_t words = RandomNumbers<Number>::kWords;
    next_ += next_ % words + words * count;
    if (next_ <= kernel::kPhiloxWords) return;
    const index_t blocks =
        (next_ - 1) / kernel::kPhiloxWords;  // at least 1 word of the last is taken
    const index_t next = next_ - blocks * kernel::kPhiloxWords;
    counter_ += static_cast<std::uint64_t>(blocks - 1) * kernel::kPhiloxCounters;
    renew();
    next_ = next;
  }

 private:
  void renew() noexcept {
    kernel::make_philox_words(key_, {counter_, 0}, words_);
    counter_ += kernel::kPhiloxCounters;
    next_ = 0;
  }

  std::uint64_t key_;
  std::uint64_t counter_;  // of the words after words_
  index_t next_;
  std::uint32_t words_[kernel::kPhiloxWords];
};

/// The number that a uniform T is made of: one word if it has as many bits as T has digits.
template <Floating T>
using RandomBitsOf =
    std::conditional_t<std::numeric_limits<T>::digits <= 31, std::uint32_t, std::uint64_t>;

/// Uniform in [0, 1), of as many random bits as T has digits.
template <Floating T>
NDX_ALWAYS_INLINE T uniform_number(RandomBitsOf<T> random) {
  constexpr int digits = std::numeric_limits<T>::digits < 64 ? std::numeric_limits<T>::digits : 64;
  if constexpr (digits <= 31) {
    constexpr T step = T{1} / static_cast<T>(std::int32_t{1} << digits);
    return static_cast<T>(static_cast<std::int32_t>(random >> (32 - digits))) * step;
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

/// Stores uniform numbers. They are made in an array of their own, of which compilers know that it is
/// apart from the words.
template <Floating T>
struct StoreUniform {
  RandomNumbers<RandomBitsOf<T>> random;
  T* to;
  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    T numbers[kernel::detail::kRun];
    for (index_t i = 0; i < count; ++i) numbers[i] = uniform_number<T>(random[first + i]);
    std::memcpy(to + first, numbers, static_cast<std::size_t>(count) * sizeof(T));
    return true;
  }
};
template <Floating T>
void store_uniform_numbers(RandomEngine& engine, T* to, index_t n) {
  while (n > 0) {
    const auto random = engine.take<RandomBitsOf<T>>(n);
    kernel::visit_runs(StoreUniform<T>{random, to}, random.size());
    to += random.size();
    n -= random.size();
  }
}

}  // namespace detail
NDX_NAMESPACE_END
