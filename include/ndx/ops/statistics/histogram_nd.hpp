// histogramdd and histogram2d count points in the bins of a grid.
//
// Each coordinate is looked up in the bins of its dim, as histogram does; the bins of a point are then
// one index into the counts.
#pragma once

#include <vector>

#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/arithmetic/compare.hpp>
#include <ndx/ops/arithmetic/logical.hpp>
#include <ndx/ops/shape/join.hpp>
#include <ndx/ops/statistics/bincount.hpp>
#include <ndx/ops/statistics/histogram.hpp>

NDX_NAMESPACE_BEGIN

/// The counts of the bins of a grid, one dim for each coordinate, and the edges along each dim.
struct GridHistogram {
  Tensor<index_t> counts;
  std::vector<Tensor<double>> edges;
};

/// Counts points in a grid of bins. sample(n,d) has a row for each of n points; `bins` is the number of bins
/// along each of the d dims, `ranges` what they cover, by default from the smallest coordinate to the
/// largest one.
///   histogramdd(tensor({{0, 0}, {1, 2}, {1, 2}}), {2, 2}).counts -> 1 0 / 0 2
///   histogramdd(sample, {10, 20}, {{0, 1}, {-1, 1}})
/// Each bin includes its lower edge, the last one along a dim both. Points outside the ranges, NaN included,
/// are not counted. Edges are computed in double. Throws ShapeError unless sample has rank 2 and as many
/// columns as there are bins, and ranges if they are given; otherwise as histogram does. Source: NumPy's
/// histogramdd.
template <RealTensor A>
[[nodiscard]] GridHistogram histogramdd(const A& sample, const Dims& bins,
                                        const std::vector<HistogramRange>& ranges = {}) {
  if (sample.dim() != 2 || sample.size(1) != static_cast<index_t>(bins.size()) ||
      (!ranges.empty() && ranges.size() != bins.size())) [[unlikely]]
    throw_shape_error("histogramdd: a sample of shape ", sample.shape(), " with ", bins.size(),
                      " numbers of bins and ", ranges.size(), " ranges");
  index_t count = 1;
  for (const index_t size : bins) count = checked_mul("histogramdd", count, size > 0 ? size : 0);
  GridHistogram result;
  auto place = zeros<index_t>({sample.size(0)});
  auto is_inside = ones<bool>({sample.size(0)});
  for (std::size_t d = 0; d < bins.size(); ++d) {
    const auto column = sample.select(1, static_cast<index_t>(d));
    result.edges.push_back(detail::even_edges<double>(
        "histogramdd", column, bins[d], ranges.empty() ? HistogramRange() : ranges[d]));
    const auto bin = detail::map_elements<index_t>(
        "histogramdd", detail::EvenBins<double>(result.edges.back()), column);
    is_inside = is_inside & (bin >= 0);
    place = place * bins[d] + bin;
  }
  result.counts = bincount(place.index({is_inside}), None, count).reshape(bins);
  return result;
}

/// Counts the points (x[i], y[i]) in a grid of bins, the first dim of which is x: histogramdd of a sample
/// with these two columns. Throws ShapeError unless x and y have one dim of the same size. Source: NumPy's
/// histogram2d.
///   histogram2d(tensor({0, 1, 1}), tensor({0, 2, 2}), {2, 2}).counts -> 1 0 / 0 2
template <RealTensor A, RealTensor B>
[[nodiscard]] GridHistogram histogram2d(const A& x, const B& y, const Dims& bins = {10, 10},
                                        const std::vector<HistogramRange>& ranges = {}) {
  if (x.dim() != 1 || !(x.shape() == y.shape())) [[unlikely]]
    throw_shape_error("histogram2d: x has shape ", x.shape(), " and y has shape ", y.shape(),
                      ", not one dim of the same size");
  return histogramdd(stack({x.template to<double>(), y.template to<double>()}, 1), bins, ranges);
}

NDX_NAMESPACE_END
