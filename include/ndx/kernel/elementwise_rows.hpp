// A row of element-wise work, out[i] = f(a[i], b[i], …), in a form that compilers turn into
// vectors.
//
// At -O2 they do so only for loops of a constant length that need no check at run time: so a row is
// cut into chunks of such a length, and the elements of a chunk are declared independent. That
// leaves one definition of each operation, the scalar function f, for all element types. Each row
// is there twice: with the vectors that the unit's flags allow, and with AVX2's, to be called where
// kernel/cpu.hpp says so. Both give the same bits.
#pragma once

#include <ndx/kernel/cpu.hpp>
#include <ndx/kernel/element.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Inputs of a row: elements next to each other, one for all, or at a distance from each other.
template <class T>
struct Dense {
  const T* from;
  [[nodiscard]] NDX_ALWAYS_INLINE decltype(auto) at(index_t i) const { return element(from, i); }
};
template <class T>
struct Standing {
  T value;
  [[nodiscard]] NDX_ALWAYS_INLINE const T& at(index_t /*any*/) const { return value; }
};

template <class T>
struct Strided {
  const T* from;
  index_t step;
  [[nodiscard]] NDX_ALWAYS_INLINE decltype(auto) at(index_t i) const {
    return element(from, i * step);
  }
};

/// Whether rows of f are turned into vectors: elements that fit, and a function that
/// does not call out, as those of <cmath> do, which say so by a type CallsOut.
template <class F, class... T>
inline constexpr bool takes_vectors = !requires {
  typename F::CallsOut;
}
&&((std::is_arithmetic_v<T> && sizeof(T) <= 8) && ...);

namespace detail {

template <class F, class Out, class... In>
NDX_ALWAYS_INLINE void transform_run(const F& f, Out* out, index_t first, index_t last,
                                     const In&... in) {
  NDX_INDEPENDENT
  for (index_t i = first; i < last; ++i) out[i] = f(in.at(i)...);
}

/// f and the inputs are copies: so they are known not to be among the output.
template <class F, class Out, class... In>
NDX_ALWAYS_INLINE void transform_chunks(F f, Out* out, index_t count, In... in) {
  index_t i = 0;
#if !defined(__clang__)  // which makes vectors for any length, and too many loops for several
  for (; i + 64 <= count; i += 64) transform_run(f, out, i, i + 64, in...);
  for (; i + 8 <= count; i += 8) transform_run(f, out, i, i + 8, in...);
#endif
  transform_run(f, out, i, count, in...);
}

}  // namespace detail

namespace portable {
template <class F, class Out, class... In>
void transform_row(const F& f, Out* out, index_t count, const In&... in) {
  detail::transform_chunks(f, out, count, in...);
}
}  // namespace portable

#if NDX_X86
namespace avx2 {
template <class F, class Out, class... In>
NDX_TARGET_AVX2 void transform_row(const F& f, Out* out, index_t count, const In&... in) {
  detail::transform_chunks(f, out, count, in...);
}
}  // namespace avx2
#endif

/// The row in the best way there is. The output may be what an input looks at, element for element.
template <class F, class Out, class... In>
void transform_row(const F& f, Out* out, index_t count, const In&... in) {
  if constexpr (!takes_vectors<F, Out, std::remove_cvref_t<decltype(in.at(0))>...>) {
    for (index_t i = 0; i < count; ++i) out[i] = f(in.at(i)...);
  } else {
#if NDX_X86
    if (has_avx2()) return avx2::transform_row(f, out, count, in...);
#endif
    portable::transform_row(f, out, count, in...);
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
