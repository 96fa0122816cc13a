// A part of ndx::compiled: arithmetic of the common element types.
#define NDX_COMPILED_SOURCE 4
#include <ndx/compiled.hpp>
