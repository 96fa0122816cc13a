// Functions of each element. Times are per element.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>

#include "support/harness.hpp"

namespace bench {

/// n numbers of type T between 0 and 1.
template <class T>
Buffer<T> fractions(Index n, std::uint64_t seed) {
  const Buffer<float> from = floats(n, seed);
  Buffer<T> result(n);
  std::copy_n(from.data(), n, result.data());
  return result;
}

/// F of each of n numbers of type T between 0 and 1.
template <class F, class T = float>
struct OfEach : Counted {
  static constexpr bool kRounded = F::rounded;
  static Family family() {
    const std::string type = std::is_same_v<T, float> ? "" : "Double";
    return {F::name + type, {"n"}, Destination::fresh, {{1 << 16}, {1 << 24}}};
  }
  static Index largest(const Shape& shape) {
    return shape[0] * static_cast<Index>(sizeof(T) / sizeof(float));
  }
  explicit OfEach(const Shape& shape)
      : Counted{1, shape[0]}, a(fractions<T>(shape[0], 1)), b(fractions<T>(shape[0], 2)) {}
  [[nodiscard]] Result<T> by_hand(std::size_t) const {
    Result<T> out(elements);
    loop(out.data(), a.data(), b.data(), elements);
    return out;
  }
  BENCH_LOOP static void loop(T* out, const T* a, const T* b, Index n) {
    for (Index i = 0; i < n; ++i) out[i] = F::of(a[i], b[i]);
  }
  Buffer<T> a;
  Buffer<T> b;
};

struct ExpOf {
  static constexpr const char* name = "Exp";
  static constexpr bool rounded = true;
  template <class T>
  static T of(T x, T) {
    return std::exp(x);
  }
};
struct LogOf {
  static constexpr const char* name = "Log";
  static constexpr bool rounded = true;
  template <class T>
  static T of(T x, T) {
    return std::log(x);
  }
};
struct SinOf {
  static constexpr const char* name = "Sin";
  static constexpr bool rounded = true;
  template <class T>
  static T of(T x, T) {
    return std::sin(x);
  }
};
struct TanhOf {
  static constexpr const char* name = "Tanh";
  static constexpr bool rounded = true;
  template <class T>
  static T of(T x, T) {
    return std::tanh(x);
  }
};
struct SqrtOf {
  static constexpr const char* name = "Sqrt";
  static constexpr bool rounded = true;
  template <class T>
  static T of(T x, T) {
    return std::sqrt(x);
  }
};
struct MaximumOf {
  static constexpr const char* name = "MaximumOfTwo";
  static constexpr bool rounded = false;
  template <class T>
  static T of(T x, T y) {
    return std::max(x, y);
  }
};
struct PowOf {
  static constexpr const char* name = "Pow";
  static constexpr bool rounded = true;
  template <class T>
  static T of(T x, T y) {
    return std::pow(x, y);
  }
};
struct ClampOf {
  static constexpr const char* name = "Clamp";
  static constexpr bool rounded = false;
  template <class T>
  static T of(T x, T) {
    return std::clamp(x, T{0.25}, T{0.75});
  }
};
using Exp = OfEach<ExpOf>;
using Log = OfEach<LogOf>;
using Sin = OfEach<SinOf>;
using Tanh = OfEach<TanhOf>;
using Sqrt = OfEach<SqrtOf>;
using MaximumOfTwo = OfEach<MaximumOf>;
using Pow = OfEach<PowOf>;
using Clamp = OfEach<ClampOf>;
using ExpDouble = OfEach<ExpOf, double>;
using LogDouble = OfEach<LogOf, double>;
using SinDouble = OfEach<SinOf, double>;
using PowDouble = OfEach<PowOf, double>;

/// isnan, as bools.
struct IsNan : Counted {
  static Family family() { return {"IsNan", {"n"}, Destination::fresh, {{1 << 16}, {1 << 24}}}; }
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit IsNan(const Shape& shape) : Counted{1, shape[0]}, a(floats(elements, 1)) {}
  [[nodiscard]] Result<bool> by_hand(std::size_t) const {
    Result<bool> out(elements);
    loop(out.data(), a.data(), elements);
    return out;
  }
  BENCH_LOOP static void loop(bool* out, const float* a, Index n) {
    for (Index i = 0; i < n; ++i) out[i] = std::isnan(a[i]);
  }
  Buffer<float> a;
};

/// exp of numbers half of which are -1000, as a mask makes them: their exponentials are 0.
struct ExpMasked : Filled<ExpMasked> {
  static constexpr bool kRounded = true;
  static Family family() {
    return {"ExpMasked", {"n"}, Destination::fresh, {{1 << 16}, {1 << 24}}};
  }
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit ExpMasked(const Shape& shape) : Filled{1, shape[0]}, a(floats(elements, 1)) {
    const Buffer<float> kept = bits(elements, 2);
    for (Index i = 0; i < elements; ++i)
      if (kept[i] == 0) a[i] = -1000;
  }
  void fill(float* out, std::size_t) const { loop(out, a.data(), elements); }
  BENCH_LOOP static void loop(float* out, const float* a, Index n) {
    for (Index i = 0; i < n; ++i) out[i] = std::exp(a[i]);
  }
  Buffer<float> a;
};

/// Whether each of n integers is one of eight others.
struct IsIn : Counted {
  static Family family() { return {"IsIn", {"n"}, Destination::fresh, {{1 << 16}, {1 << 23}}}; }
  static Index largest(const Shape& shape) { return 2 * shape[0]; }
  explicit IsIn(const Shape& shape)
      : Counted{1, shape[0]},
        a(std::move(indices(1, 100, elements, 1).front())),
        others(std::move(indices(1, 100, 8, 2).front())) {}
  [[nodiscard]] Result<bool> by_hand(std::size_t) const {
    Result<bool> out(elements);
    loop(out.data(), a.data(), elements, others.data());
    return out;
  }
  BENCH_LOOP static void loop(bool* out, const Index* a, Index n, const Index* others) {
    for (Index i = 0; i < n; ++i) out[i] = std::find(others, others + 8, a[i]) != others + 8;
  }
  Buffer<Index> a;
  Buffer<Index> others;
};

/// a % 7 of 64-bit integers, none of which is negative.
struct Remainder : Counted {
  static Family family() {
    return {"Remainder", {"n"}, Destination::fresh, {{1 << 16}, {1 << 24}}};
  }
  static Index largest(const Shape& shape) { return 2 * shape[0]; }
  explicit Remainder(const Shape& shape)
      : Counted{1, shape[0]}, a(std::move(indices(1, 1000, elements, 1).front())) {}
  [[nodiscard]] Result<Index> by_hand(std::size_t) const {
    Result<Index> out(elements);
    loop(out.data(), a.data(), elements, 7);
    return out;
  }
  BENCH_LOOP static void loop(Index* out, const Index* a, Index n, Index divisor) {
    for (Index i = 0; i < n; ++i) out[i] = a[i] % divisor;
  }
  Buffer<Index> a;
};

/// floor(a / 7) of the same.
struct FloorDivide : Remainder {
  static Family family() {
    return {"FloorDivide", {"n"}, Destination::fresh, {{1 << 16}, {1 << 24}}};
  }
  using Remainder::Remainder;
  [[nodiscard]] Result<Index> by_hand(std::size_t) const {
    Result<Index> out(elements);
    loop(out.data(), a.data(), elements, 7);
    return out;
  }
  BENCH_LOOP static void loop(Index* out, const Index* a, Index n, Index divisor) {
    for (Index i = 0; i < n; ++i) out[i] = a[i] / divisor;
  }
};

/// isclose of two tensors, as bools.
struct IsClose : Counted {
  static Family family() { return {"IsClose", {"n"}, Destination::fresh, {{1 << 16}, {1 << 24}}}; }
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit IsClose(const Shape& shape)
      : Counted{1, shape[0]}, a(floats(elements, 1)), b(floats(elements, 2)) {}
  [[nodiscard]] Result<bool> by_hand(std::size_t) const {
    Result<bool> out(elements);
    loop(out.data(), a.data(), b.data(), elements);
    return out;
  }
  BENCH_LOOP static void loop(bool* out, const float* a, const float* b, Index n) {
    for (Index i = 0; i < n; ++i) {
      const auto x = static_cast<double>(a[i]);
      const auto y = static_cast<double>(b[i]);
      out[i] = x == y || std::abs(x - y) <= 1e-8 + 1e-5 * std::abs(y);
    }
  }
  Buffer<float> a;
  Buffer<float> b;
};

}  // namespace bench
