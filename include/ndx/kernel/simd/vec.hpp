// The vectors of each instruction set, in the namespaces portable, avx2 and avx512 of ndx::kernel:
// the primitives that the .inc files of the kernels are written over.
//
// An instruction set is one file in this folder that supplies every primitive of this table.
// vec.inc adds what is the same for all of them: the types of vectors, load and store, all, larger,
// reversed, even_lanes, interleave_low and interleave_high. AVX-512 takes from AVX2 what is not
// listed for it. The portable vectors are compiled for the flags; for them, "vectors" are
// operations of the compilers' own vectors, and "xsimd" means on processors with AVX-512 for which
// xsimd compresses bytes, since version 14: others have no such instructions, so kBitMasks is false
// there.
//
//   primitive             meaning                             portable          AVX2       AVX-512
//   load_halves           joins 16 bytes of two places        vectors           vinserti
//   multiply_low          64-bit products of 32-bit lanes     vectors, pmuludq  pmuludq    pmuludq
//   load_widened          integers to wider lanes             vectors           pmovsx, pmovzx
//   load_float16          float16 to floats                   vectors           vcvtph2ps
//   widen_eight           integers to 64 bits                 a loop            pmovsx
//   to_doubles            floats to doubles                   vectors           cvtps2pd   cvtps2pd
//   widen_low, _high      half a vector of floats to doubles  vectors           cvtps2pd
//   shuffle_bytes         kShufflesBytes: by places in bytes  tbl, pshufb       pshufb
//   stream_line           copies a line past the caches       memcpy            movntdq
//   finish_streams        makes streamed stores visible       nothing           sfence
//   store_results         kStoresResults: narrows to bools    none              packss
//   unset_bytes           -1 for each byte that is 0          vectors           vectors
//   add_bytes             their sum                           arithmetic        psadbw
//   set_bits              a bit for each byte that is not 0   movmsk, a product movmsk     vptestm
//   bits_within           a bit for each of eight in a range  a loop            pcmpgtq
//   OffsetLanes           offsets of set bits, packed         a table, xsimd    a table
//   permute_eight         kPermutesWords: packs eight         none              vpermd
//   spread_eight          kPermutesWords: unpacks eight       none              vpermd
//   fill_selected         one value under set bytes           vectors           pblendvb
//   pack                  kBitMasks: packs 64 elements        xsimd             none       vpcompress
//   expand                kBitMasks: unpacks a vector         xsimd             none       vpexpand
//   gather_eight          elements at eight offsets           none              none       vpgather
#pragma once

#include <ndx/kernel/simd/avx2.hpp>
#include <ndx/kernel/simd/avx512.hpp>
#include <ndx/kernel/simd/vec_xsimd.hpp>

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
