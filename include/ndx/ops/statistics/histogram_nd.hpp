// histogramdd and histogram2d count points in the bins of a grid.
//
// Each coordinate is looked up in the bins of its dim, of equal width or between given edges, as histogram does;
// the bins of a point are then one index into the counts.
#pragma once

#include <span>
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

namespace detail {

/// Counts the points in a grid of this shape. bin_of(column, d) returns the bins of the coordinates along dim d,
/// and -1 for those in none.
template <class A, class BinOf>
Tensor<index_t> count_in_grid(const A& sample, const Dims& shape, const BinOf& bin_of) {
  index_t count = 1;
  for (const index_t size : shape) count = checked_mul("histogramdd", count, size > 0 ? size : 0);
  auto place = zeros<index_t>({sample.size(0)});
  auto is_inside = ones<bool>({sample.size(0)});
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const Tensor<index_t> bin = bin_of(sample.select(1, static_cast<index_t>(d)), d);
    is_inside = is_inside & (bin >= 0);
    place = place * shape[d] + bin;
  }
  return bincount(place.index({is_inside}), None, count).reshape(shape);
}

/// Counts the points between the given edges, which are those of each dim.
template <class A, class T>
GridHistogram count_between(const A& sample, std::span<const Tensor<T>> edges) {
  if (sample.dim() != 2 || sample.size(1) != static_cast<index_t>(edges.size())) [[unlikely]]
    throw_shape_error("histogramdd: a sample of shape ", sample.shape(), " with edges of ",
                      edges.size(), " dims");
  GridHistogram result;
  Dims shape;
  for (const Tensor<T>& along : edges) {
    result.edges.push_back(ascending_edges("histogramdd", along).template to<double>());
    if (along.numel() < 2) [[unlikely]]
      throw_value_error("histogramdd: ", along.numel(), " edges bound no bin");
    shape.push_back(along.numel() - 1);
  }
  result.counts = count_in_grid(sample, shape, [&](const auto& coordinates, std::size_t d) {
    const auto column = coordinates.template to<double>();
    auto bins = empty<index_t>(column.shape());
    UnevenBins<double, double>(result.edges[d])
        .find_each(column.data(), column.stride(0), column.numel(),
                   [out = bins.data()](index_t i, index_t bin) { out[i] = bin; });
    return bins;
  });
  return result;
}

}  // namespace detail

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
  GridHistogram result;
  result.counts = detail::count_in_grid(sample, bins, [&](const auto& column, std::size_t d) {
    result.edges.push_back(detail::even_edges<double>(
        "histogramdd", column, bins[d], ranges.empty() ? HistogramRange() : ranges[d]));
    return detail::map_elements<index_t>("histogramdd",
                                         detail::EvenBins<double>(result.edges.back()), column);
  });
  return result;
}
/// Counts points between the given edges, of which there is a tensor for each of the d dims. Throws ShapeError
/// unless sample(n,d) has as many columns as there are tensors and each of these has rank 1, ValueError unless
/// each ascends and has at least two edges.
///   histogramdd(tensor({{0, 0}, {1, 2}, {1, 2}}), {tensor({0, 1}), tensor({0, 1, 5})}).counts -> {{1, 2}}
template <RealTensor A, TensorRange R>
[[nodiscard]] GridHistogram histogramdd(const A& sample, const R& edges) {
  return detail::count_between(sample, detail::parts_of(edges));
}
template <RealTensor A, class T>
[[nodiscard]] GridHistogram histogramdd(const A& sample, std::initializer_list<Tensor<T>> edges) {
  return detail::count_between(sample, detail::parts_of(edges));
}

namespace detail {

/// Returns the points (x[i], y[i]) as rows.
template <class A, class B>
Tensor<double> points_of(const A& x, const B& y) {
  if (x.dim() != 1 || !(x.shape() == y.shape())) [[unlikely]]
    throw_shape_error("histogram2d: x has shape ", x.shape(), " and y has shape ", y.shape(),
                      ", not one dim of the same size");
  return stack({x.template to<double>(), y.template to<double>()}, 1);
}

}  // namespace detail

/// Counts the points (x[i], y[i]) in a grid of bins, the first dim of which is x: histogramdd of a sample
/// with these two columns. Throws ShapeError unless x and y have one dim of the same size. Source: NumPy's
/// histogram2d.
///   histogram2d(tensor({0, 1, 1}), tensor({0, 2, 2}), {2, 2}).counts -> 1 0 / 0 2
template <RealTensor A, RealTensor B>
[[nodiscard]] GridHistogram histogram2d(const A& x, const B& y, const Dims& bins = {10, 10},
                                        const std::vector<HistogramRange>& ranges = {}) {
  return histogramdd(detail::points_of(x, y), bins, ranges);
}
/// Counts between the given edges, those along x and those along y, as histogramdd does.
///   histogram2d(tensor({0, 1, 1}), tensor({0, 2, 2}), {tensor({0, 1}), tensor({0, 1, 5})}).counts -> {{1, 2}}
template <RealTensor A, RealTensor B, TensorRange R>
[[nodiscard]] GridHistogram histogram2d(const A& x, const B& y, const R& edges) {
  return histogramdd(detail::points_of(x, y), edges);
}
template <RealTensor A, RealTensor B, class T>
[[nodiscard]] GridHistogram histogram2d(const A& x, const B& y,
                                        std::initializer_list<Tensor<T>> edges) {
  return histogramdd(detail::points_of(x, y), edges);
}

NDX_NAMESPACE_END
