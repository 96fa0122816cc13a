// Computes rows of float16 and bfloat16: they are converted to float, computed as rows of floats,
// and converted back, a run of 512 elements at a time, which fits in the first-level cache.
//
// So functions of elements are compiled for float alone. Functions that only change bits, such as
// negation, work on the 16-bit integers instead: on Zen 5, abs takes .02 ns an element this way,
// and .14 by way of float. Only <ndx/tensor/half_elements.hpp> includes this file; the loops that
// call it declare what they need.
#pragma once

#include <tuple>

#include <ndx/base/float16.hpp>
#include <ndx/kernel/map/map_rows.hpp>
#include <ndx/kernel/simd/avx2.hpp>

#define NDX_LOOPS <ndx/kernel/map/half_rows.inc>
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

#if NDX_X86
NDX_BEGIN_F16C
namespace avx2 {

/// Converts float16 with the instructions of F16C, and bfloat16 with explicit vectors, which
/// compilers pack less well. The results are those of scalar code. Rounding is to nearest even,
/// whatever the processor's mode is.
struct F16cRows {
  static void widen(const float16* from, float* to, index_t count) {
    index_t i = 0;
    for (; i + 8 <= count; i += 8) {
      using Halves = VectorOf<short, 16>::Type;
      store(to + i, __builtin_ia32_vcvtph2ps256(load<Halves>(from + i)));
    }
    for (; i < count; ++i) to[i] = static_cast<float>(from[i]);
  }
  static void narrow(const float* from, float16* to, index_t count) {
    index_t i = 0;
    for (; i + 8 <= count; i += 8)
      store(to + i, __builtin_ia32_vcvtps2ph256(load<Floats>(from + i), 0));
    for (; i < count; ++i) to[i] = static_cast<float16>(from[i]);
  }

  static void widen(const bfloat16* from, float* to, index_t count) {
    HalfRows::widen(from, to, count);
  }
  static void narrow(const float* from, bfloat16* to, index_t count) {
    index_t i = 0;
    for (; i + 16 <= count; i += 16) {
      const auto packed = reinterpret_cast<I64x4>(
          __builtin_ia32_packusdw256(upper_halves(from + i), upper_halves(from + i + 8)));
      store(to + i, __builtin_shufflevector(packed, packed, 0, 2, 1, 3));
    }
    for (; i < count; ++i) to[i] = static_cast<bfloat16>(from[i]);
  }

 private:
  using Words = VectorOf<std::uint32_t, 32>::Type;

  /// Rounds as narrow_bfloat16 does, and returns 32-bit lanes.
  static NDX_ALWAYS_INLINE VectorOf<int, 32>::Type upper_halves(const float* from) {
    const auto bits = load<Words>(from);
    const Words nearest = (bits + 0x7FFFU + (bits >> 16 & 1U)) >> 16;
    const Words nan = bits >> 16 | 0x40U;
    const auto number = load<Floats>(from);
    return reinterpret_cast<VectorOf<int, 32>::Type>(number != number ? nan : nearest);
  }
};

}  // namespace avx2
NDX_END_F16C
#endif

namespace detail {

/// Calls call(rows) with the best conversions that the processor supports.
template <class Call>
NDX_ALWAYS_INLINE void with_half_rows(const Call& call) {
#if NDX_X86
  if (has_f16c()) return call(avx2::F16cRows{});
#endif
  dispatch<portable::HalfRows, avx2::HalfRows>(call);
}

}  // namespace detail

/// Converts `count` numbers that are `step` apart to float.
template <Half T>
void widen_row(const T* from, index_t step, float* to, index_t count) {
  if (step == 1) {
    detail::with_half_rows([=](auto rows) { rows.widen(from, to, count); });
  } else {
    for (index_t i = 0; i < count; ++i) to[i] = element(from, i * step);
  }
}

/// Rounds `count` floats to nearest even.
template <Half T>
void narrow_row(const float* from, T* to, index_t count) {
  detail::with_half_rows([=](auto rows) { rows.narrow(from, to, count); });
}

