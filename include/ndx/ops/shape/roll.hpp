// roll shifts elements along dims. Elements shifted past one end reappear at the other.
//
// Each dim with a shift is split in two: the elements that stay inside, and those shifted past the
// end. Every combination of such parts is copied as a whole; no element is indexed.
#pragma once

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
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
    const index_t rest = size == 0 ? 0 : shifts[k] % size;
    const index_t left = rest < 0 ? -rest : size - rest;
    total[d] += total[d] < left ? size - left : -left;
  }
  const auto result = detail::make_uninitialized<std::remove_const_t<T>>("roll", t.shape());
  if (result.numel() == 0) return result;
  Dims moved;
  for (std::size_t d = 0; d < total.size(); ++d)
    if (total[d] != 0) moved.push_back(static_cast<index_t>(d));
  for (std::uint64_t ends = 0; ends >> moved.size() == 0;
       ++ends) {  // a bit for each dim: past the end
    auto to = result;
    auto from = t;
    for (std::size_t k = 0; k < moved.size(); ++k) {
      const index_t shift = total[static_cast<std::size_t>(moved[k])];
      const index_t rest = t.size(moved[k]) - shift;
      const bool is_past = (ends >> k & 1) != 0;
      to = to.narrow(moved[k], is_past ? 0 : shift, is_past ? shift : rest);
      from = from.narrow(moved[k], is_past ? rest : 0, is_past ? shift : rest);
    }
    detail::copy_elements(to, from);
  }
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
