// topk and kthvalue return some of the elements along a dim, by their order, and their indices.
//
// The k-th key of a line is selected, and the elements up to it are the result. For small k, most
// elements are not examined: if the extreme of a block is beyond the k-th best extreme of all blocks, no
// element of the block can be in the result.
#pragma once

#include <ndx/ops/sort/sort.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The candidates for the first elements of a line: their keys and indices.
template <class Key>
struct Candidates {
  Key* keys;
  Key* spare_keys;
  index_t* indices;
  index_t* counters;
  index_t count = 0;

  void add(Key key, index_t index) {
    keys[count] = key;
    indices[count] = index;
    ++count;
  }

  /// Keeps the k candidates with the smallest keys. Of equal ones it keeps the first.
  void keep(index_t k) {
    const auto last = kernel::select_key(keys, count, k - 1, spare_keys, counters);
    const index_t size = count;
    index_t equal = k - last.less;
    count = 0;
    for (index_t i = 0; i < size && count < k; ++i) {
      if (keys[i] > last.key || (keys[i] == last.key && equal-- <= 0)) continue;
      add(keys[i], indices[i]);
    }
  }
};

/// Block lengths for long and for shorter lines. Blocks pay if there are at least kTopkBlocks of them
/// for each element that is looked for.
inline constexpr index_t kTopkBlock = 64;
inline constexpr index_t kShortTopkBlock = 16;
inline constexpr index_t kTopkBlocks = 4;

/// Returns the block length, or 0 if all elements are candidates.
inline index_t topk_block(index_t size, index_t k) {
  if (size / (kTopkBlock * kTopkBlocks) >= k) return kTopkBlock;
  return size / (kShortTopkBlock * kTopkBlocks) >= k ? kShortTopkBlock : 0;
}
/// Returns the largest number of candidates of a line.
inline index_t most_candidates(index_t size, index_t k, index_t block) {
  if (block == 0) return size;
  const index_t blocks = (size - 1) / block + 1;
  return blocks > k * (block + 1) ? blocks : k * (block + 1);
}

template <class T>
void add_all(const SortLine<T>& line, Candidates<KeyOf<T>>& candidates) {
  line.load(0, line.size, candidates.keys);
  for (index_t i = 0; i < line.size; ++i) candidates.indices[i] = i;
  candidates.count = line.size;
}

/// Stores the least key of each block.
template <class T, index_t kBlock>
struct BlockMinima {
  const SortLine<T>& line;
  KeyOf<T>* least;

  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    if (count % kBlock == 0) {
      for (index_t i = 0; i < count; i += kBlock) store(first + i, kBlock);
    } else {
      for (index_t i = 0; i < count; i += kBlock)
        store(first + i, count - i < kBlock ? count - i : kBlock);
    }
    return true;
  }

 private:
  NDX_ALWAYS_INLINE void store(index_t first, index_t count) const {
    least[first / kBlock] =
        line.step == 1 ? smallest(first, count, 1) : smallest(first, count, line.step);
  }
  [[nodiscard]] NDX_ALWAYS_INLINE KeyOf<T> smallest(index_t first, index_t count,
                                                    index_t step) const {
    const T* const from = line.data + first * step;
    const KeyOf<T> flip = line.descending ? ~KeyOf<T>{0} : 0;
    auto found = static_cast<KeyOf<T>>(~KeyOf<T>{0});
#pragma GCC unroll 1  // g++ -O3 would unroll a short block before it can vectorise it
    for (index_t i = 0; i < count; ++i) {
      const KeyOf<T> key = ascending_key(stored(from, i * step)) ^ flip;
      found = key < found ? key : found;
    }
    return found;
  }
};

