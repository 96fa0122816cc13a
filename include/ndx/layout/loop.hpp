// Loop: a joint traversal of K operands of the same shape, merged into the fewest dims.
//
// make_loop drops dims of size 1 and merges adjacent dims that are contiguous with each other in every
// operand, so that contiguous data reaches the kernels as one long row. It preserves the order of the
// elements; only sort_for_memory changes it.
#pragma once

#include <array>

#include <ndx/base/dims.hpp>

NDX_NAMESPACE_BEGIN

/// One number for each operand of a loop, in elements: an offset, or a stride along one dim.
template <std::size_t K>
using Offsets = std::array<index_t, K>;

/// Returns how far apart neighbours along a dim with this stride are in memory.
constexpr index_t distance_of(index_t stride) noexcept { return stride < 0 ? -stride : stride; }

/// The dims of a joint traversal: their sizes, and each operand's strides in elements. The order is
/// row-major, and the innermost dim is the last one. Rank 0 means a single element, a size of 0 none. The
/// arrays have a fixed length, so that a loop allocates nothing at any rank and kernels read them without
/// indirection.
template <std::size_t K>
struct Loop {
  std::size_t rank = 0;
  index_t sizes[kMaxRank];  // uninitialised beyond `rank`, as are the strides
  index_t strides[K][kMaxRank];

  Loop() noexcept {}  // NOLINT(modernize-use-equals-default): it would zero the arrays of a Loop{}
  Loop(const Loop& other) noexcept : rank(other.rank) { copy_dims(other); }
  Loop& operator=(const Loop& other) noexcept {
    rank = other.rank;
    copy_dims(other);
    return *this;
  }

  /// Appends an innermost dim, or merges it into the previous one if all operands allow that.
  void push_inner(index_t size, const Offsets<K>& step) noexcept {
    if (size == 1) return;
    if (rank != 0 && continues(size, step)) {
      sizes[rank - 1] *= size;
    } else {
      sizes[rank++] = size;
    }
    for (std::size_t k = 0; k < K; ++k) strides[k][rank - 1] = step[k];
  }
  /// Appends dim d of another loop as the innermost dim.
  void push_dim_of(const Loop& other, std::size_t d) noexcept {
    Offsets<K> step;
    for (std::size_t k = 0; k < K; ++k) step[k] = other.strides[k][d];
    push_inner(other.sizes[d], step);
  }

 private:
  /// Whether each operand's last dim and a new innermost dim are contiguous with each other.
  [[nodiscard]] bool continues(index_t size, const Offsets<K>& step) const noexcept {
    for (std::size_t k = 0; k < K; ++k) {
      if (strides[k][rank - 1] != step[k] * size) return false;
    }
    return true;
  }

  /// Copies only the dims in use: the arrays have room for 64.
  void copy_dims(const Loop& other) noexcept {
    for (std::size_t d = 0; d < rank; ++d) {
      sizes[d] = other.sizes[d];
      for (std::size_t k = 0; k < K; ++k) strides[k][d] = other.strides[k][d];
    }
  }
};

template <std::size_t K>
bool is_empty(const Loop<K>& loop) noexcept {
  for (std::size_t d = 0; d < loop.rank; ++d) {
    if (loop.sizes[d] == 0) return true;
  }
  return false;
}

/// Returns the loop over dims first…last-1 of operands that share `shape`. If there are no elements, the loop
/// has one dim, of size 0.
template <std::size_t K>
Loop<K> make_loop(DimsView shape, const std::array<DimsView, K>& strides, std::size_t first,
                  std::size_t last) {
  Loop<K> loop;
  for (const index_t size : shape) {
    if (size != 0) continue;
    loop.push_inner(0, {});
    return loop;
  }
  for (std::size_t d = first; d < last; ++d) {
    Offsets<K> step;
    for (std::size_t k = 0; k < K; ++k) step[k] = strides[k][d];
    loop.push_inner(shape[d], step);
  }
  return loop;
}

template <std::size_t K>
Loop<K> make_loop(DimsView shape, const std::array<DimsView, K>& strides) {
  return make_loop<K>(shape, strides, 0, shape.size());
}

/// Reorders the loop for memory access: sorts the dims by decreasing |stride| of the first operand, makes
/// that operand's strides non-negative, for which it adjusts `offsets`, and merges dims again. The order of
/// the elements changes, so this is for operations in which it does not matter, such as copies.
template <std::size_t K>
Loop<K> sort_for_memory(Loop<K> loop, Offsets<K>& offsets) {
  const auto magnitude = [&](std::size_t d) { return distance_of(loop.strides[0][d]); };
  for (std::size_t d = 0; d < loop.rank; ++d) {
    if (loop.sizes[d] == 0 || loop.strides[0][d] >= 0) continue;
    for (std::size_t k = 0; k < K; ++k) {
      offsets[k] += (loop.sizes[d] - 1) * loop.strides[k][d];
      loop.strides[k][d] = -loop.strides[k][d];
    }
  }
  for (std::size_t d = 1; d < loop.rank; ++d) {
    for (std::size_t e = d; e > 0 && magnitude(e - 1) < magnitude(e); --e) {
      std::swap(loop.sizes[e - 1], loop.sizes[e]);
      for (std::size_t k = 0; k < K; ++k) std::swap(loop.strides[k][e - 1], loop.strides[k][e]);
    }
  }
  Loop<K> merged;
  for (std::size_t d = 0; d < loop.rank; ++d) merged.push_dim_of(loop, d);
  return merged;
}

NDX_NAMESPACE_END
