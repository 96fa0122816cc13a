// masked_select, masked_fill and masked_scatter: PyTorch's functions that take a mask.
//
// A mask is a tensor of bools, or bools in braces. These functions broadcast it against the tensor,
// unlike a mask inside an index. NumPy's functions, whose conditions may be any numbers, are in
// conditions.hpp.
#pragma once

#include <ndx/ops/reduce/sum.hpp>

NDX_NAMESPACE_BEGIN

/// Values that masked_fill can write: a scalar or a tensor of rank 0 whose element converts to T.
template <class V, class T>
concept FillFor = ConvertibleElement<detail::element_t<V>, std::remove_const_t<T>>;

/// Types that are accepted as a mask: a tensor of bools, or bools in braces. A function template
/// <MaskValues M = detail::BracedMask> accepts braces, from which no type is deduced:
/// masked_select(t, {true, false}).
template <class X>
concept MaskValues = detail::is_tensor_v<X> || std::is_same_v<X, detail::BracedMask>;

namespace detail {

template <MaskValues M>
decltype(auto) mask_tensor(const M& mask) {
  if constexpr (is_tensor_v<M>)
    static_assert(Boolean<element_t<M>>, "a mask is a tensor of bools: write mask != 0");
  return unbraced(mask);
}

/// Returns a fresh tensor that was read from a Tensor<const T> as a writable tensor.
template <class T>
Tensor<std::remove_const_t<T>> writable_result(Tensor<T> fresh) {
  return Tensor<std::remove_const_t<T>>(fresh.storage(), Layout(fresh.layout()));
}

/// Throws ShapeError if the mask does not broadcast to the shape.
template <class M>
void check_mask(const char* call, const Tensor<M>& mask, DimsView shape) {
  if (!broadcasts_to(mask.shape(), shape)) [[unlikely]]
    throw_shape_error(call, ": mask of shape ", mask.shape(), " cannot be broadcast to ", shape);
}

/// Broadcasts the mask to a target that will be written. Throws ShapeError if it does not broadcast,
/// ValueError if two positions of the target share an element.
template <class T, class M>
Tensor<M> broadcast_mask(const char* call, const Tensor<T>& target, const Tensor<M>& mask) {
  check_mask(call, mask, target.shape());
  check_writable(call, target.layout());
  return mask.broadcast_to(target.shape());
}

/// Selects from the elements and the mask, which are broadcast together.
template <class T, class M>
Tensor<std::remove_const_t<T>> select_by_mask(const Tensor<T>& t, const Tensor<M>& mask) {
  const Dims shape = broadcast_shapes("masked_select", t.shape(), mask.shape());
  return writable_result(t.broadcast_to(shape).index({mask.broadcast_to(shape)}));
}

/// Fills a copy of t, which is broadcast with the mask.
template <class T, class M>
Tensor<std::remove_const_t<T>> fill_by_mask(const Tensor<T>& t, const Tensor<M>& mask,
                                            const std::remove_const_t<T>& value) {
  const Dims shape = broadcast_shapes("masked_fill", t.shape(), mask.shape());
  const auto result = t.broadcast_to(shape).clone();
  result.index_put_({broadcast_mask("masked_fill", result, mask)}, value);
  return result;
}

template <class T, class V>
T fill_element(const char* call, const V& value) {
  if constexpr (is_tensor_v<V>) {
    if (value.dim() != 0) [[unlikely]]
      throw_shape_error(call, ": value of shape ", value.shape(), " must have rank 0");
    return convert_element<T>(value.item());
  } else {
    return convert_element<T>(value);
  }
}

template <class T, class M>
void scatter_by_mask(const char* call, const Tensor<T>& target, const Tensor<M>& mask,
                     const ValuesOf<T>& source) {
  const Tensor<M> broadcast = broadcast_mask(call, target, mask);
  const index_t wanted = count_set(broadcast);
  if (source.numel() < wanted) [[unlikely]] {
    throw_value_error(call, ": source of shape ", source.shape(), " has ", source.numel(),
                      " elements, but the mask is true at ", wanted, " places");
  }
  target.index_put_({broadcast}, source.ravel().narrow(0, 0, wanted));
}

}  // namespace detail

