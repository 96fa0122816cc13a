#include <ndx/half.hpp>
#include <ndx/linalg.hpp>

#include "support/expect.hpp"
#include "support/matmul_cases.hpp"
#include "support/scrambled_executor.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace matmul_test {

/// The product by its definition.
template <class T>
Tensor<T> by_definition(const Tensor<T>& a, const Tensor<T>& b) {
  const auto out = zeros<T>({a.size(0), b.size(1)});
  for (index_t i = 0; i < a.size(0); ++i) {
    for (index_t j = 0; j < b.size(1); ++j) {
      for (index_t k = 0; k < a.size(1); ++k)
        out(i, j) = static_cast<T>(out(i, j) + a(i, k) * b(k, j));
    }
  }
  return out;
}

TEST(MatmulByTiles, HasEverySizeOfATile) {
  for (index_t m : {1, 2, 3, 4, 5, 9}) {
    for (index_t n : {1, 2, 7, 8, 9, 15, 16, 17, 33}) {
      for (index_t k : {1, 2, 5}) {
        const auto a = counting({m, k}).to<double>() - 3.0;
        const auto b = counting({k, n}).to<double>() - 7.0;
        EXPECT_TRUE(equal(matmul(a, b), by_definition(a, b))) << m << " " << k << " " << n;
        const auto x = a.to<float>();
        const auto y = b.to<float>();
        EXPECT_TRUE(equal(matmul(x, y), by_definition(x, y))) << m << " " << k << " " << n;
      }
    }
  }
}

TEST(MatmulByTiles, GoesAcrossBlocks) {
  const auto a = (counting({70, 1030}) % 1013).to<std::int64_t>();
  const auto b = (counting({1030, 270}) % 977).to<std::int64_t>();
  EXPECT_TRUE(equal(matmul(a, b), by_definition(a, b)));
  EXPECT_TRUE(equal(matmul(b.transpose(), a.transpose()), by_definition(a, b).transpose()));
  for (const index_t width : {1, 2}) {
    const auto columns = b.narrow(1, 3, width);
    EXPECT_TRUE(equal(matmul(a, columns), by_definition(a, columns)));
    EXPECT_TRUE(equal(matmul(a.narrow(0, 3, width), b), by_definition(a.narrow(0, 3, width), b)));
    const auto across = a.transpose().clone();  // its columns are contiguous
    EXPECT_TRUE(equal(matmul(across.transpose(), columns), by_definition(a, columns)));
    EXPECT_TRUE(
        equal(matmul(a.slice(1, Slice(None, None, 2)), b.slice(0, Slice(None, None, 2))),
              by_definition(a.slice(1, Slice(None, None, 2)), b.slice(0, Slice(None, None, 2)))));
  }
}

TEST(MatmulByTiles, HasTheSameBitsOnThreads) {
  const auto a = (counting({150, 600}).to<float>() * 0.37f);
  const auto b = (counting({600, 530}).to<float>() * -0.011f).transpose().clone().transpose();
  const auto want = matmul(a, b);
  const auto row = matmul(a.narrow(0, 0, 1), b);
  for (const index_t threads : {2, 3, 16}) {
    const ndx_test::ScrambledExecutor executor({threads, 1});
    EXPECT_TRUE(equal(matmul(a, b), want)) << threads;
    EXPECT_TRUE(equal(matmul(a.narrow(0, 0, 1), b), row)) << threads;
  }
}

TEST(MatmulByTiles, AddsHalvesInFloat) {
  const auto a = full<float>({1, 4096}, 1.f).to<float16>();
  EXPECT_TRUE(is(matmul(a, a.transpose()).to<float>(), {1, 1}, {4096.f}));
}

TEST(Mm, TakesMatrices) {
  EXPECT_TRUE(is(mm(tensor({{1, 2}}), tensor({{3}, {4}})), {1, 1}, {11}));
  EXPECT_TRUE(throws<ShapeError>([] { (void)mm(zeros({2, 2}), zeros({2})); },
                                 "mm: shapes (2, 2) and (2) do not have rank 2: matmul takes "
                                 "tensors of any rank"));
}

TEST(Bmm, TakesAsManyMatricesOfBoth) {
  const auto a = counting({2, 2, 3});
  const auto b = counting({2, 3, 4});
  EXPECT_TRUE(equal(bmm(a, b), matmul(a, b)));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)bmm(a, b.narrow(0, 0, 1)); },
                                 "bmm: 2 matrices and 1: matmul broadcasts them"));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)bmm(a, b[0].clone()); },
                                 "bmm: shapes (2, 2, 3) and (3, 4) do not have rank 3: matmul "
                                 "takes tensors of any rank"));
}

}  // namespace matmul_test
