// Every public function with hostile arguments: it gives a result or one of the library's errors,
// in bounded time, and what fails changes nothing.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <gtest/gtest.h>
#include <support/huge_allocations.hpp>
#include <support/temporary_directory.hpp>
#include <sys/resource.h>
#include <unistd.h>

#include "promises.hpp"
#include "variants.hpp"

namespace ndx_test {
namespace {

/// What is called now, for whoever has to find out what did not end.
char current[256];

extern "C" void say_what_hangs(int /*signal*/) {
  static_cast<void>(!write(STDERR_FILENO, current, std::strlen(current)));
  std::signal(SIGABRT, SIG_DFL);
  std::abort();
}

/// Bounds memory, files and time, all far beyond what any of the calls needs.
class Hostile : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    std::signal(SIGALRM, say_what_hangs);
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit file{rlim_t{1} << 20, rlim_t{1} << 20};
    setrlimit(RLIMIT_FSIZE, &file);
#if !NDX_ADDRESS_SANITIZER  // which reserves terabytes of addresses
    const rlimit memory{rlim_t{4} << 30, rlim_t{4} << 30};
    setrlimit(RLIMIT_AS, &memory);
#endif
  }

  /// Writes that accumulate add as often as the index says, and extremes of a view are looked for in all its elements.
  static bool takes_as_long_as_it_is_told(const std::string& name) {
    return name == "put_ accumulated in what is not contiguous" ||
           name == "Plan::write_ accumulated" || name == "argmax of an indexed view" ||
           name == "argmin of an indexed view";
  }

  void expect_promises(const std::vector<Variant>& variants, bool huge = false) {
    const TemporaryDirectory scratch;
    for (const Variant& variant : variants) {
      Arguments arguments = benign_arguments({3, 4, 5}, scratch.path());
      variant.apply(arguments);
      for (const PublicFunction& function : public_functions()) {
        if (huge && takes_as_long_as_it_is_told(function.name)) continue;
        std::snprintf(current, sizeof current, "%s, %s\n", function.name.c_str(),
                      variant.name.c_str());
        alarm(100);
        EXPECT_EQ(broken_promise(function, arguments), "") << current;
        alarm(0);
      }
    }
  }
};

TEST_F(Hostile, TensorsWithoutElements) { expect_promises(without_elements()); }
TEST_F(Hostile, TensorsOfManyDims) { expect_promises(of_many_dims()); }
TEST_F(Hostile, StretchedTensors) { expect_promises(stretched(), true); }
TEST_F(Hostile, OverlappingTensors) { expect_promises(overlapping()); }
TEST_F(Hostile, ExtremeElements) { expect_promises(extreme_elements()); }
TEST_F(Hostile, ExtremeIntegers) { expect_promises(extreme_integers()); }
TEST_F(Hostile, ExtremeDims) { expect_promises(extreme_dims()); }

}  // namespace
}  // namespace ndx_test
