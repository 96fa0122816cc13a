// sort, argsort and sort_values return the elements along a dim in order, their indices, or both.
//
// Integers are sorted by radix sort, floating-point numbers by integers made of their bits
// (kernel/sort/number_keys.hpp). There are no comparisons, so the time does not depend on the order of
// the elements, unless they are in order already, or in reverse. Short rows are sorted sixteen at a
// time.
#pragma once

#include <ndx/ops/sort/line_rows.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Stores indices of a row whose elements are in order or, if direction is -1, in reverse.
inline void store_in_direction(index_t direction, index_t size, index_t first, index_t end,
                               index_t* indices) {
  const index_t start = direction > 0 ? 0 : size - 1;
  for (index_t i = first; i < end; ++i) indices[i] = start + i * direction;
}

/// The order of a row, from which its sorted elements are stored.
template <class Key>
struct OrderedRow {
  const kernel::KeyCode<Key>& code;
  const std::byte* row;
  index_t size;
  index_t direction;  // that of the row; 0 if it is given by `order`
  kernel::KeyOrder<Key> order;
  bool keys_tell;  // whether elements are computed from the keys of `order`
  Key* keys;       // memory for these

  /// Stores the indices of the sorted elements first…end-1 and, unless `values` is null, the elements.
  NDX_NOINLINE void store(index_t first, index_t end, std::byte* values, index_t* indices) const {
    if (direction == 0) {
      for (index_t i = first; i < end; ++i) indices[i] = order.index(i);
    } else {
      store_in_direction(direction, size, first, end, indices);
    }
    if (values == nullptr) return;
    std::byte* const to = values + first * code.bytes;
    if (direction > 0) {
      std::memcpy(to, row + first * code.bytes,
                  static_cast<std::size_t>((end - first) * code.bytes));
    } else if (keys_tell) {
      for (index_t i = first; i < end; ++i) keys[i] = order.key(i);
      code.store(code, keys + first, end - first, to, nullptr);
    } else {
      code.gather(row, indices + first, end - first, to);
    }
  }
};

/// Does what order_rows does, with passes over each row cut into `parts`.
template <class Key>
void order_some_rows(const char* call, const kernel::KeyCode<Key>& code, const Rows& rows,
                     index_t kept, std::byte* values, index_t* indices, index_t parts) {
  const index_t size = rows.size;
  const bool is_short =
      code.store != nullptr && are_short(rows, kernel::most_lane_keys(sizeof(std::uint64_t)));
  const index_t block = is_short ? kernel::kSortLanes : 1;
  const RowMemory<Key> memory(call, block * size, 0, block * size, parts);
  const kernel::KeyScratch<Key> scratch = memory.scratch();
  for (index_t first = 0; first < rows.count; first += block) {
    const index_t count = rows.count - first < block ? rows.count - first : block;
    const std::byte* const row = rows.elements + first * size * code.bytes;
    const bool is_exact = load_in_parts(code, row, count * size, scratch);
    const index_t direction = kernel::direction_in_parts(scratch.keys, size, count, parts);
    kernel::KeyOrder<Key> order{scratch.words, 0, false, 0};
    if (direction == 0) {
      for (index_t i = count * size; i < block * size; ++i) scratch.keys[i] = 0;
      order = is_short ? kernel::order_lanes(scratch, size) : kernel::order_line(scratch, size);
    }
    for (index_t r = 0; r < count; ++r) {
      const OrderedRow<Key> ordered{code,  row + r * size * code.bytes, size,        direction,
                                    order, is_exact && order.has_keys,  scratch.keys};
      if (parts == 1) {
        ordered.store(0, kept, values, indices);
      } else {
        kernel::for_each_part(kept, parts, [&](index_t /*part*/, index_t from, index_t end) {
          ordered.store(from, end, values, indices);
        });
      }
      indices += kept;
      if (values != nullptr) values += kept * code.bytes;
      order.words += size;
    }
  }
}

