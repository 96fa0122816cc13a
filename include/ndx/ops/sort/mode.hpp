// mode finds the element that occurs most often in each line. A line is sorted, so that equal elements
// are neighbours, and the longest run of them is looked for.
#pragma once

#include <ndx/ops/index/take.hpp>
#include <ndx/ops/sort/sort.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the position of the last element of the first longest run of equal elements in a sorted line.
template <class T>
index_t end_of_longest_run(const T* line, index_t size) {
  index_t longest = 0;
  index_t run = 0;
  index_t end = 0;
  for (index_t i = 0; i < size; ++i) {
    run = i > 0 && kernel::element(line, i) == kernel::element(line, i - 1) ? run + 1 : 1;
    if (run <= longest) continue;
    longest = run;
    end = i;
  }
  return end;
}

/// Returns the modes along a dim that has elements.
template <class T>
ValuesAndIndices<std::remove_const_t<T>> modes_along(const Tensor<T>& t, index_t place,
                                                     bool keepdim) {
  const auto sorted = sort(t.dim() == 0 ? t : t.movedim(place, -1));
  const auto& values = sorted.values;
  const index_t size = t.dim() == 0 ? 1 : values.size(-1);
  Dims lines = values.shape();
  if (!lines.empty()) lines.back() = 1;
  const auto ends = make_uninitialized<index_t>("mode", lines);
  store_in_parts(ends.numel(), kernel::kHeavyWork * size * index_t{sizeof(T)},
                 [&](index_t first, index_t end) {
                   for (index_t line = first; line < end; ++line)
                     ends.data()[line] = end_of_longest_run(values.data() + line * size, size);
                 });
  const auto along_dim = [&]<class V>(const Tensor<V>& found) {
    if (t.dim() == 0) return found;
    const Tensor<V> one = found.select(-1, 0);
    return keepdim ? one.unsqueeze(place) : one;
  };
  return {along_dim(gather(values, -1, ends)), along_dim(gather(sorted.indices, -1, ends))};
}

}  // namespace detail

/// Returns the element that occurs most often along `dim`, the smallest if there are several, and the
/// index of its last occurrence. Both are fresh tensors of t's shape without `dim`, or with size 1 there
/// if keepdim is true. NaN does not equal NaN, so it counts once.
///   mode(tensor({{2, 1, 2}, {3, 1, 5}})) -> values {2, 1}, indices {2, 1}
/// A tensor of rank 0 is treated as rank 1. Throws IndexError for a dim out of range, ValueError if `dim`
/// has size 0. Source: PyTorch's mode.
template <NumberTensor A>
[[nodiscard]] auto mode(const A& t, Dim dim = -1, Flag keepdim = false) {
  const auto place = static_cast<index_t>(detail::line_dim("mode", t, dim));
  if (detail::line_length(t, static_cast<std::size_t>(place)) == 0) [[unlikely]]
    throw_value_error("mode: dim ", place, " of shape ", t.shape(),
                      " has no elements, and so no mode");
  return detail::modes_along(t, place, keepdim);
}

NDX_NAMESPACE_END
