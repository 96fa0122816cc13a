// Rows of complex numbers in vectors give what std::complex gives element by element.
#include <cfloat>
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/math/real_imag.hpp>

#include "support/processor.hpp"

namespace complex_rows_test {

namespace kernel = ndx::kernel;
namespace detail = ndx::detail;
using ndx::index_t;

/// Parts of all kinds, each with each. Products of the largest ones overflow, or not: see kRoundsProducts.
template <class T>
std::vector<std::complex<T>> nasty_numbers(bool with_largest) {
  using Limits = std::numeric_limits<T>;
  const T largest = with_largest ? Limits::max() : T(3);
  const T parts[] = {T(0),
                     T(-0.0),
                     T(1),
                     T(-2.5),
                     largest,
                     -largest,
                     Limits::min(),
                     Limits::denorm_min(),
                     Limits::infinity(),
                     -Limits::infinity(),
                     Limits::quiet_NaN()};
  std::vector<std::complex<T>> numbers;
  for (const T real : parts) {
    for (const T imaginary : parts) numbers.emplace_back(real, imaginary);
  }
  return numbers;
}
/// Whether products are rounded to T before they are added: not by fused steps, nor by x87, which
/// calculates in more bits.
#if defined(__FMA__)
constexpr bool kRoundsProducts = false;
#else
constexpr bool kRoundsProducts = FLT_EVAL_METHOD == 0;
#endif

template <class T>
bool is_close(T a, T b, T length) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a == b) return true;
  using Limits = std::numeric_limits<T>;
  return std::abs(a - b) <= 4 * Limits::epsilon() * length + 4 * Limits::denorm_min();
}
template <class T>
void expect_close(const std::complex<T>& found, const std::complex<T>& expected) {
  const T length = std::hypot(expected.real(), expected.imag());
  EXPECT_TRUE(is_close(found.real(), expected.real(), length) &&
              is_close(found.imag(), expected.imag(), length))
      << found << " and not " << expected;
}

/// Compares rows of f with `expected`, a function of two elements; calm numbers in rows of all lengths
/// about the block, nasty ones among calm ones.
template <class Rows, class T, class F, class Expected>
void check(const F& f, const Expected& expected, bool with_largest = true) {
  using C = std::complex<T>;
  const std::vector<C> nasty = nasty_numbers<T>(with_largest);
  std::vector<C> a;
  std::vector<C> b;
  for (const C& x : nasty) {
    for (const C& y : nasty) {
      a.insert(a.end(), {x, C(1, 2)});
      b.insert(b.end(), {y, C(-3, T(0.5))});
    }
  }
  const auto compare = [&](index_t count) {
    std::vector<C> out(static_cast<std::size_t>(count) + 1, C(7, 7));
    Rows::transform(f, kernel::Results<C>{out.data(), count}, kernel::Dense<C>{a.data()},
                    kernel::Dense<C>{b.data()});
    for (std::size_t i = 0; i + 1 < out.size(); ++i) expect_close(out[i], expected(a[i], b[i]));
    EXPECT_EQ(out.back(), C(7, 7));
    Rows::transform(f, kernel::Results<C>{out.data(), count}, kernel::Dense<C>{a.data()},
                    kernel::BroadcastOperand<C>{b.data() + 1});
    for (std::size_t i = 0; i + 1 < out.size(); ++i) expect_close(out[i], expected(a[i], b[1]));
    std::vector<C> target = a;  // in place
    Rows::transform(detail::Update<F>{f}, kernel::Results<C>{target.data(), count},
                    kernel::Dense<C>{target.data()}, kernel::Dense<C>{b.data()});
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
      expect_close(target[i], expected(a[i], b[i]));
  };
  for (index_t count = 0; count < 70; ++count) compare(count);
  compare(static_cast<index_t>(a.size()));
}

template <class Rows, class T>
void check_all() {
  using C = std::complex<T>;
  check<Rows, T>(detail::In<ndx::Reduce::Add, C>(), [](C a, C b) { return a + b; });
  check<Rows, T>(detail::In<detail::Subtract, C>(), [](C a, C b) { return a - b; });
  check<Rows, T>(
      detail::In<ndx::Reduce::Multiply, C>(), [](C a, C b) { return a * b; }, kRoundsProducts);
  check<Rows, T>(detail::In<detail::Divide, C>(), [](C a, C b) { return a / b; });
}
template <class Rows>
void check_both() {
  check_all<Rows, float>();
  check_all<Rows, double>();
}

TEST(ComplexRows, Portable) { check_both<kernel::portable::ComplexRows>(); }
TEST(ComplexRows, Avx512) {
  if (processor::runs_avx512()) check_both<kernel::avx512::ComplexRows>();
}
TEST(ComplexRows, Avx2) {
  if (processor::runs_avx2()) check_both<kernel::avx2::ComplexRows>();
}

TEST(ComplexRows, QuotientsNeedNoLargerNumbersOnTheWay) {
  using C = std::complex<float>;
  const C a[] = {C(3e38F, 0), C(1e-44F, 0), C(4e-38F, 3e-38F), C(1, 1)};
  const C b[] = {C(3e38F, 3e38F), C(0, 1e-44F), C(1e-30F, 0), C(3e38F, 0)};
  const C expected[] = {C(0.5F, -0.5F), C(0, -1), C(4e-8F, 3e-8F), C(1 / 3e38F, 1 / 3e38F)};
  C out[4];
  kernel::transform_row(detail::In<detail::Divide, C>(), out, 4, kernel::Dense<C>{a},
                        kernel::Dense<C>{b});
  for (int i = 0; i < 4; ++i) expect_close(out[i], expected[i]);
}

#if NDX_X86 && !defined(__FMA__)  // elsewhere compilers may multiply and add in one step
/// A product whose last digits were left unrounded would not cancel.
template <class T>
void check_that_products_cancel() {
  using C = std::complex<T>;
  const auto z = ndx::empty<C>({1000});
  for (int k = 0; k < 1000; ++k)
    z(k) = C(T(k * 7919 % 1009 + 1) / 37, T(k * 104729 % 997 + 1) / 41);
  const auto quotient = z / z;
  const auto product = z * ndx::conj(z);
  for (const C& q : quotient) EXPECT_EQ(q, C(1));
  for (const C& p : product) EXPECT_EQ(p.imag(), T(0));
}
TEST(ComplexRows, ProductsAreRounded) {
  check_that_products_cancel<float>();
  check_that_products_cancel<double>();
}
#endif

TEST(ComplexRows, OfOneOperand) {
  using C = std::complex<double>;
  const C a[] = {C(1, 2), C(-3, 0.5), C(0, -1)};
  C out[3];
  const kernel::Dense<C> row{a};
  kernel::transform_row(detail::Conjugate(), out, 3, row);
  EXPECT_EQ(out[1], C(-3, -0.5));
  kernel::transform_row(detail::Negate(), out, 3, row);
  EXPECT_EQ(out[0], C(-1, -2));
  kernel::transform_row(detail::Square(), out, 3, row);
  EXPECT_EQ(out[0], C(-3, 4));
  EXPECT_EQ(out[1], C(8.75, -3));
}

}  // namespace complex_rows_test
