// PackedMask: the mask of an indexed view as bits, an eighth of its size.
//
// The bits are a copy, so that a view does not change with the mask. They are enough to read any part of what the
// mask selects, because the set bits before each block of them are counted. Whatever needs an offset for each
// element, such as a slice of the view, computes them once.
#pragma once

#include <ndx/kernel/mask/mask_parts.hpp>
#include <ndx/storage/untyped.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class PackedMask {
 public:
  static constexpr index_t kWords = 64;  // of a block
  static constexpr index_t kBits = 64 * kWords;

  /// Packs `size` contiguous mask bytes. The storage, which views share, is the memory of a PackedMask.
  static Storage make(const std::byte* mask, index_t size) {
    const auto* const made = new PackedMask(mask, size);
    return Storage::adopt(const_cast<PackedMask*>(made), sizeof(PackedMask),
                          [made] { delete made; });
  }
  PackedMask(const std::byte* mask, index_t size)
      : size_(size), blocks_((size + kBits - 1) / kBits) {
    memory_ = Storage::allocate(8 * (words() + blocks_ + 1));
    pack(mask);
  }
  PackedMask(const PackedMask&) = delete;
  PackedMask& operator=(const PackedMask&) = delete;

  /// The number of set bits.
  [[nodiscard]] index_t count() const noexcept { return before()[blocks_]; }
  [[nodiscard]] index_t words() const noexcept { return (size_ + 63) / 64; }
  /// Whether few bits are set.
  [[nodiscard]] bool is_sparse() const noexcept {
    return kernel::detail::is_sparse(count(), size_);
  }
  [[nodiscard]] const std::uint64_t* bits() const noexcept {
    return reinterpret_cast<const std::uint64_t*>(memory_.data());
  }
  /// Returns the word that has set bit number k, and the number of set bits before that word.
  [[nodiscard]] std::pair<index_t, index_t> find(index_t k) const noexcept {
    index_t block = 0;
    for (index_t end = blocks_; end - block > 1;) {
      const index_t middle = block + (end - block) / 2;
      (before()[middle] <= k ? block : end) = middle;
    }
    index_t word = block * kWords;
    index_t found = before()[block];
    for (index_t n = 0; found + (n = kernel::count_bits(bits()[word])) <= k; ++word) found += n;
    return {word, found};
  }
  /// Returns the positions of the set bits.
  [[nodiscard]] const UntypedTensor& offsets() const NDX_SYMBOL(mask_offsets);

 private:
  /// Writes the bits, and the number of them before each block.
  void pack(const std::byte* mask) NDX_SYMBOL(pack_mask);
  /// The number of set bits before each block, and of all.
  [[nodiscard]] index_t* before() const noexcept {
    return reinterpret_cast<index_t*>(memory_.data()) + words();
  }

  index_t size_;
  index_t blocks_;
  Storage memory_;  // the words, and then what before() returns
  mutable SpinLock lock_;
  mutable UntypedTensor offsets_;  // has no memory until it is needed
};

/// Copies the elements under the set bits number first … last-1 to `to`, which has room for them. `from` is the
/// element of the mask's first bit.
template <std::size_t N>
void compress_part(const PackedMask& mask, index_t first, index_t last, const std::byte* from,
                   std::byte* to, bool streams) {
  kernel::detail::StreamBuffer<kernel::detail::is_word<N> ? N : 1> buffer(to);
  const index_t count = last - first;
  index_t found = 0;
  const auto add = [&](const std::uint64_t* bits, index_t words, index_t word) {
    const auto compress = [&](std::byte* out, index_t held, index_t room) {
      const index_t left = held + count - found;
      const index_t most = left < room ? left : room;
      const index_t end = kernel::compress_bits<N>(out, {bits, words, most, mask.is_sparse()}, held,
                                                   from + kernel::bytes_of<N>(64 * word));
      found += end - held;
      return end;
    };
    if (!streams) {
      compress(to, found, count);
    } else {
      buffer.add([&](std::byte* out, index_t held) {
        return compress(out, held, decltype(buffer)::kCapacity);
      });
    }
    return found < count;
  };
  auto [word, before] = mask.find(first);
  std::uint64_t head = mask.bits()[word];
  for (; before < first; ++before) head &= head - 1;
  bool has_more = add(&head, 1, word);
  const index_t together = streams ? decltype(buffer)::kBlock / 64 : mask.words();
  for (++word; has_more; word += together)
    has_more = add(mask.bits() + word,
                   mask.words() - word < together ? mask.words() - word : together, word);
  if (streams) buffer.finish();
}

