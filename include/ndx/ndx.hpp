// ndx: strided tensors with NumPy's indexing. This header is the table of contents; each header
// below can also be included on its own.
//
// A Tensor<T> is a handle on elements stored somewhere in memory: a shape, a stride for each dim
// and an offset. Integers, slices, None and `...` change only these three, so they return views.
// Index tensors, masks and bools select elements one by one: the index is planned first (which dims
// it consumes, the shape of the result and where the new dims go), then checked, then one kernel
// gathers or scatters. So
//
//   t.index({0, Slice(1, None), idx})             is the view t[0, 1:] and then one gather from it,
//   t.index_put_({mask}, 0)                       is one masked fill,
//   t.index_put_({idx}, value, true)              adds every value, duplicate indices included.
//
// Errors are IndexError, ShapeError and ValueError (base/error.hpp); a failed call changes nothing.
//
// Not included here, to keep compile times short: the headers that ndx/all.hpp lists.
#pragma once

// Declarations alone, for other headers.
#include <ndx/fwd.hpp>

// Basic types: index_t, DType, Dims, the errors, the executor, the key sorter.
#include <ndx/base/config.hpp>
#include <ndx/base/dims.hpp>
#include <ndx/base/dtype.hpp>
#include <ndx/base/error.hpp>
#include <ndx/base/executor.hpp>
#include <ndx/base/key_sorter.hpp>
#include <ndx/base/types.hpp>

// Index terms: Slice, None, Ellipsis, TensorIndex; printing them as in Python; index literals.
#include <ndx/grammar/literal.hpp>
#include <ndx/grammar/print.hpp>
#include <ndx/grammar/slice.hpp>
#include <ndx/grammar/tensor_index.hpp>

// The four rules, bounds policies and other options; the shape that an index gives.
#include <ndx/plan/options.hpp>
#include <ndx/plan/result_shape.hpp>

// Tensor<T>: creation, views, copies, reading and writing.
#include <ndx/tensor/tensor.hpp>

// Arithmetic, comparisons, math functions.
#include <ndx/ops/arithmetic.hpp>
#include <ndx/ops/classify.hpp>
#include <ndx/ops/compare.hpp>
#include <ndx/ops/equal.hpp>
#include <ndx/ops/logical.hpp>
#include <ndx/ops/math.hpp>
#include <ndx/ops/maximum.hpp>
#include <ndx/ops/refused_arguments.hpp>
#include <ndx/ops/refused_fractions.hpp>
#include <ndx/ops/refused_lists.hpp>
#include <ndx/ops/refused_operands.hpp>
#include <ndx/ops/refused_options.hpp>
#include <ndx/ops/refused_types.hpp>
#include <ndx/ops/round_to_decimals.hpp>
#include <ndx/ops/rounding.hpp>
#include <ndx/ops/shift.hpp>
#include <ndx/ops/trigonometry.hpp>
#include <ndx/ops/update_lists.hpp>

// Sums, means, extremes and running sums, over all elements or along dims.
#include <ndx/ops/averages.hpp>
#include <ndx/ops/extremes.hpp>
#include <ndx/ops/reduce.hpp>
#include <ndx/ops/scan.hpp>
#include <ndx/ops/softmax.hpp>

// Views as functions: reshape(t, {2, 12}), transpose(t, 0, 1).
#include <ndx/ops/view_functions.hpp>

// Reading and writing along a dim, or by coordinates.
#include <ndx/ops/gather_nd.hpp>
#include <ndx/ops/index_add.hpp>
#include <ndx/ops/scatter.hpp>
#include <ndx/ops/scatter_reduce.hpp>
#include <ndx/ops/take.hpp>
#include <ndx/ops/view_scatter.hpp>

// Masks and conditions: select, fill, where, nonzero.
#include <ndx/ops/conditions.hpp>
#include <ndx/ops/masks.hpp>
#include <ndx/ops/search.hpp>
#include <ndx/ops/where.hpp>

// Creating indices.
#include <ndx/ops/flat_index.hpp>
#include <ndx/ops/index_makers.hpp>
#include <ndx/ops/meshgrid.hpp>

// Sorting, searching, counting, unique values.
#include <ndx/ops/bincount.hpp>
#include <ndx/ops/partition.hpp>
#include <ndx/ops/searchsorted.hpp>
#include <ndx/ops/sort.hpp>
#include <ndx/ops/topk.hpp>
#include <ndx/ops/unique.hpp>

// Joining, repeating, rolling.
#include <ndx/ops/join.hpp>
#include <ndx/ops/one_hot.hpp>
#include <ndx/ops/repeat.hpp>
#include <ndx/ops/roll.hpp>

// Input and output: printing, .npy files, index expressions as text.
#include <ndx/io/npy.hpp>
#include <ndx/io/parse_index.hpp>
#include <ndx/io/print.hpp>
