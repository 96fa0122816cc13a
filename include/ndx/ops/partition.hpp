// Selection without a full sort: partition, argpartition, topk, kthvalue.
#pragma once

#include <algorithm>

#include <ndx/ops/keepdim.hpp>
#include <ndx/ops/order.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The indices in kth, wrapped to 0…size-1 and sorted. If t has no elements, any kth is accepted.
template <class T>
Dims sorted_kth(const char* call, const Tensor<T>& t, const Dims& kth, std::size_t dim) {
  Dims places = kth;
  if (t.numel() == 0) return {};
  for (index_t& place : places) place = wrap_index(call, place, dim, line_length(t, dim));
  std::sort(places.begin(), places.end());
  return places;
}

template <class T>
ValuesAndIndices<std::remove_const_t<T>> partition_lines(const char* call, const Tensor<T>& t,
                                                         const Dims& kth, index_t dim) {
  const std::size_t line = line_dim(call, t, dim);
  const Dims places = sorted_kth(call, t, kth, line);
  return rearrange_lines(call, t, line, {0, line_length(t, line)}, [&](auto first, auto last) {
    auto rest = first;  // everything before `rest` is in place and not larger
    for (const index_t place : places) {
      const auto kth_of_line = first + static_cast<std::ptrdiff_t>(place);
      if (kth_of_line < rest) continue;
      std::nth_element(rest, kth_of_line, last, Ascending{});
      rest = kth_of_line + 1;
    }
  });
}

}  // namespace detail

/// Partially sorts the elements along `dim`: the element at index `kth` is the one that a full sort
/// would put there, smaller or equal ones come before it, larger or equal ones after it, each side
/// in any order.
///   partition(tensor({7, 1, 5, 2}), 1)  may give {1, 2, 5, 7} or {1, 2, 7, 5}
/// Several indices can be given in braces; negative ones count from the end. Returns a fresh tensor
/// of the shape of `t`. NaN counts as the largest. A tensor of rank 0 is treated as rank 1. Throws
/// IndexError for a dim out of range and, unless t has no elements, for a kth out of range. Complex
/// numbers do not compile. Source: NumPy's partition.
template <RealTensor A>
[[nodiscard]] auto partition(const A& t, const Dims& kth, index_t dim = -1) {
  return detail::partition_lines("partition", t, kth, dim).values;
}
template <RealTensor A, Integer I>
[[nodiscard]] auto partition(const A& t, I kth, index_t dim = -1) {
  return partition(t, Dims(std::span<const I>(&kth, 1)), dim);
}
template <ComplexTensor A, class... Rest>
void partition(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs

/// The indices along `dim` of partition's result, for take_along_axis. Otherwise as partition.
template <RealTensor A>
[[nodiscard]] Tensor<index_t> argpartition(const A& t, const Dims& kth, index_t dim = -1) {
  return detail::partition_lines("argpartition", t, kth, dim).indices;
}
template <RealTensor A, Integer I>
[[nodiscard]] Tensor<index_t> argpartition(const A& t, I kth, index_t dim = -1) {
  return argpartition(t, Dims(std::span<const I>(&kth, 1)), dim);
}
template <ComplexTensor A, class... Rest>
void argpartition(const A&,
                  const Rest&...) = delete;  // complex numbers have no order: take their abs

/// The k largest elements along `dim` in descending order (or the k smallest in ascending order),
/// and their indices; in any order if `sorted` is false. Ties are won by the lower index.
/// Shape: topk(t(2,5), 3) -> values and indices of shape (2,3). NaN counts as the largest. A tensor
/// of rank 0 is treated as rank 1. Throws IndexError for a dim out of range and for a k outside
/// 0…size. Complex numbers do not compile. Source: PyTorch's topk.
template <RealTensor A>
[[nodiscard]] auto topk(const A& t, index_t k, index_t dim = -1, bool largest = true,
                        bool sorted = true) {
  const std::size_t place = detail::line_dim("topk", t, dim);
  const index_t size = detail::line_length(t, place);
  if (k < 0 || k > size) [[unlikely]]
    throw_index_error("topk: k ", k, " is out of range for dimension ", place, " with size ", size);
  const auto by = [&]<class Order>(Order order) {
    return detail::rearrange_lines("topk", t, place, {0, k}, [&](auto first, auto last) {
      const auto kept = first + static_cast<std::ptrdiff_t>(k);
      if (k < size) std::nth_element(first, kept, last, order);
      if (sorted) std::sort(first, kept, order);
    });
  };
  return largest ? by(detail::BreakTiesByIndex<detail::Descending>{})
                 : by(detail::BreakTiesByIndex<detail::Ascending>{});
}
template <ComplexTensor A, class... Rest>
void topk(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs

/// The k-th smallest element along `dim`, k counted from 1, and its index. `dim` is removed or,
/// with keepdim, kept with size 1. Of equal elements, the one that a stable sort would put there.
/// NaN counts as the largest. A tensor of rank 0 is treated as rank 1. Throws IndexError for a dim
/// out of range and for a k outside 1…size. Complex numbers do not compile. Source: PyTorch's
/// kthvalue.
template <RealTensor A>
[[nodiscard]] auto kthvalue(const A& t, index_t k, index_t dim = -1, KeepDim keepdim = false) {
  const std::size_t place = detail::line_dim("kthvalue", t, dim);
  const index_t size = detail::line_length(t, place);
  if (k < 1 || k > size) [[unlikely]]
    throw_index_error("kthvalue: k ", k, " is out of range for dimension ", place, " with size ",
                      size, "; k counts from 1");
  auto found =
      detail::rearrange_lines("kthvalue", t, place, {k - 1, 1}, [&](auto first, auto last) {
        std::nth_element(first, first + static_cast<std::ptrdiff_t>(k - 1), last,
                         detail::BreakTiesByIndex<detail::Ascending>{});
      });
  if (!keepdim && t.dim() != 0) {
    found.values = found.values.squeeze(dim);
    found.indices = found.indices.squeeze(dim);
  }
  return found;
}
template <ComplexTensor A, class... Rest>
void kthvalue(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs

NDX_NAMESPACE_END
