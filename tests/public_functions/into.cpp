// Calculating element by element into an existing tensor.
#include <ndx/ops/arithmetic/map_into.hpp>
#include <ndx/ops/arithmetic/stencil_into.hpp>
#include <ndx/ops/reduce/softmax.hpp>

#include "public_functions.hpp"

namespace ndx_test {

static void add_arithmetic_into(Registry& add) {
  add("add_into", [](Arguments& a) { ndx::add_into(a.out, a.floats, a.others); });
  add("subtract_into", [](Arguments& a) { ndx::subtract_into(a.out, a.floats, a.others); });
  add("multiply_into", [](Arguments& a) { ndx::multiply_into(a.out, a.floats, a.others); });
  add("divide_into", [](Arguments& a) { ndx::divide_into(a.out, a.floats, a.others); });
  add("floor_divide_into", [](Arguments& a) { ndx::floor_divide_into(a.out, a.floats, a.others); });
  add("remainder_into", [](Arguments& a) { ndx::remainder_into(a.out, a.floats, a.others); });
  add("fmod_into", [](Arguments& a) { ndx::fmod_into(a.out, a.floats, a.others); });
  add("maximum_into", [](Arguments& a) { ndx::maximum_into(a.out, a.floats, a.others); });
  add("minimum_into", [](Arguments& a) { ndx::minimum_into(a.out, a.floats, a.others); });
  add("fmax_into", [](Arguments& a) { ndx::fmax_into(a.out, a.floats, a.others); });
  add("fmin_into", [](Arguments& a) { ndx::fmin_into(a.out, a.floats, a.others); });
  add("pow_into", [](Arguments& a) { ndx::pow_into(a.out, a.integers, a.more); });
  add("negative_into", [](Arguments& a) { ndx::negative_into(a.out, a.floats); });
  add("square_into", [](Arguments& a) { ndx::square_into(a.out, a.floats); });
  add("reciprocal_into", [](Arguments& a) { ndx::reciprocal_into(a.out, a.floats); });
  add("floor_into", [](Arguments& a) { ndx::floor_into(a.out, a.floats); });
  add("ceil_into", [](Arguments& a) { ndx::ceil_into(a.out, a.floats); });
  add("round_into", [](Arguments& a) { ndx::round_into(a.out, a.floats); });
  add("round_into by decimals", [](Arguments& a) { ndx::round_into(a.out, a.floats, 1); });
  add("trunc_into", [](Arguments& a) { ndx::trunc_into(a.out, a.floats); });
  add("abs_into", [](Arguments& a) { ndx::abs_into(a.out, a.waves); });
  add("sign_into", [](Arguments& a) { ndx::sign_into(a.out, a.integers); });
  add("clamp_into", [](Arguments& a) { ndx::clamp_into(a.out, a.floats, a.scalar, a.others); });
  add("clamp_min_into", [](Arguments& a) { ndx::clamp_min_into(a.out, a.floats, a.scalar); });
  add("clamp_max_into", [](Arguments& a) { ndx::clamp_max_into(a.out, a.floats, a.others); });
  add("clip_into", [](Arguments& a) { ndx::clip_into(a.out, a.integers, 0, a.count); });
  add("copysign_into", [](Arguments& a) { ndx::copysign_into(a.out, a.floats, a.others); });
  add("lerp_into", [](Arguments& a) { ndx::lerp_into(a.out, a.floats, a.others, a.scalar); });
  add("conj_into", [](Arguments& a) { ndx::conj_into(a.waves, a.waves.flip()); });
  add("angle_into", [](Arguments& a) { ndx::angle_into(a.out, a.waves); });
  add("left_shift_into", [](Arguments& a) { ndx::left_shift_into(a.out, a.integers, a.more); });
  add("right_shift_into", [](Arguments& a) { ndx::right_shift_into(a.out, a.integers, a.count); });
  add("bitwise_and_into", [](Arguments& a) { ndx::bitwise_and_into(a.out, a.integers, a.more); });
  add("bitwise_or_into", [](Arguments& a) { ndx::bitwise_or_into(a.out, a.mask, a.integers); });
  add("bitwise_xor_into", [](Arguments& a) { ndx::bitwise_xor_into(a.out, a.integers, a.count); });
  add("bitwise_not_into", [](Arguments& a) { ndx::bitwise_not_into(a.out, a.mask); });
}

static void add_comparisons_into(Registry& add) {
  add("equal_into", [](Arguments& a) { ndx::equal_into(a.out, a.floats, a.others); });
  add("not_equal_into", [](Arguments& a) { ndx::not_equal_into(a.out, a.floats, a.others); });
  add("less_into", [](Arguments& a) { ndx::less_into(a.out, a.floats, a.others); });
  add("less_equal_into", [](Arguments& a) { ndx::less_equal_into(a.out, a.floats, a.others); });
  add("greater_into", [](Arguments& a) { ndx::greater_into(a.out, a.floats, a.others); });
  add("greater_equal_into",
      [](Arguments& a) { ndx::greater_equal_into(a.out, a.floats, a.others); });
  add("isclose_into", [](Arguments& a) { ndx::isclose_into(a.out, a.floats, a.others); });
  add("logical_and_into", [](Arguments& a) { ndx::logical_and_into(a.out, a.floats, a.integers); });
  add("logical_or_into", [](Arguments& a) { ndx::logical_or_into(a.out, a.mask, a.scalar); });
  add("logical_xor_into", [](Arguments& a) { ndx::logical_xor_into(a.out, a.floats, a.mask); });
  add("logical_not_into", [](Arguments& a) { ndx::logical_not_into(a.out, a.floats); });
  add("isnan_into", [](Arguments& a) { ndx::isnan_into(a.out, a.floats); });
  add("isinf_into", [](Arguments& a) { ndx::isinf_into(a.out, a.floats); });
  add("isfinite_into", [](Arguments& a) { ndx::isfinite_into(a.out, a.waves); });
  add("signbit_into", [](Arguments& a) { ndx::signbit_into(a.out, a.floats); });
  add("nan_to_num_into", [](Arguments& a) { ndx::nan_to_num_into(a.out, a.floats); });
  add("where_into", [](Arguments& a) { ndx::where_into(a.out, a.mask, a.floats, a.others); });
  add("masked_fill_into",
      [](Arguments& a) { ndx::masked_fill_into(a.out, a.floats, a.mask, a.scalar); });
}

static void add_functions_into(Registry& add) {
  add("exp_into", [](Arguments& a) { ndx::exp_into(a.out, a.floats); });
  add("exp2_into", [](Arguments& a) { ndx::exp2_into(a.out, a.floats); });
  add("expm1_into", [](Arguments& a) { ndx::expm1_into(a.out, a.floats); });
  add("log_into", [](Arguments& a) { ndx::log_into(a.out, a.floats); });
  add("log2_into", [](Arguments& a) { ndx::log2_into(a.out, a.floats); });
  add("log10_into", [](Arguments& a) { ndx::log10_into(a.out, a.floats); });
  add("log1p_into", [](Arguments& a) { ndx::log1p_into(a.out, a.floats); });
  add("sqrt_into", [](Arguments& a) { ndx::sqrt_into(a.out, a.floats); });
  add("cbrt_into", [](Arguments& a) { ndx::cbrt_into(a.out, a.floats); });
  add("softmax_into", [](Arguments& a) { ndx::softmax_into(a.out, a.floats, a.dim); });
  add("logsumexp_into",
      [](Arguments& a) { ndx::logsumexp_into(a.out.select(a.dim, a.dim), a.floats, a.dim); });
  add("log_softmax_into", [](Arguments& a) { ndx::log_softmax_into(a.out, a.floats, a.dim); });
  add("real_into", [](Arguments& a) { ndx::real_into(a.out, a.waves); });
  add("imag_into", [](Arguments& a) { ndx::imag_into(a.out, a.waves); });
  add("relu_into", [](Arguments& a) { ndx::relu_into(a.out, a.floats); });
  add("sigmoid_into", [](Arguments& a) { ndx::sigmoid_into(a.out, a.floats); });
  add("sin_into", [](Arguments& a) { ndx::sin_into(a.out, a.floats); });
  add("cos_into", [](Arguments& a) { ndx::cos_into(a.out, a.floats); });
  add("tan_into", [](Arguments& a) { ndx::tan_into(a.out, a.floats); });
  add("asin_into", [](Arguments& a) { ndx::asin_into(a.out, a.floats); });
  add("acos_into", [](Arguments& a) { ndx::acos_into(a.out, a.floats); });
  add("atan_into", [](Arguments& a) { ndx::atan_into(a.out, a.floats); });
  add("sinh_into", [](Arguments& a) { ndx::sinh_into(a.out, a.floats); });
  add("cosh_into", [](Arguments& a) { ndx::cosh_into(a.out, a.floats); });
  add("tanh_into", [](Arguments& a) { ndx::tanh_into(a.out, a.floats); });
  add("asinh_into", [](Arguments& a) { ndx::asinh_into(a.out, a.floats); });
  add("acosh_into", [](Arguments& a) { ndx::acosh_into(a.out, a.floats); });
  add("atanh_into", [](Arguments& a) { ndx::atanh_into(a.out, a.floats); });
  add("atan2_into", [](Arguments& a) { ndx::atan2_into(a.out, a.floats, a.others); });
  add("hypot_into", [](Arguments& a) { ndx::hypot_into(a.out, a.integers, a.scalar); });
}

void add_into(Registry& add) {
  add_arithmetic_into(add);
  add_comparisons_into(add);
  add_functions_into(add);
  add("add_into an operand", [](Arguments& a) { ndx::add_into(a.floats, a.floats, a.others); });
  add("add_into an operand backwards",
      [](Arguments& a) { ndx::add_into(a.floats, a.floats.flip(), a.others); });
  add("map_into", [](Arguments& a) {
    ndx::map_into(a.out, [](float x, index_t y) { return y == 0 ? x : -x; }, a.floats, a.integers);
  });
  add("stencil_into", [](Arguments& a) {
    ndx::stencil_into<1>(
        a.out.ravel(), [](auto x, auto y) { return x(-1) + x(1) * y(0); }, a.floats.ravel(),
        a.others.ravel());
  });
}

}  // namespace ndx_test
