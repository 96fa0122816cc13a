// Kernels for masks of any rank: count the set bytes, convert them to offsets, and compress, expand
// or fill the elements under them. PyTorch calls the last three masked_select, masked_scatter_ and
// masked_fill_.
//
// A mask is an array of bytes, in which nonzero means true; it is strided like any operand, and the
// order is row-major. The work is done row by row, by the kernels of mask_rows.hpp for the
// processor's instruction set. Two cases leave that path. Under a sparse mask over elements that
// exceed the caches, offsets are computed first and elements are prefetched and moved one by
// one. Large results are stored past the caches, through StreamBuffer. Only elements of 1, 2, 4
// and 8 bytes have kernels for rows; others are always moved by offsets.
#pragma once

#include <ndx/kernel/loop/walk.hpp>
#include <ndx/kernel/mask/mask_rows.hpp>
#include <ndx/kernel/move/row_copy.hpp>
#include <ndx/kernel/move/stream.hpp>
#include <ndx/layout/layout.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace detail {

/// Number of mask bytes that are worked on at a time.
inline constexpr index_t kMaskBlock = 1024;
/// Fewest mask bytes in a row for which vectors are worth a call.
inline constexpr index_t kShortMaskRow = 12;

/// The kernels for processors without AVX2: scalar on x86, by 16-byte vectors elsewhere.
using FallbackRows = Fallback<scalar::MaskRows, portable::MaskRows>;

/// Returns true if so few bytes are set (less than 2 %) that it is faster to visit them one by one.
inline bool is_sparse(index_t count, index_t size) { return count < size / 50; }

/// True if the kernels for rows support elements of N bytes.
template <std::size_t N>
inline constexpr bool is_word = N == 1 || N == 2 || N == 4 || N == 8;

NDX_NOINLINE inline index_t offsets_row(index_t* out, const MaskRow& row, index_t found,
                                        index_t first, index_t step) {
  if (row.step != 1 || step != static_cast<std::int32_t>(step))
    return scalar::MaskRows::offsets(out, row, found, first, step);
  if (row.sparse)
    return dispatch<FallbackRows, avx2::MaskRows, avx512::MaskRows>(
        [&](auto rows) { return rows.sparse_offsets(out, row, found, first, step); });
  return dispatch<FallbackRows, avx2::MaskRows>(
      [&](auto rows) { return rows.offsets(out, row, found, first, step); });
}

template <std::size_t N>
index_t compress_row(std::byte* out, const MaskRow& row, index_t found, const std::byte* in) {
  return dispatch<FallbackRows, avx2::MaskRows, avx512::MaskRows>(
      [&](auto rows) { return rows.template compress<N>(out, row, found, in); });
}

}  // namespace detail

/// Writes one bit for each byte of a dense row, 64 to a word. Returns the number of set ones.
NDX_NOINLINE inline index_t pack_bits(std::uint64_t* bits, const MaskRow& row) {
  return dispatch<detail::FallbackRows, avx2::MaskRows, avx512::MaskRows>(
      [&](auto rows) { return rows.pack_bits(bits, row); });
}

/// Appends the elements under set bits to the first `found` ones of `out`. Returns the new number.
template <std::size_t N>
index_t compress_bits(std::byte* out, const BitRow& row, index_t found, const std::byte* in) {
  if constexpr (!detail::is_word<N>) {
    return scalar::MaskRows::compress_bits<N>(out, row, found, in);
  } else {
    return dispatch<detail::FallbackRows, avx2::MaskRows, avx512::MaskRows>(
        [&](auto rows) { return rows.template compress_bits<N>(out, row, found, in); });
  }
}

namespace detail {

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
  RowWalk<1> walk(loop);
  do {
    const MaskRow row{mask + walk.at[0], walk.count, walk.step[0]};
    count += row.step != 1 || row.n < detail::kShortMaskRow
                 ? scalar::MaskRows::count(row)
                 : dispatch<detail::FallbackRows, avx2::MaskRows, avx512::MaskRows>(
                       [&](auto rows) { return rows.count(row); });
  } while (walk.next());
  return count;
}

