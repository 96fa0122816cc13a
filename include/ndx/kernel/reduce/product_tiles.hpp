// Products of a few rows of a matrix and a few columns of another one, of which all sums stay in registers.
//
// Rows and columns are packed: the elements that are used together lie together, so that the loop loads whole vectors
// and each element that it loads is used for each row or column of the tile. Source: Goto and van de Geijn, "Anatomy of
// high-performance matrix multiplication", ACM TOMS 2008.
#pragma once

#include <ndx/kernel/simd/vec.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

inline constexpr index_t kTileRows = 4;
/// The columns of a tile: as many elements as two vectors of 64 bytes hold, and a multiple of those of shorter ones.
template <class T>
inline constexpr index_t kTileColumns = sizeof(T) < 32 ? index_t{128 / sizeof(T)} : 4;

/// A vector of `bytes` bytes, or one element of a type of which there are no vectors.
template <class T, std::size_t bytes>
struct FactorVector {
  using Type = T;
};
template <class T, std::size_t bytes>
  requires(std::is_arithmetic_v<T> && sizeof(T) <= 8)
struct FactorVector<T, bytes> : VectorOf<T, bytes> {};

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/reduce/product_tiles.inc>
#define NDX_LOOPS_FOR_AVX512
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Calls f with the functions of the processor.
template <class F>
decltype(auto) with_product_tiles(const F& f) {
  return dispatch<portable::ProductTiles, avx2::ProductTiles, avx512::ProductTiles>(f);
}

}  // namespace kernel
NDX_NAMESPACE_END
