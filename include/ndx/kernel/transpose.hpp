// Transposes a matrix with the fastest kernel the processor supports.
#pragma once

#include <ndx/kernel/interleave.hpp>
#include <ndx/kernel/transpose_tiles.hpp>

#define NDX_LOOPS <ndx/kernel/loops/transpose.inc>
#include <ndx/kernel/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The two sides must not overlap. With Stores::streamed, finish_streaming() must follow.
template <std::size_t N>
void transpose(std::byte* to, const std::byte* from, const Transposition& t, Stores stores) {
  dispatch<Fallback<scalar::Transpose, portable::Transpose>, avx2::Transpose>(
      [&](auto matrix) { matrix.template transpose<N>(to, from, t, stores); });
}

}  // namespace kernel
NDX_NAMESPACE_END
