// Imports Arrow arrays whose element type is only known at run time.
#pragma once

#include <variant>

#include <ndx/interop/arrow/arrow_vector.hpp>
#include <ndx/tensor/half_elements.hpp>

NDX_NAMESPACE_BEGIN

/// A tensor of whichever element type the array has. It is on the array's values, except that bools
/// are copied.
using ArrowTensor =
    std::variant<Tensor<const bool>, Tensor<const std::int8_t>, Tensor<const std::int16_t>,
                 Tensor<const std::int32_t>, Tensor<const std::int64_t>, Tensor<const std::uint8_t>,
                 Tensor<const std::uint16_t>, Tensor<const std::uint32_t>,
                 Tensor<const std::uint64_t>, Tensor<const float16>, Tensor<const float>,
                 Tensor<const double>>;

/// The `values` of an array that has nulls, and a mask that says which are `valid`. The other
/// values are unspecified.
struct ArrowAnyMasked {
  ArrowTensor values;
  Tensor<const bool> valid;
};

namespace detail {

/// Imports an array. Nulls are refused if `valid` is null.
template <class T, class A, class S>
Tensor<const T> import_arrow(const char* call, A* array, S* schema, Tensor<const bool>* valid) {
  check_arrow(call, array, schema, dtype_of<T>());
  if (valid == nullptr) {
    refuse_nulls(call, *array);
  } else {
    *valid = arrow_validity(call, *array);
  }
  if constexpr (Boolean<T>) {
    return copy_arrow_bools(call, array, schema);
  } else {
    return take_arrow<T>(call, array, schema);
  }
}

/// Imports into the alternative of the variant that has the format.
template <class A, class S, class... T>
void import_arrow_any(const char* call, A* array, S* schema, Tensor<const bool>* valid,
                      std::variant<Tensor<const T>...>& result) {
  if (array == nullptr || schema == nullptr) [[unlikely]]
    throw_value_error(call, ": got a null pointer");
  const char* const format =
      schema->release == nullptr || schema->format == nullptr ? "" : schema->format;
  const auto import_as = [&]<class U>(const Tensor<const U>* /*type*/) {
    if (std::strcmp(format, arrow_format_of<U>) != 0) return false;
    result = import_arrow<U>(call, array, schema, valid);
    return true;
  };
  if ((import_as(static_cast<const Tensor<const T>*>(nullptr)) || ...)) return;
  if (array->release == nullptr || schema->release == nullptr) [[unlikely]]
    throw_value_error(call, ": the array was released, or taken by another");
  throw_value_error(call, ": has the format '", format, "', which no tensor can hold");
}

}  // namespace detail

/// Returns the values of an array whose element type is only known at run time, as from_arrow does,
/// or unpack_arrow_bools for bools:
///   std::visit([](const auto& t) { std::cout << t; }, from_arrow_any(&array, &schema));
/// Throws ValueError as they do, and for a format that no tensor can hold, such as text. Nothing
/// was taken over then.
template <detail::ArrowArray A, detail::ArrowSchema S>
[[nodiscard]] ArrowTensor from_arrow_any(A* array, S* schema) {
  ArrowTensor values;
  detail::import_arrow_any("from_arrow_any", array, schema, nullptr, values);
  return values;
}

/// Returns the values of an array with nulls, and the mask of those that are not null, as
/// from_arrow_masked does. Throws ValueError as from_arrow_any does, except for nulls.
template <detail::ArrowArray A, detail::ArrowSchema S>
[[nodiscard]] ArrowAnyMasked from_arrow_any_masked(A* array, S* schema) {
  ArrowAnyMasked result;
  detail::import_arrow_any("from_arrow_any_masked", array, schema, &result.valid, result.values);
  return result;
}

NDX_NAMESPACE_END
