// Rows of masks of every length and density, for each instruction set, against what a person would
// write.
#include <random>

#include <gtest/gtest.h>

#include <ndx/kernel/mask/mask_rows.hpp>

#include "kernel/kernel_sample.hpp"
#include "support/processor.hpp"

namespace mask_rows_test {

using namespace ndx::kernel;
using ndx::index_t;
using sample::element;
using sample::numbered;

struct Mask {
  Mask(std::size_t size, int percent, unsigned seed) : bytes(size) {
    std::mt19937 engine(seed);
    for (std::byte& byte : bytes) {
      const bool set = static_cast<int>(engine() % 100) < percent;
      byte = set ? static_cast<std::byte>(1 + engine() % 255) : std::byte{0};
      count += set ? 1 : 0;
    }
  }
  [[nodiscard]] MaskRow row(bool sparse) const {
    return {bytes.data(), static_cast<index_t>(bytes.size()), 1, count, sparse};
  }
  std::vector<std::byte> bytes;
  index_t count = 0;
};

/// Calls test(mask, sparse) for masks of lengths around the groups, of several densities.
template <class Test>
void for_each_mask(Test test) {
  unsigned seed = 1;
  for (const std::size_t size : {1u, 7u, 31u, 32u, 33u, 64u, 95u, 257u, 1000u, 9001u})
    for (const int percent : {0, 1, 10, 50, 90, 100})
      for (const bool sparse : {false, true}) test(Mask(size, percent, ++seed), sparse);
}

/// The positions of the set bytes, found as a person would.
std::vector<index_t> positions(const Mask& mask) {
  std::vector<index_t> found;
  for (std::size_t i = 0; i < mask.bytes.size(); ++i)
    if (mask.bytes[i] != std::byte{0}) found.push_back(static_cast<index_t>(i));
  return found;
}

template <std::size_t N>
std::vector<std::byte> compressed(const Mask& mask, const std::vector<std::byte>& source) {
  std::vector<std::byte> result;
  for (const index_t i : positions(mask)) {
    const auto one = element<N>(source, i);
    result.insert(result.end(), one.begin(), one.end());
  }
  return result;
}

template <std::size_t N>
std::vector<std::byte> expanded(const Mask& mask, std::vector<std::byte> target,
                                const std::vector<std::byte>& values) {
  index_t k = 0;
  for (const index_t i : positions(mask)) {
    const auto one = element<N>(values, k++);
    std::copy(one.begin(), one.end(), target.begin() + i * static_cast<index_t>(N));
  }
  return target;
}

template <class Rows>
void count_and_offsets() {
  for_each_mask([](const Mask& mask, bool sparse) {
    EXPECT_EQ(Rows::count(mask.row(sparse)), mask.count);
    for (const index_t step : {index_t{-3}, index_t{INT32_MAX}, index_t{INT32_MIN}}) {
      std::vector<index_t> wanted = positions(mask);
      for (index_t& position : wanted) position = 1000 + step * position;
      std::vector<index_t> got(wanted.size() + 1, 77);  // one more, that must not be written
      EXPECT_EQ(Rows::offsets(got.data(), mask.row(sparse), 0, 1000, step), mask.count);
      wanted.push_back(77);
      EXPECT_EQ(got, wanted);
      std::fill(got.begin(), got.end(), 77);
      EXPECT_EQ(Rows::sparse_offsets(got.data(), mask.row(sparse), 0, 1000, step), mask.count);
      EXPECT_EQ(got, wanted);
    }
  });
}

template <class Rows, std::size_t N>
void compress_expand_fill() {
  for_each_mask([](const Mask& mask, bool sparse) {
    const std::size_t size = mask.bytes.size();
    const auto source = numbered<N>(size);
    auto packed = numbered<N>(static_cast<std::size_t>(mask.count) + 1, 200);
    const auto beyond = element<N>(packed, mask.count);
    EXPECT_EQ((Rows::template compress<N>(packed.data(), mask.row(sparse), 0, source.data())),
              mask.count);
    EXPECT_EQ(element<N>(packed, mask.count), beyond);
    packed.resize(packed.size() - N);
    ASSERT_EQ(packed, compressed<N>(mask, source)) << N << ' ' << size << ' ' << mask.count;

    std::vector<std::uint64_t> bits((size + 63) / 64);
    EXPECT_EQ(Rows::pack_bits(bits.data(), mask.row(sparse)), mask.count);
    const BitRow row{bits.data(), static_cast<index_t>(bits.size()), mask.count, sparse};
    auto by_bits = numbered<N>(static_cast<std::size_t>(mask.count), 200);
    EXPECT_EQ((Rows::template compress_bits<N>(by_bits.data(), row, 0, source.data())), mask.count);
    ASSERT_EQ(by_bits, packed) << N << ' ' << size << ' ' << mask.count;

    auto target = numbered<N>(size, 100);
    const auto values = numbered<N>(static_cast<std::size_t>(mask.count), 50);
    const auto wanted = expanded<N>(mask, target, values);
    EXPECT_EQ((Rows::template expand<N>(target.data(), mask.row(sparse), 0, values.data())),
              mask.count);
    ASSERT_EQ(target, wanted) << N << ' ' << size << ' ' << mask.count;

    const auto one = numbered<N>(1, 3);
    std::vector<std::byte> ones;
    for (index_t k = 0; k < mask.count; ++k) ones.insert(ones.end(), one.begin(), one.end());
    const auto filled = expanded<N>(mask, target, ones);
    Rows::template fill<N>(target.data(), mask.row(sparse), load<N>(one.data()));
    ASSERT_EQ(target, filled) << N << ' ' << size << ' ' << mask.count;
  });
}

TEST(MaskRows, ScalarOnesCountAndGiveOffsets) { count_and_offsets<scalar::MaskRows>(); }

TEST(MaskRows, ScalarOnesCompressExpandAndFillElementsOfAnySize) {
  compress_expand_fill<scalar::MaskRows, 1>();
  compress_expand_fill<scalar::MaskRows, 3>();
  compress_expand_fill<scalar::MaskRows, 4>();
  compress_expand_fill<scalar::MaskRows, 8>();
  compress_expand_fill<scalar::MaskRows, 16>();
}

template <class Rows>
void give_what_a_person_would() {
  count_and_offsets<Rows>();
  compress_expand_fill<Rows, 1>();
  compress_expand_fill<Rows, 2>();
  compress_expand_fill<Rows, 4>();
  compress_expand_fill<Rows, 8>();
}

TEST(MaskRows, PortableOnesGiveWhatAPersonWould) { give_what_a_person_would<portable::MaskRows>(); }

TEST(MaskRows, ForAvx2GiveWhatAPersonWould) {
  if (!processor::runs_avx2()) return;
  give_what_a_person_would<avx2::MaskRows>();
}

TEST(MaskRows, ForAvx512GiveWhatAPersonWould) {
  if (!processor::runs_avx512()) return;
  give_what_a_person_would<avx512::MaskRows>();
}

}  // namespace mask_rows_test
