// Ranks pages by their links: PageRank over a list of edges, pages without links included.
#include <ndx/ndx.hpp>

#include "program.hpp"

using ndx::index_t;
using ndx::None;
using ndx::Slice;
using ndx::Tensor;

namespace {

constexpr index_t kPages = 20000, kLinks = 200000, kSteps = 20;

double rank_pages(const Tensor<index_t>& from, const Tensor<index_t>& to) {
  const auto links = ndx::bincount(from, None, kPages);
  const auto dangling = links == 0;
  const auto share = 1.0 / ndx::maximum(links, 1).to<double>();
  auto rank = ndx::full<double>({kPages}, 1.0 / kPages);
  for (index_t step = 0; step < kSteps; ++step) {
    const auto lost = ndx::sum(rank.index({dangling})).item();
    auto next = ndx::full<double>({kPages}, (0.15 + 0.85 * lost) / kPages);
    next.index_put_({to}, (rank * share * 0.85).index({from}), /*accumulate=*/true);
    rank = next;
  }
  const auto best = ndx::topk(rank, 10);
  // The pages that link to the best one, each once.
  const auto friends = ndx::unique(from.index({to == best.indices(0)}));
  return ndx::sum(best.values).item() * 1000 + ndx::sum(rank).item() +
         static_cast<double>(friends.values.numel());
}

}  // namespace

int main(int argc, char** argv) {
  const auto from = ndx::tensor(bench::noise(kLinks, 53)) % kPages;
  const auto to = ndx::tensor(bench::noise(kLinks, 59)) % 10000 * 2 % kPages;
  return bench::measure(argc, argv, [&] { return rank_pages(from, to); });
}
