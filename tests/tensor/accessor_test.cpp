// accessor<N>(): raw-pointer access for a rank known at compile time.
#include <ndx/tensor/accessor.hpp>

#include "support/expect.hpp"

namespace accessor_test {

using expect::throws;
using ndx::arange;
using ndx::index_t;
using ndx::IndexError;
using ndx::ShapeError;
using ndx::Tensor;

TEST(Accessor, ReadsAndWritesAnyStrides) {
  const auto t = arange<int>(24).reshape({2, 3, 4}).transpose();
  static_assert(std::is_same_v<decltype(t.accessor<3>()), decltype(t.accessor<int, 3>())>);
  const auto a = t.accessor<3>();
  for (index_t i = 0; i < 4; ++i) {
    for (index_t j = 0; j < 3; ++j) {
      for (index_t k = 0; k < 2; ++k) EXPECT_EQ(a(i, j, k), k * 12 + j * 4 + i);
    }
  }
  a(3, 2, 1) = 99;
  EXPECT_EQ(t(3, 2, 1), 99);
}

TEST(Accessor, SubscriptsOneDimAfterTheOther) {
  const auto t = arange<int>(6).reshape({2, 3}).flip(1);
  const auto a = t.accessor<2>();
  EXPECT_EQ(a[0][0], 2);
  EXPECT_EQ(a[1][2], 3);
  a[1][0] = 50;
  EXPECT_EQ(t(1, 0), 50);
}

TEST(Accessor, TellsSizesStridesAndData) {
  const auto t = arange<int>(6).reshape({2, 3}).transpose();
  const auto a = t.accessor<2>();
  EXPECT_EQ(a.size(0), 3);
  EXPECT_EQ(a.stride(0), 1);
  EXPECT_EQ(a.stride(1), 3);
  EXPECT_EQ(a.data(), t.data());
  EXPECT_EQ(a[1].size(0), 2);
}

TEST(Accessor, OfReadOnlyTensorsIsReadOnly) {
  const Tensor<const int> t = arange<int>(3);
  static_assert(std::is_same_v<decltype(t.accessor<1>()(0)), const int&>);
  static_assert(std::is_same_v<decltype(t.accessor<1>()[0]), const int&>);
  EXPECT_EQ(t.accessor<1>()[2], 2);
}

TEST(Accessor, RefusesAnotherRank) {
  const auto t = arange<int>(6).reshape({2, 3});
  EXPECT_TRUE(throws<ShapeError>([&] { (void)t.accessor<1>(); },
                                 "accessor: asked for rank 1 of a tensor of rank 2"));
  EXPECT_THROW((void)t.accessor<3>(), ShapeError);
  EXPECT_THROW((void)ndx::tensor(1).accessor<1>(), ShapeError);
}

TEST(Accessor, IsCheckedInCheckedBuilds) {
  const auto t = arange<int>(6).reshape({2, 3});
  const auto a = t.accessor<2>();
  if constexpr (NDX_CHECKED != 0) {
    EXPECT_TRUE(throws<IndexError>(
        [&] { a(0, 3); }, "accessor: index 3 is out of bounds for dimension 1 with size 3"));
    EXPECT_THROW(a(-1, 0), IndexError);
    EXPECT_THROW((void)a[2], IndexError);
  } else {
    EXPECT_EQ(a(1, 2), 5);
  }
}

}  // namespace accessor_test
