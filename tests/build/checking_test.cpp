// Whether a promise is checked is decided where it is made: by the caller's NDX_CHECKED, not by that
// of the compiled library, which the build names in NDX_LIBRARY.
#include <gtest/gtest.h>

extern "C" {
const char* checked_caller();
const char* unchecked_caller();
}

TEST(NDX_LIBRARY, ChecksForCallersThatAreChecked) { EXPECT_STREQ(checked_caller(), nullptr); }
TEST(NDX_LIBRARY, DoesNotCheckForOtherCallers) { EXPECT_STREQ(unchecked_caller(), nullptr); }
