// Products of vectors: dot, vdot, outer and cross; kron; and the trace of a matrix.
//
// dot does not store the products: they are the input of the reduction that sum uses, so that
// rounding, speed and the sharing between threads are those of a sum. Products of matrices are in
// interop/eigen/eigen_products.hpp.
#pragma once

#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/reduce/sum.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Multiplies x and y in Sum, the type in which the products are added. With `conjugates`, x is
/// conjugated.
template <class Sum, bool conjugates>
struct Multiplied {
  template <class A, class B>
  NDX_ALWAYS_INLINE Sum operator()(const A& x, const B& y) const {
    const Sum a = convert_element<Sum>(x);
    const Sum b = convert_element<Sum>(y);
    if constexpr (Complex<Sum>) {
      const auto imaginary = conjugates ? -a.imag() : a.imag();
      return Sum(a.real() * b.real() - imaginary * b.imag(),
                 a.real() * b.imag() + imaginary * b.real());
    } else {
      return Reduce::Multiply{}(a, b);
    }
  }
};

/// The products of two rows, as the input of a reduction.
template <class Multiply, class A, class B>
struct RowProducts {
  A a;
  B b;
  [[nodiscard]] NDX_ALWAYS_INLINE auto at(index_t i) const { return Multiply{}(a.at(i), b.at(i)); }
};

/// Adds products of two elements.
template <class Total>
struct ProductSum : Sum<Total> {
  template <class V>
  void step_lanes(V& totals, const V& x, const V& y) const {
    totals += x * y;
  }
};

/// Adds the products of two dense rows: in lanes of doubles if both rows are floats or doubles,
/// otherwise by the vectors of a sum.
template <class R, class Multiply, class A, class B>
typename R::Accumulator reduce_products(const R& reducer, const A* a, const B* b, index_t count) {
  const RowProducts<Multiply, kernel::Dense<A>, kernel::Dense<B>> products{{a}, {b}};
  if constexpr (kernel::StepsLanes<R, A, B>) {
    return kernel::reduce_in_doubles(reducer, count, a, b);
  } else if constexpr (kernel::uses_vectors<R, A, B, typename R::Accumulator>) {
    return kernel::dispatch<kernel::portable::ReduceRows, kernel::avx2::ReduceRows>(
        [&](auto rows) { return rows.block(reducer, count, products); });
  } else {
    return kernel::portable::ReduceRows::block(reducer, count, products);
  }
}

/// Adds the products of `count` pairs of elements. Long rows are halved recursively, as by
/// kernel/reduce/reduce_loop.hpp, so that rounding errors grow with the logarithm of the length.
template <bool conjugates, class P, class A, class B>
sum_accumulator_t<P> sum_products(const A* a, index_t a_step, const B* b, index_t b_step,
                                  index_t count) {
  using Total = sum_accumulator_t<P>;
  using R = ProductSum<Total>;
  if (count > kernel::kReduceBlock<R>) {
    const index_t half = kernel::detail::first_half(count);
    return R{}.merge(sum_products<conjugates, P>(a, a_step, b, b_step, half),
                     sum_products<conjugates, P>(a + half * a_step, a_step, b + half * b_step,
                                                 b_step, count - half));
  }
  using Multiply = Multiplied<Total, conjugates>;
  if (a_step == 1 && b_step == 1) return reduce_products<R, Multiply>(R{}, a, b, count);
  const RowProducts<Multiply, kernel::Strided<A>, kernel::Strided<B>> products{{a, a_step},
                                                                               {b, b_step}};
  return kernel::portable::ReduceRows::block(R{}, count, products);
}

template <bool conjugates, class A, class B>
Tensor<promote_t<std::remove_const_t<A>, std::remove_const_t<B>>> dot_of(const Tensor<A>& a,
                                                                         const Tensor<B>& b) {
  using P = promote_t<std::remove_const_t<A>, std::remove_const_t<B>>;
  const bool repeats = a.stride(0) == 0 && b.stride(0) == 0 && a.numel() > 1;
  const A* const from = a.data();
  const B* const other = b.data();
  const index_t a_step = a.stride(0);
  const index_t b_step = b.stride(0);
  auto total = kernel::detail::reduce_leaves(
      ProductSum<sum_accumulator_t<P>>{}, repeats ? 1 : a.numel(), sizeof(A) + sizeof(B),
      [&](index_t first, index_t count) {
        return sum_products<conjugates, P>(from + first * a_step, a_step, other + first * b_step,
                                           b_step, count);
      });
  if (repeats) total = kernel::merge_repeats(Sum<sum_accumulator_t<P>>{}, total, a.numel());
  return full<P>({}, convert_element<P>(total));
}

}  // namespace detail

/// Returns the sum of the products of two vectors' elements, as a tensor of rank 0 of their promoted
/// type. Integers wrap around. Floats are added pairwise in double; at most eight products are first
/// added in float. For bools the result is whether both are true at any position. The result for no
/// elements is 0. Throws ShapeError unless both have rank 1 and one size. Source: PyTorch's dot;
/// NumPy's also multiplies matrices, which is matmul of ndx/linalg.hpp.
///   dot(tensor({1, 2, 3}), tensor({4, 5, 6})) -> 32
template <NumberTensor A, NumberTensor B>
[[nodiscard]] auto dot(const A& a, const B& b) {
  if (a.dim() != 1 || b.dim() != 1) [[unlikely]]
    throw_shape_error("dot: shapes ", a.shape(), " and ", b.shape(),
                      " are not those of two vectors; for matrices, see matmul");
  if (a.numel() != b.numel()) [[unlikely]]
    throw_shape_error("dot: vectors of sizes ", a.numel(), " and ", b.numel());
  return detail::dot_of<false>(a, b);
}

