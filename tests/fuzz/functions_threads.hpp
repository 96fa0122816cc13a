// Part of functions_fuzz.cpp: a public function gives the same bits however an executor cuts its work.
#pragma once

#include <string>

#include <same_bits/same_bits.hpp>

#include <ndx/tensor.hpp>

#include "fuzz_input.hpp"

namespace fuzz {

/// At least 2 positions along each of three dims, and at most 12,000 together.
inline ndx::Dims shape_to_cut(FuzzInput& input) {
  constexpr std::int64_t most = 12000;
  ndx::Dims shape{2, 2, 2};
  std::int64_t left = most / 8;
  for (const std::size_t d : {input.below(3), input.below(3), input.below(3)}) {
    shape[d] = input.integer(2, left < 2 ? 2 : 2 * left);
    left = most / ndx::numel(shape);
  }
  return shape;
}

/// Calls a function of the registry on one thread, and with an executor of the input's choice.
inline void compare_threads(FuzzInput& input, ndx_test::Arguments arguments) {
  using namespace ndx_test;
  const std::vector<PublicFunction>& functions = public_functions();
  const PublicFunction& function = functions[input.below(functions.size())];
  if (!repeats_itself(function.name)) return;
  const ndx::Dims shape = shape_to_cut(input);
  set_benign_tensors(arguments, shape);
  arguments.dim = input.integer(-3, 2);
  arguments.other_dim = input.integer(-3, 2);
  if (input.chance(20)) arguments.position = input.integer(-3, 6);
  if (input.chance(20)) arguments.count = input.integer(-3, 6);
  if (input.chance(20)) arguments.step = input.integer(-3, 6);
  const Values values = input.pick({Values::finite, Values::any});
  set_telling_elements(arguments, values, input.below(1000));
  lay_out(arguments,
          input.pick({Memory::dense, Memory::transposed, Memory::reversed, Memory::strided}));
  const Cut cut{input.pick({2, 3, 7}), input.pick({1, 1024, 4096, 1 << 20})};
  const Outcome alone(function, arguments);
  const ScrambledExecutor executor(cut);
  if (Outcome(function, arguments) == alone) return;
  fail(function.name + " of shape " + ndx::message(shape) + " differs with " +
       std::to_string(cut.threads) + " threads and a grain of " + std::to_string(cut.grain_bytes));
}

}  // namespace fuzz
