// Tensors made of other ones by place: choose, piecewise, cartesian_prod, block_diag, fill_diagonal_.
#pragma once

#include <initializer_list>
#include <span>
#include <vector>

#include <ndx/ops/arithmetic/logical.hpp>
#include <ndx/ops/index/index_makers.hpp>
#include <ndx/ops/index/take.hpp>
#include <ndx/ops/shape/join.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Writes the elements of a piece: a number, or what a function returns for the elements of t there.
template <class V, class F>
void write_piece(const Tensor<V>& out, const Tensor<V>& t, const Tensor<bool>& mask, const F& f) {
  if constexpr (Scalar<F>) {
    out.index_put_({mask}, f);
  } else {
    out.index_put_({mask}, f(t.index({mask})));
  }
}

/// Stacks the choices, expanded to the broadcast shape of all and of the indices, and reads along the new dim.
template <class T>
Joined<T> choose_among(UntypedTensor&& indices, Parts<T> choices, const ReadOptionsOf<T>& options,
                       bool checked = kCallerChecks) {
  constexpr const char* call = "choose";
  check_parts(call, choices.size());
  Dims shape = indices.layout.shape;
  for (const Tensor<T>& choice : choices) shape = broadcast_shapes(call, {shape, choice.shape()});
  std::vector<Tensor<T>> expanded;
  for (const Tensor<T>& choice : choices) expanded.push_back(choice.expand(shape));
  const Joined<T> all = stack(expanded);
  shape = all.shape();
  shape[0] = 1;
  indices.layout = broadcast_layout(call, indices.layout, shape);
  return read_with(plan_along_axis(call, all.layout(), 0, indices), all, options, checked)
      .squeeze(0);
}

/// Copies matrices to the diagonal of a larger one.
template <class T>
Tensor<std::remove_const_t<T>> diagonal_of_blocks(std::span<const Tensor<T>> blocks) {
  using V = std::remove_const_t<T>;
  constexpr const char* call = "block_diag";
  index_t rows = 0;
  index_t columns = 0;
  for (const Tensor<T>& block : blocks) {
    if (block.dim() > 2) [[unlikely]]
      throw_shape_error(call, ": a tensor of rank ", block.dim(), " is no matrix");
    rows = checked_add(call, rows, block.dim() < 2 ? 1 : block.size(0));
    columns = checked_add(call, columns, block.dim() < 1 ? 1 : block.size(-1));
  }
  const auto result = make_filled(call, Dims{rows, columns}, V{});
  index_t row = 0;
  index_t column = 0;
  for (const Tensor<T>& block : blocks) {
    const index_t height = block.dim() < 2 ? 1 : block.size(0);
    const index_t width = block.dim() < 1 ? 1 : block.size(-1);
    copy_elements(result.narrow(0, row, height).narrow(1, column, width),
                  block.reshape({height, width}));
    row += height;
    column += width;
  }
  return result;
}

/// Returns the main diagonal of all dims, as a view.
template <class T>
Tensor<T> main_diagonal(const Tensor<T>& t) {
  const Dims& shape = t.shape();
  if (shape.size() < 2) [[unlikely]]
    throw_shape_error("fill_diagonal_: a tensor of rank ", t.dim(), " has no diagonal");
  index_t size = shape[0];
  index_t step = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape.size() > 2 && shape[d] != shape[0]) [[unlikely]]
      throw_shape_error("fill_diagonal_: shape ", shape,
                        " has more than two dims, of several sizes");
    size = shape[d] < size ? shape[d] : size;
    step += t.strides()[d];
  }
  return t.as_strided({size}, {step});
}

template <class T>
Tensor<std::remove_const_t<T>> product_of_axes(std::span<const Tensor<T>> axes) {
  using V = std::remove_const_t<T>;
  check_parts("cartesian_prod", axes.size());
  if (axes.size() == 1) return axes[0].ravel().clone();
  std::vector<Tensor<V>> columns;
  for (const Tensor<T>& grid : meshgrid(axes, "ij")) columns.push_back(grid.clone().ravel());
  return stack(columns, -1);
}

}  // namespace detail

/// Returns, at each position, the element of the choice that the index tensor names there: choices[indices[i]][i],
/// where the indices and all choices broadcast. The result is a fresh tensor. Throws IndexError for an index out of
/// range, unless the options have another policy, such as Bounds::wrap and Bounds::clip; ShapeError if the shapes do not
/// broadcast; ValueError without choices. Source: NumPy's choose.
///   choose(tensor({1, 0, 1}), {tensor({10, 20, 30}), tensor({-1, -2, -3})}) -> -1 20 -3
template <IndexTensor X, Element T>
[[nodiscard]] Tensor<std::remove_const_t<T>> choose(
    const X& indices, const std::vector<Tensor<T>>& choices,
    const detail::ReadOptionsOf<std::remove_const_t<T>>& options = {}) {
  return detail::choose_among(indices.untyped(), detail::parts_of(choices), options);
}
template <IndexTensor X, Element T>
[[nodiscard]] Tensor<std::remove_const_t<T>> choose(
    const X& indices, std::initializer_list<Tensor<T>> choices,
    const detail::ReadOptionsOf<std::remove_const_t<T>>& options = {}) {
  return detail::choose_among(indices.untyped(), detail::parts_of(choices), options);
}