/// Adds the candidates of blocks. The bound is the k-th smallest of the blocks' least keys: at least
/// k elements have a key not above it, and at most k - 1 blocks have elements below it.
template <class T>
void add_from_blocks(const SortLine<T>& line, index_t k, index_t block_size,
                     Candidates<KeyOf<T>>& candidates) {
  using Key = KeyOf<T>;
  Key* const least = candidates.spare_keys;
  static_assert(kernel::detail::kRun % kTopkBlock == 0);
  if (block_size == kTopkBlock) {
    kernel::visit_runs(BlockMinima<T, kTopkBlock>{line, least}, line.size);
  } else {
    kernel::visit_runs(BlockMinima<T, kShortTopkBlock>{line, least}, line.size);
  }
  const index_t blocks = (line.size - 1) / block_size + 1;
  const Key bound =
      kernel::select_key(least, blocks, k - 1, candidates.keys, candidates.counters).key;
  index_t equal = k;
  for (index_t block = 0; block < blocks; ++block) {
    if (least[block] > bound) continue;
    const index_t first = block * block_size;
    const index_t count = line.size - first < block_size ? line.size - first : block_size;
    Key keys[kTopkBlock];
    line.load(first, count, keys);
    for (index_t i = 0; i < count; ++i) {
      if (keys[i] > bound || (keys[i] == bound && equal-- <= 0)) continue;
      candidates.add(keys[i], first + i);
    }
  }
}

template <class T>
ValuesAndIndices<std::remove_const_t<T>> topk_lines(const Tensor<T>& t, index_t k, std::size_t dim,
                                                    bool largest, bool sorted) {
  using V = std::remove_const_t<T>;
  using Key = KeyOf<V>;
  if (is_across(t, dim)) {
    const auto of_rows = topk_lines(to_rows(t, dim), k, t.shape().size() - 1, largest, sorted);
    return {from_rows(of_rows.values, dim), from_rows(of_rows.indices, dim)};
  }
  const index_t size = t.shape()[dim];
  const ValuesAndIndices<V> result{make_lines<V>("topk", t, dim, k),
                                   make_lines<index_t>("topk", t, dim, k)};
  if (result.values.numel() == 0) return result;
  if (has_short_lines(t, dim, kMostSortedForSome) && t.strides()[dim] != 0) {
    sort_short_lines("topk", t, dim, largest, result);
    return result;
  }
  const index_t block = has_key_bits<V> ? topk_block(size, k) : 0;
  const bool repeats = t.strides()[dim] == 0;  // such lines are in order and need no candidates
  const index_t most = repeats ? 1 : most_candidates(size, k, block);
  const LineMemory<Key> memory("topk", most, most, sorted ? k : 0);
  const auto indices = make_uninitialized<index_t>("topk", Dims{most});
  for_each_sort_line(
      t, result.values.layout(), dim, largest,
      [&](const SortLine<V>& line, index_t to, index_t step) {
        V* const values = result.values.data() + to;
        index_t* const out = result.indices.data() + to;
        if (line.is_in_order()) {
          store_first(line, k, values, step);
          return store_first_indices(k, out, step);
        }
        if (line.is_reversed(k)) {
          const auto from_the_end = [size](index_t i) { return size - 1 - i; };
          store_elements(line, k, values, step, from_the_end);
          return store_indices(k, out, step, from_the_end);
        }
        const kernel::KeyScratch<Key> scratch = memory.scratch();
        Candidates<Key> kept{scratch.keys, scratch.spare_keys, indices.data(), scratch.counters};
        if constexpr (has_key_bits<V>) {
          block != 0 ? add_from_blocks(line, k, block, kept) : add_all(line, kept);
        } else {
          add_all(line, kept);
        }
        kept.keep(k);
        if (sorted) {
          const auto order = kernel::order_line(scratch, k);
          store_indices(k, out, step, [&](index_t i) { return kept.indices[order.index(i)]; });
        } else {
          store_indices(k, out, step, [&](index_t i) { return kept.indices[i]; });
        }
        store_elements(line, k, values, step, [&](index_t i) { return out[i * step]; });
      });
  return result;
}

/// Returns the index of the k-th element, k counted from 0, in the order of a stable sort.
template <class T>
index_t kth_index(const SortLine<T>& line, index_t k, const kernel::KeyScratch<KeyOf<T>>& scratch) {
  if (line.is_in_order()) return k;
  const KeyOf<T>* const keys = scratch.keys;
  line.load(0, line.size, scratch.keys);
  const auto found = kernel::select_key(keys, line.size, k, scratch.spare_keys, scratch.counters);
  index_t before = k - found.less;  // number of equal elements before it
  index_t i = 0;
  while (keys[i] != found.key || before-- > 0) ++i;
  return i;
}

