// Searching: where elements are not zero, and where the largest stands.
#pragma once

#include <ndx/ops/reduce.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Calls found(coordinate) for each element that is not zero, in row-major order.
template <class T, class Found>
void for_each_nonzero(const Tensor<T>& t, Found&& found) {
  const DimsView shape = t.shape();
  if (t.numel() == 0) return;
  Dims coordinate = Dims::filled(shape.size(), 0);
  if (shape.empty()) {
    if (convert_element<bool>(*t.data())) found(coordinate);
    return;
  }
  const std::size_t inner = shape.size() - 1;
  const index_t step = t.strides()[inner];
  const kernel::Loop<1> rows{shape.size(), shape.data(), {t.strides().data()}};
  const T* const first = t.data();
  kernel::for_each_coordinate(rows, inner, {}, [&](const kernel::Offsets<1>& at) {
    for (index_t i = 0; i < shape[inner]; ++i) {
      if (!convert_element<bool>(first[at.at[0] + i * step])) continue;
      coordinate[inner] = i;
      found(coordinate);
    }
    for (std::size_t d = inner; d-- > 0;) {
      if (++coordinate[d] < shape[d]) break;
      coordinate[d] = 0;
    }
  });
}

/// The largest element so far and its position; none yet where the position is -1.
template <class T>
struct Largest {
  T value{};
  index_t position = -1;

  /// The first of equals stays; a NaN is larger than anything, the first of them stays.
  void offer(const T& x, index_t at) {
    if (position >= 0 && !(x > value) && !is_first_nan(x)) return;
    value = x;
    position = at;
  }

 private:
  [[nodiscard]] bool is_first_nan(const T& x) const {
    if constexpr (Floating<T>) {
      return x != x && value == value;
    } else {
      return false;
    }
  }
};

}  // namespace detail

/// The coordinates of the elements that are not zero, one row for each, in row-major order: shape
/// (count, rank). NaN is not zero.
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> nonzero(const A& t) {
  const index_t count = count_nonzero(t).item();
  const Tensor<index_t> result = empty<index_t>({count, t.dim()});
  index_t* out = result.data();
  detail::for_each_nonzero(t, [&](const Dims& coordinate) {
    for (const index_t c : coordinate) *out++ = c;
  });
  return result;
}

/// nonzero as one index tensor of rank 1 for each dim: t.index({rows, columns}) reads the elements.
/// Rank 0 counts as rank 1, as in PyTorch.
template <NumberTensor A>
[[nodiscard]] std::vector<Tensor<index_t>> nonzero_tuple(const A& t) {
  std::vector<Tensor<index_t>> columns;
  const Tensor<index_t> rows = nonzero(t.dim() == 0 ? t.unsqueeze(0) : t);
  for (const Tensor<index_t>& column : rows.unbind(1)) columns.push_back(column.contiguous());
  return columns;
}

/// The position of the largest element in row-major order, as a tensor of rank 0. The first of
/// equals; NaN counts as the largest. ValueError when there is no element.
template <NumberTensor A>
requires Real<detail::element_t<A>>
[[nodiscard]] Tensor<index_t> argmax(const A& t) {
  if (t.numel() == 0) [[unlikely]]
    throw_value_error("argmax: shape ", t.shape(), " has no element, and so no largest");
  detail::Largest<detail::element_t<A>> largest;
  const StridedLoop<1> loop = make_loop<1>(t.shape(), {t.strides()});
  index_t position = 0;
  kernel::for_each_element([&](const auto& x) { largest.offer(x, position++); },
                           detail::kernel_loop(loop), t.data());
  return full<index_t>({}, largest.position);
}

/// The index of the largest element along `dim`, which is dropped or, with keepdim, left with size
/// 1. IndexError for a dim that is not there, ValueError when it has size 0.
template <NumberTensor A>
requires Real<detail::element_t<A>>
[[nodiscard]] Tensor<index_t> argmax(const A& t, index_t dim, bool keepdim = false) {
  const std::size_t place = wrap_dim("argmax", dim, t.shape().size());
  const index_t count = t.shape()[place];
  const index_t step = t.strides()[place];
  if (count == 0) [[unlikely]]
    throw_value_error("argmax: dim ", place, " of shape ", t.shape(), " has size 0");
  Dims shape = t.shape();
  shape[place] = 1;
  const Tensor<index_t> result = empty<index_t>(shape);
  const StridedLoop<2> loop = make_loop<2>(shape, {result.strides(), t.strides()});
  const kernel::Loop<2> runs = detail::kernel_loop(loop);
  if (!kernel::is_empty(runs)) {
    kernel::for_each_coordinate(runs, runs.rank, {}, [&](const kernel::Offsets<2>& at) {
      detail::Largest<detail::element_t<A>> largest;
      for (index_t i = 0; i < count; ++i) largest.offer(t.data()[at.at[1] + i * step], i);
      result.data()[at.at[0]] = largest.position;
    });
  }
  return keepdim ? result : result.squeeze(dim);
}

NDX_NAMESPACE_END
