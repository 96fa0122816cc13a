// A part of ndx::compiled: vectors and products of matrices, running extremes, powers, special functions.
#define NDX_COMPILED_SOURCE 2
#include <ndx/compiled.hpp>