template <class T>
ValuesAndIndices<std::remove_const_t<T>> kth_of_lines(const Tensor<T>& t, index_t k,
                                                      std::size_t dim) {
  using V = std::remove_const_t<T>;
  if (is_across(t, dim)) {
    const auto of_rows = kth_of_lines(to_rows(t, dim), k, t.shape().size() - 1);
    return {from_rows(of_rows.values, dim), from_rows(of_rows.indices, dim)};
  }
  const index_t size = t.shape()[dim];
  const ValuesAndIndices<V> result{make_lines<V>("kthvalue", t, dim, 1),
                                   make_lines<index_t>("kthvalue", t, dim, 1)};
  if (result.values.numel() == 0) return result;
  const auto memory = LineMemory<KeyOf<V>>("kthvalue", size, size, 0);
  for_each_sort_line(t, result.values.layout(), dim, false,
                     [&](const SortLine<V>& line, index_t to, index_t) {
                       const index_t index = kth_index(line, k - 1, memory.scratch());
                       result.values.data()[to] = line.at(index);
                       result.indices.data()[to] = index;
                     });
  return result;
}

}  // namespace detail

/// Returns the k largest elements along `dim` in descending order (or the k smallest in ascending
/// order) and their indices. They are in any order if `sorted` is false. Of equal elements those with
/// the lower index are taken. Shape: topk(t(2,5), 3) -> values and indices of shape (2,3). NaN counts
/// as the largest. A tensor of rank 0 is treated as rank 1. Throws IndexError for a dim out of range
/// and for a k outside 0…size. Complex numbers do not compile. Source: PyTorch's topk.
///   topk(tensor({3, 9, 4}), 2) -> values {9, 4}, indices {1, 2}
[[nodiscard]] auto topk(const RealTensor auto& t, Count k, Dim dim = -1, Flag largest = true,
                        Flag sorted = true) {
  const std::size_t place = detail::line_dim("topk", t, dim);
  const index_t size = detail::line_length(t, place);
  if (k < 0 || k > size) [[unlikely]]
    throw_index_error("topk: k ", k, " is out of range for dimension ", place, " with size ", size);
  if (t.dim() != 0) return detail::topk_lines(t, k, place, largest, sorted);
  auto line = detail::topk_lines(t.unsqueeze(0), k, place, largest, sorted);
  if (k == 0) return line;
  return decltype(line){line.values.squeeze(), line.indices.squeeze()};
}
template <ComplexTensor A, class... Rest>
auto topk(const A&, const Rest&...) {
  return detail::refuse_complex<A>();
}

/// Returns the k-th smallest element along `dim`, k counted from 1, and its index. `dim` is removed
/// or, with keepdim, kept with size 1. Of equal elements, it is the one that a stable sort would put
/// there. NaN counts as the largest. A tensor of rank 0 is treated as rank 1. Throws IndexError for a
/// dim out of range and for a k outside 1…size. Complex numbers do not compile. Source: PyTorch's
/// kthvalue.
///   kthvalue(tensor({3, 9, 4}), 2).values -> 4
[[nodiscard]] auto kthvalue(const RealTensor auto& t, Count k, Dim dim = -1,
                            KeepDim keepdim = false) {
  const std::size_t place = detail::line_dim("kthvalue", t, dim);
  const index_t size = detail::line_length(t, place);
  if (k < 1 || k > size) [[unlikely]]
    throw_index_error("kthvalue: k ", k, " is out of range for dimension ", place, " with size ",
                      size, "; k counts from 1");
  auto found = detail::kth_of_lines(t.dim() == 0 ? t.unsqueeze(0) : t, k, place);
  if (!keepdim || t.dim() == 0) {
    found.values = found.values.squeeze(index_t{dim});
    found.indices = found.indices.squeeze(index_t{dim});
  }
  return found;
}
template <ComplexTensor A, class... Rest>
auto kthvalue(const A&, const Rest&...) {
  return detail::refuse_complex<A>();
}

NDX_NAMESPACE_END
