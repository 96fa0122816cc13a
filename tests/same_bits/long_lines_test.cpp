// A line that threads share gives the same bits, whatever their number and the grain: sorting, selecting,
// scanning, counting and searching of numbers that are random, few, in order or in reverse, of lines of all
// sizes and layouts.
#include <algorithm>
#include <complex>

#include <gtest/gtest.h>

#include <ndx/linalg.hpp>
#include <ndx/ndx.hpp>
#include <ndx/numpy.hpp>
#include <ndx/statistics.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "expect_same_bits.hpp"
#include "telling_elements.hpp"

namespace ndx_test {
namespace {

using namespace ndx;

constexpr Cut kCuts[] = {{2, 1}, {3, 4096}, {5, 1}, {16, 1}, {16, 1 << 20}};

template <class Call>
void expect_same_bits(const char* name, const Call& call) {
  ndx_test::expect_same_bits(kCuts, name, call);
}

/// A line of random bits. Numbers with a fraction are NaN, -0 and infinite here and there.
template <class T>
Tensor<T> random_line(index_t size) {
  if constexpr (std::is_integral_v<T>) {
    RandomBits bits(5);
    const Tensor<T> line = zeros<T>({size});
    for (T& element : line) element = static_cast<T>(bits.next());
    return line;
  } else {
    return telling<T>({size}, Values::any, 5);
  }
}

/// Lines of `size` elements, with what they are.
template <class T>
std::vector<std::pair<const char*, Tensor<T>>> lines_of(index_t size) {
  const Tensor<T> line = random_line<T>(size);
  const Tensor<T> few = line.clone();
  for (index_t i = 0; i < size; ++i) few.data()[i] = line.data()[i * 31 % 7 % size];
  const Tensor<T> spread = zeros<T>({2 * size}).slice(0, Slice(None, None, 2));
  spread.copy_(line);
  const Tensor<T> sorted = sort_values(line);
  const Tensor<T> nearly = sorted.clone();
  if (size > 0) nearly.data()[size - 1] = nearly.data()[size / 2];
  return {{"random", line},
          {"few values", few},
          {"in order", sorted},
          {"in reverse", sorted.flip().contiguous()},
          {"reversed", line.flip()},
          {"strided", spread},
          {"all but the last in order", nearly}};
}

template <class T>
class LongLine : public testing::Test {
 protected:
  template <class Check>
  static void for_each_line(const Check& check) {
    for (const index_t size : {0, 1, 1023, 1024, 1025, 7777, 40001}) {
      for (const auto& [name, line] : lines_of<T>(size)) {
        SCOPED_TRACE(testing::Message() << size << " elements, " << name);
        check(line);
      }
    }
  }
};
using Numbers =
    testing::Types<bool, std::uint8_t, std::int32_t, std::int64_t, float, double, float16>;
TYPED_TEST_SUITE(LongLine, Numbers);

TYPED_TEST(LongLine, IsSortedWithTheSameBits) {
  TestFixture::for_each_line([](const auto& t) {
    expect_same_bits("sort", [&] { return sort(t); });
    expect_same_bits("sort in descending order", [&] { return sort(t, 0, true); });
    expect_same_bits("argsort", [&] { return argsort(t); });
    expect_same_bits("sort_values", [&] { return sort_values(t); });
    expect_same_bits("unique", [&] { return unique(t); });
    expect_same_bits("unique with counts", [&] {
      return unique(t, {.return_index = true, .return_inverse = true, .return_counts = true});
    });
  });
}

TYPED_TEST(LongLine, IsSelectedFromWithTheSameBits) {
  TestFixture::for_each_line([](const auto& t) {
    const index_t n = t.numel();
    if (n == 0) return;
    expect_same_bits("topk of few", [&] { return topk(t, n < 5 ? n : 5); });
    expect_same_bits("topk of many", [&] { return topk(t, n - n / 3, 0, false, false); });
    expect_same_bits("kthvalue", [&] { return kthvalue(t, n - n / 3); });
    expect_same_bits("partition", [&] { return partition(t, {n / 3, n / 2, n - 1}); });
    expect_same_bits("argpartition", [&] { return argpartition(t, n / 2); });
    expect_same_bits("median", [&] { return median(t); });
    expect_same_bits("quantile", [&] { return quantile(t, {.1, .7}); });
    expect_same_bits("many quantiles", [&] { return quantile(t, {.1, .3, .5, .7, .9}); });
  });
}

TYPED_TEST(LongLine, IsScannedWithTheSameBits) {
  TestFixture::for_each_line([](const auto& t) {
    expect_same_bits("cumsum", [&] { return cumsum(t, 0); });
    expect_same_bits("cumprod", [&] { return cumprod(t, 0); });
    expect_same_bits("cummax", [&] { return cummax(t, 0); });
    expect_same_bits("cummin", [&] { return cummin(t, 0); });
    expect_same_bits("logcumsumexp", [&] { return logcumsumexp(t, 0); });
  });
}

TYPED_TEST(LongLine, IsCountedWithTheSameBits) {
  TestFixture::for_each_line([](const auto& t) {
    if constexpr (std::is_integral_v<TypeParam>) {
      const auto few = t.template to<std::int64_t>() & 15;
      expect_same_bits("bincount", [&] { return bincount(few); });
      expect_same_bits("bincount in a wide table", [&] { return bincount(few, None, 2000); });
      expect_same_bits("bincount of weights",
                       [&] { return bincount(few, t.template to<double>()); });
    }
    const auto edges = tensor({-1.F, 0.F, .25F, 1.F, 100.F});
    expect_same_bits("histogram", [&] { return histogram(t, 7, {-2, 3}); });
    expect_same_bits("histogram between edges", [&] { return histogram(t, edges); });
    expect_same_bits("histogram of weights",
                     [&] { return histogram(t, edges, t.template to<double>()); });
    if (t.numel() == 7777) {
      const auto square = t.narrow(0, 0, 7744).reshape({88, 88}).transpose();
      expect_same_bits("histogram of a matrix", [&] { return histogram(square, edges); });
    }
  });
}

TEST(LongLine, IsMultipliedWithTheSameBits) {
  const index_t size = (index_t{1} << 20) + 77;
  const auto t = telling<double>({size}, Values::finite, 3);
  const auto floats = telling<float>({size}, Values::finite, 5);
  expect_same_bits("dot", [&] { return dot(t, t.flip()); });
  expect_same_bits("dot of two types", [&] { return dot(floats, t); });
  const auto waves = telling<std::complex<float>>({size}, Values::finite, 7);
  expect_same_bits("vdot", [&] { return vdot(waves, t); });
  expect_same_bits("norm", [&] { return norm(t); });
}

// Integers that differ in more bits than fit in a word beside an index, with runs that are equal in the rest.
TEST(LongLine, OfWideIntegersIsOrderedWithTheSameBits) {
  RandomBits bits(3);
  const auto line = zeros<std::int64_t>({30000});
  for (std::int64_t& element : line)
    element = static_cast<std::int64_t>(bits.below(50) << 58 | bits.below(40));
  expect_same_bits("sort", [&] { return sort(line); });
  line.narrow(0, 0, 29000).fill_(7);
  expect_same_bits("sort of nearly equal ones", [&] { return sort(line); });
}

// Threads share the rows of a matrix, or the elements of each row.
TEST(LongLine, OfAMatrixIsSortedAndScannedWithTheSameBits) {
  for (const Dims& shape : {Dims{3, 5000}, Dims{40, 1100}, Dims{300, 9}, Dims{1000, 40}}) {
    const auto t = telling<float>(shape, Values::any, 5);
    for (const index_t dim : {0, 1}) {
      SCOPED_TRACE(testing::Message() << t.shape() << ", dim " << dim);
      expect_same_bits("sort", [&] { return sort(t, dim); });
      expect_same_bits("sort_values", [&] { return sort_values(t, dim, true); });
      expect_same_bits("topk", [&] { return topk(t, 3, dim); });
      expect_same_bits("kthvalue", [&] { return kthvalue(t, 2, dim); });
      expect_same_bits("partition", [&] { return partition(t, 2, dim); });
      expect_same_bits("median", [&] { return median(t, dim); });
      expect_same_bits("cummax", [&] { return cummax(t, dim); });
      expect_same_bits("cumsum", [&] { return cumsum(t.to<int>(), dim); });
    }
  }
}

}  // namespace
}  // namespace ndx_test
