// A part of ndx::compiled: sorting, searching, counting, sets, segments.
#define NDX_COMPILED_SOURCE 9
#include <ndx/compiled.hpp>
