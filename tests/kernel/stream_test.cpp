// Storing past the caches gives what storing gives.
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/move/fill.hpp>

#include "kernel/kernel_sample.hpp"
#include "kernel/transform.hpp"

namespace stream_test {

using namespace ndx::kernel;
using ndx::index_t;
using sample::LoopOf;
using sample::numbered;

TEST(Stream, CopiesAnyNumberOfBytes) {
  const std::vector<std::byte> from = numbered<1>(300);
  for (const std::size_t count : {0u, 1u, 15u, 63u, 64u, 65u, 128u, 200u}) {
    alignas(64) std::byte to[256] = {};
    stream(to, from.data() + 1, static_cast<index_t>(count));
    finish_streaming();
    for (std::size_t i = 0; i < 256; ++i)
      EXPECT_EQ(to[i], i < count ? from[i + 1] : std::byte{0}) << count << ' ' << i;
  }
}

TEST(Stream, NeedsAnAlignedAddress) {
  alignas(64) std::byte to[64] = {};
  EXPECT_EQ(may_stream_to(to), NDX_X86 != 0);
  EXPECT_FALSE(may_stream_to(to + 1));
  EXPECT_FALSE(may_stream_to(to + 16));
}

TEST(TransformStreamed, GivesWhatTransformGives) {
  const auto add = [](float a, float b) { return a + b; };
  for (const index_t columns : {1, 16, 1000, 1024, 1025, 5000}) {
    for (const index_t shift : {0, 1}) {  // the second is not aligned
      const index_t rows = 3;
      std::vector<float> a(static_cast<std::size_t>(rows * columns));
      for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 251);
      const std::vector<float> b(a.rbegin(), a.rend());
      const LoopOf<3> both{{rows * columns}, {{1}, {1}, {1}}};
      const LoopOf<3> column{{rows, columns}, {{columns, 1}, {columns, 1}, {1, 0}}};
      const LoopOf<3> transposed{{rows, columns}, {{columns, 1}, {1, 0}, {0, 1}}};
      for (const LoopOf<3>& loop : {both, column, transposed}) {
        std::vector<float> expected(a.size() + 20, -1.0F);
        std::vector<float> out(a.size() + 20, -1.0F);
        sample::transform(add, loop, expected.data() + shift, a.data(), b.data());
        sample::transform(add, loop, Stores::streamed, out.data() + shift, a.data(), b.data());
        EXPECT_EQ(out, expected) << columns << ' ' << shift;
      }
    }
  }
}

TEST(TransformStreamed, GivesBytesToo) {
  const auto less = [](float a, float b) { return a < b; };
  for (const index_t count : {1, 64, 1023, 1024, 1025, 5000}) {
    std::vector<float> a(static_cast<std::size_t>(count));
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i * 37 % 101);
    const std::vector<float> b(a.rbegin(), a.rend());
    const LoopOf<3> loop{{count}, {{1}, {1}, {1}}};
    alignas(64) bool out[5120] = {};
    sample::transform(less, loop, Stores::streamed, out, a.data(), b.data());
    for (std::size_t i = 0; i < a.size(); ++i) ASSERT_EQ(out[i], a[i] < b[i]) << count << ' ' << i;
  }
}

template <std::size_t N>
void fills_as_ever() {
  const std::vector<std::byte> value = numbered<1>(N);
  for (const index_t count : {1, 100, 4096, 4097, 9000}) {
    const auto bytes = static_cast<std::size_t>(count) * N;
    std::vector<std::byte> memory(bytes + 96);  // has a place where streaming may begin
    std::byte* out = memory.data();
    while (reinterpret_cast<std::uintptr_t>(out) % 32 != 0) ++out;
    for (const std::size_t shift : {std::size_t{0}, std::size_t{1}}) {
      std::vector<std::byte> expected(bytes + 1, std::byte{0xFF});
      for (std::size_t i = 0; i < bytes; ++i) expected[i] = value[i % N];
      for (std::size_t i = 0; i <= bytes; ++i) out[shift + i] = std::byte{0xFF};
      fill_strided<N>(out + shift, value.data(), LoopOf<1>{{count}, {{1}}}, Stores::streamed);
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), out + shift)) << N << ' ' << count;
    }
  }
}

TEST(FillStreamed, GivesWhatFillingGives) {
  fills_as_ever<1>();
  fills_as_ever<2>();
  fills_as_ever<3>();
  fills_as_ever<4>();
  fills_as_ever<8>();
  fills_as_ever<12>();
  fills_as_ever<16>();
}

}  // namespace stream_test
