// A part of ndx::compiled: element-wise functions of one operand, and casts.
#define NDX_COMPILED_SOURCE 3
#include <ndx/compiled.hpp>
