// A part of ndx::compiled: reductions of the common element types.
#define NDX_COMPILED_SOURCE 5
#include <ndx/compiled.hpp>
