// Random sources and random index expressions for the property tests and the fuzz bodies.
//
// Numbers come from a seed, the same ones everywhere, or from whoever makes them up. Most
// expressions are right, some are empty, and a share is spoiled with one fault. Knows only the
// reference's terms.
#pragma once

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <limits>
#include <random>

#include "reference_terms.hpp"

namespace reference {

/// A strided view of a buffer of `size` elements.
struct Strided {
  std::int64_t size = 1;
  Shape shape;
  Shape strides;
  std::int64_t offset = 0;
};

class RandomExpressions {
 public:
  explicit RandomExpressions(std::uint64_t seed)
      : draw_([engine = std::mt19937_64(seed)](std::uint64_t n) mutable {
          const std::uint64_t drawn = engine();
          return n == 0 ? drawn : drawn % n;
        }) {}
  /// draw(n) gives a number below n, draw(0) any number.
  explicit RandomExpressions(std::function<std::uint64_t(std::uint64_t n)> draw)
      : draw_(std::move(draw)) {}

  std::int64_t below(std::int64_t n) {
    return n <= 0 ? 0 : static_cast<std::int64_t>(draw_(static_cast<std::uint64_t>(n)));
  }
  std::int64_t between(std::int64_t low, std::int64_t high) { return low + below(high - low + 1); }
  /// Any of the four; the outer one only where the product that it makes stays small.
  RefRule rule(const RefTerms& terms) {
    std::size_t product = 1;
    for (const RefTerm& term : terms) {
      const auto* const indices = std::get_if<RefIndices>(&term);
      const auto* const mask = std::get_if<RefMask>(&term);
      if (indices != nullptr) product *= 1 + indices->values.size();
      if (mask != nullptr) product *= 1 + mask->values.size();
    }
    const auto drawn = static_cast<RefRule>(below(4));
    return drawn == RefRule::oindex && product > 100 ? RefRule::index : drawn;
  }
  bool chance(int percent) { return below(100) < percent; }
  template <class V>
  V pick(std::initializer_list<V> from) {
    return from.begin()[below(static_cast<std::int64_t>(from.size()))];
  }

  Shape shape() {
    Shape result;
    for (std::int64_t rank = pick({0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 5, 6}); rank > 0; --rank)
      result.push_back(chance(3) ? 0 : pick({1, 2, 2, 3, 3, 4, 5}));
    return result;
  }

  /// A view of that shape with permuted dims, gaps, reversed dims and, when asked for, dims of
  /// stride 0.
  Strided strided(const Shape& shape, bool expanded) {
    Strided view{1, shape, Shape(shape.size(), 0), 0};
    for (std::size_t d : permutation(shape.size())) {
      const std::int64_t n = shape[d];
      if (expanded && chance(20)) continue;
      const std::int64_t step = shape.size() > 4 ? 1 : pick({1, 1, 1, 2, 3});
      const bool reversed = chance(25);
      view.strides[d] = view.size * (reversed ? -step : step);
      if (reversed && n > 1) view.offset += (n - 1) * step * view.size;
      view.size *= std::max<std::int64_t>(n * step, 1);
    }
    return view;
  }

  RefTerms terms(const Shape& source) {
    const bool advanced = chance(75);
    const auto rank = static_cast<std::int64_t>(source.size());
    const bool large = element_count(source) <= 24 && chance(7);
    choose_common(large);
    std::int64_t gap_begin = chance(40) ? between(0, rank) : rank + 1;
    const std::int64_t gap_end = std::min(rank, gap_begin + pick({0, 0, 1, 1, 2, 3}));
    const std::int64_t end = gap_begin <= rank || chance(50) ? rank : between(0, rank);
    RefTerms result;
    for (std::int64_t dim = 0;;) {
      if (chance(10)) result.emplace_back(RefNewAxis{});
      if (advanced && chance(6)) result.push_back(random_bool());
      if (dim >= gap_begin) {
        result.emplace_back(RefEllipsis{});
        dim = std::max(dim, gap_end);
        gap_begin = rank + 1;
        continue;
      }
      if (dim >= end) break;
      result.push_back(term(source, static_cast<std::size_t>(dim), advanced));
      const auto* mask = std::get_if<RefMask>(&result.back());
      dim += mask != nullptr ? static_cast<std::int64_t>(mask->shape.size()) : 1;
    }
    if (large ? chance(35) : chance(12)) spoil(result, large);
    return result;
  }

  /// A shape that broadcasts to `result`, most of the time.
  Shape value_shape(const Shape& result) {
    Shape value = result;
    if (chance(40)) value.erase(value.begin(), value.begin() + below(ssize(value) + 1));
    for (std::int64_t& n : value)
      if (chance(20)) n = 1;
    if (chance(10)) value.insert(value.begin(), pick({1, 1, 1, 2}));
    if (!value.empty() && chance(3)) value.back() += 1;
    return value;
  }

  /// Any view of that shape that stays within a buffer of `size` elements (at least 1), elements
  /// repeated or not.
  Strided view_within(std::int64_t size, const Shape& shape) {
    Strided view{size, shape, Shape(shape.size(), 0), 0};
    std::int64_t room = size - 1;
    for (std::size_t d : permutation(shape.size())) {
      const std::int64_t steps = std::max<std::int64_t>(shape[d] - 1, 1);
      const std::int64_t stride = below(std::min<std::int64_t>(room / steps, 6) + 1);
      const bool reversed = chance(30);
      view.strides[d] = reversed ? -stride : stride;
      room -= steps * stride;
      if (reversed && shape[d] > 1) view.offset += steps * stride;
    }
    view.offset += below(room + 1);
    return view;
  }

