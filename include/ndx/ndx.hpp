// ndx: strided tensors with NumPy's indexing.
#pragma once

#include <ndx/index/print.hpp>
#include <ndx/io/npy.hpp>
#include <ndx/io/parse_index.hpp>
#include <ndx/io/print.hpp>
#include <ndx/ops/arithmetic.hpp>
#include <ndx/ops/compare.hpp>
#include <ndx/ops/equal.hpp>
#include <ndx/ops/logical.hpp>
#include <ndx/ops/math.hpp>
#include <ndx/ops/reduce.hpp>
#include <ndx/ops/search.hpp>
#include <ndx/tensor/tensor.hpp>
