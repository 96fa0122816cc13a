// Masks of any rank: counting set bytes, converting to offsets, compressing, expanding and filling,
// row by row.
//
// A mask is an array of bytes; nonzero means true. Loops are row-major, and the mask is strided
// like any operand. Each row dispatches to the fastest kernel that the processor supports.
#pragma once

#include <ndx/kernel/mask_rows.hpp>
#include <ndx/kernel/stream.hpp>
#include <ndx/kernel/walk.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace detail {

/// Calls the best variant of the kernels for a row.
using FallbackRows = Fallback<scalar::MaskRows, portable::MaskRows>;
template <class Call>
NDX_ALWAYS_INLINE auto mask_rows(const Call& call) {
  return dispatch<FallbackRows, avx2::MaskRows, avx512::MaskRows>(call);
}

inline index_t total(const Loop<2>& loop) {
  index_t total = 1;
  for (std::size_t d = 0; d < loop.rank; ++d) total *= loop.sizes[d];
  return total;
}

/// Whether the elements, N bytes each, exceed the cache.
template <std::size_t N>
bool exceeds_cache(const Loop<2>& loop) {
  return total(loop) >= kCacheBytes / static_cast<index_t>(N);
}

/// Whether so few bytes are set (less than 2 %) that it is faster to visit them one by one.
inline bool is_sparse(index_t count, const Loop<2>& loop) { return count < total(loop) / 50; }

/// Returns a MaskRow with the facts common to all rows of a mask over elements of N bytes.
template <std::size_t N>
MaskRow any_row(const Loop<2>& loop, index_t count) {
  const bool few = is_sparse(count, loop);
  return {nullptr, 0, 0, count, few, few && exceeds_cache<N>(loop)};
}

