// Every floating-point and complex element type gives the same bits, whatever the number of threads and
// the grain: sizes around the thresholds of kernels, above those where one line is shared, and operands of
// all layouts.
#include <complex>

#include <gtest/gtest.h>

#include <ndx/linalg.hpp>
#include <ndx/ndx.hpp>
#include <ndx/numpy.hpp>
#include <ndx/ops/arithmetic/map_into.hpp>
#include <ndx/ops/index/scatter_reduce.hpp>
#include <ndx/ops/reduce/softmax.hpp>
#include <ndx/statistics.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "expect_same_bits.hpp"
#include "telling_elements.hpp"

namespace ndx_test {
namespace {

using namespace ndx;

constexpr Cut kCuts[] = {{2, 1}, {3, 1024}, {7, 1}, {7, 1024}, {2, 1 << 20}, {7, 1 << 20}};

template <class Call>
void expect_same_bits(const char* name, const Call& call) {
  ndx_test::expect_same_bits(kCuts, name, call);
}

/// Tensors of equal elements in other memory.
template <class T>
std::vector<Tensor<T>> layouts_of(const Tensor<T>& t) {
  Dims twice = t.shape();
  twice[twice.size() - 1] *= 2;
  const Tensor<T> spread = zeros<T>(twice).slice(-1, Slice(None, None, 2));
  spread.copy_(t);
  return {t, t.transpose().clone().transpose(), t.flip().clone().flip(), spread};
}

/// Calls check(t) for tensors of several shapes and layouts.
template <class T, class Check>
void for_each_operand(std::initializer_list<Dims> shapes, const Check& check) {
  for (const Values values : {Values::finite, Values::any}) {
    for (const Dims& shape : shapes) {
      for (const Tensor<T>& t : layouts_of(telling<T>(shape, values, 7))) {
        SCOPED_TRACE(testing::Message() << "shape " << t.shape() << ", strides " << t.strides()
                                        << (values == Values::any ? ", any values" : ""));
        check(t);
      }
    }
  }
}

template <class T>
class SameBitsOf : public testing::Test {};
using Numbers = testing::Types<float, double, float16, bfloat16, long double, std::complex<float>,
                               std::complex<double>>;
TYPED_TEST_SUITE(SameBitsOf, Numbers);

TYPED_TEST(SameBitsOf, Calculations) {
  using T = TypeParam;
  for_each_operand<T>({{3, 85}, {257, 2}, {1, 255}, {13, 257}, {263, 17}}, [](const auto& t) {
    const auto other = telling<T>(t.shape(), Values::finite, 9).flip();
    const auto column = other.narrow(-1, 0, 1);
    expect_same_bits("+", [&] { return t + other; });
    expect_same_bits("*", [&] { return t * other; });
    expect_same_bits("/", [&] { return t / other; });
    expect_same_bits("/ a column", [&] { return t / column; });
    expect_same_bits("a number /", [&] { return T(1.7F) / t; });
    expect_same_bits("square", [&] { return square(t); });
    expect_same_bits("reciprocal", [&] { return reciprocal(t); });
    expect_same_bits("exp", [&] { return exp(t); });
    expect_same_bits("a * b + c", [&] { return t * other + column; });
    const auto out = layouts_of(t)[3];
    expect_same_bits("multiply_into", [&] {
      multiply_into(out, t, other);
      return out;
    });
    expect_same_bits("divide_into", [&] {
      divide_into(out, t, other);
      return out;
    });
    const auto in_place = [&](auto update) {
      const auto own = t.clone();
      const auto apart = layouts_of(t)[3];
      update(own);
      update(apart);
      return own + apart;
    };
    expect_same_bits("*=", [&] { return in_place([&](const auto& own) { own *= other; }); });
    expect_same_bits("/=", [&] { return in_place([&](const auto& own) { own /= other; }); });
  });
}

TYPED_TEST(SameBitsOf, Totals) {
  using T = TypeParam;
  for_each_operand<T>({{1031, 2}, {521, 30}, {2, 1031}, {67, 257}, {5, 31, 37}}, [](const auto& t) {
    for (const index_t dim : {0, 1}) {
      expect_same_bits("sum", [&] { return sum(t, dim); });
      expect_same_bits("prod", [&] { return prod(t, dim); });
      expect_same_bits("mean", [&] { return mean(t, dim); });
      expect_same_bits("cumsum", [&] { return cumsum(t, dim); });
      expect_same_bits("cumprod", [&] { return cumprod(t, dim); });
      expect_same_bits("norm", [&] { return norm(t, 2, dim); });
      expect_same_bits("count_nonzero", [&] { return count_nonzero(t, dim); });
      if constexpr (!Complex<T>) {
        expect_same_bits("var", [&] { return var(t, dim); });
        expect_same_bits("nansum", [&] { return nansum(t, dim); });
        expect_same_bits("nanmean", [&] { return nanmean(t, dim); });
        expect_same_bits("max", [&] { return max(t, dim); });
        expect_same_bits("amin", [&] { return amin(t, dim); });
        expect_same_bits("argmin", [&] { return argmin(t, dim); });
        expect_same_bits("cummax", [&] { return cummax(t, dim); });
        expect_same_bits("median", [&] { return median(t, dim); });
        expect_same_bits("sort", [&] { return sort(t, dim); });
        expect_same_bits("argsort", [&] { return argsort(t, dim); });
        expect_same_bits("softmax", [&] { return softmax(t, dim); });
        expect_same_bits("log_softmax", [&] { return log_softmax(t, dim); });
        expect_same_bits("logsumexp", [&] { return logsumexp(t, dim); });
      }
    }
    expect_same_bits("sum of all", [&] { return sum(t); });
    expect_same_bits("sum of outer dims", [&] { return sum(t, {0, -1}); });
  });
}

TYPED_TEST(SameBitsOf, TotalsOfOneLongLine) {
  using T = TypeParam;
  const auto line = telling<T>({280001}, Values::finite, 3);
  for (const auto& t : {line, line.flip()}) {
    expect_same_bits("sum", [&] { return sum(t); });
    expect_same_bits("mean", [&] { return mean(t); });
    expect_same_bits("prod", [&] { return prod(t); });
    expect_same_bits("norm", [&] { return norm(t); });
    expect_same_bits("cumsum", [&] { return cumsum(t, 0); });
    if constexpr (!Complex<T>) {
      expect_same_bits("var", [&] { return var(t); });
      expect_same_bits("max", [&] { return max(t); });
      expect_same_bits("argmax", [&] { return argmax(t); });
      expect_same_bits("softmax", [&] { return softmax(t, 0); });
    }
  }
}

TYPED_TEST(SameBitsOf, ReadsAndAccumulatingWrites) {
  using T = TypeParam;
  for_each_operand<T>({{257, 33}, {1031, 2}}, [](const auto& t) {
    const index_t rows = t.size(0);
    const auto index = arange(3 * rows) * 7 % rows;
    const auto read = t.index({index});
    expect_same_bits("index", [&] { return t.index({index}); });
    const auto written = [&](auto write) {
      const auto own = t.clone();
      write(own);
      return own;
    };
    expect_same_bits("index_put_", [&] {
      return written([&](const auto& own) { own.index_put_({index}, read); });
    });
    expect_same_bits("index_put_ accumulated", [&] {
      return written([&](const auto& own) { own.index_put_({index}, read, true); });
    });
    expect_same_bits("index_add_", [&] {
      return written([&](const auto& own) { index_add_(own, 0, index, read); });
    });
    expect_same_bits("scatter_reduce", [&] {
      const auto places = index.unsqueeze(1).expand(read.shape()).clone();
      return scatter_reduce(t, 0, places, read, "prod");
    });
  });
}

TEST(SameBits, OfLogsumexpOfALineThatThreadsShare) {
  const auto t = telling<double>({(index_t{1} << 20) + 77}, Values::finite, 3);
  expect_same_bits("logsumexp", [&] { return logsumexp(t); });
  const auto columns = telling<double>({100000, 2}, Values::finite, 3);
  expect_same_bits("softmax", [&] { return softmax(columns, 0); });
  expect_same_bits("log_softmax", [&] { return log_softmax(columns, 0); });
  expect_same_bits("logsumexp of columns", [&] { return logsumexp(columns, 0); });
}

}  // namespace
}  // namespace ndx_test
