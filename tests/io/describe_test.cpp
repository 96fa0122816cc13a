// describe(): every text is written by hand; addresses are those that the program knows.
#include <complex>
#include <cstdint>
#include <sstream>

#include <ndx/io/text/describe.hpp>

#include "support/elements.hpp"
#include "support/expect.hpp"
#include "support/temporary_directory.hpp"

using namespace ndx;

namespace describe_test {

std::string at(const void* address) {
  std::ostringstream out;
  out << "0x" << std::hex << reinterpret_cast<std::uintptr_t>(address);
  return out.str();
}

/// What describe says of t, with the addresses of its elements and its memory replaced by @ and #.
template <class T>
std::string described(const Tensor<T>& t, const void* memory) {
  std::string text = describe(t);
  const auto replace = [&](std::size_t line, const void* address, const char* sign) {
    std::size_t begin = 0;
    while (line-- > 0) begin = text.find('\n', begin) + 1;
    const std::size_t place = text.find(at(address), begin);
    if (place < text.find('\n', begin)) text.replace(place, at(address).size(), sign);
  };
  replace(1, t.data(), "@");
  replace(2, memory, "#");
  return text;
}

TEST(Describe, OwnersAndViews) {
  const auto t = zeros<double>({2, 3});
  EXPECT_EQ(described(t, t.data()),
            "tensor of float64, shape (2, 3), strides (3, 1), offset 0\n"
            "6 elements of 8 bytes at @, contiguous, writable\n"
            "owner of 48 allocated bytes at #\n"
            "  dim 0  size 2  stride 3  |0..1..|\n"
            "  dim 1  size 3  stride 1  |012...|");
  const auto scalar = tensor(true);
  EXPECT_EQ(described(scalar, scalar.data()),
            "tensor of bool, shape (), strides (), offset 0\n"
            "1 element of 1 byte at @, contiguous, writable\n"
            "owner of 1 allocated bytes at #");
  const auto turned = t.flip(1).transpose();
  EXPECT_EQ(described(turned, t.data()),
            "tensor of float64, shape (3, 2), strides (-1, 3), offset 2\n"
            "6 elements of 8 bytes at @, not contiguous, writable\n"
            "view of 48 allocated bytes at #, shared by 2 tensors\n"
            "  dim 0  size 3  stride -1  |210...|\n"
            "  dim 1  size 2  stride 3   |..0..1|");
  EXPECT_EQ(described(t.select(0, 1), t.data()),  // contiguous, but not all
            "tensor of float64, shape (3), strides (1), offset 3\n"
            "3 elements of 8 bytes at @, contiguous, writable\n"
            "view of 48 allocated bytes at #, shared by 3 tensors\n"
            "  dim 0  size 3  stride 1  |...012|");
  const Tensor<const double> read_only = t;
  EXPECT_EQ(described(read_only, t.data()),
            "tensor of float64, shape (2, 3), strides (3, 1), offset 0\n"
            "6 elements of 8 bytes at @, contiguous, read-only\n"
            "owner of 48 allocated bytes at #, shared by 3 tensors\n"
            "  dim 0  size 2  stride 3  |0..1..|\n"
            "  dim 1  size 3  stride 1  |012...|");
  const auto repeated = t.narrow(0, 0, 1).expand({2, 3});
  EXPECT_EQ(described(repeated, t.data()),
            "tensor of float64, shape (2, 3), strides (0, 1), offset 0\n"
            "6 elements of 8 bytes at @, not contiguous, not writable: elements share memory\n"
            "view of 48 allocated bytes at #, shared by 4 tensors\n"
            "  dim 0  size 2  stride 0  |*.....|\n"
            "  dim 1  size 3  stride 1  |012...|");
}

TEST(Describe, StretchedElementIsDrawnOnce) {
  const auto one = zeros<float>({});
  EXPECT_EQ(described(one.expand({index_t{1} << 40}), one.data()),
            "tensor of float32, shape (1099511627776), strides (0), offset 0\n"
            "1099511627776 elements of 4 bytes at @, not contiguous, not writable: elements share "
            "memory\n"
            "view of 4 allocated bytes at #, shared by 2 tensors\n"
            "  dim 0  size 1099511627776  stride 0  |*|");
}

TEST(Describe, MemoryOfOthers) {
  std::complex<float> values[4] = {};
  EXPECT_EQ(described(borrow(values, {4}), values),
            "tensor of complex64, shape (4), strides (1), offset 0\n"
            "4 elements of 8 bytes at @, contiguous, writable\n"
            "view of 32 borrowed bytes at #\n"
            "  dim 0  size 4  stride 1  |0123|");
  EXPECT_EQ(described(adopt(values, {4}, {1}, [] {}), values),
            "tensor of complex64, shape (4), strides (1), offset 0\n"
            "4 elements of 8 bytes at @, contiguous, writable\n"
            "owner of 32 adopted bytes at #\n"
            "  dim 0  size 4  stride 1  |0123|");
  reference::Bytes3 bytes[2] = {};
  EXPECT_EQ(described(borrow(bytes + 1, {2}, {-1}), bytes),
            "tensor of opaque, shape (2), strides (-1), offset 1\n"
            "2 elements of 3 bytes at @, not contiguous, writable\n"
            "view of 6 borrowed bytes at #\n"
            "  dim 0  size 2  stride -1  |10|");
  const ndx_test::TemporaryDirectory directory;
  save_npy(directory.file("t.npy"), arange(6).reshape({2, 3}));
  const auto mapped = map_npy<index_t>(directory.file("t.npy"));
  EXPECT_EQ(described(mapped, mapped.data()),
            "tensor of int64, shape (2, 3), strides (3, 1), offset 0\n"
            "6 elements of 8 bytes at @, contiguous, read-only\n"
            "owner of 48 mapped bytes at #\n"
            "  dim 0  size 2  stride 3  |0..1..|\n"
            "  dim 1  size 3  stride 1  |012...|");
}

TEST(Describe, NothingAndMuch) {
  EXPECT_EQ(describe(Tensor<std::uint8_t>()),
            "tensor of uint8, shape (0), strides (1), offset 0\n"
            "0 elements of 1 byte, contiguous, writable\n"
            "without memory");
  const auto t = zeros<float>({2, 3});
  EXPECT_EQ(described(t.narrow(0, 1, 0), t.data()),
            "tensor of float32, shape (0, 3), strides (3, 1), offset 0\n"
            "0 elements of 4 bytes, contiguous, writable\n"
            "view of 24 allocated bytes at #, shared by 2 tensors");
  const auto deep = zeros<std::int8_t>(Dims::filled(8, 1));
  EXPECT_EQ(described(deep, deep.data()),
            "tensor of int8, shape (1, 1, 1, 1, 1, 1, 1, 1), strides (1, 1, 1, 1, 1, 1, 1, 1), "
            "offset 0\n"
            "1 element of 1 byte at @, contiguous, writable\n"
            "owner of 1 allocated bytes at #"
            "\n  dim 0  size 1  stride 1  |0|\n  dim 1  size 1  stride 1  |0|"
            "\n  dim 2  size 1  stride 1  |0|\n  dim 3  size 1  stride 1  |0|"
            "\n  dim 4  size 1  stride 1  |0|\n  dim 5  size 1  stride 1  |0|"
            "\n  dim 6  size 1  stride 1  |0|\n  dim 7  size 1  stride 1  |0|");
  const auto large = empty<double>({1 << 20});  // from the cache of large allocations
  EXPECT_EQ(described(large, large.data()),
            "tensor of float64, shape (1048576), strides (1), offset 0\n"
            "1048576 elements of 8 bytes at @, contiguous, writable\n"
            "owner of 8388608 allocated bytes at #\n"
            "  dim 0  size 1048576  stride 1");
}

TEST(Describe, DrawsMemoryOfAtMostFortyElements) {
  const auto drawn = [](const Tensor<float>& t) {
    const std::string text = describe(t);
    return text.substr(text.find("\n  dim"));
  };
  const auto t = zeros<float>({40});
  EXPECT_EQ(drawn(t.slice(0, Slice(2, 39, 3))),
            "\n  dim 0  size 13  stride 3  |..0..1..2..3..4..5..6..7..8..9..0..1..2.|");
  EXPECT_EQ(drawn(zeros<float>({41})), "\n  dim 0  size 41  stride 1");
  EXPECT_EQ(drawn(t.narrow(0, 0, 5).unfold(0, 3, 1)),
            "\n  dim 0  size 3  stride 1  |012.....................................|"
            "\n  dim 1  size 3  stride 1  |012.....................................|");
}

}  // namespace describe_test