/// Applies a function to each part of a tensor: the k-th function to the elements of t where conditions[k] is true. The
/// result is a fresh tensor of the shape and the type of t, with 0 where no condition is true. A function takes the
/// elements as a tensor of rank 1, and returns as many or one; a number in its place is written as it is. One function
/// more than conditions is applied where all are false. Where several conditions are true, the last one counts. Throws
/// ValueError for another number of functions, ShapeError for a condition that has not the shape of t. Source: NumPy's
/// piecewise.
///   piecewise(tensor({-2, 0, 3}), {tensor({true, false, false})}, -1, 1) -> -1 1 1
template <NumberTensor A, class... F>
[[nodiscard]] auto piecewise(const A& t, std::initializer_list<Tensor<bool>> conditions,
                             const F&... functions) {
  using V = std::remove_const_t<detail::element_t<A>>;
  constexpr std::size_t given = sizeof...(F);
  if (given != conditions.size() && given != conditions.size() + 1) [[unlikely]]
    throw_value_error("piecewise: ", given, " functions for ", conditions.size(), " conditions");
  std::vector<Tensor<bool>> masks(conditions);
  const auto rest = detail::make_filled("piecewise", t.shape(), true);
  for (const Tensor<bool>& mask : masks) {
    if (!(mask.shape() == t.shape())) [[unlikely]]
      throw_shape_error("piecewise: a condition of shape ", mask.shape(), " for a tensor of shape ",
                        t.shape());
    rest.index_put_({mask}, false);
  }
  masks.push_back(rest);
  const Tensor<V> source = t.template to<V>();
  const auto out = detail::make_filled("piecewise", t.shape(), V{});
  std::size_t k = 0;
  (detail::write_piece(out, source, masks[k++], functions), ...);
  return out;
}

/// Returns all combinations of the elements of several tensors of rank 1, one a row, where the last varies fastest. Of a
/// single tensor it returns the elements. Throws ShapeError for a tensor of rank 2 or more, ValueError for no tensor.
/// Source: PyTorch's cartesian_prod.
///   cartesian_prod({tensor({1, 2}), tensor({3, 4})}) -> 1 3 / 1 4 / 2 3 / 2 4
template <TensorRange R>
[[nodiscard]] auto cartesian_prod(const R& tensors) {
  return detail::product_of_axes(detail::parts_of(tensors));
}
template <class T>
[[nodiscard]] auto cartesian_prod(std::initializer_list<Tensor<T>> tensors) {
  return detail::product_of_axes(detail::parts_of(tensors));
}

/// Returns a matrix with the given matrices along its diagonal and zeros elsewhere. A tensor of rank 1 is a row, one of
/// rank 0 a single element. Throws ShapeError for a tensor of rank 3 or more. Source: PyTorch's and SciPy's block_diag.
///   block_diag({tensor({{1, 2}}), tensor({{3}})}) -> 1 2 0 / 0 0 3
template <TensorRange R>
[[nodiscard]] auto block_diag(const R& tensors) {
  return detail::diagonal_of_blocks(detail::parts_of(tensors));
}
template <class T>
[[nodiscard]] auto block_diag(std::initializer_list<Tensor<T>> tensors) {
  return detail::diagonal_of_blocks(detail::parts_of(tensors));
}

/// Writes a number, or a tensor that broadcasts to the diagonal, to the main diagonal of t: to t[i, i, …, i]. Returns t.
/// Throws ShapeError below rank 2, and above rank 2 unless all dims have one size. Source: PyTorch's fill_diagonal_;
/// NumPy's fill_diagonal repeats a value that is shorter than the diagonal.
template <NumberTensor A, class V>
const A& fill_diagonal_(const A& t, const V& value) {
  if constexpr (Scalar<V>) {
    detail::main_diagonal(t).fill_(value);
  } else {
    detail::main_diagonal(t).copy_(value);
  }
  return t;
}
/// Writes a number to the main diagonal. If `wrap` is true, the diagonal of a tall matrix begins again behind an empty
/// row.
template <NumberTensor A, Scalar V>
const A& fill_diagonal_(const A& t, const V& value, Flag wrap) {
  if (!wrap || t.dim() != 2) return fill_diagonal_(t, value);
  const index_t columns = t.size(1);
  const index_t period = columns + 1;
  const index_t whole = t.size(0) / period;
  const index_t step = t.stride(0) + t.stride(1);
  t.as_strided({whole, columns}, {period * t.stride(0), step}).fill_(value);
  fill_diagonal_(t.narrow(0, whole * period, t.size(0) - whole * period), value);
  return t;
}

NDX_NAMESPACE_END
