// What writes of the fuzz bodies of indexes leave in memory.
#pragma once

#include <cstring>
#include <memory>
#include <span>

#include <ndx/ndx.hpp>

#include "support/random_expressions.hpp"
#include "support/reference.hpp"

namespace fuzz {

template <class T>
bool same(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// The elements of a buffer, and one more for what is dropped.
template <class T>
class Copy {
 public:
  explicit Copy(std::span<const T> from) : size_(from.size()), memory_(new T[from.size() + 1]()) {
    std::copy(from.begin(), from.end(), memory_.get());
  }
  std::span<T> with_dropped() const { return {memory_.get(), size_ + 1}; }
  T& operator[](std::size_t i) const { return memory_[i]; }

  /// The first position that is not as here; -1 if there is none.
  std::int64_t first_difference(std::span<const T> other) const {
    for (std::size_t i = 0; i < size_; ++i)
      if (!same(other[i], memory_[i])) return static_cast<std::int64_t>(i);
    return -1;
  }

 private:
  std::size_t size_;
  std::unique_ptr<T[]> memory_;  // a vector of bools has no span
};

/// A reduction of the library's and the same in one obvious line.
template <class T>
struct Reduction {
  const char* name;
  ndx::Reducer<T> ours;
  T (*obvious)(T, T);
};

template <class T>
Reduction<T> draw_reduction(reference::RandomExpressions& random) {
  using R = ndx::Reduce;
  const Reduction<T> assign{"assign", R::assign, [](T, T b) { return b; }};
  if (random.chance(50)) return assign;
  if constexpr (std::is_same_v<T, bool>) {
    return random.pick<Reduction<T>>({
        {"add", R::add, [](T a, T b) { return a || b; }},
        {"multiply", R::multiply, [](T a, T b) { return a && b; }},
    });
  } else if constexpr (std::is_integral_v<T>) {
    return random.pick<Reduction<T>>({
        {"add", R::add,
         [](T a, T b) { return static_cast<T>(std::uint64_t(a) + std::uint64_t(b)); }},
        {"multiply", R::multiply,
         [](T a, T b) { return static_cast<T>(std::uint64_t(a) * std::uint64_t(b)); }},
        {"minimum", R::minimum, [](T a, T b) { return a < b ? a : b; }},
        {"maximum", R::maximum, [](T a, T b) { return a > b ? a : b; }},
        {"bitwise_and", R::bitwise_and, [](T a, T b) { return static_cast<T>(a & b); }},
        {"bitwise_or", R::bitwise_or, [](T a, T b) { return static_cast<T>(a | b); }},
        {"bitwise_xor", R::bitwise_xor, [](T a, T b) { return static_cast<T>(a ^ b); }},
        {"in order", [](T a, T b) { return static_cast<T>((a ^ (b << 1)) % 113); },
         [](T a, T b) { return static_cast<T>((a ^ (b << 1)) % 113); }},
    });
  } else if constexpr (std::is_floating_point_v<T>) {
    return random.pick<Reduction<T>>({
        {"add", R::add, [](T a, T b) { return a + b; }},
        {"maximum", R::maximum, [](T a, T b) { return a > b ? a : b; }},
        {"in order", [](T a, T b) { return a / 2 - b; }, [](T a, T b) { return a / 2 - b; }},
    });
  } else {
    return assign;
  }
}

/// Writes to a copy: what is skipped, to the element behind it. Returns the fault of a value that does
/// not fit, which leaves the copy as it is.
template <class T>
reference::RefFaults put(const Copy<T>& copy, reference::RefTensor where,
                         const reference::RefArray<T>& value, const Reduction<T>& reduction) {
  const std::span<T> elements = copy.with_dropped();
  for (std::int64_t& place : where.values)
    if (place == reference::kSkippedPlace) place = static_cast<std::int64_t>(elements.size()) - 1;
  try {
    reference::ref_put(elements, where, value, reduction.obvious);
  } catch (const reference::RefError& error) {
    return error.faults;
  }
  return 0;
}

}  // namespace fuzz
