// What the functions that index along a dim select, by their formulas: for each element of the
// result its row-major place in the source. Includes nothing of ndx and must stay that way.
#pragma once

#include "reference_terms.hpp"

namespace reference {

/// The position that an index means in a dim of size n, or kSkippedPlace.
inline std::int64_t ref_resolve(std::int64_t index, std::int64_t n, RefBounds bounds) {
  if (index >= 0 && index < n) return index;
  if (bounds == RefBounds::skip_negative) return kSkippedPlace;
  if (bounds == RefBounds::raise_negative) throw RefError(kIndexFault);
  if (index >= -n && index < 0 && bounds != RefBounds::clip) return index + n;
  if (bounds == RefBounds::skip) return kSkippedPlace;
  if (bounds == RefBounds::raise || n == 0) throw RefError(kIndexFault);
  if (bounds == RefBounds::clip || bounds == RefBounds::wrap_clip) return index < 0 ? 0 : n - 1;
  return ((index % n) + n) % n;
}

/// The index tensor with every element resolved, so that what is wrong shows even where nothing is
/// read.
inline RefTensor ref_resolved(RefTensor indices, std::int64_t n, RefBounds bounds) {
  for (std::int64_t& i : indices.values) i = ref_resolve(i, n, bounds);
  return indices;
}

/// Row-major places in `source` of pick(coordinate of the result), which is a coordinate of the
/// source, some of it kSkippedPlace when the element is skipped.
template <class Pick>
RefTensor ref_places(const Shape& source, const Shape& result, Pick pick) {
  RefTensor places{result, {}};
  if (element_count(result) == 0) return places;
  Shape coordinate(result.size(), 0);
  do {
    const Shape picked = pick(coordinate);
    std::int64_t place = 0;
    bool skipped = false;
    for (std::size_t d = 0; d < source.size(); ++d) {
      skipped = skipped || picked[d] == kSkippedPlace;
      place = place * source[d] + picked[d];
    }
    places.values.push_back(skipped ? kSkippedPlace : place);
  } while (advance(coordinate, result));
  return places;
}

/// The shape of a source with the dims `own` in the place of one.
inline Shape taken_shape(const Shape& source, std::size_t dim, const Shape& own) {
  const auto place = source.begin() + static_cast<std::ptrdiff_t>(dim);
  Shape result(source.begin(), place);
  result.insert(result.end(), own.begin(), own.end());
  result.insert(result.end(), place + 1, source.end());
  return result;
}

/// The shape of what rows of coordinates of that shape name.
inline Shape rows_shape(const Shape& source, const Shape& indices) {
  Shape result(indices.begin(), indices.end() - 1);
  result.insert(result.end(), source.begin() + static_cast<std::ptrdiff_t>(indices.back()),
                source.end());
  return result;
}

/// result[a…, i…, b…] = source[a…, indices[i…], b…]
inline RefTensor ref_take(const Shape& source, std::size_t dim, const RefTensor& indices,
                          RefBounds bounds) {
  const RefTensor resolved = ref_resolved(indices, source[dim], bounds);
  return ref_places(source, taken_shape(source, dim, indices.shape), [&](const Shape& c) {
    const auto own = c.begin() + static_cast<std::ptrdiff_t>(dim);
    const auto after = own + static_cast<std::ptrdiff_t>(indices.shape.size());
    Shape picked(c.begin(), own);
    picked.push_back(resolved.values[broadcast_place(indices.shape, Shape(own, after))]);
    picked.insert(picked.end(), after, c.end());
    return picked;
  });
}

/// result[a…, i, b…] = source[a…, indices[a…, i, b…], b…], where sizes of 1 are stretched to those
/// of `result`.
inline RefTensor ref_along(const Shape& source, std::size_t dim, const RefTensor& indices,
                           const Shape& result, RefBounds bounds) {
  const RefTensor resolved = ref_resolved(indices, source[dim], bounds);
  return ref_places(source, result, [&](Shape c) {
    const std::int64_t i = resolved.values[broadcast_place(indices.shape, c)];
    for (std::size_t d = 0; d < c.size(); ++d) c[d] = source[d] == 1 ? 0 : c[d];
    c[dim] = i;
    return c;
  });
}

/// result[i…, b…] = source[indices[i…, 0], indices[i…, 1], …, b…]
inline RefTensor ref_rows(const Shape& source, RefTensor indices, RefBounds bounds) {
  const auto width = static_cast<std::size_t>(indices.shape.back());
  for (std::size_t i = 0; i < indices.values.size(); ++i)
    indices.values[i] = ref_resolve(indices.values[i], source[i % width], bounds);
  const std::size_t own = indices.shape.size() - 1;
  return ref_places(source, rows_shape(source, indices.shape), [&](const Shape& c) {
    Shape row(c.begin(), c.begin() + static_cast<std::ptrdiff_t>(own));
    row.push_back(0);
    Shape picked;
    for (std::size_t k = 0; k < width; ++k) {
      row.back() = static_cast<std::int64_t>(k);
      picked.push_back(indices.values[broadcast_place(indices.shape, row)]);
    }
    picked.insert(picked.end(), c.begin() + static_cast<std::ptrdiff_t>(own), c.end());
    return picked;
  });
}

}  // namespace reference
