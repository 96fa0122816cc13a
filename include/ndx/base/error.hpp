// The three exceptions, and the cold functions that put a message together and throw.
//
// A message names the call, the term or dim as the caller counts it, the value and the limit.
#pragma once

#include <stdexcept>
#include <string>

#include <ndx/base/dims.hpp>

NDX_NAMESPACE_BEGIN

/// An index out of bounds, too many indices, a second ellipsis, a mask that does not match.
class IndexError : public std::out_of_range {
 public:
  using std::out_of_range::out_of_range;
};

/// Shapes that do not broadcast, a value that does not fit, a reshape that cannot be.
class ShapeError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A step of 0, a write to an overlapping view, sizes whose product overflows, a malformed file.
class ValueError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

namespace detail {

NDX_COLD inline void append_text(std::string& text, const char* part) { text += part; }
NDX_COLD inline void append_text(std::string& text, const std::string& part) { text += part; }
template <Integer I>
NDX_COLD void append_text(std::string& text, I value) {
  text += std::to_string(value);
}
/// As a tuple without the comma of one: "(2, 3)", "(3)", "()".
NDX_COLD inline void append_text(std::string& text, DimsView dims) {
  text += '(';
  for (std::size_t d = 0; d < dims.size(); ++d) {
    if (d != 0) text += ", ";
    text += std::to_string(dims[d]);
  }
  text += ')';
}

}  // namespace detail

/// Joins text, integers and dims into one message: message("size ", 3, " of ", shape).
template <class... Parts>
NDX_COLD std::string message(const Parts&... parts) {
  std::string text;
  (detail::append_text(text, parts), ...);
  return text;
}

template <class... Parts>
[[noreturn]] NDX_COLD void throw_index_error(const Parts&... parts) {
  throw IndexError(message(parts...));
}
template <class... Parts>
[[noreturn]] NDX_COLD void throw_shape_error(const Parts&... parts) {
  throw ShapeError(message(parts...));
}
template <class... Parts>
[[noreturn]] NDX_COLD void throw_value_error(const Parts&... parts) {
  throw ValueError(message(parts...));
}

/// Brings a dim counted from either end into 0…rank-1.
/// Throws IndexError when it is outside -rank…rank-1.
inline std::size_t wrap_dim(const char* call, index_t dim, std::size_t rank) {
  const auto limit = static_cast<index_t>(rank);
  if (dim < -limit || dim >= limit) [[unlikely]] {
    throw_index_error(call, ": dim ", dim, " is out of range for a tensor of rank ", rank);
  }
  return static_cast<std::size_t>(dim < 0 ? dim + limit : dim);
}

/// Brings an index counted from either end into 0…size-1.
/// Throws IndexError when it is outside -size…size-1; `dim` is only named.
inline index_t wrap_index(const char* call, index_t index, std::size_t dim, index_t size) {
  if (index < -size || index >= size) [[unlikely]] {
    throw_index_error(call, ": index ", index, " is out of bounds for dimension ", dim,
                      " with size ", size);
  }
  return index < 0 ? index + size : index;
}

NDX_NAMESPACE_END
