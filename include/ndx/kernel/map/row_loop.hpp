// Input and output rows of element-wise operations, and the loop over them, out[i] = f(a[i], b[i],
// …), in a form that compilers vectorize.
//
// At -O2 compilers vectorize only loops of constant length that need no run-time check: so a row is
// cut into chunks of constant length whose elements are declared independent. One definition of
// each operation, the scalar function f, then serves all element types.
#pragma once

#include <ndx/kernel/loop/element.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

// Inputs. Along a row they are dense, constant or strided.

template <class T>
struct Dense {
  using Element = T;
  const T* from;
  index_t row_step = 0;
  [[nodiscard]] NDX_ALWAYS_INLINE decltype(auto) at(index_t i) const { return element(from, i); }
  [[nodiscard]] NDX_ALWAYS_INLINE Dense row(index_t r) const { return {from + r * row_step}; }
};

template <class T>
struct Constant {
  T value;
  [[nodiscard]] NDX_ALWAYS_INLINE const T& at(index_t /*any*/) const { return value; }
};
template <class T>
struct BroadcastOperand {
  using Element = T;
  const T* from;
  index_t row_step = 0;
  [[nodiscard]] NDX_ALWAYS_INLINE Constant<computed_t<T>> row(index_t r) const {
    return {element(from, r * row_step)};
  }
};

template <class T>
struct Strided {
  const T* from;
  index_t step;
  [[nodiscard]] NDX_ALWAYS_INLINE decltype(auto) at(index_t i) const {
    return element(from, i * step);
  }
};

/// Results: `rows` rows of `count` contiguous elements.
template <class T>
struct Results {
  T* to;
  index_t count;
  index_t rows = 1;
  index_t row_step = 0;
};

/// Whether rows of f are vectorized: arithmetic elements of at most 8 bytes, and a function that
/// makes no calls. Functions that do, such as those of <cmath>, declare a type CallsOut.
template <class F, class... T>
inline constexpr bool uses_vectors =
    !requires { typename F::CallsOut; } && ((std::is_arithmetic_v<T> && sizeof(T) <= 8) && ...);

/// An updating function: its first input is the output itself, element for element.
template <class F>
concept Updates = requires { typename F::Updates; };

namespace detail {

template <class F, class Out, class... In>
NDX_ALWAYS_INLINE void transform_run(const F& f, Out* NDX_RESTRICT out, index_t first, index_t last,
                                     const In&... in) {
  NDX_INDEPENDENT
  for (index_t i = first; i < last; ++i) out[i] = f(in.at(i)...);
}
template <Updates F, class Out, class Same, class... In>
NDX_ALWAYS_INLINE void transform_run(const F& f, Out* NDX_RESTRICT out, index_t first, index_t last,
                                     const Same& /*as out*/, const In&... in) {
  NDX_INDEPENDENT
  for (index_t i = first; i < last; ++i) out[i] = f(out[i], in.at(i)...);
}

/// Takes f and the inputs by value, so that the compiler knows they do not alias the output.
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
