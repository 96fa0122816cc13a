// References to callables.
#include <string>

#include <gtest/gtest.h>

#include <ndx/base/function_ref.hpp>

namespace function_ref_test {

using ndx::detail::FunctionRef;

TEST(FunctionRef, CallsWhatItRefersToEachTime) {
  int sum = 0;
  const auto add = [&](int a, int b) { sum += 10 * a + b; };
  const FunctionRef<void(int, int)> ref(add);
  const FunctionRef<void(int, int)> copy = ref;
  ref(1, 2);
  copy(3, 4);
  EXPECT_EQ(sum, 46);
}

TEST(FunctionRef, PassesReferencesOn) {
  const auto append = [](std::string& text) { text += "!"; };
  std::string text = "a";
  FunctionRef<void(std::string&)>{append}(text);
  EXPECT_EQ(text, "a!");
}

}  // namespace function_ref_test
