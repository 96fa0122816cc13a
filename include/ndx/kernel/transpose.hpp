// Transposes a matrix with the fastest kernel the processor supports.
#pragma once

#include <ndx/kernel/transpose_tiles_avx2.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The two sides must not overlap. With Stores::streamed, finish_streaming() must follow.
template <std::size_t N>
void transpose(std::byte* to, const std::byte* from, const Transposition& t,
               [[maybe_unused]] Stores stores) {
#if NDX_X86
  if constexpr (avx2::has_tiles<N>) {
    if (has_avx2()) return avx2::transpose<N>(to, from, t, stores);
  }
#endif
  portable::transpose<N>(to, from, t);
}

}  // namespace kernel
NDX_NAMESPACE_END
