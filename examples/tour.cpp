// A tour of indexing: each kind of index once, with the result after each expression.
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include <ndx/ndx.hpp>

template <class T>
void show(std::string expression, const ndx::Tensor<T>& result) {
  expression.resize(50, ' ');
  std::istringstream lines(to_string(result));
  for (std::string line; std::getline(lines, line); expression.assign(50, ' '))
    std::cout << (line.empty() ? line : expression + line) << '\n';
}
/// Prints an expression as it is written, and its result.
#define SHOW(...) show(#__VA_ARGS__, __VA_ARGS__)

int main() {
  using namespace ndx;
  const auto t = arange(24).reshape({2, 3, 4});
  SHOW(t);

  std::cout << "\n# These share memory with t.\n";
  SHOW(t.index({1, 2, -1}));                    // integers remove their dims
  SHOW(t.index({1, Slice(1, None), Slice()}));  // t[1, 1:, :]
  SHOW(t.index({0, Slice(None, None, -1)}));    // t[0, ::-1]: steps may be negative
  SHOW(t.index({"...", 0}));                    // expands to as many full slices as needed
  SHOW(t.index({0, 1, None}));                  // inserts a dim of size 1

  std::cout << "\n# These are copies.\n";
  const auto idx = tensor({0, 2});
  SHOW(t.index({0, idx}));                               // rows 0 and 2
  SHOW(t.index({0, idx, tensor({1, 3})}));               // the pairs (0,1) and (2,3)
  SHOW(t.index({0, idx.unsqueeze(1), tensor({1, 3})}));  // broadcast: all four pairs
  SHOW(t.index({Slice(), std::vector<int>{2, 0}, 3}));   // a vector works like a tensor
  SHOW(t.index({0, Slice(), idx}));                      // integers first: (3, 2), not (2, 3)
  SHOW(t.index({t > 20}));
  SHOW(t.index({0, tensor({true, false, true}), 1}));  // a mask along one dim
  SHOW(t.index({true, 0, 0}));                         // a bool adds a dim, of size 1 or 0
  SHOW(t.index(parse_index("[1, ::-2, [3, 0]]")));     // Python's syntax, parsed at run time

  std::cout << "\n# Every index can be written to.\n";
  SHOW(zeros<int>({2, 3}).index_put_({Slice(), idx}, 7));
  SHOW(zeros<int>({2, 3}).index_put_({1}, {1, 2, 3}));
  const auto counts = zeros<int>({4});
  SHOW(counts.index_put_({tensor({1, 3, 1})}, 1, true));  // accumulated: index 1 occurs twice
  SHOW(t.index_put({t > 5}, -1));                         // index_put writes to a copy
}
