// The three exception types, and the cold functions that throw them.
//
// Each message names the call, the term or dim as the caller counts it, the value and the limit.
#pragma once

#include <stdexcept>

#include <ndx/base/text.hpp>

namespace ndx {
inline namespace NDX_ERROR_NAMESPACE {

/// Index out of bounds, too many indices, a second ellipsis, a mask whose shape does not match.
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

}  // namespace NDX_ERROR_NAMESPACE
}  // namespace ndx

NDX_NAMESPACE_BEGIN
namespace detail {

/// Converts a message part to one of a few types before passing it to the throwing function: all
/// string literals to one, all integers of the same signedness to one. Few instances of that
/// function are compiled.
template <class Part>
NDX_ALWAYS_INLINE auto message_part(const Part& part) {
  if constexpr (Integer<Part>) {
    return static_cast<std::conditional_t<std::is_signed_v<Part>, index_t, std::uint64_t>>(part);
  } else if constexpr (std::is_convertible_v<const Part&, const char*>) {
    return static_cast<const char*>(part);
  } else if constexpr (std::is_convertible_v<const Part&, std::string_view>) {
    return std::string_view(part);
  } else {
    return DimsView(part);
  }
}

[[noreturn]] void raise_index_error(std::initializer_list<TextPart> parts)
    NDX_SYMBOL(raise_index_error);
[[noreturn]] void raise_shape_error(std::initializer_list<TextPart> parts)
    NDX_SYMBOL(raise_shape_error);
[[noreturn]] void raise_value_error(std::initializer_list<TextPart> parts)
    NDX_SYMBOL(raise_value_error);
#if NDX_DEFINES
NDX_COLD NDX_FUNC void raise_index_error(std::initializer_list<TextPart> parts) {
  throw IndexError(join(parts));
}
NDX_COLD NDX_FUNC void raise_shape_error(std::initializer_list<TextPart> parts) {
  throw ShapeError(join(parts));
}
NDX_COLD NDX_FUNC void raise_value_error(std::initializer_list<TextPart> parts) {
  throw ValueError(join(parts));
}
#endif

/// Calls `Raise` with the parts; a function of its own, so that callers pass only values.
template <void (&Raise)(std::initializer_list<TextPart>), class... Parts>
[[noreturn]] NDX_COLD void raise(Parts... parts) {
  Raise({TextPart(parts)...});
  __builtin_unreachable();
}

}  // namespace detail

/// Throw an error whose message concatenates text, integers and dims, like message().
template <class... Parts>
[[noreturn]] NDX_ALWAYS_INLINE void throw_index_error(const Parts&... parts) {
  detail::raise<detail::raise_index_error>(detail::message_part(parts)...);
}
template <class... Parts>
[[noreturn]] NDX_ALWAYS_INLINE void throw_shape_error(const Parts&... parts) {
  detail::raise<detail::raise_shape_error>(detail::message_part(parts)...);
}
template <class... Parts>
[[noreturn]] NDX_ALWAYS_INLINE void throw_value_error(const Parts&... parts) {
  detail::raise<detail::raise_value_error>(detail::message_part(parts)...);
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
