// Hdf5Filters: undoes the filters that HDF5 applies to the bytes of a chunk before storing them.
// Needs libhdf5 and zlib; of tensors, it only uses the copy of a transpose.
//
// It knows the filters of most files, in any order: shuffle (which stores the first bytes of all
// elements, then the second ones, ...), deflate at most once, and a Fletcher checksum after the
// bytes. HDF5's own filters trust the bytes; here, damaged bytes and wrong sizes are errors.
#pragma once

#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include <ndx/interop/hdf5/hdf5_handle.hpp>
#include <ndx/interop/hdf5/hdf5_inflate.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns Fletcher's checksum of 16-bit big-endian words, modulo 65535.
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

/// The buffers with which a thread reads chunks: one for the bytes as they are stored, and one into
/// which filters are undone.
struct Hdf5Buffers {
  std::vector<std::byte> stored;
  std::vector<std::byte> undone;
};

/// Keeps buffers for the next chunk, so that they are not allocated again.
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
  /// Reads the filters in a dataset's creation properties. Returns nothing if there are none, or
  /// any that is not known here.
  static std::optional<Hdf5Filters> of(const Hdf5Use& use, hid_t list) {
    constexpr const char* kWhat = "its filters cannot be read";
    Hdf5Filters made;
    const int count = use.checked(H5Pget_nfilters(list), kWhat);
    int deflates = 0;
    for (unsigned i = 0; i < static_cast<unsigned>(count); ++i) {
      unsigned flags = 0;
      unsigned config = 0;
      std::size_t values = 1;
      unsigned value = 0;
      const H5Z_filter_t filter =
          use.checked(H5Pget_filter2(list, i, &flags, &values, &value, 0, nullptr, &config), kWhat);
      const bool shuffles = filter == H5Z_FILTER_SHUFFLE && values == 1 && value > 0;
      if (filter == H5Z_FILTER_DEFLATE) ++deflates;
      if (!shuffles && filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_FLETCHER32)
        return std::nullopt;
      made.filters_.push_back({filter, value});
    }
    if (count == 0 || count > kMostFilters || deflates > 1) return std::nullopt;
    return made;
  }

  /// Turns a stored chunk into the `bytes` bytes of its elements. `skipped` has a bit for each
  /// filter without which this chunk was stored. Returns a description of the fault, or an empty
  /// string. If `exactly` is set, bytes after the end of the deflated data are a fault. Changes the
  /// buffers.
  [[nodiscard]] std::string undo(Hdf5Buffers& buffers, unsigned skipped, std::byte* to,
                                 index_t bytes, bool exactly) const {
    std::span<std::byte> now = buffers.stored;
    for (std::size_t i = filters_.size(); i-- > 0;) {
      if ((skipped >> i & 1U) != 0) continue;
      std::string wrong;
      if (filters_[i].id == H5Z_FILTER_FLETCHER32) {
        wrong = cut_checksum(now);
      } else if (filters_[i].id == H5Z_FILTER_DEFLATE) {
        const index_t size = bytes + kChecksumBytes * checksums_before(i, skipped);
        if (size / kMostInflated > std::ssize(now))
          return message("it has ", now.size(), " bytes, too few to inflate to ", size);
        const std::span<std::byte> plain = room(buffers, now, to, bytes, size, i, skipped);
        wrong = inflate(now, plain, exactly);
        now = plain;
      } else if (filters_[i].value > 1) {
        const std::span<std::byte> plain =
            room(buffers, now, to, bytes, std::ssize(now), i, skipped);
        unshuffle(now.data(), plain.data(), std::ssize(now), filters_[i].value);
        now = plain;
      }
      if (!wrong.empty()) return wrong;
    }
    if (std::ssize(now) != bytes) return message("it has ", now.size(), " bytes, not ", bytes);
    if (now.data() != to) std::memcpy(to, now.data(), now.size());
    return "";
  }

 private:
  static constexpr index_t kChecksumBytes = 4;
  static constexpr index_t kMostInflated = 1032;  // bytes by one byte: 258 by two bits
  static constexpr int kMostFilters = 32;         // those that have a bit in `skipped`

  struct Filter {
    H5Z_filter_t id;
    unsigned value;  // for shuffle: the bytes of an element
  };

  /// Returns the memory for the `size` bytes that a filter makes: that of the elements if it is the
  /// last one to be undone, otherwise the buffer that the bytes are not in.
  std::span<std::byte> room(Hdf5Buffers& buffers, std::span<const std::byte> now, std::byte* to,
                            index_t bytes, index_t size, std::size_t i, unsigned skipped) const {
    bool is_last = size == bytes;
    for (std::size_t k = 0; k < i; ++k) is_last = is_last && (skipped >> k & 1U) != 0;
    if (is_last) return {to, static_cast<std::size_t>(size)};
    const bool is_stored = now.data() == buffers.stored.data();
    std::vector<std::byte>& other = is_stored ? buffers.undone : buffers.stored;
    other.resize(checked_size<std::byte>(size));
    return other;
  }

  [[nodiscard]] index_t checksums_before(std::size_t i, unsigned skipped) const noexcept {
    index_t count = 0;
    for (std::size_t k = 0; k < i; ++k)
      if (filters_[k].id == H5Z_FILTER_FLETCHER32 && (skipped >> k & 1U) == 0) ++count;
    return count;
  }

  static std::string inflate(std::span<const std::byte> from, std::span<std::byte> to,
                             bool exactly) {
    const bool by_zlib = exactly || inflater().inflate == nullptr;
    const index_t got =
        by_zlib ? inflate_by_zlib(from.data(), std::ssize(from), to.data(), std::ssize(to), exactly)
                : inflater().inflate(from.data(), std::ssize(from), to.data(), std::ssize(to));
    if (got == Inflater::kNoMemory) throw std::bad_alloc();
    if (got == Inflater::kDamaged) return "its deflated bytes are damaged";
    if (got == Inflater::kNoRoom) return message("it inflates to more than ", to.size(), " bytes");
    if (got == std::ssize(to)) return "";
    return message("it inflates to ", got, " bytes, not ", to.size());
  }

  /// Removes and compares the checksum. The first versions of HDF5 swapped its bytes.
  static std::string cut_checksum(std::span<std::byte>& now) {
    if (std::ssize(now) < kChecksumBytes) return "it is shorter than its checksum";
    const std::span<const std::byte> said = now.last(kChecksumBytes);
    now = now.first(now.size() - kChecksumBytes);
    const std::uint32_t sum = fletcher32(now.data(), now.size());
    const std::uint32_t swapped = (sum & 0x00FF00FFU) << 8U | (sum >> 8U & 0x00FF00FFU);
    std::uint32_t expected = 0;
    for (std::size_t i = said.size(); i-- > 0;)
      expected = expected << 8U | std::to_integer<std::uint32_t>(said[i]);
    return expected == sum || expected == swapped ? "" : "its checksum is not that of its bytes";
  }

  /// Undoes shuffle. A part of an element at the end is not shuffled.
  static void unshuffle(const std::byte* from, std::byte* to, index_t bytes, index_t size) {
    const index_t count = bytes / size;
    const auto planes = borrow(reinterpret_cast<const std::uint8_t*>(from), {size, count});
    borrow(reinterpret_cast<std::uint8_t*>(to), {count, size}).copy_(planes.transpose(0, 1));
    const auto done = static_cast<std::size_t>(count * size);
    if (done < static_cast<std::size_t>(bytes))
      std::memcpy(to + done, from + done, static_cast<std::size_t>(bytes) - done);
  }

  std::vector<Filter> filters_;  // in the order in which HDF5 applies them
};

}  // namespace detail
NDX_NAMESPACE_END
