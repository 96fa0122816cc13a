// A program of which one rank ends in the midst: the others must end, too.
#include <csignal>

#include <ndx/distributed.hpp>

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const ndx::Communicator world = MPI_COMM_WORLD;
  const ndx::DistributedTensor<int> t(world, {100});
  const auto rows = ndx::arange(100);
  for (int time = 0; time < 100; ++time) {
    if (time == 50 && world.rank() == world.size() - 1) std::raise(SIGKILL);
    t.index_put_({rows}, 1, {.accumulate = true});
  }
  return 0;
}
