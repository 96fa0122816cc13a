// einsum: sums of products of one tensor or two, whose dims are named by subscripts. Needs Eigen 3.
//
// Two operands are brought into the form of matrices. A repeated letter takes the diagonal; dims
// that only one operand has and the result lacks are summed first; the others are permuted and
// reshaped for one of three loops: a product of matrices (eigen_products.hpp), an element-wise
// product or dot products.
#pragma once

#include <ndx/interop/eigen/eigen_products.hpp>
#include <ndx/interop/eigen/einsum_subscripts.hpp>
#include <ndx/ops/reduce/products.hpp>

NDX_NAMESPACE_BEGIN
namespace detail::einsum {

/// The type in which sums and products of elements of type T are calculated.
template <class T>
using Calculated = std::conditional_t<Half<T>, float, T>;

/// Returns the sums over these dims in the tensor's type; for bools, whether any is true.
template <class T>
Tensor<std::remove_const_t<T>> sum_dims(const Tensor<T>& t, const Dims& dims) {
  if constexpr (Boolean<std::remove_const_t<T>>) {
    return any(t, dims);
  } else {
    return sum(t, dims).template to<std::remove_const_t<T>>();
  }
}

/// One of two operands, converted to T, with the labels of its dims.
template <class T>
struct Factor {
  Tensor<T> tensor;
  Dims labels;

  template <class A>
  Factor(const A& t, const Operand& operand, DimsView result, DimsView others)
      : tensor(A(t.storage(), Layout(operand.layout)).template to<T>()), labels(operand.labels) {
    const Dims summed = summed_dims(operand, result, others);
    if (summed.empty()) return;
    tensor = sum_dims(tensor, summed);
    labels = without(operand.labels, summed);
  }

  [[nodiscard]] Tensor<T> permuted(DimsView order) const {
    return tensor.permute(order_of(order, labels));
  }
  [[nodiscard]] Dims sizes(DimsView of) const {
    Dims shape;
    for (const index_t label : of) shape.push_back(tensor.shape()[find(labels, label)]);
    return shape;
  }
};

/// Multiplies lines and sums the products: shapes (…, k) and (…, k) -> (…).
template <class T>
Tensor<T> multiply_lines(const Tensor<T>& a, const Tensor<T>& b) {
  Layout at[2] = {a.layout(), b.layout()};
  const std::size_t last = at[0].rank() - 1;
  const index_t count = at[0].shape[last];
  const index_t a_step = at[0].strides[last];
  const index_t b_step = at[1].strides[last];
  for (Layout& layout : at) layout.erase_dim(last);
  using Total = sum_accumulator_t<T>;
  using Products = RowProducts<Multiplied<Total, false>, kernel::Strided<T>, kernel::Strided<T>>;
  using R = kernel::portable::ReduceRows;
  const bool is_short = count < 32;  // choosing a kernel at run time would take longer
  const Tensor<T> out = make_uninitialized<T>("einsum", at[0].shape);
  if (out.numel() == 0) return out;
  const Loop<3> loop =
      make_loop<3>(at[0].shape, {Dims(out.strides()), at[0].strides, at[1].strides});
  kernel::for_each_coordinate(loop, loop.rank, {}, [&](const Offsets<3>& offsets) {
    const T* const x = a.data() + offsets[1];
    const T* const y = b.data() + offsets[2];
    out.data()[offsets[0]] = convert_element<T>(
        is_short ? R::block(Sum<Total>{}, count, Products{{x, a_step}, {y, b_step}})
                 : sum_products<false, T>(x, a_step, y, b_step, count));
  });
  return out;
}

/// Returns the product of two factors. Its dims are those of batch, rows and columns, in this
/// order.
template <class T>
Tensor<T> contract(const Factor<T>& a, const Factor<T>& b, const Contraction& by) {
  if (by.inner.empty()) {
    Tensor<T> left = a.permuted(joined(by.batch, by.rows));
    for (std::size_t i = 0; i < by.columns.size(); ++i) left = left.unsqueeze(-1);
    Tensor<T> right = b.permuted(joined(by.batch, by.columns));
    for (std::size_t i = 0; i < by.rows.size(); ++i)
      right = right.unsqueeze(static_cast<index_t>(by.batch.size()));
    return operate<Reduce::Multiply>("einsum", left, right).template to<T>();
  }
  const Dims batch = a.sizes(by.batch);
  const Dims rows = a.sizes(by.rows);
  const Dims columns = b.sizes(by.columns);
  const index_t count = checked_numel("einsum", a.sizes(by.inner));
  if (by.rows.empty() && by.columns.empty()) {
    const Dims lines = joined(batch, Dims{count});
    return multiply_lines(a.permuted(joined(by.batch, by.inner)).reshape(lines),
                          b.permuted(joined(by.batch, by.inner)).reshape(lines));
  }
  const index_t m = checked_numel("einsum", rows);
  const index_t n = checked_numel("einsum", columns);
  const Tensor<T> left = a.permuted(joined(joined(by.batch, by.rows), by.inner));
  const Tensor<T> right = b.permuted(joined(joined(by.batch, by.inner), by.columns));
  return product_of<MultiplyByEigen, T>("einsum", left.reshape(joined(batch, Dims{m, count})),
                                        right.reshape(joined(batch, Dims{count, n})))
      .reshape(joined(joined(batch, rows), columns));
}

}  // namespace detail::einsum

