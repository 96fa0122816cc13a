// Loads the values of index tensors as 64-bit integers, at given positions of the broadcast index
// shape.
//
// An index tensor may have any integer type and any strides, 0 where it is broadcast. Positions are
// numbered in row-major order and visited in runs along the innermost dim, because a run is one
// strided load. Contiguous 64-bit integers are not copied but used in place. Runs shorter than 24
// positions would cost a call each, so for them the offsets of a whole block are computed first, by
// vectors: on Zen 5, x[i[:, None], j[None, :]] with 2 columns then takes 1.9 ns an element instead
// of 7.4 (PyTorch 3.9).
#pragma once

#include <ndx/kernel/index/resolve.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The shape that the index tensors are broadcast to. Positions number its elements in row-major
/// order.
struct IndexShape {
  std::size_t rank;
  const index_t* sizes;
  // Strides of the target along dims that advance with a position's coordinate instead of an index,
  // as in take_along_axis; null if there are none.
  const index_t* walked = nullptr;
};

/// Returns true if consecutive positions are a constant distance apart, i.e. the dims coalesce into
/// one.
NDX_NOINLINE inline bool is_equally_spaced(const IndexShape& shape, const index_t* strides) {
  for (std::size_t d = 1; d < shape.rank; ++d) {
    if (strides[d - 1] != strides[d] * shape.sizes[d]) return false;
  }
  return true;
}

/// Returns the stride along the innermost dim, or 0 for rank 0.
inline index_t inner_stride(const IndexShape& shape, const index_t* strides) {
  return shape.rank == 0 ? 0 : strides[shape.rank - 1];
}

/// Iterates over the runs along the innermost dim that cover positions start…start+n-1:
///   for (IndexRuns run(shape, strides, start, n); run.count() != 0; run.next()) …
/// Its functions are not inlined, since most index tensors need a single run, which costs one call.
class IndexRuns {
 public:
  NDX_NOINLINE IndexRuns(const IndexShape& shape, const index_t* strides, index_t start, index_t n)
      : shape_(shape), strides_(strides), left_(n), count_(n) {
    if (shape.rank <= 1) {
      offset_ = start * inner_stride(shape, strides);
      return;
    }
    for (std::size_t d = shape.rank; d-- > 0;) {
      coordinate_[d] = start % shape.sizes[d];
      start /= shape.sizes[d];
      offset_ += coordinate_[d] * strides[d];
    }
    set_count();
  }

  /// Number of positions in this run.
  [[nodiscard]] index_t count() const noexcept { return count_; }
  /// Number of positions in all earlier runs.
  [[nodiscard]] index_t done() const noexcept { return done_; }
  /// Returns Σ coordinate·stride of the run's first position.
  [[nodiscard]] index_t offset() const noexcept { return offset_; }

  NDX_NOINLINE void next() {
    done_ += count_;
    left_ -= count_;
    count_ = 0;
    if (left_ == 0) return;
    const std::size_t inner = shape_.rank - 1;
    offset_ -= coordinate_[inner] * strides_[inner];
    coordinate_[inner] = 0;
    for (std::size_t d = inner; d-- > 0;) {
      offset_ += strides_[d];
      if (++coordinate_[d] < shape_.sizes[d]) break;
      offset_ -= strides_[d] * shape_.sizes[d];
      coordinate_[d] = 0;
    }
    set_count();
  }

 private:
  void set_count() {
    const index_t rest = shape_.sizes[shape_.rank - 1] - coordinate_[shape_.rank - 1];
    count_ = rest < left_ ? rest : left_;
  }

  const IndexShape& shape_;
  const index_t* strides_;
  index_t left_;  // positions from this run on
  index_t count_;
  index_t done_ = 0;
  index_t offset_ = 0;
  index_t coordinate_[kMaxRank];
};

namespace detail {

/// Fewest positions that strided_offsets repeats. It is large enough that a vector store has
/// completed before its values are loaded again.
inline constexpr index_t kLeastPeriod = 32;

}  // namespace detail

/// Writes Σ coordinate·stride for positions start…start+n-1, which belong to a strided operand
/// without indices.
///
/// The first positions are written run by run. All later ones equal positions already written plus
/// a constant, one or more steps along an outer dim, so that vectors write them however short the
/// runs are.
NDX_NOINLINE inline void strided_offsets(const IndexShape& shape, const index_t* strides,
                                         index_t start, index_t n, index_t* out) {
  const auto write_runs = [&](index_t count) {
    for (IndexRuns run(shape, strides, start, count); run.count() != 0; run.next())
      detail::index_passes([&](auto passes) {
        passes.write_row(out + run.done(), run.count(), run.offset(), inner_stride(shape, strides));
      });
  };
  if (shape.rank <= 1) return write_runs(n);
  std::size_t dim = shape.rank - 1;
  index_t inner = shape.sizes[dim];  // number of positions of the dims from `dim` on
  while (dim > 1 && inner * shape.sizes[dim - 1] < 2 * detail::kLeastPeriod)
    inner *= shape.sizes[--dim];
  const index_t outer = inner * shape.sizes[dim - 1];
  const index_t steps = (inner + detail::kLeastPeriod - 1) / inner;
  const index_t period = steps * inner;
  while (n > 0) {
    const index_t rest = outer - start % outer;
    const index_t count = rest < n ? rest : n;
    const index_t first = period < count ? period : count;
    write_runs(first);
    detail::index_passes([&](auto passes) {
      passes.repeat(out + first, count - first, period, steps * strides[dim - 1]);
    });
    start += count;
    out += count;
    n -= count;
  }
}

