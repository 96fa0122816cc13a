// Transposed copies of every element size, with edges that fill no tile and steps with gaps.
#include <cstring>
#include <random>

#include <gtest/gtest.h>

#include <ndx/kernel/move/copy.hpp>

#include "kernel/kernel_sample.hpp"

namespace transpose_test {

using namespace ndx::kernel;
using ndx::index_t;
using sample::element;
using sample::LoopOf;
using sample::numbered;

/// `count` elements of N random bytes, which do not repeat after some rows or columns.
template <std::size_t N>
std::vector<std::byte> random_elements(index_t count, unsigned seed) {
  std::mt19937 generator(seed);
  std::vector<std::byte> bytes(static_cast<std::size_t>(count) * N);
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(generator() >> 24);
  return bytes;
}

/// What a person would write, element by element.
template <std::size_t N>
std::vector<std::byte> transposed(std::vector<std::byte> to, const std::vector<std::byte>& from,
                                  const Transposition& t) {
  for (index_t i = 0; i < t.rows; ++i)
    for (index_t j = 0; j < t.columns; ++j)
      std::memcpy(&to[static_cast<std::size_t>(i * t.to_step + j) * N],
                  &from[static_cast<std::size_t>(i + j * t.from_step) * N], N);
  return to;
}

/// Transposes with the best kernel, with the scalar one and with the portable one.
template <std::size_t N>
void check(const Transposition& t) {
  const auto before = random_elements<N>(t.rows * t.to_step, 1);
  const auto from = random_elements<N>(t.columns * t.from_step, 2);
  const auto wanted = transposed<N>(before, from, t);
  const auto expect = [&](const char* kernel, auto run) {
    auto to = before;
    run(to.data());
    ASSERT_EQ(std::memcmp(to.data(), wanted.data(), to.size()), 0)
        << kernel << ", " << N << " bytes: " << t.rows << " x " << t.columns;
  };
  expect("best", [&](std::byte* to) { transpose<N>(to, from.data(), t, Stores::cached); });
  expect("scalar", [&](std::byte* to) { scalar::transpose<N>(to, from.data(), t); });
  expect("portable", [&](std::byte* to) {
    portable::Transpose::transpose<N>(to, from.data(), t, Stores::cached);
  });
}

/// Calls test(t) for matrices around the sizes of tiles, lines and bands, with and without gaps
/// between rows and columns.
template <class Test>
void for_each_matrix(Test test) {
  const auto with_gaps = [&](index_t rows, index_t columns) {
    for (const index_t gap : {0, 3}) test(Transposition{rows, columns, columns + gap, rows + gap});
  };
  constexpr index_t kSizes[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  12, 15,
                                16, 17, 20, 23, 24, 25, 28, 31, 32, 33, 35};
  for (const index_t rows : kSizes)
    for (const index_t columns : kSizes) with_gaps(rows, columns);
  for (const index_t few : {5, 7, 12, 21, 31}) {  // runs of small tiles
    with_gaps(few, 259);
    with_gaps(259, few);
  }
  for (const index_t rows : {13, 16, 31, 40, 64, 70})  // whose lines share few places of the cache
    for (const index_t columns : {3, 16, 64, 150, 261})
      test(Transposition{rows, columns, 4096, rows + 1});
  with_gaps(64, 4);  // a line of bytes, exactly and with an edge
  with_gaps(67, 64);
  with_gaps(9, 523);  // bands
  with_gaps(70, 261);
  with_gaps(2, 523);  // long interleaves
  with_gaps(3, 130);
  with_gaps(4, 260);
  with_gaps(200, 2);  // and long de-interleaves
  with_gaps(523, 3);
  with_gaps(261, 4);
}

TEST(Transpose, MovesEveryElementOfMatricesOfAnySize) {
  sample::for_each_element_size(
      []<std::size_t N>() { for_each_matrix([](const Transposition& t) { check<N>(t); }); });
}

TEST(Transpose, PastTheCachesIsTheSame) {
  sample::for_each_element_size([]<std::size_t N>() {
    for (const index_t rows : {2, 3, 4, 60, 64, 130, 1000})
      for (const index_t columns : {2, 3, 4, 64, 70, 320})
        for (const index_t to_step : {columns, (columns + 63) / 64 * 64}) {
          const Transposition t{rows, columns, to_step, rows};
          const auto from = random_elements<N>(columns * t.from_step, 3);
          const std::size_t bytes = static_cast<std::size_t>(rows * to_step) * N;
          const auto wanted = transposed<N>(std::vector<std::byte>(bytes), from, t);
          for (const std::size_t shift : {0u, 32u, 5u}) {  // of the lines
            std::vector<std::byte> memory(bytes + 128);
            const std::size_t past = reinterpret_cast<std::uintptr_t>(memory.data()) % 64;
            std::byte* const to = memory.data() + (64 - past) % 64 + shift;
            transpose<N>(to, from.data(), t, Stores::streamed);
            finish_streaming();
            ASSERT_EQ(std::memcmp(to, wanted.data(), bytes), 0)
                << N << ": " << rows << " x " << columns << " at " << shift;
          }
        }
  });
}

TEST(CopyStrided, TurnsTheDimsThatAreDenseOnOneSideEach) {
  sample::for_each_element_size([]<std::size_t N>() {
    // (5, 6, 7) row-major from a source whose first dim is dense, and whose others are swapped.
    const LoopOf<2> loop{{5, 6, 7}, {{42, 7, 1}, {1, 5, 30}}};
    std::vector<std::byte> to(210 * N);
    const auto from = numbered<N>(210);
    copy_strided<N>(to.data(), from.data(), loop);
    for (index_t a = 0; a < 5; ++a)
      for (index_t b = 0; b < 6; ++b)
        for (index_t c = 0; c < 7; ++c)
          ASSERT_EQ(element<N>(to, a * 42 + b * 7 + c), element<N>(from, a + b * 5 + c * 30));
  });
}

}  // namespace transpose_test
