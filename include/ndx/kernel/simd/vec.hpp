// Includes the vectors of each instruction set: the primitives that the .inc files of the kernels
// use, in the namespaces portable, avx2 and avx512 of ndx::kernel.
//
// A primitive that only one instruction set has comes with a constant that says so.
#pragma once

#include <ndx/kernel/simd/avx2.hpp>
#include <ndx/kernel/simd/avx512.hpp>
#include <ndx/kernel/simd/vec_portable.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// True if streaming stores exist.
#if NDX_X86
inline constexpr bool kStreams = true;
#else
inline constexpr bool kStreams = false;
#endif

}  // namespace kernel
NDX_NAMESPACE_END
