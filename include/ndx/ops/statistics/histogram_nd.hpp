// histogramdd and histogram2d count points in the bins of a grid.
//
// Each coordinate is looked up in the bins of its dim, of equal width or between given edges, as histogram does;
// the bins of a point are then one index into the counts.
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

namespace detail {

/// Whether elements of T are integers that index_t holds, so that they are compared as these.
template <class T>
inline constexpr bool fits_index = std::is_integral_v<T> && (sizeof(T) < 8 || std::is_signed_v<T>);

}  // namespace detail

/// The bins along one dim of histogramdd: their number, or a tensor of their edges. Throws ShapeError for edges of
/// another rank than 1, ValueError unless they ascend and there are two or more.
class DimBins {
 public:
  template <Integer N>
  DimBins(N count) : count_(Count(count)) {}  // NOLINT(google-explicit-constructor)
  template <RealTensor A>
  DimBins(const A& edges) {  // NOLINT(google-explicit-constructor)
    const auto own = detail::ascending_edges("histogramdd", edges);
    if (edges.numel() < 2) [[unlikely]]
      throw_value_error("histogramdd: ", edges.numel(), " edges bound no bin");
    count_ = own.numel() - 1;
    edges_ = own.template to<double>();
    if constexpr (detail::fits_index<detail::element_t<A>>) integers_ = own.template to<index_t>();
  }

  /// Returns the number of bins.
  [[nodiscard]] index_t count() const noexcept { return count_; }
  /// Returns the edges that were given, as doubles, or a tensor without elements.
  [[nodiscard]] const Tensor<double>& edges() const noexcept { return edges_; }
  /// Returns the edges that were given as integers, or a tensor without elements.
  [[nodiscard]] const Tensor<index_t>& integers() const noexcept { return integers_; }

 private:
  index_t count_ = 0;
  Tensor<double> edges_;
  Tensor<index_t> integers_;
};

namespace detail {

/// Returns the bins of the coordinates between edges of their type, and -1 for those in none.
template <class T>
Tensor<index_t> bins_between(const Tensor<T>& edges, const Tensor<const T>& coordinates) {
  auto bins = empty<index_t>(coordinates.shape());
  UnevenBins<T, T>(edges).find_each(coordinates.data(), coordinates.stride(0), coordinates.numel(),
                                    [out = bins.data()](index_t i, index_t bin) { out[i] = bin; });
  return bins;
}

/// Returns the bins of the coordinates along one dim, and stores the edges of these bins.
template <class T>
Tensor<index_t> bins_along(const Tensor<T>& coordinates, const DimBins& bins,
                           const HistogramRange& range, Tensor<double>& edges) {
  if (bins.edges().numel() == 0) {
    edges = even_edges<double>("histogramdd", coordinates, bins.count(), range);
    return map_elements<index_t>("histogramdd", EvenBins<double>(edges), coordinates);
  }
  edges = bins.edges();
  if constexpr (fits_index<std::remove_const_t<T>>) {
    if (bins.integers().numel() != 0)
      return bins_between<index_t>(bins.integers(), coordinates.template to<index_t>());
  }
  return bins_between<double>(edges, coordinates.template to<double>());
}

/// A range of what DimBins takes, other than a tensor.
template <class R>
concept RangeOfBins = !is_tensor_v<R> && requires(const R& range) {
  { *range.begin() } -> std::convertible_to<DimBins>;
  range.end();
};

}  // namespace detail

