// How texts are put together from parts.
#include <gtest/gtest.h>

#include <ndx/base/message.hpp>

namespace message_test {

using ndx::message;

TEST(Message, JoinsTextIntegersAndDims) {
  EXPECT_EQ(message("size ", 3, " of ", ndx::Dims{2, 3}), "size 3 of (2, 3)");
  EXPECT_EQ(message(std::string("a"), "b", std::uint64_t{UINT64_MAX}), "ab18446744073709551615");
  EXPECT_EQ(message(std::int8_t{-5}, std::uint8_t{65}), "-565");
  EXPECT_EQ(message(INT64_MIN), "-9223372036854775808");
  EXPECT_EQ(message(INT64_MAX, " ", 0, " ", -1, " ", 10), "9223372036854775807 0 -1 10");
  EXPECT_EQ(message(std::string("a\0b", 3), std::string_view("cd", 1)), std::string("a\0bc", 4));
  EXPECT_EQ(message(), "");
}

TEST(Message, WritesDimsAsATupleWithoutTheCommaOfOne) {
  EXPECT_EQ(message(ndx::Dims{}), "()");
  EXPECT_EQ(message(ndx::Dims{3}), "(3)");
  EXPECT_EQ(message(ndx::Dims{0, -1, 7}), "(0, -1, 7)");
}

}  // namespace message_test
