// softmax, log_softmax, logsumexp. The answers are those of the formulas in NumPy.
#include <cmath>
#include <limits>
#include <tuple>

#include <ndx/ops/random/random_numbers.hpp>
#include <ndx/ops/reduce/softmax.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::throws;

namespace softmax_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double third = 1.0 / 3;
const auto scores = tensor({{1.0, 2.0, 3.0}, {1.0, 1.0, 1.0}});

TEST(Softmax, AlongADim) {
  EXPECT_TRUE(allclose(softmax(scores, 1),
                       tensor({{0.09003057317038043, 0.24472847105479767, 0.6652409557748218},
                               {third, third, third}}),
                       1e-12));
  EXPECT_TRUE(allclose(log_softmax(scores, -1).select(0, 0),
                       tensor({-2.4076059644443806, -1.4076059644443801, -0.40760596444438046}),
                       1e-12));
  EXPECT_TRUE(allclose(sum(softmax(scores, 0), 0), ones<double>({3})));
}

TEST(Softmax, DoesNotOverflow) {
  EXPECT_TRUE(allclose(softmax(tensor({1000.F, 1000.F, -1000.F}), 0), tensor({0.5F, 0.5F, 0.F})));
  EXPECT_TRUE(allclose(log_softmax(tensor({0.0, 5000.0}), 0), tensor({-5000.0, 0.0})));
  EXPECT_TRUE(allclose(softmax(tensor({1, 1}), 0), tensor({0.5, 0.5})));
}

TEST(Logsumexp, OverDims) {
  EXPECT_TRUE(allclose(logsumexp(scores), tensor(3.6466950823946482), 1e-12));
  EXPECT_TRUE(
      allclose(logsumexp(scores, 1), tensor({3.40760596444438, 2.0986122886681096}), 1e-12));
  EXPECT_TRUE(has_shape(logsumexp(scores, 1, true), {2, 1}));
  EXPECT_TRUE(has_shape(logsumexp(scores, {0, 1}), {}));
  EXPECT_TRUE(allclose(logsumexp(tensor({1000.0, 1000.0})), tensor(1000 + std::log(2.0))));
}

TEST(Logsumexp, OfInfinitiesAndOfNothing) {
  EXPECT_EQ(logsumexp(tensor({-inf, -inf})).item(), -inf);
  EXPECT_EQ(logsumexp(tensor({inf, 1.0})).item(), inf);
  EXPECT_EQ(logsumexp(zeros<float>({0})).item(), -std::numeric_limits<float>::infinity());
}

TEST(Logsumexp, IntoAnExistingTensor) {
  const auto out = zeros<double>({2, 2}).select(1, 0);
  logsumexp_into(out, scores, 1);
  EXPECT_TRUE(allclose(out, tensor({3.40760596444438, 2.0986122886681096}), 1e-12));
  const auto halves = zeros<float16>({3});
  logsumexp_into(halves, scores.to<float16>(), 0);
  EXPECT_TRUE(allclose(halves.to<double>(), logsumexp(scores, 0), 1e-3));
  const auto own = scores.clone();
  logsumexp_into(own.select(1, 2), own, 1);  // read as if it had been copied
  EXPECT_TRUE(allclose(own.select(1, 2), logsumexp(scores, 1)));
  logsumexp_into(out, tensor({{-inf, -inf}, {inf, 1.0}}), 1);
  EXPECT_EQ(out(0), -inf);
  EXPECT_EQ(out(1), inf);
  logsumexp_into(out, tensor({{NAN, 1.0}, {1.0, NAN}}), 1);
  EXPECT_TRUE(all(isnan(out)).item());
  logsumexp_into(out, zeros<float>({2, 0}), 1);
  EXPECT_EQ(out(1), -inf);
  logsumexp_into(out, tensor({{1.0}, {inf}}).expand({2, 4}), 1);  // 1 + log(4)
  EXPECT_NEAR(out(0), 2.386294361119891, 1e-14);
  EXPECT_EQ(out(1), inf);
  const auto floats = zeros<float>({1});
  logsumexp_into(floats, tensor({{0, 3}}), 1);  // integers give doubles
  EXPECT_EQ(floats(0), 3.0485873515737421F);
  EXPECT_TRUE(throws<ShapeError>([&] { logsumexp_into(out, scores, 0); },
                                 "logsumexp_into: out has shape (2), the result has (3)"));
  EXPECT_TRUE(throws<IndexError>([&] { logsumexp_into(out, scores, 2); },
                                 "logsumexp_into: dim 2 is out of range for a tensor of rank 2"));
}

