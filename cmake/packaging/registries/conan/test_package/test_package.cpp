#include <iostream>

#include <ndx/ndx.hpp>

int main() {
  const auto t = ndx::arange(12).reshape({3, 4});
  std::cout << t.index({ndx::tensor({0, 2}), -1}) << "\n";
}
