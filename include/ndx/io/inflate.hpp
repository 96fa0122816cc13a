// Inflates zlib streams (RFC 1950, whose blocks are those of RFC 1951) that may be damaged: it reads and
// writes nothing outside the memory that it is given.
//
// Refuses what zlib refuses: codes that are incomplete or have too many words, symbols that have no meaning,
// matches from before the first byte, a checksum that is not that of the bytes.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <span>

#include <ndx/io/huffman_code.hpp>
#include <ndx/io/inflater.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class Inflate {
 public:
  /// See Inflater::inflate.
  static index_t run(const void* from, index_t bytes, void* to, index_t room) noexcept {
    return make(from, bytes, to, room).stream();
  }
  /// Like run(), but a stream that bytes follow is damaged.
  static index_t run_exactly(const void* from, index_t bytes, void* to, index_t room) noexcept {
    Inflate inflate = make(from, bytes, to, room);
    const index_t got = inflate.stream();
    return got >= 0 && inflate.bits_.rest().size() != kChecksumBytes ? Inflater::kDamaged : got;
  }

 private:
  static constexpr index_t kDone = 0;
  static constexpr std::size_t kChecksumBytes = 4;

  static Inflate make(const void* from, index_t bytes, void* to, index_t room) noexcept {
    return {{static_cast<const std::uint8_t*>(from), static_cast<std::size_t>(bytes)},
            {static_cast<std::uint8_t*>(to), static_cast<std::size_t>(room)}};
  }

  Inflate(std::span<const std::uint8_t> from, std::span<std::uint8_t> to)
      : bits_(from), to_(to.data()), next_(to_), end_(to_ + to.size()) {}

  index_t stream() noexcept {
    bits_.refill();
    const std::uint32_t method = bits_.take(8);
    const std::uint32_t flags = bits_.take(8);
    const bool has_window = (method & 15U) == 8 && method >> 4U <= 7;
    if (bits_.is_short() || !has_window || (method << 8U | flags) % 31 != 0 || (flags & 32U) != 0)
      return Inflater::kDamaged;
    for (bool last = false; !last;) {
      if (bits_.is_short()) return Inflater::kDamaged;
      bits_.refill();
      last = bits_.take(1) == 1;
      if (const index_t wrong = block(bits_.take(2)); wrong != kDone) return wrong;
    }
    return bits_.is_short() || !has_checksum(bits_.rest()) ? Inflater::kDamaged : next_ - to_;
  }

  index_t block(std::uint32_t kind) noexcept {
    if (kind == 0) return stored();
    if (kind == 1) make_fixed();
    if (kind == 3 || (kind == 2 && !read_codes())) return Inflater::kDamaged;
    return symbols();
  }

  index_t stored() noexcept {
    if (bits_.is_short()) return Inflater::kDamaged;
    const auto rest = bits_.rest();
    if (rest.size() < 4) return Inflater::kDamaged;
    const std::size_t bytes = rest[0] | std::size_t{rest[1]} << 8U;
    const std::size_t inverse = rest[2] | std::size_t{rest[3]} << 8U;
    if ((bytes ^ inverse) != 0xFFFF || rest.size() - 4 < bytes) return Inflater::kDamaged;
    if (static_cast<std::size_t>(end_ - next_) < bytes) return Inflater::kNoRoom;
    if (bytes > 0) std::memcpy(next_, rest.data() + 4, bytes);
    next_ += bytes;
    bits_.skip_bytes(4 + bytes);
    return kDone;
  }

  void make_fixed() noexcept {
    std::array<std::uint8_t, 288> lengths{};
    for (std::size_t i = 0; i < lengths.size(); ++i)
      lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    literals_.make(lengths);
    lengths.fill(5);
    distances_.make({lengths.data(), 32});
  }

  /// Reads the codes of a block, whose lengths are themselves coded.
  bool read_codes() noexcept {
    constexpr std::array<std::uint8_t, 19> kOrder{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                  11, 4,  12, 3, 13, 2, 14, 1, 15};
    constexpr std::size_t kEndOfBlock = 256;
    const std::size_t literals = bits_.take(5) + 257;
    const std::size_t distances = bits_.take(5) + 1;
    const std::size_t coded = bits_.take(4) + 4;
    if (literals > 286 || distances > 30) return false;
    std::array<std::uint8_t, 19> short_lengths{};
    for (std::size_t i = 0; i < coded; ++i) {
      if (bits_.is_short()) return false;
      bits_.refill();
      short_lengths[kOrder[i]] = static_cast<std::uint8_t>(bits_.take(3));
    }
    std::array<std::uint8_t, 286 + 30> lengths{};
    HuffmanCode<19> code;
    if (!code.make(short_lengths) || !read_lengths(code, {lengths.data(), literals + distances}))
      return false;
    return lengths[kEndOfBlock] != 0 && literals_.make({lengths.data(), literals}) &&
           distances_.make({lengths.data() + literals, distances});
  }

  /// Symbols below 16 are lengths; the others repeat the last length, or 0.
  bool read_lengths(const HuffmanCode<19>& code, std::span<std::uint8_t> lengths) noexcept {
    for (std::size_t i = 0; i < lengths.size();) {
      if (bits_.is_short()) return false;
      bits_.refill();
      const unsigned symbol = code.take(bits_);
      if (symbol < 16) {
        lengths[i++] = static_cast<std::uint8_t>(symbol);
        continue;
      }
      if (symbol > 18 || (symbol == 16 && i == 0)) return false;
      const std::uint8_t repeated = symbol == 16 ? lengths[i - 1] : std::uint8_t{0};
      const std::size_t times = symbol == 16   ? 3 + bits_.take(2)
                                : symbol == 17 ? 3 + bits_.take(3)
                                               : 11 + bits_.take(7);
      if (times > lengths.size() - i) return false;
      for (std::size_t k = 0; k < times; ++k) lengths[i++] = repeated;
    }
    return !bits_.is_short();
  }

  /// Literals and matches, up to the end of the block. Works on copies of bits_ and next_, which the bytes
  /// that are written cannot change.
  index_t symbols() noexcept {
    BitStream bits = bits_;
    std::uint8_t* next = next_;
    index_t wrong = kDone;
    for (bool more = true; more && wrong == kDone;) {
      if (bits.is_short()) return Inflater::kDamaged;
      bits.refill();
      unsigned symbol = literals_.take(bits);
      for (int i = 0; i < 2 && symbol < 256 && next < end_; ++i) {
        *next++ = static_cast<std::uint8_t>(symbol);
        symbol = literals_.take(bits);
      }
      if (symbol < 256) {
        if (next == end_) return bits.is_short() ? Inflater::kDamaged : Inflater::kNoRoom;
        *next++ = static_cast<std::uint8_t>(symbol);
      } else if (symbol == 256) {
        more = false;
      } else {
        wrong = match(bits, next, symbol - 257);
      }
    }
    bits_ = bits;
    next_ = next;
    return wrong;
  }

  NDX_ALWAYS_INLINE index_t match(BitStream& bits, std::uint8_t*& next,
                                  unsigned length_symbol) const noexcept {
    constexpr std::array<std::uint16_t, 29> kLengths{3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                                     15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                                     67, 83, 99, 115, 131, 163, 195, 227, 258};
    constexpr std::array<std::uint8_t, 29> kLengthBits{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                       2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    constexpr std::array<std::uint16_t, 30> kDistances{
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    if (length_symbol >= kLengths.size() || bits.is_short()) return Inflater::kDamaged;
    bits.refill();
    const std::size_t length = kLengths[length_symbol] + bits.take(kLengthBits[length_symbol]);
    const unsigned distance_symbol = distances_.take(bits);
    if (distance_symbol >= kDistances.size()) return Inflater::kDamaged;
    const unsigned distance_bits = distance_symbol < 2 ? 0 : distance_symbol / 2 - 1;
    const std::size_t distance = kDistances[distance_symbol] + bits.take(distance_bits);
    if (bits.is_short() || distance > static_cast<std::size_t>(next - to_))
      return Inflater::kDamaged;
    if (length > static_cast<std::size_t>(end_ - next)) return Inflater::kNoRoom;
    repeat(next, distance, length);
    next += length;
    return kDone;
  }

  /// Writes bytes from `distance` bytes before `next`; a distance below the length repeats them. Most matches
  /// are short: eight bytes at a time are faster than calls of memcpy where there is room for seven more.
  NDX_ALWAYS_INLINE void repeat(std::uint8_t* next, std::size_t distance,
                                std::size_t length) const noexcept {
    const std::uint8_t* from = next - distance;
    if (distance >= 8 && static_cast<std::size_t>(end_ - next) >= length + 7) {
      for (std::size_t i = 0; i < length; i += 8) std::memcpy(next + i, from + i, 8);
      return;
    }
    for (; length > distance; distance *= 2) {
      std::memcpy(next, from, distance);
      next += distance;
      length -= distance;
    }
    std::memcpy(next, from, length);
  }

  /// Whether the stream ends with Adler's checksum of the bytes: sums modulo 65521.
  [[nodiscard]] bool has_checksum(std::span<const std::uint8_t> rest) const noexcept {
    constexpr std::ptrdiff_t kMost = 5552;  // bytes whose sums fit 32 bits
    if (rest.size() < kChecksumBytes) return false;
    std::uint32_t sum = 1;
    std::uint32_t sum_of_sums = 0;
    for (const std::uint8_t* from = to_; from < next_;) {
      const std::uint8_t* const until = next_ - from > kMost ? from + kMost : next_;
      for (; from < until; ++from) sum_of_sums += sum += *from;
      sum %= 65521;
      sum_of_sums %= 65521;
    }
    std::uint32_t said = 0;
    for (std::size_t i = 0; i < kChecksumBytes; ++i) said = said << 8U | rest[i];
    return said == (sum_of_sums << 16U | sum);
  }

  BitStream bits_;
  std::uint8_t* to_;
  std::uint8_t* next_;
  std::uint8_t* end_;
  HuffmanCode<288> literals_;
  HuffmanCode<32> distances_;
};

}  // namespace detail
NDX_NAMESPACE_END
