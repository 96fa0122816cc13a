// Kernels for masks of any rank: count the set bytes, convert them to offsets, and compress, expand
// or fill the elements under them. PyTorch calls the last three masked_select, masked_scatter_ and
// masked_fill_.
//
// A mask is an array of bytes, in which nonzero means true; it is strided like any operand, and the
// order is row-major. The work is done row by row, by the kernels of mask_rows.hpp for the
// processor's instruction set. Two cases leave that path. Under a sparse mask over elements that
// exceed the core's cache, offsets are computed first and elements are prefetched and moved one by
// one. Large results are stored past the caches, through StreamBuffer. Only elements of 1, 2, 4
// and 8 bytes have kernels for rows; others are always moved by offsets.
#pragma once

#include <ndx/base/function_ref.hpp>
#include <ndx/kernel/loop/walk.hpp>
#include <ndx/kernel/mask/mask_rows.hpp>
#include <ndx/kernel/move/stream.hpp>
#include <ndx/kernel/move/strided_copy.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace detail {

/// Number of mask bytes that are worked on at a time.
inline constexpr index_t kMaskBlock = 1024;
/// Fewest mask bytes in a row for which vectors are worth a call.
inline constexpr index_t kShortMaskRow = 12;

/// The kernels for processors without AVX2: scalar on x86, by 16-byte vectors elsewhere.
using FallbackRows = Fallback<scalar::MaskRows, portable::MaskRows>;
/// Calls the kernels for this processor's instruction set on a row.
template <class Call>
NDX_ALWAYS_INLINE auto mask_rows(const Call& call) {
  return dispatch<FallbackRows, avx2::MaskRows, avx512::MaskRows>(call);
}

inline index_t total(const Loop<2>& loop) {
  index_t total = 1;
  for (std::size_t d = 0; d < loop.rank; ++d) total *= loop.sizes[d];
  return total;
}

/// Returns true if so few bytes are set (less than 2 %) that it is faster to visit them one by one.
inline bool is_sparse(index_t count, const Loop<2>& loop) { return count < total(loop) / 50; }

/// Returns a MaskRow without bytes that has the facts common to all rows of a mask over elements of
/// `bytes` bytes.
inline MaskRow any_row(const Loop<2>& loop, index_t count, std::size_t bytes) {
  const bool few = is_sparse(count, loop);
  const bool exceeds_core_cache = total(loop) >= kCoreCacheBytes / static_cast<index_t>(bytes);
  return {nullptr, 0, 0, count, few, few && exceeds_core_cache};
}

/// True if the kernels for rows support elements of N bytes.
template <std::size_t N>
inline constexpr bool is_word = N == 1 || N == 2 || N == 4 || N == 8;

inline index_t count_row(const MaskRow& row) {
  if (row.step != 1 || row.n < kShortMaskRow) return scalar::MaskRows::count(row);
  return mask_rows([&](auto rows) { return rows.count(row); });
}

NDX_NOINLINE inline index_t offsets_row(index_t* out, const MaskRow& row, index_t found,
                                        index_t first, index_t step) {
  if (row.step != 1 || step != static_cast<std::int32_t>(step))
    return scalar::MaskRows::offsets(out, row, found, first, step);
  if (row.sparse)
    return mask_rows([&](auto rows) { return rows.sparse_offsets(out, row, found, first, step); });
  return dispatch<FallbackRows, avx2::MaskRows>(
      [&](auto rows) { return rows.offsets(out, row, found, first, step); });
}

/// Calls visit(row, offset, step) for each row of a mask. `offset` and `step` are those of the
/// other operand.
template <class Visit>
void for_each_mask_row(const std::byte* mask, const Loop<2>& loop, const MaskRow& any,
                       Visit visit) {
  for_each_row(loop, [&](const Offsets<2>& at, index_t n, const Offsets<2>& step) {
    visit(any.on(mask + at[0], n, step[0]), at[1], step[1]);
  });
}