// Whether logsumexp returns and writes the logarithm of the sum, to strided memory too.
template <class T>
void expect_into(const Tensor<T>& t, const ReducedDims& dims, double tolerance) {
  for (const bool keepdim : {false, true}) {
    const auto wanted = log(sum(exp(t.template to<double>()), dims, keepdim));
    EXPECT_TRUE(
        allclose(logsumexp(t, dims, keepdim).template to<double>(), wanted, tolerance, tolerance));
    const auto dense = zeros<double>(wanted.shape());
    logsumexp_into(dense, t, dims, keepdim);
    EXPECT_TRUE(allclose(dense, wanted, tolerance, tolerance)) << dense << " is not " << wanted;
    Dims wider = wanted.shape();
    wider.push_back(2);
    const auto apart = zeros<double>(wider).select(-1, 1).flip();
    logsumexp_into(apart, t, dims, keepdim);
    EXPECT_TRUE(equal(apart, dense));
  }
}

TEST(Logsumexp, OverSeveralDimsIntoAnExistingTensor) {
  const auto t = (arange<double>(1.0, 3841.0).reshape({4, 3, 40, 8}) * 0.7 % 5.0).clone();
  for (const ReducedDims& dims :
       {ReducedDims(all_dims), ReducedDims(0), ReducedDims(2), ReducedDims(-1), ReducedDims({0, 1}),
        ReducedDims({1, 3}), ReducedDims({0, 2}), ReducedDims({3, 2}), ReducedDims({0, 1, 3})}) {
    expect_into(t, dims, 1e-12);
    expect_into(t.flip(), dims, 1e-12);
    expect_into(t.transpose(), dims, 1e-12);
    expect_into(t.slice(3, Slice(None, None, 3)), dims, 1e-12);
    expect_into(t.select(1, 0).unsqueeze(1).expand({4, 5, 40, 8}), dims, 1e-12);
    expect_into(t.to<float>(), dims, 1e-5);
    expect_into(t.to<int>(), dims, 1e-12);
    expect_into(t.slice(2, Slice(0, 1)), dims, 1e-12);
  }
  expect_into(arange<double>(10000.0) * 0.05, all_dims, 1e-12);
  expect_into(zeros<double>({0, 3}), 0, 0);
  expect_into(zeros<double>({0, 3}), 1, 0);
  expect_into(tensor(2.5), all_dims, 1e-12);
}

// As many elements as are computed in pieces, and some that are left over.
TEST(Logsumexp, OfOneLongLine) {
  const auto t = (arange<double>((index_t{1} << 20) + 5.0) * 0.37 % 3.0).clone();
  expect_into(t, all_dims, 1e-12);
  expect_into(t.flip(), all_dims, 1e-12);
  expect_into(t.to<float>(), all_dims, 1e-5);
  expect_into(t.narrow(0, 0, 1 << 20).view({1024, 1, 1024}).transpose(), all_dims, 1e-12);
  expect_into(t.narrow(0, 0, 1 << 20).reshape(std::vector<index_t>(20, 2)).transpose(), all_dims,
              1e-12);
  expect_into(t.expand({3, t.numel()}), all_dims, 1e-12);
  const auto halves = logsumexp((t * 0).to<float16>());
  EXPECT_EQ(static_cast<float>(halves.item()),
            13.859375F);  // log(2^20 + 5) = 13.86295, of steps of 1/128
  const auto one = full<double>({1 << 21}, -inf);
  EXPECT_EQ(logsumexp(one).item(), -inf);
  one(1 << 20) = 2;
  EXPECT_EQ(logsumexp(one).item(), 2);
  one(7) = std::nan("");
  EXPECT_TRUE(std::isnan(logsumexp(one).item()));
  one(7) = inf;
  EXPECT_EQ(logsumexp(one).item(), inf);
}

/// Runs the parts of all work, the last first, and counts them.
index_t parts_run = 0;
void count_parts(index_t parts, Executor::Task task, const void* work) {
  parts_run += parts;
  while (parts-- > 0) task(work, parts);
}

