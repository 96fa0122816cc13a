// Shares the elements under a mask between the threads of the executor. A part has some of the elements along
// the first dim of the mask. If contiguous values belong to the set bytes in their order, the bytes of each part
// are counted first, which tells where its values begin.
#pragma once

#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/kernel/mask/mask.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Elements under a mask.
struct MaskPart {
  const Loop<2>& loop;    // over mask bytes and elements
  const std::byte* mask;  // the first mask byte of the loop
  index_t at;             // the offset of its first element
  index_t first;          // number of set bytes before the part
  index_t count;          // number of set bytes in it
};

/// How parts are made. For `unordered`, a part is not told how many set bytes are before it, and only about
/// how many it has.
enum class MaskOrder : std::uint8_t { ordered, unordered };

/// Returns the cost of moving the elements under `size` mask bytes.
inline ndx::detail::UnitCost cost_of_mask(index_t size, index_t element_bytes, bool in_cache) {
  const auto elements = static_cast<double>(size);
  return {elements * static_cast<double>(element_bytes), elements * (in_cache ? .06 : .2)};
}

/// Calls body(part) for each of the parts. Operand 0 of the loop is the mask, operand 1 elements of
/// `element_bytes` bytes. `count` must be the result of count_set.
using MaskBody = ndx::detail::FunctionRef<void(const MaskPart&)>;
void run_masked(const std::byte* mask, const Loop<2>& loop, index_t count, index_t element_bytes,
                MaskOrder order, const MaskBody& body) NDX_SYMBOL(run_masked);
using RunMasked = decltype(&run_masked);

#if NDX_DEFINES
NDX_FUNC void run_masked(const std::byte* mask, const Loop<2>& loop, index_t count,
                         index_t element_bytes, MaskOrder order, const MaskBody& body) {
  if (executor().run == nullptr || loop.rank == 0) return body({loop, mask, 0, 0, count});
  constexpr index_t most = 64;
  const index_t size = numel(DimsView(loop.sizes, loop.rank));
  const index_t grain = loop.rank == 1 ? kPartGrain : 1;
  const index_t units = (loop.sizes[0] + grain - 1) / grain;
  const index_t in_unit = size / loop.sizes[0] * grain;
  const bool in_cache = size <= kCacheBytes / element_bytes;
  index_t parts = ndx::detail::parts_for(units, cost_of_mask(in_unit, element_bytes, in_cache));
  if (parts == 1) return body({loop, mask, 0, 0, count});
  if (parts > most) parts = most;
  index_t ends[most + 1] = {};
  const auto run = [&](const auto& with_part) {
    ndx::detail::run_parts(parts, parts, [&](index_t k, index_t /*end*/) {
      const index_t begin = ndx::detail::part_begin(units, parts, k) * grain;
      const index_t end = ndx::detail::part_begin(units, parts, k + 1) * grain;
      Loop<2> part = loop;
      part.sizes[0] = (end < loop.sizes[0] ? end : loop.sizes[0]) - begin;
      with_part(k, part, Offsets<2>{begin * loop.strides[0][0], begin * loop.strides[1][0]});
    });
  };
  run([&](index_t k, const Loop<2>& part, const Offsets<2>& at) {
    if (order == MaskOrder::unordered) {
      ends[k + 1] = 1 + count / parts;
      return;
    }
    Loop<1> bytes;
    for (std::size_t d = 0; d < part.rank; ++d)
      bytes.push_inner(part.sizes[d], {part.strides[0][d]});
    ends[k + 1] = count_set(mask + at[0], bytes);
  });
  for (index_t k = 0; k < parts; ++k) ends[k + 1] += ends[k];
  run([&](index_t k, const Loop<2>& part, const Offsets<2>& at) {
    body({part, mask + at[0], at[1], ends[k], ends[k + 1] - ends[k]});
  });
}
#endif

}  // namespace kernel
NDX_NAMESPACE_END
