// A part of ndx::compiled: lengths and products of vectors, running extremes, powers.
#define NDX_COMPILED_SOURCE 11
#include <ndx/compiled.hpp>
