// Fresh tensors. Expected values of arange and linspace are NumPy's.
#include <cmath>
#include <complex>
#include <limits>
#include <new>

#include <ndx/tensor/create/create.hpp>

#include "support/expect.hpp"

namespace create_test {

using expect::is;
using expect::throws;
using ndx::arange;
using ndx::Dims;
using ndx::index_t;
using ndx::linspace;
using ndx::Tensor;
using ndx::ValueError;

struct Pair {
  int a = 1;
  double b = 2;
};

TEST(Create, ZerosOnesAndFull) {
  EXPECT_TRUE(is(ndx::zeros<int>({2, 2}), {2, 2}, {0, 0, 0, 0}));
  EXPECT_TRUE(is(ndx::ones<float>({3}), {3}, {1, 1, 1}));
  EXPECT_TRUE(is(ndx::ones<bool>({2}), {2}, {true, true}));
  EXPECT_TRUE(is(ndx::full({2}, 2.5), {2}, {2.5, 2.5}));
  EXPECT_TRUE(is(ndx::full<std::uint8_t>({2}, 300 - 45), {2}, {255, 255}));
  const std::complex<float> z(1, -2);
  EXPECT_TRUE(is(ndx::full({1}, z), {1}, {z}));
  EXPECT_EQ(ndx::zeros<Pair>({3})(2).b, 2.0);
}

TEST(Create, TheElementTypeIsFloatUnlessNamed) {
  static_assert(std::is_same_v<decltype(ndx::zeros({1})), Tensor<float>>);
  static_assert(std::is_same_v<decltype(ndx::empty({1})), Tensor<float>>);
  static_assert(std::is_same_v<decltype(arange(3)), Tensor<index_t>>);
  static_assert(std::is_same_v<decltype(linspace(0, 1)), Tensor<double>>);
}

TEST(Arange, HasTheTypeOfItsArguments) {
  EXPECT_TRUE(is(arange(0.5, 3.0), {3}, {0.5, 1.5, 2.5}));
  EXPECT_TRUE(is(arange(0.0, 1.0, 0.25), {4}, {0.0, 0.25, 0.5, 0.75}));
  EXPECT_TRUE(is(arange(2.5), {3}, {0.0, 1.0, 2.0}));
  EXPECT_TRUE(is(arange(0, 1, 0.5), {2}, {0.0, 0.5}));
  EXPECT_TRUE(is(arange(0.5F, 2), {2}, {0.5F, 1.5F}));
  static_assert(std::is_same_v<decltype(arange(0.F, 1.0)), Tensor<double>>);
  static_assert(std::is_same_v<decltype(arange(std::uint8_t{0}, 3U, 1L)), Tensor<index_t>>);
  static_assert(std::is_same_v<decltype(arange<float>(0, 1)), Tensor<float>>);
  EXPECT_TRUE(is(arange(3U, std::size_t{5}), {2}, {index_t{3}, index_t{4}}));
  EXPECT_TRUE(throws<ValueError>([] { (void)arange(UINT64_MAX); },
                                 "arange: 18446744073709551615 does not fit into 64 bits with a "
                                 "sign"));
  static_assert(std::is_same_v<decltype(linspace(0.F, 1.F)), Tensor<float>>);
  static_assert(std::is_same_v<decltype(linspace(0, 1.F)), Tensor<double>>);
}

TEST(Create, RankZeroAndNoElements) {
  EXPECT_TRUE(is(ndx::full({}, 7), {}, {7}));
  EXPECT_TRUE(is(ndx::zeros<int>({0, 3}), {0, 3}, {}));
  EXPECT_TRUE(is(ndx::empty<int>({2, 0}), {2, 0}, {}));
  EXPECT_EQ(ndx::ones<int>(Dims::filled(64, 1)).dim(), 64);
}

TEST(Create, SizesMayBeSeparateArguments) {
  EXPECT_TRUE(is(ndx::zeros(2), {2}, {0, 0}));
  EXPECT_TRUE(is(ndx::ones<int>(1, 2), {1, 2}, {1, 1}));
  EXPECT_TRUE(is(ndx::ones<bool>(std::size_t{2}, std::int8_t{1}), {2, 1}, {true, true}));
  EXPECT_TRUE(expect::has_shape(ndx::empty<double>(2, 0, 3), {2, 0, 3}));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)ndx::zeros(2, -1); }, "zeros: size -1 of dim 1 is negative"));
}

