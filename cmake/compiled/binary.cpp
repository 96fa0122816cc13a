// A part of ndx::compiled: element-wise functions of several operands.
#define NDX_COMPILED_SOURCE 4
#include <ndx/compiled.hpp>
