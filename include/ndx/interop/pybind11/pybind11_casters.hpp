// Type casters of pybind11 for Tensor<T>, Tensor<const T>, TensorIndex and lists of terms: a
// function of tensors is bound in one line, and takes and returns NumPy arrays.
//
//   m.def("rows", [](Tensor<const float> t, IndexList terms) { return t.index(terms); },
//         pybind11::call_guard<ReleaseGil>());
//
// Tensor<T> shares the memory of an array and never copies it. It needs writable, aligned elements
// of type T in native byte order; the strides may be any. Tensor<const T> also takes read-only
// arrays. Unless the argument is marked pybind11::arg().noconvert(), it also takes a copy of
// anything that NumPy converts to T without loss of its kind: other types, foreign byte order,
// misaligned elements, lists. Other arguments are a TypeError that names the types. A returned
// tensor becomes an array that keeps its memory alive and is read-only if the elements are const.
// IndexError becomes Python's IndexError. ShapeError and ValueError become ValueError, which NumPy,
// too, throws for shapes that do not broadcast.
//
// Converting an argument can run Python code (__index__, __array__), which can change the arrays of
// earlier arguments. The casters below therefore only hold arrays while arguments are converted,
// and read dtype, shape and memory once all of them are. In a std::optional, std::variant or
// std::vector, a tensor is made earlier, when pybind11 makes the container: Python code in later
// arguments must not resize its array (with refcheck=False, which NumPy leaves to the caller as
// well).
//
// ReleaseGil lets other Python threads run during the call. They must not write to the arrays or
// the index arrays of that call meanwhile, nor resize them; NumPy's own functions require this,
// too.
#pragma once

#include <ndx/interop/pybind11/pybind11_array.hpp>
#include <ndx/interop/pybind11/pybind11_terms.hpp>

NDX_NAMESPACE_BEGIN

/// Releases Python's global lock for its lifetime, and takes it again even if an exception is
/// thrown. The function must not touch Python objects meanwhile; tensors on arrays may be indexed,
/// copied and destroyed.
using ReleaseGil = pybind11::gil_scoped_release;

NDX_NAMESPACE_END

namespace pybind11::detail {

template <class T>
struct type_caster<ndx::Tensor<T>> {
  static_assert(ndx::NumpyElement<T>,
                "NumPy has no such element type: convert the tensor, t.to<float>()");
  using Value = std::remove_const_t<T>;
  static constexpr bool kReads = std::is_const_v<T>;
  static constexpr auto name = const_name("numpy.ndarray[") + npy_format_descriptor<Value>::name +
                               const_name<kReads>("", ", flags.writeable") + const_name("]");

  bool load(handle source, bool convert) {
    array_ = reinterpret_borrow<object>(source);
    if (isinstance<pybind11::array>(source) &&
        ndx::detail::fits_array<T>(reinterpret_borrow<pybind11::array>(source)))
      return true;
    if (!kReads || !convert || source.is_none()) return false;
    array_ = converted(source);
    return static_cast<bool>(array_);
  }

  static handle cast(const ndx::Tensor<T>& tensor, return_value_policy /*policy*/,
                     handle /*parent*/) {
    return ndx::to_numpy(tensor).release();
  }

  template <class Argument>
  using cast_op_type = movable_cast_op_type<Argument>;
  operator ndx::Tensor<T>*() { return &tensor(); }
  operator ndx::Tensor<T>&() { return tensor(); }
  operator ndx::Tensor<T>&&() && { return std::move(tensor()); }

 private:
  /// Makes the tensor. A guard of the call may have released the GIL before.
  ndx::Tensor<T>& tensor() {
    const gil_scoped_acquire hold;
    tensor_ = ndx::from_numpy<T>(reinterpret_borrow<pybind11::array>(array_));
    return tensor_;
  }

  /// Converts an object to an array. Returns null if NumPy cannot.
  static object converted(handle source) {
    try {
      const pybind11::dtype type = pybind11::dtype::of<Value>();
      pybind11::array array = ndx::detail::convert_to_array(source, &type);
      if (ndx::detail::fits_array<T>(array)) return array;
      return ndx::detail::copy_of(array);  // aligned, but not a whole number of elements apart
    } catch (const error_already_set&) {
      return {};
    }
  }

  object array_;
  ndx::Tensor<T> tensor_;
};

template <>
struct type_caster<ndx::TensorIndex> {
  static constexpr auto name =
      const_name("int | bool | slice | ellipsis | None | list | numpy.ndarray");

  bool load(handle source, bool /*convert*/) {
    index_ = {};
    return index_.append(source);
  }
  static handle cast(const ndx::TensorIndex& term, return_value_policy /*policy*/,
                     handle /*parent*/) {
    return ndx::term_to_python(term).release();
  }

  template <class>
  using cast_op_type = const ndx::TensorIndex&;
  operator const ndx::TensorIndex&() {
    const gil_scoped_acquire hold;
    return index_.terms().front();
  }

 private:
  ndx::PythonIndex index_;
};

/// Converts a tuple of terms, or one term, as Python has it between the brackets of x[…].
template <>
struct type_caster<std::vector<ndx::TensorIndex>> {
  static constexpr auto name = const_name("tuple | ") + make_caster<ndx::TensorIndex>::name;

  bool load(handle source, bool /*convert*/) {
    index_ = {};
    return index_.append_all(source);
  }
  static handle cast(const std::vector<ndx::TensorIndex>& terms, return_value_policy /*policy*/,
                     handle /*parent*/) {
    tuple made(terms.size());
    for (std::size_t i = 0; i < terms.size(); ++i) made[i] = ndx::term_to_python(terms[i]);
    return made.release();
  }

  template <class Argument>
  using cast_op_type = movable_cast_op_type<Argument>;
  operator std::vector<ndx::TensorIndex>*() { return &terms(); }
  operator std::vector<ndx::TensorIndex>&() { return terms(); }
  operator std::vector<ndx::TensorIndex>&&() && { return std::move(terms()); }

 protected:
  std::vector<ndx::TensorIndex>& terms() {
    const gil_scoped_acquire hold;
    return index_.terms();
  }

 private:
  ndx::PythonIndex index_;
};

/// Passes the terms without a copy. This is only for arguments: the list is valid until the call
/// returns.
template <>
struct type_caster<ndx::IndexList> : type_caster<std::vector<ndx::TensorIndex>> {
  template <class>
  using cast_op_type = ndx::IndexList;
  operator ndx::IndexList() { return terms(); }
};

}  // namespace pybind11::detail
