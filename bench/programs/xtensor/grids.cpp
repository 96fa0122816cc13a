// grids.cpp with xtensor.
#include <xtensor/xadapt.hpp>
#include <xtensor/xindex_view.hpp>
#include <xtensor/xmanipulation.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

#include "../program.hpp"

namespace {

constexpr std::size_t kSize = 256, kSteps = 100;

double heat(const xt::xtensor<float, 2>& start) {
  xt::xtensor<float, 2> now = start;
  auto inner = xt::range(1, kSize - 1), before = xt::range(0, kSize - 2),
       after = xt::range(2, kSize);
  for (std::size_t step = 0; step < kSteps; ++step) {
    const xt::xtensor<float, 2> around = xt::view(now, before, inner) +
                                         xt::view(now, after, inner) +
                                         xt::view(now, inner, before) + xt::view(now, inner, after);
    xt::view(now, inner, inner) = xt::view(now, inner, inner) * 0.6f + around * 0.1f;
    xt::filtration(now, start > 0.9f) = 1.f;
  }
  return xt::sum<double>(now)();
}

double life(const xt::xtensor<std::uint8_t, 2>& start) {
  xt::xtensor<std::uint8_t, 2> alive = start;
  for (std::size_t step = 0; step < kSteps; ++step) {
    xt::xtensor<std::uint8_t, 2> neighbours = xt::zeros_like(alive);
    for (int row = -1; row <= 1; ++row) {
      for (int column = -1; column <= 1; ++column)
        if (row != 0 || column != 0) neighbours += xt::roll(xt::roll(alive, row, 0), column, 1);
    }
    const xt::xtensor<std::uint8_t, 2> next = xt::cast<std::uint8_t>(
        (xt::equal(alive, 1) && xt::equal(neighbours, 2)) || xt::equal(neighbours, 3));
    alive = next;
  }
  return xt::sum<double>(alive)();
}

}  // namespace

int main(int argc, char** argv) {
  const xt::xtensor<float, 2> cells =
      xt::adapt(bench::uniform(kSize * kSize, 17), std::array<std::size_t, 2>{kSize, kSize});
  const xt::xtensor<std::uint8_t, 2> alive = xt::cast<std::uint8_t>(cells < 0.3f);
  return bench::measure(argc, argv, [&] { return heat(cells) + life(alive); });
}
