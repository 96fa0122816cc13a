// The lines of a tensor along a dim as rows of keys, on which sorting and selecting work.
//
// The lines are copied, unless they are contiguous rows already. All else sees bytes and the code
// that makes keys of them (kernel/sort/number_keys.hpp), and is compiled once for keys of 4 bytes and
// once for keys of 8.
#pragma once

#include <limits>
#include <vector>

#include <ndx/base/bit_cast.hpp>
#include <ndx/kernel/sort/number_keys.hpp>
#include <ndx/kernel/sort/sort_lanes.hpp>
#include <ndx/ops/sort/order.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Sorts indices by merging, where equal ones keep their order. `spare` has room for half as many.
/// The standard sorts are not used: std::stable_sort calls functions that libstdc++ deprecates, and
/// std::sort leaves its range if `before` is no order, as comparisons of NaN are not under
/// -ffast-math.
template <class Before>
void merge_sort(index_t* indices, index_t* spare, index_t count, const Before& before) {
  constexpr index_t few = 16;
  if (count <= few) {
    for (index_t k = 1; k < count; ++k) {
      const index_t index = indices[k];
      index_t at = k;
      for (; at > 0 && before(index, indices[at - 1]); --at) indices[at] = indices[at - 1];
      indices[at] = index;
    }
    return;
  }
  const index_t half = count / 2;
  merge_sort(indices, spare, half, before);
  merge_sort(indices + half, spare, count - half, before);
  if (!before(indices[half], indices[half - 1])) return;
  std::memcpy(spare, indices, static_cast<std::size_t>(half) * sizeof(index_t));
  const index_t* left = spare;
  const index_t* right = indices + half;
  for (index_t* to = indices; left != spare + half; ++to) {
    const bool takes_right = right != indices + count && before(*right, *left);
    *to = takes_right ? *right++ : *left++;
  }
}

/// Whether the key of a number follows from its bits. For long double and complex numbers it does
/// not: their keys are ranks within a line.
template <class T>
inline constexpr bool has_key_bits =
    sizeof(T) <= 8 && (std::is_integral_v<T> || std::numeric_limits<T>::is_iec559);

/// Stores as keys the ranks of the elements within a row, where equal elements share one. It sorts
/// the row for that.
template <class T>
bool load_ranks(const kernel::KeyCode<std::uint64_t>& code, const std::byte* from, index_t size,
                std::uint64_t* keys) {
  const auto* const row = reinterpret_cast<const T*>(from);
  std::vector<index_t> order(static_cast<std::size_t>(size));
  std::vector<index_t> spare(static_cast<std::size_t>(size / 2));
  for (index_t i = 0; i < size; ++i) order[static_cast<std::size_t>(i)] = i;
  merge_sort(order.data(), spare.data(), size,
             [row](index_t a, index_t b) { return comes_before(row[a], row[b]); });
  std::uint64_t rank = 0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k > 0 && comes_before(row[order[k - 1]], row[order[k]])) ++rank;
    keys[order[k]] = rank ^ code.flip;
  }
  return false;
}

/// Returns the code of the keys of elements of type T.
template <class T>
auto key_code_of(bool descending) {
  if constexpr (has_key_bits<T>) {
    using Bits = UnsignedOfSize<sizeof(T)>;
    constexpr bool floating = !std::is_integral_v<T>;
    Bits infinity = 0;
    if constexpr (floating) infinity = detail::bit_cast<Bits>(std::numeric_limits<T>::infinity());
    return kernel::key_code<std::conditional_t<Boolean<T>, bool, Bits>, floating>(
        std::is_signed_v<T>, descending, infinity);
  } else {
    return kernel::KeyCode<std::uint64_t>{load_ranks<T>, nullptr,
                                          kernel::gather_elements<sizeof(T)>, sizeof(T),
                                          descending ? ~std::uint64_t{0} : 0};
  }
}

/// Contiguous rows of elements, as bytes.
struct Rows {
  const std::byte* elements;
  index_t count;
  index_t size;
};

/// The lines of a tensor along a dim. A tensor of rank 0 is one line, as in PyTorch.
template <class T>
class Lines {
 public:
  using Value = std::remove_const_t<T>;

  Lines(const char* call, const Tensor<T>& t, index_t dim)
      : t_(t), dim_(line_dim(call, t, dim)), size_(line_length(t, dim_)) {}

  [[nodiscard]] std::size_t dim() const { return dim_; }
  [[nodiscard]] index_t size() const { return size_; }

  /// Keeps the first k elements of lines that repeat one element, of which no more are needed.
  void drop_repeated(index_t k) {
    if (k >= size_ || t_.dim() == 0 || t_.strides()[dim_] != 0) return;
    t_ = t_.narrow(static_cast<index_t>(dim_), 0, k);
    size_ = k;
  }

  /// Returns uninitialised rows of a result, of `size` elements for each line.
  template <class V>
  [[nodiscard]] Tensor<V> make_rows(const char* call, index_t size) const {
    Dims shape;
    for (std::size_t d = 0; d < t_.shape().size(); ++d) {
      if (d != dim_) shape.push_back(t_.shape()[d]);
    }
    shape.push_back(size);
    return make_uninitialized<V>(call, shape);
  }
  /// Moves the last dim of rows to the place of the lines.
  template <class V>
  [[nodiscard]] Tensor<V> to_lines(const Tensor<V>& rows) const {
    if (t_.dim() == 0) return rows.squeeze(0);
    if (is_last()) return rows;
    return rows.movedim(-1, static_cast<index_t>(dim_)).contiguous();
  }