/// Selects the elements where the mask is true, in row-major order. Returns a fresh tensor of rank 1.
/// Tensor and mask are broadcast together: for t(2,3), a mask of shape (3) selects whole columns.
/// Throws ShapeError if they do not broadcast. Source: PyTorch's masked_select.
///   masked_select(tensor({5, 6, 7}), tensor({true, false, true})) -> 5 7
template <class T, MaskValues M = detail::BracedMask>
[[nodiscard]] Tensor<std::remove_const_t<T>> masked_select(const Tensor<T>& t, const M& mask) {
  return detail::select_by_mask(t, detail::mask_tensor(mask));
}

/// Writes `value`, a scalar or a tensor of rank 0, to the elements where the mask is true. The mask
/// broadcasts to t and may share memory with it. Returns t.
///   masked_fill_(zeros({3}), tensor({true, false, true}), 5) -> 5 0 5
/// Throws ShapeError if the mask does not broadcast or the value is a tensor of rank 1 or more,
/// ValueError if two positions of t share an element. Source: PyTorch's Tensor.masked_fill_.
template <class T, MaskValues M = detail::BracedMask, FillFor<T> V>
Tensor<T> masked_fill_(const Tensor<T>& t, const M& mask, const V& value) {
  Tensor<T> filled = t;  // before the first write, because it allocates above rank 6
  const auto broadcast = detail::broadcast_mask("masked_fill_", t, detail::mask_tensor(mask));
  t.index_put_({broadcast}, detail::fill_element<T>("masked_fill_", value));
  return filled;
}

/// Fills as masked_fill_ does and returns a fresh tensor. t and mask are broadcast together: t(2,1)
/// with a mask of shape (3) -> (2,3). Throws ShapeError if they do not broadcast or the value is a
/// tensor of rank 1 or more.
///   masked_fill(tensor({5, 6, 7}), tensor({true, false, true}), 0) -> 0 6 0
template <class T, MaskValues M = detail::BracedMask, FillFor<T> V>
[[nodiscard]] Tensor<std::remove_const_t<T>> masked_fill(const Tensor<T>& t, const M& mask,
                                                         const V& value) {
  return detail::fill_by_mask(t, detail::mask_tensor(mask),
                              detail::fill_element<std::remove_const_t<T>>("masked_fill", value));
}

/// Writes the elements of `source`, in row-major order, to the elements of t where the mask is true.
/// The source, a tensor or braces, may have any shape and more elements than needed. The mask
/// broadcasts to t. Overlapping operands are read as if they had been copied first. Returns t.
///   masked_scatter_(zeros<int>({4}), tensor({false, true, false, true}), tensor({7, 8, 9}))
///   -> 0 7 0 8
/// Throws ShapeError if the mask does not broadcast, ValueError if the source has too few elements or
/// two positions of t share an element. Source: PyTorch's Tensor.masked_scatter_.
template <class T, MaskValues M = detail::BracedMask,
          detail::TensorFor<T> S = BracedValue<std::remove_const_t<T>>>
Tensor<T> masked_scatter_(const Tensor<T>& t, const M& mask, const S& source) {
  Tensor<T> written = t;  // before the first write, because it allocates above rank 6
  const detail::ValueTensor<T> values(source);
  detail::scatter_by_mask("masked_scatter_", t, detail::mask_tensor(mask), values.get());
  return written;
}

/// Writes as masked_scatter_ does and returns a fresh tensor. t and mask are broadcast together.
///   masked_scatter(tensor({5, 6, 7}), tensor({true, false, true}), tensor({1, 2})) -> 1 6 2
template <class T, MaskValues M = detail::BracedMask,
          detail::TensorFor<T> S = BracedValue<std::remove_const_t<T>>>
[[nodiscard]] Tensor<std::remove_const_t<T>> masked_scatter(const Tensor<T>& t, const M& mask,
                                                            const S& source) {
  using Value = std::remove_const_t<T>;
  const auto& own = detail::mask_tensor(mask);
  const Dims shape = broadcast_shapes("masked_scatter", t.shape(), own.shape());
  const Tensor<Value> result = t.broadcast_to(shape).clone();
  const detail::ValueTensor<Value> values(source);
  detail::scatter_by_mask("masked_scatter", result, own, values.get());
  return result;
}

NDX_NAMESPACE_END
