// Overlap tests: do two layouts over the same memory share an element? Does one layout map two
// coordinates to the same element?
//
// Both questions ask whether a sum of bounded multiples of the strides can equal a given value, which is a
// bounded linear Diophantine equation. The search goes through the strides in descending order. At each
// stride, the range that the remaining terms can cover and the greatest common divisor of the remaining
// strides leave only a few multiples to try. The search is exact until its budget is exhausted; then it
// answers "may overlap", which costs a copy or a refusal, but never a wrong result. Source of the idea:
// NumPy's mem_overlap.
#pragma once

#include <utility>

#include <ndx/layout/layout.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Solves Σ stride_i·x_i = target for integers low_i ≤ x_i ≤ high_i. Strides are stored positive,
/// distinct and in descending order. The solver is rarely needed and not inlined, because g++ would inline
/// the recursive search into itself.
class BoundedSum {
 public:
  /// Adds an unknown. If its stride is already present, widens the range of the present one instead.
  NDX_NOINLINE void add(index_t stride, index_t low, index_t high) {
    if (stride < 0) {
      stride = -stride;
      const index_t old_low = low;
      low = -high;
      high = -old_low;
    }
    std::size_t place = 0;
    while (place < unknowns_.size() && unknowns_[place].stride > stride) ++place;
    if (place < unknowns_.size() && unknowns_[place].stride == stride) {
      unknowns_[place].low += low;
      unknowns_[place].high += high;
    } else {
      unknowns_.insert(place, {stride, low, high, 0, 0, 0});
    }
  }

  /// Whether a stride of this magnitude is already present.
  [[nodiscard]] bool has(index_t stride) const noexcept {
    for (const Unknown& unknown : unknowns_) {
      if (unknown.stride == stride || unknown.stride == -stride) return true;
    }
    return false;
  }

  /// Whether `target` has a solution; if `nonzero`, one in which not all unknowns are 0.
  NDX_NOINLINE bool reaches(index_t target, bool nonzero) {
    prepare();
    budget_ = kBudget;
    return search(0, target, nonzero);
  }

 private:
  struct Unknown {
    index_t stride;
    index_t low;
    index_t high;
    index_t divisor;   // gcd of this stride and all smaller ones
    index_t least;     // minimum of the partial sum from this unknown on
    index_t greatest;  // maximum of that partial sum
  };

  /// Computes the divisors and the ranges of the partial sums, from the smallest stride up.
  void prepare() {
    index_t divisor = 0;
    index_t least = 0;
    index_t greatest = 0;
    for (std::size_t i = unknowns_.size(); i-- > 0;) {
      Unknown& unknown = unknowns_[i];
      unknown.divisor = divisor = greatest_divisor(divisor, unknown.stride);
      unknown.least = least += unknown.stride * unknown.low;
      unknown.greatest = greatest += unknown.stride * unknown.high;
    }
  }

  /// Whether the unknowns from `place` on can make up `target`.
  NDX_NOINLINE bool search(std::size_t place, index_t target, bool nonzero) {
    if (place == unknowns_.size()) return target == 0 && !nonzero;
    const Unknown& unknown = unknowns_[place];
    if (target < unknown.least || target > unknown.greatest || target % unknown.divisor != 0)
      return false;
    const bool last = place + 1 == unknowns_.size();
    const index_t rest_least = last ? 0 : unknowns_[place + 1].least;
    const index_t rest_greatest = last ? 0 : unknowns_[place + 1].greatest;
    // stride·x must lie in [target - rest_greatest, target - rest_least].
    const index_t from = larger(unknown.low, ceil_div(target - rest_greatest, unknown.stride));
    const index_t to = smaller(unknown.high, floor_div(target - rest_least, unknown.stride));
    for (index_t x = from; x <= to; ++x) {
      if (budget_-- == 0) return true;
      if (search(place + 1, target - unknown.stride * x, nonzero && x == 0)) return true;
    }
    return false;
  }

  /// Returns the greatest common divisor of numbers that are not negative. std::gcd would need <numeric>,
  /// which takes 0.03 s to compile in every source file.
  static index_t greatest_divisor(index_t a, index_t b) noexcept {
    while (b != 0) a = std::exchange(b, a % b);
    return a;
  }
  static index_t larger(index_t a, index_t b) noexcept { return a > b ? a : b; }
  static index_t smaller(index_t a, index_t b) noexcept { return a < b ? a : b; }
  static index_t floor_div(index_t a, index_t b) noexcept { return a / b - (a % b < 0 ? 1 : 0); }
  static index_t ceil_div(index_t a, index_t b) noexcept { return a / b + (a % b > 0 ? 1 : 0); }

