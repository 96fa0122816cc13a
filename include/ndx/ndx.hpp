// ndx: strided tensors with NumPy's indexing. This header is the table of contents; each header
// below can also be included on its own.
//
// A Tensor<T> is a handle on elements in memory: a shape, a stride for each dim and an offset.
// Integers, slices, None and `...` change only these three, so they return views. Index tensors,
// masks and bools select elements one by one. Such an index is first planned (which dims it
// consumes, the shape of the result and where the new dims go), then checked; then one kernel
// gathers or scatters. For example:
//
//   t.index({0, Slice(1, None), idx})             is the view t[0, 1:] and then one gather from it,
//   t.index_put_({mask}, 0)                       is one masked fill,
//   t.index_put_({idx}, value, true)              adds every value, duplicate indices included.
//
// Errors are IndexError, ShapeError and ValueError (base/error.hpp); a failed call changes nothing.
//
// The headers that ndx/all.hpp lists are not included here, to keep compile times short.
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
#include <ndx/grammar/terms/slice.hpp>
#include <ndx/grammar/terms/tensor_index.hpp>
#include <ndx/grammar/text/index_literal.hpp>
#include <ndx/grammar/text/print_terms.hpp>

// The four rules, bounds policies and other options; the shape that an index gives.
#include <ndx/plan/options.hpp>
#include <ndx/plan/planner.hpp>

// Tensor<T>: creation, views, copies, reading and writing.
#include <ndx/tensor.hpp>

// Arithmetic, comparisons, math functions.
#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/arithmetic/compare.hpp>
#include <ndx/ops/arithmetic/equal.hpp>
#include <ndx/ops/arithmetic/logical.hpp>
#include <ndx/ops/arithmetic/maximum.hpp>
#include <ndx/ops/hints/refused_calls.hpp>
#include <ndx/ops/math/classify.hpp>
#include <ndx/ops/math/exponentials.hpp>
#include <ndx/ops/math/rounding.hpp>
#include <ndx/ops/math/trigonometry.hpp>

// Sums, means, extremes and running sums, over all elements or along dims.
#include <ndx/ops/reduce/arg_extremes.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/reduce/extremes.hpp>
#include <ndx/ops/reduce/scan.hpp>
#include <ndx/ops/reduce/softmax.hpp>
#include <ndx/ops/reduce/sum.hpp>

// Views as functions: reshape(t, {2, 12}), transpose(t, 0, 1).
#include <ndx/ops/shape/view_functions.hpp>

// Reading and writing along a dim, or by coordinates.
#include <ndx/ops/index/gather_nd.hpp>
#include <ndx/ops/index/index_add.hpp>
#include <ndx/ops/index/scatter.hpp>
#include <ndx/ops/index/scatter_reduce.hpp>
#include <ndx/ops/index/take.hpp>
#include <ndx/ops/index/view_scatter.hpp>

// Masks and conditions: select, fill, where, nonzero.
#include <ndx/ops/mask/conditions.hpp>
#include <ndx/ops/mask/masks.hpp>
#include <ndx/ops/mask/nonzero.hpp>
#include <ndx/ops/mask/where.hpp>

// Creating indices.
#include <ndx/ops/index/flat_index.hpp>
#include <ndx/ops/index/index_makers.hpp>

// Sorting, searching, counting, unique values.
#include <ndx/ops/sort/partition.hpp>
#include <ndx/ops/sort/searchsorted.hpp>
#include <ndx/ops/sort/sort.hpp>
#include <ndx/ops/sort/topk.hpp>
#include <ndx/ops/sort/unique.hpp>
#include <ndx/ops/statistics/bincount.hpp>

// Joining, repeating, rolling.
#include <ndx/ops/index/one_hot.hpp>
#include <ndx/ops/shape/join.hpp>
#include <ndx/ops/shape/repeat.hpp>
#include <ndx/ops/shape/roll.hpp>

// Input and output: printing, .npy files, index expressions as text.
#include <ndx/io/npy/npy_file.hpp>
#include <ndx/io/text/parse_index.hpp>
#include <ndx/io/text/print_tensor.hpp>

// The tables declare what the compiled library holds of these functions.
#ifdef NDX_COMPILED
#include <ndx/ops/instances/call_instances.hpp>
#include <ndx/ops/instances/index_instances.hpp>
#include <ndx/ops/instances/moving_instances.hpp>
#endif
