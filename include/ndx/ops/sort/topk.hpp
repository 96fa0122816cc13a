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
  index_t parts;  // into which passes over the elements are cut
  index_t count = 0;

  void add(Key key, index_t index) {
    keys[count] = key;
    indices[count] = index;
    ++count;
  }

  /// Keeps the k candidates with the smallest keys. Of equal ones it keeps the first.
  void keep(index_t k) {
    const auto last = kernel::select_key(keys, count, k - 1, spare_keys, counters, parts);
    const index_t size = count;
    index_t equal = k - last.less;
    count = 0;
    for (index_t i = 0; i < size && count < k; ++i) {
      if (keys[i] > last.key || (keys[i] == last.key && equal-- <= 0)) continue;
      add(keys[i], indices[i]);
    }
  }
};

/// Block lengths for long and for shorter rows. Blocks pay if there are at least kTopkBlocks of them
/// for each element that is looked for.
inline constexpr index_t kTopkBlock = 64;
inline constexpr index_t kShortTopkBlock = 16;
inline constexpr index_t kTopkBlocks = 4;
/// Number of elements whose keys are loaded at a time.
inline constexpr index_t kTopkLoaded = 16 * kTopkBlock;

/// Returns the block length, or 0 if all elements are candidates.
inline index_t topk_block(index_t size, index_t k) {
  if (size / (kTopkBlock * kTopkBlocks) >= k) return kTopkBlock;
  return size / (kShortTopkBlock * kTopkBlocks) >= k ? kShortTopkBlock : 0;
}

/// Stores the least key of each block.
template <class Key, index_t kBlock>
struct BlockMinima {
  const Key* keys;
  Key* least;

  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    for (index_t i = 0; i < count; i += kBlock)
      least[(first + i) / kBlock] =
          count - i < kBlock ? smallest(first + i, count - i) : smallest(first + i, kBlock);
    return true;
  }
  [[nodiscard]] NDX_ALWAYS_INLINE Key smallest(index_t first, index_t count) const {
    const Key* const from = keys + first;
    Key found = from[0];  // g++ vectorizes this loop better than one that starts with a constant
    for (index_t i = 0; i < count; ++i) found = from[i] < found ? from[i] : found;
    return found;
  }
};

/// Stores the least keys of the blocks of elements first…end-1.
template <class Key>
void find_minima(const kernel::KeyCode<Key>& code, const std::byte* row, index_t first, index_t end,
                 index_t block_size, Key* least) {
  Key keys[kTopkLoaded];
  for (; first < end; first += kTopkLoaded) {
    const index_t count = end - first < kTopkLoaded ? end - first : kTopkLoaded;
    code.load(code, row + first * code.bytes, count, keys);
    Key* const of_blocks = least + first / block_size;
    if (block_size == kTopkBlock) {
      kernel::visit_runs(BlockMinima<Key, kTopkBlock>{keys, of_blocks}, count);
    } else {
      kernel::visit_runs(BlockMinima<Key, kShortTopkBlock>{keys, of_blocks}, count);
    }
  }
}

/// Adds the candidates of blocks. The bound is the k-th smallest of the blocks' least keys: at least
/// k elements have a key not above it, and at most k - 1 blocks have elements below it.
template <class Key>
void add_from_blocks(const kernel::KeyCode<Key>& code, const std::byte* row, index_t size,
                     index_t k, index_t block_size, Candidates<Key>& candidates) {
  Key* const least = candidates.spare_keys;
  const index_t units = (size - 1) / kTopkLoaded + 1;
  kernel::for_each_part(units, candidates.parts, [&](index_t, index_t begin, index_t end) {
    find_minima(code, row, begin * kTopkLoaded, end < units ? end * kTopkLoaded : size, block_size,
                least);
  });
  Key keys[kTopkBlock];
  const index_t blocks = (size - 1) / block_size + 1;
  const Key bound = kernel::select_key(least, blocks, k - 1, candidates.keys, candidates.counters,
                                       candidates.parts)
                        .key;
  index_t equal = k;
  for (index_t block = 0; block < blocks; ++block) {
    if (least[block] > bound || (least[block] == bound && equal <= 0)) continue;
    const index_t first = block * block_size;
    const index_t count = size - first < block_size ? size - first : block_size;
    code.load(code, row + first * code.bytes, count, keys);
    for (index_t i = 0; i < count; ++i) {
      if (keys[i] > bound || (keys[i] == bound && equal-- <= 0)) continue;
      candidates.add(keys[i], first + i);
    }
  }
}

