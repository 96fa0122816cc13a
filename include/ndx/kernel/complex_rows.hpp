// Rows of complex numbers, computed in vectors whose lanes are alternately real and imaginary parts.
//
// A function object takes part if it declares a type Pairs: the function of namespace pairs that it
// is. Of a block with results that may be wrong, because of infinities, NaN or an overflow on the way,
// the elements are computed one by one by the function object itself.
#pragma once

#include <ndx/base/types.hpp>
#include <ndx/kernel/row_loop.hpp>
#include <ndx/kernel/vec.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace pairs {

/// Bases of functions whose results are right unless a part is NaN, or only if all parts are finite.
struct UnlessNan {};
struct IfFinite {};

// The functions, which kernel/loops/complex_rows.inc computes.
struct Sum {};
struct Difference {};
struct Negative {};
struct Conjugate {};
struct Product : UnlessNan {};
struct Square : UnlessNan {};
struct Quotient : IfFinite {};

}  // namespace pairs

/// Whether rows of f, of complex floats or doubles, are computed in vectors.
template <class F, class Out, class... In>
concept ComputesPairs =
    Complex<Out> && (std::is_same_v<Out, In> && ...) && requires { typename F::Pairs; } &&
    (std::is_same_v<typename Out::value_type, float> ||
     std::is_same_v<typename Out::value_type, double>);

/// The real and imaginary parts, which alternate.
template <Complex C>
NDX_ALWAYS_INLINE typename C::value_type* parts_of(C* numbers) {
  return reinterpret_cast<typename C::value_type*>(numbers);
}
template <Complex C>
NDX_ALWAYS_INLINE const typename C::value_type* parts_of(const C* numbers) {
  return reinterpret_cast<const typename C::value_type*>(numbers);
}

namespace detail {

/// Not inlined: with AVX-512, products would be added unrounded.
template <class F, class Out, class... In>
NDX_NOINLINE void compute_one_by_one(const F& f, Out* to, index_t first, index_t count,
                                     const In&... in) {
  for (index_t k = first; k < first + count; ++k) to[k] = f(in.at(k)...);
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

#define NDX_LOOPS <ndx/kernel/loops/complex_rows.inc>
#define NDX_LOOPS_FOR_AVX512
#include <ndx/kernel/for_each_target.inc>
