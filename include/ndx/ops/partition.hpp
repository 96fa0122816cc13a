// Selecting without sorting everything: partition, argpartition, topk, kthvalue.
#pragma once

#include <algorithm>

#include <ndx/ops/order.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The places named by kth, counted from either end, ascending. Where there is no element any kth
/// will do.
template <class T>
Dims sorted_places(const char* call, const Tensor<T>& t, const Dims& kth, std::size_t dim) {
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
  const Dims places = sorted_places(call, t, kth, line);
  return arrange_lines(call, t, line, {0, line_length(t, line)}, [&](auto first, auto last) {
    auto rest = first;  // what comes before is in its place, and not larger
    for (const index_t place : places) {
      if (first + place < rest) continue;
      std::nth_element(rest, first + place, last, Ascending{});
      rest = first + place + 1;
    }
  });
}

}  // namespace detail

/// The elements along `dim` so that the one at `kth` stands where it would if they were sorted,
/// smaller or equal ones before it and larger or equal ones after it, each part in any order:
///   partition(tensor({7, 1, 5, 2}), 1)  may give {1, 2, 5, 7} or {1, 2, 7, 5}
/// Several places may be named in braces; negative ones count from the end. A fresh tensor of the
/// shape of `t`. NaN counts as the largest. A tensor of rank 0 counts as one of rank 1. IndexError
/// for a dim or, where there are elements, a kth that is not there. Complex numbers do not compile.
/// Source: NumPy's partition.
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

/// The indices along `dim` that partition gives, for take_along_axis. All else as partition.
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

/// The k largest elements along `dim`, or the k smallest, and their indices, largest first (or
/// smallest first); unless `sorted`, in any order. Of equal elements the first are taken.
/// Shape: topk(t(2,5), 3) -> values and indices of shape (2,3). NaN counts as the largest. A tensor
/// of rank 0 counts as one of rank 1. IndexError for a dim that is not there and for a k outside
/// 0…size. Complex numbers do not compile. Source: PyTorch's topk.
template <RealTensor A>
[[nodiscard]] auto topk(const A& t, index_t k, index_t dim = -1, bool largest = true,
                        bool sorted = true) {
  const std::size_t place = detail::line_dim("topk", t, dim);
  const index_t size = detail::line_length(t, place);
  if (k < 0 || k > size) [[unlikely]]
    throw_index_error("topk: k ", k, " is out of range for dimension ", place, " with size ", size);
  const auto by = [&]<class Order>(Order order) {
    return detail::arrange_lines("topk", t, place, {0, k}, [&](auto first, auto last) {
      const auto kept = first + static_cast<std::ptrdiff_t>(k);
      if (k < size) std::nth_element(first, kept, last, order);
      if (sorted) std::sort(first, kept, order);
    });
  };
  return largest ? by(detail::ThenByPlace<detail::Descending>{})
                 : by(detail::ThenByPlace<detail::Ascending>{});
}
template <ComplexTensor A, class... Rest>
void topk(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs

/// The k-th smallest element along `dim`, k counted from 1, and its index; `dim` is dropped or,
/// with keepdim, left with size 1. Of equal elements the one that a stable sort would put there.
/// NaN counts as the largest. A tensor of rank 0 counts as one of rank 1. IndexError for a dim that
/// is not there and for a k outside 1…size. Complex numbers do not compile. Source: PyTorch's
/// kthvalue.
template <RealTensor A>
[[nodiscard]] auto kthvalue(const A& t, index_t k, index_t dim = -1, bool keepdim = false) {
  const std::size_t place = detail::line_dim("kthvalue", t, dim);
  const index_t size = detail::line_length(t, place);
  if (k < 1 || k > size) [[unlikely]]
    throw_index_error("kthvalue: k ", k, " is out of range for dimension ", place, " with size ",
                      size, ", the first being 1");
  auto found = detail::arrange_lines("kthvalue", t, place, {k - 1, 1}, [&](auto first, auto last) {
    std::nth_element(first, first + (k - 1), last, detail::ThenByPlace<detail::Ascending>{});
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
