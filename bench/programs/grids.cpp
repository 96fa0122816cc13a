// Two simulations on a grid: heat that spreads from hot cells, and Conway's Game of Life on a torus.
#include <ndx/ndx.hpp>

#include "program.hpp"

using ndx::index_t;
using ndx::None;
using ndx::Slice;
using ndx::Tensor;

namespace {

constexpr index_t kSize = 256, kSteps = 100;

double heat(const Tensor<float>& start) {
  const auto now = start.clone();
  const Slice inner(1, -1), before(None, -2), after(2, None);
  for (index_t step = 0; step < kSteps; ++step) {
    const auto around = now.index({before, inner}) + now.index({after, inner}) +
                        now.index({inner, before}) + now.index({inner, after});
    now.index_put_({inner, inner}, now.index({inner, inner}) * 0.6f + around * 0.1f);
    now.index_put_({start > 0.9f}, 1.f);  // cells that are heated
  }
  return ndx::sum(now).item();
}

double life(const Tensor<std::uint8_t>& start) {
  auto alive = start.clone();
  for (index_t step = 0; step < kSteps; ++step) {
    auto neighbours = ndx::zeros_like(alive);
    for (index_t row = -1; row <= 1; ++row) {
      for (index_t column = -1; column <= 1; ++column)
        if (row != 0 || column != 0) neighbours += ndx::roll(alive, {row, column}, {0, 1});
    }
    const auto stays = (alive == 1) & (neighbours == 2);
    alive.copy_((stays | (neighbours == 3)).to<std::uint8_t>());
  }
  return static_cast<double>(ndx::count_nonzero(alive).item());
}

}  // namespace

int main(int argc, char** argv) {
  const auto cells = ndx::tensor(bench::uniform(kSize * kSize, 17)).reshape({kSize, kSize});
  const auto alive = (cells < 0.3f).to<std::uint8_t>();
  return bench::measure(argc, argv, [&] { return heat(cells) + life(alive); });
}
