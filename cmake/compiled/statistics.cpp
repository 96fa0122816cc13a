// A part of ndx::compiled: quantiles, histograms, averages, reductions that leave out NaN.
#define NDX_COMPILED_SOURCE 6
#include <ndx/compiled.hpp>