  static constexpr int kBudget = 2000;
  SmallVector<Unknown, 2 * kInlineRank> unknowns_;
  int budget_ = 0;
};

/// Does the search of overlaps_itself for layouts whose strides are not nested.
bool strides_collide(const Layout& layout) NDX_SYMBOL(strides_collide);
#if NDX_DEFINES
NDX_NOINLINE NDX_FUNC bool strides_collide(const Layout& layout) {
  BoundedSum sum;
  for (std::size_t d = 0; d < layout.rank(); ++d) {
    const index_t size = layout.shape[d];
    if (size == 1) continue;
    if (layout.strides[d] == 0 || sum.has(layout.strides[d])) return true;
    sum.add(layout.strides[d], -(size - 1), size - 1);
  }
  return sum.reaches(0, true);
}
#endif

}  // namespace detail

/// Whether two coordinates of the layout map to the same element, as after expand or in overlapping
/// windows. The answer is exact, except that it may be true in error for layouts of many interleaved
/// strides.
inline bool overlaps_itself(const Layout& layout) {
  index_t reach = 0;
  bool nested = true;  // the usual case: each stride exceeds the extent of all inner dims
  for (std::size_t d = layout.rank(); d-- > 0;) {
    const index_t size = layout.shape[d];
    const index_t stride = layout.strides[d] < 0 ? -layout.strides[d] : layout.strides[d];
    if (size == 0) return false;
    if (size == 1) continue;
    nested = nested && stride > reach;
    reach += (size - 1) * stride;
  }
  return !nested && !is_empty(layout.shape) && detail::strides_collide(layout);
}

/// Throws ValueError if two coordinates map to the same element, because such a layout cannot be written.
void check_writable(const char* call, const Layout& layout) NDX_SYMBOL(check_writable);
#if NDX_DEFINES
NDX_FUNC void check_writable(const char* call, const Layout& layout) {
  if (overlaps_itself(layout)) [[unlikely]] {
    throw_value_error(call, ": shape ", layout.shape, " with strides ", layout.strides,
                      " has elements that share memory and cannot be written; clone() it first");
  }
}
#endif

/// Whether a layout of elements of `a_bytes` bytes and one of `b_bytes` bytes share a byte.
/// `distance` is the distance from the start of a's memory to the start of b's, in bytes. The answer is
/// exact, except that it may be true in error for layouts of many interleaved strides.
bool overlap(const Layout& a, index_t a_bytes, const Layout& b, index_t b_bytes, index_t distance)
    NDX_SYMBOL(overlap_layouts);
#if NDX_DEFINES
NDX_FUNC bool overlap(const Layout& a, index_t a_bytes, const Layout& b, index_t b_bytes,
                      index_t distance) {
  if (is_empty(a.shape) || is_empty(b.shape)) return false;
  const Extent ea = extent(a);
  const Extent eb = extent(b);
  const index_t a_low = ea.low * a_bytes;
  const index_t a_high = (ea.high + 1) * a_bytes;
  const index_t b_low = distance + eb.low * b_bytes;
  const index_t b_high = distance + (eb.high + 1) * b_bytes;
  if (a_high <= b_low || b_high <= a_low) return false;
  // A byte of a is a byte of b if Σ a_stride·x - Σ b_stride·y + byte_of_a - byte_of_b = distance +
  // b.offset - a.offset, all in bytes.
  detail::BoundedSum sum;
  for (std::size_t d = 0; d < a.rank(); ++d) {
    if (a.shape[d] > 1 && a.strides[d] != 0) sum.add(a.strides[d] * a_bytes, 0, a.shape[d] - 1);
  }
  for (std::size_t d = 0; d < b.rank(); ++d) {
    if (b.shape[d] > 1 && b.strides[d] != 0) sum.add(b.strides[d] * b_bytes, -(b.shape[d] - 1), 0);
  }
  if (a_bytes + b_bytes > 2) sum.add(1, -(b_bytes - 1), a_bytes - 1);
  return sum.reaches(distance + b.offset * b_bytes - a.offset * a_bytes, false);
}
#endif

NDX_NAMESPACE_END
