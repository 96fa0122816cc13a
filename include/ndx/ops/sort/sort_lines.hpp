// The memory and the loop that sorting and selecting share.
//
// Each line along a dim is loaded as keys (ops/sort/sort_key.hpp), kernels sort or select keys, and
// the elements are stored in the order found. The kernels see neither elements nor strides.
#pragma once

#include <ndx/kernel/sort/select_key.hpp>
#include <ndx/ops/sort/sort_key.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The memory for one line, reused for all lines. It is one allocation, which malloc can return to
/// the next call.
template <class Key>
class LineMemory {
 public:
  /// Allocates room for `keys` keys, for `spare_keys` more, and twice for `words` keys with their
  /// indices.
  LineMemory(const char* call, index_t keys, index_t spare_keys, index_t words)
      : keys_(keys),
        words_(words),
        counters_(kernel::radix_counters(keys < words ? words : keys)),
        memory_(make_uninitialized<index_t>(
            call, Dims{total(call, {keys, spare_keys, words, words, counters_})})) {}

  [[nodiscard]] kernel::KeyScratch<Key> scratch() const {
    auto* const words = reinterpret_cast<std::uint64_t*>(memory_.data());
    auto* const counters = reinterpret_cast<index_t*>(words + 2 * words_);
    auto* const keys = reinterpret_cast<Key*>(counters + counters_);
    return {keys, keys + keys_, words, words + words_, counters};
  }

 private:
  static index_t total(const char* call, const Dims& counts) {
    index_t sum = 0;
    for (const index_t count : counts) sum = checked_add(call, sum, count);
    return sum;
  }

  index_t keys_;
  index_t words_;
  index_t counters_;
  Tensor<index_t> memory_;  // index_t: every program has this tensor
};

/// Returns an uninitialized result of lines of `size` elements along the dim, or an empty tensor if
/// it is not wanted.
template <class V, class T>
Tensor<V> make_lines(const char* call, const Tensor<T>& t, std::size_t dim, index_t size,
                     bool wanted = true) {
  if (!wanted) return Tensor<V>();
  Dims shape = t.shape();
  shape[dim] = size;
  return make_uninitialized<V>(call, shape);
}

/// Whether lines are sorted in a copy in which they are contiguous. That is so if elements that are
/// adjacent in memory, in t or in a row-major result, belong to different lines, because every read
/// or write of an element would then touch a cache line of its own. No copy is made of elements that
/// are repeated by stride 0.
template <class T>
bool is_across(const Tensor<T>& t, std::size_t dim) {
  const auto distance = [&](std::size_t d) { return distance_of(t.strides()[d]); };
  const index_t size = t.shape()[dim];
  constexpr index_t few = 8;  // such lines and their neighbours stay in the first-level cache
  if (distance(dim) == 0 || size <= 2 * few || t.numel() / size < few) return false;
  bool found = false;
  for (std::size_t d = 0; d < t.shape().size(); ++d) {
    if (t.shape()[d] == 1) continue;
    if (distance(d) == 0) return false;
    if (distance(d) < distance(dim) || d > dim) found = true;
  }
  return found;
}
/// to_rows returns a contiguous copy in which `dim` is the last; from_rows moves the last dim back to
/// `dim`.
template <class T>
Tensor<T> to_rows(const Tensor<T>& t, std::size_t dim) {
  return t.movedim(static_cast<index_t>(dim), -1).contiguous();
}
template <class T>
Tensor<T> from_rows(const Tensor<T>& rows, std::size_t dim) {
  return rows.movedim(-1, static_cast<index_t>(dim)).contiguous();
}

/// Calls visit(line, to, step) for each line of t along `dim`. `to` is the offset and `step` the
/// stride of the line in a result with this layout.
template <class T, class Visit>
void for_each_sort_line(const Tensor<T>& t, const Layout& result, std::size_t dim, bool descending,
                        const Visit& visit) {
  for_each_line(t.layout(), result, dim, [&](index_t from, index_t to) {
    const SortLine<std::remove_const_t<T>> line{t.data() + from, t.strides()[dim], t.shape()[dim],
                                                descending};
    visit(line, to, result.strides[dim]);
  });
}

/// Stores the first elements of a line that is in order, and their indices.
template <class T>
void store_first(const SortLine<T>& line, index_t count, T* to, index_t step) {
  if (line.step == 1 && step == 1) {
    std::memcpy(static_cast<void*>(to), line.data, static_cast<std::size_t>(count) * sizeof(T));
    return;
  }
  for (index_t i = 0; i < count; ++i) to[i * step] = line.at(i);
}
inline void store_first_indices(index_t count, index_t* to, index_t step) {
  for (index_t i = 0; i < count; ++i) to[i * step] = i;
}

/// Stores the elements with these indices, and the indices.
template <class T, class Index>
void store_elements(const SortLine<T>& line, index_t count, T* to, index_t step,
                    const Index& index) {
  for (index_t i = 0; i < count; ++i) to[i * step] = line.at(index(i));
}
template <class Index>
void store_indices(index_t count, index_t* to, index_t step, const Index& index) {
  for (index_t i = 0; i < count; ++i) to[i * step] = index(i);
}

}  // namespace detail
NDX_NAMESPACE_END
