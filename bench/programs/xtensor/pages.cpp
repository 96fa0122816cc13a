// pages.cpp with xtensor.
#include <xtensor/xadapt.hpp>
#include <xtensor/xindex_view.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xset_operation.hpp>
#include <xtensor/xsort.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

#include "../program.hpp"

namespace {

constexpr std::int64_t kPages = 20000, kLinks = 200000, kSteps = 20;
using Indices = xt::xtensor<std::int64_t, 1>;
using Values = xt::xtensor<double, 1>;

double rank_pages(const Indices& from, const Indices& to) {
  Values links = xt::zeros<double>({kPages});
  for (const std::int64_t page : from) links(page) += 1;
  const Values share = 1.0 / xt::maximum(links, 1.0);
  Values rank = xt::ones<double>({kPages}) / double{kPages};
  for (std::int64_t step = 0; step < kSteps; ++step) {
    const double lost = xt::sum(xt::filter(rank, xt::equal(links, 0.0)))();
    Values next = xt::ones<double>({kPages}) * ((0.15 + 0.85 * lost) / kPages);
    const Values given = rank * share * 0.85;
    for (std::int64_t i = 0; i < kLinks; ++i) next(to(i)) += given(from(i));
    rank = next;
  }
  const Values falling = -rank;
  const auto order = xt::argsort(falling);
  double best = 0;
  for (std::int64_t i = 0; i < 10; ++i) best += rank(order(i));
  const auto friends =
      xt::unique(xt::filter(from, xt::equal(to, static_cast<std::int64_t>(order(0)))));
  return best * 1000 + xt::sum(rank)() + static_cast<double>(friends.size());
}

}  // namespace

int main(int argc, char** argv) {
  const Indices from = xt::adapt(bench::noise(kLinks, 53)) % kPages;
  const Indices to = xt::adapt(bench::noise(kLinks, 59)) % 10000 * 2 % kPages;
  return bench::measure(argc, argv, [&] { return rank_pages(from, to); });
}
