// Calculating element by element.
#include <ndx/numpy.hpp>
#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/arithmetic/logical.hpp>
#include <ndx/ops/arithmetic/maximum.hpp>
#include <ndx/ops/math/classify.hpp>
#include <ndx/ops/math/exponentials.hpp>
#include <ndx/ops/math/real_imag.hpp>
#include <ndx/ops/math/rounding.hpp>
#include <ndx/ops/math/trigonometry.hpp>
#include <ndx/ops/reduce/softmax.hpp>
#include <ndx/special.hpp>

#include "public_functions.hpp"

namespace ndx_test {

static void add_operators(Registry& add) {
  add("operator+", [](Arguments& a) { a.see(a.floats + a.others); });
  add("operator+ a scalar", [](Arguments& a) { a.see(a.floats + a.scalar); });
  add("operator+ of two types", [](Arguments& a) { a.see(a.mask + a.integers); });
  add("operator+ broadcast", [](Arguments& a) { a.see(a.floats + a.one); });
  add("operator-", [](Arguments& a) { a.see(a.floats - a.others); });
  add("operator- unary", [](Arguments& a) { a.see(-a.floats); });
  add("operator*", [](Arguments& a) { a.see(a.integers * a.more); });
  add("operator/", [](Arguments& a) { a.see(a.floats / a.others); });
  add("operator/ of integers", [](Arguments& a) { a.see(a.integers / a.more); });
}

static void add_updates(Registry& add) {
  add("operator+=", [](Arguments& a) { a.floats += a.others; });
  add("operator+= another type", [](Arguments& a) { a.floats += a.integers; });
  add("operator+= itself backwards", [](Arguments& a) { a.floats += a.floats.flip(); });
  add("operator+= on a temporary",
      [](Arguments& a) { a.see(a.floats.select(a.dim, a.position) += a.one); });
  add("operator-=", [](Arguments& a) { a.floats -= a.others; });
  add("operator*=", [](Arguments& a) { a.floats *= a.scalar; });
  add("operator/=", [](Arguments& a) { a.floats /= a.others; });
  add("operator<<=", [](Arguments& a) { a.integers <<= a.more; });
  add("operator>>=", [](Arguments& a) { a.integers >>= a.count; });
  add("operator&=", [](Arguments& a) { a.integers &= a.more; });
  add("operator|=", [](Arguments& a) { a.integers |= a.mask; });
  add("operator^=", [](Arguments& a) { a.mask ^= true; });
}

static void add_functions(Registry& add) {
  add("exp", [](Arguments& a) { a.see(ndx::exp(a.others)); });
  add("exp2", [](Arguments& a) { a.see(ndx::exp2(a.others)); });
  add("expm1", [](Arguments& a) { a.see(ndx::expm1(a.others)); });
  add("log", [](Arguments& a) { a.see(ndx::log(a.more)); });
  add("log2", [](Arguments& a) { a.see(ndx::log2(a.more)); });
  add("log10", [](Arguments& a) { a.see(ndx::log10(a.others)); });
  add("log1p", [](Arguments& a) { a.see(ndx::log1p(a.floats)); });
  add("sqrt", [](Arguments& a) { a.see(ndx::sqrt(a.others)); });
  add("cbrt", [](Arguments& a) { a.see(ndx::cbrt(a.others)); });
  add("square", [](Arguments& a) { a.see(ndx::square(a.integers)); });
  add("reciprocal", [](Arguments& a) { a.see(ndx::reciprocal(a.integers)); });
  add("sigmoid", [](Arguments& a) { a.see(ndx::sigmoid(a.floats)); });
  add("relu", [](Arguments& a) { a.see(ndx::relu(a.integers)); });
  add("abs", [](Arguments& a) { a.see(ndx::abs(a.integers)); });
  add("copysign", [](Arguments& a) { a.see(ndx::copysign(a.floats, a.others)); });
  add("lerp", [](Arguments& a) { a.see(ndx::lerp(a.floats, a.others, a.scalar)); });
  add("real", [](Arguments& a) { a.see(ndx::real(a.waves)); });
  add("imag", [](Arguments& a) { a.see(ndx::imag(a.waves)); });
  add("imag of real numbers", [](Arguments& a) { a.see(ndx::imag(a.floats)); });
  add("conj", [](Arguments& a) { a.see(ndx::conj(a.waves)); });
  add("angle", [](Arguments& a) { a.see(ndx::angle(a.waves)); });
  add("sign", [](Arguments& a) { a.see(ndx::sign(a.integers)); });
  add("pow", [](Arguments& a) { a.see(ndx::pow(a.floats, a.others)); });
  add("pow of integers", [](Arguments& a) { a.see(ndx::pow(a.integers, a.more)); });
  add("softmax", [](Arguments& a) { a.see(ndx::softmax(a.floats, a.dim)); });
  add("log_softmax", [](Arguments& a) { a.see(ndx::log_softmax(a.integers, a.dim)); });
  add("logsumexp", [](Arguments& a) { a.see(ndx::logsumexp(a.floats, a.dims, true)); });
}

static void add_trigonometry(Registry& add) {
  add("sin", [](Arguments& a) { a.see(ndx::sin(a.floats)); });
  add("cos", [](Arguments& a) { a.see(ndx::cos(a.floats)); });
  add("tan", [](Arguments& a) { a.see(ndx::tan(a.floats)); });
  add("asin", [](Arguments& a) { a.see(ndx::asin(a.floats)); });
  add("acos", [](Arguments& a) { a.see(ndx::acos(a.floats)); });
  add("atan", [](Arguments& a) { a.see(ndx::atan(a.floats)); });
  add("sinh", [](Arguments& a) { a.see(ndx::sinh(a.floats)); });
  add("cosh", [](Arguments& a) { a.see(ndx::cosh(a.floats)); });
  add("tanh", [](Arguments& a) { a.see(ndx::tanh(a.floats)); });
  add("asinh", [](Arguments& a) { a.see(ndx::asinh(a.floats)); });
  add("acosh", [](Arguments& a) { a.see(ndx::acosh(a.floats)); });
  add("atanh", [](Arguments& a) { a.see(ndx::atanh(a.floats)); });
  add("atan2", [](Arguments& a) { a.see(ndx::atan2(a.floats, a.others)); });
  add("hypot", [](Arguments& a) { a.see(ndx::hypot(a.integers, a.scalar)); });
}

static void add_rounding(Registry& add) {
  add("floor", [](Arguments& a) { a.see(ndx::floor(a.others)); });
  add("ceil", [](Arguments& a) { a.see(ndx::ceil(a.others)); });
  add("round", [](Arguments& a) { a.see(ndx::round(a.others)); });
  add("round to decimals", [](Arguments& a) { a.see(ndx::round(a.others, 2)); });
  add("trunc", [](Arguments& a) { a.see(ndx::trunc(a.others)); });
  add("floor_divide", [](Arguments& a) { a.see(ndx::floor_divide(a.integers, a.more)); });
  add("remainder", [](Arguments& a) { a.see(ndx::remainder(a.floats, a.others)); });
  add("operator%", [](Arguments& a) { a.see(a.integers % a.more); });
  add("operator%=", [](Arguments& a) { a.integers %= a.more; });
  add("fmod", [](Arguments& a) { a.see(ndx::fmod(a.integers, a.more)); });
}

static void add_choices(Registry& add) {
  add("maximum", [](Arguments& a) { a.see(ndx::maximum(a.floats, a.others)); });
  add("minimum", [](Arguments& a) { a.see(ndx::minimum(a.floats, a.others)); });
  add("fmax", [](Arguments& a) { a.see(ndx::fmax(a.floats, a.others)); });
  add("fmin", [](Arguments& a) { a.see(ndx::fmin(a.floats, a.others)); });
  add("clamp", [](Arguments& a) { a.see(ndx::clamp(a.floats, a.scalar, a.others)); });
  add("clamp with a lower bound alone",
      [](Arguments& a) { a.see(ndx::clamp(a.floats, a.scalar)); });
  add("clamp from below",
      [](Arguments& a) { a.see(ndx::clamp(a.floats, a.scalar, ndx::newaxis)); });
  add("clamp from above",
      [](Arguments& a) { a.see(ndx::clamp(a.floats, ndx::newaxis, a.others)); });
  add("clamp_min", [](Arguments& a) { a.see(ndx::clamp_min(a.floats, a.others)); });
  add("clamp_max", [](Arguments& a) { a.see(ndx::clamp_max(a.integers, a.scalar)); });
  add("clip from below", [](Arguments& a) { a.see(ndx::clip(a.integers, 1, ndx::newaxis)); });
  add("clip from above", [](Arguments& a) { a.see(ndx::clip(a.floats, ndx::newaxis, a.scalar)); });
  add("clip", [](Arguments& a) { a.see(ndx::clip(a.integers, 0, a.count)); });
  add("isnan", [](Arguments& a) { a.see(ndx::isnan(a.floats)); });
  add("isinf", [](Arguments& a) { a.see(ndx::isinf(a.floats)); });
  add("isfinite", [](Arguments& a) { a.see(ndx::isfinite(a.floats)); });
  add("signbit", [](Arguments& a) { a.see(ndx::signbit(a.floats)); });
  add("nan_to_num", [](Arguments& a) { a.see(ndx::nan_to_num(a.floats)); });
}

void add_special_functions(Registry& add) {
  add("erf", [](Arguments& a) { a.see(ndx::erf(a.floats)); });
  add("erfc", [](Arguments& a) { a.see(ndx::erfc(a.floats)); });
  add("lgamma", [](Arguments& a) { a.see(ndx::lgamma(a.floats)); });
  add("rsqrt", [](Arguments& a) { a.see(ndx::rsqrt(a.floats)); });
  add("deg2rad", [](Arguments& a) { a.see(ndx::deg2rad(a.floats)); });
  add("rad2deg", [](Arguments& a) { a.see(ndx::rad2deg(a.floats)); });
  add("silu", [](Arguments& a) { a.see(ndx::silu(a.floats)); });
  add("gelu", [](Arguments& a) { a.see(ndx::gelu(a.floats)); });
  add("softplus", [](Arguments& a) { a.see(ndx::softplus(a.floats)); });
  add("isposinf", [](Arguments& a) { a.see(ndx::isposinf(a.floats)); });
  add("isneginf", [](Arguments& a) { a.see(ndx::isneginf(a.floats)); });
  add("logaddexp", [](Arguments& a) { a.see(ndx::logaddexp(a.floats, a.others)); });
  add("logaddexp2", [](Arguments& a) { a.see(ndx::logaddexp2(a.floats, a.others)); });
  add("xlogy", [](Arguments& a) { a.see(ndx::xlogy(a.floats, a.others)); });
  add("heaviside", [](Arguments& a) { a.see(ndx::heaviside(a.floats, a.others)); });
  add("nextafter", [](Arguments& a) { a.see(ndx::nextafter(a.floats, a.others)); });
  add("ldexp", [](Arguments& a) { a.see(ndx::ldexp(a.floats, a.count)); });
  add("modf", [](Arguments& a) { a.see(ndx::modf(a.floats).fraction); });
  add("frexp", [](Arguments& a) { a.see(ndx::frexp(a.floats).exponent); });
  add("divmod", [](Arguments& a) { a.see(ndx::divmod(a.integers, 3).remainder); });
}

void add_arithmetic(Registry& add) {
  add_special_functions(add);
  add_operators(add);
  add_updates(add);
  add("operator&", [](Arguments& a) { a.see(a.integers & a.more); });
  add("operator|", [](Arguments& a) { a.see(a.mask | a.integers); });
  add("operator^", [](Arguments& a) { a.see(a.integers ^ a.count); });
  add("operator<<", [](Arguments& a) { a.see(a.integers << a.more); });
  add("operator>>", [](Arguments& a) { a.see(a.integers >> a.count); });
  add("operator~", [](Arguments& a) { a.see(~a.mask); });
  add("operator!", [](Arguments& a) { a.see(!a.floats); });
  add("logical_not", [](Arguments& a) { a.see(ndx::logical_not(a.floats)); });
  add("logical_and", [](Arguments& a) { a.see(ndx::logical_and(a.floats, a.integers)); });
  add("logical_or", [](Arguments& a) { a.see(ndx::logical_or(a.mask, a.scalar)); });
  add("logical_xor", [](Arguments& a) { a.see(ndx::logical_xor(a.floats, a.mask)); });
  add_functions(add);
  add_trigonometry(add);
  add_rounding(add);
  add_choices(add);
}

}  // namespace ndx_test
