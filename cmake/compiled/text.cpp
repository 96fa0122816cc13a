// A part of ndx::compiled: printing of the common element types, parsing of index expressions, files, random
// numbers.
#define NDX_COMPILED_SOURCE 7
#include <ndx/compiled.hpp>
