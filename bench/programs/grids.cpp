// Two simulations on a grid: heat that spreads from hot cells, and Conway's Game of Life on a torus.
#include <ndx/into.hpp>
#include <ndx/ndx.hpp>

#include "program.hpp"

using ndx::index_t;
using ndx::Slice;
using ndx::Tensor;

namespace {

constexpr index_t kSize = 256, kSteps = 100;

double heat(const Tensor<float>& start) {
  const auto now = start.clone();
  for (index_t step = 0; step < kSteps; ++step) {
    ndx::stencil_into<1, 1>(
        now,
        [](auto at) {
          return at(0, 0) * 0.6f + (at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1)) * 0.1f;
        },
        now);
    now.index_put_({start > 0.9f}, 1.f);  // cells that are heated
  }
  return ndx::sum(now).item();
}

double life(const Tensor<std::uint8_t>& start) {
  // The board has a border, which repeats the opposite edges: it is a torus.
  const Slice inner(1, -1);
  const auto board = ndx::zeros<std::uint8_t>({kSize + 2, kSize + 2});
  const auto alive = board.index({inner, inner});
  alive.copy_(start);
  for (index_t step = 0; step < kSteps; ++step) {
    for (index_t dim = 0; dim < 2; ++dim) {
      board.select(dim, 0).copy_(board.select(dim, -2));
      board.select(dim, -1).copy_(board.select(dim, 1));
    }
    ndx::stencil_into<1, 1>(
        board,
        [](auto at) {
          const int around = at(-1, -1) + at(-1, 0) + at(-1, 1) + at(0, -1) + at(0, 1) + at(1, -1) +
                             at(1, 0) + at(1, 1);
          return static_cast<std::uint8_t>((around | at(0, 0)) == 3);
        },
        board);
  }
  return static_cast<double>(ndx::count_nonzero(alive).item());
}

}  // namespace

int main(int argc, char** argv) {
  const auto cells = ndx::tensor(bench::uniform(kSize * kSize, 17)).reshape({kSize, kSize});
  const auto alive = (cells < 0.3f).to<std::uint8_t>();
  return bench::measure(argc, argv, [&] { return heat(cells) + life(alive); });
}
