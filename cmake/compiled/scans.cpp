// A part of ndx::compiled: scans, softmax, positions of extremes, nonzero.
#define NDX_COMPILED_SOURCE 8
#include <ndx/compiled.hpp>
