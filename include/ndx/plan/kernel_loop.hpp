// Converts a StridedLoop to the pointers that kernels take.
#pragma once

#include <ndx/kernel/walk.hpp>
#include <ndx/layout/loop.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Refers to the sizes and strides of `loop`, which must outlive the result.
template <std::size_t K>
kernel::Loop<K> kernel_loop(const StridedLoop<K>& loop) {
  kernel::Loop<K> result{loop.rank(), loop.sizes.data(), {}};
  for (std::size_t k = 0; k < K; ++k) result.strides[k] = loop.strides[k].data();
  return result;
}

}  // namespace detail
NDX_NAMESPACE_END
