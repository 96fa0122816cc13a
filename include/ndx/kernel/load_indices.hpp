// Loads index tensors as 64-bit integers, at positions of the broadcast index shape.
//
// Positions are visited in runs along the innermost dim; values that are contiguous 64-bit integers
// are used in place.
#pragma once

#include <ndx/kernel/resolve.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The shape that the index tensors are broadcast to; positions number it in row-major order.
struct IndexShape {
  std::size_t rank;
  const index_t* sizes;
  // Strides of the target along dims of its own that advance with a position's coordinate, not by
  // an index, as in take_along_axis; null if there are none.
  const index_t* walked = nullptr;
};

/// Whether consecutive positions are a constant distance apart, i.e. the dims coalesce into one.
inline bool is_equally_spaced(const IndexShape& shape, const index_t* strides) {
  for (std::size_t d = 1; d < shape.rank; ++d) {
    if (strides[d - 1] != strides[d] * shape.sizes[d]) return false;
  }
  return true;
}

/// Returns the stride along the innermost dim, 0 for rank 0.
inline index_t inner_stride(const IndexShape& shape, const index_t* strides) {
  return shape.rank == 0 ? 0 : strides[shape.rank - 1];
}

/// The runs along the innermost dim that cover positions start…start+n-1:
///   for (IndexRuns run(shape, strides, start, n); run.count() != 0; run.next()) …
/// Out of line, since most index tensors need a single run, which costs a call.
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

  /// Number of positions in the run, and in those before it.
  [[nodiscard]] index_t count() const noexcept { return count_; }
  [[nodiscard]] index_t done() const noexcept { return done_; }
  /// Σ coordinate·stride of the run's first position.
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
  index_t left_;  // positions from the run on
  index_t count_;
  index_t done_ = 0;
  index_t offset_ = 0;
  index_t coordinate_[kMaxRank];
};

namespace detail {

/// Loads `count` elements, `step` apart, starting at element `first`, as 64-bit integers; uint64
/// keeps its bits.
template <class I>
void load_run(index_t* out, const std::byte* data, index_t first, index_t step, index_t count) {
  constexpr auto bytes = static_cast<index_t>(sizeof(I));
  const std::byte* const from = data + first * bytes;
  index_t i = 0;
  if constexpr (sizeof(I) < sizeof(index_t)) {
    if (step == 1)
      i = index_passes([=](auto passes) { return passes.template widen<I>(out, from, count); });
  }
  for (; i < count; ++i) {
    I value;
    std::memcpy(&value, from + i * step * bytes, sizeof(I));
    out[i] = static_cast<index_t>(value);
  }
}

/// Calls f with a null pointer to the one of the types that has this dtype.
template <class... I, class F>
void with_type_among(DType dtype, F&& f) {
  (void)((dtype == dtype_of<I>() && (f(static_cast<I*>(nullptr)), true)) || ...);
}
/// The same for all integer types.
template <class F>
void with_integer_type(DType dtype, F&& f) {
  with_type_among<std::int64_t, std::int32_t, std::int16_t, std::int8_t, std::uint64_t,
                  std::uint32_t, std::uint16_t, std::uint8_t>(dtype, f);
}

using LoadRun = void (*)(index_t* out, const std::byte* data, index_t first, index_t step,
                         index_t count);

/// Returns load_run for an integer dtype.
inline LoadRun load_run_of(DType dtype) {
  static constexpr LoadRun runs[] = {
      load_run<std::int8_t>,   load_run<std::int16_t>, load_run<std::int32_t>,
      load_run<std::int64_t>,  load_run<std::uint8_t>, load_run<std::uint16_t>,
      load_run<std::uint32_t>, load_run<std::int64_t>};  // the last keeps its bits
  return runs[static_cast<int>(dtype) - static_cast<int>(DType::int8)];
}

}  // namespace detail

/// Returns the integer at `offset` elements from `data`; uint64 keeps its bits. Not by load_run,
/// which a file that only makes views would then compile for all types.
NDX_NOINLINE inline index_t load_index(DType dtype, const std::byte* data, index_t offset) {
  index_t value = 0;
  detail::with_integer_type(dtype, [&]<class I>(I* /*type*/) {
    I stored;
    std::memcpy(&stored, data + offset * static_cast<index_t>(sizeof(I)), sizeof(I));
    value = static_cast<index_t>(stored);
  });
  return value;
}

/// Whether an operand's indices are 64-bit integers.
inline bool is_wide(const IndexOperand& operand) {
  return operand.dtype == DType::int64 || operand.dtype == DType::uint64;
}

/// Returns the values of an operand at positions start…start+n-1 as 64-bit integers: a pointer to
/// the operand's own memory if they are stored that way, else `buffer`, filled.
inline const index_t* load_indices(const IndexShape& shape, const IndexOperand& operand,
                                   index_t start, index_t n, index_t* buffer) {
  const index_t step = inner_stride(shape, operand.strides);
  if (is_wide(operand) && operand.equally_spaced && step == 1)
    return reinterpret_cast<const index_t*>(operand.data) + start;
  const detail::LoadRun load = detail::load_run_of(operand.dtype);
  if (operand.equally_spaced) {
    load(buffer, operand.data, start * step, step, n);
    return buffer;
  }
  for (IndexRuns run(shape, operand.strides, start, n); run.count() != 0; run.next())
    load(buffer + run.done(), operand.data, run.offset(), step, run.count());
  return buffer;
}

/// Writes Σ coordinate·stride for positions start…start+n-1, for a strided operand without indices.
inline void strided_offsets(const IndexShape& shape, const index_t* strides, index_t start,
                            index_t n, index_t* out) {
  const index_t step = inner_stride(shape, strides);
  for (IndexRuns run(shape, strides, start, n); run.count() != 0; run.next()) {
    index_t offset = run.offset();
    for (index_t i = 0; i < run.count(); ++i, offset += step) *out++ = offset;
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
