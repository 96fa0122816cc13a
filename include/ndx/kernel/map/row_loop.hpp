// Input and output rows of element-wise operations, and the loop out[i] = f(a[i], b[i], …) over
// them, in a form that compilers vectorize.
//
// At -O2 compilers vectorize only loops of constant length that need no run-time check. So a row is
// cut into runs of constant length, whose elements are declared independent. One definition of each
// operation, the scalar function f, then serves all element types and instruction sets.
#pragma once

#include <ndx/kernel/loop/element.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

// The inputs, which are dense, constant or strided along a row.

/// A row, or several, of contiguous elements.
template <class T>
struct Dense {
  using Element = T;
  const T* from;
  index_t row_step = 0;
  [[nodiscard]] NDX_ALWAYS_INLINE decltype(auto) at(index_t i) const { return element(from, i); }
  [[nodiscard]] NDX_ALWAYS_INLINE Dense row(index_t r) const { return {from + r * row_step}; }
};

/// One value for a whole row.
template <class T>
struct Constant {
  T value;
  [[nodiscard]] NDX_ALWAYS_INLINE const T& at(index_t /*any*/) const { return value; }
};
/// An input that is constant along each row, and may differ from row to row.
template <class T>
struct BroadcastOperand {
  using Element = T;
  const T* from;
  index_t row_step = 0;
  [[nodiscard]] NDX_ALWAYS_INLINE Constant<computed_t<T>> row(index_t r) const {
    return {element(from, r * row_step)};
  }
};

/// A row of elements that are `step` apart.
template <class T>
struct Strided {
  const T* from;
  index_t step;
  [[nodiscard]] NDX_ALWAYS_INLINE decltype(auto) at(index_t i) const {
    return element(from, i * step);
  }
};

/// The results: `rows` rows of `count` contiguous elements.
template <class T>
struct Results {
  T* to;
  index_t count;
  index_t rows = 1;
  index_t row_step = 0;
};

/// True if rows of f are vectorized: elements are arithmetic, of at most 8 bytes, and f makes no
/// calls. Functions that make calls, such as those of <cmath>, declare a type CallsOut.
template <class F, class... T>
inline constexpr bool uses_vectors =
    !requires { typename F::CallsOut; } && ((std::is_arithmetic_v<T> && sizeof(T) <= 8) && ...);

/// An updating function, whose first input is the output itself, element for element.
template <class F>
concept Updates = requires { typename F::Updates; };

namespace detail {

/// Computes elements first…last-1, which compilers vectorize if that length is constant.
template <class F, class Out, class... In>
NDX_ALWAYS_INLINE void transform_run(const F& f, Out* NDX_RESTRICT out, index_t first, index_t last,
                                     const In&... in) {
  NDX_INDEPENDENT
  for (index_t i = first; i < last; ++i) out[i] = f(in.at(i)...);
}
/// Computes elements first…last-1 of an updating function.
template <Updates F, class Out, class Same, class... In>
NDX_ALWAYS_INLINE void transform_run(const F& f, Out* NDX_RESTRICT out, index_t first, index_t last,
                                     const Same& /*as out*/, const In&... in) {
  NDX_INDEPENDENT
  for (index_t i = first; i < last; ++i) out[i] = f(out[i], in.at(i)...);
}

/// Computes a row. f and the inputs are passed by value, so that the compiler knows they do not
/// alias the output.
template <class F, class Out, class... In>
NDX_ALWAYS_INLINE void transform_chunks(F f, Out* out, index_t count, In... in) {
#if defined(__clang__)  // vectorizes any length; several loops would bloat the code
  transform_run(f, out, 0, count, in...);
#else
  index_t i = 0;
  for (; i + 64 <= count; i += 64) transform_run(f, out, i, i + 64, in...);
  for (; i + 8 <= count; i += 8) transform_run(f, out, i, i + 8, in...);
  for (index_t left = count % 8; left > 0; --left, ++i) out[i] = f(in.at(i)...);
#endif
}

}  // namespace detail

}  // namespace kernel
NDX_NAMESPACE_END