/// Sums elements of a tensor, or permutes its dims. The subscripts have a letter for each dim and,
/// after "->", those of the result.
///   einsum("ij->ji", t), the transpose · "ii->i", the diagonal · "ii", the trace · "ij->i", sums of
///   rows · "...i->i...", a dim moved
/// A letter that repeats takes the diagonal; one that the result lacks is summed. Without "->", the
/// result has the dims of "...", then the letters that are written once, in alphabetical order, A
/// to Z before a to z. Blanks are ignored. The result is a view if nothing is summed, otherwise a
/// new tensor of the same type: integers wrap around, for bools it is whether any is true. Throws
/// ValueError for invalid subscripts, with a caret below the character, and ShapeError for sizes
/// that do not fit them. Source: NumPy's einsum.
template <NumberTensor A>
[[nodiscard]] A einsum(std::string_view subscripts, const A& t) {
  namespace einsum = detail::einsum;
  const einsum::Subscripts all(subscripts, {&t.layout()});
  const auto& operand = all.operands[0];
  const A diagonals(t.storage(), Layout(operand.layout));
  const Dims summed = einsum::summed_dims(operand, all.result, {});
  const A left = summed.empty() ? diagonals : A(einsum::sum_dims(diagonals, summed));
  return left.permute(einsum::order_of(all.result, einsum::without(operand.labels, summed)));
}

/// Sums products of the elements of two tensors, in their promoted type. The subscripts of both are
/// separated by a comma and followed by "->" and those of the result.
///   einsum("ij,jk->ik", a, b), matmul · "bij,bjk->bik" · "i,j->ij", outer · "ij,ij->i", products of
///   rows · "...ij,...jk", broadcast
/// A size of 1 fits any size of the other operand with the same letter. Letters mean what they mean
/// for one tensor. The result is a new tensor; its dims may be stored in another order than
/// row-major. Throws ValueError and ShapeError as einsum(subscripts, t) does.
template <NumberTensor A, NumberTensor B>
[[nodiscard]] auto einsum(std::string_view subscripts, const A& a, const B& b) {
  namespace einsum = detail::einsum;
  using P = promote_t<detail::element_t<A>, detail::element_t<B>>;
  using T = einsum::Calculated<P>;
  const einsum::Subscripts all(subscripts, {&a.layout(), &b.layout()});
  const auto& [left, right] = all.operands;
  const einsum::Contraction by(all);
  const einsum::Factor<T> first(a, left, all.result, right.labels);
  const einsum::Factor<T> second(b, right, all.result, left.labels);
  const Dims labels = einsum::joined(einsum::joined(by.batch, by.rows), by.columns);
  return einsum::contract(first, second, by)
      .template to<P>()
      .permute(einsum::order_of(all.result, labels));
}
template <class T>
auto einsum(std::string_view /*subscripts*/, std::initializer_list<Tensor<T>> /*operands*/) {
  static_assert(detail::kNever<T>, "write einsum(\"ij,jk->ik\", a, b), of one or two tensors");
  return detail::refused<T>();
}
template <NumberTensor A, NumberTensor B, NumberTensor C, NumberTensor... More>
auto einsum(std::string_view /*subscripts*/, const A& /*a*/, const B& /*b*/, const C& /*c*/,
            const More&... /*more*/) {
  static_assert(
      detail::kNever<A>,
      "einsum is of one or two tensors: write einsum(\"ik,kl->il\", einsum(\"ij,jk->ik\", "
      "a, b), c)");
}

NDX_NAMESPACE_END
