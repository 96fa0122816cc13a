// One compiled library serves translation units of different flags: each uses its own types and
// inline code, and the errors are the same for all.
#include <string>

#include <gtest/gtest.h>

#include <ndx/base/error.hpp>

#include "second_side.hpp"

extern "C" {
const char* first_compiled();
const char* first_compiled_tag();
void first_compiled_throw();
const char* second_compiled();
const char* second_compiled_tag();
void second_compiled_throw();
}

TEST(Compiled, ServesEachSide) {
  EXPECT_STRNE(first_compiled_tag(), second_compiled_tag());
  EXPECT_STREQ(first_compiled(), nullptr);
  if (second_can_run()) {
    EXPECT_STREQ(second_compiled(), nullptr);
  }
}

TEST(Compiled, ErrorsAreCaughtOnTheOtherSide) {
  EXPECT_THROW(first_compiled_throw(), ndx::IndexError);
  if (second_can_run()) {
    EXPECT_THROW(second_compiled_throw(), ndx::IndexError);
  }
}
