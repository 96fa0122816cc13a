// Tensors over several processes: their rows are stored by the ranks of an MPI program. Needs MPI.
//
//   DistributedTensor   its rows are stored by the ranks of a communicator; every rank indexes all
//   DistributedPlan     an index that is used many times
//   moves               from a function, from or to one rank, to blocks of other bounds
//   npy_files           from and to files, each rank its own rows; <ndx/distributed_hdf5.hpp>, which
//                       needs libhdf5 too, is not included
//   Communicator        the ranks
#pragma once

#include <ndx/distributed/communicator.hpp>
#include <ndx/distributed/distributed_plan.hpp>
#include <ndx/distributed/distributed_tensor.hpp>
#include <ndx/distributed/moves.hpp>
#include <ndx/distributed/npy_files.hpp>
