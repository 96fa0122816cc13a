// Printing: every text was printed by NumPy 1.24's print(), but for those of element types that
// NumPy does not have.
#include <complex>
#include <limits>
#include <new>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include <ndx/io/text/print_tensor.hpp>
#include <ndx/tensor.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "support/expect.hpp"
#include "support/huge_allocations.hpp"

namespace print_tensor_test {

using ndx::arange;
using ndx::PrintOptions;
using ndx::tensor;
using ndx::to_string;
using C64 = std::complex<float>;
using C128 = std::complex<double>;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

/// The text of a tensor of rank 1.
template <class T = double>
std::string list(std::initializer_list<T> values, PrintOptions options = {}) {
  return to_string(ndx::borrow(values.begin(), {static_cast<ndx::index_t>(values.size())}),
                   options);
}

template <class T>
std::string scalar(T value) {
  return to_string(ndx::full<T>({}, value));
}

TEST(PrintIntegers, ColumnsHaveOneWidth) {
  EXPECT_EQ(to_string(tensor({{1, -20}, {300, 4}})),
            "[[  1 -20]\n"
            " [300   4]]");
}

TEST(PrintIntegers, BlankLinesShowTheDepth) {
  EXPECT_EQ(to_string(arange(24).reshape({2, 3, 4})),
            "[[[ 0  1  2  3]\n"
            "  [ 4  5  6  7]\n"
            "  [ 8  9 10 11]]\n"
            "\n"
            " [[12 13 14 15]\n"
            "  [16 17 18 19]\n"
            "  [20 21 22 23]]]");
  EXPECT_EQ(to_string(arange(8).reshape({2, 2, 1, 2})),
            "[[[[0 1]]\n"
            "\n"
            "  [[2 3]]]\n"
            "\n"
            "\n"
            " [[[4 5]]\n"
            "\n"
            "  [[6 7]]]]");
}

TEST(PrintIntegers, EightBitsAreNumbersNotCharacters) {
  EXPECT_EQ((list<std::int8_t>({-128, 65, 127})), "[-128   65  127]");
  EXPECT_EQ((list<std::uint8_t>({0, 66, 255})), "[  0  66 255]");
  EXPECT_EQ((list<char>({'A', 'b'})), "[65 98]");
  EXPECT_EQ(scalar<std::int8_t>(65), "65");
}

TEST(PrintIntegers, ExtremesOfSixtyFourBits) {
  EXPECT_EQ((list<std::int64_t>({INT64_MIN, INT64_MAX})),
            "[-9223372036854775808  9223372036854775807]");
  EXPECT_EQ((list<std::uint64_t>({0, UINT64_MAX})), "[                   0 18446744073709551615]");
}

TEST(PrintIntegers, EveryWidth) {
  EXPECT_EQ((list<short>({-1, 2})), "[-1  2]");
  EXPECT_EQ((list<unsigned short>({1, 65535})), "[    1 65535]");
  EXPECT_EQ((list<int>({-1, 2})), "[-1  2]");
  EXPECT_EQ((list<unsigned>({1, 4294967295U})), "[         1 4294967295]");
  EXPECT_EQ((list<long long>({-1, 2})), "[-1  2]");
}

TEST(PrintFloats, PointsAreAligned) {
  EXPECT_EQ(list({0.5, -2.25, 1.0 / 3, 100.0}),
            "[  0.5         -2.25         0.33333333 100.        ]");
  EXPECT_EQ(list({0.0, 1.5, 3.0}), "[0.  1.5 3. ]");
}

TEST(PrintFloats, ScientificWhenLargeSmallOrFarApart) {
  EXPECT_EQ(list({1000.0, 1.0}), "[1000.    1.]");
  EXPECT_EQ(list({1000.1, 1.0}), "[1.0001e+03 1.0000e+00]");
  EXPECT_EQ(list({99999999.0, 1e5}), "[99999999.   100000.]");
  EXPECT_EQ(list({1e8, 1e7}), "[1.e+08 1.e+07]");
  EXPECT_EQ(list({0.0001, 0.0002}), "[0.0001 0.0002]");
  EXPECT_EQ(list({0.00009, 0.0002}), "[9.e-05 2.e-04]");
}

TEST(PrintFloats, ExponentsHaveOneWidth) {
  EXPECT_EQ(list({1e10, -2.5e-7, 0.0, 1e100}), "[ 1.0e+010 -2.5e-007  0.0e+000  1.0e+100]");
  EXPECT_EQ(list({5e-324, 1.23456789}), "[4.94065646e-324 1.23456789e+000]");
}

TEST(PrintFloats, NanAndInfinities) {
  EXPECT_EQ(list({1.5, kNan, -kInf, kInf}), "[ 1.5  nan -inf  inf]");
  EXPECT_EQ(list({kNan, kInf}), "[nan inf]");
  EXPECT_EQ(list({kNan, -kInf, 1.0}), "[ nan -inf   1.]");
  EXPECT_EQ(list({1e-7, -kInf, kNan}), "[1.e-07   -inf    nan]");
}

TEST(PrintFloats, ZeroKeepsItsSign) { EXPECT_EQ(list({-0.0, 0.0, 1.0}), "[-0.  0.  1.]"); }

TEST(PrintFloats, SinglePrecisionHasItsOwnDigits) {
  EXPECT_EQ((list<float>({0.1F, 0.7F})), "[0.1 0.7]");
  EXPECT_EQ((list<float>({0.0001F, 0.0002F})), "[1.e-04 2.e-04]");
  EXPECT_EQ((list<float>({0.1F, 1.0F / 3, 16777216.0F})),
            "[1.0000000e-01 3.3333334e-01 1.6777216e+07]");
  EXPECT_EQ((list<float>({82583416.0F, 67418832.0F})), "[82583416. 67418832.]");
  EXPECT_EQ((list<float>({1.24794135e-33F, 0.1F, 1e10F})),
            "[1.24794135e-33 1.00000001e-01 1.00000000e+10]");
}

TEST(PrintFloats, SixteenBitsHaveTheirOwnDigits) {
  const auto halves = [](std::initializer_list<double> values) {
    return to_string(tensor(values).to<ndx::float16>());
  };
  EXPECT_EQ(halves({1.5, 0.1, -2.25}), "[ 1.5   0.1  -2.25]");
  EXPECT_EQ(halves({0.015625, 1000.5}), "[1.5625e-02 1.0005e+03]");
  EXPECT_EQ(halves({65504, 1}), "[6.55e+04 1.00e+00]");
  EXPECT_EQ(halves({6e-8, 1, 2}), "[6.e-08 1.e+00 2.e+00]");
  EXPECT_EQ(halves({kNan, kInf, -1}), "[nan inf -1.]");
  EXPECT_EQ(halves({1.0 / 3, 2.0 / 3}), "[0.3333 0.6665]");
  EXPECT_EQ(scalar(ndx::float16(1.0 / 3)), "0.3333");
  EXPECT_EQ(scalar(ndx::float16(0.015625)), "0.01563");
  EXPECT_EQ(scalar(ndx::float16(6e-8)), "6e-08");
  EXPECT_EQ(scalar(ndx::float16(65504)), "65500.0");
  EXPECT_EQ(scalar(ndx::float16(1e-4)), "0.0001");
  EXPECT_EQ(scalar(-ndx::float16(0)), "-0.0");
  EXPECT_EQ(scalar(ndx::float16(2048)), "2048.0");
  // NumPy has no bfloat16: the fewest digits that a bfloat16 of the same value is read from.
  EXPECT_EQ(to_string(tensor({1.0 / 3, 3.140625, 100.0}).to<ndx::bfloat16>()),
            "[  0.334   3.14  100.   ]");
  EXPECT_EQ(scalar(ndx::bfloat16(0.1)), "0.1");
}

TEST(PrintFloats, PrecisionRoundsTheBinaryValue) {
  EXPECT_EQ(list({1.0 / 3, 2.5, 100.12345}, {.precision = 3}), "[  0.333   2.5   100.123]");
  EXPECT_EQ(list({0.5, 1.5, 2.5}, {.precision = 0}), "[0. 2. 2.]");
  EXPECT_EQ(list({0.125, 0.375}, {.precision = 2}), "[0.12 0.38]");
  EXPECT_EQ(list({1.0 / 3, 1e9}, {.precision = 3}), "[3.333e-01 1.000e+09]");
  EXPECT_EQ(list({0.1, 1.0 / 3}, {.precision = 20}), "[0.1                0.3333333333333333]");
}

TEST(PrintFloats, SuppressKeepsSmallNumbersPositional) {
  EXPECT_EQ(list({1e-10, 1.5, -1e-9}, {.suppress = true}), "[ 0.   1.5 -0. ]");
  EXPECT_EQ(list({1e-10, 1e8}, {.suppress = true}), "[1.e-10 1.e+08]");
}

TEST(PrintBools, TrueIsAsWideAsFalse) {
  EXPECT_EQ((list<bool>({true, true})), "[ True  True]");
  EXPECT_EQ((list<bool>({true, false})), "[ True False]");
}

TEST(PrintComplex, BothPartsAreAligned) {
  EXPECT_EQ((list<C128>({{1, 2}, {-1.5, -2.25}})), "[ 1. +2.j   -1.5-2.25j]");
  EXPECT_EQ((list<C64>({{0.1F, 0.2F}, {0, 0}})), "[0.1+0.2j 0. +0.j ]");
  EXPECT_EQ((list<C128>({{1e-5, 1}, {1e5, -1e9}})), "[1.e-05+1.e+00j 1.e+05-1.e+09j]");
  EXPECT_EQ((list<C128>({{kNan, 1}, {kInf, -kInf}, {0.5, kNan}})), "[nan +1.j inf-infj 0.5+nanj]");
}

TEST(PrintRankZero, IsTheNumberWithAllItsDigits) {
  EXPECT_EQ(scalar(7), "7");
  EXPECT_EQ(scalar(true), "True");
  EXPECT_EQ(scalar(1.0), "1.0");
  EXPECT_EQ(scalar(1.0 / 3), "0.3333333333333333");
  EXPECT_EQ(scalar(1.0F / 3), "0.33333334");
  EXPECT_EQ(scalar(123456789.0F), "123456790.0");
  EXPECT_EQ(scalar(1e15), "1000000000000000.0");
  EXPECT_EQ(scalar(1e16), "1e+16");
  EXPECT_EQ(scalar(0.0001), "0.0001");
  EXPECT_EQ(scalar(9.9e-5), "9.9e-05");
  EXPECT_EQ(scalar(0.0001F), "1e-04");
  EXPECT_EQ(scalar(-0.0), "-0.0");
  EXPECT_EQ(scalar(5e-324), "5e-324");
  EXPECT_EQ(scalar(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
  EXPECT_EQ(scalar(kNan), "nan");
  EXPECT_EQ(scalar(-kInf), "-inf");
}

TEST(PrintRankZero, ComplexInParenthesesUnlessImaginary) {
  EXPECT_EQ(scalar(C128(1, 2)), "(1+2j)");
  EXPECT_EQ(scalar(C128(0, 2)), "2j");
  EXPECT_EQ(scalar(C128(-0.0, 2)), "(-0+2j)");
  EXPECT_EQ(scalar(C128(1.5, -2.25)), "(1.5-2.25j)");
  EXPECT_EQ(scalar(C128(1e20, -1e-9)), "(1e+20-1e-09j)");
  EXPECT_EQ(scalar(C128(kNan, -kInf)), "(nan-infj)");
  EXPECT_EQ(scalar(C128(0, kNan)), "nanj");
}

TEST(PrintEmpty, ShowsTheShapeUnlessItIsZero) {
  EXPECT_EQ(to_string(ndx::Tensor<float>()), "[]");
  EXPECT_EQ(to_string(ndx::empty<int>({2, 0, 3})), "[], shape=(2, 0, 3)");
  EXPECT_EQ(to_string(ndx::empty<bool>({0, 3})), "[], shape=(0, 3)");
  std::ostringstream out;
  out << ndx::zeros({0, 3});
  EXPECT_EQ(out.str(), "[], shape=(0, 3)");
}

TEST(PrintSummary, MoreThanAThousandElementsShowTheEnds) {
  EXPECT_EQ(to_string(arange(1001)), "[   0    1    2 ...  998  999 1000]");
  EXPECT_EQ(to_string(arange(10000).reshape({100, 100})),
            "[[   0    1    2 ...   97   98   99]\n"
            " [ 100  101  102 ...  197  198  199]\n"
            " [ 200  201  202 ...  297  298  299]\n"
            " ...\n"
            " [9700 9701 9702 ... 9797 9798 9799]\n"
            " [9800 9801 9802 ... 9897 9898 9899]\n"
            " [9900 9901 9902 ... 9997 9998 9999]]");
}

TEST(PrintSummary, ShortDimsAreShownWhole) {
  EXPECT_EQ(to_string(arange(3000).reshape({500, 6})),
            "[[   0    1    2    3    4    5]\n"
            " [   6    7    8    9   10   11]\n"
            " [  12   13   14   15   16   17]\n"
            " ...\n"
            " [2982 2983 2984 2985 2986 2987]\n"
            " [2988 2989 2990 2991 2992 2993]\n"
            " [2994 2995 2996 2997 2998 2999]]");
  EXPECT_EQ(to_string(arange(2000).reshape({10, 2, 100}), {.edge_items = 1}),
            "[[[   0 ...   99]\n"
            "  [ 100 ...  199]]\n"
            "\n"
            " ...\n"
            "\n"
            " [[1800 ... 1899]\n"
            "  [1900 ... 1999]]]");
}

TEST(PrintSummary, ThresholdIsTheLargestSizeShownWhole) {
  EXPECT_EQ(to_string(arange(8), {.threshold = 8}), "[0 1 2 3 4 5 6 7]");
  EXPECT_EQ(to_string(arange(8), {.threshold = 7}), "[0 1 2 ... 5 6 7]");
  EXPECT_EQ(to_string(arange(4), {.threshold = 0}), "[0 1 2 3]");
  EXPECT_EQ(to_string(arange(4), {.threshold = 0, .edge_items = 1}), "[0 ... 3]");
  EXPECT_EQ(to_string(arange(4), {.threshold = 0, .edge_items = INT64_MAX}), "[0 1 2 3]");
}

TEST(PrintSummary, WithoutEdgeItemsOnlyTheDotsRemain) {
  EXPECT_EQ(to_string(arange(4), {.threshold = 0, .edge_items = 0}), "[...]");
  EXPECT_EQ(to_string(arange(4).reshape({2, 2}), {.threshold = 0, .edge_items = 0}), "[...]");
}

TEST(PrintSummary, TooManyItemsToHoldAreBadAllocAtOnce) {
  const auto t = ndx::ones({1}).expand({INT64_MAX});
  EXPECT_EQ(to_string(t), "[1. 1. 1. ... 1. 1. 1.]");
  EXPECT_THROW((void)to_string(t, {.edge_items = INT64_MAX / 8}), std::bad_alloc);
  EXPECT_THROW((void)to_string(t, {.threshold = INT64_MAX}), std::bad_alloc);
}

TEST(PrintSummary, HiddenElementsDoNotChangeTheFormat) {
  const auto t = ndx::full({1010}, 0.5);
  t.narrow(0, 10, 990).fill_(1e9);
  EXPECT_EQ(to_string(t), "[0.5 0.5 0.5 ... 0.5 0.5 0.5]");
}

TEST(PrintLines, BreakBeforeTheWidthIsExceeded) {
  EXPECT_EQ(to_string(arange(40)),
            "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 21 22 23\n"
            " 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39]");
  EXPECT_EQ(to_string(arange(0, 1332, 111).reshape({2, 6}), {.line_width = 20}),
            "[[   0  111  222\n"
            "   333  444  555]\n"
            " [ 666  777  888\n"
            "   999 1110 1221]]");
}

TEST(PrintLines, ClosingBracketsCountToTheWidth) {
  const auto t = arange(5).reshape({1, 1, 5});
  EXPECT_EQ(to_string(t, {.line_width = 15}), "[[[0 1 2 3 4]]]");
  EXPECT_EQ(to_string(t, {.line_width = 14}),
            "[[[0 1 2 3\n"
            "   4]]]");
}

TEST(PrintLines, AWordTooWideStandsAlone) {
  EXPECT_EQ(to_string(arange(0, 300000, 100000), {.line_width = 5}),
            "[     0\n"
            " 100000\n"
            " 200000]");
  EXPECT_EQ(to_string(arange(2), {.line_width = 0}), "[0\n 1]");
}

TEST(PrintViews, StridesDoNotShow) {
  const auto t = arange(12).reshape({3, 4});
  EXPECT_EQ(to_string(t.transpose()),
            "[[ 0  4  8]\n"
            " [ 1  5  9]\n"
            " [ 2  6 10]\n"
            " [ 3  7 11]]");
  EXPECT_EQ(to_string(t.flip().select(0, 0)), "[11 10  9  8]");
  EXPECT_EQ(to_string(tensor({5}).expand({3})), "[5 5 5]");
  EXPECT_EQ(to_string(ndx::Tensor<const ndx::index_t>(t.select(0, 1))), "[4 5 6 7]");
  EXPECT_EQ(to_string(arange(2000).flip()), "[1999 1998 1997 ...    2    1    0]");
}

struct Rgb {
  unsigned char r, g, b;
};
struct Point {
  int x, y;
};
std::ostream& operator<<(std::ostream& out, const Point& p) {
  return out << '<' << p.x << ',' << p.y << '>';
}
enum class Color : std::uint8_t { red = 1, green = 200 };

TEST(PrintOpaque, StructsAreTheirBytes) {
  EXPECT_EQ((list<Rgb>({{1, 0xAB, 10}, {0, 0x41, 0xFF}})),
            "[b'\\x01\\xAB\\x0A' b'\\x00\\x41\\xFF']");
}

TEST(PrintOpaque, StructsThatPrintThemselvesDo) {
  EXPECT_EQ((list<Point>({{1, 2}, {-10, 3}})), "[  <1,2> <-10,3>]");
  EXPECT_EQ(scalar(Point{1, 2}), "<1,2>");
}

TEST(PrintOpaque, EnumerationsAreTheirNumbers) {
  EXPECT_EQ((list<Color>({Color::red, Color::green})), "[  1 200]");
}

TEST(PrintToStream, WritesTheSameText) {
  std::ostringstream out;
  out << tensor({1, 2}) << ' ' << arange(1001).shape() << ' ' << ndx::Dims{2, 3} << ' '
      << ndx::Dims{};
  EXPECT_EQ(out.str(), "[1 2] (1001) (2, 3) ()");
  EXPECT_EQ(to_string(ndx::Dims{4, -1}), "(4, -1)");
}

TEST(PrintOptionsOfTheProcess, HoldUntilChangedAgain) {
  const PrintOptions before = ndx::print_options();
  EXPECT_EQ(before.precision, 8);
  ndx::set_print_options(
      {.precision = 2, .threshold = 3, .edge_items = 1, .line_width = 30, .suppress = true});
  std::ostringstream out;
  out << tensor({1.0 / 3, 1e-9}) << arange(4);
  ndx::set_print_options(before);
  EXPECT_EQ(out.str(), "[0.33 0.  ][0 ... 3]");
  EXPECT_EQ(to_string(arange(4)), "[0 1 2 3]");
}

TEST(PrintOptionsOfTheProcess, RefuseNumbersBelowZero) {
  EXPECT_TRUE(expect::throws<ndx::ValueError>(
      [] { ndx::set_print_options({.precision = -1}); },
      "set_print_options: precision is -1, but cannot be negative"));
  EXPECT_EQ(ndx::print_options().precision, 8);
  EXPECT_TRUE(
      expect::throws<ndx::ValueError>([] { return to_string(arange(3), {.line_width = -5}); },
                                      "to_string: line_width is -5, but cannot be negative"));
}

TEST(PrintDtype, AsNumPyNamesIt) {
  std::ostringstream out;
  out << tensor({1.f}).dtype() << ' ' << tensor({true}).dtype() << ' ' << arange(3).dtype() << ' '
      << tensor<std::uint8_t>({1}).dtype() << ' ' << tensor({C64(1)}).dtype();
  EXPECT_EQ(out.str(), "float32 bool int64 uint8 complex64");
  EXPECT_EQ(to_string(ndx::DType::float64), "float64");
  EXPECT_EQ(to_string(ndx::DType::opaque), "opaque");
}

}  // namespace print_tensor_test