/// Does what topk_rows does for longer rows, with passes over each row cut into `parts`.
template <class Key>
void topk_some_rows(const kernel::KeyCode<Key>& code, const Rows& rows, index_t k, bool sorted,
                    std::byte* values, index_t* indices, index_t parts) {
  const index_t size = rows.size;
  const index_t block = code.store != nullptr ? topk_block(size, k) : 0;
  const index_t blocks = block == 0 ? 0 : (size - 1) / block + 1;
  const index_t in_blocks = k * (block + 1);
  const index_t most = block == 0 ? size : blocks > in_blocks ? blocks : in_blocks;
  const RowMemory<Key> memory("topk", most, most, sorted ? k : 0, parts);
  const auto candidates = make_uninitialized<index_t>("topk", Dims{most});
  kernel::KeyScratch<Key> scratch = memory.scratch();
  if (parts > 1) scratch.parts = kernel::sort_parts(k);
  for (index_t r = 0; r < rows.count; ++r, values += k * code.bytes, indices += k) {
    const std::byte* const row = rows.elements + r * size * code.bytes;
    Candidates<Key> kept{scratch.keys, scratch.spare_keys, candidates.data(), scratch.counters,
                         parts};
    if (block != 0) {
      add_from_blocks(code, row, size, k, block, kept);
    } else {
      kernel::for_each_part(size, parts, [&](index_t /*part*/, index_t first, index_t end) {
        code.load(code, row + first * code.bytes, end - first, kept.keys + first);
        store_in_direction(1, size, first, end, kept.indices);
      });
      kept.count = size;
    }
    kept.keep(k);
    if (sorted) {
      const auto order = kernel::order_line(scratch, k);
      for (index_t i = 0; i < k; ++i) indices[i] = kept.indices[order.index(i)];
    } else {
      for (index_t i = 0; i < k; ++i) indices[i] = kept.indices[i];
    }
    code.gather(row, indices, k, values);
  }
}

/// Whether sorting a whole row of `size` elements takes less time than selecting k of them and sorting these. Keys
/// beyond the cache of a core are sorted in more passes over memory.
inline bool is_sorted_faster(index_t size, index_t k, std::size_t key_bytes) {
  const bool is_near = size <= kCoreCacheBytes / static_cast<index_t>(2 * key_bytes);
  return k >= size / (is_near ? 5 : 2);
}

/// Stores the first k elements of each row in the order of the code, and their indices.
template <class Key>
void topk_rows(const kernel::KeyCode<Key>& code, const Rows& rows, index_t k, bool sorted,
               std::byte* values, index_t* indices) {
  const bool is_short = code.store != nullptr && are_short(rows, kMostSortedForSome);
  if (is_short || (sorted && is_sorted_faster(rows.size, k, sizeof(Key))))
    return order_rows("topk", code, rows, k, values, indices);
  share_rows(code, rows, [&](const Rows& some, index_t first, index_t parts) {
    topk_some_rows(code, some, k, sorted, values + first * k * code.bytes, indices + first * k,
                   parts);
  });
}

/// Does what select_in_rows does, with passes over each row cut into `parts`.
template <class Key>
void select_in_some_rows(const kernel::KeyCode<Key>& code, const Rows& rows, index_t k,
                         std::byte* values, index_t* indices, index_t parts) {
  const RowMemory<Key> memory("kthvalue", rows.size, rows.size, 0, parts);
  const kernel::KeyScratch<Key> scratch = memory.scratch();
  const Key* const keys = scratch.keys;
  for (index_t r = 0; r < rows.count; ++r) {
    const std::byte* const row = rows.elements + r * rows.size * code.bytes;
    load_in_parts(code, row, rows.size, scratch);
    const index_t direction = kernel::direction_in_parts(keys, rows.size, 1, parts);
    index_t i = direction > 0 ? k : rows.size - 1 - k;
    if (direction == 0) {
      const auto found =
          kernel::select_key(keys, rows.size, k, scratch.spare_keys, scratch.counters, parts);
      index_t before = k - found.less;  // number of equal elements before it
      for (i = 0; keys[i] != found.key || before-- > 0;) ++i;
    }
    indices[r] = i;
    code.gather(row, &i, 1, values + r * code.bytes);
  }
}

