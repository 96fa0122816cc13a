// Hostile arguments: the benign ones with one thing changed to what no caller should pass.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <public_functions/public_functions.hpp>

namespace ndx_test {

/// One way to make arguments hostile.
struct Variant {
  std::string name;
  std::function<void(Arguments&)> apply;
};

/// Each tensor member alone, and all of them, as a tensor of that kind.
std::vector<Variant> without_elements();  // default-constructed, moved-from, rank 0, size 0
std::vector<Variant> of_many_dims();      // rank 64
std::vector<Variant> stretched();         // stride 0, up to 2^63 - 1 elements
std::vector<Variant> overlapping();       // windows that share elements, members that share memory
/// Index tensors, counts and elements with extreme values.
std::vector<Variant> extreme_elements();
/// Each integer, each item of each Dims, bounds of slices: extreme, 0 and -1.
std::vector<Variant> extreme_integers();
std::vector<Variant> extreme_dims();

}  // namespace ndx_test
