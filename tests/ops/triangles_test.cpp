// Values from NumPy.
#include <complex>

#include <ndx/numpy.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace triangles_test {

const Tensor<int> m = counting({3, 4});

TEST(Diag, OfAListIsAMatrix) {
  const auto list = tensor({1, 2});
  EXPECT_TRUE(is(diag(list), {2, 2}, {1, 0, 0, 2}));
  EXPECT_TRUE(is(diag(list, 1), {3, 3}, {0, 1, 0, 0, 0, 2, 0, 0, 0}));
  EXPECT_TRUE(is(diag(tensor({1}), -2), {3, 3}, {0, 0, 0, 0, 0, 0, 1, 0, 0}));
  EXPECT_TRUE(is(diag(list.flip()), {2, 2}, {2, 0, 0, 1}));
  EXPECT_TRUE(is(diag(tensor(3).expand({2})), {2, 2}, {3, 0, 0, 3}));
  EXPECT_TRUE(has_shape(diag(zeros({0})), {0, 0}));
  EXPECT_TRUE(is(diag(Tensor<const int>(list)), {2, 2}, {1, 0, 0, 2}));
  EXPECT_TRUE(is(diag(tensor({true})), {1, 1}, {true}));
  EXPECT_TRUE(is(diag(tensor({std::complex<float>(1, 2)}), 1), {2, 2}, {0, {1, 2}, 0, 0}));
}

TEST(Diag, OfAMatrixIsACopyOfItsDiagonal) {
  EXPECT_TRUE(is(diag(m), {3}, {0, 5, 10}));
  EXPECT_TRUE(is(diag(m, 1), {3}, {1, 6, 11}));
  EXPECT_TRUE(is(diag(m, -2), {1}, {8}));
  EXPECT_TRUE(is(diag(m, 5), {0}, {}));
  EXPECT_TRUE(is(diag(m.transpose(), 1), {2}, {4, 9}));
  EXPECT_FALSE(diag(m).shares_storage(m));
}

TEST(Diag, RefusesOtherRanksAndDiagonalsThatCannotBe) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)diag(tensor(1)); },
                                 "diag: a tensor of shape () has neither one dim nor two"));
  EXPECT_THROW((void)diag(zeros({1, 1, 1})), ShapeError);
  EXPECT_THROW((void)diag(tensor({1}), INT64_MAX), ValueError);
  EXPECT_TRUE(throws<ValueError>([] { (void)diag(tensor({1}), INT64_MIN); },
                                 "diag: there is no diagonal -9223372036854775808"));
}

TEST(Diagflat, OfAnyRank) {
  EXPECT_TRUE(is(diagflat(tensor({{1, 2}, {3, 4}}), -1), {5, 5},
                 {0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 4, 0}));
  EXPECT_TRUE(is(diagflat(tensor(7)), {1, 1}, {7}));
}

TEST(Tril, KeepsTheLowerTriangle) {
  EXPECT_TRUE(is(tril(m), {3, 4}, {0, 0, 0, 0, 4, 5, 0, 0, 8, 9, 10, 0}));
  EXPECT_TRUE(is(tril(m, 1), {3, 4}, {0, 1, 0, 0, 4, 5, 6, 0, 8, 9, 10, 11}));
  EXPECT_TRUE(is(tril(m, -1), {3, 4}, {0, 0, 0, 0, 4, 0, 0, 0, 8, 9, 0, 0}));
  EXPECT_TRUE(is(tril(m, INT64_MAX), {3, 4}, m.to_vector()));
  EXPECT_TRUE(is(tril(m, INT64_MIN), {3, 4}, zeros<int>({3, 4}).to_vector()));
  const auto x = counting({2, 2, 3}) + 1;
  EXPECT_TRUE(is(tril(x), {2, 2, 3}, {1, 0, 0, 4, 5, 0, 7, 0, 0, 10, 11, 0}));
  EXPECT_TRUE(is(tril(m.transpose().narrow(0, 0, 2)), {2, 3}, {0, 0, 0, 1, 5, 0}));
  EXPECT_FALSE(tril(m, 9).shares_storage(m));
  EXPECT_TRUE(has_shape(tril(zeros({0, 3})), {0, 3}));
  EXPECT_TRUE(has_shape(tril(zeros({2, 0})), {2, 0}));
  EXPECT_TRUE(throws<ShapeError>([] { (void)tril(tensor({1, 2})); },
                                 "tril: a tensor of rank 1 is no matrix"));
}

TEST(Triu, KeepsTheUpperTriangle) {
  EXPECT_TRUE(is(triu(m), {3, 4}, {0, 1, 2, 3, 0, 5, 6, 7, 0, 0, 10, 11}));
  EXPECT_TRUE(is(triu(m, 1), {3, 4}, {0, 1, 2, 3, 0, 0, 6, 7, 0, 0, 0, 11}));
  EXPECT_TRUE(is(triu(m, -1), {3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 0, 9, 10, 11}));
  EXPECT_TRUE(is(triu(m, INT64_MIN), {3, 4}, m.to_vector()));
  EXPECT_TRUE(is(triu(m, INT64_MAX), {3, 4}, zeros<int>({3, 4}).to_vector()));
  const auto x = counting({2, 2, 3}) + 1;
  EXPECT_TRUE(is(triu(x), {2, 2, 3}, {1, 2, 3, 0, 5, 6, 7, 8, 9, 0, 11, 12}));
}

TEST(Tri, HasOnesBelowTheDiagonal) {
  EXPECT_TRUE(is(tri(2, 3, 1), {2, 3}, {1, 1, 0, 1, 1, 1}));
  EXPECT_TRUE(is(tri<int>(2), {2, 2}, {1, 0, 1, 1}));
  EXPECT_TRUE(is(identity<int>(2), {2, 2}, {1, 0, 0, 1}));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)identity(-1); }, "identity: size -1 of dim 0 is negative"));
  EXPECT_TRUE(
      expect::throws<ValueError>([] { (void)tri(-1); }, "tri: size -1 of dim 0 is negative"));
}

}  // namespace triangles_test
