// histogram and digitize tell how many elements fall into each bin, and into which bin each element
// falls.
//
// Bins of equal width are found by one multiplication, and compared with the edges themselves at the end, so that
// an element is never counted in a bin whose edges exclude it. Other bins are searched for, many elements at a
// time. Several threads count, but one thread adds weights, in the order of the elements.
#pragma once

#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/core/number_text.hpp>
#include <ndx/ops/reduce/extremes.hpp>
#include <ndx/ops/sort/searchsorted.hpp>
#include <ndx/ops/statistics/count_in_parts.hpp>

NDX_NAMESPACE_BEGIN

/// The range that the bins of a histogram divide: low … high, by default from the smallest to the
/// largest element.
class HistogramRange {
 public:
  constexpr HistogramRange() noexcept = default;
  template <Real L, Real H>
  constexpr HistogramRange(L low, H high) noexcept
      : low_(static_cast<double>(low)), high_(static_cast<double>(high)), is_given_(true) {}

  /// low is the least number that is counted, high the largest. is_given tells whether they were given.
  [[nodiscard]] constexpr double low() const noexcept { return low_; }
  [[nodiscard]] constexpr double high() const noexcept { return high_; }
  [[nodiscard]] constexpr bool is_given() const noexcept { return is_given_; }

 private:
  double low_ = 0;
  double high_ = 1;
  bool is_given_ = false;
};

/// The counts, or sums of weights, of bins, and the edges of the bins, one more than there are bins.
template <class Count, class Edge>
struct Histogram {
  /// `counts` has shape (n), `edges` has shape (n + 1).
  Tensor<Count> counts;
  Tensor<Edge> edges;

  /// Returns the share of each bin divided by its width, so that the integral over all bins is 1. The
  /// shares are NaN if nothing was counted. Complex weights give complex shares.
  [[nodiscard]] auto density() const {
    using Share = std::conditional_t<Complex<Count>, Count, double>;
    const auto shares = empty<Share>(counts.shape());
    shares.copy_(counts);
    const index_t bins = counts.numel();
    Share total{};
    for (const Share& share : shares) total += share;
    for (index_t i = 0; i < bins; ++i)
      shares.data()[i] /=
          total * (static_cast<double>(edges.at(i + 1)) - static_cast<double>(edges.at(i)));
    return shares;
  }
};

namespace detail {

/// Bins of equal width. The product that gives the bin may be off by rounding, so the element is
/// compared with the edges themselves. Source: NumPy's histogram.
template <class Edge>
class EvenBins {
 public:
  EvenBins(const Tensor<Edge>& edges)
      : edges_(edges.data()),
        count_(edges.numel() - 1),
        scale_(static_cast<double>(count_) /
               (static_cast<double>(edges_[count_]) - static_cast<double>(edges_[0]))) {}

  /// Returns the bin of an element, or -1 if it is in none.
  template <class T>
  NDX_ALWAYS_INLINE index_t operator()(const T& element) const {
    const auto x = static_cast<Edge>(element);
    if (!(x >= edges_[0] && x <= edges_[count_])) return -1;
    auto bin =
        static_cast<index_t>((static_cast<double>(x) - static_cast<double>(edges_[0])) * scale_);
    bin = bin < 0 ? 0 : bin < count_ ? bin : count_ - 1;  // -ffast-math lets NaN through
    if (x < edges_[bin]) return bin - 1;
    return bin + (bin + 1 < count_ && x >= edges_[bin + 1] ? 1 : 0);
  }

  /// Calls visit(i, bin) for each of n elements that are `step` apart.
  template <class T, class Visit>
  NDX_ALWAYS_INLINE void find_each(const T* elements, index_t step, index_t n,
                                   const Visit& visit) const {
    for (index_t i = 0; i < n; ++i) visit(i, (*this)(kernel::element(elements, i * step)));
  }

 private:
  const Edge* edges_;
  index_t count_;
  double scale_;
};

/// Bins between any ascending edges. The last bin includes its upper edge.
template <class T, class Edge>
class UnevenBins {
 public:
  UnevenBins(const Tensor<Edge>& edges)
      : line_{edges.data(), edges.numel(), edges.stride(0), true} {}

