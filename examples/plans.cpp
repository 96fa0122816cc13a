// A plan in a loop: heat spreads through a small network of pipes, step by step. The connections
// never change, so their index is checked and converted to a plan once, before the loop.
#include <iomanip>
#include <iostream>

#include <ndx/ndx.hpp>

using namespace ndx;

int main() {
  // Junction j is connected to neighbours[j]: two triangles, their corners joined by three pipes.
  const auto neighbours =
      tensor({{1, 2, 3}, {0, 2, 4}, {0, 1, 5}, {0, 4, 5}, {1, 3, 5}, {2, 3, 4}});
  const auto heat = zeros<double>({6});
  heat.index_put_({0}, 90);

  const Plan around = heat.plan({neighbours});  // (6, 3): the neighbours of each junction
  const auto touching = empty<double>(around.result_shape());

  std::cout << "step   junctions 0 to 5\n" << std::fixed << std::setprecision(1);
  for (int step = 0; step <= 12; ++step) {
    if (step % 3 == 0) {
      std::cout << std::setw(4) << step;
      for (const double degrees : heat) std::cout << std::setw(7) << degrees;
      std::cout << '\n';
    }
    around.read_into(touching, heat);  // no check, no allocation
    heat += (sum(touching, 1) / 3.0 - heat) * 0.5;
  }

  // The same plan writes: every junction adds one degree to each of its neighbours.
  const auto received = zeros<double>({6});
  around.write_(received, 1, {.reduce = Reduce::add});
  std::cout << "a degree to each neighbour:";
  for (const double degrees : received) std::cout << ' ' << degrees;
  std::cout << '\n';
}
