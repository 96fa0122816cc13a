// One training step of an embedding table: rows are read by token id, and gradients are added back
// to the same rows. Ids repeat within a batch, so the write must accumulate: a scatter-add.
#include <iomanip>
#include <iostream>

#include <ndx/ndx.hpp>

namespace {

void show(const char* title, const ndx::Tensor<double>& table) {
  std::cout << title << '\n' << std::fixed << std::setprecision(2);
  for (ndx::index_t token = 0; token < table.size(0); ++token) {
    std::cout << "  token " << token << ':';
    for (const double x : table.select(0, token)) std::cout << std::setw(7) << x;
    std::cout << '\n';
  }
}

}  // namespace

int main() {
  using namespace ndx;
  const auto table = arange<double>(15).reshape({5, 3}) / 10;  // 5 tokens, 3 numbers each
  const auto ids = tensor({{2, 4, 2}, {0, 2, -1}});            // 2 sentences; -1 is the last token
  show("before:", table);

  // Ids of shape (2,3) read a tensor of shape (2,3,3). The loss pulls each number towards 1; the
  // gradient is the difference.
  const auto embedded = table.index({ids});
  const auto gradient = embedded - 1.0;

  // Token 2 occurs three times in the batch, token 4 twice, 1 and 3 not at all.
  const auto uses = zeros<int>({5}).index_put_({ids}, 1, /*accumulate=*/true);
  std::cout << "\nuses of each token: " << uses << "\n\n";

  // Every occurrence contributes its gradient. Without accumulate, only the last one would.
  const double rate = 0.1;
  table.index_put_({ids}, gradient * -rate, /*accumulate=*/true);
  show("after:", table);
}
