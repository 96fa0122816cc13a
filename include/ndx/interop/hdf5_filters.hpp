// Hdf5Filters: undoes what HDF5 does to the bytes of a chunk before it stores them. Needs libhdf5; of
// tensors it knows the copy of a transpose.
//
// The filters of most files: shuffle (first the first bytes of all elements, then the second, ...),
// deflate, and a checksum by Fletcher's method behind them, each of them once at most and in this order.
#pragma once

#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <ndx/interop/hdf5_handle.hpp>
#include <ndx/io/inflater.hpp>
#include <ndx/tensor/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Fletcher's checksum of 16-bit big-endian words, modulo 65535.
inline std::uint32_t fletcher32(const std::byte* from, std::size_t bytes) noexcept {
  constexpr std::size_t kMost = 360;  // words whose sums fit 32 bits
  const auto byte = [](std::byte one) { return std::to_integer<std::uint32_t>(one); };
  const auto folded = [](std::uint32_t sum) { return (sum & 0xFFFFU) + (sum >> 16U); };
  std::uint32_t sum = 0;
  std::uint32_t sum_of_sums = 0;
  while (bytes > 0) {
    for (std::size_t i = 0; i < kMost && bytes > 0; ++i) {
      sum += byte(*from) << 8U;
      if (bytes > 1) sum += byte(from[1]);
      sum_of_sums += sum;
      const std::size_t word = std::min<std::size_t>(bytes, 2);
      from += word;
      bytes -= word;
    }
    sum = folded(sum);
    sum_of_sums = folded(sum_of_sums);
  }
  return folded(sum_of_sums) << 16U | folded(sum);
}

/// What a thread reads chunks with.
struct Hdf5Buffers {
  std::vector<std::byte> stored;
  std::vector<std::byte> plain;
};

/// Keeps them for the next chunk.
class Hdf5BufferPool {
 public:
  [[nodiscard]] std::unique_ptr<Hdf5Buffers> take() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (unused_.empty()) return std::make_unique<Hdf5Buffers>();
    std::unique_ptr<Hdf5Buffers> taken = std::move(unused_.back());
    unused_.pop_back();
    return taken;
  }
  void give_back(std::unique_ptr<Hdf5Buffers> buffers) {
    const std::lock_guard<std::mutex> lock(mutex_);
    unused_.push_back(std::move(buffers));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Hdf5Buffers>> unused_;
};

class Hdf5Filters {
 public:
  /// The filters among a dataset's creation properties; nothing if there are others.
  static std::optional<Hdf5Filters> of(const Hdf5Use& use, hid_t list) {
    Hdf5Filters made;
    const int count = use.checked(H5Pget_nfilters(list), "its filters cannot be read");
    unsigned last = 0;
    for (unsigned i = 0; i < static_cast<unsigned>(count); ++i) {
      unsigned flags = 0;
      unsigned config = 0;
      std::size_t values = 1;
      unsigned value = 0;
      const H5Z_filter_t filter =
          use.checked(H5Pget_filter2(list, i, &flags, &values, &value, 0, nullptr, &config),
                      "its filters cannot be read");
      const unsigned rank = rank_of(filter);
      if (rank <= last) return std::nullopt;
      last = rank;
      made.bits_[rank - 1] = 1U << i;
      if (filter == H5Z_FILTER_SHUFFLE) made.element_ = values == 0 ? 0 : value;
    }
    if (made.bits_[0] != 0 && made.element_ == 0) return std::nullopt;
    return made;
  }

  [[nodiscard]] bool deflates() const noexcept { return bits_[1] != 0; }

  /// Turns a stored chunk into the `bytes` bytes of its elements, for which `room` has as many more.
  /// `skipped` has a bit for each filter that this chunk was stored without. Returns what is wrong
  /// with it, or an empty string. Changes `stored`.
  [[nodiscard]] std::string undo(std::vector<std::byte>& stored, unsigned skipped, std::byte* to,
                                 index_t bytes, std::vector<std::byte>& room) const {
    auto size = static_cast<index_t>(stored.size());
    if ((bits_[2] & ~skipped) != 0) {
      size -= kChecksumBytes;
      if (size < 0) return "it is shorter than its checksum";
      if (!has_checksum(stored.data(), static_cast<std::size_t>(size)))
        return "its checksum is not that of its bytes";
    }
    const bool shuffled = (bits_[0] & ~skipped) != 0 && element_ > 1;
    std::byte* plain = to;
    if (shuffled) {
      room.resize(checked_size<std::byte>(bytes));
      plain = room.data();
    }
    if ((bits_[1] & ~skipped) != 0) {
      const index_t got = inflater().inflate(stored.data(), size, plain, bytes);
      if (got == Inflater::kNoMemory) throw std::bad_alloc();
      if (got == Inflater::kDamaged) return "its deflated bytes are damaged";
      if (got == Inflater::kNoRoom) return message("it inflates to more than ", bytes, " bytes");
      if (got != bytes) return message("it inflates to ", got, " bytes, not ", bytes);
    } else if (size != bytes) {
      return message("it has ", size, " bytes, not ", bytes);
    } else if (shuffled) {
      plain = stored.data();
    } else {
      std::memcpy(to, stored.data(), static_cast<std::size_t>(bytes));
    }
    if (shuffled) unshuffle(plain, to, bytes);
    return "";
  }

 private:
  static constexpr index_t kChecksumBytes = 4;

  /// 1, 2, 3 in the order in which they are done; 0: another.
  static unsigned rank_of(H5Z_filter_t filter) noexcept {
    return filter == H5Z_FILTER_SHUFFLE      ? 1
           : filter == H5Z_FILTER_DEFLATE    ? 2
           : filter == H5Z_FILTER_FLETCHER32 ? 3
                                             : 0;
  }

  /// Whether the checksum behind the bytes is theirs; the first versions of HDF5 swapped its bytes.
  static bool has_checksum(const std::byte* from, std::size_t bytes) noexcept {
    const std::uint32_t sum = fletcher32(from, bytes);
    const std::uint32_t swapped = (sum & 0x00FF00FFU) << 8U | (sum >> 8U & 0x00FF00FFU);
    std::uint32_t said = 0;
    for (std::size_t i = 4; i-- > 0;)
      said = said << 8U | std::to_integer<std::uint32_t>(from[bytes + i]);
    return said == sum || said == swapped;
  }

  /// A part of an element at the end is not shuffled.
  void unshuffle(const std::byte* from, std::byte* to, index_t bytes) const {
    const index_t size = element_;
    const index_t count = bytes / size;
    const auto planes = borrow(reinterpret_cast<const std::uint8_t*>(from), {size, count});
    borrow(reinterpret_cast<std::uint8_t*>(to), {count, size}).copy_(planes.transpose(0, 1));
    const auto done = static_cast<std::size_t>(count * size);
    if (done < static_cast<std::size_t>(bytes))
      std::memcpy(to + done, from + done, static_cast<std::size_t>(bytes) - done);
  }

  std::array<unsigned, 3> bits_{};  // by rank: of shuffle, deflate and the checksum; 0: none
  index_t element_ = 0;             // bytes of what shuffle takes apart
};

}  // namespace detail
NDX_NAMESPACE_END
