// What the programs of bench/large.sh share: memory on huge pages, random numbers, the least time
// of contestants that take turns, and rows of a table.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include <sys/mman.h>

namespace large {

/// n elements of zero bytes on huge pages, as the library's own large allocations are.
template <class T>
class Buffer {
 public:
  explicit Buffer(std::size_t n) : size_(n) {
    constexpr std::size_t page = std::size_t{2} << 20;
    const std::size_t bytes = (n * sizeof(T) + page - 1) / page * page;
    data_ = static_cast<T*>(std::aligned_alloc(page, bytes));
    if (data_ == nullptr) std::abort();
    madvise(data_, bytes, MADV_HUGEPAGE);
    std::memset(static_cast<void*>(data_), 0, bytes);
  }
  ~Buffer() { std::free(data_); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] std::size_t size() const { return size_; }
  T& operator[](std::size_t i) const { return data_[i]; }

 private:
  std::size_t size_;
  T* data_;
};

/// A stream of pseudo-random numbers. Source: Marsaglia, Xorshift RNGs, 2003.
class Random {
 public:
  std::uint64_t operator()() {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return state_;
  }

 private:
  std::uint64_t state_ = 88172645463325252U;
};

inline double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

struct Contestant {
  std::string name;
  std::function<void()> run;
};

/// The least time of each contestant, in seconds; in each round they take turns.
inline std::vector<double> least_times(const std::vector<Contestant>& contestants, int rounds) {
  std::vector<double> least(contestants.size(), 1e30);
  for (int round = 0; round < rounds; ++round) {
    for (std::size_t k = 0; k < contestants.size(); ++k) {
      const double start = seconds();
      contestants[k].run();
      const double time = seconds() - start;
      if (time < least[k]) least[k] = time;
    }
  }
  return least;
}

/// The head of a table whose rows are print_row's.
inline void print_head(const std::string& what, const std::vector<Contestant>& contestants) {
  std::printf("| %s |", what.c_str());
  for (const Contestant& contestant : contestants) std::printf(" %s |", contestant.name.c_str());
  std::printf("\n|---|");
  for (std::size_t k = 0; k < contestants.size(); ++k) std::printf("---|");
  std::printf("\n");
}

/// A row of times, in ns for each of `elements`.
inline void print_row(const std::string& what, const std::vector<double>& times, double elements) {
  std::printf("| %s |", what.c_str());
  for (const double time : times) std::printf(" %.2f |", time / elements * 1e9);
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace large
