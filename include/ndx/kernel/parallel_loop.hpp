// Large loops in parts, as many as the executor has threads for.
#pragma once

#include <ndx/base/executor.hpp>
#include <ndx/kernel/walk.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Elements of a row that stay in one part, unless each is much work: whole cache lines.
inline constexpr index_t kPartGrain = 64;

/// What does little with each byte is worth sharing from so many times the executor's grain on: to
/// wake a thread takes as long as 20 microseconds of it.
inline constexpr index_t kLightWork = 8;

/// Calls body(part, offsets) for parts of the loop along one of its dims: each a loop of its own,
/// and how far its operands are from those of the whole. Nothing is split that needs few bytes.
template <std::size_t K, class Body>
void run_in_parts(const Loop<K>& loop, std::size_t dim, index_t bytes_an_element, const Body& body,
                  index_t grain_of_row = kPartGrain) {
  if (executor().run == nullptr || loop.rank == 0 || is_empty(loop))
    return body(loop, Offsets<K>{});
  const index_t grain = dim + 1 == loop.rank ? grain_of_row : 1;
  index_t bytes = grain * bytes_an_element;
  for (std::size_t d = 0; d < loop.rank; ++d) bytes *= d == dim ? 1 : loop.sizes[d];
  const index_t grains = (loop.sizes[dim] + grain - 1) / grain;
  const index_t parts = ndx::detail::parts_for(grains, (bytes - 1) / kLightWork + 1);
  ndx::detail::run_parts(grains, parts, [&](index_t first, index_t last) {
    const index_t begin = first * grain;
    const index_t end = last < grains ? last * grain : loop.sizes[dim];
    index_t sizes[kMaxRank];
    for (std::size_t d = 0; d < loop.rank; ++d) sizes[d] = d == dim ? end - begin : loop.sizes[d];
    Loop<K> part = loop;
    part.sizes = sizes;
    Offsets<K> at;
    for (std::size_t k = 0; k < K; ++k) at.at[k] = begin * loop.strides[k][dim];
    body(part, at);
  });
}

}  // namespace kernel
NDX_NAMESPACE_END
