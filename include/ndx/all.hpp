// Everything of ndx that needs no other library: <ndx/ndx.hpp>, and the headers that it leaves out
// to keep compile times short.
#pragma once

#include <ndx/ndx.hpp>

// What an index does, drawn and told.
#include <ndx/explain.hpp>
#include <ndx/io/terminal.hpp>

// Floating-point numbers of 8 and 16 bits.
#include <ndx/base/float8.hpp>
#include <ndx/ops/foreign_halves.hpp>
#include <ndx/tensor/float16.hpp>

// What a tensor is: its layout, and where its memory comes from.
#include <ndx/io/describe.hpp>

// Parts of complex numbers; interpolation.
#include <ndx/ops/complex.hpp>
#include <ndx/ops/lerp.hpp>

// Element-wise functions that write into an existing tensor: add_into(out, a, b).
#include <ndx/ops/arithmetic_into.hpp>
#include <ndx/ops/compare_into.hpp>
#include <ndx/ops/into.hpp>
#include <ndx/ops/math_into.hpp>

// .npy files as bytes in memory, and in streams.
#include <ndx/io/npy_bytes.hpp>
#include <ndx/io/npy_stream.hpp>

// .npy files whose element type is known only at run time.
#include <ndx/io/npy_any.hpp>

// .npy files with a function that is told how far it is.
#include <ndx/io/npy_progress.hpp>
#include <ndx/io/progress.hpp>

// The fields of .npy files of structs.
#include <ndx/io/npy_fields.hpp>

// .npy files changed in place.
#include <ndx/io/npy_update.hpp>

// Plans cut by parts of their tensor; arrays in files, indexed without loading them.
#include <ndx/io/chunk_store.hpp>
#include <ndx/io/file_map.hpp>
#include <ndx/io/file_window.hpp>
#include <ndx/io/huffman_code.hpp>
#include <ndx/io/inflate.hpp>
#include <ndx/io/inflater.hpp>
#include <ndx/io/npy_chunks.hpp>
#include <ndx/io/packed_values.hpp>
#include <ndx/io/part_transfer.hpp>
#include <ndx/io/read_costs.hpp>
#include <ndx/io/tensor_file.hpp>
#include <ndx/tensor/split.hpp>

// Random numbers; values at equal ratios.
#include <ndx/tensor/logspace.hpp>
#include <ndx/tensor/random.hpp>

// NumPy's other names: concatenate, expand_dims, atleast_2d, rot90; split by positions; triangles.
#include <ndx/ops/array_split.hpp>
#include <ndx/ops/numpy_names.hpp>
#include <ndx/ops/triangles.hpp>

// Copies with fewer or more elements: delete_, insert, append.
#include <ndx/ops/edit.hpp>

// A function called for each line along a dim.
#include <ndx/ops/apply_along_axis.hpp>

// Which elements occur among others.
#include <ndx/ops/isin.hpp>

// Padding with NumPy's modes.
#include <ndx/ops/pad.hpp>
#include <ndx/ops/pad_border.hpp>

// Medians, quantiles, averages with weights, histograms.
#include <ndx/ops/histogram.hpp>
#include <ndx/ops/quantile.hpp>
#include <ndx/ops/weighted_average.hpp>

// Reductions that leave out NaN.
#include <ndx/ops/nan_reductions.hpp>

// Running extremes, running sums of powers.
#include <ndx/ops/cumulative.hpp>

// Products of vectors, norms, differences.
#include <ndx/ops/difference.hpp>
#include <ndx/ops/norm.hpp>
#include <ndx/ops/products.hpp>

// Tensors of NumPy, PyTorch and others: DLPack.
#include <ndx/interop/dlpack.hpp>
#include <ndx/interop/dlpack_any.hpp>
#include <ndx/interop/dlpack_type.hpp>

// Vectors of Apache Arrow: its C data interface.
#include <ndx/interop/arrow.hpp>
#include <ndx/interop/arrow_any.hpp>
#include <ndx/interop/arrow_struct.hpp>

// std::span and mdspan on tensors, and tensors on them.
#include <ndx/interop/mdspan.hpp>
#include <ndx/interop/span.hpp>
