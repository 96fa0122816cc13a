// The exception types, and the functions that throw them.
//
// Each message names the call, the term or dim as the caller counts it, the value and the limit. Calls that
// throw are everywhere, so each of them is compiled to little code: it passes its parts to one function that
// builds the message and throws.
#pragma once

#include <new>
#include <stdexcept>

#include <ndx/base/message.hpp>

namespace ndx {
inline namespace NDX_ERROR_NAMESPACE {

/// An index out of bounds, too many indices, a second ellipsis, a mask whose shape does not match.
class IndexError : public std::out_of_range {
 public:
  using std::out_of_range::out_of_range;
};

/// Shapes that do not broadcast, a value of the wrong shape, an impossible reshape.
class ShapeError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A step of 0, a write to a self-overlapping view, sizes whose product overflows, a malformed
/// file.
class ValueError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// A result that memory cannot hold. what() names the call, the shape and the bytes. If there is no memory
/// for the text either, a plain std::bad_alloc is thrown instead.
class MemoryError : public std::bad_alloc {
 public:
  explicit MemoryError(const char* text) noexcept {
    for (std::size_t i = 0; i + 1 < sizeof(text_) && text[i] != 0; ++i) text_[i] = text[i];
  }
  /// Returns the message.
  [[nodiscard]] const char* what() const noexcept override { return text_; }

 private:
  char text_[256] = {};
};

}  // namespace NDX_ERROR_NAMESPACE
}  // namespace ndx

NDX_NAMESPACE_BEGIN
namespace detail {

enum class ErrorKind : std::uint8_t { index, shape, value, memory };

/// Throws an error whose message is made of the parts that append_list takes.
[[noreturn]] void raise_error(ErrorKind kind, const char* letters, ...) NDX_SYMBOL(raise_error);
#if NDX_DEFINES
NDX_COLD NDX_FUNC void raise_error(ErrorKind kind, const char* letters, ...) {
  TextBuffer text;
  std::va_list parts;
  va_start(parts, letters);
  append_list(text, letters, parts);
  va_end(parts);
  text.append("", 1);  // terminates the text with a 0
  if (kind == ErrorKind::index) throw IndexError(text.data());
  if (kind == ErrorKind::shape) throw ShapeError(text.data());
  if (kind == ErrorKind::memory) throw MemoryError(text.data());
  throw ValueError(text.data());
}
#endif

}  // namespace detail

/// These functions throw an error whose message concatenates text, integers and dims, like message().
template <class... Parts>
[[noreturn]] NDX_ALWAYS_INLINE void throw_index_error(const Parts&... parts) {
  detail::raise_error(detail::ErrorKind::index,
                      detail::kLettersOfParts<decltype(detail::text_part(parts))...>,
                      detail::text_part(parts)...);
}
template <class... Parts>
[[noreturn]] NDX_ALWAYS_INLINE void throw_shape_error(const Parts&... parts) {
  detail::raise_error(detail::ErrorKind::shape,
                      detail::kLettersOfParts<decltype(detail::text_part(parts))...>,
                      detail::text_part(parts)...);
}
template <class... Parts>
[[noreturn]] NDX_ALWAYS_INLINE void throw_value_error(const Parts&... parts) {
  detail::raise_error(detail::ErrorKind::value,
                      detail::kLettersOfParts<decltype(detail::text_part(parts))...>,
                      detail::text_part(parts)...);
}
template <class... Parts>
[[noreturn]] NDX_ALWAYS_INLINE void throw_memory_error(const Parts&... parts) {
  detail::raise_error(detail::ErrorKind::memory,
                      detail::kLettersOfParts<decltype(detail::text_part(parts))...>,
                      detail::text_part(parts)...);
}

/// Converts a dim counted from either end to 0…rank-1. Throws IndexError if it is outside
/// -rank…rank-1.
inline std::size_t wrap_dim(const char* call, index_t dim, std::size_t rank) {
  const auto limit = static_cast<index_t>(rank);
  if (dim < -limit || dim >= limit) [[unlikely]] {
    throw_index_error(call, ": dim ", dim, " is out of range for a tensor of rank ", rank);
  }
  return static_cast<std::size_t>(dim < 0 ? dim + limit : dim);
}

/// Converts an index counted from either end to 0…size-1. Throws IndexError if it is outside
/// -size…size-1; `dim` is used only in the message.
inline index_t wrap_index(const char* call, index_t index, std::size_t dim, index_t size) {
  if (index < -size || index >= size) [[unlikely]] {
    throw_index_error(call, ": index ", index, " is out of bounds for dimension ", dim,
                      " with size ", size);
  }
  return index < 0 ? index + size : index;
}

NDX_NAMESPACE_END
