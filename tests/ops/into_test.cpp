// Element-wise functions that write into an existing tensor. Expected values are NumPy's, of
// np.add(a, b, out=out) and so on, or those of the same function without _into.
#include <cmath>
#include <complex>
#include <cstdint>

#include <ndx/ops/arithmetic/map_into.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::is;
using expect::throws;

namespace into_test {

using C = std::complex<float>;

TEST(Into, WritesWhatTheFunctionReturns) {
  const auto a = tensor({{1, 2, 3}, {4, 5, 6}});
  const auto b = tensor({10, 20, 30});
  const auto out = zeros<int>({2, 3});
  add_into(out, a, b);
  EXPECT_TRUE(is(out, {2, 3}, {11, 22, 33, 14, 25, 36}));
  subtract_into(out, a, 1);
  EXPECT_TRUE(is(out, {2, 3}, {0, 1, 2, 3, 4, 5}));
  subtract_into(out, 1, a);
  EXPECT_TRUE(is(out, {2, 3}, {0, -1, -2, -3, -4, -5}));
  remainder_into(out, a, 3);
  EXPECT_TRUE(is(out, {2, 3}, {1, 2, 0, 1, 2, 0}));
}

/// Whether writing into fresh elements of several layouts gives what the function returns.
template <class R, class Write>
testing::AssertionResult agrees(const Tensor<R>& wanted, Write write) {
  const Dims& shape = wanted.shape();
  const auto dense = zeros<R>(shape);
  write(dense);
  if (!equal(dense, wanted))
    return testing::AssertionFailure() << dense << " instead of " << wanted;
  const auto backwards = zeros<R>(shape).flip();
  write(backwards);
  if (!equal(backwards, wanted)) return testing::AssertionFailure() << "backwards";
  const auto columns = zeros<R>({shape[1], shape[0]}).transpose();
  write(columns);
  if (!equal(columns, wanted)) return testing::AssertionFailure() << "columns";
  const auto holes = zeros<R>({shape[0], 3 * shape[1]});
  write(holes.slice(1, Slice(1, None, 3)));
  if (!equal(holes.slice(1, Slice(1, None, 3)), wanted) || any(holes.slice(1, Slice(0, None, 3))) ||
      any(holes.slice(1, Slice(2, None, 3))))
    return testing::AssertionFailure() << "holes";
  return testing::AssertionSuccess();
}

#define AGREES(name, ...) \
  EXPECT_TRUE(agrees(name(__VA_ARGS__), [&](const auto& out) { name##_into(out, __VA_ARGS__); }))
#define AGREES_WITH(expression, name, ...) \
  EXPECT_TRUE(agrees(expression, [&](const auto& out) { name##_into(out, __VA_ARGS__); }))

TEST(Into, OfArithmetic) {
  const auto a = counting({3, 100});
  const auto b = counting({3, 1}) + 2;
  AGREES_WITH(a + b, add, a, b);
  AGREES_WITH(a - b, subtract, a, b);
  AGREES_WITH(a * b, multiply, a, b);
  AGREES_WITH(a / b, divide, a, b);
  AGREES_WITH(2 / b.expand({3, 4}), divide, 2, b.expand({3, 4}));
  AGREES(floor_divide, a, b);
  AGREES(remainder, a, b);
  AGREES(fmod, a, b);
  AGREES(pow, a, b);
  AGREES(pow, a, 2);
  AGREES_WITH(-a, negative, a);
  AGREES(square, a);
  AGREES(reciprocal, b.expand({3, 2}));
  AGREES(abs, -a);
  AGREES(sign, a - 4);
  AGREES(relu, a - 4);
  AGREES(maximum, a, b);
  AGREES(minimum, a, 4);
  AGREES(fmax, 4, a);
  AGREES(fmin, a, b);
  AGREES(clamp, a, 3, 9);
  AGREES(clamp, a, b, 100);
  AGREES(clamp, a, 0, b);
  AGREES(clip, a, b, b);
}

TEST(Into, OfRounding) {
  const auto a = (counting({3, 10}) - 15) / 4.0;
  AGREES(floor, a);
  AGREES(ceil, a);
  AGREES(round, a);
  AGREES(trunc, a);
}

TEST(Into, OfBits) {
  const auto a = counting({2, 40});
  AGREES_WITH((a & 12), bitwise_and, a, 12);
  AGREES_WITH((a | 12), bitwise_or, a, 12);
  AGREES_WITH((a ^ 12), bitwise_xor, a, 12);
  AGREES_WITH(~a, bitwise_not, a);
}

TEST(Into, OfComparisonsAndTests) {
  const auto a = counting({2, 70}).to<double>();
  const auto b = a.flip();
  AGREES_WITH((a == b), equal, a, b);
  AGREES_WITH((a != b), not_equal, a, b);
  AGREES_WITH((a < b), less, a, b);
  AGREES_WITH((a <= 7), less_equal, a, 7);
  AGREES_WITH((7 > a), greater, 7, a);
  AGREES_WITH((a >= b), greater_equal, a, b);
  AGREES(logical_and, a, 1);
  AGREES(logical_or, a, b);
  AGREES(logical_xor, a, true);
  AGREES(logical_not, a);
  const auto odd = log(a - 4);
  AGREES(isnan, odd);
  AGREES(isinf, odd);
  AGREES(isfinite, odd);
  AGREES(signbit, odd);
  AGREES(nan_to_num, odd, 9);
  AGREES(where, a > 4, a, b);
  AGREES(where, a > 4, 1.5, b);
  AGREES(where, a > 4, a, 2.5);
  AGREES(where, a > 4, 1, 2);
  AGREES(masked_fill, a, a > 4, -1);
  AGREES(masked_fill, a, a > 4, tensor(-1));
}

TEST(Into, OfFunctions) {
  const auto a = (counting({3, 40}) + 1) / 128.0;
  AGREES(exp, a);
  AGREES(exp2, a);
  AGREES(expm1, a);
  AGREES(log, a);
  AGREES(log2, a);
  AGREES(log10, a);
  AGREES(log1p, a);
  AGREES(sqrt, a);
  AGREES(cbrt, a);
  AGREES(sigmoid, a);
  AGREES(sin, a);
  AGREES(cos, a);
  AGREES(tan, a);
  AGREES(asin, a);
  AGREES(acos, a);
  AGREES(atan, a);
  AGREES(sinh, a);
  AGREES(cosh, a);
  AGREES(tanh, a);
  AGREES(asinh, a);
  AGREES(acosh, a + 1);
  AGREES(atanh, a);
  AGREES(atan2, a, a.flip());
  AGREES(hypot, a, 2);
}

TEST(Into, MapCallsAnyFunction) {
  const auto a = counting({4});
  const auto out = zeros<double>({3, 4});
  map_into(out.select(0, 2), [](int x) { return x * 0.5; }, a);
  EXPECT_TRUE(is(out.select(0, 2), {4}, {0, 0.5, 1, 1.5}));
  map_into(out, [](int x, double y, bool z) { return z ? x : y; }, a, ones<double>({3, 1}), a > 1);
  EXPECT_TRUE(is(out.select(0, 1), {4}, {1, 1, 2, 3}));
}

TEST(Into, ConvertsAsCopyDoes) {
  const auto bytes = zeros<std::int8_t>({3});
  add_into(bytes, tensor({100, 200, -200}), 0);
  EXPECT_TRUE(is(bytes, {3}, {100, -56, 56}));
  const auto floats = zeros<float>({3});
  divide_into(floats, tensor({7, -7, 1}), tensor({2, 2, 10}));
  EXPECT_TRUE(is(floats, {3}, {3.5F, -3.5F, 0.1F}));
  exp_into(floats, tensor({0.0, 1.0, 100.0}));
  EXPECT_TRUE(is(floats, {3}, {1, 2.7182817F, std::numeric_limits<float>::infinity()}));
  const auto waves = zeros<C>({2});
  less_into(waves, tensor({1.F, 5.F}), 3);
  EXPECT_TRUE(is(waves, {2}, {C(1), C(0)}));
  multiply_into(waves, tensor({C(0, 1), C(2, 0)}), C(0, 1));
  EXPECT_TRUE(is(waves, {2}, {C(-1, 0), C(0, 2)}));
  const auto lengths = zeros<float>({1});
  abs_into(lengths, tensor({C(3, -4)}));
  EXPECT_TRUE(is(lengths, {1}, {5.F}));
  const auto doubles = zeros<double>({2});
  add_into(doubles, tensor({0.1F, 0.2F}), 0.2F);  // as float, then converted
  EXPECT_EQ(doubles(0), static_cast<double>(0.1F + 0.2F));
}

TEST(Into, AnOperandMayBeTheOutput) {
  for (const index_t n : {1, 7, 64, 513, 5000}) {
    const auto a = arange<float>(static_cast<float>(n));
    const auto b = a * 3.F + 1.F;
    const auto first = a.clone();
    subtract_into(first, first, b);
    EXPECT_TRUE(equal(first, a - b)) << n;
    const auto second = b.clone();
    subtract_into(second, a, second);
    EXPECT_TRUE(equal(second, a - b)) << n;
    const auto both = a.clone();
    multiply_into(both, both, both);
    EXPECT_TRUE(equal(both, a * a)) << n;
    const auto alone = a.clone();
    square_into(alone, alone);
    EXPECT_TRUE(equal(alone, a * a)) << n;
    const auto backwards = a.clone().flip();
    add_into(backwards, backwards, backwards);
    EXPECT_TRUE(equal(backwards, a.flip() * 2.F)) << n;
    const auto flags = a > 3.F;
    logical_not_into(flags, flags);
    EXPECT_TRUE(equal(flags, a <= 3.F)) << n;
  }
}

TEST(Into, AnOverlappingOperandIsReadAsIfCopied) {
  for (const index_t n : {2, 9, 64, 513, 5000}) {
    const auto a = arange<float>(static_cast<float>(n));
    const auto shifted = a.clone();
    add_into(shifted.narrow(0, 1, n - 1), shifted.narrow(0, 0, n - 1), 1.F);
    EXPECT_TRUE(equal(shifted, a)) << n;
    const auto turned = a.clone();
    add_into(turned, turned.flip(), turned);
    EXPECT_TRUE(equal(turned, full<float>({n}, static_cast<float>(n - 1)))) << n;
    const auto first = a.clone() + 1.F;
    divide_into(first, first, first.narrow(0, 0, 1));
    EXPECT_TRUE(equal(first, a + 1.F)) << n;
  }
  const auto square = counting({40, 40});
  const auto wanted = square - square.transpose();
  subtract_into(square, square, square.transpose());
  EXPECT_TRUE(equal(square, wanted));
}

TEST(Into, ShapesWithoutElementsOrDims) {
  const auto none = zeros<float>({0, 3});
  add_into(none, ones<float>({0, 1}), ones<float>({3}));
  const auto scalar = zeros<float>({});
  exp_into(scalar, tensor(0.F));
  EXPECT_EQ(scalar.item(), 1.F);
  const auto deep = zeros<int>({1, 2, 1, 2, 1, 2, 1, 2});
  add_into(deep, counting({1, 2, 1, 2, 1, 2, 1, 2}), 1);
  EXPECT_TRUE(equal(deep.ravel(), counting({16}) + 1));
}

TEST(Into, ReadsConstTensors) {
  const Tensor<const int> a = counting({3});
  const auto out = zeros<int>({3});
  add_into(out, a, a);
  EXPECT_TRUE(is(out, {3}, {0, 2, 4}));
  where_into(out, a > 0, a, 9);
  EXPECT_TRUE(is(out, {3}, {9, 1, 2}));
  const auto floats = zeros<double>({3});
  nan_to_num_into(floats, Tensor<const float>(tensor({NAN, 1.F, 2.F})));
  EXPECT_TRUE(is(floats, {3}, {0, 1, 2}));
}

TEST(Into, ErrorsNameTheCallAndChangeNothing) {
  const auto out = zeros<int>({2, 2});
  const auto a = ones<int>({2, 3});
  EXPECT_TRUE(throws<ShapeError>([&] { add_into(out, a, 1); },
                                 "add_into: out has shape (2, 2), the result has (2, 3)"));
  EXPECT_TRUE(throws<ShapeError>([&] { exp_into(zeros({2, 2}), tensor({1.0, 2.0})); },
                                 "exp_into: out has shape (2, 2), the result has (2)"));
  EXPECT_TRUE(throws<ShapeError>([&] { less_into(zeros<bool>({2, 3}), a, ones<int>({2})); },
                                 "less_into: shapes (2, 3) and (2) cannot be broadcast together"));
  EXPECT_THROW(maximum_into(zeros<int>({1, 3}).expand({2, 3}), a, a), ValueError);
  EXPECT_TRUE(throws<ValueError>(
      [&] { pow_into(zeros<int>({2, 3}), a, -1); },
      "pow_into: an integer raised to a negative power, -1, is no integer: convert one of the two "
      "to a floating-point type"));
  EXPECT_TRUE(is(out, {2, 2}, {0, 0, 0, 0}));
}

}  // namespace into_test