  /// Calls visit(i, bin) for each of n elements that are `step` apart; the bin is -1 if there is none.
  template <class E, class Visit>
  void find_each(const E* elements, index_t step, index_t n, const Visit& visit) const {
    constexpr index_t block = kernel::detail::kRun;
    index_t before[block];
    for (index_t first = 0; first < n; first += block, elements += block * step) {
      const index_t count = n - first < block ? n - first : block;
      line_.search_each(elements, step, count, before);
      for (index_t i = 0; i < count; ++i)
        visit(first + i, before[i] < line_.count ? before[i] - 1
                                                 : last_bin(kernel::element(elements, i * step)));
    }
  }

 private:
  /// Returns the bin of an element that no edge is greater than.
  [[nodiscard]] index_t last_bin(const T& element) const {
    if (line_.count < 2) return -1;
    const auto& last = kernel::element(line_.first, (line_.count - 1) * line_.step);
    return Compare<Equal, promote_t<T, Edge>, T, Edge>{}(element, last) ? line_.count - 2 : -1;
  }

  SortedLine<promote_t<T, Edge>, Edge> line_;
};

/// Whether each edge is above the one before. Edges that differ in exact arithmetic may be equal in
/// their type.
template <class Edge>
bool are_apart(const Tensor<Edge>& edges) {
  const Edge* const edge = edges.data();
  for (index_t i = 1; i < edges.numel(); ++i) {
    if (!(edge[i - 1] < edge[i])) return false;
  }
  return true;
}

/// Returns the edges of `bins` bins of equal width over the range or, if none is given, over that of
/// the elements.
template <class Edge, class T>
Tensor<Edge> even_edges(const char* call, const Tensor<T>& t, index_t bins,
                        const HistogramRange& range) {
  if (bins < 1) [[unlikely]]
    throw_value_error(call, ": ", bins, " bins");
  double low = range.low();
  double high = range.high();
  if (!range.is_given() && t.numel() != 0) {
    low = static_cast<double>(extreme_of_all<MinOf<Tensor<T>>>(t));
    high = static_cast<double>(extreme_of_all<MaxOf<Tensor<T>>>(t));
  }
  // In their own type the edges may be infinite although low and high are not.
  if (!libm::isfinite(static_cast<double>(static_cast<Edge>(high)) -
                      static_cast<double>(static_cast<Edge>(low)))) [[unlikely]]
    throw_value_error(call, ": the range ", number_text(low), " to ", number_text(high),
                      " is not finite");
  if (low > high) [[unlikely]]
    throw_value_error(call, ": the range ", number_text(low), " to ", number_text(high),
                      " descends");
  if (low == high) {
    low -= 0.5;
    high += 0.5;
  }
  if (libm::isfinite(static_cast<double>(bins) / (high - low))) [[likely]] {
    const auto edges = linspace<Edge>(low, high, checked_add(call, bins, 1));
    if (are_apart(edges)) [[likely]]
      return edges;
  }
  throw_value_error(call, ": ", bins, " bins are too many for the range ", number_text(low), " to ",
                    number_text(high));
}

/// A loop over elements and their weights, in which an element that is repeated with its weight along a dim
/// occurs once.
struct WeighedLoop {
  Loop<2> loop;
  index_t times = 1;  // number of repetitions of each

