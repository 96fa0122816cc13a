// Tensors over several processes: their rows are stored by the ranks of an MPI program. Needs MPI.
//
//   DistributedTensor   a tensor whose rows the ranks store; every rank can index all of them
//   DistributedPlan     an index that is used many times
//   moves               makes one from a function or from one rank, gathers it on one rank, or
//                       redistributes it in other blocks of rows
//   distributed_bags    embedding_bag, which sums looked-up rows
//   npy_files           reads and writes .npy files, each rank its own rows
//   Communicator        the ranks
//
// <ndx/distributed_hdf5.hpp> reads HDF5 files. It needs libhdf5 and zlib too and is not included.
#pragma once

#include <ndx/distributed/communicator.hpp>
#include <ndx/distributed/distributed_bags.hpp>
#include <ndx/distributed/distributed_plan.hpp>
#include <ndx/distributed/distributed_tensor.hpp>
#include <ndx/distributed/moves.hpp>
#include <ndx/distributed/npy_files.hpp>
