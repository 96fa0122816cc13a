// Sorting, selecting and searching in arrays of numbers: random, ascending or all equal. Times are
// per element.
#pragma once

#include <functional>

#include "support/harness.hpp"

namespace bench {

template <class T>
constexpr const char* type_word() {
  if constexpr (std::is_integral_v<T>) return sizeof(T) == 4 ? "Int32" : "Int64";
  return sizeof(T) == 4 ? "Float" : "Double";
}

/// The most elements of these cases; fewer where peers take a microsecond for each.
constexpr Index kMostSorted = 1 << 24;
constexpr Index kMostSearched = 1 << 22;

/// The base of these cases. Shape: n, and the order of the elements (0, 1, 2 as in data.hpp).
template <class T>
struct Numbers : Counted {
  using Element = T;
  static Family family(const char* operation, Index most = kMostSorted, Index odd = 0) {
    const Index k64 = (1 << 16) - odd;
    const Index all = most - odd;
    return {operation + std::string(type_word<T>()),
            {"n", "order"},
            Destination::fresh,
            {{k64, 0}, {k64, 1}, {k64, 2}, {all, 0}, {all, 1}, {all, 2}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * Index{sizeof(T)} / 4; }
  explicit Numbers(const Shape& shape)
      : Counted{1, shape[0]}, x(numbers<T>(shape[0], shape[1], 1)) {}
  [[nodiscard]] Result<T> copy() const {
    Result<T> out(elements);
    std::copy_n(x.data(), elements, out.data());
    return out;
  }
  Buffer<T> x;
};

/// The values in ascending order.
template <class T>
struct Sort : Numbers<T> {
  using Numbers<T>::Numbers;
  static Family family() { return Numbers<T>::family("Sort"); }
  [[nodiscard]] Result<T> by_hand(std::size_t) const {
    auto out = this->copy();
    std::sort(out.data(), out.data() + out.size());
    return out;
  }
};

/// The indices of the values in ascending order; those of equal values ascend.
template <class T>
struct Argsort : Numbers<T> {
  using Numbers<T>::Numbers;
  static Family family() { return Numbers<T>::family("Argsort"); }
  [[nodiscard]] Result<Index> by_hand(std::size_t) const {
    Result<Index> out(this->elements);
    for (Index i = 0; i < out.size(); ++i) out.data()[i] = i;
    std::stable_sort(out.data(), out.data() + out.size(),
                     [x = this->x.data()](Index a, Index b) { return x[a] < x[b]; });
    return out;
  }
};

/// The ten largest values, in descending order.
template <class T>
struct Topk : Numbers<T> {
  using Numbers<T>::Numbers;
  static Family family() { return Numbers<T>::family("Topk"); }
  [[nodiscard]] Result<T> by_hand(std::size_t) const {
    Result<T> out(10);
    const T* const first = this->x.data();
    std::partial_sort_copy(first, first + this->elements, out.data(), out.data() + 10,
                           std::greater<T>());
    return out;
  }
};

/// The value in the middle of a partitioned array.
template <class T>
struct Partition : Numbers<T> {
  using Numbers<T>::Numbers;
  static Family family() { return Numbers<T>::family("Partition"); }
  [[nodiscard]] Index middle() const { return this->elements / 2; }
  [[nodiscard]] Result<T> by_hand(std::size_t) const {
    auto all = this->copy();
    std::nth_element(all.data(), all.data() + middle(), all.data() + all.size());
    Result<T> out(1);
    out.data()[0] = all.data()[middle()];
    return out;
  }
};

/// The middle one of an odd number of values, so that all libraries mean the same one.
template <class T>
struct MedianOf : Numbers<T> {
  using Numbers<T>::Numbers;
  static Family family() { return Numbers<T>::family("Median", kMostSorted, 1); }
  [[nodiscard]] Result<double> by_hand(std::size_t) const {
    auto all = this->copy();
    T* const middle = all.data() + all.size() / 2;
    std::nth_element(all.data(), middle, all.data() + all.size());
    Result<double> out(1);
    out.data()[0] = static_cast<double>(*middle);
    return out;
  }
};

/// The distinct values in ascending order.
template <class T>
struct Unique : Numbers<T> {
  using Numbers<T>::Numbers;
  static Family family() { return Numbers<T>::family("Unique", kMostSearched); }
  [[nodiscard]] Result<T> by_hand(std::size_t) const {
    auto out = this->copy();
    std::sort(out.data(), out.data() + out.size());
    out.count = std::unique(out.data(), out.data() + out.size()) - out.data();
    return out;
  }
};

/// For each value its index in the sorted values.
template <class T>
struct Searchsorted : Numbers<T> {
  static Family family() { return Numbers<T>::family("Searchsorted", kMostSearched); }
  explicit Searchsorted(const Shape& shape)
      : Numbers<T>(shape), sorted(numbers<T>(shape[0], shape[1], 1)) {
    std::sort(sorted.data(), sorted.data() + sorted.size());
  }
  [[nodiscard]] Result<Index> by_hand(std::size_t) const {
    Result<Index> out(this->elements);
    const T* const first = sorted.data();
    const T* const last = first + sorted.size();
    for (Index i = 0; i < out.size(); ++i)
      out.data()[i] = std::lower_bound(first, last, this->x[i]) - first;
    return out;
  }
  Buffer<T> sorted;
};

/// Calls add.operator()<T>() for each element type of these cases.
template <class Add>
void for_each_number_type(const Add& add) {
  add.template operator()<std::int32_t>();
  add.template operator()<Index>();
  add.template operator()<float>();
  add.template operator()<double>();
}

}  // namespace bench
