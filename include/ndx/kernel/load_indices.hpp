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

/// Calls visit(done, count, offset) for each run along the innermost dim that covers positions
/// start…start+n-1. `done` is the number of positions already visited, `offset` is Σ
/// coordinate·stride of the run's first position.
template <class Visit>
void for_each_run(const IndexShape& shape, const index_t* strides, index_t start, index_t n,
                  Visit&& visit) {
  if (shape.rank <= 1) {
    visit(index_t{0}, n, shape.rank == 0 ? 0 : start * strides[0]);
    return;
  }
  index_t coordinate[kMaxRank];
  index_t offset = 0;
  for (std::size_t d = shape.rank; d-- > 0;) {
    coordinate[d] = start % shape.sizes[d];
    start /= shape.sizes[d];
    offset += coordinate[d] * strides[d];
  }
  const std::size_t inner = shape.rank - 1;
  for (index_t done = 0; done < n;) {
    const index_t left = shape.sizes[inner] - coordinate[inner];
    const index_t count = left < n - done ? left : n - done;
    visit(done, count, offset);
    done += count;
    offset -= coordinate[inner] * strides[inner];
    coordinate[inner] = 0;
    for (std::size_t d = inner; d-- > 0;) {
      offset += strides[d];
      if (++coordinate[d] < shape.sizes[d]) break;
      offset -= strides[d] * shape.sizes[d];
      coordinate[d] = 0;
    }
  }
}

namespace detail {

/// Loads `count` elements, `step` apart, starting at element `first`, as 64-bit integers; uint64
/// keeps its bits.
template <class I>
void load_run(index_t* out, const std::byte* data, index_t first, index_t step, index_t count) {
  constexpr auto bytes = static_cast<index_t>(sizeof(I));
  const std::byte* const from = data + first * bytes;
  if constexpr (sizeof(I) < sizeof(index_t)) {
    if (step == 1)
      return index_passes([=](auto passes) { passes.template widen<I>(out, from, count); });
  }
  for (index_t i = 0; i < count; ++i) {
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
  LoadRun load = nullptr;
  with_integer_type(dtype, [&]<class I>(I* /*type*/) { load = &load_run<I>; });
  return load;
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
  for_each_run(shape, operand.strides, start, n, [&](index_t done, index_t count, index_t offset) {
    load(buffer + done, operand.data, offset, step, count);
  });
  return buffer;
}

/// Writes Σ coordinate·stride for positions start…start+n-1, for a strided operand without indices.
inline void strided_offsets(const IndexShape& shape, const index_t* strides, index_t start,
                            index_t n, index_t* out) {
  const index_t step = inner_stride(shape, strides);
  for_each_run(shape, strides, start, n, [&](index_t done, index_t count, index_t offset) {
    for (index_t i = 0; i < count; ++i) out[done + i] = offset + i * step;
  });
}

}  // namespace kernel
NDX_NAMESPACE_END
