// Trigonometric and hyperbolic functions. The answers are NumPy's.
#include <cmath>
#include <complex>

#include <ndx/ops/math/trigonometry.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::is;

namespace trigonometry_test {

const auto half = tensor({0.5});

/// Whether t is this number, up to the last digits.
bool near(const Tensor<double>& t, double number) { return std::abs(t(0) - number) < 1e-15; }

TEST(Trigonometry, OfAnAngle) {
  EXPECT_TRUE(near(sin(half), 0.47942553860420295));
  EXPECT_TRUE(near(cos(half), 0.8775825618903725));
  EXPECT_TRUE(near(tan(half), 0.5463024898437905));
}

TEST(Trigonometry, Inverse) {
  EXPECT_TRUE(near(asin(half), 0.5235987755982989));
  EXPECT_TRUE(near(acos(half), 1.0471975511965976));
  EXPECT_TRUE(near(atan(half), 0.4636476090008061));
  EXPECT_TRUE(std::isnan(asin(tensor(2)).item()));
}

TEST(Trigonometry, Hyperbolic) {
  EXPECT_TRUE(near(sinh(half), 0.5210953054937474));
  EXPECT_TRUE(near(cosh(half), 1.1276259652063807));
  EXPECT_TRUE(near(tanh(half), 0.46211715726000974));
  EXPECT_TRUE(near(asinh(half), 0.48121182505960347));
  EXPECT_TRUE(near(acosh(tensor({2})), 1.3169578969248168));
  EXPECT_TRUE(near(atanh(half), 0.5493061443340549));
  EXPECT_TRUE(std::isinf(atanh(tensor(1)).item()));
}

TEST(Trigonometry, OfComplexNumbers) {
  using C = std::complex<double>;
  const auto z = tensor({C(1, 2)});
  EXPECT_TRUE(allclose(sin(z), tensor({C(3.165778513216168, 1.9596010414216063)})));
  EXPECT_TRUE(allclose(tanh(z), tensor({C(1.16673625724092, -0.2434582011857253)})));
}

TEST(Atan2, IsTheAngleOfAPoint) {
  EXPECT_TRUE(allclose(atan2(tensor({1, -1, 0}), -1),
                       tensor({2.356194490192345, -2.356194490192345, 3.141592653589793})));
  EXPECT_EQ(atan2(tensor({1.F, 1.F}), ones({2, 1})).shape(), (std::vector<index_t>{2, 2}));
}

TEST(Hypot, DoesNotOverflow) {
  EXPECT_TRUE(is(hypot(tensor({3, 5}), tensor({4, 12})), {2}, {5.0, 13.0}));
  EXPECT_TRUE(allclose(hypot(3e200, tensor(4e200)), tensor(5e200)));
}

}  // namespace trigonometry_test
