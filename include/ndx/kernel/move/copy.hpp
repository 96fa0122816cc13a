// Copies strided elements of N bytes, regardless of their type and for any rank. Source and
// destination do not overlap.
//
// The path is chosen by the shape of the loop. A contiguous row is one memcpy, or goes by vectors, or is streamed past
// the caches. A source that is dense along another dim than the destination is transposed tile by
// tile (transpose.hpp). Reversed rows and every second element go by vectors. If there are many
// short rows, beginning a row takes longer than copying it, so they are copied together: on Zen 5,
// x[:, ::2] with rows of 3 floats takes .17 ns an element this way, and 1.46 row by row. Any other
// row is copied element by element (row_copy.hpp).
#pragma once

#include <ndx/kernel/loop/walk.hpp>
#include <ndx/kernel/move/fill.hpp>
#include <ndx/kernel/move/row_copy.hpp>
#include <ndx/kernel/move/transpose.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel::scalar {

/// Copies nothing but bytes, so that strided_copy does all: vectors are not worth their code on x86 without
/// AVX2.
struct CopyRows {
  static void bytes(std::byte* out, const std::byte* in, index_t count) {
    std::memcpy(out, in, static_cast<std::size_t>(count));
  }
  template <std::size_t N>
  static index_t backwards(std::byte* /*out*/, const std::byte* /*in*/, index_t /*count*/) {
    return 0;
  }
  template <std::size_t N>
  static index_t every_second(std::byte* /*out*/, const std::byte* /*in*/, index_t /*count*/) {
    return 0;
  }
};

}  // namespace kernel::scalar
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/move/copy_rows.inc>
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

