// Values are those of NumPy 1.24's loadtxt and genfromtxt, or written by hand.
#include <fstream>
#include <limits>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include <ndx/half.hpp>
#include <ndx/ndx.hpp>
#include <ndx/text.hpp>

#include "support/expect.hpp"

namespace loadtxt_test {

using namespace ndx;

std::span<const std::byte> bytes(std::string_view text) { return std::as_bytes(std::span(text)); }

template <class T>
void expect_tensor(const Tensor<T>& t, const Dims& shape, const std::vector<T>& values) {
  EXPECT_EQ(Dims(t.shape()), shape);
  EXPECT_EQ(std::vector<T>(t.begin(), t.end()), values);
}

template <class Error, class Call>
void expect_throw(Call&& call, const std::string& said) {
  EXPECT_TRUE(expect::throws<Error>(call, said));
}

TEST(Loadtxt, ReadsColumnsBetweenSpaces) {
  expect_tensor(loadtxt(bytes("# x\n 1  2\t3 \n\n4 5.5 6 # c\n  \n7 8 9e2")), {3, 3},
                {1, 2, 3, 4, 5.5, 6, 7, 8, 900});
}

TEST(Loadtxt, DropsDimsOfSizeOneAsNdminSays) {
  EXPECT_EQ(loadtxt(bytes("1 2 3")).shape(), Dims({3}));
  EXPECT_EQ(loadtxt(bytes("1\n2")).shape(), Dims({2}));
  EXPECT_EQ(loadtxt(bytes("1")).shape(), Dims());
  EXPECT_EQ(loadtxt(bytes("1"), {.ndmin = 1}).shape(), Dims({1}));
  EXPECT_EQ(loadtxt(bytes("1\n2"), {.ndmin = 2}).shape(), Dims({2, 1}));
  EXPECT_EQ(loadtxt(bytes("1 2"), {.ndmin = 2}).shape(), Dims({1, 2}));
  EXPECT_EQ(loadtxt(bytes("")).shape(), Dims({0}));
  EXPECT_EQ(loadtxt(bytes("a b"), {.header = true, .ndmin = 2}).shape(), Dims({0, 2}));
}

TEST(Loadtxt, EndsLinesWithLfCrOrBoth) {
  for (const char* text :
       {"1,2\n3,4\n", "1,2\r\n3,4\r\n", "1,2\r3,4\r", "1,2\r\n\r\n3,4", "\n1,2\n3,4\r"})
    expect_tensor(loadtxt<int>(bytes(text), {.delimiter = ','}), {2, 2}, {1, 2, 3, 4});
}

TEST(Loadtxt, ChoosesColumnsByNumberAndName) {
  const std::string text = "x,y,z\n1,2,3\n4,5,6\n";
  const TextOptions options{.delimiter = ',', .header = true, .columns = {"z", 0, -2}};
  expect_tensor(loadtxt<int>(bytes(text), options), {2, 3}, {3, 1, 2, 6, 4, 5});
  // As with NumPy's usecols, rows may then be longer or shorter.
  expect_tensor(loadtxt<int>(bytes("1 2 3\n4 5\n6 7 8 9"), {.columns = {1}}), {3}, {2, 5, 7});
}

TEST(Loadtxt, ReadsSomeRows) {
  expect_tensor(loadtxt<int>(bytes("a b c\n# d\n1\n2\n3\n"), {.skip_rows = 2, .max_rows = 2}), {2},
                {1, 2});
  EXPECT_EQ(loadtxt<int>(bytes("1\n2"), {.max_rows = 0}).numel(), 0);
  EXPECT_EQ(loadtxt<int>(bytes("1\n2"), {.skip_rows = 7}).numel(), 0);
}

TEST(Loadtxt, ReadsMissingFields) {
  const auto t = loadtxt(bytes("1,,NA\n , \"\" ,2\n"), {.delimiter = ',', .na = {"NA"}});
  EXPECT_EQ(sum(isnan(t)).item(), 4);
  expect_tensor(loadtxt<int>(bytes("1,,3"), {.delimiter = ',', .missing = -1}), {3}, {1, -1, 3});
  expect_tensor(loadtxt(bytes("1,-999"), {.delimiter = ',', .na = {"-999"}, .missing = 0}), {2},
                {1, 0});
  expect_throw<ValueError>(
      [] { (void)loadtxt<int>(bytes("1,2\n3,"), {.delimiter = ','}); },
      "loadtxt: bytes: line 2, column 1: '' is missing, and there is no .missing to take "
      "its place among int32");
  expect_throw<ValueError>([] { (void)loadtxt<int>(bytes("1"), {.missing = 0.5}); },
                           "loadtxt: bytes: missing is 0.5, which is no int32");
}

TEST(Loadtxt, ReadsQuotedFields) {
  expect_tensor(loadtxt(bytes("\"1\" ,' \n"), {.delimiter = ',', .columns = {0}}), {}, {1});
  const TextTable table(bytes("\"a,b\",c\r\n\"1\n2\",\"say \"\"x\"\"\"\r\n#3,#4\n"),
                        {.delimiter = ',', .comment = '\0', .header = true});
  EXPECT_EQ(table.names(), (std::vector<std::string>{"a,b", "c"}));
  EXPECT_EQ(table.categories(0).names, (std::vector<std::string>{"1\n2", "#3"}));
  EXPECT_EQ(table.categories("c").names, (std::vector<std::string>{"say \"x\"", "#4"}));
  expect_throw<ValueError>([] { (void)loadtxt(bytes("1 2\n\"3 4\n5"), {}); },
                           "loadtxt: bytes: line 2: a quote is not closed");
  expect_throw<ValueError>([] { (void)loadtxt(bytes("\"3\"4"), {}); },
                           "loadtxt: bytes: line 1: '4' follows a closing quote");
}

TEST(Loadtxt, ReadsNumbersOfEveryType) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  expect_tensor(loadtxt(bytes("+1.5 -.5 1e400 -1e400 1e-400 Inf -infinity")), {7},
                {1.5, -0.5, inf, -inf, 0, inf, -inf});
  expect_tensor(loadtxt<float>(bytes("3.4e39 1e-50 0.1")), {3}, {HUGE_VALF, 0, 0.1F});
  expect_tensor(loadtxt<std::uint8_t>(bytes("0 +255")), {2}, {0, 255});
  expect_tensor(
      loadtxt<std::int64_t>(bytes("-9223372036854775808 9223372036854775807")), {2},
      {std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()});
  EXPECT_EQ(static_cast<float>(loadtxt<float16>(bytes("1.5")).item()), 1.5F);
  EXPECT_EQ(loadtxt<long double>(bytes("0.25")).item(), 0.25L);
  for (const char* text : {"++1", "+-1", "--1", "1x", "0x10", "1 1", "e", "-", "+", "1,5"})
    EXPECT_THROW((void)loadtxt(bytes(text), {.delimiter = ';'}), ValueError) << text;
  expect_throw<ValueError>([] { (void)loadtxt<std::uint8_t>(bytes("1\n256")); },
                           "loadtxt: bytes: line 2, column 0: '256' is out of range for uint8");
  expect_throw<ValueError>(
      [] { (void)loadtxt<int>(bytes("a b\n1 2\n3 4.5"), {.header = true}); },
      "loadtxt: bytes: line 3, column 1 'b': '4.5' is not a number of type int32");
}

