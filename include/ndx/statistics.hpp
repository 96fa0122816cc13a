// Statistics: medians, quantiles, histograms, averages with weights, and reductions that leave out NaN.
#pragma once

#include <ndx/ops/reduce/nan_reductions.hpp>
#include <ndx/ops/statistics/histogram.hpp>
#include <ndx/ops/statistics/quantile.hpp>
#include <ndx/ops/statistics/weighted_average.hpp>

// With the compiled library, its instances of these functions are declared.
#ifdef NDX_COMPILED
#include <ndx/ops/instances/statistics_instances.hpp>
#endif
