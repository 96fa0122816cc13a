// The reductions of writes by name.
#pragma once

#include "arrays.hpp"

namespace module {

/// How elements of type T are combined. TypeError where they cannot be, ValueError for other names.
template <class T>
ndx::Reducer<T> reducer_named(std::string_view name) {
  using ndx::Reduce;
  if (name == "assign") return {};
  if (name == "add") return Reduce::add;
  if (name == "multiply") return Reduce::multiply;
  if constexpr (ndx::Real<T>) {
    if (name == "minimum") return Reduce::minimum;
    if (name == "maximum") return Reduce::maximum;
  }
  if constexpr (std::integral<T>) {
    if (name == "bitwise_and") return Reduce::bitwise_and;
    if (name == "bitwise_or") return Reduce::bitwise_or;
    if (name == "bitwise_xor") return Reduce::bitwise_xor;
  }
  for (const std::string_view other :
       {"minimum", "maximum", "bitwise_and", "bitwise_or", "bitwise_xor"}) {
    if (name == other)
      throw py::type_error("reduce \"" + std::string(name) + "\" is not for this dtype");
  }
  throw py::value_error(
      "reduce \"" + std::string(name) +
      "\" is none of \"assign\", \"add\", \"multiply\", \"minimum\", \"maximum\", "
      "\"bitwise_and\", \"bitwise_or\", \"bitwise_xor\"");
}

/// Calls work.template operator()<T>(tensor, values) with x's elements as T and the values as tensors
/// of T: by size if the write only assigns, else by type. An x that no tensor fits is copied and
/// written back.
template <class Work>
void write_to(const py::array& x, py::handle value, bool assigns, const Work& work) {
  const py::array values = converted(value, x.dtype());
  const auto on_copy = [&](const py::array& copy) {
    write_to(copy, value, assigns, work);
    x[py::ellipsis()] = copy;
  };
  if (assigns) {
    by_size(x, [&]<class T>() {
      if (!fits<T>(x)) return on_copy(copy_of(x));
      work.template operator()<T>(share<T>(x), ndx::Tensor<const T>(share<T>(values)));
    });
  } else if (!is_native(x.dtype())) {
    on_copy(converted(x, native(x.dtype())));
  } else {
    by_type(x.dtype(), [&]<class T>() {
      if (!fits<T>(x)) return on_copy(copy_of(x));
      work.template operator()<T>(share<T>(x), ndx::Tensor<const T>(share<T>(values)));
    });
  }
}

}  // namespace module