/// Counts points in a grid of bins. sample(n,d) has a row for each of n points; `bins` has the number of bins
/// along each of the d dims, or a tensor of their edges; `ranges` are what a number of bins covers, by default
/// from the smallest coordinate to the largest one.
///   histogramdd(tensor({{0, 0}, {1, 2}, {1, 2}}), {2, 2}).counts -> 1 0 / 0 2
///   histogramdd(tensor({{0, 0}, {1, 2}, {1, 2}}), {tensor({0, 1}), tensor({0, 1, 5})}).counts -> {{1, 2}}
///   histogramdd(sample, {10, tensor({0.0, 0.5, 2.0})}, {{0, 1}, {}})
/// Each bin includes its lower edge, the last one along a dim both. Points outside the ranges, NaN included,
/// are not counted. Integers are compared with edges that are integers exactly, other coordinates as doubles.
/// Throws ShapeError unless sample has rank 2 and as many columns as there are bins, and ranges if they are
/// given; otherwise as histogram and DimBins do. Source: NumPy's histogramdd.
template <RealTensor A>
[[nodiscard]] GridHistogram histogramdd(const A& sample, const std::vector<DimBins>& bins,
                                        const std::vector<HistogramRange>& ranges = {}) {
  if (sample.dim() != 2 || sample.size(1) != static_cast<index_t>(bins.size()) ||
      (!ranges.empty() && ranges.size() != bins.size())) [[unlikely]]
    throw_shape_error("histogramdd: a sample of shape ", sample.shape(), " with bins along ",
                      bins.size(), " dims and ", ranges.size(), " ranges");
  GridHistogram result;
  Dims shape;
  index_t count = 1;
  for (const DimBins& along : bins) {
    shape.push_back(along.count());
    count = checked_mul("histogramdd", count, along.count() > 0 ? along.count() : 0);
  }
  result.edges.resize(bins.size());
  auto place = zeros<index_t>({sample.size(0)});
  auto is_inside = ones<bool>({sample.size(0)});
  for (std::size_t d = 0; d < bins.size(); ++d) {
    const Tensor<index_t> bin =
        detail::bins_along(sample.select(1, static_cast<index_t>(d)), bins[d],
                           ranges.empty() ? HistogramRange() : ranges[d], result.edges[d]);
    is_inside = is_inside & (bin >= 0);
    place = place * shape[d] + bin;
  }
  result.counts = bincount(place.index({is_inside}), None, count).reshape(shape);
  return result;
}
/// Takes numbers of bins, or tensors of edges, from a range such as a vector.
template <RealTensor A, detail::RangeOfBins R>
[[nodiscard]] GridHistogram histogramdd(const A& sample, const R& bins,
                                        const std::vector<HistogramRange>& ranges = {}) {
  return histogramdd(sample, std::vector<DimBins>(bins.begin(), bins.end()), ranges);
}

namespace detail {

/// Returns the points (x[i], y[i]) as rows.
template <class A, class B>
auto points_of(const A& x, const B& y) {
  constexpr bool are_integers = fits_index<element_t<A>> && fits_index<element_t<B>>;
  using T = std::conditional_t<are_integers, index_t, double>;
  if (x.dim() != 1 || !(x.shape() == y.shape())) [[unlikely]]
    throw_shape_error("histogram2d: x has shape ", x.shape(), " and y has shape ", y.shape(),
                      ", not one dim of the same size");
  return stack({x.template to<T>(), y.template to<T>()}, 1);
}

}  // namespace detail

/// Counts the points (x[i], y[i]) in a grid of bins, the first dim of which is x: histogramdd of a sample
/// with these two columns. Throws ShapeError unless x and y have one dim of the same size. Source: NumPy's
/// histogram2d.
///   histogram2d(tensor({0, 1, 1}), tensor({0, 2, 2}), {2, 2}).counts -> 1 0 / 0 2
///   histogram2d(tensor({0, 1, 1}), tensor({0, 2, 2}), {1, tensor({0, 1, 5})}).counts -> {{1, 2}}
template <RealTensor A, RealTensor B>
[[nodiscard]] GridHistogram histogram2d(const A& x, const B& y,
                                        const std::vector<DimBins>& bins = {10, 10},
                                        const std::vector<HistogramRange>& ranges = {}) {
  return histogramdd(detail::points_of(x, y), bins, ranges);
}
template <RealTensor A, RealTensor B, detail::RangeOfBins R>
[[nodiscard]] GridHistogram histogram2d(const A& x, const B& y, const R& bins,
                                        const std::vector<HistogramRange>& ranges = {}) {
  return histogramdd(detail::points_of(x, y), bins, ranges);
}

NDX_NAMESPACE_END
