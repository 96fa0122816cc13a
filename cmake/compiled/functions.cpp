// A part of ndx::compiled: functions, templates by element size, tensors of the common element types.
#define NDX_COMPILED_SOURCE 1
#include <ndx/compiled.hpp>