  /// Returns the lines, not empty, as rows. They are valid while this object exists.
  Rows rows() {
    if (!is_last()) t_ = t_.movedim(static_cast<index_t>(dim_), -1);
    if (!t_.is_contiguous()) t_ = t_.contiguous();
    return {reinterpret_cast<const std::byte*>(t_.data()), t_.numel() / size_, size_};
  }

 private:
  [[nodiscard]] bool is_last() const { return dim_ + 1 >= t_.shape().size(); }

  Tensor<T> t_;
  std::size_t dim_;
  index_t size_;
};

/// The memory for one row, reused for all rows. It is one allocation, which malloc can return to the
/// next call.
template <class Key>
class RowMemory {
 public:
  /// Allocates room for `keys` keys, for `spare_keys` more, and twice for `words` keys with their
  /// indices. Passes over a row are cut into `parts` parts.
  RowMemory(const char* call, index_t keys, index_t spare_keys, index_t words, index_t parts)
      : keys_(keys),
        words_(words),
        parts_(parts),
        counters_(kernel::radix_counters(keys < words ? words : keys) * parts),
        memory_(make_uninitialized<index_t>(
            call, Dims{total(call, {keys, spare_keys, words, words, counters_})})) {}

  [[nodiscard]] kernel::KeyScratch<Key> scratch() const {
    auto* const words = reinterpret_cast<std::uint64_t*>(memory_.data());
    auto* const counters = reinterpret_cast<index_t*>(words + 2 * words_);
    auto* const keys = reinterpret_cast<Key*>(counters + counters_);
    return {keys, keys + keys_, words, words + words_, counters, parts_};
  }

 private:
  static index_t total(const char* call, std::initializer_list<index_t> counts) {
    index_t sum = 0;
    for (const index_t count : counts) sum = checked_add(call, sum, count);
    return sum;
  }

  index_t keys_;
  index_t words_;
  index_t parts_;
  index_t counters_;
  Tensor<index_t> memory_;  // index_t: every program has this tensor
};

/// Whether rows of at most `most` elements are sorted sixteen at a time, in the lanes of vectors,
/// which pays unless they are few. A single short row offers nothing to vectorise.
inline bool are_short(const Rows& rows, index_t most) {
  return rows.size > 1 && rows.size <= most && rows.count >= kernel::kSortLanes / 2;
}

/// Rows of at most this many elements are sorted even if only some elements and their indices are
/// looked for.
inline constexpr index_t kMostSortedForSome = 128;

/// How rows are shared between the threads of the executor.
struct RowParts {
  index_t together;  // number of rows that one thread sorts together
  index_t of_rows;   // number of parts of the rows
  index_t of_row;    // number of parts into which passes over each row are cut
};

/// Cuts passes over each row if there are fewer rows than threads and they are long; otherwise shares the rows.
/// `may_cut` is false if the keys are ranks.
inline RowParts parts_of(const Rows& rows, index_t bytes, bool may_cut) {
  if (executor().run == nullptr) return {1, 1, 1};
  const index_t together = rows.size <= kMostSortedForSome ? kernel::kSortLanes : 1;
  const index_t units = (rows.count + together - 1) / together;
  if (may_cut && units < executor().threads) {
    const index_t parts = kernel::sort_parts(rows.size);
    if (parts > 1) return {1, 1, parts};
  }
  const double keys = static_cast<double>(rows.size) * static_cast<double>(together);
  return {together, parts_for(units, {keys * static_cast<double>(bytes), 2 * keys}), 1};
}

/// Calls body(some, first, parts) for some of the rows, of which the first has number `first`, and the number of
/// parts into which passes over each row are cut.
template <class Key, class Body>
void share_rows(const kernel::KeyCode<Key>& code, const Rows& rows, const Body& body) {
  const RowParts parts = parts_of(rows, code.bytes, code.store != nullptr);
  if (parts.of_rows == 1) return body(rows, index_t{0}, parts.of_row);
  const index_t units = (rows.count + parts.together - 1) / parts.together;
  run_parts(units, parts.of_rows, [&](index_t begin, index_t end) {
    const index_t first = begin * parts.together;
    const index_t last = end < units ? end * parts.together : rows.count;
    body(Rows{rows.elements + first * rows.size * code.bytes, last - first, rows.size}, first,
         index_t{1});
  });
}

/// Loads the keys of n contiguous elements in parts. Returns whether they tell the elements.
template <class Key>
NDX_ALWAYS_INLINE bool load_in_parts(const kernel::KeyCode<Key>& code, const std::byte* elements,
                                     index_t n, const kernel::KeyScratch<Key>& scratch) {
  if (scratch.parts == 1) return code.load(code, elements, n, scratch.keys);
  bool are_exact[kernel::kMostLineParts] = {};
  kernel::for_each_part(n, scratch.parts, [&](index_t part, index_t first, index_t end) {
    are_exact[part] =
        code.load(code, elements + first * code.bytes, end - first, scratch.keys + first);
  });
  for (index_t part = 1; part < scratch.parts; ++part) are_exact[0] &= are_exact[part];
  return are_exact[0];
}
/// Whether rows are sorted even if only some elements, without their indices, are looked for.
inline bool are_sorted_for_some(const Rows& rows, std::size_t element_bytes) {
  const std::size_t bytes = element_bytes <= 4 ? 4 : 8;
  return are_short(rows, kernel::most_lane_keys(bytes) / (bytes == 4 ? 1 : 2));
}

}  // namespace detail
NDX_NAMESPACE_END
