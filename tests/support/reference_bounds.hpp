// The reference evaluator under a bounds policy, for indices that leave their dims.
//
// ref_index knows no policy. Indices that wrap or are clipped are put right before it sees them.
// Where indices outside are skipped, each indexed dim of the source gets one more place, which
// means "outside". Includes nothing of ndx.
#pragma once

#include <algorithm>

#include "reference.hpp"

namespace reference {

/// How many dims of the source a term takes; the ellipsis, none.
inline std::int64_t term_width(const RefTerm& term) {
  if (const auto* mask = std::get_if<RefMask>(&term))
    return static_cast<std::int64_t>(mask->shape.size());
  const bool takes_none = std::holds_alternative<bool>(term) ||
                          std::holds_alternative<RefNewAxis>(term) ||
                          std::holds_alternative<RefEllipsis>(term);
  return takes_none ? 0 : 1;
}

/// The terms of the view that an index is read off or written through: index arrays and masks
/// become full slices of their dims.
inline RefTerms view_terms(const RefTerms& terms) {
  RefTerms basic;
  for (const RefTerm& term : terms) {
    if (!is_advanced(term)) basic.push_back(term);
    if (is_advanced(term))
      basic.insert(basic.end(), static_cast<std::size_t>(term_width(term)), RefSlice{});
  }
  return basic;
}

/// Calls visit(dim, index) for each integer and each element of each index array that has a dim.
template <class Visit>
void for_each_index(const Shape& source, RefTerms& terms, Visit visit) {
  auto spare = static_cast<std::int64_t>(source.size());
  for (const RefTerm& term : terms) spare -= term_width(term);
  std::int64_t dim = 0;
  for (RefTerm& term : terms) {
    if (dim < static_cast<std::int64_t>(source.size())) {
      if (auto* const index = std::get_if<std::int64_t>(&term))
        visit(static_cast<std::size_t>(dim), *index);
      if (auto* const indices = std::get_if<RefIndices>(&term))
        for (std::int64_t& index : indices->values) visit(static_cast<std::size_t>(dim), index);
    }
    dim += term_width(term);
    if (std::holds_alternative<RefEllipsis>(term)) dim += std::max<std::int64_t>(spare, 0);
  }
}

inline std::int64_t brought_inside(RefBounds bounds, std::int64_t i, std::int64_t n) {
  if (bounds == RefBounds::raise) return i;
  if (bounds == RefBounds::raise_negative) return i < 0 ? n : i;  // n is refused
  if (bounds == RefBounds::skip_negative) return i < 0 || i >= n ? n : i;
  if (bounds == RefBounds::wrap) return n == 0 ? i : ((i % n) + n) % n;
  if (bounds == RefBounds::wrap_clip && i < 0) i += n;
  if (bounds == RefBounds::clip || bounds == RefBounds::wrap_clip)
    return std::clamp<std::int64_t>(i, 0, std::max<std::int64_t>(n - 1, 0));
  const bool inside = i >= -n && i < n;
  return inside ? (i < 0 ? i + n : i) : n;  // the place beyond the last means outside
}

inline bool has_duplicates(std::vector<std::int64_t> places) {
  std::sort(places.begin(), places.end());
  return std::adjacent_find(places.begin(), places.end()) != places.end();
}

/// The row-major place of a coordinate in an array of that shape.
inline std::size_t exact_place(const Shape& shape, const Shape& coordinate) {
  std::size_t place = 0;
  for (std::size_t d = 0; d < shape.size(); ++d)
    place = place * static_cast<std::size_t>(shape[d]) + static_cast<std::size_t>(coordinate[d]);
  return place;
}

/// The array with one more place along `dim`, which holds kSkippedPlace.
inline RefTensor with_one_more(const RefTensor& array, std::size_t dim) {
  RefTensor grown{array.shape, {}};
  grown.shape[dim] += 1;
  if (element_count(grown.shape) == 0) return grown;
  Shape coordinate(grown.shape.size(), 0);
  do {
    const bool beyond = coordinate[dim] == array.shape[dim];
    grown.values.push_back(beyond ? kSkippedPlace
                                  : array.values[exact_place(array.shape, coordinate)]);
  } while (advance(coordinate, grown.shape));
  return grown;
}

/// places[terms] under a policy: positions, and kSkippedPlace where an index is skipped.
inline RefTensor ref_index_bounded(const RefTensor& places, RefTerms terms, RefRule rule,
                                   RefBounds bounds) {
  std::vector<bool> grown(places.shape.size(), false);
  for_each_index(places.shape, terms, [&](std::size_t dim, std::int64_t& index) {
    index = brought_inside(bounds, index, places.shape[dim]);
    grown[dim] = skips(bounds);
  });
  RefTensor padded = places;
  for (std::size_t dim = 0; dim < grown.size(); ++dim)
    if (grown[dim]) padded = with_one_more(padded, dim);
  return ref_index(padded, terms, rule);
}

}  // namespace reference
