// PackedRuns: runs of elements anywhere in a tensor, and the message in which they follow each other.
#pragma once

#include <ndx/kernel/gather_scatter.hpp>
#include <ndx/kernel/reducer.hpp>
#include <ndx/plan/split.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Refers to its lists. Run k has the elements from offsets[k] of a contiguous tensor.
struct PackedRuns {
  std::span<const index_t> offsets;
  std::span<const index_t> lengths;  // empty if all have length `length`
  index_t length = 0;

  /// Those of a part, in the result or value.
  static PackedRuns places_of(const SplitPart& part) {
    return {part.places, part.lengths, part.length};
  }

  [[nodiscard]] index_t elements() const noexcept {
    if (lengths.empty()) return static_cast<index_t>(offsets.size()) * length;
    index_t sum = 0;
    for (const index_t one : lengths) sum += one;
    return sum;
  }
};

/// Calls body(first, block, row) for blocks of runs of one length, in order; `first` is where they
/// begin in the message.
template <class Body>
void for_each_packed_block(const PackedRuns& runs, const Body& body) {
  index_t first = 0;
  for (std::size_t k = 0, end; k < runs.offsets.size(); k = end) {
    const index_t length = runs.lengths.empty() ? runs.length : runs.lengths[k];
    end = runs.lengths.empty() ? runs.offsets.size() : k + 1;
    while (end < runs.offsets.size() && runs.lengths[end] == length) ++end;
    const auto count = static_cast<index_t>(end - k);
    kernel::Row row;
    if (length != 1) row.push_inner(length, {1, 1});
    body(first, kernel::IndexedBlock{count, runs.offsets.data() + k, length, nullptr}, row);
    first += count * length;
  }
}

/// Copies the runs into a message.
template <class T>
void pack(const PackedRuns& runs, const T* from, std::byte* message) {
  for_each_packed_block(runs, [&](index_t first, const auto& block, const kernel::Row& row) {
    kernel::gather_block<sizeof(T)>(message + kernel::bytes_of<sizeof(T)>(first),
                                    reinterpret_cast<const std::byte*>(from), block, row);
  });
}

/// Copies a message into the runs, in order.
template <class T>
void unpack(const PackedRuns& runs, const std::byte* message, T* to) {
  for_each_packed_block(runs, [&](index_t first, const auto& block, const kernel::Row& row) {
    kernel::scatter_block<sizeof(T)>(reinterpret_cast<std::byte*>(to),
                                     message + kernel::bytes_of<sizeof(T)>(first), block, row);
  });
}

/// Combines a message with the runs, element by element in order. With `one` the message is a
/// single element, which stands in for each.
template <class T>
void combine(const PackedRuns& runs, const std::byte* message, bool one, T* to,
             const Reducer<T>& reduce) {
  if (reduce.assigns() && !one) return unpack(runs, message, to);
  for_each_packed_block(runs, [&](index_t first, kernel::IndexedBlock block, kernel::Row row) {
    if (one) {
      first = 0;
      block.step = 0;
      for (std::size_t d = 0; d < row.rank; ++d) row.strides[1][d] = 0;
    }
    const T* const from = reinterpret_cast<const T*>(message) + first;
    if (reduce.assigns()) {
      kernel::scatter_block<sizeof(T)>(reinterpret_cast<std::byte*>(to),
                                       reinterpret_cast<const std::byte*>(from), block, row);
    } else {
      reduce(to, from, block, row);
    }
  });
}

}  // namespace detail
NDX_NAMESPACE_END