  WeighedLoop(const Layout& elements, const Layout& weights) {
    Dims visited = elements.shape;
    for (std::size_t d = 0; d < visited.size(); ++d) {
      if (elements.strides[d] != 0 || weights.strides[d] != 0 || visited[d] == 0) continue;
      times *= visited[d];
      visited[d] = 1;
    }
    loop = make_loop<2>(visited, {elements.strides, weights.strides});
  }
};

/// Calls add(bin, weight) for each element of the loop that is in a bin.
template <class T, class W, class Bins, class Add>
void for_each_in_bins(const Loop<2>& loop, const T* elements, const W* weights, Bins bins,
                      const Add& add) {
  if (is_empty(loop)) return;
  kernel::RowWalk<2> row(loop);
  const index_t weight_step = row.step[1];
  do {
    const W* const weight = weights + row.at[1];
    bins.find_each(elements + row.at[0], row.step[0], row.count, [&](index_t i, index_t bin) {
      if (bin >= 0) add(bin, kernel::element(weight, i * weight_step));
    });
  } while (row.next());
}

template <class T, class Edge, class Bins>
Histogram<index_t, Edge> count_in_bins(const Tensor<T>& t, const Tensor<Edge>& edges,
                                       const Bins& bins) {
  const WeighedLoop all(t.layout(), t.layout());
  const auto count_part = [&](const Loop<2>& part, const Offsets<2>& at, index_t* counts) {
    const T* const from = t.data() + at[0];
    const index_t times = all.times;
    for_each_in_bins(part, from, from, bins,
                     [=](index_t bin, const auto&) { counts[bin] += times; });
  };
  const index_t size = edges.numel() > 0 ? edges.numel() - 1 : 0;
  return {count_in_parts("histogram", size, all.loop, CountBody(count_part)), edges};
}

/// The type of the sum of weights of type W.
template <class W>
using weight_sum_t = sum_accumulator_t<function_t<W>>;

template <class T, class W, class Edge, class Bins>
Histogram<weight_sum_t<std::remove_const_t<W>>, Edge> weigh_in_bins(const Tensor<T>& t,
                                                                    const Tensor<W>& weights,
                                                                    const Tensor<Edge>& edges,
                                                                    const Bins& bins) {
  using Sum = weight_sum_t<std::remove_const_t<W>>;
  if (!(weights.shape() == t.shape())) [[unlikely]]
    throw_shape_error("histogram: weights have shape ", weights.shape(), " and not ", t.shape(),
                      ", that of the elements");
  const auto sums = zeros<Sum>({edges.numel() > 0 ? edges.numel() - 1 : 0});
  Sum* const sum = sums.data();
  const WeighedLoop all(t.layout(), weights.layout());
  const auto times = convert_element<Sum>(all.times);
  for_each_in_bins(all.loop, t.data(), weights.data(), bins, [=](index_t bin, const auto& weight) {
    sum[bin] += convert_element<Sum>(weight) * times;
  });
  return {sums, edges};
}

/// Returns 1 if the edges ascend (or are equal), -1 if they descend. Throws ShapeError unless they
/// have rank 1, ValueError if they do neither.
template <class S>
int edge_order(const char* call, const Tensor<S>& edges) {
  if (edges.dim() != 1) [[unlikely]]
    throw_shape_error(call, ": bins have shape ", edges.shape(), ", not one dim");
  bool ascend = true;
  bool descend = true;
  const index_t count = stored_shape(edges.layout())[0];
  for (index_t i = 1; i < count; ++i) {
    const S a = edges.at(i - 1);
    const S b = edges.at(i);
    ascend = ascend && a <= b;
    descend = descend && a >= b;
  }
  if (!ascend && !descend) [[unlikely]]
    throw_value_error(call, ": bins neither ascend nor descend");
  return ascend ? 1 : -1;
}

template <class S>
Tensor<std::remove_const_t<S>> ascending_edges(const char* call, const Tensor<S>& edges) {
  if (edge_order(call, edges) < 0) [[unlikely]]
    throw_value_error(call, ": bins descend");
  return edges.clone();
}

template <class Edge>
using BinCounts = Histogram<index_t, Edge>;

template <class Edge, class T>
BinCounts<Edge> even_histogram(const Tensor<T>& t, index_t bins, const HistogramRange& range) {
  const auto edges = even_edges<Edge>("histogram", t, bins, range);
  return count_in_bins(t, edges, EvenBins<Edge>(edges));
}
template <class Edge, class T>
BinCounts<std::remove_const_t<Edge>> uneven_histogram(const Tensor<T>& t,
                                                      const Tensor<Edge>& bins) {
  using V = std::remove_const_t<Edge>;
  const auto edges = ascending_edges("histogram", bins);
  return count_in_bins(t, edges, UnevenBins<computed_t<std::remove_const_t<T>>, V>(edges));
}

}  // namespace detail