TEST(Loadtxt, RefusesRowsOfDifferentSizesAndUnknownColumns) {
  expect_throw<ValueError>([] { (void)loadtxt(bytes("1 2\n3 4 5")); },
                           "loadtxt: bytes: line 2: has 3 columns instead of 2");
  expect_throw<ValueError>([] { (void)loadtxt(bytes("1 2"), {.columns = {2}}); },
                           "loadtxt: bytes: column 2 is out of range for 2 columns");
  expect_throw<ValueError>(
      [] { (void)loadtxt(bytes("a b\n1 2"), {.header = true, .columns = {"c"}}); },
      "loadtxt: bytes: has no column 'c', but 'a', 'b'");
  expect_throw<ValueError>([] { (void)loadtxt(bytes("# \n"), {.header = true}); },
                           "loadtxt: bytes: has no header");
  expect_throw<ValueError>(
      [] { (void)loadtxt(bytes("1"), {.delimiter = '#'}); },
      "loadtxt: bytes: delimiter, comment and quote must differ, and cannot end a line");
  expect_throw<ValueError>([] { (void)loadtxt("/no/such.csv"); },
                           "loadtxt: /no/such.csv: cannot be opened: No such file or directory");
}

TEST(Loadtxt, ReadsRecordsThatSpanBlocks) {
  std::string text = "a,b\n";
  std::vector<index_t> expected;
  for (index_t i = 0; text.size() < 1'000'000; ++i) {
    text += std::to_string(i) + ",\"" + std::string(static_cast<std::size_t>(i % 97), '\n') +
            "\"\"\"\r\n";
    expected.push_back(i);
  }
  std::istringstream stream(text);
  const TextTable table(stream, {.delimiter = ',', .header = true});
  expect_tensor(table.column<index_t>("a"), {std::ssize(expected)}, expected);
  EXPECT_EQ(std::ssize(table.categories("b").names), 97);
  const std::string line(3'000'000, ' ');
  expect_tensor(loadtxt(bytes("1" + line + "2\n")), {2}, {1, 2});
}

