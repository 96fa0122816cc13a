// The check of the promises itself: it names each of them that a function breaks.
#include "promises.hpp"

#include <stdexcept>

#include <gtest/gtest.h>
#include <support/temporary_directory.hpp>

#include <ndx/base/error.hpp>

namespace ndx_test {
namespace {

std::string said_of(void (*call)(Arguments&)) {
  const TemporaryDirectory scratch;
  Arguments arguments = benign_arguments({3, 4, 5}, scratch.path());
  return broken_promise({"a function", call}, arguments);
}

TEST(Promises, AreKeptByAResultAndByAnErrorThatChangesNothing) {
  EXPECT_EQ(said_of([](Arguments& a) { a.floats.at(0, 0, 0) = 7; }), "");
  EXPECT_EQ(said_of([](Arguments& a) { a.see(a.floats.at(9, 0, 0)); }), "");
}

TEST(Promises, AreBrokenByAnErrorAfterAChange) {
  EXPECT_EQ(said_of([](Arguments& a) {
              a.mask.at(0, 0, 0) = true;
              ndx::throw_shape_error("late");
            }),
            "changed elements and failed: late");
}

TEST(Promises, AreBrokenByAnotherException) {
  EXPECT_EQ(said_of([](Arguments&) { throw std::length_error("too long"); }),
            "threw none of the library's errors: too long");
}

TEST(Promises, AreBrokenByAHandleThatChanges) {
  EXPECT_EQ(said_of([](Arguments& a) { a.out = a.out.transpose(); }), "changed a handle");
}

}  // namespace
}  // namespace ndx_test
