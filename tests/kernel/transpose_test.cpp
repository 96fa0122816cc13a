// Transposed copies of every element size, with edges that fill no tile and steps with gaps.
#include <gtest/gtest.h>

#include <ndx/kernel/copy.hpp>

#include "kernel/kernel_sample.hpp"

namespace {

using namespace ndx::kernel;
using ndx::index_t;
using sample::element;
using sample::numbered;
using sample::OwnedLoop;

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

TEST(Transpose, MovesEveryElementOfMatricesOfAnySize) {
  sample::for_each_element_size([]<std::size_t N>() {
    for (const index_t rows : {1, 4, 7, 8, 16, 17, 33, 100})
      for (const index_t columns : {1, 4, 8, 9, 24, 31, 260, 523})
        check<N>({rows, columns, columns + 3, rows + 5}, transpose<N>);
  });
}

#if NDX_X86

TEST(Transpose, TilesForAvx2AreThePortableOnes) {
  if (!has_avx2()) return;  // such a processor runs the portable ones
  for (const Transposition& t : {Transposition{8, 8, 8, 8}, Transposition{16, 8, 11, 19},
                                 Transposition{8, 24, 40, 8}, Transposition{32, 16, 16, 32}}) {
    check<4>(t, avx2::transpose_tile<4>);
    check<8>(t, avx2::transpose_tile<8>);
    check<4>(t, portable::transpose_tile<4>);
    check<8>(t, portable::transpose_tile<8>);
  }
}

#endif

TEST(CopyStrided, TurnsTheDimsThatAreDenseOnOneSideEach) {
  sample::for_each_element_size([]<std::size_t N>() {
    // (5, 6, 7) row-major from a source whose first dim is dense, and whose others are swapped.
    const OwnedLoop<2> loop{{5, 6, 7}, {{42, 7, 1}, {1, 5, 30}}};
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