template <std::size_t N>
index_t compress_row(std::byte* out, const MaskRow& row, index_t found, const std::byte* in) {
  return mask_rows([&](auto rows) { return rows.template compress<N>(out, row, found, in); });
}

/// Collects elements in the first-level cache and stores them in whole cache lines that bypass the
/// caches. N divides the size of a cache line.
template <std::size_t N>
  requires(64 % N == 0)
class StreamBuffer {
 public:
  static constexpr index_t kBlock = 1024;
  static constexpr index_t kCapacity = kBlock + 192;  // a partial line; whole vector stores

  explicit StreamBuffer(std::byte* out) : out_(out) {}

  /// Calls append(buffer, count), where `count` elements are in the buffer. It appends at most
  /// kBlock elements and returns the new number.
  template <class Append>
  void add(const Append& append) {
    count_ = append(bytes_, count_);
    store_lines();
  }

  void compress(MaskRow row, const std::byte* in) {
    while (row.n > 0) {
      MaskRow part = row.part(0, row.n < kBlock ? row.n : kBlock);
      part.count = kCapacity;
      add([&](std::byte* to, index_t count) { return compress_row<N>(to, part, count, in); });
      row = row.from(part.n);
      in += bytes_of<N>(part.n);
    }
  }
  void finish() {
    std::memcpy(out_, bytes_, static_cast<std::size_t>(bytes_of<N>(count_)));
    finish_streaming();
  }

 private:
  void store_lines() {
    const index_t lines = bytes_of<N>(count_) / kLineBytes * kLineBytes;
    const index_t left = bytes_of<N>(count_) - lines;
    stream(out_, bytes_, lines);
    std::memmove(bytes_, bytes_ + lines, static_cast<std::size_t>(left));
    out_ += lines;
    count_ = left / static_cast<index_t>(N);
  }

  alignas(64) std::byte bytes_[kCapacity * N];
  index_t count_ = 0;
  std::byte* out_;
};

}  // namespace detail

/// Returns the number of set bytes.
inline index_t count_set(const std::byte* mask, const Loop<1>& loop) {
  if (is_empty(loop)) return 0;
  index_t count = 0;
  for_each_row(loop, [&](const Offsets<1>& at, index_t n, const Offsets<1>& step) {
    count += detail::count_row({mask + at[0], n, step[0]});
  });
  return count;
}

/// Writes Σ coordinate·stride of each set byte, in row-major order. Operand 0 of the loop is the
/// mask, operand 1 the tensor it selects from. Here and in all functions below, `count` must be the
/// result of count_set.
inline void set_offsets(index_t* out, const std::byte* mask, const Loop<2>& loop, index_t count) {
  if (count == 0) return;
  index_t found = 0;
  const MaskRow any{nullptr, 0, 0, count, detail::is_sparse(count, loop)};
  detail::for_each_mask_row(mask, loop, any, [&](const MaskRow& row, index_t at, index_t step) {
    found = detail::offsets_row(out, row, found, at, step);
  });
}

/// A mask with `count` set bytes, and elements of `element_bytes` bytes. Operand 0 of the loop is
/// the mask, operand 1 the elements.
struct MaskedElements {
  const std::byte* mask;
  const std::byte* elements;
  std::size_t element_bytes;
  const Loop<2>& loop;
  index_t count;
};

/// A function f(row, offset of its first element) for a row of dense elements of 1, 2, 4 or 8
/// bytes.
using RowBody = ndx::detail::FunctionRef<void(const MaskRow&, index_t)>;
/// A function f(offsets, n, found) for n elements at `offsets`, of which `found` elements have been
/// visited before.
using OffsetBody = ndx::detail::FunctionRef<void(const index_t*, index_t, index_t)>;

