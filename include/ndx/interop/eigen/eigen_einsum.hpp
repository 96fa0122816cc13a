// einsum: sums of products of tensors, whose dims are named by subscripts. Needs Eigen 3.
//
// If there are more than two operands, the two whose product is smallest are multiplied first, until one is left.
// Two operands are brought into the form of matrices. A repeated letter takes the diagonal; dims
// that only one operand has and the result lacks are summed first; the others are permuted and
// reshaped for one of three loops: a product of matrices (eigen_products.hpp), an element-wise
// product or dot products.
#pragma once

#include <array>
#include <span>

#include <ndx/interop/eigen/eigen_products.hpp>
#include <ndx/interop/eigen/einsum_subscripts.hpp>
#include <ndx/ops/reduce/products.hpp>

NDX_NAMESPACE_BEGIN
namespace detail::einsum {

/// The type in which sums and products of elements of type T are calculated.
template <class T>
using Calculated = std::conditional_t<Half<T>, float, T>;

/// The promoted type of all of these.
template <class A, class... More>
struct Promoted {
  using type = A;
};
template <class A, class B, class... More>
struct Promoted<A, B, More...> : Promoted<promote_t<A, B>, More...> {};

/// Returns the sums over these dims in the tensor's type; for bools, whether any is true.
template <class T>
Tensor<std::remove_const_t<T>> sum_dims(const Tensor<T>& t, const Dims& dims) {
  if constexpr (Boolean<std::remove_const_t<T>>) {
    return any(t, dims);
  } else {
    return sum(t, dims).template to<std::remove_const_t<T>>();
  }
}

/// An operand, or the product of some, converted to T, with the labels of its dims.
template <class T>
struct Factor {
  Tensor<T> tensor;
  Dims labels;

  /// Sums over the dims that neither the result nor the other factor has.
  void sum_own_dims(DimsView result, DimsView others) {
    const Dims summed = summed_dims(labels, result, others);
    if (summed.empty()) return;
    tensor = sum_dims(tensor, summed);
    labels = without(labels, summed);
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

/// The next two factors to multiply, and the labels of their product: those that the result or another
/// factor has.
struct Step {
  std::size_t first;
  std::size_t second;
  Dims labels;
};

/// Returns the two factors whose product has the fewest elements, the first two of equals.
template <class T>
Step next_step(std::span<const Factor<T>> factors, DimsView result) {
  Step best{};
  double fewest = 0;
  for (std::size_t second = 1; second < factors.size(); ++second) {
    for (std::size_t first = 0; first < second; ++first) {
      const auto is_kept = [&](index_t label) {
        if (has(result, label)) return true;
        for (std::size_t i = 0; i < factors.size(); ++i) {
          if (i != first && i != second && has(factors[i].labels, label)) return true;
        }
        return false;
      };
      Dims labels;
      double size = 1;
      for (const std::size_t i : {first, second}) {
        for (std::size_t d = 0; d < factors[i].labels.size(); ++d) {
          const index_t label = factors[i].labels[d];
          if (has(labels, label) || !is_kept(label)) continue;
          labels.push_back(label);
          size *= static_cast<double>(factors[i].tensor.shape()[d]);
        }
      }
      if (best.second != 0 && size >= fewest) continue;
      best = {first, second, std::move(labels)};
      fewest = size;
    }
  }
  return best;
}

/// Multiplies all factors, two at a time. Returns their product, with its dims in the order of the result.
template <class T, std::size_t count>
Tensor<T> multiply_all(std::array<Factor<T>, count> factors, const Dims& result) {
  for (std::size_t left = count; left > 1; --left) {
    const Step step = left == 2
                          ? Step{0, 1, result}
                          : next_step(std::span<const Factor<T>>(factors.data(), left), result);
    Factor<T>& a = factors[step.first];
    Factor<T>& b = factors[step.second];
    a.sum_own_dims(step.labels, b.labels);
    b.sum_own_dims(step.labels, a.labels);
    const Contraction by(a.labels, b.labels, step.labels);
    a = {contract(a, b, by), joined(joined(by.batch, by.rows), by.columns)};
    if (step.second != left - 1) b = std::move(factors[left - 1]);
  }
  return factors[0].tensor.permute(order_of(result, factors[0].labels));
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
  const einsum::Subscripts<1> all(subscripts, {&t.layout()});
  const auto& operand = all.operands[0];
  const A diagonals(t.storage(), Layout(operand.layout));
  const Dims summed = einsum::summed_dims(operand.labels, all.result, {});
  const A left = summed.empty() ? diagonals : A(einsum::sum_dims(diagonals, summed));
  return left.permute(einsum::order_of(all.result, einsum::without(operand.labels, summed)));
}

/// Sums products of the elements of two tensors or more, in their promoted type. The subscripts of the
/// tensors are separated by commas and followed by "->" and those of the result.
///   einsum("ij,jk->ik", a, b), matmul · "bij,bjk->bik" · "i,j->ij", outer · "ij,ij->i", products of
///   rows · "...ij,...jk", broadcast · "ij,jk,kl->il", three matrices
/// A size of 1 fits any size of the other operands with the same letter. Letters mean what they mean
/// for one tensor. Of more than two tensors, the two whose product has the fewest elements are
/// multiplied first, and so on, whatever their order. The result is a new tensor; its dims may be stored
/// in another order than row-major. Throws ValueError and ShapeError as einsum(subscripts, t) does.
template <NumberTensor A, NumberTensor B, NumberTensor... More>
[[nodiscard]] auto einsum(std::string_view subscripts, const A& a, const B& b,
                          const More&... more) {
  namespace einsum = detail::einsum;
  using P = typename einsum::Promoted<detail::element_t<A>, detail::element_t<B>,
                                      detail::element_t<More>...>::type;
  using T = einsum::Calculated<P>;
  const einsum::Subscripts<2 + sizeof...(More)> all(subscripts,
                                                    {&a.layout(), &b.layout(), &more.layout()...});
  std::size_t next = 0;
  const auto factor = [&]<class X>(const X& t) {
    const auto& operand = all.operands[next++];
    return einsum::Factor<T>{X(t.storage(), Layout(operand.layout)).template to<T>(),
                             operand.labels};
  };
  return einsum::multiply_all(std::array{factor(a), factor(b), factor(more)...}, all.result)
      .template to<P>();
}
template <class T>
auto einsum(std::string_view /*subscripts*/, std::initializer_list<Tensor<T>> /*operands*/) {
  static_assert(detail::kNever<T>, "write einsum(\"ij,jk->ik\", a, b), without braces");
  return detail::refused<T>();
}

NDX_NAMESPACE_END
