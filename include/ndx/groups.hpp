// Elements by labels: segment_sum, segment_mean, segment_max, segment_min and segment_prod reduce the
// rows of each label, group_by returns their positions.
#pragma once

#include <ndx/ops/index/segments.hpp>
#include <ndx/ops/sort/group_by.hpp>

// The table declares what the compiled library holds of these functions.
#ifdef NDX_COMPILED
#include <ndx/ops/instances/set_instances.hpp>
#endif