namespace detail {

/// Returns true if elements are taken row by row. Under a sparse mask, elements beyond a core's
/// cache are faster by offsets, which are found almost without branches and let elements be
/// prefetched. If fewer than one element in 400 is set, branches are predicted well, and rows are
/// faster again. On Sapphire Rapids, 1 M floats are read by rows and by offsets in these ns per
/// element of the mask: .1 % set .026, .031; .5 % .056, .041; 1 % .076, .060.
inline bool takes_rows(const MaskedElements& of, const MaskRow& any) {
  if (of.loop.rank == 0 || of.element_bytes > 8 || (of.element_bytes & (of.element_bytes - 1)) != 0)
    return false;
  const std::size_t inner = of.loop.rank - 1;
  const index_t size = of.loop.sizes[inner];
  if (of.loop.strides[1][inner] != 1 || (size < kShortMaskRow && inner != 0)) return false;
  if (!any.far || size < 64) return true;
  const index_t elements = total(of.loop);
  return any.count < elements / 400 &&
         elements < kCacheBytes / static_cast<index_t>(of.element_bytes);
}

/// Calls visit(part, i) for parts of a row of at most kMaskBlock bytes, where i is the index of the
/// part's first byte. Mask bytes that are not contiguous are copied first.
template <class Visit>
NDX_ALWAYS_INLINE void for_each_dense_part(const MaskRow& row, const Visit& visit) {
  std::byte dense[kMaskBlock];
  for (index_t i = 0; i < row.n; i += kMaskBlock) {
    MaskRow part = row.part(i, row.n - i < kMaskBlock ? row.n - i : kMaskBlock);
    if (part.step != 1) {
      strided_copy<1>(dense, part.mask, part.n, {1, part.step});
      part.mask = dense;
      part.step = 1;
    }
    visit(part, i);
  }
}

/// Calls the body for all elements under set bytes, in row-major order, many at a time. Elements
/// that exceed the core's cache are prefetched 64 elements before they are visited.
inline void for_each_set(const MaskedElements& of, const MaskRow& any, const OffsetBody& body) {
  const auto bytes = static_cast<index_t>(of.element_bytes);
  const index_t late = any.far ? 64 : 0;
  const index_t most = any.far ? 2 * late : kMaskBlock;
  index_t offsets[2 * kMaskBlock + 32];  // room for whole vector stores
  index_t held = 0;
  index_t found = 0;
  const auto visit = [&](index_t n) {
    if (n != 0) body(offsets, n, found);
    found += n;
    held -= n;
    std::memmove(offsets, offsets + n, static_cast<std::size_t>(held) * sizeof(index_t));
  };
  const auto add = [&](index_t count, const std::byte* next_mask) {
    for (index_t k = held; any.far && k < count; ++k)
      prefetch_line(of.elements, offsets[k] * bytes);
    if (any.far) prefetch_line(next_mask, 0);
    held = count;
    if (held >= most) visit(held - late);
  };
  for_each_row(of.loop, [&](const Offsets<2>& at, index_t n, const Offsets<2>& step) {
    const std::byte* const mask = of.mask + at[0];
    if (n < kShortMaskRow) {
      index_t count = held;
      for (index_t i = 0; i < n; ++i) {
        offsets[count] = at[1] + i * step[1];
        count += is_set(mask + i * step[0]);
      }
      return add(count, mask + 4 * kMaskBlock);
    }
    for_each_dense_part(any.on(mask, n, step[0]), [&](MaskRow part, index_t i) {
      part.count = kMaskBlock + 32;
      for (index_t k = 64; any.far && k < part.n; k += 64)
        prefetch_line(mask, (i + k) * step[0] + 4 * kMaskBlock);
      add(held + offsets_row(offsets + held, part, 0, at[1] + i * step[1], step[1]),
          mask + i * step[0] + 4 * kMaskBlock);
    });
  });
  visit(held);
}

}  // namespace detail

/// Visits all elements under set bytes, in row-major order. They are visited by rows if
/// takes_rows() says so, else by offsets.
void for_each_masked(const MaskedElements& of, const RowBody& rows, const OffsetBody& offsets)
    NDX_SYMBOL(for_each_masked);