TEST(Softmax, OfLongLinesIsSharedByThreads) {
  const auto t = (arange<float>(0.F, static_cast<float>(1 << 21)) * 0.37F % 3.F).clone();
  const auto lines = t.view({4, 1 << 19});
  const auto alone = std::tuple(logsumexp(t), logsumexp(lines, 1), softmax(lines, 1));
  set_executor({count_parts, 2});
  const auto shared = std::tuple(logsumexp(t), logsumexp(lines, 1), softmax(lines, 1));
  set_executor({});
  EXPECT_TRUE(equal(std::get<0>(shared), std::get<0>(alone)));
  EXPECT_TRUE(equal(std::get<1>(shared), std::get<1>(alone)));
  EXPECT_TRUE(equal(std::get<2>(shared), std::get<2>(alone)));
  EXPECT_EQ(parts_run, 3 * 2);
}

TEST(Logsumexp, IntoItsOwnInput) {
  const auto t = arange<double>(6.0).reshape({2, 3});
  const auto wanted = logsumexp(t);
  logsumexp_into(t.select(0, 0).select(0, 0), t);
  EXPECT_TRUE(allclose(t.select(0, 0).select(0, 0), wanted));
  const auto row = arange<double>(6.0).reshape({6, 1});
  logsumexp_into(row, row, 1, true);
  EXPECT_TRUE(allclose(row, arange<double>(6.0).reshape({6, 1})));
  EXPECT_TRUE(throws<ValueError>([&] { logsumexp_into(zeros<double>({3}), t, {0, 0}); },
                                 "logsumexp_into: dims (0, 0) name dim 0 twice"));
}

TEST(Softmax, IntoAnExistingTensor) {
  const auto out = zeros<double>({3, 2});
  softmax_into(out.transpose(), scores, 1);
  EXPECT_TRUE(allclose(out.transpose(), softmax(scores, 1)));
  const auto own = scores.clone();
  log_softmax_into(own.flip(1), own, 1);  // read as if it had been copied
  EXPECT_TRUE(allclose(own.flip(1), log_softmax(scores, 1)));
  const auto narrow = zeros<float>({2});
  softmax_into(narrow, tensor({1, 1}), 0);
  EXPECT_TRUE(expect::is(narrow, {2}, {0.5F, 0.5F}));
  softmax_into(zeros<double>({0, 3}), zeros<double>({0, 3}), 0);
  EXPECT_TRUE(throws<ShapeError>([&] { softmax_into(out, scores, 1); },
                                 "softmax_into: out has shape (3, 2), the result has (2, 3)"));
  EXPECT_TRUE(throws<ShapeError>([] { softmax_into(zeros<double>({1}), zeros<double>({0}), 0); },
                                 "softmax_into: out has shape (1), the result has (0)"));
  EXPECT_TRUE(throws<IndexError>([&] { softmax_into(own, own, 2); },
                                 "softmax_into: dim 2 is out of range for a tensor of rank 2"));
}

/// The formulas in NumPy, in double.
template <class T>
Tensor<double> expected(const Tensor<T>& t, index_t dim, bool logarithm) {
  const auto wide = t.template to<double>();
  const auto differences = wide - amax(wide, dim, true);
  const auto powers = exp(differences);
  const auto sums = sum(powers, dim, true);
  return logarithm ? differences - log(sums) : powers / sums;
}

/// Checks both functions, and into tensors of O, along each dim.
template <class O, class T>
void check_into(const Tensor<T>& t, double tolerance) {
  const double own = std::is_same_v<T, float16> ? 1e-3 : std::is_same_v<T, float> ? 1e-6 : 1e-14;
  for (index_t dim = 0; dim < t.dim(); ++dim) {
    const auto probabilities = expected(t, dim, false);
    const auto logs = expected(t, dim, true);
    EXPECT_TRUE(allclose(softmax(t, dim).template to<double>(), probabilities, 0, own)) << dim;
    EXPECT_TRUE(allclose(log_softmax(t, dim).template to<double>(), logs, own, own)) << dim;
    const auto reversed = zeros<O>(t.transpose().shape()).transpose().flip();
    softmax_into(reversed, t, dim);
    EXPECT_TRUE(allclose(reversed.template to<double>(), probabilities, 0, tolerance)) << dim;
    const auto out = zeros<O>(t.shape());
    log_softmax_into(out, t, dim);
    EXPECT_TRUE(allclose(out.template to<double>(), logs, tolerance, tolerance)) << dim;
  }
}

