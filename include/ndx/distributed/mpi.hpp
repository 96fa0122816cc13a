// Tensors laid over the processes of an MPI program. Needs MPI; included by those who ask for it.
//
//   DistributedTensor   its rows are stored by the ranks of a communicator; every rank indexes all
//   DistributedPlan     an index that is used many times
//   Communicator        the ranks
#pragma once

#include <ndx/distributed/communicator.hpp>
#include <ndx/distributed/distributed_plan.hpp>
#include <ndx/distributed/distributed_tensor.hpp>
