// Counts what this process sends, under MPI's profiling interface. For one source file of a program: it
// defines MPI_Isend.
#pragma once

#include <mpi.h>

#include <ndx/base/types.hpp>

struct Sent {
  ndx::index_t messages = 0;
  ndx::index_t bytes = 0;
};
inline Sent sent;

int MPI_Isend(const void* from, int count, MPI_Datatype type, int to, int tag, MPI_Comm ranks,
              MPI_Request* request) {
  MPI_Count bytes = 0;
  MPI_Type_size_x(type, &bytes);
  ++sent.messages;
  sent.bytes += static_cast<ndx::index_t>(bytes) * count;
  return PMPI_Isend(from, count, type, to, tag, ranks, request);
}