/// Counts the elements in `bins` bins of equal width, by default ten, over `range`, by default from
/// the smallest element to the largest one. Each bin includes its lower edge, the last one both.
///   auto [counts, edges] = histogram(t, 10) · histogram(t, 10, {0, 1}) · histogram(t, 10).density()
/// Elements outside the range, NaN included, are not counted. Edges are double, or t's floating-point
/// type. Throws ValueError for less than one bin, for more bins than the range has numbers, and for a
/// range that descends or is not finite, which includes that of elements with NaN. Source: NumPy's
/// histogram.
///   histogram(tensor({1, 2, 2, 4}), 3).counts -> 1 2 1
template <RealTensor A, Real B = index_t>
[[nodiscard]] auto histogram(const A& t, B bins = 10, const HistogramRange& range = {}) {
  using Edge = detail::function_t<computed_t<detail::element_t<A>>>;
  return detail::even_histogram<Edge>(t, Count(bins), range);
}
/// Counts the elements between the given edges. Throws ShapeError unless the edges have rank 1,
/// ValueError unless they ascend.
///   histogram(t, tensor({0, 1, 10, 100})) · histogram(t, {0, 0.5, 1}), whose edges are doubles
template <RealTensor A, RealTensor E>
[[nodiscard]] auto histogram(const A& t, const E& bins) {
  return detail::uneven_histogram(t, bins);
}
[[nodiscard]] auto histogram(const RealTensor auto& t, std::initializer_list<double> bins) {
  return histogram(t, detail::listed(bins));
}
/// Adds the weights of the elements in each bin, as doubles or complex doubles. Throws ShapeError
/// unless the weights have t's shape.
template <RealTensor A, Real B, NumberTensor W>
[[nodiscard]] auto histogram(const A& t, B bins, const HistogramRange& range, const W& weights) {
  using Edge = detail::function_t<computed_t<detail::element_t<A>>>;
  const auto edges = detail::even_edges<Edge>("histogram", t, Count(bins), range);
  return detail::weigh_in_bins(t, weights, edges, detail::EvenBins<Edge>(edges));
}
template <RealTensor A, RealTensor E, NumberTensor W>
[[nodiscard]] auto histogram(const A& t, const E& bins, const W& weights) {
  using Edge = detail::element_t<E>;
  const auto edges = detail::ascending_edges("histogram", bins);
  return detail::weigh_in_bins(t, weights, edges,
                               detail::UnevenBins<computed_t<detail::element_t<A>>, Edge>(edges));
}

template <RealTensor A, NumberTensor W>
[[nodiscard]] auto histogram(const A& t, std::initializer_list<double> bins, const W& weights) {
  return histogram(t, detail::listed(bins), weights);
}

/// Returns the number of the bin of each value, in the shape of the values, between edges that ascend
/// or descend: 0 before the first edge, bins.numel() after the last. A value equal to an edge is in
/// the bin after it or, with `right`, in the bin before it.
///   digitize(tensor({0, 1, 5}), tensor({1, 3}))         -> {0, 1, 2}
///   digitize(tensor({0, 1, 5}), tensor({1, 3}), true)   -> {0, 0, 2}
///   digitize(tensor({0, 1, 5}), {3, 1})                 -> {2, 1, 0}
/// Throws ShapeError for bins of another rank than 1, ValueError for bins that neither ascend nor
/// descend. Source: NumPy's digitize.
template <SearchValues V, RealTensor S>
[[nodiscard]] Tensor<index_t> digitize(const V& values, const S& bins, bool right = false) {
  if (detail::edge_order("digitize", bins) > 0)
    return detail::search("digitize", bins, values, !right);
  const auto found = detail::search("digitize", bins.flip(), values, !right);
  return detail::operate<detail::Subtract>("digitize", bins.numel(), found);
}
template <SearchValues V>
[[nodiscard]] Tensor<index_t> digitize(const V& values, std::initializer_list<double> bins,
                                       bool right = false) {
  return digitize(values, detail::listed(bins), right);
}

template <ComplexTensor A, class... Rest>
auto histogram(const A&, const Rest&...) {
  return detail::refuse_complex<A>();
}
template <RealTensor A, Integer B, class Low, class High>
  requires(std::is_arithmetic_v<Low> && std::is_arithmetic_v<High>)
auto histogram(const A&, B, Low, High) {
  static_assert(detail::kNever<A>, "the range is a pair: write histogram(t, 10, {0, 1})");
  return detail::refused<A>();
}
template <RealTensor A, Integer B, Boolean D>
auto histogram(const A&, B, D) {
  static_assert(detail::kNever<A>, "write histogram(t, 10).density()");
  return detail::refused<A>();
}
template <RealTensor A>
auto histogram(const A&, const char*) {
  static_assert(detail::kNever<A>, "bins are a number or a list of edges");
  return detail::refused<A>();
}
template <class V, class S, class... Rest>
  requires ComplexSearch<S, V>
auto digitize(const V&, const S&, const Rest&...) {
  return detail::refuse_complex<S, V>();
}
template <ComplexTensor V, class... Rest>
auto digitize(const V&, std::initializer_list<double>, const Rest&...) {
  return detail::refuse_complex<V>();
}

NDX_NAMESPACE_END
