// Inputs shared by all contestants: the same elements in the same kind of memory, whatever the
// library and the language. An element depends only on its seed and position, so python.py can
// generate the same ones. All floats are small multiples of 1/256, so sums are exact in any order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <new>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace bench {

using Index = std::int64_t;

/// Returns the value in a way that the compiler cannot see what it is. benchmark::DoNotOptimize is not used for
/// that: if g++ keeps the variable in a register, it may lose its value.
template <class T>
T hidden(T value) {
  asm volatile("" : "+r"(value));
  return value;
}

/// `size` uninitialised elements. Large buffers are on huge pages if the system has them, as
/// NumPy's arrays are; small ones are aligned to a cache line. Constness is shallow.
template <class T>
class Buffer {
 public:
  Buffer() = default;
  explicit Buffer(Index size) : size_(size) {
    const std::size_t huge = std::size_t{2} << 20;
    const std::size_t bytes = static_cast<std::size_t>(size) * sizeof(T);
    const std::size_t alignment = bytes >= 2 * huge ? huge : 64;
    const std::size_t rounded = (std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment;
    data_ = static_cast<T*>(std::aligned_alloc(alignment, rounded * alignment));
    if (data_ == nullptr) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
    if (alignment == huge) madvise(data_, rounded * alignment, MADV_HUGEPAGE);
#endif
  }
  Buffer(Buffer&& other) noexcept { *this = std::move(other); }
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~Buffer() { std::free(data_); }

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] Index size() const { return size_; }
  T& operator[](Index i) const { return data_[i]; }

 private:
  T* data_ = nullptr;
  Index size_ = 0;
};

/// The splitmix64 hash of a position in the stream of a seed.
inline std::uint64_t hash(std::uint64_t seed, Index position) {
  std::uint64_t x = (seed << 40) + static_cast<std::uint64_t>(position) + 1;
  x *= 0x9E3779B97F4A7C15U;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9U;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBU;
  return x ^ (x >> 31);
}

/// A random integer in 0…limit-1.
inline Index draw(Index limit, std::uint64_t seed, Index position) {
  return static_cast<Index>((hash(seed, position) >> 32) * static_cast<std::uint64_t>(limit) >> 32);
}

/// The period, a prime, after which elements repeat; it makes a gigabyte quick to generate.
inline constexpr Index kPeriod = 1000003;

template <class T, class Element>
void fill_repeated(const Buffer<T>& buffer, Element element) {
  const Index first = std::min(buffer.size(), kPeriod);
  for (Index i = 0; i < first; ++i) buffer[i] = element(i);
  for (Index i = first; i < buffer.size(); i += kPeriod) {
    std::memcpy(buffer.data() + i, buffer.data(),
                static_cast<std::size_t>(std::min(kPeriod, buffer.size() - i)) * sizeof(T));
  }
}

/// Random multiples of 1/256 in [0, 1).
inline void fill_floats(const Buffer<float>& buffer, std::uint64_t seed) {
  fill_repeated(buffer,
                [seed](Index i) { return static_cast<float>(hash(seed, i) >> 56) * 0x1p-8F; });
}
inline Buffer<float> floats(Index size, std::uint64_t seed) {
  Buffer<float> result(size);
  fill_floats(result, seed);
  return result;
}

/// Random zeros and ones.
inline Buffer<float> bits(Index size, std::uint64_t seed) {
  Buffer<float> result(size);
  fill_repeated(result, [seed](Index i) { return static_cast<float>(hash(seed, i) >> 63); });
  return result;
}

inline void fill_zeros(const Buffer<float>& buffer) {
  std::fill_n(buffer.data(), buffer.size(), 0.F);
}
inline Buffer<float> zeros(Index size) {
  Buffer<float> result(size);
  fill_zeros(result);
  return result;
}

/// Numbers whose order is random (0), ascending (1) or of equals (2). Random integers are any, random
/// floating-point numbers any multiples of their precision in [0, 1).
template <class T>
Buffer<T> numbers(Index size, Index order, std::uint64_t seed) {
  Buffer<T> result(size);
  if (order == 0) {
    fill_repeated(result, [seed](Index i) {
      const std::uint64_t bits = hash(seed, i);
      if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(bits >> (64 - 8 * sizeof(T)));
      } else {
        constexpr int digits = std::numeric_limits<T>::digits;
        return std::ldexp(static_cast<T>(bits >> (64 - digits)), -digits);
      }
    });
  } else {
    for (Index i = 0; i < size; ++i) result[i] = static_cast<T>(order == 1 ? i : 3);
  }
  return result;
}

/// True for `percent` % of the elements, at random.
inline Buffer<bool> mask(Index size, Index percent, std::uint64_t seed) {
  Buffer<bool> result(size);
  fill_repeated(result, [=](Index i) { return draw(100, seed, i) < percent; });
  return result;
}

/// Index tensors that the calls use in turn: one if the source fits in cache, else four, so that a
/// call does not find in cache what the previous one loaded.
using IndexSets = std::vector<Buffer<Index>>;

inline std::size_t sets_for(Index source_elements) {
  return source_elements > Index{1} << 22 ? 4 : 1;
}

inline IndexSets indices(std::size_t sets, Index limit, Index count, std::uint64_t seed) {
  IndexSets result;
  for (std::size_t set = 0; set < sets; ++set) {
    Buffer<Index> one(count);
    for (Index i = 0; i < count; ++i) one[i] = draw(limit, seed + 100 * set, i);
    result.push_back(std::move(one));
  }
  return result;
}

}  // namespace bench
