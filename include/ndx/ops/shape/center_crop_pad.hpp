// center_crop_pad gives dims a size by cutting off, or adding zeros, evenly at both ends.
#pragma once

#include <algorithm>

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN

/// Returns a copy of t with the sizes `shape` along `dims`: the middle of dims that were larger, and zeros around those
/// that were smaller. If the number of elements to cut off or to add is odd, the end has one more of them than the front.
///   center_crop_pad(tensor({{1, 2, 3, 4}}), {3, 2}, {0, 1}) -> 0 0 / 2 3 / 0 0 · center_crop_pad(t(2,9), {4}, {1}) -> (2,4)
/// Without `dims` there is a size for each dim. Throws ValueError for a negative size, unless there is a size for each of
/// the dims, and for a dim that is named twice; IndexError for a dim out of range. Source: ONNX's CenterCropPad.
template <Element T>
[[nodiscard]] Tensor<std::remove_const_t<T>> center_crop_pad(const Tensor<T>& t, const Dims& shape,
                                                             const Dims& dims) {
  using R = std::remove_const_t<T>;
  constexpr const char* call = "center_crop_pad";
  if (shape.size() != dims.size()) [[unlikely]]
    throw_value_error(call, ": ", shape.size(), " sizes for ", dims.size(), " dims");
  Dims sizes = t.shape();
  detail::dim_bits(call, dims, sizes.size());  // each once
  for (std::size_t k = 0; k < dims.size(); ++k)
    sizes[wrap_dim(call, dims[k], sizes.size())] = shape[k];
  const Tensor<R> result = detail::make_filled(call, sizes, R{});
  Tensor<R> to = result;
  Tensor<T> from = t;
  for (const index_t dim : dims) {
    const index_t kept = std::min(to.size(dim), from.size(dim));
    to = to.narrow(dim, (to.size(dim) - kept) / 2, kept);
    from = from.narrow(dim, (from.size(dim) - kept) / 2, kept);
  }
  detail::copy_elements(to, from);
  return result;
}
template <Element T>
[[nodiscard]] Tensor<std::remove_const_t<T>> center_crop_pad(const Tensor<T>& t,
                                                             const Dims& shape) {
  Dims dims;
  for (index_t d = 0; d < t.dim(); ++d) dims.push_back(d);
  return center_crop_pad(t, shape, dims);
}

NDX_NAMESPACE_END
