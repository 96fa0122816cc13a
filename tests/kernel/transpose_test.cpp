// Transposed copies of every element size, with edges that fill no tile and steps with gaps.
#include <gtest/gtest.h>

#include <ndx/kernel/copy.hpp>

#include "kernel/kernel_sample.hpp"

namespace {

using namespace ndx::kernel;
using ndx::index_t;
using sample::element;
using sample::LoopOf;
using sample::numbered;

/// What a person would write, element by element.
template <std::size_t N>
std::vector<std::byte> transposed(std::vector<std::byte> to, const std::vector<std::byte>& from,
                                  const Transposition& t) {
  for (index_t i = 0; i < t.rows; ++i)
    for (index_t j = 0; j < t.columns; ++j) {
      const auto one = element<N>(from, i + j * t.from_step);
      std::copy(one.begin(), one.end(), to.begin() + (i * t.to_step + j) * static_cast<index_t>(N));
    }
  return to;
}

template <std::size_t N, class Transpose>
void check(const Transposition& t, Transpose transpose) {
  auto to = numbered<N>(static_cast<std::size_t>(t.rows * t.to_step), 200);
  const auto from = numbered<N>(static_cast<std::size_t>(t.columns * t.from_step));
  const auto wanted = transposed<N>(to, from, t);
  transpose(to.data(), from.data(), t);
  ASSERT_EQ(to, wanted) << N << ": " << t.rows << " x " << t.columns;
}

/// Calls test(t) for matrices around the sizes of tiles, lines and bands, with and without gaps
/// between rows and columns.
template <class Test>
void for_each_matrix(Test test) {
  for (const index_t rows : {1, 2, 3, 4, 5, 7, 8, 16, 17, 33, 64, 100, 200})
    for (const index_t columns : {1, 2, 3, 4, 6, 8, 9, 24, 31, 64, 130, 260, 523})
      for (const index_t gap : {0, 3})
        test(Transposition{rows, columns, columns + gap, rows + gap});
}

TEST(Transpose, MovesEveryElementOfMatricesOfAnySize) {
  sample::for_each_element_size([]<std::size_t N>() {
    for_each_matrix([](const Transposition& t) {
      check<N>(t, [](std::byte* to, const std::byte* from, const Transposition& matrix) {
        transpose<N>(to, from, matrix, Stores::cached);
      });
      check<N>(t, scalar::transpose<N>);
      check<N>(t, [](std::byte* to, const std::byte* from, const Transposition& matrix) {
        portable::Transpose::transpose<N>(to, from, matrix, Stores::cached);
      });
    });
  });
}

TEST(Transpose, PastTheCachesIsTheSame) {
  sample::for_each_element_size([]<std::size_t N>() {
    for (const index_t rows : {2, 3, 4, 60, 64, 130, 1000})
      for (const index_t columns : {2, 3, 4, 64, 70, 320})
        for (const index_t to_step : {columns, (columns + 63) / 64 * 64}) {
          const Transposition t{rows, columns, to_step, rows};
          const auto from = numbered<N>(static_cast<std::size_t>(columns * t.from_step));
          const std::size_t bytes = static_cast<std::size_t>(rows * to_step) * N;
          for (const std::size_t shift : {0u, 32u, 5u}) {  // of the lines
            std::vector<std::byte> memory(bytes + 128);
            const std::size_t past = reinterpret_cast<std::uintptr_t>(memory.data()) % 64;
            std::byte* const to = memory.data() + (64 - past) % 64 + shift;
            transpose<N>(to, from.data(), t, Stores::streamed);
            finish_streaming();
            const std::vector<std::byte> got(to, to + bytes);
            ASSERT_EQ(got, transposed<N>(std::vector<std::byte>(bytes), from, t))
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

}  // namespace
