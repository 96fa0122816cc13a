// Statistics: medians, quantiles, histograms, averages with weights, covariances, reductions that leave out
// NaN, and pairs of reductions.
#pragma once

#include <ndx/ops/reduce/nan_reductions.hpp>
#include <ndx/ops/reduce/paired_reductions.hpp>
#include <ndx/ops/statistics/covariance.hpp>
#include <ndx/ops/statistics/histogram.hpp>
#include <ndx/ops/statistics/histogram_nd.hpp>
#include <ndx/ops/statistics/quantile.hpp>
#include <ndx/ops/statistics/weighted_average.hpp>

// The tables declare what the compiled library holds of these functions.
#ifdef NDX_COMPILED
#include <ndx/ops/instances/statistics_instances.hpp>
#endif
