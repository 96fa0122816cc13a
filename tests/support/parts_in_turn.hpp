// An executor that runs the parts of a loop one after another, out of order, and counts them.
#pragma once

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "scrambled_executor.hpp"

namespace ndx_test {

inline ndx::index_t most_parts = 1;
inline bool is_in_part = false;

/// Makes loops run in parts for this many threads, and forgets how many parts there were.
inline void use_parts(ndx::index_t threads) {
  const auto run = [](ndx::index_t parts, ndx::Executor::Task task, const void* work) {
    if (parts > most_parts) most_parts = parts;
    is_in_part = true;
    run_scrambled(parts, task, work);
    is_in_part = false;
  };
  most_parts = 1;
  ndx::set_executor({run, threads, 1, 0});
}

/// A test that leaves no executor behind.
class TestOfParts : public testing::Test {
 protected:
  void TearDown() override { ndx::set_executor({}); }
};

}  // namespace ndx_test
