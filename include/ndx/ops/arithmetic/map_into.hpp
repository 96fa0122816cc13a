// Element-wise functions and operators that write into an existing tensor instead of a fresh one:
// add_into(out, a, b) for a + b, exp_into(out, x) for exp(x), and so on.
//
// What holds for all of them:
//  - `out` has exactly the shape of the result; its strides are free. ShapeError otherwise.
//  - Results are computed as by the function without _into, then converted to out's element type as
//    by copy_: a fraction is cut off, an integer wraps, anything but 0 is true. Complex results do
//    not compile for an `out` of real numbers.
//  - Nothing is allocated up to rank 6, unless an operand overlaps `out`: it is then read as if it
//    had been copied, and is copied unless it is the same view as `out`.
//  - ValueError if two positions of `out` share an element (as after expand). On error `out` is
//    unchanged.
// The scalar operands of a function are those of its form without _into.
#pragma once

#include <ndx/ops/arithmetic/arithmetic_into.hpp>
#include <ndx/ops/arithmetic/compare_into.hpp>
#include <ndx/ops/math/math_into.hpp>

NDX_NAMESPACE_BEGIN

/// out = f(a, b, …) for each element of one or more tensors, which are broadcast; f may be called in
/// any order, and by several threads. Elements of 16 bits are given to f as floats. What f throws
/// reaches the caller, after which any of the elements may have been written.
///   map_into(out, [](float x, float y) { return x * x + y * y; }, a, b)
template <class T, class F, class A, class... B>
  requires(std::is_invocable_v<const F&, const computed_t<A>&, const computed_t<B>&...>)
void map_into(const Tensor<T>& out, const F& f, const Tensor<A>& a, const Tensor<B>&... b) {
  using R = std::remove_cvref_t<
      std::invoke_result_t<const F&, const computed_t<A>&, const computed_t<B>&...>>;
  detail::map_elements<R>(detail::Into{"map_into", out}, f, a, b...);
}

NDX_NAMESPACE_END
