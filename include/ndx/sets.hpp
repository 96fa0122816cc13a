// Tensors as sets, and sorting by several keys: union1d, intersect1d, setdiff1d, setxor1d,
// unique_consecutive, lexsort and mode.
#pragma once

#include <ndx/ops/sort/lexsort.hpp>
#include <ndx/ops/sort/mode.hpp>
#include <ndx/ops/sort/set_operations.hpp>

// The table declares what the compiled library holds of these functions.
#ifdef NDX_COMPILED
#include <ndx/ops/instances/set_instances.hpp>
#endif
