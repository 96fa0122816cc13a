// A part of ndx::compiled: tensors of the common element types.
#define NDX_COMPILED_SOURCE 2
#include <ndx/compiled.hpp>
