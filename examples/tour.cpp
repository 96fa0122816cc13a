// A tour of indexing: every kind of index once, each result beside the expression that gave it.
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
/// Runs an expression and prints it as it is written.
#define SHOW(...) show(#__VA_ARGS__, __VA_ARGS__)

int main() {
  using namespace ndx;
  const auto t = arange(24).reshape({2, 3, 4});
  SHOW(t);

  std::cout << "\n# These share memory with t.\n";
  SHOW(t.index({1, 2, -1}));                    // integers drop their dims
  SHOW(t.index({1, Slice(1, None), Slice()}));  // t[1, 1:, :]
  SHOW(t.index({0, Slice(None, None, -1)}));    // t[0, ::-1]: steps may be negative
  SHOW(t.index({"...", 0}));                    // as many full slices as are needed
  SHOW(t.index({0, 1, None}));                  // a dim of size 1 inserted

  std::cout << "\n# These are copies.\n";
  const auto idx = tensor({0, 2});
  SHOW(t.index({0, idx}));                               // rows 0 and 2
  SHOW(t.index({0, idx, tensor({1, 3})}));               // the pairs (0,1) and (2,3)
  SHOW(t.index({0, idx.unsqueeze(1), tensor({1, 3})}));  // broadcast: all four
  SHOW(t.index({Slice(), std::vector<int>{2, 0}, 3}));   // a vector indexes as a tensor does
  SHOW(t.index({0, Slice(), idx}));                      // integers first: (3, 2), not (2, 3)
  SHOW(t.index({t > 20}));
  SHOW(t.index({0, tensor({true, false, true}), 1}));  // a mask of one dim
  SHOW(t.index({true, 0, 0}));                         // a bool adds a dim, of size 1 or 0
  SHOW(t.index(parse_index("[1, ::-2, [3, 0]]")));     // Python's spelling, read at run time

  std::cout << "\n# Every index can be written to.\n";
  SHOW(zeros<int>({2, 3}).index_put_({Slice(), idx}, 7));
  SHOW(zeros<int>({2, 3}).index_put_({1}, {1, 2, 3}));
  const auto counts = zeros<int>({4});
  SHOW(counts.index_put_({tensor({1, 3, 1})}, 1, true));  // accumulated: 1 is counted twice
  SHOW(t.index_put({t > 5}, -1));                         // index_put writes into a copy
}
