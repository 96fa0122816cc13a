// One loop for all element-wise work: strides, broadcast inputs, mixed types, the output as an
// input.
#include <gtest/gtest.h>

#include "kernel/kernel_sample.hpp"
#include "kernel/transform.hpp"

namespace map_loop_test {

using ndx::index_t;
using sample::LoopOf;
using sample::transform;

const auto add = [](auto a, auto b) { return a + b; };

TEST(Transform, TakesOneInput) {
  const int in[] = {1, 2, 3, 4};
  double out[4] = {};
  transform([](int a) { return a * 0.5; }, LoopOf<2>{{4}, {{1}, {1}}}, out, in);
  EXPECT_EQ(std::vector<double>(out, out + 4), (std::vector<double>{0.5, 1, 1.5, 2}));
}

TEST(Transform, TakesTwoInputsAlongAnyStrides) {
  const int a[] = {1, 2, 3, 4, 5, 6};
  const int b[] = {10, 20, 30};
  int out[6] = {};
  const auto run = [&](std::vector<index_t> sizes, std::vector<index_t> o, std::vector<index_t> x,
                       std::vector<index_t> y, const int* first) {
    std::fill(out, out + 6, 0);
    transform(add, LoopOf<3>{std::move(sizes), {std::move(o), std::move(x), std::move(y)}}, out,
              first, b);
    return std::vector<int>(out, out + 6);
  };
  EXPECT_EQ(run({3}, {1}, {1}, {1}, a), (std::vector<int>{11, 22, 33, 0, 0, 0}));
  EXPECT_EQ(run({3}, {2}, {2}, {1}, a), (std::vector<int>{11, 0, 23, 0, 35, 0}));
  EXPECT_EQ(run({3}, {1}, {-1}, {1}, a + 5), (std::vector<int>{16, 25, 34, 0, 0, 0}));
  EXPECT_EQ(run({3}, {1}, {1}, {0}, a), (std::vector<int>{11, 12, 13, 0, 0, 0}));
  EXPECT_EQ(run({3}, {1}, {0}, {1}, a), (std::vector<int>{11, 21, 31, 0, 0, 0}));
  EXPECT_EQ(run({3}, {1}, {0}, {0}, a), (std::vector<int>{11, 11, 11, 0, 0, 0}));
  EXPECT_EQ(run({3}, {2}, {1}, {0}, a), (std::vector<int>{11, 0, 12, 0, 13, 0}));
  EXPECT_EQ(run({2, 3}, {3, 1}, {3, 1}, {0, 1}, a), (std::vector<int>{11, 22, 33, 14, 25, 36}));
  EXPECT_EQ(run({3, 2}, {2, 1}, {2, 1}, {1, 0}, a), (std::vector<int>{11, 12, 23, 24, 35, 36}));
  EXPECT_EQ(run({}, {}, {}, {}, a), (std::vector<int>{11, 0, 0, 0, 0, 0}));
  EXPECT_EQ(run({0}, {1}, {1}, {1}, a), (std::vector<int>{0, 0, 0, 0, 0, 0}));
}

TEST(Transform, TakesThreeInputs) {
  const bool choose[] = {true, false, true};
  const float a[] = {1, 2, 3};
  const double b[] = {10, 20, 30};
  double out[3] = {};
  transform([](bool c, float x, double y) { return c ? static_cast<double>(x) : y; },
            LoopOf<4>{{3}, {{-1}, {1}, {1}, {1}}}, out + 2, choose, a, b);
  EXPECT_EQ(std::vector<double>(out, out + 3), (std::vector<double>{3, 20, 1}));
}

TEST(Transform, MayWriteItsOwnInputElementForElement) {
  int values[] = {1, 2, 3, 4};
  const int other[] = {10, 20, 30, 40};
  transform(add, LoopOf<3>{{4}, {{1}, {1}, {1}}}, values, static_cast<const int*>(values), other);
  EXPECT_EQ(std::vector<int>(values, values + 4), (std::vector<int>{11, 22, 33, 44}));
}

/// Without AVX2 the function for strided rows computes dense ones, too.
TEST(RowFunctions, OfStridedRowsComputeWhatThoseOfDenseRowsDo) {
  using Add = std::remove_const_t<decltype(add)>;
  const ndx::kernel::RowFunctions<3>& functions =
      ndx::kernel::row_functions<Add, double, double, double>;
  std::vector<double> a(200);
  std::vector<double> b(200);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<double>(i) / 3.0;
    b[i] = static_cast<double>(i) / 7.0;
  }
  for (std::size_t kind = 0; kind < ndx::kernel::RowFunctions<3>::kDense; ++kind) {
    std::vector<double> dense(200, 9.0);
    std::vector<double> strided(200, 9.0);
    const auto compute = [&](auto rows, std::vector<double>& out) {
      ndx::kernel::InnerRows<3> inner(75, ndx::kernel::operands(out.data(), a.data(), b.data()));
      inner.rows = 2;
      for (index_t& step : inner.row_step) step = 90;
      if (kind != 0) inner.step[kind] = 0;
      rows(&add, inner);
    };
    compute(functions.dense[kind], dense);
    compute(functions.strided, strided);
    EXPECT_EQ(strided, dense) << kind;
  }
}

TEST(Transform, OfLongRowsLeavesNothingOut) {
  for (const index_t size : {1, 15, 16, 17, 511, 512, 513}) {
    std::vector<float> in(static_cast<std::size_t>(size), 2.0F);
    std::vector<float> out(static_cast<std::size_t>(size) + 1, -1.0F);
    transform([](float a) { return a * a; }, LoopOf<2>{{size}, {{1}, {1}}}, out.data(),
              static_cast<const float*>(in.data()));
    for (index_t i = 0; i < size; ++i) EXPECT_EQ(out[static_cast<std::size_t>(i)], 4.0F);
    EXPECT_EQ(out.back(), -1.0F);
  }
}

TEST(Transform, ReadsForeignBoolsAsAnythingButZero) {
  const std::vector<unsigned char> bytes{0, 1, 2, 255};
  std::vector<int> out(4, 9);
  transform([](bool a) { return a ? 1 : 0; }, LoopOf<2>{{4}, {{1}, {1}}}, out.data(),
            reinterpret_cast<const bool*>(bytes.data()));
  EXPECT_EQ(out, (std::vector<int>{0, 1, 1, 1}));
}

}  // namespace map_loop_test
