// More of NumPy: functions that most programs do not need. They are second names such as
// concatenate and expand_dims, splitting at positions, triangles and diagonals, inserting and
// deleting, padding, membership, differences, windows and convolution, derivatives and integrals,
// running extremes, reductions under a mask, interpolation, values at equal ratios, and functions of a line.
#pragma once

#include <ndx/ops/arithmetic/difference.hpp>
#include <ndx/ops/arithmetic/lerp.hpp>
#include <ndx/ops/index/choices.hpp>
#include <ndx/ops/index/sequences.hpp>
#include <ndx/ops/math/calculus.hpp>
#include <ndx/ops/reduce/cumulative.hpp>
#include <ndx/ops/reduce/masked_reductions.hpp>
#include <ndx/ops/shape/apply_along_axis.hpp>
#include <ndx/ops/shape/array_split.hpp>
#include <ndx/ops/shape/center_crop_pad.hpp>
#include <ndx/ops/shape/edit.hpp>
#include <ndx/ops/shape/numpy_names.hpp>
#include <ndx/ops/shape/pad.hpp>
#include <ndx/ops/shape/triangles.hpp>
#include <ndx/ops/shape/windows.hpp>
#include <ndx/ops/sort/isin.hpp>
#include <ndx/tensor/create/logspace.hpp>

// The tables declare what the compiled library holds of these functions.
#ifdef NDX_COMPILED
#include <ndx/ops/instances/numpy_instances.hpp>
#include <ndx/ops/instances/statistics_instances.hpp>
#endif
