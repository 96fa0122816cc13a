// Tensors as sets, and sorting by several keys: union1d, intersect1d, setdiff1d, setxor1d,
// unique_consecutive, lexsort and mode.
#pragma once

#include <ndx/ops/sort/lexsort.hpp>
#include <ndx/ops/sort/mode.hpp>
#include <ndx/ops/sort/set_operations.hpp>
