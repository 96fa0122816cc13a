// Functions of each element. Times are per element.
#pragma once

#include <algorithm>
#include <cmath>

#include "support/harness.hpp"

namespace bench {

/// F of each of n floats between 0 and 1.
template <class F>
struct OfEach : Filled<OfEach<F>> {
  static constexpr bool kRounded = F::rounded;
  static Family family() { return {F::name, {"n"}, Destination::fresh, {{1 << 16}, {1 << 24}}}; }
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit OfEach(const Shape& shape)
      : Filled<OfEach>{1, shape[0]}, a(floats(shape[0], 1)), b(floats(shape[0], 2)) {}
  void fill(float* out, std::size_t) const { loop(out, a.data(), b.data(), this->elements); }
  BENCH_LOOP static void loop(float* out, const float* a, const float* b, Index n) {
    for (Index i = 0; i < n; ++i) out[i] = F::of(a[i], b[i]);
  }
  Buffer<float> a;
  Buffer<float> b;
};

struct ExpOf {
  static constexpr const char* name = "Exp";
  static constexpr bool rounded = true;
  static float of(float x, float) { return std::exp(x); }
};
struct LogOf {
  static constexpr const char* name = "Log";
  static constexpr bool rounded = true;
  static float of(float x, float) { return std::log(x); }
};
struct SinOf {
  static constexpr const char* name = "Sin";
  static constexpr bool rounded = true;
  static float of(float x, float) { return std::sin(x); }
};
struct TanhOf {
  static constexpr const char* name = "Tanh";
  static constexpr bool rounded = true;
  static float of(float x, float) { return std::tanh(x); }
};
struct SqrtOf {
  static constexpr const char* name = "Sqrt";
  static constexpr bool rounded = false;
  static float of(float x, float) { return std::sqrt(x); }
};
struct MaximumOf {
  static constexpr const char* name = "MaximumOfTwo";
  static constexpr bool rounded = false;
  static float of(float x, float y) { return std::max(x, y); }
};
struct PowOf {
  static constexpr const char* name = "Pow";
  static constexpr bool rounded = true;
  static float of(float x, float y) { return std::pow(x, y); }
};
struct ClampOf {
  static constexpr const char* name = "Clamp";
  static constexpr bool rounded = false;
  static float of(float x, float) { return std::clamp(x, 0.25F, 0.75F); }
};
using Exp = OfEach<ExpOf>;
using Log = OfEach<LogOf>;
using Sin = OfEach<SinOf>;
using Tanh = OfEach<TanhOf>;
using Sqrt = OfEach<SqrtOf>;
using MaximumOfTwo = OfEach<MaximumOf>;
using Pow = OfEach<PowOf>;
using Clamp = OfEach<ClampOf>;

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

}  // namespace bench