TEST(Softmax, IntoAnExistingTensorOfAnyShapeAndType) {
  const auto noise = [](const Dims& shape) {
    return sin(arange(numel(shape)).to<double>() * 0.7).reshape(shape) * 5;
  };
  for (const Dims& shape :
       {Dims{5000}, Dims{1, 1}, Dims{1300, 3}, Dims{40, 600}, Dims{10, 2100}, Dims{5, 33, 7}}) {
    const auto t = noise(shape);
    check_into<double>(t, 1e-14);
    check_into<float>(t, 1e-6);
    check_into<float>(t.to<float>(), 1e-6);
    check_into<double>(t.to<float>().flip(), 1e-6);
    check_into<float16>(t.to<float16>(), 1e-3);
    check_into<double>(t.to<int>(), 1e-14);
    const auto own = t.clone();
    softmax_into(own, own, -1);
    EXPECT_TRUE(allclose(own, expected(t, -1, false), 0, 1e-14));
  }
  const auto extremes = tensor({{1e300, -1e300, 1e300}, {-inf, 0.0, -inf}});
  const auto out = zeros<double>({2, 3});
  softmax_into(out, extremes, 1);
  EXPECT_TRUE(expect::is(out, {2, 3}, {0.5, 0.0, 0.5, 0.0, 1.0, 0.0}));
  softmax_into(out, tensor({{inf, 0.0, NAN}, {0.0, 0.0, 0.0}}), 1);
  EXPECT_TRUE(all(isnan(out.select(0, 0))));
  EXPECT_TRUE(allclose(out.select(0, 1), full<double>({3}, third)));
}

/// The number at each place of a (planes, size, columns) tensor, and the formulas along dim 1.
TEST(Softmax, AlongAMiddleDimOfFewColumns) {
  for (const index_t size : {1, 2, 3, 8, 15, 31, 32}) {
    for (const index_t columns : {1, 2, 5, 16, 63, 64, 100}) {
      const index_t planes = columns < 16 ? 300 : 7;
      const auto x = zeros<double>({planes, size, columns});
      index_t n = 0;
      for (double& number : x) number = static_cast<double>(++n * 7919 % 101) / 10;
      const auto expected = exp(x) / sum(exp(x), 1, true);
      EXPECT_TRUE(allclose(softmax(x, 1), expected, 1e-12)) << size << " x " << columns;
      EXPECT_TRUE(allclose(log_softmax(x, 1), log(expected), 1e-10)) << size << " x " << columns;
      EXPECT_TRUE(allclose(logsumexp(x, 1), log(sum(exp(x), 1)), 1e-12))
          << size << " x " << columns;
      const auto out = zeros<double>({size, columns, planes}).permute({2, 0, 1});
      softmax_into(out, x, 1);
      EXPECT_TRUE(allclose(out, expected, 1e-12)) << size << " x " << columns;
      const auto reversed = x.flip({0, 1, 2});
      EXPECT_TRUE(allclose(softmax(reversed, 1), expected.flip({0, 1, 2}), 1e-12));
      const auto parts = x.index({Slice(None, None, 3), Slice(), Slice(None, None, 2)});
      EXPECT_TRUE(allclose(softmax(parts, 1),
                           expected.index({Slice(None, None, 3), Slice(), Slice(None, None, 2)}),
                           1e-12));
      softmax_into(x, x, 1);
      EXPECT_TRUE(allclose(x, expected, 1e-12)) << size << " x " << columns;
    }
  }
  const auto cube = rand<float>({5, 4, 3, 2}, 1);
  EXPECT_TRUE(allclose(softmax(cube, 1), exp(cube) / sum(exp(cube), 1, true), 1e-5));
  EXPECT_TRUE(allclose(logsumexp(cube, 1), log(sum(exp(cube), 1)), 1e-5));
}

TEST(Softmax, OfNoElementsAndOfWrongDims) {
  EXPECT_TRUE(has_shape(softmax(zeros<float>({0, 3}), 0), {0, 3}));
  EXPECT_TRUE(throws<IndexError>([] { (void)softmax(scores, 2); },
                                 "softmax: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<IndexError>([] { (void)log_softmax(zeros<float>({0}), 1); },
                                 "log_softmax: dim 1 is out of range for a tensor of rank 1"));
}

}  // namespace softmax_test
