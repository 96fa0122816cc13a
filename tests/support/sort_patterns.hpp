// Long lines of every element type, in patterns that take each way through the sort: what sorting
// and selecting return is compared with std::stable_sort.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "expect.hpp"

namespace sort_patterns {

using namespace ndx;
using expect::elements;

template <class T>
bool before(T a, T b) {
  return a < b || (b != b && a == a);
}

/// Numbers of a type, drawn by pattern.
template <class T>
class Patterns {
 public:
  static constexpr int kCount = 9;

  T draw(int pattern, index_t i, index_t n) {
    using Limits = std::numeric_limits<T>;
    switch (pattern) {
      case 0:
        return any();
      case 1:
        return number(below(5));
      case 2:
        return number(i / 2);  // ascending
      case 3:
        return number(n - i);  // descending
      case 4:
        return number(7);  // equal
      case 5:
        return number(i % 17);
      case 6:
        return below(2) == 0 ? Limits::max() : Limits::lowest();
      case 7:
        return special();
      default:
        return clustered();
    }
  }

 private:
  index_t below(index_t limit) { return static_cast<index_t>(random_() >> 8) % limit; }

  static T number(index_t value) {
    if constexpr (std::is_same_v<T, bool>) return value % 2 != 0;
    return static_cast<T>(value);
  }
  T any() {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(random_());
    } else {
      const auto value = static_cast<T>(random_()) / static_cast<T>(1e10);
      return below(2) == 0 ? value : -value;
    }
  }
  /// What shares its key with other bits, and what comes before and after it.
  T special() {
    if constexpr (std::is_integral_v<T>) {
      return number(below(3));
    } else {
      constexpr T nan = std::numeric_limits<T>::quiet_NaN();
      constexpr T inf = std::numeric_limits<T>::infinity();
      constexpr T least = std::numeric_limits<T>::denorm_min();
      const T values[] = {T{0}, -T{0}, nan, -nan, T{1}, -T{1}, inf, -inf, least, -least};
      return values[below(10)];
    }
  }
  /// Far apart in the highest bits, and alike in most of the others.
  T clustered() {
    if constexpr (sizeof(T) == 8 && std::is_integral_v<T>) {
      return static_cast<T>((below(3) << 61) | (below(4) << 20) | below(50));
    } else if constexpr (std::is_integral_v<T>) {
      return number(below(100));
    } else {
      return static_cast<T>(std::ldexp(1.0, static_cast<int>(below(40)) - 20)) +
             static_cast<T>(below(9)) * static_cast<T>(1e-9);
    }
  }

  std::mt19937_64 random_{20240607};
};

/// The bits of a number that can be told from outside, comparable with ==.
template <class T>
std::pair<bool, T> told(T value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) return {std::signbit(value), std::numeric_limits<T>::max()};
    return {std::signbit(value), value};
  } else {
    return {false, value};
  }
}

/// The indices of the elements of a line, sorted by std::stable_sort.
template <class T>
std::vector<index_t> stable_order(const Tensor<T>& x, bool descending) {
  std::vector<index_t> order = elements(arange(x.numel()));
  const T* const data = x.data();
  const index_t step = x.stride(0);
  std::stable_sort(order.begin(), order.end(), [&](index_t a, index_t b) {
    return descending ? before(data[b * step], data[a * step])
                      : before(data[a * step], data[b * step]);
  });
  return order;
}

template <class T>
class SortPatterns : public testing::Test {
 protected:
  /// A line of n elements: contiguous, or reversed with gaps.
  static Tensor<T> line(int pattern, index_t n) {
    Tensor<T> x = empty<T>({2 * n});
    x = n % 2 == 0 ? x.slice(0, Slice(None, None, 2)).flip() : x.narrow(0, 0, n);
    Patterns<T> patterns;
    for (index_t i = 0; i < n; ++i) x.data()[i * x.stride(0)] = patterns.draw(pattern, i, n);
    return x;
  }

  static void expect_sorted(int pattern, index_t n, bool descending) {
    SCOPED_TRACE("pattern " + std::to_string(pattern) + " n " + std::to_string(n) +
                 (descending ? " descending" : ""));
    const Tensor<T> x = line(pattern, n);
    const std::vector<index_t> order = stable_order(x, descending);
    const auto [values, indices] = sort(x, 0, descending);
    const Tensor<T> alone = sort_values(x, 0, descending);
    ASSERT_EQ(elements(indices), order);
    ASSERT_EQ(elements(argsort(x, 0, descending)), order);
    for (index_t i = 0; i < n; ++i) {
      const T expected = x.data()[order[static_cast<std::size_t>(i)] * x.stride(0)];
      ASSERT_EQ(told(values.data()[i]), told(expected)) << i;
      ASSERT_EQ(told(alone.data()[i]), told(expected)) << i;
    }
    expect_selected(x, order, descending);
  }

  static void expect_selected(const Tensor<T>& x, const std::vector<index_t>& order,
                              bool descending) {
    const index_t n = x.numel();
    for (const index_t k : {index_t{1}, n / 300, n / 2, n}) {
      if (k == 0 || k > n) continue;
      const std::vector<index_t> first(order.begin(), order.begin() + k);
      ASSERT_EQ(elements(topk(x, k, 0, descending).indices), first) << k;
      auto unordered = elements(topk(x, k, 0, descending, false).indices);
      std::sort(unordered.begin(), unordered.end());
      auto ascending = first;
      std::sort(ascending.begin(), ascending.end());
      ASSERT_EQ(unordered, ascending) << k;
      if (descending) continue;
      ASSERT_EQ(kthvalue(x, k).indices.item(), first.back()) << k;
      expect_partitioned(x, {k - 1, n / 3});
      expect_partitioned(x, {k - 1});
    }
  }

  static void expect_partitioned(const Tensor<T>& x, const Dims& kth) {
    const Tensor<T> by_index = x.index({argpartition(x, kth)});
    const Tensor<T> by_value = partition(x, kth);
    for (const Tensor<T>& found : {by_index, by_value}) {
      for (const index_t k : kth) {
        const T* const data = found.data();
        const auto smaller = [&](T value) { return before(value, data[k]); };
        const auto larger = [&](T value) { return before(data[k], value); };
        ASSERT_TRUE(std::none_of(data, data + k, larger)) << k;
        ASSERT_TRUE(std::none_of(data + k, data + found.numel(), smaller)) << k;
      }
      const Tensor<T> sorted = sort_values(found);
      const Tensor<T> expected = sort_values(x);
      for (index_t i = 0; i < x.numel(); ++i) {
        ASSERT_FALSE(before(sorted.data()[i], expected.data()[i])) << i;
        ASSERT_FALSE(before(expected.data()[i], sorted.data()[i])) << i;
      }
    }
  }
};

}  // namespace sort_patterns
