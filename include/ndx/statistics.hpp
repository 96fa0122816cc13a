// Statistics: medians, quantiles, histograms, averages with weights, and reductions that leave out NaN.
#pragma once

#include <ndx/ops/reduce/nan_reductions.hpp>
#include <ndx/ops/statistics/histogram.hpp>
#include <ndx/ops/statistics/quantile.hpp>
#include <ndx/ops/statistics/weighted_average.hpp>
