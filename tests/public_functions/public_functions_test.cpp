// The promises of the registry: with benign arguments every entry succeeds, whatever the rank.
#include "public_functions.hpp"

#include <gtest/gtest.h>
#include <support/temporary_directory.hpp>

namespace ndx_test {
namespace {

void expect_success(const Dims& shape) {
  const TemporaryDirectory scratch;
  for (const PublicFunction& function : public_functions()) {
    Arguments arguments = benign_arguments(shape, scratch.path());
    EXPECT_NO_THROW(function.call(arguments)) << function.name;
  }
}

TEST(PublicFunctions, SucceedWithBenignArguments) { expect_success({3, 4, 5}); }

TEST(PublicFunctions, SucceedAtRankEight) { expect_success({2, 2, 2, 2, 2, 2, 2, 3}); }

TEST(PublicFunctions, ShowBothEndsOfTheirMembersMemory) {
  const TemporaryDirectory scratch;
  Arguments arguments = benign_arguments({3, 4, 5}, scratch.path());
  int tensors = 0;
  arguments.for_each_tensor([&](const auto& tensor) {
    EXPECT_EQ(tensor.storage().owners(), tensor.shares_storage(arguments.index) ? 2U : 1U);
    ++tensors;
  });
  EXPECT_EQ(tensors, 16);
}

}  // namespace
}  // namespace ndx_test