  std::uint64_t seed() { return draw_(0); }

  std::vector<std::size_t> permutation(std::size_t count) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < count; ++i)
      order.insert(order.begin() + below(ssize(order) + 1), i);
    return order;
  }

 private:
  template <class C>
  static std::int64_t ssize(const C& c) {
    return static_cast<std::int64_t>(c.size());
  }

  /// Large index spaces are rare: they are there for what works in blocks.
  void choose_common(bool large) {
    common_.clear();
    if (large) {
      common_ = chance(50) ? Shape{pick({520, 1030})} : Shape{9, pick({57, 120})};
      return;
    }
    for (std::int64_t rank = pick({1, 1, 1, 2, 2, 3}); rank > 0; --rank)
      common_.push_back(chance(3) ? 0 : pick({1, 2, 2, 2, 3, 3, 4}));
  }

  RefTerm random_bool() {
    const bool b = chance(80);
    if (chance(25)) return RefMask{{}, {b}};
    return b;
  }

  RefTerm term(const Shape& source, std::size_t dim, bool advanced) {
    const std::int64_t n = source[dim];
    const std::int64_t kind = below(100);
    if (kind < 30 && n > 0) {
      const std::int64_t i = between(-n, n - 1);
      if (chance(15)) return RefIndices{{}, {i}};
      return i;
    }
    if (kind < 55 || !advanced) return slice(n);
    if (kind < 85) return indices(n);
    const std::size_t rank = std::min<std::size_t>(pick({1u, 1u, 2u, 2u, 3u}), source.size() - dim);
    const auto first = source.begin() + static_cast<std::ptrdiff_t>(dim);
    return mask(Shape(first, first + static_cast<std::ptrdiff_t>(rank)));
  }

  RefSlice slice(std::int64_t n) {
    RefSlice result;
    if (chance(20)) return result;
    if (chance(60)) result.start = bound(n);
    if (chance(60)) result.stop = bound(n);
    if (chance(60))
      result.step = chance(5) ? pick({kMin, kMax}) : pick({-3, -2, -1, -1, 1, 1, 2, 3});
    return result;
  }

  std::int64_t bound(std::int64_t n) {
    return chance(5) ? pick({kMin, kMax}) : between(-n - 1, n + 1);
  }

  RefIndices indices(std::int64_t n) {
    RefIndices result;
    const std::int64_t dropped = chance(25) ? below(ssize(common_)) : 0;
    result.shape.assign(common_.begin() + dropped, common_.end());
    for (std::int64_t& size : result.shape)
      if (n == 0 || chance(15)) size = n == 0 ? 0 : 1;
    for (std::size_t i = 0; i < element_count(result.shape); ++i)
      result.values.push_back(between(-n, n - 1));
    return result;
  }

  RefMask mask(const Shape& covered) {
    RefMask result{covered, std::vector<bool>(element_count(covered), false)};
    const std::int64_t size = ssize(result.values);
    std::int64_t wanted = chance(80) ? common_.back() : below(size + 1);
    for (std::int64_t tries = 0; size > 0 && wanted > 0 && tries < 50; ++tries) {
      auto place = result.values[static_cast<std::size_t>(below(size))];
      if (place) continue;
      place = true;
      --wanted;
    }
    return result;
  }

  void spoil(RefTerms& terms, bool large) {
    if (chance(large ? 90 : 40) && spoil_one_index(terms)) return;
    const RefTerm wrong = pick<RefTerm>(
        {std::int64_t{5}, std::int64_t{-6}, kMax, kMin, RefEllipsis{}, RefSlice{{}, {}, 0},
         RefIndices{{}, {7}}, RefIndices{{2}, {0, 7}}, RefIndices{{1, 1}, {-6}},
         RefIndices{{0}, {}}, RefIndices{{0, 4}, {}}, RefIndices{{4, 1}, {0, 0, 0, 0}},
         RefMask{{1}, {true}}, RefMask{{1, 2}, {false, true}}, RefMask{{0, 3}, {}},
         RefMask{{2, 0}, {}}, false});
    const std::int64_t place = below(ssize(terms) + 1);
    if (place < ssize(terms) && chance(75))
      terms[static_cast<std::size_t>(place)] = wrong;
    else
      terms.insert(terms.begin() + place, wrong);
  }

  /// Puts one element of an index array out of bounds, anywhere in it.
  bool spoil_one_index(RefTerms& terms) {
    for (RefTerm& term : terms) {
      auto* const own = std::get_if<RefIndices>(&term);
      if (own == nullptr || own->values.empty() || chance(30)) continue;
      own->values[static_cast<std::size_t>(below(ssize(own->values)))] = pick({6, -7, 1000, -129});
      return true;
    }
    return false;
  }

  static constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
  static constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

  std::function<std::uint64_t(std::uint64_t n)> draw_;
  Shape common_;  // index arrays of one expression are made to broadcast to this
};

}  // namespace reference
