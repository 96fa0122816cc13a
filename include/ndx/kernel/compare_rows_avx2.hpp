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
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I32x8 load_answers(const std::int32_t* answers) {
  return load<I32x8>(answers);
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I32x8 load_answers(const std::int64_t* answers) {
  return narrow(load<I64x4>(answers), load<I64x4>(answers + 4));
}

/// Number of elements for which compilers emit straight vector code without a loop.
#if defined(__clang__)
inline constexpr index_t kTestRun = 32;
#else
inline constexpr index_t kTestRun = 8;
#endif

/// Computes 32 results and stores them as bools. Results are first as wide as the operands, because
/// compilers vectorize comparisons best with one lane width.
template <class Answer, class F, class... In>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void test_run(const F& f, bool* out, index_t first,
                                                const In&... in) {
  alignas(32) Answer answers[32];
#pragma GCC unroll 4
  for (index_t k = 0; k < 32; k += kTestRun) {
    NDX_INDEPENDENT
    for (index_t j = k; j < k + kTestRun; ++j)
      answers[j] = -static_cast<Answer>(static_cast<bool>(f(in.at(first + j)...)));
  }
  const I16x16 low = narrow(load_answers(answers), load_answers(answers + 8));
  const I16x16 high = narrow(load_answers(answers + 16), load_answers(answers + 24));
  const auto mixed = reinterpret_cast<I32x8>(narrow(low, high));
  store(out + first, permute(mixed, I32x8{0, 4, 1, 5, 2, 6, 3, 7}) & 0x01010101);
}

template <class Answer, class F, class... In>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void compare_row(F f, bool* out, index_t count, In... in) {
  index_t i = 0;
  for (; i + 32 <= count; i += 32) test_run<Answer>(f, out, i, in...);
  detail::transform_run(f, out, i, count, in...);
}

template <class F, class... In>
  requires(((sizeof(typename In::Element) == 4) && ...) ||
           ((sizeof(typename In::Element) == 8) && ...))
NDX_TARGET_AVX2 void transform_rows(const F& f, const Results<bool>& out, const In&... in) {
  constexpr bool wide = ((sizeof(typename In::Element) == 8) && ...);
  using Answer = std::conditional_t<wide, std::int64_t, std::int32_t>;
  for (index_t r = 0; r < out.rows; ++r)
    compare_row<Answer>(f, out.to + r * out.row_step, out.count, in.row(r)...);
}

}  // namespace avx2
}  // namespace kernel
NDX_NAMESPACE_END

#endif