/// Returns the sum of the products of the elements of two tensors in row-major order, where the
/// elements of `a` are conjugated. Throws ShapeError for tensors with different numbers of elements.
/// Source: NumPy's vdot.
///   vdot(tensor({1.f + 2.if}), tensor({3.f + 4.if})) -> 11 - 2i
template <NumberTensor A, NumberTensor B>
[[nodiscard]] auto vdot(const A& a, const B& b) {
  if (a.numel() != b.numel()) [[unlikely]]
    throw_shape_error("vdot: shapes ", a.shape(), " and ", b.shape(),
                      " differ in the number of elements");
  return detail::dot_of<Complex<detail::element_t<A>>>(a.ravel(), b.ravel());
}

/// Returns all products of an element of `a` and one of `b`, both in row-major order, as a fresh
/// tensor of shape (a.numel(), b.numel()) and of the type of a * b.
///   outer(tensor({1, 2}), tensor({3, 4, 5})) -> {{3, 4, 5}, {6, 8, 10}}
template <NumberTensor A, NumberTensor B>
[[nodiscard]] auto outer(const A& a, const B& b) {
  return detail::operate<Reduce::Multiply>("outer", a.reshape({a.numel(), 1}), b.ravel());
}

/// Applies a function of two tensors that broadcast to all pairs of an element of `a` and one of `b`. It gets `a` with
/// a dim of size 1 for each dim of `b` behind its own, so that the result has a's dims and then b's.
///   outer(std::plus(), tensor({1, 2}), tensor({10, 20, 30})) -> {{11, 21, 31}, {12, 22, 32}}
///   outer([](const auto& x, const auto& y) { return maximum(x, y); }, t(2,3), u(4)) -> (2,3,4)
/// Throws ValueError for more than kMaxRank dims, and what the function throws. Source: NumPy's ufunc.outer.
template <class F, NumberTensor A, NumberTensor B>
[[nodiscard]] auto outer(const F& f, const A& a, const B& b) {
  Dims shape = a.shape();
  for (index_t d = 0; d < b.dim(); ++d) shape.push_back(1);
  return f(a.reshape(shape), b);
}

/// Returns the cross products of vectors of three elements along `dim`, as a fresh tensor of the broadcast shape and of
/// the type of a * b. Throws IndexError for a dim out of range, ShapeError for vectors of another size or shapes that do
/// not broadcast. Source: PyTorch's linalg.cross; NumPy's cross also takes two elements.
///   cross(tensor({1, 0, 0}), tensor({0, 1, 0})) -> 0 0 1
template <detail::NoBools A, detail::NoBools B>
[[nodiscard]] auto cross(const A& a, const B& b, Dim dim = -1) {
  using R = result_t<A, B>;
  const std::size_t place = wrap_dim("cross", dim, a.shape().size());
  const std::size_t other = wrap_dim("cross", dim, b.shape().size());
  if (a.shape()[place] != 3 || b.shape()[other] != 3) [[unlikely]]
    throw_shape_error("cross: shapes ", a.shape(), " and ", b.shape(), " along dim ", dim,
                      " are not those of vectors of 3 elements");
  const Dims shape = broadcast_shapes("cross", {a.shape(), b.shape()});
  const Tensor<R> out = detail::make_uninitialized<R>("cross", shape);
  for (index_t k = 0; k < 3; ++k) {
    const index_t next = (k + 1) % 3;
    const index_t last = (k + 2) % 3;
    detail::copy_elements(out.select(dim, k), a.select(dim, next) * b.select(dim, last) -
                                                  a.select(dim, last) * b.select(dim, next));
  }
  return out;
}

/// Returns the Kronecker product: each element of `a` times all of `b`, as blocks. Along each dim the size is the
/// product of both; missing dims in front have size 1. The result is a fresh tensor of the type of a * b. Throws
/// ValueError for more than kMaxRank / 2 dims. Source: NumPy's and PyTorch's kron.
///   kron(tensor({1, 10}), tensor({1, 2})) -> 1 2 10 20
template <NumberTensor A, NumberTensor B>
[[nodiscard]] auto kron(const A& a, const B& b) {
  const std::size_t rank = a.dim() > b.dim() ? a.shape().size() : b.shape().size();
  Dims outer_shape;
  Dims inner_shape;
  Dims shape;
  for (std::size_t d = 0; d < rank; ++d) {
    const auto size_of = [&](const Dims& sizes) {
      return d + sizes.size() < rank ? 1 : sizes[d + sizes.size() - rank];
    };
    outer_shape.push_back(size_of(a.shape()));
    outer_shape.push_back(1);
    inner_shape.push_back(1);
    inner_shape.push_back(size_of(b.shape()));
    shape.push_back(checked_mul("kron", size_of(a.shape()), size_of(b.shape())));
  }
  return detail::operate<Reduce::Multiply>("kron", a.reshape(outer_shape), b.reshape(inner_shape))
      .reshape(shape);
}

/// Returns the sum of a diagonal, sum(t.diagonal(offset, dim1, dim2), -1). Types are those of sum.
/// Throws IndexError for a dim out of range, ShapeError for one dim twice.
///   trace(t) of shape (3,3) -> rank 0 · of shape (3,3,5) -> (5)
///   trace(tensor({{1, 2}, {3, 4}})) -> 5
template <NumberTensor A>
[[nodiscard]] auto trace(const A& t, Count offset = 0, Dim dim1 = 0, Dim dim2 = 1) {
  const auto diagonal = A(t.storage(), diagonal_of("trace", t.layout(), offset, dim1, dim2));
  using T = detail::element_t<A>;
  return detail::reduce_to<detail::total_t<T>>("trace", detail::Sum<computed_t<T>>{}, diagonal, -1,
                                               false);
}

NDX_NAMESPACE_END
