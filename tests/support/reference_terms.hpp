// The vocabulary of the reference evaluator: terms, arrays, rules and faults, as plain structs.
//
// Nothing here may include or resemble ndx: the reference checks the library, so the two share no
// line.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace reference {

using Shape = std::vector<std::int64_t>;

/// A dense row-major array. Rank 0 has one value.
template <class T>
struct RefArray {
  Shape shape;
  std::vector<T> values;
};
using RefTensor = RefArray<std::int64_t>;

struct RefSlice {
  std::optional<std::int64_t> start;
  std::optional<std::int64_t> stop;
  std::optional<std::int64_t> step;
};
struct RefNewAxis {};
struct RefEllipsis {};
/// An integer array; of rank 0 it is the same as an integer.
struct RefIndices {
  Shape shape;
  std::vector<std::int64_t> values;
};
/// A boolean array; of rank 0 it is the same as a bool.
struct RefMask {
  Shape shape;
  std::vector<bool> values;
};
using RefTerm =
    std::variant<std::int64_t, bool, RefSlice, RefNewAxis, RefEllipsis, RefIndices, RefMask>;
using RefTerms = std::vector<RefTerm>;

/// The four ways to combine terms (rules.md of the guide).
enum class RefRule { index, numpy_index, oindex, vindex };
inline constexpr std::array<const char*, 4> kRuleNames = {"index", "numpy_index", "oindex",
                                                          "vindex"};

/// What an element of an index array outside its dim means. Integer terms always raise.
/// Under the last two a negative one is outside, too.
enum class RefBounds { raise, wrap, clip, wrap_clip, skip, raise_negative, skip_negative };
inline constexpr std::array<const char*, 7> kBoundsNames = {
    "raise", "wrap", "clip", "wrap_clip", "skip", "raise_negative", "skip_negative"};

inline bool skips(RefBounds bounds) {
  return bounds == RefBounds::skip || bounds == RefBounds::skip_negative;
}

/// Instead of a place: the index was outside, and nothing is read or written.
inline constexpr std::int64_t kSkippedPlace = -1;

/// The kinds of error, as a set: an expression can be wrong in more than one way,
/// and no rule says which one is reported.
using RefFaults = unsigned;
inline constexpr RefFaults kIndexFault = 1;
inline constexpr RefFaults kShapeFault = 2;
inline constexpr RefFaults kValueFault = 4;

inline std::string describe(RefFaults faults) {
  std::string text;
  if ((faults & kIndexFault) != 0) text += "IndexError ";
  if ((faults & kShapeFault) != 0) text += "ShapeError ";
  if ((faults & kValueFault) != 0) text += "ValueError ";
  return text.empty() ? "no error" : text.substr(0, text.size() - 1);
}

struct RefError : std::runtime_error {
  explicit RefError(RefFaults found) : std::runtime_error(describe(found)), faults(found) {}
  RefFaults faults;
};

/// Whether a term makes the result a copy: bools, masks and integer arrays of rank 1 and up.
inline bool is_advanced(const RefTerm& term) {
  if (const auto* indices = std::get_if<RefIndices>(&term)) return !indices->shape.empty();
  return std::holds_alternative<bool>(term) || std::holds_alternative<RefMask>(term);
}

inline bool any_advanced(const RefTerms& terms) {
  for (const RefTerm& term : terms)
    if (is_advanced(term)) return true;
  return false;
}

inline std::size_t element_count(const Shape& shape) {
  std::size_t count = 1;
  for (std::int64_t n : shape) count *= static_cast<std::size_t>(n);
  return count;
}

/// Goes to the next coordinate in row-major order; false after the last.
inline bool advance(Shape& coordinate, const Shape& shape) {
  for (std::size_t d = shape.size(); d-- > 0;) {
    if (++coordinate[d] < shape[d]) return true;
    coordinate[d] = 0;
  }
  return false;
}

/// The row-major place of a coordinate that is broadcast: it may have more dims in front, and a dim
/// of size 1 stays at 0.
inline std::size_t broadcast_place(const Shape& shape, const Shape& coordinate) {
  std::size_t place = 0;
  const std::size_t extra = coordinate.size() - shape.size();
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const std::int64_t c = shape[d] == 1 ? 0 : coordinate[extra + d];
    place = place * static_cast<std::size_t>(shape[d]) + static_cast<std::size_t>(c);
  }
  return place;
}

}  // namespace reference
