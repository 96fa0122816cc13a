// Rows of comparisons, out[i] = f(a[i], b[i], …) as bools, for elements of 4 or of 8 bytes, with
// AVX2.
//
// Compilers vectorize the comparisons, but need several times as many instructions as this header
// to narrow the results to bytes. With AVX-512, which compares into mask registers, their code is
// as good.
#pragma once

#include <ndx/kernel/avx2.hpp>
#include <ndx/kernel/row_loop.hpp>

#if NDX_X86 && !defined(__AVX512BW__)

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace avx2 {
/// Loads eight results, each -1 or 0.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I32x8 load_results(const std::int32_t* results) {
  return load<I32x8>(results);
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I32x8 load_results(const std::int64_t* results) {
  return narrow(load<I64x4>(results), load<I64x4>(results + 4));
}

/// Number of elements for which compilers emit straight vector code without a loop.
#if defined(__clang__)
inline constexpr index_t kCompareRun = 32;
#else
inline constexpr index_t kCompareRun = 8;
#endif

/// Computes 32 results and stores them as bools. Results are first as wide as the operands, because
/// compilers vectorize comparisons best with one lane width.
template <class Result, class F, class... In>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void compare_run(const F& f, bool* out, index_t first,
                                                   const In&... in) {
  alignas(32) Result results[32];
#pragma GCC unroll 4
  for (index_t k = 0; k < 32; k += kCompareRun) {
    NDX_INDEPENDENT
    for (index_t j = k; j < k + kCompareRun; ++j)
      results[j] = -static_cast<Result>(static_cast<bool>(f(in.at(first + j)...)));
  }
  const I16x16 low = narrow(load_results(results), load_results(results + 8));
  const I16x16 high = narrow(load_results(results + 16), load_results(results + 24));
  const auto mixed = reinterpret_cast<I32x8>(narrow(low, high));
  store(out + first, permute(mixed, I32x8{0, 4, 1, 5, 2, 6, 3, 7}) & 0x01010101);
}

template <class Result, class F, class... In>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void compare_row(F f, bool* out, index_t count, In... in) {
  index_t i = 0;
  for (; i + 32 <= count; i += 32) compare_run<Result>(f, out, i, in...);
  detail::transform_run(f, out, i, count, in...);
}

template <class F, class... In>
  requires(((sizeof(typename In::Element) == 4) && ...) ||
           ((sizeof(typename In::Element) == 8) && ...))
NDX_TARGET_AVX2 void transform_rows(const F& f, const Results<bool>& out, const In&... in) {
  constexpr bool wide = ((sizeof(typename In::Element) == 8) && ...);
  using Result = std::conditional_t<wide, std::int64_t, std::int32_t>;
  for (index_t r = 0; r < out.rows; ++r)
    compare_row<Result>(f, out.to + r * out.row_step, out.count, in.row(r)...);
}

}  // namespace avx2
}  // namespace kernel
NDX_NAMESPACE_END

#endif
