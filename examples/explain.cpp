// Three indices whose results surprise, explained term by term; with an argument, the first of them
// drawn into that file:
//   explain picture.svg
#include <fstream>
#include <iostream>

#include <ndx/explain.hpp>
#include <ndx/ndx.hpp>

int main(int argc, char** argv) {
  using namespace ndx;

  // An integer beside a list. NumPy moves the list's dim to the front, index keeps it in its place.
  const auto t = arange(24).reshape({2, 3, 4});
  const Explanation first = explain(t, {0, Slice(), tensor({0, 1})});
  std::cout << first << '\n';

  // Two lists pick pairs, not a block: (0,0), (1,2), (3,4). The block is what oindex gives.
  std::cout << explain({4, 5}, {tensor({0, 1, 3}), tensor({0, 2, 4})}) << '\n';

  // A slice between two lists: what they give together has no place of its own and goes in front.
  // A shape is enough to ask.
  std::cout << explain({10, 3, 32}, {tensor({7, 8}), Slice(), tensor({0, 31})});

  if (argc > 1 && !(std::ofstream(argv[1]) << to_svg(first) << std::flush)) {
    std::cerr << argv[1] << ": cannot be written\n";
    return 1;
  }
}
