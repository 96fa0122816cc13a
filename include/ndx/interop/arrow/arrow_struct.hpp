// Declares Arrow's structs as its C data interface lays them out, the formats of its numbers, and
// the checks of untrusted structs. This file knows no tensors.
#pragma once

#include <cstring>
#include <utility>

#include <ndx/base/dtype.hpp>
#include <ndx/base/error.hpp>

NDX_NAMESPACE_BEGIN

/// The structs of the specification, field for field. They are not in a namespace `arrow`: after
/// `using namespace ndx`, that name would be ambiguous with Arrow's own.
namespace arrow_c {

struct Schema {
  const char* format;
  const char* name;
  const char* metadata;
  std::int64_t flags;
  std::int64_t n_children;
  Schema** children;
  Schema* dictionary;
  void (*release)(Schema* self);  // null once released
  void* private_data;
};

struct Array {
  std::int64_t length;
  std::int64_t null_count;  // -1 if unknown
  std::int64_t offset;      // in elements
  std::int64_t n_buffers;
  std::int64_t n_children;
  const void** buffers;  // the bitmap of validity, which may be null, and the values
  Array** children;
  Array* dictionary;
  void (*release)(Array* self);  // null once released
  void* private_data;
};

inline constexpr std::int64_t kNullable = 2;  // a flag of Schema

}  // namespace arrow_c

namespace detail {

template <class A>
concept ArrowArray = requires(A& a) {
  a.null_count;
  a.buffers[0];
  a.release(&a);
};
template <class S>
concept ArrowSchema = requires(S& s) {
  { s.format } -> std::convertible_to<const char*>;
  s.release(&s);
};

/// Returns the format of a dtype; empty if Arrow has none.
constexpr const char* arrow_format(DType dtype) {
  constexpr const char* formats[] = {"b", "c", "s", "i", "l", "C", "S", "I",
                                     "L", "e", "",  "f", "g", "",  "",  ""};
  return formats[static_cast<int>(dtype)];
}
template <class T>
inline constexpr const char* arrow_format_of = arrow_format(dtype_of<T>());

/// Throws ValueError unless both structs describe a vector of elements of this dtype.
template <class A, class S>
void check_arrow(const char* call, const A* array, const S* schema, DType dtype) {
  if (array == nullptr || schema == nullptr) [[unlikely]]
    throw_value_error(call, ": got a null pointer");
  if (array->release == nullptr || schema->release == nullptr) [[unlikely]]
    throw_value_error(call, ": the array was released, or taken by another");
  const char* const format = schema->format == nullptr ? "" : schema->format;
  if (std::strcmp(format, arrow_format(dtype)) != 0) [[unlikely]]
    throw_value_error(call, ": has the format '", format, "', but '", arrow_format(dtype), "' (",
                      dtype_name(dtype), ") was asked for");
  if (schema->dictionary != nullptr || array->dictionary != nullptr) [[unlikely]]
    throw_value_error(call, ": the values are indices into a dictionary");
  if (array->n_buffers != 2 || array->buffers == nullptr || array->n_children != 0) [[unlikely]]
    throw_value_error(call, ": has ", array->n_buffers, " buffers and ", array->n_children,
                      " children, but an array of numbers has 2 and 0");
  const index_t length = array->length;
  const index_t offset = array->offset;
  if (length < 0 || offset < 0 || length > INT64_MAX - offset) [[unlikely]]
    throw_value_error(call, ": has length ", length, " and offset ", offset);
  if (array->null_count < -1 || array->null_count > length ||
      (array->null_count > 0 && array->buffers[0] == nullptr)) [[unlikely]]
    throw_value_error(call, ": says that ", array->null_count, " of ", length,
                      " values are null, with ", array->buffers[0] == nullptr ? "no" : "a",
                      " bitmap");
  if (length > 0 && array->buffers[1] == nullptr) [[unlikely]]
    throw_value_error(call, ": has no buffer of values");
}

}  // namespace detail

/// The element types of arrays that are shared: integers, float16, float and double.
template <class T>
concept ArrowElement =
    Element<T> && !Boolean<std::remove_const_t<T>> && *detail::arrow_format_of<T> != '\0';

/// The two structs that to_arrow returns. They are released with this object, unless a consumer has
/// moved them out, as pyarrow.Array._import_from_c(&handle.array, &handle.schema) does.
template <class A = arrow_c::Array, class S = arrow_c::Schema>
struct ArrowHandle {
  A array{};
  S schema{};

  ArrowHandle() = default;
  ArrowHandle(ArrowHandle&& other) noexcept : array(other.array), schema(other.schema) {
    other.array.release = nullptr;
    other.schema.release = nullptr;
  }
  ArrowHandle& operator=(ArrowHandle&& other) noexcept {
    std::swap(array, other.array);
    std::swap(schema, other.schema);
    return *this;
  }
  ~ArrowHandle() {
    if (array.release != nullptr) array.release(&array);
    if (schema.release != nullptr) schema.release(&schema);
  }
};

NDX_NAMESPACE_END