namespace detail {

/// The number of elements that are converted at a time.
inline constexpr index_t kConvertedRun = 512;

/// An input of a row function, which gives a run at a time, in float if its elements have 16 bits.
template <class In>
struct ConvertedInput {
  In row;
  In at(index_t i, index_t /*count*/) { return {row.from + i}; }
};
template <class T>
struct ConvertedInput<BroadcastOperand<T>> {
  BroadcastOperand<T> row;
  BroadcastOperand<T> at(index_t /*i*/, index_t /*count*/) { return row; }
};
template <Half T>
struct ConvertedInput<Dense<T>> {
  explicit ConvertedInput(const Dense<T>& dense) : row(dense) {}
  Dense<float> at(index_t i, index_t count) {
    widen_row(row.from + i, 1, floats, count);
    return {floats};
  }
  Dense<T> row;
  float floats[kConvertedRun];
};
template <Half T>
struct ConvertedInput<BroadcastOperand<T>> {
  explicit ConvertedInput(const BroadcastOperand<T>& one) : value(static_cast<float>(*one.from)) {}
  BroadcastOperand<float> at(index_t /*i*/, index_t /*count*/) { return {&value}; }
  float value;
};

/// A function of 16-bit numbers that changes only their bits.
template <class F>
struct OfBits {
  std::uint16_t operator()(std::uint16_t bits) const { return F::of_bits(bits); }
};

/// Computes a row directly if f is a conversion between float and 16 bits, or changes only bits.
/// Returns true if it is.
template <class F, class Out, class... In>
bool convert_row(const F& /*f*/, Out* /*out*/, index_t /*count*/, const In&... /*in*/) {
  return false;
}
template <class F, class Out, class In>
  requires F::OnlyReadsAndWrites::value
bool convert_row(const F& /*f*/, Out* out, index_t count, const Dense<In>& in) {
  if constexpr (std::is_same_v<Out, float>) {
    widen_row(in.from, 1, out, count);
    return true;
  } else if constexpr (std::is_same_v<In, float>) {
    narrow_row(in.from, out, count);
    return true;
  } else {
    return false;
  }
}

template <class F, Half T>
  requires requires(std::uint16_t bits) { F::of_bits(bits); }
bool convert_row(const F& /*f*/, T* out, index_t count, const Dense<T>& in) {
  transform_row(OfBits<F>(), reinterpret_cast<std::uint16_t*>(out), count,
                Dense<std::uint16_t>{reinterpret_cast<const std::uint16_t*>(in.from)});
  return true;
}

/// Computes a run of results.
template <class F, class Out, class... In>
void transform_run_converted(const F& f, Out* out, index_t count, const In&... in) {
  if constexpr (Half<Out>) {
    float results[kConvertedRun];
    if constexpr (Updates<F>) widen_row(out, 1, results, count);
    transform_rows(f, Results<float>{results, count}, in...);
    narrow_row(results, out, count);
  } else {
    transform_rows(f, Results<Out>{out, count}, in...);
  }
}

}  // namespace detail

/// Computes the rows of f, a run at a time; map_rows.hpp declares it.
template <class F, class Out, class... In>
void transform_converted(const F& f, const Results<Out>& out, const In&... in) {
  for (index_t r = 0; r < out.rows; ++r) {
    if (detail::convert_row(f, out.to + r * out.row_step, out.count,
                            In{in.from + r * in.row_step}...))
      continue;
    std::tuple<detail::ConvertedInput<In>...> inputs(
        detail::ConvertedInput<In>{In{in.from + r * in.row_step}}...);
    for (index_t i = 0; i < out.count; i += detail::kConvertedRun) {
      const index_t left = out.count - i;
      const index_t count = left < detail::kConvertedRun ? left : detail::kConvertedRun;
      std::apply(
          [&](auto&... input) {
            detail::transform_run_converted(f, out.to + r * out.row_step + i, count,
                                            input.at(i, count)...);
          },
          inputs);
    }
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
