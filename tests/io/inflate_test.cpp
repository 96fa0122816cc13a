// Inflating without a library, beside zlib: streams of all kinds of blocks, whole, damaged and cut off.
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/io/inflate.hpp>
#include <ndx/zlib.hpp>

namespace inflate_test {

using namespace ndx;
using Bytes = std::vector<unsigned char>;

/// Levels 0 to 9; strategies: Z_FIXED gives blocks of fixed codes, Z_HUFFMAN_ONLY no matches, Z_RLE those of
/// distance 1.
Bytes deflated(Bytes bytes, int level, int strategy = Z_DEFAULT_STRATEGY, int memory = 8) {
  z_stream stream{};
  deflateInit2(&stream, level, Z_DEFLATED, 15, memory, strategy);
  Bytes to(deflateBound(&stream, static_cast<uLong>(bytes.size())) + 64);
  stream.next_in = bytes.data();
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = to.data();
  stream.avail_out = static_cast<uInt>(to.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  to.resize(stream.total_out);
  deflateEnd(&stream);
  return to;
}

/// Into memory of exactly that size; negative where it fails.
std::pair<index_t, Bytes> inflated(const Bytes& from, std::size_t room) {
  const Bytes exactly(from.begin(), from.end());
  Bytes to(room);
  const index_t got = detail::Inflate::run(exactly.data(), std::ssize(exactly), to.data(),
                                           static_cast<index_t>(room));
  return {got, to};
}
index_t by_zlib(const Bytes& from, std::size_t room) {
  Bytes to(room);
  return detail::inflate_by_zlib(from.data(), std::ssize(from), to.data(),
                                 static_cast<index_t>(room));
}

class Numbers {
 public:
  std::size_t below(std::size_t count) { return engine_() % count; }
  unsigned char byte() { return static_cast<unsigned char>(engine_()); }

 private:
  std::mt19937 engine_{7};
};

/// Noise, few symbols, one symbol, symbols of many frequencies (long words), and repeated text.
Bytes made(Numbers& numbers, std::size_t kind, std::size_t size) {
  Bytes bytes(size);
  for (std::size_t i = 0; i < size; ++i) {
    unsigned char& byte = bytes[i];
    if (kind == 0) byte = numbers.byte();
    if (kind == 1) byte = static_cast<unsigned char>(numbers.below(4));
    if (kind == 3)
      while (byte < 250 && numbers.below(8) > 2) ++byte;
    if (kind == 4)
      byte = i > 40 && numbers.below(4) != 0 ? bytes[i - 1 - numbers.below(40)]
                                             : static_cast<unsigned char>('a' + numbers.below(26));
  }
  return bytes;
}

TEST(Inflate, GivesTheBytesOfEveryLevelAndStrategy) {
  Numbers numbers;
  for (const std::size_t size : {0U, 1U, 2U, 7U, 100U, 4000U, 70000U}) {
    for (std::size_t kind = 0; kind < 5; ++kind) {
      const Bytes bytes = made(numbers, kind, size);
      for (const int strategy : {Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE}) {
        for (const int level : {0, 1, 6, 9}) {
          const auto [got, to] = inflated(deflated(bytes, level, strategy, 1 + level % 8), size);
          ASSERT_EQ(got, static_cast<index_t>(size)) << kind << ' ' << strategy << ' ' << level;
          ASSERT_EQ(to, bytes) << kind << ' ' << strategy << ' ' << level;
        }
      }
    }
  }
}

TEST(Inflate, TellsWhatItGivesWhereThereIsMoreRoomOrLess) {
  Numbers numbers;
  const Bytes bytes = made(numbers, 4, 5000);
  for (const int level : {0, 6}) {
    const Bytes stream = deflated(bytes, level);
    EXPECT_EQ(inflated(stream, 9000).first, 5000);
    for (const std::size_t room : {0U, 1U, 2500U, 4990U, 4999U})
      EXPECT_EQ(inflated(stream, room).first, Inflater::kNoRoom) << room;
    Bytes longer = stream;
    longer.push_back(1);
    EXPECT_EQ(inflated(longer, 5000).first, 5000);
  }
}

TEST(Inflate, RefusesStreamsThatAreCutOff) {
  Numbers numbers;
  for (std::size_t kind = 0; kind < 5; ++kind) {
    const Bytes stream = deflated(made(numbers, kind, 600), 6);
    for (std::size_t size = 0; size < stream.size(); ++size)
      EXPECT_EQ(
          inflated(Bytes(stream.begin(), stream.begin() + static_cast<std::ptrdiff_t>(size)), 600)
              .first,
          Inflater::kDamaged)
          << kind << ' ' << size;
  }
}

// RFC 1951: codes of more words than there are, without an end, or of symbols that have no meaning.
TEST(Inflate, RefusesWhatZlibRefuses) {
  const std::vector<Bytes> streams{{},
                                   {0x78},
                                   {0x78, 0x9D},              // the check of the header
                                   {0x79, 0x9B},              // another method
                                   {0x88, 0x1C, 3, 0, 0, 0},  // a window of 64 KB
                                   {0x78, 0xBB, 3, 0, 0, 0},  // a dictionary
                                   {0x78, 0x9C, 7},           // a kind of block that there is not
                                   {0x78, 0x9C, 1, 1, 0, 0xFF, 0xFF, 9},  // a size and its inverse
                                   {0x78, 0x9C, 5, 0xFE, 0xFF, 0xFF},     // too many lengths
                                   {0x78, 0x9C, 3, 2, 0, 0, 0, 0},        // a match of nothing
                                   {0x78, 0x9C, 3, 0, 0, 0, 0, 2}};       // the checksum
  for (const Bytes& stream : streams) {
    EXPECT_EQ(inflated(stream, 100).first, Inflater::kDamaged);
    EXPECT_EQ(by_zlib(stream, 100), Inflater::kDamaged);
  }
  EXPECT_EQ(inflated({0x78, 0x9C, 3, 0, 0, 0, 0, 1}, 100).first, 0);
}

/// Both may refuse it for another reason: one sees damage where the other has no more room.
TEST(Inflate, GivesWhatZlibGivesOfChangedBytes) {
  Numbers numbers;
  index_t given = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::size_t size = numbers.below(400);
    constexpr std::array<int, 4> kStrategies{Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY, Z_RLE};
    Bytes stream = deflated(made(numbers, numbers.below(5), size),
                            static_cast<int>(numbers.below(10)), kStrategies[numbers.below(4)]);
    for (std::size_t changes = numbers.below(3); changes-- > 0;)
      stream[numbers.below(std::min<std::size_t>(stream.size(), 60))] ^=
          static_cast<unsigned char>(1U << numbers.below(8));
    const std::size_t room = size + numbers.below(20);
    Bytes expected(room);
    const index_t by_zlib = detail::inflate_by_zlib(stream.data(), std::ssize(stream),
                                                    expected.data(), static_cast<index_t>(room));
    const auto [got, to] = inflated(stream, room);
    ASSERT_EQ(got < 0, by_zlib < 0) << i;
    if (got < 0) continue;
    ++given;
    ASSERT_EQ(got, by_zlib) << i;
    ASSERT_TRUE(std::equal(to.begin(), to.begin() + got, expected.begin())) << i;
  }
  EXPECT_GT(given, 5000);
}

}  // namespace inflate_test
