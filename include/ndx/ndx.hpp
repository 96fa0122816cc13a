// ndx: strided tensors with NumPy's indexing. This header is the table of contents; each header
// below can also be included alone.
//
// A Tensor<T> is a handle on elements that stand somewhere in memory: a shape, a stride for each
// dim and an offset. Integers, slices, None and `...` only change these three: they give views.
// Index tensors, masks and bools name elements one by one: they are planned first (which dims,
// which shape, where it goes), then checked, then gathered or scattered by one kernel. So
//
//   t.index({0, Slice(1, None), idx})             is the view t[0, 1:] and then one gather from it,
//   t.index_put_({mask}, 0)                       is one masked fill,
//   t.index_put_({idx}, value, true)              adds, duplicates counted.
//
// Errors are IndexError, ShapeError and ValueError (base/error.hpp); a failed call changes nothing.
//
// Not here, for the sake of those who compile without: ndx/explain.hpp, which says what an index
// does; tensor/random.hpp; io/npy_any.hpp, for .npy files whose element type is only known at run
// time.
#pragma once

// The types that everything speaks of: index_t, DType, Dims, the errors, the executor.
#include <ndx/base/config.hpp>
#include <ndx/base/dims.hpp>
#include <ndx/base/dtype.hpp>
#include <ndx/base/error.hpp>
#include <ndx/base/executor.hpp>
#include <ndx/base/types.hpp>

// The grammar of an index: Slice, None, Ellipsis, TensorIndex; as Python spells it; as a literal.
#include <ndx/index/literal.hpp>
#include <ndx/index/options.hpp>
#include <ndx/index/print.hpp>
#include <ndx/index/result_shape.hpp>
#include <ndx/index/slice.hpp>
#include <ndx/index/tensor_index.hpp>

// Tensor<T>: making, viewing, copying, reading and writing.
#include <ndx/tensor/tensor.hpp>

// Calculating with tensors: element by element, compared, reduced.
#include <ndx/ops/arithmetic.hpp>
#include <ndx/ops/compare.hpp>
#include <ndx/ops/equal.hpp>
#include <ndx/ops/logical.hpp>
#include <ndx/ops/math.hpp>
#include <ndx/ops/reduce.hpp>

// Reading and writing along a dim, or by coordinates in rows.
#include <ndx/ops/gather_nd.hpp>
#include <ndx/ops/index_add.hpp>
#include <ndx/ops/scatter.hpp>
#include <ndx/ops/scatter_reduce.hpp>
#include <ndx/ops/take.hpp>
#include <ndx/ops/view_scatter.hpp>

// Masks and conditions: selecting, filling, choosing, finding what is not zero.
#include <ndx/ops/conditions.hpp>
#include <ndx/ops/masks.hpp>
#include <ndx/ops/search.hpp>
#include <ndx/ops/where.hpp>

// Making indices.
#include <ndx/ops/flat_index.hpp>
#include <ndx/ops/index_makers.hpp>
#include <ndx/ops/meshgrid.hpp>

// Sorting, searching, counting by value.
#include <ndx/ops/bincount.hpp>
#include <ndx/ops/extremes.hpp>
#include <ndx/ops/partition.hpp>
#include <ndx/ops/searchsorted.hpp>
#include <ndx/ops/sort.hpp>
#include <ndx/ops/unique.hpp>

// Joining, repeating, moving round.
#include <ndx/ops/join.hpp>
#include <ndx/ops/one_hot.hpp>
#include <ndx/ops/repeat.hpp>
#include <ndx/ops/roll.hpp>

// To and from the outside: printing, .npy files, index expressions as text.
#include <ndx/io/npy.hpp>
#include <ndx/io/parse_index.hpp>
#include <ndx/io/print.hpp>
