// Element-wise functions and operators that write to an existing tensor instead of a fresh one:
// add_into(out, a, b) for a + b, exp_into(out, x) for exp(x), and so on.
//
// All of them follow these rules:
//  - `out` has exactly the shape of the result; its strides are free. Throws ShapeError otherwise.
//  - Results are computed as by the function without _into, then converted to out's element type as by
//    copy_: a fraction is cut off, an integer wraps, anything but 0 is true. Complex results do not compile
//    for an `out` of real numbers.
//  - Up to rank 6 nothing is allocated unless an operand overlaps `out`. Such an operand is read as if it
//    had been copied, and it is copied unless it is the same view as `out`.
//  - Throws ValueError if two positions of `out` share an element (as after expand). On error `out` is
//    unchanged.
//  - Scalar operands are those of the function without _into.
#pragma once

#include <ndx/ops/arithmetic/arithmetic_into.hpp>
#include <ndx/ops/arithmetic/compare_into.hpp>
#include <ndx/ops/math/math_into.hpp>

NDX_NAMESPACE_BEGIN

/// Computes out = f(a, b, …) for each element of one or more tensors, which are broadcast. f may be
/// called in any order, and by several threads. It receives elements of 16 bits as floats. An
/// exception that f throws reaches the caller, after which any of the elements may have been written.
///   map_into(out, [](float x, float y) { return x * x + y * y; }, a, b)
template <class T, class F, class A, class... B>
  requires(std::is_invocable_v<const F&, const computed_t<A>&, const computed_t<B>&...>)
void map_into(const Tensor<T>& out, const F& f, const Tensor<A>& a, const Tensor<B>&... b) {
  using R = std::remove_cvref_t<
      std::invoke_result_t<const F&, const computed_t<A>&, const computed_t<B>&...>>;
  detail::map_elements<R>(detail::Into{"map_into", out}, f, a, b...);
}

NDX_NAMESPACE_END
