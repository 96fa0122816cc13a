// From a loop of the layout room to the pointers that kernels take.
#pragma once

#include <ndx/kernel/walk.hpp>
#include <ndx/layout/loop.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A loop of the layout room as the kernels take it; looks at `loop`, which must outlive it.
template <std::size_t K>
kernel::Loop<K> kernel_loop(const StridedLoop<K>& loop) {
  kernel::Loop<K> result{loop.rank(), loop.sizes.data(), {}};
  for (std::size_t k = 0; k < K; ++k) result.strides[k] = loop.strides[k].data();
  return result;
}

}  // namespace detail
NDX_NAMESPACE_END
