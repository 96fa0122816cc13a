// Explains three indices with surprising results, term by term. With an argument, also draws the
// first of them to that file:
//   explain picture.svg
#include <fstream>
#include <iostream>

#include <ndx/explain.hpp>
#include <ndx/ndx.hpp>

int main(int argc, char** argv) {
  using namespace ndx;
  const TextStyle style = terminal_style(1);  // colours where standard output is a terminal

  // An integer beside a list. NumPy moves the list's dim to the front, index keeps it in place.
  const auto t = arange(24).reshape({2, 3, 4});
  const Explanation first = explain(t, {0, Slice(), tensor({0, 1})});
  std::cout << to_string(first, style) << '\n';

  // Two lists select pairs, not a grid: (0,0), (1,2), (3,4). oindex selects the grid.
  std::cout << to_string(explain({4, 5}, {tensor({0, 1, 3}), tensor({0, 2, 4})}), style) << '\n';

  // A slice between two lists: there is no single place for their broadcast dim, so it comes first.
  // explain needs only a shape.
  std::cout << to_string(explain({10, 3, 32}, {tensor({7, 8}), Slice(), tensor({0, 31})}), style);

  if (argc > 1 && !(std::ofstream(argv[1]) << to_svg(first) << std::flush)) {
    std::cerr << argv[1] << ": cannot be written\n";
    return 1;
  }
}
