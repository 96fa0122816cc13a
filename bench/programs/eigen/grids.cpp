// grids.cpp with Eigen.
#include <Eigen/Dense>

#include "../program.hpp"

namespace {

using Grid = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Cells = Eigen::Array<std::uint8_t, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr Eigen::Index kSize = 256, kInner = kSize - 2, kSteps = 100;

double heat(const Grid& start) {
  Grid now = start;
  for (Eigen::Index step = 0; step < kSteps; ++step) {
    const Grid around = now.block(0, 1, kInner, kInner) + now.block(2, 1, kInner, kInner) +
                        now.block(1, 0, kInner, kInner) + now.block(1, 2, kInner, kInner);
    now.block(1, 1, kInner, kInner) = now.block(1, 1, kInner, kInner) * 0.6f + around * 0.1f;
    now = (start > 0.9f).select(1.f, now);
  }
  return now.cast<double>().sum();
}

Cells roll(const Cells& cells, Eigen::Index down, Eigen::Index right) {
  Cells rolled(kSize, kSize);
  for (Eigen::Index i = 0; i < kSize; ++i)
    for (Eigen::Index j = 0; j < kSize; ++j)
      rolled((i + down + kSize) % kSize, (j + right + kSize) % kSize) = cells(i, j);
  return rolled;
}

double life(const Cells& start) {
  Cells alive = start;
  for (Eigen::Index step = 0; step < kSteps; ++step) {
    Cells neighbours = Cells::Zero(kSize, kSize);
    for (Eigen::Index row = -1; row <= 1; ++row) {
      for (Eigen::Index column = -1; column <= 1; ++column)
        if (row != 0 || column != 0) neighbours += roll(alive, row, column);
    }
    alive = ((alive == 1 && neighbours == 2) || neighbours == 3).cast<std::uint8_t>().eval();
  }
  return static_cast<double>((alive != 0).count());
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<float> values = bench::uniform(kSize * kSize, 17);
  const Grid cells = Eigen::Map<const Grid>(values.data(), kSize, kSize);
  const Cells alive = (cells < 0.3f).cast<std::uint8_t>();
  return bench::measure(argc, argv, [&] { return heat(cells) + life(alive); });
}
