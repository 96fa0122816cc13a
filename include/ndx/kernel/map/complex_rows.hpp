// Computes rows of complex numbers in vectors whose lanes are alternately real and imaginary parts.
//
// A function object takes part if it declares a type Pairs, one of the functions in the namespace
// pairs. Infinities, NaN or an overflow on the way may make a result wrong. Such results are
// computed once more by the function object itself, one at a time, so that a result depends on no
// other element, and not on the number of threads.
//
// On Zen 5 a product of complex floats takes .27 ns an element this way, and .90 one by one; a
// quotient .68 and 9.0.
#pragma once

#include <ndx/base/types.hpp>
#include <ndx/kernel/map/row_loop.hpp>
#include <ndx/kernel/simd/vec.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace pairs {

/// Base of functions whose results are right unless a part is NaN.
struct UnlessNan {};
/// Base of functions whose results are right only if all parts are finite.
struct IfFinite {};

// The functions, which complex_rows.inc computes.
struct Sum {};
struct Difference {};
struct Negative {};
struct Conjugate {};
struct Product : UnlessNan {};
struct Square : UnlessNan {};
struct Quotient : IfFinite {};

}  // namespace pairs

/// True if compilers may fuse products of scalars with a sum, so that the products are not rounded.
#if NDX_X86 && !defined(__FMA__)
inline constexpr bool kMayFuseScalars = false;
#else
inline constexpr bool kMayFuseScalars = true;
#endif

/// A function f of complex floats or doubles whose rows are computed in vectors.
template <class F, class Out, class... In>
concept ComputesPairs =
    Complex<Out> && (std::is_same_v<Out, In> && ...) && requires { typename F::Pairs; } &&
    (std::is_same_v<typename Out::value_type, float> ||
     std::is_same_v<typename Out::value_type, double>);

/// True if scalars round otherwise than vectors: quotients are scaled in another way, and products
/// may be fused with sums if the flags enable that.
template <class F>
inline constexpr bool kVectorsRoundOtherwise = false;
template <class F>
  requires requires { typename F::Pairs; }
inline constexpr bool kVectorsRoundOtherwise<F> =
    std::is_base_of_v<pairs::IfFinite, typename F::Pairs> ||
    (kMayFuseScalars && std::is_base_of_v<pairs::UnlessNan, typename F::Pairs>);

/// Returns the real and imaginary parts, which alternate in memory.
template <Complex C>
NDX_ALWAYS_INLINE typename C::value_type* parts_of(C* numbers) {
  return reinterpret_cast<typename C::value_type*>(numbers);
}
template <Complex C>
NDX_ALWAYS_INLINE const typename C::value_type* parts_of(const C* numbers) {
  return reinterpret_cast<const typename C::value_type*>(numbers);
}

namespace detail {

/// Returns true if a part of a result may be wrong.
template <class T>
bool is_doubtful(pairs::UnlessNan /*kind*/, T part) {
  return part != part;
}
template <class T>
bool is_doubtful(pairs::IfFinite /*kind*/, T part) {
  return part - part != 0;
}

/// Computes the doubtful ones of `count` results again, which belong to the elements from `first`
/// on. It is not inlined: with AVX-512, products would be added unrounded.
template <class Pairs, class F, class T, class... In>
NDX_NOINLINE void compute_doubtful(const F& f, T* results, index_t first, index_t count,
                                   const In&... in) {
  for (index_t k = 0; k < count; ++k) {
    T* const result = results + 2 * k;
    if (!is_doubtful(Pairs(), result[0]) && !is_doubtful(Pairs(), result[1])) continue;
    const auto right = f(in.at(first + k)...);
    result[0] = right.real();
    result[1] = right.imag();
  }
}

}  // namespace detail

/// Base of a function object that converts its operands and then applies Op.
template <class Op>
struct PairsOf {};
template <class Op>
  requires requires { typename Op::Pairs; }
struct PairsOf<Op> {
  using Pairs = typename Op::Pairs;
};

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/map/complex_rows.inc>
#define NDX_LOOPS_FOR_AVX512
#include <ndx/kernel/simd/for_each_target.inc>