/// Writes `start` + Σ coordinate·stride of each set byte, in row-major order. Operand 0 of the loop is the
/// mask, operand 1 the tensor it selects from. Here and in all functions below, `count` must be the
/// result of count_set.
inline void set_offsets(index_t* out, const std::byte* mask, const Loop<2>& loop, index_t count,
                        index_t start = 0) {
  if (count == 0) return;
  index_t found = 0;
  const bool sparse = detail::is_sparse(count, numel(DimsView(loop.sizes, loop.rank)));
  RowWalk<2> row(loop);
  do
    found = detail::offsets_row(out, {mask + row.at[0], row.count, row.step[0], count, sparse},
                                found, start + row.at[1], row.step[1]);
  while (row.next());
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

/// A walk over the elements under set bytes, in row-major order. The loop must outlive it. next()
/// finds, as suits mask and elements, either a row of dense elements and the mask bytes that belong
/// to them, or the offsets of some elements under set bytes. Elements that exceed the caches
/// are prefetched 64 elements before their offsets are returned.
class MaskWalk {
 public:
  explicit MaskWalk(const MaskedElements& of)
      : of_(of), walk_(of.loop, of.loop.rank == 0 ? 0 : of.loop.rank - 1, Offsets<2>{}) {}

  /// Finds the next row, or the next offsets. Returns false if there are none left.
  bool next() {
    if (rows_left_ < 0) start();
    if (by_rows) {
      if (rows_left_ == 0) return false;
      find_row();
      return true;
    }
    held_ -= count;
    std::memmove(offsets, offsets + count, static_cast<std::size_t>(held_) * sizeof(index_t));
    const index_t late = far_ ? kAhead : 0;
    const index_t most = far_ ? 2 * kAhead : detail::kMaskBlock;
    while (held_ < most && rows_left_ != 0) add_offsets();
    count = held_ >= most ? held_ - late : held_;
    return count != 0;
  }

  bool by_rows = false;  // whether next() finds a row, not offsets
  MaskRow row{};         // dense mask bytes of dense elements of 1, 2, 4 or 8 bytes
  index_t at = 0;        // offset of the row's first element
  index_t count = 0;     // number of offsets
  index_t offsets[2 * detail::kMaskBlock + 32];  // room for whole vector stores

 private:
  static constexpr index_t kAhead = 64;

  void start() {
    const index_t size = numel(DimsView(of_.loop.sizes, of_.loop.rank));
    const index_t in_cache = kCacheBytes / static_cast<index_t>(of_.element_bytes);
    if (of_.loop.rank != 0) {
      const std::size_t inner = of_.loop.rank - 1;
      size_ = of_.loop.sizes[inner];
      steps_ = {of_.loop.strides[0][inner], of_.loop.strides[1][inner]};
    }
    rows_left_ = of_.count == 0 ? 0 : size / size_;
    sparse_ = detail::is_sparse(of_.count, size);
    far_ = sparse_ && size >= in_cache;
    by_rows = takes_rows();
  }

  /// Returns true if elements are taken row by row. Under a sparse mask, elements beyond the caches
  /// are faster by offsets, which are found almost without branches and let elements be prefetched.
  [[nodiscard]] bool takes_rows() const {
    if (of_.loop.rank == 0 || of_.element_bytes > 8 ||
        (of_.element_bytes & (of_.element_bytes - 1)) != 0)
      return false;
    if (steps_[1] != 1 || (size_ < detail::kShortMaskRow && of_.loop.rank > 1)) return false;
    return !far_ || size_ < 64;
  }

  /// Finds the next row of the mask, or the next part of it that has at most kMaskBlock bytes.
  /// Bytes that are not contiguous are copied.
  void find_row() {
    index_t n = size_ - done_;
    if (n > detail::kMaskBlock && !(by_rows && steps_[0] == 1)) n = detail::kMaskBlock;
    row = {of_.mask + walk_.at[0] + done_ * steps_[0], n, 1, of_.count, sparse_};
    at = walk_.at[1] + done_ * steps_[1];
    if (steps_[0] != 1) {
      strided_copy<1>(dense_, row.mask, n, {1, steps_[0]});
      row.mask = dense_;
    }
    done_ += n;
    if (done_ == size_) leave_row();
  }
  void leave_row() {
    done_ = 0;
    --rows_left_;
    walk_.next();
  }

  /// Appends the offsets of the elements under set bytes of the next row, or of a part of it.
  void add_offsets() {
    index_t k = held_;
    if (size_ < detail::kShortMaskRow) {
      const auto [mask_at, first] = walk_.at;
      const auto [mask_step, step] = steps_;
      index_t end = k;
      for (index_t i = 0; i < size_; ++i) {
        offsets[end] = first + i * step;
        end += is_set(of_.mask + mask_at + i * mask_step);
      }
      held_ = end;
      leave_row();
    } else {
      find_row();
      row.count = detail::kMaskBlock + 32;
      held_ += detail::offsets_row(offsets + held_, row, 0, at, steps_[1]);
    }
    const auto bytes = static_cast<index_t>(of_.element_bytes);
    for (; far_ && k < held_; ++k) prefetch_line(of_.elements, offsets[k] * bytes);
    for (index_t i = 0; far_ && i < row.n; i += 64)
      prefetch_line(row.mask, i + 4 * detail::kMaskBlock);
  }

  MaskedElements of_;
  Walk<2> walk_;            // the first mask byte and element of the row that is next
  Offsets<2> steps_{};      // between mask bytes, and between elements
  index_t size_ = 1;        // of a row
  index_t done_ = 0;        // bytes of the row that were found before
  index_t rows_left_ = -1;  // -1 before the first call of next()
  index_t held_ = 0;        // offsets in memory, of which `count` are returned
  bool sparse_ = false;     // few bytes are set: visiting them one by one is faster
  bool far_ = false;        // the mask is sparse, and the elements exceed the caches
  std::byte dense_[detail::kMaskBlock];
};

/// Calls walk.next(). Callers receive its address together with the mask, so that programs without
/// masks do not compile it.
bool next_masked(MaskWalk& walk) NDX_SYMBOL(next_masked);
#if NDX_DEFINES
NDX_FUNC bool next_masked(MaskWalk& walk) { return walk.next(); }
#endif
using NextMasked = bool (*)(MaskWalk&);

/// Copies the elements under set bytes to contiguous memory. Operand 0 of the loop is the mask,
/// operand 1 the source.
template <std::size_t N>
void compress(std::byte* out, const std::byte* mask, const std::byte* from, const Loop<2>& loop,
              index_t count, Stores stores = Stores::cached, NextMasked next = &next_masked) {
  const bool streams = count != 0 && stores == Stores::streamed && may_stream_to(out);
  detail::StreamBuffer<detail::is_word<N> ? N : 1> buffer(out);
  index_t found = 0;
  MaskWalk walk({mask, from, N, loop, count});
  while (next(walk)) {
    if (!walk.by_rows) {
      std::byte* const to = out + bytes_of<N>(found);
      for (index_t k = 0; k < walk.count; ++k)
        move_element<N>(to + bytes_of<N>(k), from + bytes_of<N>(walk.offsets[k]));
      found += walk.count;
    } else if constexpr (detail::is_word<N>) {
      const std::byte* const in = from + bytes_of<N>(walk.at);
      if (streams && !walk.row.sparse) {
        buffer.compress(walk.row, in);
      } else {
        found = detail::compress_row<N>(out, walk.row, found, in);
      }
    }
  }
  if (streams) buffer.finish();
}

/// Writes contiguous values, in order, to the elements under set bytes. Operand 0 of the loop is
/// the mask, operand 1 the target.
template <std::size_t N>
void expand(std::byte* to, const std::byte* mask, const std::byte* values, const Loop<2>& loop,
            index_t count, NextMasked next = &next_masked) {
  index_t found = 0;
  MaskWalk walk({mask, to, N, loop, count});
  while (next(walk)) {
    if (!walk.by_rows) {
      const std::byte* const in = values + bytes_of<N>(found);
      for (index_t k = 0; k < walk.count; ++k)
        move_element<N>(to + bytes_of<N>(walk.offsets[k]), in + bytes_of<N>(k));
      found += walk.count;
    } else if constexpr (detail::is_word<N>) {
      found = dispatch<detail::FallbackRows, avx2::MaskRows, avx512::MaskRows>([&](auto rows) {
        return rows.template expand<N>(to + bytes_of<N>(walk.at), walk.row, found, values);
      });
    }
  }
}

/// Writes the N bytes at `value` to every element under a set byte. Operand 0 of the loop is the
/// mask, operand 1 the target.
template <std::size_t N>
void fill_masked(std::byte* to, const std::byte* mask, const std::byte* value, const Loop<2>& loop,
                 index_t count, NextMasked next = &next_masked) {
  const Bytes<N> element = load<N>(value);
  MaskWalk walk({mask, to, N, loop, count});
  while (next(walk)) {
    if (!walk.by_rows) {
      for (index_t k = 0; k < walk.count; ++k) store<N>(to + bytes_of<N>(walk.offsets[k]), element);
    } else if constexpr (detail::is_word<N>) {
      dispatch<detail::FallbackRows, avx2::MaskRows, avx512::MaskRows>(
          [&](auto rows) { rows.template fill<N>(to + bytes_of<N>(walk.at), walk.row, element); });
    }
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