/// Stores the indices that the first `kept` elements of each sorted row have in it, and these
/// elements unless `values` is null. They are computed from the keys if these tell their bits.
template <class Key>
NDX_NOINLINE void order_rows(const char* call, const kernel::KeyCode<Key>& code, const Rows& rows,
                             index_t kept, std::byte* values, index_t* indices) {
  const RowParts parts = parts_of(rows, code.bytes, code.store != nullptr);
  if (parts.of_rows == 1)
    return order_some_rows(call, code, rows, kept, values, indices, parts.of_row);
  share_rows(code, rows, [&](const Rows& some, index_t first, index_t of_row) {
    std::byte* const to = values == nullptr ? nullptr : values + first * kept * code.bytes;
    order_some_rows(call, code, some, kept, to, indices + first * kept, of_row);
  });
}

/// Does what sort_rows does, with passes over each row cut into `parts`.
template <class Key>
void sort_some_rows(const char* call, const kernel::KeyCode<Key>& code, const Rows& rows,
                    std::byte* values, index_t parts) {
  const index_t size = rows.size;
  const bool is_short = are_short(rows, kernel::most_lane_keys(sizeof(Key)));
  const index_t block = is_short ? kernel::kSortLanes : 1;
  const bool in_result = !is_short && code.bytes == index_t{sizeof(Key)};
  const RowMemory<Key> memory(call, block * size, in_result ? 0 : block * size, 0, parts);
  kernel::KeyScratch<Key> scratch = memory.scratch();
  for (index_t first = 0; first < rows.count; first += block) {
    const index_t count = rows.count - first < block ? rows.count - first : block;
    const std::byte* const row = rows.elements + first * size * code.bytes;
    std::byte* const to = values + first * size * code.bytes;
    const bool is_exact = load_in_parts(code, row, count * size, scratch);
    if (in_result) scratch.spare_keys = reinterpret_cast<Key*>(to);
    const Key* keys = scratch.keys;
    const index_t direction = kernel::direction_in_parts(keys, size, count, parts);
    if (direction < 0) {
      for (Key* line = scratch.keys; line != keys + count * size; line += size) {
        for (index_t i = 0; i < size / 2; ++i) std::swap(line[i], line[size - 1 - i]);
      }
    } else if (direction == 0 && is_short) {
      for (index_t i = count * size; i < block * size; ++i) scratch.keys[i] = 0;
      kernel::sort_lanes(scratch.keys, scratch.spare_keys, size);
    } else if (direction == 0) {
      keys = kernel::sort_line(scratch, size);
    }
    if (is_exact) {
      kernel::for_each_part(count * size, parts, [&](index_t /*part*/, index_t from, index_t end) {
        code.store(code, keys + from, end - from, to + from * code.bytes, nullptr);
      });
    } else {
      for (index_t at = 0; at < count * size; at += size)
        code.store(code, keys + at, size, to + at * code.bytes, row + at * code.bytes);
    }
  }
}

/// Stores the elements of each row in order. They are computed from the keys, except for zeros and
/// NaNs of which these do not tell the bits.
template <class Key>
void sort_rows(const char* call, const kernel::KeyCode<Key>& code, const Rows& rows,
               std::byte* values) {
  const RowParts parts = parts_of(rows, code.bytes, code.store != nullptr);
  if (parts.of_rows == 1) return sort_some_rows(call, code, rows, values, parts.of_row);
  share_rows(code, rows, [&](const Rows& some, index_t first, index_t of_row) {
    sort_some_rows(call, code, some, values + first * rows.size * code.bytes, of_row);
  });
}

#define NDX_ENTRY(bytes, Key)                                                                    \
  NDX_COMPILE_SIZE(order_rows_##bytes, void, order_rows,                                         \
                   (const char* call, const kernel::KeyCode<Key>& code, const Rows& rows,        \
                    index_t kept, std::byte* values, index_t* indices),                          \
                   (call, code, rows, kept, values, indices), Key)                               \
  NDX_COMPILE_SIZE(                                                                              \
      sort_rows_##bytes, void, sort_rows,                                                        \
      (const char* call, const kernel::KeyCode<Key>& code, const Rows& rows, std::byte* values), \
      (call, code, rows, values), Key)
NDX_ENTRY(4, std::uint32_t)
NDX_ENTRY(8, std::uint64_t)
#undef NDX_ENTRY

