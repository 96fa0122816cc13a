// Copies one row of elements with any strides, where no vector instruction applies.
#pragma once

#include <utility>

#include <ndx/kernel/loop/bytes.hpp>
#include <ndx/kernel/loop/walk.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Copies `count` elements; step[0] is the destination's stride, step[1] the source's. Elements
/// that fit a register are copied eight at a time, and all eight are loaded before the first is
/// stored, so that neither the compiler nor the processor has to order loads after stores. Larger
/// elements would be spilled to memory, so they are copied one by one.
template <std::size_t N>
void strided_copy(std::byte* out, const std::byte* in, index_t count, const Offsets<2>& step) {
  constexpr index_t unroll = 8;
  const index_t to = bytes_of<N>(step[0]);
  const index_t from = bytes_of<N>(step[1]);
  index_t i = 0;
  if constexpr (N == 1 || N == 2 || N == 4 || N == 8) {
    for (; i + unroll <= count; i += unroll) {
      [&]<index_t... J>(std::integer_sequence<index_t, J...> /*lanes*/) {
        const Bytes<N> lanes[] = {load<N>(in + (i + J) * from)...};
        (store<N>(out + (i + J) * to, lanes[J]), ...);
      }(std::make_integer_sequence<index_t, unroll>{});
    }
  }
  for (; i < count; ++i) move_element<N>(out + i * to, in + i * from);
}

}  // namespace kernel
NDX_NAMESPACE_END