namespace detail {

using FallbackCopyRows = Fallback<scalar::CopyRows, portable::CopyRows>;

/// Copies as many elements to a dense row as a vector kernel can. Returns their number.
template <std::size_t N>
index_t copy_by_vectors(std::byte* out, const std::byte* in, index_t count, index_t step) {
  return dispatch<FallbackCopyRows, avx2::CopyRows>([&](auto rows) -> index_t {
    if constexpr (N == 1 || N == 2 || N == 4 || N == 8) {
      if (step == -1) return rows.template backwards<N>(out, in, count);
    }
    if constexpr (N == 4 || N == 8) {
      if (step == 2) return rows.template every_second<N>(out, in, count);
    }
    return 0;
  });
}

/// Whether vectors copy a row faster than memcpy. On Zen 5 they do so up to 16 KB, 1.1 to 2 times as fast from 1 KB on.
/// Where the copy lies less than a cache line further in its page, as in x[:, 1:] = y[:, :-1], memcpy takes 1.6 times as
/// long there, and up to ten times on Zen 3, whatever the length. Other processors were not measured.
inline bool is_copied_by_vectors(const std::byte* out, const std::byte* in, index_t count) {
  const auto further = static_cast<index_t>(
      (reinterpret_cast<std::uintptr_t>(out) - reinterpret_cast<std::uintptr_t>(in)) %
      static_cast<std::uintptr_t>(kPageBytes));
  const bool is_slow = further > 0 && further < kLineBytes;
  return count >= 256 && (is_slow || count <= 4 * kPageBytes) && is_amd();
}

/// Copies contiguous bytes.
inline void copy_bytes(std::byte* out, const std::byte* in, index_t count) {
  if (!is_copied_by_vectors(out, in, count)) return scalar::CopyRows::bytes(out, in, count);
  dispatch<FallbackCopyRows, avx2::CopyRows>([=](auto rows) { rows.bytes(out, in, count); });
}

/// Copies one row. A contiguous one bypasses the caches only from a page on, since the call costs too
/// much below.
template <std::size_t N>
void copy_row(std::byte* out, const std::byte* in, index_t count, const Offsets<2>& step,
              Stores stores) {
  if (step[0] == 1 && step[1] == 1) {
    const index_t bytes = bytes_of<N>(count);
    if (stores == Stores::streamed && bytes >= kPageBytes && may_stream_to(out))
      return stream(out, in, bytes);
    return copy_bytes(out, in, bytes);
  }
  const index_t done = step[0] == 1 ? copy_by_vectors<N>(out, in, count, step[1]) : 0;
  if (step[0] == 1 && step[1] == 0) return fill_dense<N>(out, load<N>(in), count);
  strided_copy<N>(out + bytes_of<N>(done * step[0]), in + bytes_of<N>(done * step[1]), count - done,
                  step);
}

/// Returns the dim along which the source is dense, if the destination is dense along the innermost
/// dim and the source is not. Returns loop.rank if there is no such dim, or if transposing tiles
/// does not pay off.
NDX_NOINLINE inline std::size_t transposed_dim(const Loop<2>& loop) {
  constexpr index_t least = 2;
  if (loop.rank < 2) return loop.rank;
  const std::size_t inner = loop.rank - 1;
  const bool dense_rows = loop.strides[0][inner] == 1 && loop.strides[1][inner] != 1;
  if (!dense_rows || loop.sizes[inner] < least) return loop.rank;
  for (std::size_t d = 0; d < inner; ++d) {
    if (loop.strides[1][d] == 1 && loop.sizes[d] >= least) return d;
  }
  return loop.rank;
}

/// Returns the loop without its innermost dim and `dim`.
inline Loop<2> without_row_and(std::size_t dim, const Loop<2>& loop) {
  Loop<2> others;
  for (std::size_t d = 0; d + 1 < loop.rank; ++d) {
    if (d != dim) others.push_inner(loop.sizes[d], {loop.strides[0][d], loop.strides[1][d]});
  }
  return others;
}

/// Copies along a non-empty loop row by row, or matrix by matrix if transposing pays off.
template <std::size_t N>
void copy_loop(std::byte* to, const std::byte* from, const Loop<2>& loop, Stores stores) {
  const std::size_t dim = transposed_dim(loop);
  if (dim == loop.rank) {
    RowWalk<2> row(loop);
    do
      copy_row<N>(to + bytes_of<N>(row.at[0]), from + bytes_of<N>(row.at[1]), row.count, row.step,
                  stores);
    while (row.next());
    return;
  }
  const std::size_t inner = loop.rank - 1;
  const Loop<2> others = without_row_and(dim, loop);
  const Transposition t{loop.sizes[dim], loop.sizes[inner], loop.strides[0][dim],
                        loop.strides[1][inner]};
  Walk<2> walk(others, others.rank, {});
  do transpose<N>(to + bytes_of<N>(walk.at[0]), from + bytes_of<N>(walk.at[1]), t, stores);
  while (walk.next());
}

/// Returns true if beginning a row, or a matrix that is transposed, takes longer than copying it.
template <std::size_t N>
bool has_short_rows(const Loop<2>& loop, std::size_t transposed) {
  if (loop.rank < 2 || (N > 8 && transposed != loop.rank)) return false;
  const std::size_t inner = loop.rank - 1;
  if (transposed != loop.rank) {
    const index_t elements = loop.sizes[inner] * loop.sizes[transposed];
    const bool has_no_tile = loop.sizes[inner] < 8 || loop.sizes[transposed] < 8;
    return elements < 64 || (N < 8 && has_no_tile && elements <= 128);
  }
  const bool dense = loop.strides[0][inner] == 1 && loop.strides[1][inner] == 1;
  return loop.sizes[inner] <= (dense || N > 8 ? index_t{64 / N} : 8);
}

/// Returns the innermost dim along which there are many short rows, or loop.rank if there is none.
/// It is the innermost one, so that rows that are copied one after another are near each other in
/// memory: on Zen 5, a copy of x[:, ::2] of (1024, 1024, 4) floats takes .24 ns an element along
/// it, and 1.07 along the longest dim.
template <std::size_t N>
std::size_t dim_of_short_rows(const Loop<2>& loop, std::size_t transposed) {
  constexpr index_t many = 16;
  if (!has_short_rows<N>(loop, transposed)) return loop.rank;
  for (std::size_t d = loop.rank - 1; d-- > 0;) {
    if (d != transposed && loop.sizes[d] >= many) return d;
  }
  return loop.rank;
}

/// Copies the rows along `dim` for each coordinate of the other dims, a part of `dim` at a time:
/// rows at several coordinates may share cache lines, which are then still in cache. Rows that are
/// not dense are copied column by column.
template <std::size_t N>
void copy_short_rows(std::byte* to, const std::byte* from, const Loop<2>& loop, std::size_t dim) {
  const std::size_t inner = loop.rank - 1;
  const index_t count = loop.sizes[inner];
  const Offsets<2> step{loop.strides[0][inner], loop.strides[1][inner]};
  const Offsets<2> apart{loop.strides[0][dim], loop.strides[1][dim]};
  const Loop<2> others = without_row_and(dim, loop);
  index_t bytes_each = bytes_of<N>(count);
  for (std::size_t d = 0; d < others.rank; ++d) bytes_each *= others.sizes[d];
  const index_t together = bytes_each < 64 ? 256 : bytes_each > 1024 ? 16 : (1 << 14) / bytes_each;
  for (index_t begin = 0; begin < loop.sizes[dim]; begin += together) {
    const index_t left = loop.sizes[dim] - begin;
    const index_t rows = left < together ? left : together;
    Walk<2> walk(others, others.rank, {begin * apart[0], begin * apart[1]});
    do {
      std::byte* const out = to + bytes_of<N>(walk.at[0]);
      const std::byte* const in = from + bytes_of<N>(walk.at[1]);
      if (step[0] == 1 && step[1] == 1) {
        copy_rows(out, in, bytes_of<N>(count), rows,
                  {bytes_of<N>(apart[0]), bytes_of<N>(apart[1])});
        continue;
      }
      for (index_t i = 0; i < count; ++i)
        strided_copy<N>(out + bytes_of<N>(i * step[0]), in + bytes_of<N>(i * step[1]), rows, apart);
    } while (walk.next());
  }
}

}  // namespace detail

/// Copies `from` to `to`. Operand 0 of the loop is the destination, operand 1 the source.
template <std::size_t N>
void copy_strided(std::byte* to, const std::byte* from, const Loop<2>& loop,
                  Stores stores = Stores::cached) {
  if (is_empty(loop)) return;
  const std::size_t rows = detail::dim_of_short_rows<N>(loop, detail::transposed_dim(loop));
  if (rows != loop.rank) return detail::copy_short_rows<N>(to, from, loop, rows);
  detail::copy_loop<N>(to, from, loop, stores);
  if (stores == Stores::streamed) finish_streaming();
}

/// Does the work of copy_strided, in a function that is compiled once for each size.
template <std::size_t N>
void copy_cached(std::byte* to, const std::byte* from, const Loop<2>& loop) {
  copy_strided<N>(to, from, loop);
}
/// Does the work of copy_strided without the path for short rows, which is little code beside a
/// gather or scatter of this size.
template <std::size_t N>
void copy_long_rows(std::byte* to, const std::byte* from, const Loop<2>& loop) {
  detail::copy_loop<N>(to, from, loop, Stores::cached);
}
NDX_COMPILE_SIZES(void, copy_cached, (std::byte * to, const std::byte* from, const Loop<2>& loop),
                  (to, from, loop))

/// A pointer to copy_cached or copy_long_rows of some size.
using CopyFunction = void (*)(std::byte* to, const std::byte* from, const Loop<2>& loop);

}  // namespace kernel
NDX_NAMESPACE_END
