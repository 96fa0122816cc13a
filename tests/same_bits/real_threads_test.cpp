// Every function of the registry gives the same bits with the threads of a library.
#include <gtest/gtest.h>
#include <support/temporary_directory.hpp>

#include NDX_ADAPTER

#include "same_bits.hpp"

namespace ndx_test {
namespace {

TEST(SameBits, OfEveryPublicFunctionWithRealThreads) {
  const TemporaryDirectory scratch;
  Arguments arguments = benign_arguments({3, 11, 257}, scratch.path());
  set_telling_elements(arguments, Values::any, 1);
  lay_out(arguments, Memory::dense);
  for (const PublicFunction& function : public_functions()) {
    if (!repeats_itself(function.name)) continue;
    const Outcome alone(function, arguments);
    for (const index_t threads : {2, 3, 5, 16}) {
      NDX_USE_ADAPTER(threads);
      ndx::Executor eager = ndx::executor();
      eager.grain_bytes = threads == 3 ? 1024 : 1;
      ndx::set_executor(eager);
      EXPECT_TRUE(Outcome(function, arguments) == alone)
          << function.name << ", " << threads << " threads";
      ndx::set_executor({});
    }
  }
}

}  // namespace
}  // namespace ndx_test
