// A part of ndx::compiled: comparisons of the common element types.
#define NDX_COMPILED_SOURCE 3
#include <ndx/compiled.hpp>