namespace detail {

/// Calls f with a null pointer of type I*, for the type I among the list that has this dtype.
template <class... I, class F>
void with_type_among(DType dtype, F&& f) {
  (void)((dtype == dtype_of<I>() && (f(static_cast<I*>(nullptr)), true)) || ...);
}
/// Calls f with a null pointer to the integer type that has this dtype.
template <class F>
void with_integer_type(DType dtype, F&& f) {
  with_type_among<std::int64_t, std::int32_t, std::int16_t, std::int8_t, std::uint64_t,
                  std::uint32_t, std::uint16_t, std::uint8_t>(dtype, f);
}

/// Returns the integer stored at `from`.
NDX_ALWAYS_INLINE index_t load_integer(const std::byte* from, StoredInteger type) {
  if (type.bytes == 8) return ndx::detail::bit_cast<index_t>(load<8>(from));
  return type.extend(type.bytes == 4   ? ndx::detail::bit_cast<std::uint32_t>(load<4>(from))
                     : type.bytes == 2 ? ndx::detail::bit_cast<std::uint16_t>(load<2>(from))
                                       : ndx::detail::bit_cast<std::uint8_t>(load<1>(from)));
}

/// Loads `count` integers that are `step` apart, from element `first` on. A uint64 keeps its bits.
NDX_NOINLINE inline void load_run(index_t* out, DType dtype, const std::byte* data, index_t first,
                                  index_t step, index_t count) {
  const StoredInteger type(dtype);
  const std::byte* const from = data + first * type.bytes;
  step *= type.bytes;
  index_t i = 0;
  if (type.bytes < 8 && step == type.bytes)
    i = index_passes([=](auto passes) { return passes.widen(out, from, count, type); });
  // The common types have loops of their own.
  if (type.bytes == 8) {
    for (; i < count; ++i) out[i] = ndx::detail::bit_cast<index_t>(load<8>(from + i * step));
  } else if (dtype == DType::int32) {
    for (; i < count; ++i) out[i] = ndx::detail::bit_cast<std::int32_t>(load<4>(from + i * step));
  } else {
    for (; i < count; ++i) out[i] = load_integer(from + i * step, type);
  }
}

/// Replaces each of the n positions in `out` by the integer at that position.
inline void load_at_positions(index_t* out, DType dtype, const std::byte* data, index_t n) {
  const StoredInteger type(dtype);
  if (type.bytes == 8) {
    for (index_t i = 0; i < n; ++i)
      out[i] = ndx::detail::bit_cast<index_t>(load<8>(data + out[i] * 8));
  } else {
    for (index_t i = 0; i < n; ++i) out[i] = load_integer(data + out[i] * type.bytes, type);
  }
}

}  // namespace detail

/// Returns the integer at `offset` elements from `data`. A uint64 keeps its bits.
NDX_NOINLINE inline index_t load_index(DType dtype, const std::byte* data, index_t offset) {
  const StoredInteger type(dtype);
  return detail::load_integer(data + offset * type.bytes, type);
}

/// Returns true if the operand's indices are 64-bit integers.
inline bool is_wide(const IndexStream& operand) {
  return operand.dtype == DType::int64 || operand.dtype == DType::uint64;
}

/// Returns true if the runs along the innermost dim are so short that handling them one by one
/// takes longer than computing the offset of each value.
inline bool has_short_runs(const IndexShape& shape) {
  return shape.rank > 1 && shape.sizes[shape.rank - 1] < 24;
}

/// Returns the values of an operand at positions start…start+n-1 as 64-bit integers. The pointer is
/// into the operand's own memory if the values are stored that way, else it is `buffer`, filled.
NDX_NOINLINE inline const index_t* load_indices(const IndexShape& shape, const IndexStream& operand,
                                                index_t start, index_t n, index_t* buffer) {
  const index_t step = inner_stride(shape, operand.strides);
  if (operand.equally_spaced) {
    if (is_wide(operand) && step == 1)
      return reinterpret_cast<const index_t*>(operand.data) + start;
    detail::load_run(buffer, operand.dtype, operand.data, start * step, step, n);
    return buffer;
  }
  if (has_short_runs(shape)) {
    strided_offsets(shape, operand.strides, start, n, buffer);
    detail::load_at_positions(buffer, operand.dtype, operand.data, n);
    return buffer;
  }
  for (IndexRuns run(shape, operand.strides, start, n); run.count() != 0; run.next())
    detail::load_run(buffer + run.done(), operand.dtype, operand.data, run.offset(), step,
                     run.count());
  return buffer;
}

}  // namespace kernel
NDX_NAMESPACE_END