TEST(Create, FreshTensorsAreRowMajorAndOnABoundaryOf64Bytes) {
  for (const index_t size : {1, 3, 100}) {
    const auto t = ndx::empty<char>({size, 2});
    EXPECT_TRUE(t.is_contiguous());
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(t.data()) % 64, 0U);
    EXPECT_EQ(t.storage().owners(), 1U);
  }
}

TEST(Create, LikeTakesShapeAndElementType) {
  const auto model = arange<std::int16_t>(6).reshape({2, 3}).transpose();
  EXPECT_TRUE(is(ndx::zeros_like(model), {3, 2}, {0, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(is(ndx::ones_like(model), {3, 2}, {1, 1, 1, 1, 1, 1}));
  EXPECT_TRUE(is(ndx::full_like(model, 9), {3, 2}, {9, 9, 9, 9, 9, 9}));
  EXPECT_TRUE(ndx::empty_like(model).is_contiguous());
  const Tensor<const std::int16_t> read_only = model;
  static_assert(std::is_same_v<decltype(ndx::zeros_like(read_only)), Tensor<std::int16_t>>);
  EXPECT_FALSE(ndx::zeros_like(read_only).shares_storage(model));
  const auto huge = ndx::tensor<std::int16_t>(7).expand({index_t{1} << 62});
  EXPECT_TRUE(expect::throws<ValueError>(
      [&] { (void)ndx::zeros_like(huge); },
      "zeros_like: 4611686018427387904 times 2 overflows a 64-bit size"));
}

TEST(Arange, OfIntegersGoesByAnyStep) {
  EXPECT_TRUE(is(arange(4), {4}, {0, 1, 2, 3}));
  EXPECT_TRUE(is(arange<int>(2, 5), {3}, {2, 3, 4}));
  EXPECT_TRUE(is(arange<int>(0, 10, 3), {4}, {0, 3, 6, 9}));
  EXPECT_TRUE(is(arange<int>(0, 9, 3), {3}, {0, 3, 6}));
  EXPECT_TRUE(is(arange<int>(5, -4, -3), {3}, {5, 2, -1}));
  EXPECT_TRUE(is(arange<std::uint8_t>(250, 255, 2), {3}, {250, 252, 254}));
  EXPECT_TRUE(is(arange<std::int8_t>(-128, 127, 100), {3}, {-128, -28, 72}));
}

// As NumPy's: arange(7, -1, -1, dtype=uint8) has eight elements, although none of them is -1.
TEST(Arange, OfIntegersTakesBoundsThatTheElementsCannotHold) {
  EXPECT_TRUE(is(arange<std::uint8_t>(3, -1, -1), {4}, {3, 2, 1, 0}));
  EXPECT_TRUE(is(arange<std::uint8_t>(254, 256), {2}, {254, 255}));
  EXPECT_EQ(arange<std::uint8_t>(256).numel(), 256);
  EXPECT_TRUE(is(arange<std::int8_t>(0, 128, 64), {2}, {0, 64}));
  EXPECT_TRUE(is(arange<std::int8_t>(0, -129, -128), {2}, {0, -128}));
  EXPECT_TRUE(is(arange<std::uint8_t>(0, 300, 300), {1}, {0}));
  EXPECT_TRUE(is(arange<std::uint64_t>(1, -1, -1), {2}, {1, 0}));
  EXPECT_TRUE(is(arange<int>(3U, std::size_t{6}, 2L), {2}, {3, 5}));
  EXPECT_TRUE(is(arange<unsigned>(2, -3), {0}, {}));
  EXPECT_TRUE(
      is(arange<index_t>(INT64_MAX - 1, std::uint64_t{1} << 63U), {2}, {INT64_MAX - 1, INT64_MAX}));
}

TEST(Arange, OfIntegersRefusesElementsOfAnotherType) {
  const auto refuses = [](const auto& call, const char* element) {
    EXPECT_TRUE(throws<ValueError>(call, std::string("arange: elements of ") + element));
  };
  refuses([] { (void)arange<std::uint8_t>(257); }, "uint8 cannot hold 256");
  refuses([] { (void)arange<std::uint8_t>(1, -2, -1); }, "uint8 cannot hold -1");
  refuses([] { (void)arange<std::int8_t>(0, 200, 50); }, "int8 cannot hold 150");
  refuses([] { (void)arange<std::int8_t>(0, -200, -50); }, "int8 cannot hold -150");
  refuses([] { (void)arange<std::uint64_t>(-2, 3); }, "uint64 cannot hold -2");
  refuses([] { (void)arange<index_t>(-1, UINT64_MAX, INT64_MAX); },
          "int64 cannot hold 18446744073709551613");
}

TEST(Arange, IsEmptyWhereTheStepLeadsAway) {
  EXPECT_TRUE(is(arange<int>(0), {0}, {}));
  EXPECT_TRUE(is(arange<int>(-3), {0}, {}));
  EXPECT_TRUE(is(arange<int>(3, 3), {0}, {}));
  EXPECT_TRUE(is(arange<int>(0, 5, -1), {0}, {}));
  EXPECT_TRUE(is(arange<unsigned>(5, 2), {0}, {}));
  EXPECT_TRUE(is(arange<double>(0, 5, -1), {0}, {}));
  EXPECT_TRUE(is(arange<double>(0, -0.3), {0}, {}));
}

TEST(Arange, OfIntegersTakesTheExtremes) {
  EXPECT_TRUE(is(arange<index_t>(INT64_MAX - 1, INT64_MAX), {1}, {INT64_MAX - 1}));
  EXPECT_TRUE(
      is(arange<index_t>(INT64_MIN, INT64_MAX, INT64_MAX), {3}, {INT64_MIN, -1, INT64_MAX - 1}));
  EXPECT_TRUE(is(arange<index_t>(INT64_MAX, INT64_MIN, INT64_MIN), {2}, {INT64_MAX, -1}));
  EXPECT_TRUE(is(arange<index_t>(0, 3, INT64_MAX), {1}, {0}));
  EXPECT_TRUE(
      is(arange<std::uint64_t>(UINT64_MAX - 2, UINT64_MAX), {2}, {UINT64_MAX - 2, UINT64_MAX - 1}));
}

TEST(Arange, OfFloatsHasCeilOfTheQuotientElements) {
  EXPECT_TRUE(is(arange<double>(0, 1, 0.25), {4}, {0, 0.25, 0.5, 0.75}));
  EXPECT_TRUE(is(arange<double>(0, 1, 0.3), {4}, {0, 0.3, 0.6, 0.3 * 3}));
  EXPECT_TRUE(is(arange<float>(1, -0.5F, -0.5F), {3}, {1, 0.5, 0}));
  EXPECT_EQ(arange<double>(0, 1, 0.1).numel(), 10);
  EXPECT_EQ(arange<float>(0, 1, 0.1F).numel(), 10);
  EXPECT_TRUE(
      is(arange<double>(0, 1e-320, 1e300), {1}, {0}));  // the quotient is too small for a double
}

TEST(Arange, RefusesStepsAndRangesThatCannotBe) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(throws<ValueError>([] { (void)arange<int>(0, 5, 0); },
                                 "arange: the step must be a number other than zero"));
  EXPECT_THROW((void)arange<double>(0, 5, 0), ValueError);
  EXPECT_THROW((void)arange<double>(0, 5, nan), ValueError);
  for (const auto& [start, stop, step] : {std::array{0.0, inf, 1.0},
                                          {0.0, -inf, 1.0},
                                          {-inf, 0.0, 1.0},
                                          {nan, 1.0, 1.0},
                                          {0.0, nan, 1.0},
                                          {0.0, 5.0, inf},
                                          {0.0, 5.0, -inf},
                                          {0.0, 1.0, 1e-300},
                                          {-1e308, 1e308, 1e290}}) {
    EXPECT_TRUE(throws<ValueError>(
        [from = start, to = stop, by = step] { (void)arange<double>(from, to, by); },
        "arange: the range is not finite or has too many elements"))
        << start << ' ' << stop << ' ' << step;
  }
  EXPECT_THROW((void)arange<index_t>(INT64_MIN, INT64_MAX), ValueError);
  EXPECT_THROW((void)arange<std::uint64_t>(0, UINT64_MAX), ValueError);
}

TEST(Linspace, HoldsBothEnds) {
  EXPECT_TRUE(is(linspace(0, 1, 5), {5}, {0, 0.25, 0.5, 0.75, 1}));
  EXPECT_TRUE(is(linspace(2, -2, 3), {3}, {2, 0, -2}));
  EXPECT_TRUE(is(linspace(0.1, 0.7, 7).select(0, -1), {}, {0.7}));
  EXPECT_EQ(linspace(0, 1).numel(), 50);
}

/// start + i * step, rounded after each operation, as NumPy's.
TEST(Linspace, OfManyValuesRoundsEachOperation) {
  for (const index_t count : {2, 63, 64, 65, 128, 129, 1000}) {
    for (const bool endpoint : {true, false}) {
      const auto x = linspace(-0.3, 12.7, count, endpoint);
      [[maybe_unused]] const auto y = linspace<int>(-1000, 1000, count, endpoint);
      for (index_t i = 0; i < count; ++i) {
        const double gaps = static_cast<double>(endpoint ? count - 1 : count);
        volatile const double step = (12.7 - -0.3) / gaps;
        volatile const double distance = static_cast<double>(i) * step;
        const double expected = endpoint && i == count - 1 ? 12.7 : -0.3 + distance;
        EXPECT_NEAR(x(i), expected, 4e-15) << count << ' ' << i;  // where both are done at once
#if !defined(__FMA__) && defined(__x86_64__)
        EXPECT_EQ(x(i), expected) << count << ' ' << i;
        volatile const double whole_step = 2000 / gaps;
        volatile const double whole = static_cast<double>(i) * whole_step;
        EXPECT_EQ(y(i), endpoint && i == count - 1 ? 1000 : std::floor(-1000 + whole))
            << count << ' ' << i;
#endif
      }
    }
  }
}

/// Numbers of `unit`, the smallest of the type, as integers.
template <class T>
std::vector<int> in_units(const Tensor<T>& t) {
  std::vector<int> units;
  for (const T x : t) units.push_back(static_cast<int>(x / std::numeric_limits<T>::denorm_min()));
  return units;
}

/// NumPy divides by the number of gaps first where the step would be zero.
TEST(Linspace, KeepsADistanceWhoseStepUnderflows) {
  const auto units = [](int from, int to, index_t count, bool endpoint) {
    const double unit = std::numeric_limits<double>::denorm_min();
    return in_units(linspace(from * unit, to * unit, count, endpoint));
  };
  using Units = std::vector<int>;
  EXPECT_EQ(units(0, 5, 11, true), (Units{0, 1, 1, 1, 2, 2, 3, 3, 4, 5, 5}));
  EXPECT_EQ(units(0, 1, 4, true), (Units{0, 0, 1, 1}));
  EXPECT_EQ(units(0, 1, 3, false), (Units{0, 0, 1}));
  EXPECT_EQ(units(0, 3, 10, false), (Units{0, 0, 1, 1, 1, 2, 2, 2, 2, 3}));
  EXPECT_EQ(units(-3, 4, 20, true),
            (Units{-3, -3, -2, -2, -2, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4}));
  EXPECT_EQ(units(3, 7, 12, false), (Units{3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6, 7}));
  // The step is one or two units, which is rounded but not zero.
  EXPECT_EQ(units(0, 3, 5, true), (Units{0, 1, 2, 3, 3}));
  EXPECT_EQ(units(0, 6, 5, true), (Units{0, 2, 4, 6, 6}));
}

TEST(Linspace, OfSubnormalFloatsIsComputedInDouble) {
  const auto units = [](int from, int to, index_t count, bool endpoint) {
    const float unit = std::numeric_limits<float>::denorm_min();
    return in_units(
        linspace(static_cast<float>(from) * unit, static_cast<float>(to) * unit, count, endpoint));
  };
  using Units = std::vector<int>;
  EXPECT_EQ(units(0, 5, 11, true), (Units{0, 0, 1, 2, 2, 2, 3, 4, 4, 4, 5}));
  EXPECT_EQ(units(-3, 4, 9, false), (Units{-3, -2, -1, -1, 0, 1, 2, 2, 3}));
}

TEST(Arange, OfSubnormalNumbersCountsTheirUnits) {
  const double unit = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(in_units(arange(-3 * unit, 7 * unit, 2 * unit)), (std::vector<int>{-3, -1, 1, 3, 5}));
  const float small = std::numeric_limits<float>::denorm_min();
  EXPECT_EQ(in_units(arange(0.F, 7 * small, 2 * small)), (std::vector<int>{0, 2, 4, 6}));
  EXPECT_TRUE(throws<ValueError>([&] { (void)arange(0.0, 1.0, unit); },
                                 "arange: the range is not finite or has too many elements"));
}

TEST(Linspace, WithoutTheEndpointStopsOneStepEarlier) {
  EXPECT_TRUE(is(linspace(0, 1, 4, false), {4}, {0, 0.25, 0.5, 0.75}));
  EXPECT_TRUE(is(linspace(3, 9, 1, false), {1}, {3}));
}

TEST(Linspace, OfOneValueIsTheStart) {
  EXPECT_TRUE(is(linspace(2, 7, 1), {1}, {2}));
  EXPECT_TRUE(is(linspace(2, 7, 0), {0}, {}));
  EXPECT_TRUE(is(linspace(2, 2, 3), {3}, {2, 2, 2}));
}

TEST(Linspace, ConvertsToTheElementType) {
  EXPECT_TRUE(is(linspace<int>(0, 5, 4), {4}, {0, 1, 3, 5}));
  EXPECT_TRUE(is(linspace<int>(0, -5, 4), {4}, {0, -2, -4, -5}));
  EXPECT_TRUE(is(linspace<std::uint8_t>(-1, 300, 2), {2}, {0, 255}));
  EXPECT_TRUE(throws<ValueError>([] { (void)linspace(0, 1, -1); },
                                 "linspace: size -1 of dim 0 is negative"));
}

TEST(Eye, HasOnesOnTheDiagonal) {
  EXPECT_TRUE(is(ndx::eye<int>(2), {2, 2}, {1, 0, 0, 1}));
  EXPECT_TRUE(is(ndx::eye<int>(2, 3), {2, 3}, {1, 0, 0, 0, 1, 0}));
  EXPECT_TRUE(is(ndx::eye<int>(3, 2), {3, 2}, {1, 0, 0, 1, 0, 0}));
  EXPECT_TRUE(is(ndx::eye<bool>(1), {1, 1}, {true}));
  EXPECT_TRUE(is(ndx::eye<int>(0), {0, 0}, {}));
  EXPECT_THROW((void)ndx::eye(-1), ValueError);
}

TEST(Create, RefusesShapesThatCannotBe) {
  EXPECT_TRUE(
      throws<ValueError>([] { (void)ndx::zeros({2, -1}); }, "zeros: size -1 of dim 1 is negative"));
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)ndx::ones({INT64_MAX, 2}); },
      "ones: the product of shape (9223372036854775807, 2) overflows a 64-bit size"));
  EXPECT_TRUE(throws<ValueError>([] { (void)ndx::empty<double>({INT64_MAX / 4}); },
                                 "empty: 2305843009213693951 times 8 overflows a 64-bit size"));
  EXPECT_TRUE(throws<ValueError>([] { (void)ndx::full(Dims::filled(65, 1), 1); },
                                 "full: rank 65 is more than the maximum rank, 64"));
  for (const int power : {32, 40, 62})
    EXPECT_THROW((void)ndx::eye(index_t{1} << power), ValueError);
}

TEST(Linspace, BetweenComplexNumbers) {
  using C = std::complex<float>;
  EXPECT_TRUE(is(linspace(C(0, 1), C(1, 0), 3), {3}, {C(0, 1), C(0.5F, 0.5F), C(1, 0)}));
  EXPECT_TRUE(is(linspace<C>(0, C(0, 2), 2, false), {2}, {C(0), C(0, 1)}));
  EXPECT_TRUE(throws<ValueError>([] { (void)linspace(C(0), C(1), -1); },
                                 "linspace: size -1 of dim 0 is negative"));
}

}  // namespace create_test
