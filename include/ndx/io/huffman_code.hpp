// Huffman codes of deflated streams (RFC 1951), and the bits that their words are read from.
//
// A word has at most 15 bits. Words of up to 10 bits are looked up in a table by the next bits of the stream;
// longer ones, which are rare, are decoded bit by bit as Mark Adler's puff.c does.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The bits of a stream, each byte's lowest first. Past its end they are 0, and is_short() says so.
class BitStream {
 public:
  explicit BitStream(std::span<const std::uint8_t> bytes)
      : next_(bytes.data()), end_(next_ + bytes.size()) {}

  /// Makes at least 49 bits ready: more than three words of a code take, or the rest of a match.
  void refill() noexcept {
    if (end_ - next_ >= 8) {
      held_ |= (four(next_) | four(next_ + 4) << 32U) << static_cast<unsigned>(count_);
      next_ += (63 - count_) / 8;
      count_ |= 56;
    } else {
      for (; count_ <= 48 && next_ < end_; count_ += 8)
        held_ |= std::uint64_t{*next_++} << static_cast<unsigned>(count_);
    }
  }
  /// The next bits, of which those that are ready are right.
  [[nodiscard]] std::uint64_t held() const noexcept { return held_; }
  void skip(unsigned bits) noexcept {
    held_ >>= bits;
    count_ -= static_cast<int>(bits);
  }
  std::uint32_t take(unsigned bits) noexcept {
    const auto taken = static_cast<std::uint32_t>(held_ & ((std::uint64_t{1} << bits) - 1));
    skip(bits);
    return taken;
  }
  /// Whether more bits were taken than there are. To be asked before each refill().
  [[nodiscard]] bool is_short() const noexcept { return count_ < 0; }

  /// Leaves the bits before the next whole byte out, and returns the bytes that were not taken.
  std::span<const std::uint8_t> rest() noexcept {
    next_ -= count_ / 8;
    held_ = 0;
    count_ = 0;
    return {next_, end_};
  }
  /// Takes bytes that rest() has returned.
  void skip_bytes(std::size_t bytes) noexcept { next_ += bytes; }

 private:
  /// Compiled to one load where the machine's byte order is that of the stream.
  static std::uint64_t four(const std::uint8_t* at) noexcept {
    return at[0] | std::uint64_t{at[1]} << 8U | std::uint64_t{at[2]} << 16U |
           std::uint64_t{at[3]} << 24U;
  }

  const std::uint8_t* next_;
  const std::uint8_t* end_;
  std::uint64_t held_ = 0;
  int count_ = 0;  // of bits that are held
};

/// A Huffman code of at most kSymbols symbols.
template <std::size_t kSymbols>
class HuffmanCode {
 public:
  static constexpr unsigned kNone = 0xFFF;  // is no symbol

  /// Makes it from the length of each symbol's word, 0 for a symbol that has none. Returns whether the
  /// words are those of a code: a single one of one bit need not be complete.
  bool make(std::span<const std::uint8_t> lengths) noexcept {
    counts_.fill(0);
    for (const std::uint8_t length : lengths) ++counts_[length];
    counts_[0] = 0;
    int left = 1;
    unsigned longest = 0;
    std::array<std::uint16_t, kLongest + 2> places{};
    std::array<std::uint16_t, kLongest + 2> words{};
    for (unsigned length = 1; length <= kLongest; ++length) {
      left = 2 * left - counts_[length];
      if (left < 0) return false;
      if (counts_[length] > 0) longest = length;
      places[length + 1] = static_cast<std::uint16_t>(places[length] + counts_[length]);
      words[length + 1] = static_cast<std::uint16_t>((words[length] + counts_[length]) << 1U);
    }
    if (left > 0 && longest > 1) return false;
    table_.fill(0);
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
      const unsigned length = lengths[symbol];
      if (length == 0) continue;
      symbols_[places[length]++] = static_cast<std::uint16_t>(symbol);
      if (const unsigned word = words[length]++; length <= kTableBits)
        add_to_table(word, length, static_cast<std::uint16_t>(symbol << 4U | length));
    }
    return true;
  }

  /// Takes the next symbol; kNone if the bits are no word of the code.
  NDX_ALWAYS_INLINE unsigned take(BitStream& bits) const noexcept {
    unsigned entry = table_[bits.held() & (table_.size() - 1)];
    if (entry == 0) [[unlikely]]
      entry = long_entry(bits.held());
    bits.skip(entry & 15U);
    return entry >> 4U;
  }

 private:
  static constexpr unsigned kLongest = 15;
  static constexpr unsigned kTableBits = 10;

  /// Wherever the next bits begin with the word, whose first bit is its highest.
  void add_to_table(unsigned word, unsigned length, std::uint16_t entry) noexcept {
    std::size_t at = 0;
    for (unsigned i = 0; i < length; ++i) at = at << 1U | (word >> i & 1U);
    for (; at < table_.size(); at += std::size_t{1} << length) table_[at] = entry;
  }

  [[nodiscard]] unsigned long_entry(std::uint64_t bits) const noexcept {
    int word = 0;
    int first = 0;  // word of this length
    int place = 0;  // of its symbol
    for (unsigned length = 1; length <= kLongest; ++length, bits >>= 1U) {
      word = word << 1U | static_cast<int>(bits & 1U);
      const int count = counts_[length];
      if (word - first < count)
        return unsigned{symbols_[static_cast<std::size_t>(place + word - first)]} << 4U | length;
      place += count;
      first = (first + count) << 1U;
    }
    return kNone << 4U;
  }

  std::array<std::uint16_t, kLongest + 1> counts_{};                 // of words of each length
  std::array<std::uint16_t, kSymbols> symbols_{};                    // in the order of their words
  std::array<std::uint16_t, std::size_t{1} << kTableBits> table_{};  // symbol and length; 0: none
};

}  // namespace detail
NDX_NAMESPACE_END
