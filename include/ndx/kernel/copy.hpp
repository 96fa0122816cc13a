// Copying strided elements of N bytes, whatever they mean.
//
// Elements are moved as bytes through memcpy of a constant size, which compilers turn into plain
// loads and stores and which holds for any type and alignment. Source and destination must not
// overlap.
#pragma once

#include <utility>

#include <ndx/kernel/copy_rows_avx2.hpp>
#include <ndx/kernel/transpose.hpp>
#include <ndx/kernel/walk.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

namespace detail {

/// Any steps, eight elements at a time: all loaded before the first is stored, so that neither
/// compiler nor processor has to order loads behind stores.
template <std::size_t N>
void copy_steps(std::byte* out, const std::byte* in, index_t count, const Offsets<2>& step) {
  constexpr index_t unroll = 8;
  const index_t to = bytes_of<N>(step.at[0]);
  const index_t from = bytes_of<N>(step.at[1]);
  index_t i = 0;
  for (; i + unroll <= count; i += unroll) {
    [&]<index_t... J>(std::integer_sequence<index_t, J...> /*lanes*/) {
      const Bytes<N> lanes[] = {load<N>(in + (i + J) * from)...};
      (store<N>(out + (i + J) * to, lanes[J]), ...);
    }
    (std::make_integer_sequence<index_t, unroll>{});
  }
  for (; i < count; ++i) move_element<N>(out + i * to, in + i * from);
}

/// Into a dense row, as far as vectors serve: how many elements were moved.
template <std::size_t N>
index_t copy_by_vectors([[maybe_unused]] std::byte* out, [[maybe_unused]] const std::byte* in,
                        [[maybe_unused]] index_t count, [[maybe_unused]] index_t step) {
#if NDX_X86
  if constexpr (N == 1 || N == 2 || N == 4 || N == 8) {
    if (step == -1 && has_avx2()) return avx2::copy_backwards<N>(out, in, count);
  }
  if constexpr (N == 4 || N == 8) {
    if (step == 2 && has_avx2()) return avx2::copy_every_other<N>(out, in, count);
  }
#endif
  return 0;
}

template <std::size_t N>
void copy_row(std::byte* out, const std::byte* in, index_t count, const Offsets<2>& step) {
  if (step.at[0] == 1 && step.at[1] == 1) {
    std::memcpy(out, in, static_cast<std::size_t>(count) * N);
    return;
  }
  const index_t done = step.at[0] == 1 ? copy_by_vectors<N>(out, in, count, step.at[1]) : 0;
  copy_steps<N>(out + bytes_of<N>(done * step.at[0]), in + bytes_of<N>(done * step.at[1]),
                count - done, step);
}

/// The dim along which the source is dense where the destination is dense along the innermost one;
/// loop.rank when there is none worth turning blocks for.
inline std::size_t turned_dim(const Loop<2>& loop) {
  constexpr index_t least = 4;
  if (loop.rank < 2) return loop.rank;
  const std::size_t inner = loop.rank - 1;
  const bool dense_rows = loop.strides[0][inner] == 1 && loop.strides[1][inner] != 1;
  if (!dense_rows || loop.sizes[inner] < least) return loop.rank;
  for (std::size_t d = 0; d < inner; ++d) {
    if (loop.strides[1][d] == 1 && loop.sizes[d] >= least) return d;
  }
  return loop.rank;
}

/// Transposes dim `turned` and the innermost one, for each coordinate of the others.
template <std::size_t N>
void copy_transposed(std::byte* to, const std::byte* from, const Loop<2>& loop,
                     std::size_t turned) {
  const std::size_t inner = loop.rank - 1;
  index_t sizes[kMaxRank];
  index_t strides[2][kMaxRank];
  std::size_t rank = 0;
  for (std::size_t d = 0; d < inner; ++d) {
    if (d == turned) continue;
    sizes[rank] = loop.sizes[d];
    strides[0][rank] = loop.strides[0][d];
    strides[1][rank++] = loop.strides[1][d];
  }
  const Transposition t{loop.sizes[turned], loop.sizes[inner], loop.strides[0][turned],
                        loop.strides[1][inner]};
  const Loop<2> others{rank, sizes, {strides[0], strides[1]}};
  for_each_coordinate(others, rank, {}, [&](const Offsets<2>& at) {
    transpose<N>(to + bytes_of<N>(at.at[0]), from + bytes_of<N>(at.at[1]), t);
  });
}

}  // namespace detail

/// loop: 0 the destination, 1 the source.
template <std::size_t N>
void copy_strided(std::byte* to, const std::byte* from, const Loop<2>& loop) {
  if (is_empty(loop)) return;
  const std::size_t turned = detail::turned_dim(loop);
  if (turned != loop.rank) return detail::copy_transposed<N>(to, from, loop, turned);
  for_each_row(loop, [&](const Offsets<2>& at, index_t count, const Offsets<2>& step) {
    detail::copy_row<N>(to + bytes_of<N>(at.at[0]), from + bytes_of<N>(at.at[1]), count, step);
  });
}

}  // namespace kernel
NDX_NAMESPACE_END
