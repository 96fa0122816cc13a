// Splits large loops into parts, at most as many as the executor has threads, and runs them there.
//
// Parts are cut along one dim and never overlap, and each is itself a loop, so kernels know nothing
// of threads. Loops over few bytes run on the caller's thread. Functions of whole lines, such as sorts and
// scans, cut a long line themselves: they make several passes, each shared by for_each_part.
#pragma once

#include <ndx/base/executor.hpp>
#include <ndx/base/function_ref.hpp>
#include <ndx/kernel/loop/walk.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Granularity at which rows are split, in elements, so that parts end at whole cache lines.
/// Expensive operations may split finer.
inline constexpr index_t kPartGrain = 64;

/// Returns the granularity for lines of `size` elements, each of which gives one result or as many
/// results: long lines are assigned to threads one by one.
inline index_t grain_of_lines(index_t size) { return size < kPartGrain ? kPartGrain : 1; }

/// Most parts of a line.
inline constexpr index_t kMostLineParts = 64;

/// Returns the number of parts into which each line of `size` elements is cut, of `elements` elements in all. It
/// is 1 unless there are fewer lines than threads. An element costs `element`.
inline index_t parts_of_lines(index_t elements, index_t size,
                              const ndx::detail::UnitCost& element) noexcept {
  if (executor().run == nullptr || elements / executor().threads >= size) return 1;
  const index_t parts = ndx::detail::parts_for(size, element);
  return parts < kMostLineParts ? parts : kMostLineParts;
}

/// Calls body(part, first, end) for each of `parts` parts of 0…n-1.
using PartBody = ndx::detail::FunctionRef<void(index_t, index_t, index_t)>;
void run_line_parts(index_t n, index_t parts, const PartBody& body) NDX_SYMBOL(run_line_parts);
#if NDX_DEFINES
NDX_FUNC void run_line_parts(index_t n, index_t parts, const PartBody& body) {
  ndx::detail::run_parts(parts, parts, [&](index_t part, index_t /*end*/) {
    body(part, ndx::detail::part_begin(n, parts, part),
         ndx::detail::part_begin(n, parts, part + 1));
  });
}
#endif
template <class Body>
void for_each_part(index_t n, index_t parts, const Body& body) {
  if (parts == 1) return body(0, 0, n);
  run_line_parts(n, parts, PartBody(body));
}

/// Returns the cost of moving `bytes` bytes through a simple loop: 80 bytes a nanosecond, the speed of a core whose
/// data is in its second-level cache.
constexpr ndx::detail::UnitCost cost_of_bytes(index_t bytes) noexcept {
  return {static_cast<double>(bytes), static_cast<double>(bytes) / 80};
}

/// Loops that call a function such as exp for each element count that many times their bytes.
inline constexpr index_t kHeavyWork = 8;

/// Returns true if a loop of this cost is worth splitting.
template <std::size_t K>
bool is_split(const Loop<K>& loop, index_t element_bytes) {
  if (executor().run == nullptr) return false;
  index_t bytes = element_bytes;
  for (std::size_t d = 0; d < loop.rank; ++d) bytes *= loop.sizes[d];
  return loop.rank != 0 && bytes != 0 && ndx::detail::is_shared(cost_of_bytes(bytes));
}

/// A function of a part of a loop. `offsets` are the offsets of its operands from those of the whole loop.
template <std::size_t K>
using LoopBody = ndx::detail::FunctionRef<void(const Loop<K>& part, const Offsets<K>& offsets)>;

/// Splits a loop into parts, each with a multiple of `grain` indices of dim `dim`. It is compiled once
/// for each number of operands.
template <std::size_t K>
void split_loop(const Loop<K>& loop, std::size_t dim, index_t element_bytes, index_t grain,
                LoopBody<K> body) {
  index_t bytes = element_bytes * grain;
  for (std::size_t d = 0; d < loop.rank; ++d) bytes *= d == dim ? 1 : loop.sizes[d];
  const index_t grains = (loop.sizes[dim] + grain - 1) / grain;
  const index_t parts = ndx::detail::parts_for(grains, cost_of_bytes(bytes));
  ndx::detail::run_parts(grains, parts, [&](index_t first, index_t last) {
    const index_t begin = first * grain;
    const index_t end = last < grains ? last * grain : loop.sizes[dim];
    Loop<K> part = loop;
    part.sizes[dim] = end - begin;
    Offsets<K> at;
    for (std::size_t k = 0; k < K; ++k) at[k] = begin * loop.strides[k][dim];
    body(part, at);
  });
}
#define NDX_ENTRY(K)                                                                            \
  NDX_COMPILE_SIZE(split_loop_##K, void, split_loop,                                            \
                   (const Loop<K>& loop, std::size_t dim, index_t element_bytes, index_t grain, \
                    LoopBody<K> body),                                                          \
                   (loop, dim, element_bytes, grain, body), K)                                  \
  NDX_COMPILE_SIZE(is_split_##K, bool, is_split, (const Loop<K>& loop, index_t element_bytes),  \
                   (loop, element_bytes), K)
NDX_ENTRY(1)
NDX_ENTRY(2)
NDX_ENTRY(3)
NDX_ENTRY(4)
#undef NDX_ENTRY

/// Splits the loop along `dim` and calls body(part, offsets) for each part. A part is itself a
/// loop; `offsets` are the offsets of its operands from those of the whole loop. Loops over few
/// bytes are not split.
template <std::size_t K, class Body>
void run_in_parts(const Loop<K>& loop, std::size_t dim, index_t element_bytes, const Body& body,
                  index_t grain_of_row = kPartGrain) {
  if (!is_split(loop, element_bytes)) return body(loop, Offsets<K>{});
  split_loop(loop, dim, element_bytes, dim + 1 == loop.rank ? grain_of_row : 1, LoopBody<K>(body));
}

/// Does what run_in_parts does, along a dim that has indices for all threads: the first that has four for each,
/// or the largest. It serves loops over elements that do not depend on each other.
template <std::size_t K, class Body>
void run_elements_in_parts(const Loop<K>& loop, index_t element_bytes, const Body& body) {
  if (!is_split(loop, element_bytes)) return body(loop, Offsets<K>{});
  std::size_t dim = 0;
  for (std::size_t d = 1; d < loop.rank && loop.sizes[dim] / 4 < executor().threads; ++d) {
    if (loop.sizes[d] > loop.sizes[dim]) dim = d;
  }
  split_loop(loop, dim, element_bytes, dim + 1 == loop.rank ? kPartGrain : 1, LoopBody<K>(body));
}

}  // namespace kernel
NDX_NAMESPACE_END
