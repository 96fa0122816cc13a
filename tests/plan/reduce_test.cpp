// The names of reductions.
#include <sstream>

#include "support/expect.hpp"

using namespace ndx;
using expect::throws;

namespace reduce_test {

const Reduce kAll[] = {Reduce::assign,     Reduce::add,         Reduce::multiply,
                       Reduce::minimum,    Reduce::maximum,     Reduce::bitwise_and,
                       Reduce::bitwise_or, Reduce::bitwise_xor, Reduce::mean};

static_assert(reduce_from_name("amax") == Reduce::maximum);

TEST(ReduceName, IsThatOfTheConstant) {
  const char* const names[] = {"assign",      "add",        "multiply",    "minimum", "maximum",
                               "bitwise_and", "bitwise_or", "bitwise_xor", "mean"};
  for (std::size_t i = 0; i < std::size(kAll); ++i) {
    EXPECT_STREQ(reduce_name(kAll[i]), names[i]);
    EXPECT_EQ(reduce_from_name(names[i]), kAll[i]);
  }
}

TEST(ReduceName, OfPyTorchAndNumPyIsKnown) {
  EXPECT_EQ(reduce_from_name("sum"), Reduce::add);
  EXPECT_EQ(reduce_from_name("prod"), Reduce::multiply);
  EXPECT_EQ(reduce_from_name("mul"), Reduce::multiply);
  EXPECT_EQ(reduce_from_name("amax"), Reduce::maximum);
  EXPECT_EQ(reduce_from_name("max"), Reduce::maximum);
  EXPECT_EQ(reduce_from_name("amin"), Reduce::minimum);
  EXPECT_EQ(reduce_from_name(std::string("min")), Reduce::minimum);
}

TEST(ReduceName, OfNoReductionIsAnErrorWithTheNamesThereAre) {
  const std::string known =
      "is none of \"add\", \"sum\", \"multiply\", \"mul\", \"prod\", \"minimum\", \"amin\", "
      "\"min\", \"maximum\", \"amax\", \"max\", \"mean\", \"bitwise_and\", \"bitwise_or\", "
      "\"bitwise_xor\", \"assign\"";
  EXPECT_TRUE(throws<ValueError>([] { (void)reduce_from_name("median"); },
                                 "reduce_from_name: reduce \"median\" " + known));
  EXPECT_TRUE(throws<ValueError>([] { (void)reduce_from_name(""); },
                                 "reduce_from_name: reduce \"\" " + known));
  EXPECT_TRUE(throws<ValueError>([] { (void)reduce_from_name("Add"); },
                                 "reduce_from_name: reduce \"Add\" " + known));
  EXPECT_TRUE(throws<ValueError>([] { (void)reduce_from_name({"a\0\n\x1b[2J", 7}); },
                                 "reduce_from_name: reduce \"a???[2J\" " + known));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)reduce_from_name(std::string(1 << 20, 'x')); },
                         "reduce_from_name: reduce \"" + std::string(40, 'x') + "...\" " + known));
}

TEST(ReduceKind, ThatIsNoneIsRefused) {
  EXPECT_TRUE(throws<ValueError>([] { (void)Reduce(static_cast<Reduce::Kind>(77)); },
                                 "Reduce: 77 is no Reduce::Kind"));
  EXPECT_TRUE(throws<ValueError>([] { (void)Reduce(static_cast<Reduce::Kind>(9)); },
                                 "Reduce: 9 is no Reduce::Kind"));
  for (const Reduce reduce : kAll) EXPECT_EQ(Reduce(static_cast<Reduce::Kind>(reduce)), reduce);
  static_assert(Reduce(Reduce::Kind::mean) == Reduce::mean);
}

TEST(ReduceName, IsPrinted) {
  std::ostringstream out;
  const auto chosen = kAll[0] == Reduce::assign ? Reduce::add : Reduce::maximum;
  out << Reduce::bitwise_or << " " << Reduce() << " " << chosen << " " << kAll[4];
  EXPECT_EQ(out.str(), "bitwise_or assign add maximum");
}

}  // namespace reduce_test
