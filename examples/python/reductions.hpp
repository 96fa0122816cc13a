// The reductions of writes by name.
#pragma once

#include "arrays.hpp"

namespace module {

/// How elements of type T are combined. TypeError where they cannot be, ValueError for other names.
template <class T>
ndx::Reducer<T> reducer_named(const std::string& name) {
  const ndx::Reduce reduce = ndx::reduce_from_name(name);
  const ndx::Reducer<T> reducer(reduce);
  if (!reducer.is_available() && reduce != ndx::Reduce::mean)
    throw py::type_error("reduce \"" + name + "\" is not for this dtype");
  return reducer;
}

/// Whether elements are calculable: not bools of other bytes than 0 and 1. NumPy takes those for true.
inline bool is_calculable(const Operand& x) {
  return x.type.kind() != 'b' || !ndx::any(share<std::uint8_t>(x) > std::uint8_t{1}).item();
}

/// A copy of that dtype, whose elements are calculable.
inline Operand calculable_copy(const Operand& x, const py::dtype& type) {
  Operand copy(ndx::detail::copy_of(x.array, &type));
  if (type.kind() == 'b') {
    const ndx::Tensor<std::uint8_t> bytes = share<std::uint8_t>(copy);
    bytes.copy_((bytes != std::uint8_t{0}).to<std::uint8_t>());
  }
  return copy;
}

/// Calls work.template operator()<T>(tensor, values) with x's elements as T and the values, of x's
/// dtype, as tensors of T: by size if the write only assigns, else by type. An x that no tensor fits, or
/// that a reduction cannot calculate with, is copied and written back. To be called after all
/// conversions; ValueError if one of them has changed a dtype.
template <class Work>
void write_to(const Operand& x, const Operand& values, bool assigns, const Work& work) {
  check_target(x);
  check_unchanged(values);
  const auto on_copy = [&](const py::dtype& type) {
    const Operand copy = calculable_copy(x, type);
    write_to(copy, calculable_copy(values, type), assigns, work);
    if (py::detail::npy_api::get().PyArray_CopyInto_(x.array.ptr(), copy.array.ptr()) != 0)
      throw py::error_already_set();
  };
  const auto write = [&]<class T>() {
    if (!fits<T>(x.array)) return on_copy(x.type);
    work.template operator()<T>(share<T>(x), ndx::Tensor<const T>(share<T>(values)));
  };
  if (assigns) return by_size(x.type, write);
  if (!is_native(x.type)) return on_copy(native(x.type));
  if (!is_calculable(x) || !is_calculable(values)) return on_copy(x.type);
  by_type(x.type, write);
}

}  // namespace module
