// Tensors that are too large for a page's memory: a typed shape counts its elements, so that the
// element at each place is known, and those at the edges can be printed, without the others.
#pragma once

#include <optional>

#include "value.hpp"

namespace explorer {

inline constexpr index_t kMostCounted = index_t{1} << 53;  // numbers of JavaScript are exact so far

/// The number of elements of a shape, which need no memory.
inline index_t counted(std::size_t position, DimsView shape) {
  const index_t count = located(position, [&] { return ndx::checked_numel("shape", shape); });
  if (count > kMostCounted) {
    throw InputError(position, ndx::message("shape ", shape, " has ", count,
                                            " elements; at most 2**53 are counted here"));
  }
  return count;
}

/// Prints a view of a tensor that counts its elements, as NumPy prints large arrays: the first three
/// and the last three along each dim. Up to seven are made, because print leaves out those between.
/// Returns nothing if there are too many dims to be read.
inline std::string printed_edges(const ndx::Layout& layout) {
  constexpr index_t kMade = 7;
  constexpr index_t kMostPrinted = index_t{1} << 15;
  const auto rank = static_cast<std::size_t>(layout.rank());
  Dims shape;
  for (const index_t size : layout.shape) shape.push_back(std::min(size, kMade));
  if (rank > 5 || ndx::numel(DimsView(shape)) > kMostPrinted) return "";
  Integers elements = ndx::full<index_t>(shape, layout.offset);
  for (std::size_t d = 0; d < rank; ++d) {
    Integers line = ndx::arange<index_t>(shape[d]);
    for (index_t i = kMade - 3; i < shape[d]; ++i) line.data()[i] += layout.shape[d] - shape[d];
    Dims along = Dims::filled(rank, 1);
    along[d] = shape[d];
    elements = elements + line.reshape(along) * layout.strides[d];
  }
  return to_string(elements, {.threshold = 0});
}

/// The elements that an index selects from a tensor of `shape` that counts its elements, which are
/// also their row-major positions; nothing if that needs too much memory.
inline std::optional<Integers> counted_result(const Dims& shape, DimsView result,
                                              const std::vector<ndx::TensorIndex>& terms,
                                              ndx::IndexRule rule) {
  if (ndx::numel(result) > kMostElements) return std::nullopt;
  const ndx::Layout layout = ndx::contiguous_layout("x", shape);
  Integers elements = ndx::zeros<index_t>(Dims(result));
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] > kMostElements) return std::nullopt;
    Dims along = Dims::filled(shape.size(), 1);
    along[d] = shape[d];
    const Integers coordinates = ndx::arange<index_t>(shape[d]).reshape(along).expand(shape);
    elements = elements + coordinates.index(terms, {.rule = rule}) * layout.strides[d];
  }
  return elements;
}

}  // namespace explorer
