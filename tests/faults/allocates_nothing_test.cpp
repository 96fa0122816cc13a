// Functions that write into an existing tensor allocate nothing.
#include <gtest/gtest.h>

#include <ndx/ops/arithmetic/map_into.hpp>
#include <ndx/ops/reduce/softmax.hpp>
#include <ndx/tensor.hpp>
#include <ndx/tensor/create/create.hpp>

#include "failing_memory.hpp"

namespace {

using ndx::None;
using ndx::Slice;

/// Number of allocations that a call makes.
template <class Call>
long allocations(const Call& call) {
  failing_memory::start();
  call();
  return failing_memory::stop().made;
}

TEST(AllocatesNothing, WritingIntoATensor) {
  const auto a = ndx::full<float>({2, 3, 1, 2, 1, 40}, 2);
  const auto b = ndx::ones<double>({40});
  const auto out = ndx::zeros<float>(a.shape());
  const auto part = ndx::zeros<double>({2, 3, 1, 2, 1, 80}).slice(5, Slice(None, None, -2));
  const auto two = ndx::full<double>({1}, 2);
  EXPECT_EQ(allocations([&] { ndx::add_into(out, a, a); }), 0);
  EXPECT_EQ(allocations([&] { ndx::add_into(out, out, a); }), 0);
  EXPECT_EQ(allocations([&] { ndx::subtract_into(part, a, b); }), 0);
  EXPECT_EQ(allocations([&] { ndx::divide_into(part, 1, a); }), 0);
  EXPECT_EQ(allocations([&] { ndx::exp_into(out, out); }), 0);
  EXPECT_EQ(allocations([&] { ndx::log_into(part, a.flip()); }), 0);
  EXPECT_EQ(allocations([&] { ndx::less_into(part, b, a); }), 0);
  EXPECT_EQ(allocations([&] { ndx::where_into(out, a, b, 3); }), 0);
  EXPECT_EQ(allocations([&] { ndx::clamp_into(out, a, b, out); }), 0);
  EXPECT_EQ(allocations([&] { ndx::pow_into(part, part, two); }), 0);
  EXPECT_EQ(allocations([&] { ndx::softmax_into(out, a, 1); }), 0);
  EXPECT_EQ(allocations([&] { ndx::softmax_into(out, out, -1); }), 0);
  EXPECT_EQ(allocations([&] { ndx::log_softmax_into(part, a, 0); }), 0);
  EXPECT_EQ(allocations([&] { ndx::logsumexp_into(out.select(0, 0), a, 0); }), 0);
  EXPECT_EQ(allocations([&] { ndx::logsumexp_into(out.select(0, 0).select(0, 0), a, {0, 1}); }), 0);
  EXPECT_GT(allocations([&] { ndx::add_into(out, out.flip(), a); }), 0);  // an overlap is copied
}

}  // namespace
