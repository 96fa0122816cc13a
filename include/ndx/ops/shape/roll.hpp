// roll shifts elements along dims. Elements shifted past one end reappear at the other.
//
// Each dim with a shift is split in two, and both halves are copied as whole blocks; no element is
// indexed.
#pragma once

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the shift reduced to 0…size-1. `size` may be 0.
inline index_t wrapped_shift(index_t shift, index_t size) {
  if (size == 0) return 0;
  const index_t rest = shift % size;
  return rest < 0 ? rest + size : rest;
}

/// Copies `from`, rolled by shifts of 0…size-1, to `to`, which has the same shape. From dim `d` on,
/// each dim with a shift is split in two parts, which are copied separately.
template <class T, class U>
void copy_rolled(const Tensor<T>& to, const Tensor<U>& from, DimsView shifts, std::size_t d) {
  while (d < shifts.size() && shifts[d] == 0) ++d;
  if (d == shifts.size()) return copy_elements(to, from);
  const auto dim = static_cast<index_t>(d);
  const index_t shift = shifts[d];
  const index_t rest = from.shape()[d] - shift;
  copy_rolled(to.narrow(dim, shift, rest), from.narrow(dim, 0, rest), shifts, d + 1);
  copy_rolled(to.narrow(dim, 0, shift), from.narrow(dim, rest, shift), shifts, d + 1);
}

}  // namespace detail

/// Shifts the elements by shifts[k] along dims[k]: positive shifts towards higher indices, negative
/// ones towards lower. Elements shifted past one end reappear at the other. Returns a fresh tensor of
/// the same shape.
///   roll(tensor({1, 2, 3, 4}), 1, 0) -> 4 1 2 3 · roll(t, {1, -1}, {0, 1})
/// Shifts may be larger than the dim; shifts of a dim given twice add up. Throws ValueError if there
/// are not as many shifts as dims, IndexError for a dim out of range. Source: PyTorch's and NumPy's
/// roll.
template <class T>
[[nodiscard]] Tensor<std::remove_const_t<T>> roll(const Tensor<T>& t, const Dims& shifts,
                                                  const Dims& dims) {
  if (shifts.size() != dims.size()) [[unlikely]]
    throw_value_error("roll: ", shifts.size(), " shifts for ", dims.size(), " dims");
  Dims total = Dims::filled(t.shape().size(), 0);
  for (std::size_t k = 0; k < dims.size(); ++k) {
    const std::size_t d = wrap_dim("roll", dims[k], t.shape().size());
    const index_t size = t.shape()[d];
    const index_t left = size - detail::wrapped_shift(shifts[k], size);
    total[d] += total[d] < left ? size - left : -left;
  }
  const auto result = detail::make_uninitialized<std::remove_const_t<T>>("roll", t.shape());
  if (result.numel() != 0) detail::copy_rolled(result, t, total, 0);
  return result;
}
template <class T, Real I>
[[nodiscard]] Tensor<std::remove_const_t<T>> roll(const Tensor<T>& t, I shift, Dim dim) {
  return roll(t, Dims{shift}, Dims{dim});
}

/// Rolls the elements in row-major order if no dim is given, and restores the shape.
template <class T, Real I>
[[nodiscard]] Tensor<std::remove_const_t<T>> roll(const Tensor<T>& t, I shift) {
  return roll(t.ravel(), shift, 0).view(t.shape());
}

NDX_NAMESPACE_END
