// describe(): every text is written by hand; addresses are those that the program knows.
#include <complex>
#include <cstdint>
#include <sstream>

#include <ndx/io/describe.hpp>

#include "support/elements.hpp"
#include "support/expect.hpp"
#include "support/temporary_directory.hpp"

using namespace ndx;

namespace {

std::string at(const void* address) {
  std::ostringstream out;
  out << "0x" << std::hex << reinterpret_cast<std::uintptr_t>(address);
  return out.str();
}

TEST(Describe, AnOwner) {
  const auto t = zeros<float>({2, 3});
  EXPECT_EQ(describe(t),
            "tensor of float32, shape (2, 3), strides (3, 1), offset 0\n"
            "6 elements of 4 bytes at " +
                at(t.data()) +
                ", contiguous, writable\n"
                "owner of 24 allocated bytes at " +
                at(t.data()));
  const auto scalar = tensor(true);
  EXPECT_EQ(describe(scalar),
            "tensor of bool, shape (), strides (), offset 0\n"
            "1 element of 1 byte at " +
                at(scalar.data()) +
                ", contiguous, writable\n"
                "owner of 1 allocated bytes at " +
                at(scalar.data()));
}

TEST(Describe, AView) {
  const auto t = zeros<double>({2, 3});
  const auto view = t.flip(1).transpose();
  EXPECT_EQ(describe(view),
            "tensor of float64, shape (3, 2), strides (-1, 3), offset 2\n"
            "6 elements of 8 bytes at " +
                at(t.data() + 2) +
                ", not contiguous, writable\n"
                "view of 48 allocated bytes at " +
                at(t.data()) + ", shared by 2 tensors");
  const auto row = t.select(0, 1);  // contiguous, but not all
  EXPECT_EQ(describe(row),
            "tensor of float64, shape (3), strides (1), offset 3\n"
            "3 elements of 8 bytes at " +
                at(t.data() + 3) +
                ", contiguous, writable\n"
                "view of 48 allocated bytes at " +
                at(t.data()) + ", shared by 3 tensors");
}

TEST(Describe, WhatCannotBeWritten) {
  const auto t = zeros<int>({3});
  const std::string first = "3 elements of 4 bytes at " + at(t.data());
  const Tensor<const int> read_only = t;
  EXPECT_EQ(describe(read_only), "tensor of int32, shape (3), strides (1), offset 0\n" + first +
                                     ", contiguous, read-only\n"
                                     "owner of 12 allocated bytes at " +
                                     at(t.data()) + ", shared by 2 tensors");
  const auto repeated = t.narrow(0, 0, 1).expand({3});
  EXPECT_EQ(describe(repeated), "tensor of int32, shape (3), strides (0), offset 0\n" + first +
                                    ", not contiguous, not writable: elements share memory\n"
                                    "view of 12 allocated bytes at " +
                                    at(t.data()) + ", shared by 3 tensors");
}

TEST(Describe, MemoryOfOthers) {
  std::complex<float> values[4] = {};
  const std::string elements =
      "4 elements of 8 bytes at " + at(values) + ", contiguous, writable\n";
  const std::string layout = "tensor of complex64, shape (4), strides (1), offset 0\n";
  EXPECT_EQ(describe(borrow(values, {4})),
            layout + elements + "view of 32 borrowed bytes at " + at(values));
  EXPECT_EQ(describe(adopt(values, {4}, {1}, [] {})),
            layout + elements + "owner of 32 adopted bytes at " + at(values));
  reference::Bytes3 bytes[2] = {};
  EXPECT_EQ(describe(borrow(bytes + 1, {2}, {-1})),
            "tensor of opaque, shape (2), strides (-1), offset 1\n"
            "2 elements of 3 bytes at " +
                at(bytes + 1) +
                ", not contiguous, writable\n"
                "view of 6 borrowed bytes at " +
                at(bytes));
}

TEST(Describe, AMappedFile) {
  const ndx_test::TemporaryDirectory directory;
  const std::string path = directory.file("t.npy");
  save_npy(path, arange(6).reshape({2, 3}));
  const auto t = map_npy<index_t>(path);
  EXPECT_EQ(describe(t),
            "tensor of int64, shape (2, 3), strides (3, 1), offset 0\n"
            "6 elements of 8 bytes at " +
                at(t.data()) +
                ", contiguous, read-only\n"
                "owner of 48 mapped bytes at " +
                at(t.data()));
}

TEST(Describe, Nothing) {
  EXPECT_EQ(describe(Tensor<std::uint8_t>()),
            "tensor of uint8, shape (0), strides (1), offset 0\n"
            "0 elements of 1 byte, contiguous, writable\n"
            "without memory");
  const auto t = zeros<float>({2, 3});
  EXPECT_EQ(describe(t.narrow(0, 1, 0)),
            "tensor of float32, shape (0, 3), strides (3, 1), offset 0\n"
            "0 elements of 4 bytes, contiguous, writable\n"
            "view of 24 allocated bytes at " +
                at(t.data()) + ", shared by 2 tensors");
}

TEST(Describe, ManyDimsAndMuchMemory) {
  const auto deep = zeros<std::int8_t>(Dims::filled(8, 1));
  EXPECT_EQ(describe(deep),
            "tensor of int8, shape (1, 1, 1, 1, 1, 1, 1, 1), strides (1, 1, 1, 1, 1, "
            "1, 1, 1), offset 0\n"
            "1 element of 1 byte at " +
                at(deep.data()) +
                ", contiguous, writable\n"
                "owner of 1 allocated bytes at " +
                at(deep.data()));
  const auto large = empty<double>({1 << 20});  // from the cache of large allocations
  EXPECT_EQ(describe(large),
            "tensor of float64, shape (1048576), strides (1), offset 0\n"
            "1048576 elements of 8 bytes at " +
                at(large.data()) +
                ", contiguous, writable\n"
                "owner of 8388608 allocated bytes at " +
                at(large.data()));
}

}  // namespace