/// Returns the bytes of a tensor's elements, or null if it has none.
template <class T>
auto* elements_as_bytes(const Tensor<T>& t) {
  using Bytes = std::conditional_t<std::is_const_v<T>, const std::byte, std::byte>;
  return t.numel() == 0 ? nullptr : reinterpret_cast<Bytes*>(t.data());
}

/// Stores the elements of each row, not empty, in order. Where keys do not tell the elements, their
/// indices are sorted too.
template <class V>
void sort_row_values(const char* call, const Rows& rows, bool descending, V* values) {
  auto* const to = reinterpret_cast<std::byte*>(values);
  if constexpr (has_key_bits<V>) {
    sort_rows(call, key_code_of<V>(descending), rows, to);
  } else {
    const auto indices = make_uninitialized<index_t>(call, Dims{rows.count * rows.size});
    order_rows(call, key_code_of<V>(descending), rows, rows.size, to, indices.data());
  }
}

/// Sorts lines with their indices. The return type is written out, here and in sort: to deduce it,
/// compilers would instantiate all of sorting wherever a template calls it for a known type, as
/// unique does.
template <class T>
ValuesAndIndices<std::remove_const_t<T>> sort_lines(const char* call, const Tensor<T>& t,
                                                    index_t dim, bool descending,
                                                    bool wants_values) {
  using V = std::remove_const_t<T>;
  Lines<T> lines(call, t, dim);
  const index_t size = lines.size();
  ValuesAndIndices<V> result{wants_values ? lines.template make_rows<V>(call, size) : Tensor<V>(),
                             lines.template make_rows<index_t>(call, size)};
  if (result.indices.numel() != 0)
    order_rows(call, key_code_of<V>(descending), lines.rows(), size,
               elements_as_bytes(result.values), result.indices.data());
  return {wants_values ? lines.to_lines(result.values) : result.values,
          lines.to_lines(result.indices)};
}

/// Sorts lines without their indices.
template <class T>
Tensor<std::remove_const_t<T>> sort_values_of_lines(const Tensor<T>& t, index_t dim,
                                                    bool descending) {
  using V = std::remove_const_t<T>;
  Lines<T> lines("sort_values", t, dim);
  const Tensor<V> result = lines.template make_rows<V>("sort_values", lines.size());
  if (result.numel() != 0) sort_row_values("sort_values", lines.rows(), descending, result.data());
  return lines.to_lines(result);
}

}  // namespace detail

/// Sorts the elements along `dim` in ascending or descending order. Returns them and their indices
/// along `dim`:
///   sort(tensor({3, 1, 2})) -> values {1, 2, 3}, indices {1, 2, 0}
///   auto [values, indices] = sort(t, 0, true);
/// Both are fresh tensors of the shape of `t`. NaN counts as the largest: it comes last, or first in
/// descending order. With `stable`, the default, equal elements keep their order, also in descending
/// order; without it, their indices may come in any order. A tensor of rank 0 is treated as rank 1.
/// Throws IndexError for a dim out of range. Complex numbers are ordered as by <. Source: PyTorch's
/// sort; NumPy's returns the values only, as sort_values does.
template <NumberTensor A>
[[nodiscard]] ValuesAndIndices<detail::element_t<A>> sort(const A& t, Dim dim = -1,
                                                          Flag descending = false,
                                                          [[maybe_unused]] Flag stable = true) {
  return detail::sort_lines("sort", t, dim, descending, true);
}

/// Returns the indices along `dim` that sort returns: take_along_axis(t, argsort(t, dim), dim) is
/// sorted. Arguments and errors are those of sort.
///   argsort(tensor({3, 1, 2})) -> 1 2 0
[[nodiscard]] Tensor<index_t> argsort(const NumberTensor auto& t, Dim dim = -1,
                                      Flag descending = false,
                                      [[maybe_unused]] Flag stable = true) {
  return detail::sort_lines("argsort", t, dim, descending, false).indices;
}

/// Returns the values that sort returns, in less time and memory than with their indices. Arguments
/// and errors are those of sort.
///   sort_values(tensor({3, 1, 2})) -> {1, 2, 3}
/// Source: NumPy's sort.
[[nodiscard]] auto sort_values(const NumberTensor auto& t, Dim dim = -1, Flag descending = false) {
  return detail::sort_values_of_lines(t, dim, descending);
}

NDX_NAMESPACE_END
