// The primitives that xsimd has instructions for, off x86-64 and under NDX_PORTABLE: compressing and
// expanding, for the mask kernels, and the vectors of xsimd_math.hpp.
//
// Loads, stores, comparisons, selections, interleaving and conversions are the same for the
// compilers' own vectors on every processor, so vec.inc has them. Where xsimd has no instruction
// it compresses, gathers and shuffles element by element, as version 8.1 always does; the code in
// vec_portable.hpp is faster then.
#pragma once

#include <ndx/kernel/simd/vec_portable.hpp>

#if !NDX_X86
#if !__has_include(<xsimd/xsimd.hpp>)
#error "off x86-64 and with NDX_PORTABLE ndx needs xsimd 8.1 or newer (Debian: libxsimd-dev)"
#include <nothing: it ends the compilation, whose further errors would hide the one above>
#endif
#include <xsimd/xsimd.hpp>
#endif

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"  // vec_portable.hpp says why

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace portable {

#if !NDX_X86 && XSIMD_WITH_AVX512VBMI2

inline constexpr bool kBitMasks = true;

using I64x8 = VectorOf<std::int64_t, 64>::Type;
/// xsimd's vector of 64 bytes, with lanes of N bytes.
template <std::size_t N>
using XsimdLanes = xsimd::batch<UnsignedOfSize<N>, xsimd::avx512vbmi2>;

template <std::size_t N>
NDX_ALWAYS_INLINE XsimdLanes<N> to_xsimd(I64x8 values) {
  return XsimdLanes<N>(reinterpret_cast<typename XsimdLanes<N>::register_type>(values));
}
template <std::size_t N>
NDX_ALWAYS_INLINE I64x8 from_xsimd(const XsimdLanes<N>& values) {
  return reinterpret_cast<I64x8>(static_cast<typename XsimdLanes<N>::register_type>(values));
}
template <std::size_t N>
NDX_ALWAYS_INLINE auto lanes_under(std::uint64_t bits) {
  return XsimdLanes<N>::batch_bool_type::from_mask(bits);
}

/// Returns a value as it is, in a register of its own. Processors wait for a register's previous
/// value before xsimd's functions compress or expand into it.
NDX_ALWAYS_INLINE I64x8 apart(I64x8 value) {
  asm("" : "+x"(value));
  return value;
}

/// Returns one bit for each of 64 bytes, 1 if it is nonzero.
NDX_ALWAYS_INLINE std::uint64_t set_bits(const std::byte* mask) {
  return (to_xsimd<1>(load<I64x8>(mask)) != XsimdLanes<1>(std::uint8_t{0})).mask();
}

/// Returns the N-byte lanes of `chosen` where bits are set, and those of `other` elsewhere.
template <std::size_t N>
NDX_ALWAYS_INLINE I64x8 select(I64x8 other, I64x8 chosen, std::uint64_t bits) {
  return from_xsimd<N>(
      xsimd::select(lanes_under<N>(bits), to_xsimd<N>(chosen), to_xsimd<N>(other)));
}
/// Packs the N-byte lanes with set bits to the front.
template <std::size_t N>
NDX_ALWAYS_INLINE I64x8 compress(I64x8 values, std::uint64_t bits) {
  return apart(from_xsimd<N>(xsimd::compress(to_xsimd<N>(values), lanes_under<N>(bits))));
}
/// Writes the values, in order, to the N-byte lanes with set bits. The other lanes are those of
/// `other`.
template <std::size_t N>
NDX_ALWAYS_INLINE I64x8 expand(I64x8 other, I64x8 values, std::uint64_t bits) {
  const auto expanded = xsimd::expand(to_xsimd<N>(values), lanes_under<N>(bits));
  return apart(select<N>(other, from_xsimd<N>(expanded), bits));
}

/// Packs the elements, of 64, that the bits select. It may write up to 64 elements.
template <std::size_t N>
NDX_ALWAYS_INLINE void pack(std::byte* out, const std::byte* in, std::uint64_t bits) {
  fetch_ahead<N>(in);
  I64x8 packed[N];
#pragma GCC unroll 8
  for (std::size_t k = 0; k < N; ++k)
    packed[k] = compress<N>(load<I64x8>(in + 64 * k), part_of<N>(bits, k));
#pragma GCC unroll 8
  for (std::size_t k = 0; k < N; ++k) {
    store(out, packed[k]);
    out += bytes_of<N>(count_bits(part_of<N>(bits, k)));
  }
}

/// Stores the offsets first + lane·step of the lanes, of eight, that are under set bits, packed.
class OffsetLanes {
 public:
  NDX_ALWAYS_INLINE OffsetLanes(index_t first, index_t step)
      : here_(first + step * I64x8{0, 1, 2, 3, 4, 5, 6, 7}), eight_(step * 8) {}
  NDX_ALWAYS_INLINE void store_eight(index_t* out, std::uint64_t bits) const {
    // The other lanes keep their offsets. xsimd's function zeroes them, and so each call waits for
    // the register that the call before it writes: 1.3 ns, and .6 here.
    const auto offsets = reinterpret_cast<Lanes>(here_);
    store(out,
          __builtin_ia32_compressdi512_mask(offsets, offsets, static_cast<std::uint8_t>(bits)));
  }
  NDX_ALWAYS_INLINE void advance_eight() { here_ += eight_; }

 private:
  using Lanes = VectorOf<long long, 64>::Type;  // the compiler's function takes no other

  I64x8 here_;
  index_t eight_;
};

#else

inline constexpr bool kBitMasks = false;

/// Returns one bit for each of 32 bytes, 1 if it is nonzero.
NDX_ALWAYS_INLINE std::uint64_t set_bits(const std::byte* mask) { return set_bits_of_32(mask); }

/// Multiplies lanes that fit in 32 bits, signed.
NDX_ALWAYS_INLINE I64x2 multiply_pair(I64x2 a, I64x2 b) {
#if defined(__SSE4_1__)
  return reinterpret_cast<I64x2>(
      __builtin_ia32_pmuldq128(reinterpret_cast<I32x4>(a), reinterpret_cast<I32x4>(b)));
#elif defined(__aarch64__) && defined(__ARM_NEON)
  return reinterpret_cast<I64x2>(vmull_s32(vmovn_s64(reinterpret_cast<int64x2_t>(a)),
                                           vmovn_s64(reinterpret_cast<int64x2_t>(b))));
#else
  return a * b;
#endif
}

/// Stores the offsets first + lane·step of the lanes, of eight, that are under set bits, packed;
/// two at a time where bytes can be shuffled.
class OffsetLanes {
 public:
  NDX_ALWAYS_INLINE OffsetLanes(index_t first, index_t step)
      : tables_(kShufflesBytes ? &pack_tables() : nullptr),
        here_{first, first},
        step_{step, step},
        eight_(step_ << 3) {}
  NDX_ALWAYS_INLINE void store_eight(index_t* out, std::uint64_t bits) const {
    if constexpr (kShufflesBytes) {
      const auto lanes = reinterpret_cast<I8x16>(U64x2{tables_->lanes[bits], 0});
      store_pair<0>(out, lanes);
      store_pair<2>(out + 2, lanes);
      store_pair<4>(out + 4, lanes);
      store_pair<6>(out + 6, lanes);
    } else {
#pragma GCC unroll 8
      for (index_t k = 0; k < 8; ++k) {
        *out = here_[0] + k * step_[0];
        out += bits >> k & 1U;
      }
    }
  }
  NDX_ALWAYS_INLINE void advance_eight() { here_ += eight_; }

 private:
  /// Stores the offsets of the lanes in bytes `first` and first + 1.
  template <std::int8_t first>
  NDX_ALWAYS_INLINE void store_pair(index_t* out, I8x16 lanes) const {
    constexpr VectorOf<std::int8_t, 16>::Type places = {first,     -1, -1, -1, -1, -1, -1, -1,
                                                        first + 1, -1, -1, -1, -1, -1, -1, -1};
    const auto pair =
        reinterpret_cast<I64x2>(shuffle_bytes(lanes, reinterpret_cast<I8x16>(places)));
    store(out, here_ + multiply_pair(pair, step_));
  }

  const PackTables* tables_;
  I64x2 here_;
  I64x2 step_;
  I64x2 eight_;
};

#endif

}  // namespace portable
}  // namespace kernel
NDX_NAMESPACE_END

#pragma GCC diagnostic pop
