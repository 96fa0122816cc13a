// A part of ndx::compiled: quantiles of the common element types.
#define NDX_COMPILED_SOURCE 6
#include <ndx/compiled.hpp>
