// Reductions and scans of floats. Times are per element. Elements are chosen such that results are
// exact in any order.
#pragma once

#include <cmath>

#include "support/harness.hpp"

namespace bench {

/// A case of n floats with a result of type T.
template <class T>
struct Reduced : Counted {
  static Family family_of(const char* name) {
    return {name, {"n"}, Destination::none, {{1 << 16}, {1 << 24}}};
  }
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit Reduced(Buffer<float> elements_)
      : Counted{1, elements_.size()}, a(std::move(elements_)) {}
  static Result<T> one(T value) {
    Result<T> result(1);
    result.data()[0] = value;
    return result;
  }
  Buffer<float> a;
};

/// Random -1 and 1.
inline Buffer<float> signs(Index size, std::uint64_t seed) {
  Buffer<float> result = bits(size, seed);
  for (Index i = 0; i < size; ++i) result[i] = 2 * result[i] - 1;
  return result;
}

/// 0, 1, 0, 1, …: the variance is 1/4.
inline Buffer<float> alternating(Index size) {
  Buffer<float> result(size);
  for (Index i = 0; i < size; ++i) result[i] = static_cast<float>(i % 2);
  return result;
}

/// Random floats with one largest and one smallest, in the last quarter.
inline Buffer<float> floats_with_extremes(Index size, std::uint64_t seed) {
  Buffer<float> result = floats(size, seed);
  result[size / 4 * 3] = 2;
  result[size / 8 * 7] = -2;
  return result;
}

struct Mean : Reduced<float> {
  static Family family() { return family_of("Mean"); }
  explicit Mean(const Shape& shape) : Reduced(bits(shape[0], 1)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const { return one(loop(a.data(), elements)); }
  BENCH_LOOP static float loop(const float* a, Index n) {
    double sum = 0;
    for (Index i = 0; i < n; ++i) sum += static_cast<double>(a[i]);
    return static_cast<float>(sum / static_cast<double>(n));
  }
};

struct Variance : Reduced<float> {
  static Family family() { return family_of("Variance"); }
  explicit Variance(const Shape& shape) : Reduced(alternating(shape[0])) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const { return one(loop(a.data(), elements)); }
  BENCH_LOOP static float loop(const float* a, Index n) {
    const auto mean = static_cast<double>(Mean::loop(a, n));
    double sum = 0;
    for (Index i = 0; i < n; ++i) {
      const double distance = static_cast<double>(a[i]) - mean;
      sum += distance * distance;
    }
    return static_cast<float>(sum / static_cast<double>(n));
  }
};

struct Maximum : Reduced<float> {
  static Family family() { return family_of("Maximum"); }
  explicit Maximum(const Shape& shape) : Reduced(floats_with_extremes(shape[0], 1)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const { return one(loop(a.data(), elements)); }
  BENCH_LOOP static float loop(const float* a, Index n) {
    float best = a[0];
    for (Index i = 0; i < n; ++i) best = a[i] > best ? a[i] : best;
    return best;
  }
};

struct Minimum : Reduced<float> {
  static Family family() { return family_of("Minimum"); }
  explicit Minimum(const Shape& shape) : Reduced(floats_with_extremes(shape[0], 1)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const { return one(loop(a.data(), elements)); }
  BENCH_LOOP static float loop(const float* a, Index n) {
    float best = a[0];
    for (Index i = 0; i < n; ++i) best = a[i] < best ? a[i] : best;
    return best;
  }
};

struct Argmax : Reduced<Index> {
  static Family family() { return family_of("Argmax"); }
  explicit Argmax(const Shape& shape) : Reduced(floats_with_extremes(shape[0], 1)) {}
  [[nodiscard]] Result<Index> by_hand(std::size_t) const { return one(loop(a.data(), elements)); }
  BENCH_LOOP static Index loop(const float* a, Index n) {
    Index best = 0;
    for (Index i = 1; i < n; ++i) best = a[i] > a[best] ? i : best;
    return best;
  }
};

struct Product : Reduced<float> {
  static Family family() { return family_of("Product"); }
  explicit Product(const Shape& shape) : Reduced(signs(shape[0], 1)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const { return one(loop(a.data(), elements)); }
  BENCH_LOOP static float loop(const float* a, Index n) {
    float product = 1;
    for (Index i = 0; i < n; ++i) product *= a[i];
    return product;
  }
};

struct Norm : Reduced<float> {
  static Family family() { return family_of("Norm"); }
  explicit Norm(const Shape& shape) : Reduced(signs(shape[0], 1)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const { return one(loop(a.data(), elements)); }
  BENCH_LOOP static float loop(const float* a, Index n) {
    double sum = 0;
    for (Index i = 0; i < n; ++i) sum += static_cast<double>(a[i]) * static_cast<double>(a[i]);
    return static_cast<float>(std::sqrt(sum));
  }
};

/// The cube root of the sum of cubes.
struct Norm3 : Reduced<float> {
  static constexpr bool kRounded = true;
  static Family family() { return family_of("Norm3"); }
  explicit Norm3(const Shape& shape) : Reduced(signs(shape[0], 1)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const { return one(loop(a.data(), elements)); }
  BENCH_LOOP static float loop(const float* a, Index n) {
    double sum = 0;
    for (Index i = 0; i < n; ++i) {
      const double length = std::abs(static_cast<double>(a[i]));
      sum += length * length * length;
    }
    return static_cast<float>(std::cbrt(sum));
  }
};

struct Dot : Reduced<float> {
  static Family family() { return family_of("Dot"); }
  explicit Dot(const Shape& shape) : Reduced(bits(shape[0], 1)), b(bits(shape[0], 2)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const {
    return one(loop(a.data(), b.data(), elements));
  }
  BENCH_LOOP static float loop(const float* a, const float* b, Index n) {
    double sum = 0;
    for (Index i = 0; i < n; ++i) sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return static_cast<float>(sum);
  }
  Buffer<float> b;
};

/// Of an odd number of elements, so that all libraries mean the same one.
struct Median : Reduced<float> {
  static Family family() {
    return {"Median", {"n"}, Destination::none, {{(1 << 16) - 1}, {(1 << 24) - 1}}};
  }
  explicit Median(const Shape& shape) : Reduced(floats(shape[0], 1)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const {
    std::vector<float> copy(a.data(), a.data() + elements);
    const auto middle = copy.begin() + static_cast<std::ptrdiff_t>(elements / 2);
    std::nth_element(copy.begin(), middle, copy.end());
    return one(*middle);
  }
};

/// 64 bins over 0 … 1.
struct HistogramOf64 : Reduced<Index> {
  static constexpr Index kBins = 64;
  static Family family() { return family_of("HistogramOf64"); }
  explicit HistogramOf64(const Shape& shape) : Reduced(floats(shape[0], 1)) {}
  [[nodiscard]] Result<Index> by_hand(std::size_t) const {
    Result<Index> counts(kBins);
    loop(counts.data(), a.data(), elements);
    return counts;
  }
  BENCH_LOOP static void loop(Index* counts, const float* a, Index n) {
    for (Index k = 0; k < kBins; ++k) counts[k] = 0;
    for (Index i = 0; i < n; ++i) ++counts[static_cast<Index>(a[i] * static_cast<float>(kBins))];
  }
};

struct Cumsum : Filled<Cumsum> {
  static Family family() { return {"Cumsum", {"n"}, Destination::fresh, {{1 << 16}, {1 << 24}}}; }
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit Cumsum(const Shape& shape) : Filled{1, shape[0]}, a(bits(shape[0], 1)) {}
  void fill(float* out, std::size_t) const { loop(out, a.data(), elements); }
  BENCH_LOOP static void loop(float* out, const float* a, Index n) {
    float sum = 0;
    for (Index i = 0; i < n; ++i) out[i] = sum += a[i];
  }
  Buffer<float> a;
};

/// Down the columns of an a of shape (rows, columns).
struct CumsumAxis : Filled<CumsumAxis> {
  static Family family() {
    return {"CumsumAxis", {"rows", "columns"}, Destination::fresh, {{256, 256}, {4096, 4096}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[1]; }
  explicit CumsumAxis(const Shape& shape)
      : Filled{1, largest(shape)}, rows(shape[0]), columns(shape[1]), a(bits(elements, 1)) {}
  void fill(float* out, std::size_t) const { loop(out, a.data(), rows, columns); }
  BENCH_LOOP static void loop(float* out, const float* a, Index rows, Index columns) {
    for (Index j = 0; j < columns; ++j) out[j] = a[j];
    for (Index i = columns; i < rows * columns; ++i) out[i] = out[i - columns] + a[i];
  }
  Index rows;
  Index columns;
  Buffer<float> a;
};

/// The largest of each column, and its index.
struct ArgmaxAxis : Counted {
  static Family family() {
    return {"ArgmaxAxis", {"rows", "columns"}, Destination::fresh, {{256, 256}, {4096, 4096}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[1]; }
  explicit ArgmaxAxis(const Shape& shape)
      : Counted{1, largest(shape)}, rows(shape[0]), columns(shape[1]), a(floats(elements, 1)) {
    for (Index j = 0; j < columns; ++j) a[j % rows * columns + j] = 2;
  }
  [[nodiscard]] Result<Index> by_hand(std::size_t) const {
    Result<Index> best(columns);
    loop(best.data(), a.data(), rows, columns);
    return best;
  }
  BENCH_LOOP static void loop(Index* best, const float* a, Index rows, Index columns) {
    for (Index j = 0; j < columns; ++j) best[j] = 0;
    for (Index i = 1; i < rows; ++i)
      for (Index j = 0; j < columns; ++j)
        best[j] = a[i * columns + j] > a[best[j] * columns + j] ? i : best[j];
  }
  Index rows;
  Index columns;
  Buffer<float> a;
};

/// A case of a float matrix with a result of type T for each of its short rows.
template <class T>
struct OfRows : Counted {
  static Family family_of(const char* name) {
    return {name, {"rows", "columns"}, Destination::fresh, {{1 << 13, 8}, {1 << 18, 64}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[1]; }
  OfRows(const Shape& shape, Buffer<float> elements_)
      : Counted{1, elements_.size()}, rows(shape[0]), columns(shape[1]), a(std::move(elements_)) {}
  /// f(the elements of a row), for each.
  template <class F>
  [[nodiscard]] Result<T> each(F f) const {
    Result<T> result(rows);
    for (Index i = 0; i < rows; ++i) result.data()[i] = f(a.data() + i * columns);
    return result;
  }
  Index rows;
  Index columns;
  Buffer<float> a;
};

struct MeanOfRows : OfRows<float> {
  static Family family() { return family_of("MeanOfRows"); }
  explicit MeanOfRows(const Shape& shape) : OfRows(shape, bits(shape[0] * shape[1], 1)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const {
    return each([n = columns](const float* row) { return Mean::loop(row, n); });
  }
};

struct MaximumOfRows : OfRows<float> {
  static Family family() { return family_of("MaximumOfRows"); }
  explicit MaximumOfRows(const Shape& shape) : OfRows(shape, floats(shape[0] * shape[1], 1)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const {
    return each([n = columns](const float* row) { return Maximum::loop(row, n); });
  }
};

/// The largest of a row is 2, and in it once.
struct ArgmaxOfRows : OfRows<Index> {
  static Family family() { return family_of("ArgmaxOfRows"); }
  explicit ArgmaxOfRows(const Shape& shape) : OfRows(shape, floats(shape[0] * shape[1], 1)) {
    for (Index i = 0; i < rows; ++i) a[i * columns + i % columns] = 2;
  }
  [[nodiscard]] Result<Index> by_hand(std::size_t) const {
    return each([n = columns](const float* row) { return Argmax::loop(row, n); });
  }
};

}  // namespace bench
