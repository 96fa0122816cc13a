// A part of ndx::compiled: functions, and templates by element size.
#define NDX_COMPILED_SOURCE 1
#include <ndx/compiled.hpp>
