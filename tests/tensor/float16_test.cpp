// Tensors of float16 and bfloat16. What is computed with them must be, bit for bit, what is computed
// with the same numbers as floats, rounded once; those results have tests of their own, against
// NumPy. Some of float16 are NumPy's here, too.
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/linalg.hpp>
#include <ndx/ndx.hpp>
#include <ndx/numpy.hpp>
#include <ndx/ops/arithmetic/map_into.hpp>
#include <ndx/statistics.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "support/expect.hpp"

namespace float16_test {

using ndx::bfloat16;
using ndx::Bounds;
using ndx::float16;
using ndx::index_t;
using ndx::Reduce;
using ndx::Tensor;
using ndx::tensor;

/// The elements bit for bit, in row-major order.
template <class T>
std::vector<std::uint64_t> bits_of(const Tensor<T>& t) {
  std::vector<std::uint64_t> bits;
  for (const auto x : t) {
    if constexpr (ndx::Half<T>) {
      bits.push_back(x != x ? 0x7FFF : x.bits());
    } else if constexpr (std::is_same_v<std::remove_const_t<T>, float>) {
      bits.push_back(x != x ? 0x7FFFFFFF : ndx::detail::bit_cast<std::uint32_t>(x));
    } else if constexpr (std::is_same_v<std::remove_const_t<T>, double>) {
      bits.push_back(x != x ? INT64_MAX : ndx::detail::bit_cast<std::uint64_t>(x));
    } else {
      bits.push_back(static_cast<std::uint64_t>(x));
    }
  }
  return bits;
}

/// Tensors of H that exercise every loop, of different layouts.
template <class H>
std::vector<Tensor<H>> samples() {
  const Tensor<H> row = (ndx::arange<float>(1200).reshape({3, 400}) / 37.0F - 9.0F).to<H>();
  const Tensor<H> odd = tensor({0.0F, -0.0F, 1.5F, -2.25F, 1e-7F, -65504.0F, 3e38F, 0.1F,
                                std::numeric_limits<float>::infinity(),
                                std::numeric_limits<float>::quiet_NaN(), 7.0F, -0.5F})
                            .template to<H>()
                            .reshape({3, 4});
  return {row,
          odd,
          row.transpose(),
          odd.flip(),
          row.slice(1, ndx::Slice(300, 5, -3)),
          odd.narrow(1, 1, 1).expand({3, 600}),
          odd.select(0, 0).expand({70, 4}),
          odd.select(0, 1).select(0, 2),
          ndx::empty<H>({3, 0})};
}

template <class H>
class HalfTensors : public testing::Test {
 protected:
  /// Checks f(t) against f of the same numbers as floats, for all samples.
  template <class F>
  void expect_as_floats(const char* name, F f) {
    for (const Tensor<H>& t : samples<H>()) {
      const auto found = f(t);
      const auto expected = f(t.template to<float>());
      using Found = typename std::remove_cvref_t<decltype(found)>::value_type;
      EXPECT_EQ(found.shape(), expected.shape()) << name;
      EXPECT_EQ(bits_of(found), bits_of(expected.template to<Found>()))
          << name << " of shape " << ndx::to_string(t);
    }
  }
};
using Types = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(HalfTensors, Types);

#define AS_FLOATS(expression) \
  this->expect_as_floats(#expression, [&]([[maybe_unused]] const auto& t) { return expression; })

TYPED_TEST(HalfTensors, KeepTheirTypeOrGiveTheWiderOne) {
  using H = TypeParam;
  const Tensor<H> t = ndx::ones<H>({2});
  static_assert(std::is_same_v<decltype(t + t), Tensor<H>>);
  static_assert(std::is_same_v<decltype(t + 2.5), Tensor<H>>);
  static_assert(std::is_same_v<decltype(2 * t), Tensor<H>>);
  static_assert(std::is_same_v<decltype(t + ndx::arange(2)), Tensor<H>>);
  static_assert(std::is_same_v<decltype(t + ndx::ones<bool>({2})), Tensor<H>>);
  static_assert(std::is_same_v<decltype(t / t), Tensor<H>>);
  static_assert(std::is_same_v<decltype(t + ndx::ones<float>({2})), Tensor<float>>);
  static_assert(std::is_same_v<decltype(t + ndx::ones<double>({2})), Tensor<double>>);
  static_assert(std::is_same_v<decltype(ndx::arange(2) + H(1)), Tensor<H>>);
  static_assert(std::is_same_v<decltype(ndx::ones<float>({2}) + H(1)), Tensor<float>>);
  static_assert(
      std::is_same_v<decltype(ndx::ones<float16>({2}) + ndx::ones<bfloat16>({2})), Tensor<float>>);
  static_assert(std::is_same_v<decltype(t == t), Tensor<bool>>);
  static_assert(std::is_same_v<decltype(ndx::exp(t)), Tensor<H>>);
  static_assert(std::is_same_v<decltype(ndx::sum(t)), Tensor<H>>);
  static_assert(std::is_same_v<decltype(ndx::mean(t)), Tensor<H>>);
  static_assert(std::is_same_v<decltype(ndx::where(t > 0, t, 0)), Tensor<H>>);
  EXPECT_EQ(t.dtype(), ndx::dtype_of<H>());
}

TYPED_TEST(HalfTensors, AreConverted) {
  using H = TypeParam;
  AS_FLOATS(t.template to<double>());
  AS_FLOATS(t.template to<int>());
  AS_FLOATS(t.template to<std::uint8_t>());
  AS_FLOATS(t.template to<bool>());
  AS_FLOATS(t.template to<bfloat16>());
  AS_FLOATS(t.template to<float16>());
  // From wider types they round once.
  const double trap = 1 + static_cast<double>(std::numeric_limits<H>::epsilon()) / 2 + 0x1p-40;
  const Tensor<H> rounded = ndx::full({200}, trap).template to<H>();
  const float expected = 1 + static_cast<float>(std::numeric_limits<H>::epsilon());
  EXPECT_TRUE(ndx::all(rounded == expected));
  EXPECT_EQ(ndx::full({200}, trap).slice(0, ndx::Slice(0, 200, 2)).template to<H>()(7), expected);
  const auto integers = ndx::full<std::int64_t>({100}, (std::int64_t{1} << 50) + 1);
  EXPECT_EQ(integers.template to<H>()(99), H((std::int64_t{1} << 50) + 1));
}

TYPED_TEST(HalfTensors, AreCalculatedWithInFloat) {
  AS_FLOATS(t + t);
  AS_FLOATS(t * 2.5);
  AS_FLOATS(t - t.flip());
  AS_FLOATS(3 - t);
  AS_FLOATS(-t);
  AS_FLOATS(t / t);
  AS_FLOATS(1 / t);
  AS_FLOATS(t % 2);
  AS_FLOATS(ndx::floor_divide(t, 0.5));
  AS_FLOATS(ndx::fmod(t, 3));
  AS_FLOATS(t + ndx::ones<bool>(ndx::Dims(t.shape())));
  AS_FLOATS(t * ndx::full<std::int64_t>(ndx::Dims(t.shape()), 3));
  AS_FLOATS(t + ndx::full<float>(ndx::Dims(t.shape()), 0.1F));
  AS_FLOATS(t - ndx::full<double>(ndx::Dims(t.shape()), 0.1));
}

TYPED_TEST(HalfTensors, ChangeOfSignsIsOfBitsAlone) {
  // As in NumPy, not even a NaN that signals becomes another.
  ndx::Tensor<TypeParam> all = ndx::empty<TypeParam>({0x10000});
  for (unsigned bits = 0; bits < 0x10000; ++bits)
    all.data()[bits] = TypeParam::from_bits(static_cast<std::uint16_t>(bits));
  const Tensor<TypeParam> positive = ndx::abs(all);
  const Tensor<TypeParam> negative = -all;
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    ASSERT_EQ(positive.data()[bits].bits(), bits & 0x7FFFU);
    ASSERT_EQ(negative.data()[bits].bits(), bits ^ 0x8000U);
  }
}

TYPED_TEST(HalfTensors, BroadcastColumnsAndRows) {
  using H = TypeParam;
  const Tensor<H> t = samples<H>()[0];
  const Tensor<float> wide = t.template to<float>();
  const auto same = [](const auto& a, const auto& b) {
    return bits_of(a) == bits_of(b.template to<H>());
  };
  EXPECT_TRUE(same(t + t.narrow(1, 3, 1), wide + wide.narrow(1, 3, 1)));
  EXPECT_TRUE(same(t.narrow(1, 3, 1) - t, wide.narrow(1, 3, 1) - wide));
  EXPECT_TRUE(same(t * t.select(0, 1), wide * wide.select(0, 1)));
  EXPECT_TRUE(same(t + ndx::full({}, H(2)), wide + 2));
}

TYPED_TEST(HalfTensors, AreUpdatedInPlace) {
  AS_FLOATS(t.clone() += t);
  AS_FLOATS(t.clone() -= 1.5);
  AS_FLOATS(t.clone() *= ndx::full<int>(ndx::Dims(t.shape()), 3));
  AS_FLOATS(t.clone() /= ndx::full<double>(ndx::Dims(t.shape()), 3));
  AS_FLOATS(t.clone() %= 2);
  AS_FLOATS(ndx::full<double>(ndx::Dims(t.shape()), 7) += t);
  using H = TypeParam;
  const Tensor<H> t = samples<H>()[0].clone();
  const Tensor<H> expected = t.narrow(1, 0, 399) + t.narrow(1, 1, 399);
  t.narrow(1, 1, 399) += t.narrow(1, 0, 399);  // as if copied first
  EXPECT_EQ(bits_of(t.narrow(1, 1, 399)), bits_of(expected));
}

TYPED_TEST(HalfTensors, AreCompared) {
  AS_FLOATS(t == t);
  AS_FLOATS(t != t.flip());
  AS_FLOATS(t < 1.5);
  AS_FLOATS(0 >= t);
  AS_FLOATS(t <= ndx::full<int>(ndx::Dims(t.shape()), 1));
  AS_FLOATS(t > ndx::full<double>(ndx::Dims(t.shape()), 0.25));
  using H = TypeParam;
  EXPECT_TRUE(ndx::all(ndx::full({9}, H(0.1)) == 0.1));  // the number is converted, as for float
  const Tensor<H> nans = ndx::full({3}, std::numeric_limits<H>::quiet_NaN());
  EXPECT_FALSE(ndx::equal(nans, nans));
  EXPECT_TRUE(ndx::array_equal(nans, nans, true));
  EXPECT_TRUE(ndx::equal(tensor({H(1), H(2)}), tensor({1, 2})));
  EXPECT_TRUE(ndx::allclose(tensor({H(0.1)}), 0.1, 1e-2));
  EXPECT_FALSE(ndx::allclose(tensor({H(0.1)}), tensor({H(0.2)})));
}

TYPED_TEST(HalfTensors, HaveTheFunctionsOfFloats) {
  AS_FLOATS(ndx::exp(t));
  AS_FLOATS(ndx::exp2(t));
  AS_FLOATS(ndx::expm1(t));
  AS_FLOATS(ndx::log(t));
  AS_FLOATS(ndx::log2(t));
  AS_FLOATS(ndx::log10(t));
  AS_FLOATS(ndx::log1p(t));
  AS_FLOATS(ndx::sqrt(t));
  AS_FLOATS(ndx::cbrt(t));
  AS_FLOATS(ndx::square(t));
  AS_FLOATS(ndx::reciprocal(t));
  AS_FLOATS(ndx::sigmoid(t));
  AS_FLOATS(ndx::relu(t));
  AS_FLOATS(ndx::pow(t, 3));
  AS_FLOATS(ndx::pow(t, t));
  AS_FLOATS(ndx::abs(t));
  AS_FLOATS(ndx::sign(t));
  AS_FLOATS(ndx::sin(t));
  AS_FLOATS(ndx::cos(t));
  AS_FLOATS(ndx::tan(t));
  AS_FLOATS(ndx::asin(t));
  AS_FLOATS(ndx::acos(t));
  AS_FLOATS(ndx::atan(t));
  AS_FLOATS(ndx::sinh(t));
  AS_FLOATS(ndx::cosh(t));
  AS_FLOATS(ndx::tanh(t));
  AS_FLOATS(ndx::atan2(t, t.flip()));
  AS_FLOATS(ndx::hypot(t, t));
  AS_FLOATS(ndx::floor(t));
  AS_FLOATS(ndx::ceil(t));
  AS_FLOATS(ndx::round(t));
  AS_FLOATS(ndx::trunc(t));
  AS_FLOATS(ndx::maximum(t, t.flip()));
  AS_FLOATS(ndx::minimum(t, 1.5));
  AS_FLOATS(ndx::fmax(t, t.flip()));
  AS_FLOATS(ndx::fmin(2, t));
  AS_FLOATS(ndx::clamp(t, -1, 2.5));
  AS_FLOATS(ndx::clamp(t, t.flip(), t));
  AS_FLOATS(ndx::isnan(t));
  AS_FLOATS(ndx::isinf(t));
  AS_FLOATS(ndx::isfinite(t));
  AS_FLOATS(ndx::signbit(t));
  AS_FLOATS(ndx::logical_not(t));
  AS_FLOATS(ndx::logical_and(t, t));
}

TYPED_TEST(HalfTensors, AreSummedInDouble) {
  AS_FLOATS(ndx::sum(t));
  AS_FLOATS(ndx::sum(t, {}, true));
  AS_FLOATS(ndx::prod(t));
  AS_FLOATS(ndx::mean(t));
  AS_FLOATS(ndx::var(t));
  AS_FLOATS(ndx::std(t, ndx::all_dims, {.correction = 1, .keepdim = true}));
  AS_FLOATS(ndx::norm(t));
  AS_FLOATS(ndx::norm(t, 1));
  AS_FLOATS(ndx::any(t));
  AS_FLOATS(ndx::all(t));
  AS_FLOATS(ndx::count_nonzero(t));
  AS_FLOATS(ndx::dot(t.ravel(), t.ravel()));
  AS_FLOATS(ndx::outer(
      t,
      tensor({1.0F, 2.0F}).template to<typename std::remove_cvref_t<decltype(t)>::value_type>()));
  using H = TypeParam;
  for (const Tensor<H>& t : samples<H>()) {
    if (t.dim() == 0) continue;
    const Tensor<float> wide = t.template to<float>();
    EXPECT_EQ(bits_of(ndx::sum(t, 0)), bits_of(ndx::sum(wide, 0).template to<H>()));
    EXPECT_EQ(bits_of(ndx::mean(t, -1, true)), bits_of(ndx::mean(wide, -1, true).template to<H>()));
    EXPECT_EQ(bits_of(ndx::var(t, 0)), bits_of(ndx::var(wide, 0).template to<H>()));
    EXPECT_EQ(bits_of(ndx::cumsum(t, 0)), bits_of(ndx::cumsum(wide, 0).template to<H>()));
    EXPECT_EQ(bits_of(ndx::cumprod(t, -1)), bits_of(ndx::cumprod(wide, -1).template to<H>()));
    EXPECT_EQ(bits_of(ndx::softmax(t, 0)), bits_of(ndx::softmax(wide, 0).template to<H>()));
    EXPECT_EQ(bits_of(ndx::log_softmax(t, -1)),
              bits_of(ndx::log_softmax(wide, -1).template to<H>()));
    EXPECT_EQ(bits_of(ndx::logsumexp(t)), bits_of(ndx::logsumexp(wide).template to<H>()));
    EXPECT_EQ(bits_of(ndx::diff(t, 1, 0)), bits_of(ndx::diff(wide, 1, 0).template to<H>()));
  }
  // More elements than the type can count, and more than fit in one piece of any loop.
  EXPECT_EQ(ndx::mean(ndx::full({100003}, H(3))).item(), 3.0F);
  EXPECT_EQ(ndx::sum(ndx::full({20000}, H(0.25))).item(), H(5000));
  EXPECT_EQ(bits_of(ndx::sum(ndx::full({70, 600}, H(0.5)), 0)), bits_of(ndx::full({600}, H(35))));
}

TYPED_TEST(HalfTensors, HaveExtremes) {
  using H = TypeParam;
  for (const Tensor<H>& t : samples<H>()) {
    if (t.numel() == 0 || t.dim() == 0) continue;
    const Tensor<float> wide = t.template to<float>();
    EXPECT_EQ(bits_of(ndx::amax(t)), bits_of(ndx::amax(wide).template to<H>()));
    EXPECT_EQ(bits_of(ndx::amin(t, 0)), bits_of(ndx::amin(wide, 0).template to<H>()));
    EXPECT_EQ(bits_of(ndx::ptp(t, -1)), bits_of(ndx::ptp(wide, -1).template to<H>()));
    EXPECT_EQ(ndx::argmax(t).item(), ndx::argmax(wide).item());
    EXPECT_EQ(bits_of(ndx::argmin(t, 0)), bits_of(ndx::argmin(wide, 0)));
    const auto [values, indices] = ndx::max(t, 0);
    static_assert(std::is_same_v<decltype(values), const Tensor<H>>);
    EXPECT_EQ(bits_of(values), bits_of(ndx::amax(t, 0)));
    EXPECT_EQ(bits_of(indices), bits_of(ndx::argmax(wide, 0)));
  }
}

TYPED_TEST(HalfTensors, AreSortedAndSearched) {
  using H = TypeParam;
  for (const Tensor<H>& t : samples<H>()) {
    const Tensor<float> wide = t.template to<float>();
    const auto sorted = ndx::sort(t);
    EXPECT_EQ(bits_of(sorted.values), bits_of(ndx::sort(wide).values.template to<H>()));
    EXPECT_EQ(bits_of(sorted.indices), bits_of(ndx::sort(wide).indices));
    EXPECT_EQ(bits_of(ndx::argsort(t, -1, true)), bits_of(ndx::argsort(wide, -1, true)));
    EXPECT_EQ(bits_of(ndx::unique(t).values), bits_of(ndx::unique(wide).values.template to<H>()));
    EXPECT_EQ(bits_of(ndx::nonzero(t)), bits_of(ndx::nonzero(wide)));
    if (t.numel() == 0 || t.dim() == 0) continue;
    const auto top = ndx::topk(t, 1);
    EXPECT_EQ(bits_of(top.values), bits_of(ndx::topk(wide, 1).values.template to<H>()));
    EXPECT_EQ(bits_of(ndx::partition(t, 0).select(-1, 0)),
              bits_of(ndx::partition(wide, 0).select(-1, 0).template to<H>()));
    EXPECT_EQ(bits_of(ndx::unique(t, 0).values),
              bits_of(ndx::unique(wide, 0).values.template to<H>()));
  }
  const Tensor<H> boundaries = tensor({H(1), H(2), H(4)});
  EXPECT_TRUE(
      expect::is(ndx::searchsorted(boundaries, tensor({H(2), H(0), H(9)})), {3}, {1, 0, 3}));
  EXPECT_EQ(ndx::searchsorted(boundaries, 2.5).item(), 2);
  EXPECT_EQ(ndx::searchsorted(tensor({1, 2, 4}), H(4), "right").item(), 3);
  EXPECT_TRUE(expect::is(ndx::bucketize(tensor({3.0, 4.5}), boundaries), {2}, {2, 3}));
  EXPECT_TRUE(
      expect::is(ndx::bincount(tensor({0, 1, 1}), tensor({H(1), H(2), H(0.5)})), {2}, {1.0, 2.5}));
}

TYPED_TEST(HalfTensors, AreIndexedAndWrittenBitForBit) {
  using H = TypeParam;
  const H signaling = std::numeric_limits<H>::signaling_NaN();
  const Tensor<H> t = tensor({H(0), signaling, H(2), H(3), H(-0.0), H(5)});
  const Tensor<bool> mask = tensor({true, true, false, true, false, true});
  const auto raw = [](const Tensor<H>& x) {
    std::vector<unsigned> bits;
    for (const H e : x) bits.push_back(e.bits());
    return bits;
  };
  const auto chosen = raw(tensor({H(0), signaling, H(3), H(5)}));
  EXPECT_EQ(raw(t.index({mask})), chosen);
  EXPECT_EQ(raw(ndx::masked_select(t, mask)), chosen);
  EXPECT_EQ(raw(t.index({tensor({0, 1, 3, 5})})), chosen);
  EXPECT_EQ(raw(ndx::take(t, tensor({0, 1, 3, 5}))), chosen);
  EXPECT_EQ(raw(ndx::cat({t, t}).narrow(0, 7, 1)), raw(tensor({signaling})));
  EXPECT_EQ(raw(ndx::where(mask, t, H(9))), raw(tensor({H(0), signaling, H(9), H(3), H(9), H(5)})));
  EXPECT_EQ(raw(ndx::where(mask, t, t.flip())),
            raw(tensor({H(0), signaling, H(3), H(3), signaling, H(5)})));
  EXPECT_EQ(raw(t.clone()), raw(t));
  const Tensor<H> written = ndx::zeros<H>({6});
  written.index_put_({mask}, t.index({mask}));
  EXPECT_EQ(raw(written), raw(tensor({H(0), signaling, H(0), H(3), H(0), H(5)})));
  written.index_put_({tensor({0, 2})}, 1.5);
  EXPECT_EQ(written(0), H(1.5));
  written.index_put_({1}, 7);
  EXPECT_EQ(written(1), H(7));
  ndx::masked_fill_(written, mask, H(4));
  EXPECT_EQ(written(5), H(4));
  written[2] = 3;
  written[2] += 0.5;
  EXPECT_EQ(written(2), H(3.5));
}

TYPED_TEST(HalfTensors, AreReducedIntoElements) {
  using H = TypeParam;
  const Tensor<index_t> at = tensor<index_t>({0, 1, 1, 2, 1});
  const Tensor<H> values = tensor({H(1), H(2), H(0.5), H(-3), H(4)});
  const auto reduced = [&](auto with) {
    const Tensor<H> t = tensor({H(1), H(1), H(1), H(1)});
    t.index_put_({at}, values, {.reduce = with});
    return t;
  };
  EXPECT_TRUE(expect::is(reduced(Reduce::add), {4}, {H(2), H(7.5), H(-2), H(1)}));
  EXPECT_TRUE(expect::is(reduced(Reduce::multiply), {4}, {H(1), H(4), H(-3), H(1)}));
  EXPECT_TRUE(expect::is(reduced(Reduce::maximum), {4}, {H(1), H(4), H(1), H(1)}));
  EXPECT_TRUE(expect::is(reduced(Reduce::minimum), {4}, {H(1), H(0.5), H(-3), H(1)}));
  const auto by_name = [&](const char* name, bool include_self) {
    return ndx::scatter_reduce(ndx::ones<H>({4}), 0, at, values, name, include_self);
  };
  EXPECT_TRUE(expect::is(by_name("sum", true), {4}, {H(2), H(7.5), H(-2), H(1)}));
  EXPECT_TRUE(expect::is(by_name("mean", true), {4}, {H(1), H(7.5F / 4), H(-1), H(1)}));
  EXPECT_TRUE(expect::is(by_name("amax", false), {4}, {H(1), H(4), H(-3), H(1)}));
  EXPECT_TRUE(expect::is(by_name("amin", false), {4}, {H(1), H(0.5), H(-3), H(1)}));
  EXPECT_TRUE(expect::is(ndx::index_add(ndx::ones<H>({4}), 0, at, values, 2), {4},
                         {H(3), H(14), H(-5), H(1)}));
  const Tensor<H> rows = ndx::zeros<H>({3, 40});
  rows.index_put_({at}, values.unsqueeze(1).expand({5, 40}), true);
  EXPECT_EQ(rows(1, 39), H(6.5));
}

TYPED_TEST(HalfTensors, AreMade) {
  using H = TypeParam;
  EXPECT_TRUE(expect::is(tensor<H>({1, 2.5}), {2}, {H(1), H(2.5)}));
  EXPECT_TRUE(expect::is(tensor<H>(3), {}, {H(3)}));
  EXPECT_TRUE(expect::is(tensor(H(3)), {}, {H(3)}));
  EXPECT_TRUE(expect::is(tensor({{H(1)}, {H(2)}}), {2, 1}, {H(1), H(2)}));
  EXPECT_TRUE(expect::is(tensor({H(1.5), 2.0}), {2}, {1.5, 2.0}));
  EXPECT_TRUE(expect::is(tensor(std::vector<H>{H(1)}), {1}, {H(1)}));
  EXPECT_TRUE(expect::is(ndx::arange<H>(3), {3}, {H(0), H(1), H(2)}));
  EXPECT_TRUE(expect::is(ndx::arange<H>(1, 2, 0.25), {4}, {H(1), H(1.25), H(1.5), H(1.75)}));
  EXPECT_TRUE(expect::is(ndx::arange(H(1), H(3)), {2}, {H(1), H(2)}));
  EXPECT_TRUE(expect::is(ndx::arange(0, H(2)), {2}, {H(0), H(1)}));
  EXPECT_TRUE(expect::is(ndx::arange(H(0), 2.0F), {2}, {0.0F, 1.0F}));
  EXPECT_TRUE(expect::is(ndx::linspace<H>(0, 1, 3), {3}, {H(0), H(0.5), H(1)}));
  EXPECT_TRUE(expect::is(ndx::linspace(H(0), H(1), 2), {2}, {H(0), H(1)}));
  EXPECT_TRUE(expect::is(ndx::eye<H>(2), {2, 2}, {H(1), H(0), H(0), H(1)}));
  EXPECT_TRUE(expect::is(ndx::full({2}, H(7)), {2}, {H(7), H(7)}));
  const Tensor<H> t = ndx::zeros<H>({2});
  t.fill_(2.5);
  t.copy_(tensor({1.0, 3.5}));
  EXPECT_EQ(t.select(0, 1).item(), H(3.5));
  EXPECT_EQ(t.select(0, 1).template item<double>(), 3.5);
  t.fill_(H(4));
  EXPECT_TRUE(expect::is(t, {2}, {H(4), H(4)}));
  EXPECT_EQ(t.to_vector(), (std::vector<H>{H(4), H(4)}));
  const std::vector<H> mine{H(1), H(2)};
  EXPECT_TRUE(expect::is(ndx::borrow(mine.data(), {2}), {2}, {H(1), H(2)}));
}

TYPED_TEST(HalfTensors, HaveStatistics) {
  using H = TypeParam;
  const Tensor<H> t = samples<H>()[0];
  const Tensor<float> wide = t.template to<float>();
  const auto same = [](const auto& a, const auto& b) {
    return bits_of(a) == bits_of(b.template to<H>());
  };
  EXPECT_TRUE(same(ndx::median(t, 1), ndx::median(wide, 1)));
  EXPECT_TRUE(same(ndx::average(t, t * t, 0), ndx::average(wide, (t * t).template to<float>(), 0)));
  EXPECT_TRUE(same(ndx::cummax(t, 0).values, ndx::cummax(wide, 0).values));
  EXPECT_TRUE(same(ndx::logcumsumexp(t, 1), ndx::logcumsumexp(wide, 1)));
  const Tensor<H> row = t.select(0, 1);  // of one dim, since borders are rounded dim by dim
  for (const auto mode : {ndx::PadMode::reflect, ndx::PadMode::linear_ramp}) {
    EXPECT_TRUE(same(ndx::pad(row, 3, {.mode = mode, .odd = true}),
                     ndx::pad(row.template to<float>(), 3, {.mode = mode, .odd = true})));
  }
  EXPECT_EQ(bits_of(ndx::histogram(t, 7).counts), bits_of(ndx::histogram(wide, 7).counts));
  EXPECT_EQ(bits_of(ndx::histogram(t, tensor({H(0), H(1), H(5)})).counts),
            bits_of(ndx::histogram(wide, tensor({0, 1, 5})).counts));
}

TYPED_TEST(HalfTensors, ReplaceNan) {
  using H = TypeParam;
  using Limits = std::numeric_limits<H>;
  const Tensor<H> t = tensor({Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity(), H(2)});
  EXPECT_TRUE(expect::is(ndx::nan_to_num(t), {4}, {H(0), Limits::max(), Limits::lowest(), H(2)}));
  EXPECT_TRUE(expect::is(ndx::nan_to_num(t, H(1), H(3), H(4)), {4}, {H(1), H(3), H(4), H(2)}));
}

TYPED_TEST(HalfTensors, AreWrittenIntoByFunctions) {
  using H = TypeParam;
  const Tensor<H> t = tensor({H(1), H(2), H(3)});
  const Tensor<H> out = ndx::zeros<H>({3});
  ndx::add_into(out, t, tensor({0.5, 1.5, 2.5}));
  EXPECT_TRUE(expect::is(out, {3}, {H(1.5), H(3.5), H(5.5)}));
  ndx::exp_into(out, t);
  EXPECT_EQ(bits_of(out), bits_of(ndx::exp(t)));
  ndx::multiply_into(out, out, 2);
  EXPECT_EQ(bits_of(out), bits_of(ndx::exp(t) * 2));
  ndx::where_into(out, tensor({true, false, true}), t, H(9));
  EXPECT_TRUE(expect::is(out, {3}, {H(1), H(9), H(3)}));
  ndx::map_into(out, [](float x, float y) { return x * x + y; }, t, t);
  EXPECT_TRUE(expect::is(out, {3}, {H(2), H(6), H(12)}));
  const Tensor<double> wide = ndx::zeros<double>({3});
  ndx::divide_into(wide, t, tensor({H(3), H(3), H(3)}));
  EXPECT_EQ(wide(0),
            static_cast<double>(H(1) / H(3)));  // computed as without _into, then converted
}

// NumPy 1.24, on float16.
TEST(Float16Tensors, GiveWhatNumPyGives) {
  const auto halves = [](std::initializer_list<double> values) {
    return tensor(values).to<float16>();
  };
  const Tensor<float16> t = halves({0.1, -1.5, 3.25, 1000});
  EXPECT_TRUE(ndx::equal(t + t.flip(), halves({1000.0, 1.75, 1.75, 1000.0})));
  EXPECT_TRUE(ndx::equal(t * t.flip(), halves({100.0, -4.875, -4.875, 100.0})));
  EXPECT_TRUE(ndx::equal(t / t.flip(),
                         halves({9.995698928833008e-05, -0.46142578125, -2.166015625, 10000.0})));
  EXPECT_TRUE(ndx::equal(ndx::exp(t), halves({1.10546875, 0.22314453125, 25.796875, HUGE_VAL})));
  EXPECT_TRUE(ndx::equal(ndx::sqrt(ndx::abs(t)),
                         halves({0.316162109375, 1.224609375, 1.802734375, 31.625})));
  EXPECT_TRUE(
      ndx::equal(ndx::tanh(t), halves({0.09967041015625, -0.9052734375, 0.9970703125, 1.0})));
  EXPECT_TRUE(ndx::equal(ndx::floor(t), halves({0.0, -2.0, 3.0, 1000.0})));
  EXPECT_TRUE(ndx::equal(t % float16(0.3),
                         halves({0.0999755859375, 0.000244140625, 0.24951171875, 0.2373046875})));
  EXPECT_EQ(ndx::sum(t).item(), float16(1002.0));
  EXPECT_EQ(ndx::mean(t).item(), float16(250.5));
  EXPECT_TRUE(
      ndx::equal(ndx::cumsum(t), halves({0.0999755859375, -1.400390625, 1.849609375, 1002.0})));
}

}  // namespace float16_test