#if NDX_DEFINES
NDX_FUNC void for_each_masked(const MaskedElements& of, const RowBody& rows,
                              const OffsetBody& offsets) {
  if (of.count == 0) return;
  const MaskRow any = detail::any_row(of.loop, of.count, of.element_bytes);
  if (!detail::takes_rows(of, any)) return detail::for_each_set(of, any, offsets);
  detail::for_each_mask_row(of.mask, of.loop, any,
                            [&](const MaskRow& row, index_t at, index_t /*1*/) {
                              if (row.step == 1) return rows(row, at);
                              detail::for_each_dense_part(
                                  row, [&](const MaskRow& part, index_t i) { rows(part, at + i); });
                            });
}
#endif
/// A pointer to for_each_masked, for callers that receive it together with the mask.
using MaskVisitor = void (*)(const MaskedElements&, const RowBody&, const OffsetBody&);

/// Copies the elements under set bytes to contiguous memory. Operand 0 of the loop is the mask,
/// operand 1 the source.
template <std::size_t N>
void compress(std::byte* out, const std::byte* mask, const std::byte* from, const Loop<2>& loop,
              index_t count, Stores stores = Stores::cached, MaskVisitor visit = &for_each_masked) {
  const bool streams = count != 0 && stores == Stores::streamed && may_stream_to(out);
  detail::StreamBuffer<detail::is_word<N> ? N : 1> buffer(out);
  index_t found = 0;
  const auto read_row = [&](const MaskRow& row, index_t at) {
    if constexpr (detail::is_word<N>) {
      const std::byte* const in = from + bytes_of<N>(at);
      if (streams && !row.sparse) return buffer.compress(row, in);
      found = detail::compress_row<N>(out, row, found, in);
    }
  };
  const auto read = [=](const index_t* offsets, index_t n, index_t before) {
    std::byte* const to = out + bytes_of<N>(before);
    const std::byte* const in = from;  // a copy, so that it is not read again after each store
    for (index_t k = 0; k < n; ++k)
      move_element<N>(to + bytes_of<N>(k), in + bytes_of<N>(offsets[k]));
  };
  visit({mask, from, N, loop, count}, RowBody(read_row), OffsetBody(read));
  if (streams) buffer.finish();
}

/// Writes contiguous values, in order, to the elements under set bytes. Operand 0 of the loop is
/// the mask, operand 1 the target.
template <std::size_t N>
void expand(std::byte* to, const std::byte* mask, const std::byte* values, const Loop<2>& loop,
            index_t count, MaskVisitor visit = &for_each_masked) {
  index_t found = 0;
  const auto write_row = [&](const MaskRow& row, index_t at) {
    if constexpr (detail::is_word<N>) {
      found = detail::mask_rows([&](auto rows) {
        return rows.template expand<N>(to + bytes_of<N>(at), row, found, values);
      });
    }
  };
  const auto write = [=](const index_t* offsets, index_t n, index_t before) {
    std::byte* const out = to;
    const std::byte* const in = values + bytes_of<N>(before);
    for (index_t k = 0; k < n; ++k)
      move_element<N>(out + bytes_of<N>(offsets[k]), in + bytes_of<N>(k));
  };
  visit({mask, to, N, loop, count}, RowBody(write_row), OffsetBody(write));
}

/// Writes the N bytes at `value` to every element under a set byte. Operand 0 of the loop is the
/// mask, operand 1 the target.
template <std::size_t N>
void fill_masked(std::byte* to, const std::byte* mask, const std::byte* value, const Loop<2>& loop,
                 index_t count, MaskVisitor visit = &for_each_masked) {
  const Bytes<N> element = load<N>(value);
  const auto write_row = [&](const MaskRow& row, index_t at) {
    if constexpr (detail::is_word<N>)
      detail::mask_rows(
          [&](auto rows) { rows.template fill<N>(to + bytes_of<N>(at), row, element); });
  };
  const auto write = [&](const index_t* offsets, index_t n, index_t /*before*/) {
    std::byte* const out = to;
    const Bytes<N> one = element;
    for (index_t k = 0; k < n; ++k) store<N>(out + bytes_of<N>(offsets[k]), one);
  };
  visit({mask, to, N, loop, count}, RowBody(write_row), OffsetBody(write));
}

}  // namespace kernel
NDX_NAMESPACE_END
