// Functions of views that are not row-major (transposes, every second column, few columns, reversed or
// broadcast dims) give what they give for row-major copies of them.
#include <complex>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/all.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "support/permuted_views.hpp"

namespace strided_operands_test {

using ndx::index_t;
using ndx::None;
using ndx::Slice;
using ndx::Tensor;

/// Elements that differ from their neighbours along every dim.
template <class T>
Tensor<T> numbers(const std::vector<index_t>& shape, int seed) {
  index_t count = 1;
  for (const index_t size : shape) count *= size;
  const Tensor<T> t = ndx::empty<T>(shape);
  for (index_t i = 0; i < count; ++i)
    t.data()[i] = static_cast<T>(static_cast<float>((i * 7919 + seed * 31) % 61 + 1));
  return t;
}

/// Views with this shape, of which row-major tensors are one.
template <class T>
std::vector<Tensor<T>> views(index_t a, index_t b, index_t c, int seed) {
  const auto make = [&](std::vector<index_t> shape) { return numbers<T>(shape, ++seed); };
  std::vector<Tensor<T>> all = permuted_views::of({a, b, c}, make);
  for (const Tensor<T>& view :
       {make({a, b, 2 * c}).index({Slice(), Slice(), Slice(None, None, 2)}),
        make({a, b, c + 3}).index({Slice(), Slice(), Slice(1, -2)}),
        make({a, c, b + 1}).permute({0, 2, 1}).index({Slice(), Slice(1, None)}),
        ndx::flip(make({a, b, c}), 2), ndx::flip(make({a, c, b}).permute({0, 2, 1}), {0, 1}),
        make({a, b, 1}).expand({a, b, c}), make({1, b, c}).expand({a, b, c}),
        make({c}).expand({a, b, c}), make({a, 1, 1}).expand({a, b, c})})
    all.push_back(view);
  return all;
}

/// Below and above what is copied at a time, with short and long rows.
const permuted_views::Shape kShapes[] = {{1, 1, 1}, {2, 3, 5},   {40, 5, 4},  {7, 30, 3},
                                         {3, 2, 1}, {9, 33, 66}, {300, 3, 17}};

template <class T, class U>
bool is_same(const Tensor<T>& a, const Tensor<U>& b) {
  static_assert(std::is_same_v<T, U>);
  return a.is_contiguous() && a.shape() == b.shape() && ndx::equal(a, b);
}

template <class T>
class StridedOperands : public ::testing::Test {};
using Types = ::testing::Types<std::uint8_t, std::int16_t, float, double, ndx::float16,
                               std::complex<float>, std::complex<double>>;
TYPED_TEST_SUITE(StridedOperands, Types);

TYPED_TEST(StridedOperands, OfOneAndTwoInputs) {
  using T = TypeParam;
  for (const auto& [a, b, c] : kShapes) {
    const auto left = views<T>(a, b, c, 0);
    const auto right = views<T>(a, b, c, 100);
    for (std::size_t i = 0; i < left.size(); ++i) {
      const Tensor<T>& x = left[i];
      const Tensor<T> row_major = x.clone();
      EXPECT_TRUE(is_same(x + T(1), row_major + T(1))) << i;
      EXPECT_TRUE(is_same(x == T(1), row_major == T(1))) << i;
      EXPECT_TRUE(is_same(x.template to<std::complex<long double>>(),
                          row_major.template to<std::complex<long double>>()))
          << i;
      for (std::size_t j = i % 3; j < right.size(); j += 3) {
        const Tensor<T>& y = right[j];
        EXPECT_TRUE(is_same(x * y, row_major * y.clone())) << i << ' ' << j;
        EXPECT_TRUE(is_same(x == y, row_major == y.clone())) << i << ' ' << j;
      }
    }
  }
}

TYPED_TEST(StridedOperands, OfThreeInputs) {
  using T = TypeParam;
  for (const auto& [a, b, c] : kShapes) {
    const auto left = views<T>(a, b, c, 0);
    const auto right = views<T>(a, b, c, 100);
    const auto masks = views<bool>(a, b, c, 0);
    for (std::size_t i = 0; i < left.size(); ++i) {
      const std::size_t j = (i * 4 + 1) % right.size();
      const Tensor<bool> mask = left[(i + 3) % left.size()] == T(2);
      const Tensor<bool>& foreign = masks[(i + 7) % masks.size()];
      for (const Tensor<bool>& m : {mask, foreign})
        EXPECT_TRUE(is_same(ndx::where(m, left[i], right[j]),
                            ndx::where(m.clone(), left[i].clone(), right[j].clone())))
            << i;
    }
  }
}

TYPED_TEST(StridedOperands, IntoViews) {
  using T = TypeParam;
  for (const auto& [a, b, c] : kShapes) {
    constexpr std::size_t broadcast = 11;  // from here on views overlap themselves
    const auto outs = views<T>(a, b, c, 0);
    const auto inputs = views<T>(a, b, c, 100);
    for (std::size_t i = 0; i < broadcast; ++i) {
      const Tensor<T>& out = outs[i];
      const Tensor<T>& x = inputs[(i * 4 + 1) % inputs.size()];
      const Tensor<T>& y = inputs[(i * 7 + 2) % inputs.size()];
      ndx::add_into(out, x, y);
      EXPECT_TRUE(ndx::equal(out, x.clone() + y.clone())) << i;
      const Tensor<T> before = out.clone();
      out += y;
      EXPECT_TRUE(ndx::equal(out, before + y.clone())) << i;
      ndx::multiply_into(out, out, x);
      EXPECT_TRUE(ndx::equal(out, (before + y.clone()) * x.clone())) << i;
      const Tensor<T> last = out.clone();
      ndx::add_into(out, y, out);
      EXPECT_TRUE(ndx::equal(out, y.clone() + last)) << i;
    }
  }
}

TYPED_TEST(StridedOperands, LeaveTheirNeighboursAlone) {
  using T = TypeParam;
  for (const auto& [a, b, c] : kShapes) {
    const Tensor<T> whole = numbers<T>({a, c + 2, 2 * b + 1}, 1);
    const Tensor<T> expected = whole.clone();
    const auto view = [&](const Tensor<T>& of) {
      return of.index({Slice(), Slice(1, -1), Slice(1, None, 2)}).permute({0, 2, 1});
    };
    const Tensor<T> x = numbers<T>({b, a, c}, 2).permute({1, 0, 2});
    view(whole) += x;
    for (index_t i = 0; i < a; ++i)
      for (index_t j = 0; j < b; ++j)
        for (index_t k = 0; k < c; ++k) {
          const T old = view(expected)(i, j, k);
          view(expected)(i, j, k) = static_cast<T>(old + x(i, j, k));
        }
    EXPECT_TRUE(ndx::equal(whole, expected));
  }
}

template <class T>
class StridedReductions : public ::testing::Test {};
using RealTypes = ::testing::Types<std::uint8_t, std::int16_t, float, double, ndx::float16>;
TYPED_TEST_SUITE(StridedReductions, RealTypes);

TYPED_TEST(StridedReductions, ScansAndSorts) {
  using T = TypeParam;
  for (const auto& [a, b, c] : kShapes) {
    for (const Tensor<T>& x : views<T>(a, b, c, 0)) {
      const Tensor<T> y = x.clone();
      for (const index_t dim : {0, 1, 2}) {
        EXPECT_TRUE(is_same(ndx::sum(x.template to<index_t>(), dim),
                            ndx::sum(y.template to<index_t>(), dim)));
        EXPECT_TRUE(is_same(ndx::amax(x, dim), ndx::amax(y, dim)));
        EXPECT_TRUE(is_same(ndx::any(x == T(3), dim), ndx::any(y == T(3), dim)));
        EXPECT_TRUE(is_same(ndx::count_nonzero(x, dim, true), ndx::count_nonzero(y, dim, true)));
        EXPECT_TRUE(is_same(ndx::argmax(x, dim), ndx::argmax(y, dim)));
        EXPECT_TRUE(ndx::allclose(ndx::mean(x, dim), ndx::mean(y, dim)));
        EXPECT_TRUE(ndx::allclose(ndx::var(x, dim, {.correction = 0}),
                                  ndx::var(y, dim, {.correction = 0})));
        EXPECT_TRUE(ndx::allclose(ndx::nanvar(x, dim, {.correction = 0}),
                                  ndx::nanvar(y, dim, {.correction = 0})));
        EXPECT_TRUE(ndx::allclose(ndx::cumsum(x, dim), ndx::cumsum(y, dim)));
        EXPECT_TRUE(is_same(ndx::sort_values(x, dim), ndx::sort_values(y, dim)));
        EXPECT_TRUE(is_same(ndx::argsort(x, dim), ndx::argsort(y, dim)));
        const auto running = ndx::cummax(x, dim);
        const auto expected = ndx::cummax(y, dim);
        EXPECT_TRUE(is_same(running.values, expected.values));
        EXPECT_TRUE(is_same(running.indices, expected.indices));
      }
      EXPECT_TRUE(ndx::allclose(ndx::sum(x, {0, 2}), ndx::sum(y, {0, 2})));
      EXPECT_TRUE(ndx::allclose(ndx::var(x, {0, 1}, {.correction = 0}),
                                ndx::var(y, {0, 1}, {.correction = 0})));
    }
  }
}

}  // namespace strided_operands_test
