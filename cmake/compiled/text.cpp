// A part of ndx::compiled: printing of the common element types, and parsing of index expressions.
#define NDX_COMPILED_SOURCE 7
#include <ndx/compiled.hpp>
