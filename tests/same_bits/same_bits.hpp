// What a public function gives, byte for byte, and whether that depends on how the work is cut: the
// promise of base/executor.hpp is that it does not, whatever the number of threads and the grain.
#pragma once

#include <string>

#include <public_functions/public_functions.hpp>

#include "support/scrambled_executor.hpp"
#include "telling_elements.hpp"

namespace ndx_test {

/// How the members are laid out in memory: all have the same shapes and elements.
enum class Memory { dense, transposed, reversed, strided };

/// Gives the members with floats or complex numbers elements whose sums and products depend on the order
/// of additions and on what is rounded: random mantissas of many magnitudes. `list` stays ascending.
void set_telling_elements(Arguments& arguments, Values values, std::uint64_t seed);

/// Lays out all members in this way.
void lay_out(Arguments& arguments, Memory memory);

/// What a function gives: what it returns or the text of its error, and all members' memory, which is
/// then brought back.
class Outcome {
 public:
  Outcome(const PublicFunction& function, Arguments& arguments);
  bool operator==(const Outcome& other) const = default;

 private:
  std::string result_;
  std::string memory_;
};

/// Whether the function gives the same each time, on one thread: not if it is random, or returns elements
/// that were never written.
bool repeats_itself(const std::string& name);

}  // namespace ndx_test