/// Does so in parallel if an executor is installed.
template <std::size_t N>
void compress_bits(const PackedMask& mask, index_t first, index_t last, const std::byte* from,
                   std::byte* to, kernel::Stores stores) {
  constexpr index_t unit = 1024;  // of a size that keeps the alignment for streaming
  const bool streams = kernel::detail::is_word<N> && stores == kernel::Stores::streamed &&
                       !mask.is_sparse() && kernel::may_stream_to(to);
  const index_t units = (last - first + unit - 1) / unit;
  const auto cost = kernel::cost_of_mask(unit, index_t{N}, false);
  run_parts(units, parts_for(units, cost), [&](index_t begin, index_t end) {
    const index_t stop = first + end * unit;
    if (begin < end)
      compress_part<N>(mask, first + begin * unit, stop < last ? stop : last, from,
                       to + kernel::bytes_of<N>(begin * unit), streams);
  });
}
NDX_COMPILE_SIZES(void, compress_bits,
                  (const PackedMask& mask, index_t first, index_t last, const std::byte* from,
                   std::byte* to, kernel::Stores stores),
                  (mask, first, last, from, to, stores))

#if NDX_DEFINES
NDX_FUNC void PackedMask::pack(const std::byte* mask) {
  auto* const words = reinterpret_cast<std::uint64_t*>(memory_.data());
  index_t* const counts = before();
  counts[0] = 0;
  const auto pack_blocks = [&](index_t first, index_t last) {
    for (; first < last; ++first) {
      const index_t at = first * kBits;
      const index_t n = size_ - at < kBits ? size_ - at : kBits;
      counts[first + 1] = kernel::pack_bits(words + first * kWords, {mask + at, n, 1});
    }
  };
  run_parts(blocks_, parts_for(blocks_, kernel::cost_of_bytes(kBits)), pack_blocks);
  for (index_t block = 0; block < blocks_; ++block) counts[block + 1] += counts[block];
}

NDX_FUNC const UntypedTensor& PackedMask::offsets() const {
  lock_.lock();
  const bool made = offsets_.storage.data() != nullptr;
  lock_.unlock();
  if (made) return offsets_;
  Storage found = Storage::allocate(8 * count());
  const auto write = [&](index_t first, index_t last) {
    index_t positions[kBits];
    for (; first < last; ++first) {
      for (index_t i = 0; i < kBits; ++i) positions[i] = first * kBits + i;
      const index_t left = words() - first * kWords;
      const index_t count = before()[first + 1] - before()[first];
      kernel::compress_bits<8>(
          found.data() + 8 * before()[first],
          {bits() + first * kWords, left < kWords ? left : kWords, count, is_sparse()}, 0,
          reinterpret_cast<const std::byte*>(positions));
    }
  };
  run_parts(blocks_, parts_for(blocks_, kernel::cost_of_bytes(8 * kBits)), write);
  // Two threads may have computed them; the first ones stay.
  lock_.lock();
  if (offsets_.storage.data() == nullptr)
    offsets_ = UntypedTensor(std::move(found), Layout{{count()}, {1}, 0}, DType::int64);
  lock_.unlock();
  return offsets_;
}
#endif

}  // namespace detail
NDX_NAMESPACE_END