TEST(TextTable, NumbersManyTextsInTheOrderInWhichTheyCome) {
  std::string text;
  for (int row = 0; row < 5000; ++row) text += "name " + std::to_string(row * 7 % 1000) + "\n";
  const TextTable table(std::as_bytes(std::span(text)), {.delimiter = ','});
  const TextCategories categories = table.categories(0);
  ASSERT_EQ(categories.names.size(), 1000U);
  for (index_t row = 0; row < 5000; ++row) ASSERT_EQ(categories.codes(row), row % 1000);
  for (std::size_t k = 0; k < 1000; ++k)
    ASSERT_EQ(categories.names[k], "name " + std::to_string(k * 7 % 1000));
}

TEST(TextTable, NumbersTextsInTheirOrder) {
  const TextTable table(bytes("1 b\n2 a\n3 \"\"\n4 b\n"), {});
  const TextCategories categories = table.categories(1);
  expect_tensor(categories.codes, {4}, {0, 1, -1, 0});
  EXPECT_EQ(categories.names, (std::vector<std::string>{"b", "a"}));
  EXPECT_EQ(table.rows(), 4);
  EXPECT_TRUE(table.names().empty());
  const TextTable chosen(bytes("1 b\n2 a\n"), {.columns = {1}});
  expect_throw<ValueError>([&] { (void)chosen.column<int>(0); },
                           "TextTable: bytes: column 0 was not read");
}

TEST(Savetxt, WritesWhatNumPyWrites) {
  const auto t = tensor({{1.5, -2.0}, {1e-7, 3.0}});
  const auto text = [&](const SavetxtOptions& options) {
    std::ostringstream out;
    savetxt(out, t, options);
    return out.str();
  };
  EXPECT_EQ(text({.precision = 18, .format = std::chars_format::scientific}),
            "1.500000000000000000e+00 -2.000000000000000000e+00\n"
            "9.999999999999999547e-08 3.000000000000000000e+00\n");
  EXPECT_EQ(
      text({.delimiter = ',', .precision = 3, .format = std::chars_format::fixed, .header = "a,b"}),
      "# a,b\n1.500,-2.000\n0.000,3.000\n");
  EXPECT_EQ(text({.newline = "\r\n", .header = "a b", .comments = ""}),
            "a b\r\n1.5 -2\r\n1e-07 3\r\n");
}

TEST(Savetxt, RoundTripsBits) {
  std::mt19937_64 random(1);
  auto t = empty<double>({1000, 3});
  for (double& x : t) x = std::bit_cast<double>(random());
  savetxt("savetxt_test.txt", t.transpose(0, 1));
  const auto read = loadtxt("savetxt_test.txt").transpose(0, 1);
  EXPECT_TRUE(allclose(read, t, 0, 0, /*equal_nan=*/true));
  savetxt("savetxt_test.txt", tensor({1, 2}) > 1);
  expect_tensor(loadtxt<int>("savetxt_test.txt"), {2}, {0, 1});
  const auto halves = tensor({0.1, 65504.0, 6e-8}).to<float16>();
  savetxt("savetxt_test.txt", halves);
  EXPECT_TRUE(equal(loadtxt<float16>("savetxt_test.txt"), halves));
  expect_throw<ShapeError>([] { savetxt("savetxt_test.txt", zeros({1, 1, 1})); },
                           "savetxt: a tensor of shape (1, 1, 1), but text has one or two dims");
  std::remove("savetxt_test.txt");
}

TEST(Savetxt, ReportsProgressAndCanBeCancelled) {
  std::vector<index_t> done;
  const Progress note = [&](index_t now, index_t total) {
    EXPECT_LE(now, total);
    done.push_back(now);
    return true;
  };
  savetxt("savetxt_progress.txt", arange(100), {.progress = note});
  EXPECT_EQ(done.back(), 800);
  (void)loadtxt("savetxt_progress.txt", {.max_rows = 2, .progress = note});
  EXPECT_EQ(done.back(), 290);
  EXPECT_THROW(savetxt("savetxt_progress.txt", arange(3),
                       {.progress = [](index_t, index_t) { return false; }}),
               Cancelled);
  EXPECT_EQ(loadtxt("savetxt_progress.txt").numel(), 100);
  EXPECT_THROW(
      (void)loadtxt("savetxt_progress.txt", {.progress = [](index_t, index_t) { return false; }}),
      Cancelled);
  std::remove("savetxt_progress.txt");
}

TEST(Loadtxt, RefusesGzipWithoutAnInflater) {
  std::string text("\x1f\x8b", 2);
  text.resize(40);
  expect_throw<ValueError>(
      [&] { (void)loadtxt(bytes(text)); },
      "loadtxt: bytes: is compressed by gzip: include <ndx/zlib.hpp> and call use_zlib()");
}

}  // namespace loadtxt_test