inline index_t count_row(const MaskRow& row) {
  if (row.step != 1) return scalar::MaskRows::count(row);
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

/// Whether the kernels for rows take elements of N bytes.
template <std::size_t N>
inline constexpr bool is_word = N == 1 || N == 2 || N == 4 || N == 8;

/// Whether to compute offsets first, then move elements one by one: for sparse masks over data that
/// exceeds the cache, for strided elements, and for those that fit no register.
template <std::size_t N>
bool uses_offsets(const MaskRow& row, index_t step) {
  return !is_word<N> || ((row.far || step != 1) && row.n >= 64 && row.step == 1);
}

/// Calls visit(i·step, number) for each set byte i; numbers start at `found`. Returns the next
/// number. If the data exceeds the cache, prefetches elements (N bytes each, at `elements`) 64
/// visits ahead.
template <std::size_t N, class Visit>
index_t visit_set(const MaskRow& row, index_t found, index_t step, const std::byte* elements,
                  Visit visit) {
  constexpr index_t block = 2048;
  const index_t late = row.far ? 64 : 0;
  index_t offsets[64 + block + 32];  // room for whole vector stores
  index_t held = 0;
  for (index_t i = 0; i < row.n; i += block) {
    MaskRow part = row.part(i, row.n - i < block ? row.n - i : block);
    part.count = block + 32;
    const index_t count = held + offsets_row(offsets + held, part, 0, i * step, step);
    if (row.far) {
      for (index_t k = 0; k < block; k += 64) prefetch_line(part.mask, 2 * block + k);
      for (index_t k = held; k < count; ++k) prefetch_line(elements, bytes_of<N>(offsets[k]));
    }
    held = i + block >= row.n ? 0 : count < late ? count : late;
    for (index_t k = 0; k < count - held; ++k) visit(offsets[k], found + k);
    found += count - held;
    for (index_t k = 0; k < held; ++k) offsets[k] = offsets[k + count - held];
  }
  return found;
}

/// Handles a row of elements of N bytes, `step` apart: by run(rows), for the best variant of the
/// kernels, or by run(rows, step) for the scalar one; or calls visit(offset, number) as visit_set
/// does. Returns the number of set bytes found, including this row.
template <std::size_t N, class Run, class Visit>
index_t select_row(const MaskRow& row, index_t found, index_t step, const std::byte* elements,
                   Run run, Visit visit) {
  if (uses_offsets<N>(row, step)) return visit_set<N>(row, found, step, elements, visit);
  if constexpr (is_word<N>) {
    if (row.step == 1 && step == 1) return mask_rows(run);
  }
  return run(scalar::MaskRows(), step);
}

template <std::size_t N>
index_t compress_row(std::byte* out, const MaskRow& row, index_t found, const std::byte* in,
                     index_t step) {
  const auto run = [&](auto rows, auto... strided) {
    return rows.template compress<N>(out, row, found, in, strided...);
  };
  return select_row<N>(row, found, step, in, run, [=](index_t offset, index_t number) {
    move_element<N>(out + bytes_of<N>(number), in + bytes_of<N>(offset));
  });
}

template <std::size_t N>
index_t expand_row(std::byte* to, const MaskRow& row, index_t found, const std::byte* values,
                   index_t step) {
  const auto write = [=](index_t offset, index_t number) {
    move_element<N>(to + bytes_of<N>(offset), values + bytes_of<N>(number));
  };
  const auto run = [&](auto rows, auto... strided) {
    return rows.template expand<N>(to, row, found, values, strided...);
  };
  return select_row<N>(row, found, step, to, run, write);
}

template <std::size_t N>
void fill_row(std::byte* to, const MaskRow& row, const Bytes<N>& element, index_t step) {
  const auto write = [=](index_t offset, index_t /*number*/) {
    store<N>(to + bytes_of<N>(offset), element);
  };
  const auto run = [&](auto rows, auto... strided) {
    rows.template fill<N>(to, row, element, strided...);
    return index_t{0};
  };
  select_row<N>(row, 0, step, to, run, write);
}

/// Calls visit(row, offset, step) for each row of a mask: `offset` and `step` are those of the other
/// operand.
template <class Visit>
void for_each_mask_row(const std::byte* mask, const Loop<2>& loop, const MaskRow& any,
                       Visit visit) {
  for_each_row(loop, [&](const Offsets<2>& at, index_t n, const Offsets<2>& step) {
    visit(any.on(mask + at[0], n, step[0]), at[1], step[1]);
  });
}

/// Buffers elements in the L1 cache and stores them in whole cache lines that bypass the caches. N
/// divides a cache line.
template <std::size_t N>
  requires(64 % N == 0)
class StreamBuffer {
 public:
  static constexpr index_t kBlock = 1024;
  static constexpr index_t kCapacity = kBlock + 192;  // a partial line; whole vector stores

  explicit StreamBuffer(std::byte* out) : out_(out) {}

  /// Calls append(elements, count), which adds at most kBlock elements to those `count` and returns
  /// their new number.
  template <class Append>
  void add(const Append& append) {
    count_ = append(bytes_, count_);
    store_lines();
  }

  void compress(MaskRow row, const std::byte* in, index_t step) {
    while (row.n > 0) {
      MaskRow part = row.part(0, row.n < kBlock ? row.n : kBlock);
      part.count = kCapacity;
      add([&](std::byte* to, index_t count) { return compress_row<N>(to, part, count, in, step); });
      row = row.from(part.n);
      in += bytes_of<N>(part.n * step);
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

inline index_t count_set(const std::byte* mask, const Loop<1>& loop) {
  if (is_empty(loop)) return 0;
  index_t count = 0;
  for_each_row(loop, [&](const Offsets<1>& at, index_t n, const Offsets<1>& step) {
    count += detail::count_row({mask + at[0], n, step[0]});
  });
  return count;
}

/// Writes Σ coordinate·stride of each set byte, in row-major order. Operands of the loop: 0 the
/// mask, 1 the tensor it selects from. Here and below, `count` must be the result of count_set.
inline void set_offsets(index_t* out, const std::byte* mask, const Loop<2>& loop, index_t count) {
  if (count == 0) return;
  index_t found = 0;
  const MaskRow any{nullptr, 0, 0, count, detail::is_sparse(count, loop)};
  detail::for_each_mask_row(mask, loop, any, [&](const MaskRow& row, index_t at, index_t step) {
    found = detail::offsets_row(out, row, found, at, step);
  });
}

/// Copies the elements under set bytes to contiguous memory. Operands of the loop: 0 the mask, 1
/// the source.
template <std::size_t N>
void compress(std::byte* out, const std::byte* mask, const std::byte* from, const Loop<2>& loop,
              index_t count, Stores stores = Stores::cached) {
  if (count == 0) return;
  const MaskRow any = detail::any_row<N>(loop, count);
  if constexpr (64 % N == 0) {
    if (stores == Stores::streamed && !any.sparse && may_stream_to(out)) {
      detail::StreamBuffer<N> held(out);
      detail::for_each_mask_row(mask, loop, any, [&](const MaskRow& row, index_t at, index_t step) {
        held.compress(row, from + bytes_of<N>(at), step);
      });
      return held.finish();
    }
  }
  index_t found = 0;
  detail::for_each_mask_row(mask, loop, any, [&](const MaskRow& row, index_t at, index_t step) {
    found = detail::compress_row<N>(out, row, found, from + bytes_of<N>(at), step);
  });
}

/// Writes contiguous values, in order, to the elements under set bytes. Operands of the loop: 0 the
/// mask, 1 the target.
template <std::size_t N>
void expand(std::byte* to, const std::byte* mask, const std::byte* values, const Loop<2>& loop,
            index_t count) {
  if (count == 0) return;
  const MaskRow any = detail::any_row<N>(loop, count);
  index_t found = 0;
  detail::for_each_mask_row(mask, loop, any, [&](const MaskRow& row, index_t at, index_t step) {
    found = detail::expand_row<N>(to + bytes_of<N>(at), row, found, values, step);
  });
}

/// Writes the N bytes at `value` to every element under a set byte. Operands of the loop: 0 the
/// mask, 1 the target.
template <std::size_t N>
void fill_masked(std::byte* to, const std::byte* mask, const std::byte* value, const Loop<2>& loop,
                 index_t count) {
  if (count == 0) return;
  const MaskRow any = detail::any_row<N>(loop, count);
  const Bytes<N> element = load<N>(value);
  detail::for_each_mask_row(mask, loop, any, [&](const MaskRow& row, index_t at, index_t step) {
    detail::fill_row<N>(to + bytes_of<N>(at), row, element, step);
  });
}

}  // namespace kernel
NDX_NAMESPACE_END