/// Stores the k-th element of each row, k counted from 0, in the order of a stable sort, and its
/// index.
template <class Key>
void select_in_rows(const kernel::KeyCode<Key>& code, const Rows& rows, index_t k,
                    std::byte* values, index_t* indices) {
  share_rows(code, rows, [&](const Rows& some, index_t first, index_t parts) {
    select_in_some_rows(code, some, k, values + first * code.bytes, indices + first, parts);
  });
}

#define NDX_ENTRY(bytes, Key)                                                                   \
  NDX_COMPILE_SIZE(topk_rows_##bytes, void, topk_rows,                                          \
                   (const kernel::KeyCode<Key>& code, const Rows& rows, index_t k, bool sorted, \
                    std::byte* values, index_t* indices),                                       \
                   (code, rows, k, sorted, values, indices), Key)                               \
  NDX_COMPILE_SIZE(select_in_rows_##bytes, void, select_in_rows,                                \
                   (const kernel::KeyCode<Key>& code, const Rows& rows, index_t k,              \
                    std::byte* values, index_t* indices),                                       \
                   (code, rows, k, values, indices), Key)
NDX_ENTRY(4, std::uint32_t)
NDX_ENTRY(8, std::uint64_t)
#undef NDX_ENTRY

template <class T>
ValuesAndIndices<std::remove_const_t<T>> topk_of_lines(const Tensor<T>& t, index_t k, index_t dim,
                                                       bool largest, bool sorted) {
  using V = std::remove_const_t<T>;
  Lines<T> lines("topk", t, dim);
  if (k < 0 || k > lines.size()) [[unlikely]]
    throw_index_error("topk: k ", k, " is out of range for dimension ", lines.dim(), " with size ",
                      lines.size());
  lines.drop_repeated(k);
  const ValuesAndIndices<V> rows{lines.template make_rows<V>("topk", k),
                                 lines.template make_rows<index_t>("topk", k)};
  if (rows.indices.numel() != 0)
    topk_rows(key_code_of<V>(largest), lines.rows(), k, sorted, elements_as_bytes(rows.values),
              rows.indices.data());
  return {lines.to_lines(rows.values), lines.to_lines(rows.indices)};
}

template <class T>
ValuesAndIndices<std::remove_const_t<T>> kthvalue_of_lines(const Tensor<T>& t, index_t k,
                                                           index_t dim, bool keepdim) {
  using V = std::remove_const_t<T>;
  Lines<T> lines("kthvalue", t, dim);
  if (k < 1 || k > lines.size()) [[unlikely]]
    throw_index_error("kthvalue: k ", k, " is out of range for dimension ", lines.dim(),
                      " with size ", lines.size(), "; k counts from 1");
  const ValuesAndIndices<V> rows{lines.template make_rows<V>("kthvalue", 1),
                                 lines.template make_rows<index_t>("kthvalue", 1)};
  if (rows.indices.numel() != 0)
    select_in_rows(key_code_of<V>(false), lines.rows(), k - 1, elements_as_bytes(rows.values),
                   rows.indices.data());
  if (!keepdim || t.dim() == 0) return {rows.values.squeeze(-1), rows.indices.squeeze(-1)};
  return {lines.to_lines(rows.values), lines.to_lines(rows.indices)};
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
  return detail::topk_of_lines(t, k, dim, largest, sorted);
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
  return detail::kthvalue_of_lines(t, k, dim, keepdim);
}
template <ComplexTensor A, class... Rest>
auto kthvalue(const A&, const Rest&...) {
  return detail::refuse_complex<A>();
}

NDX_NAMESPACE_END
