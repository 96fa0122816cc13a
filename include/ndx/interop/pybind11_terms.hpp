// Python's index objects as terms: what NumPy accepts between the brackets of x[…].
#pragma once

#include <cstring>
#include <vector>

#include <ndx/grammar/index_list.hpp>
#include <ndx/grammar/print.hpp>
#include <ndx/interop/pybind11_array.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether an object is True or False, Python's or NumPy's.
inline bool is_python_bool(pybind11::handle object) {
  if (PyBool_Check(object.ptr())) return true;
  const char* const name = Py_TYPE(object.ptr())->tp_name;
  return std::strcmp(name, "numpy.bool_") == 0 || std::strcmp(name, "numpy.bool") == 0;
}

/// An integer; error_already_set (IndexError) if it has more than 64 bits.
inline index_t python_integer(pybind11::handle object) {
  const Py_ssize_t value = PyNumber_AsSsize_t(object.ptr(), PyExc_IndexError);
  if (value == -1 && PyErr_Occurred() != nullptr) throw pybind11::error_already_set();
  return value;
}

/// A bound of a slice: None, or an integer, which is clamped to 64 bits. error_already_set
/// (TypeError) for anything else.
inline SliceBound python_bound(PyObject* bound) {
  if (bound == Py_None) return {};
  if (PyIndex_Check(bound) == 0) {
    PyErr_SetString(PyExc_TypeError,
                    "slice indices must be integers or None or have an __index__ method");
    throw pybind11::error_already_set();
  }
  const Py_ssize_t value = PyNumber_AsSsize_t(bound, nullptr);
  if (value == -1 && PyErr_Occurred() != nullptr) throw pybind11::error_already_set();
  return SliceBound(static_cast<index_t>(value));
}

/// Whatever NumPy can make an array of, in native byte order and aligned; `type` may be null. Throws
/// NumPy's own error.
inline pybind11::array convert_to_array(pybind11::handle object, pybind11::dtype* type) {
  using Api = pybind11::detail::npy_api;
  PyObject* const made = Api::get().PyArray_FromAny_(
      object.ptr(), type == nullptr ? nullptr : type->inc_ref().ptr(), 0, 0,
      Api::NPY_ARRAY_ALIGNED_ | Api::NPY_ARRAY_ENSUREARRAY_, nullptr);
  if (made == nullptr) throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::array>(made);
}

/// Whether arrays of that dtype can be an index: integers and bools, in any byte order.
inline bool is_index_dtype(const pybind11::dtype& type) {
  const char kind = type.kind();
  return kind == 'i' || kind == 'u' || kind == 'b';
}

/// An index tensor or mask on the array's memory; a copy if it is misaligned or of foreign byte
/// order.
inline TensorIndex array_term(pybind11::array array) {
  const auto alignment = static_cast<std::size_t>(array.dtype().alignment());
  Dims strides;
  if (array_dtype(array.dtype()) == DType::opaque ||
      !find_strides(array, alignment, shape_of(array), strides)) {
    pybind11::dtype native(array.dtype().num());
    array = convert_to_array(array, &native);
  }
  return TensorIndex(share_array("index", array, array_dtype(array.dtype()), alignment));
}

/// A list of exact ints as an index tensor, which is most lists; without a detour through NumPy.
inline bool small_list_term(PyObject* list, std::vector<TensorIndex>& terms) {
  const Py_ssize_t count = PyList_GET_SIZE(list);
  if (count > 64) return false;
  index_t values[64];
  for (Py_ssize_t i = 0; i < count; ++i) {
    PyObject* const item = PyList_GET_ITEM(list, i);
    if (!PyLong_CheckExact(item)) return false;
    values[i] = python_integer(item);
  }
  terms.emplace_back(std::span<const index_t>(values, static_cast<std::size_t>(count)));
  return true;
}

/// Appends the term that an object is. Returns false if it is none; throws NumPy's error where that
/// fails to make an array of it.
inline bool append_term(pybind11::handle object, std::vector<TensorIndex>& terms) {
  PyObject* const self = object.ptr();
  if (PyLong_CheckExact(self)) {
    terms.emplace_back(python_integer(object));
  } else if (PySlice_Check(self)) {
    const auto* const slice = reinterpret_cast<const PySliceObject*>(self);
    terms.emplace_back(
        Slice(python_bound(slice->start), python_bound(slice->stop), python_bound(slice->step)));
  } else if (self == Py_None) {
    terms.emplace_back(newaxis);
  } else if (self == Py_Ellipsis) {
    terms.emplace_back(Ellipsis);
  } else if (is_python_bool(object)) {
    terms.emplace_back(PyObject_IsTrue(self) == 1);
  } else if (pybind11::isinstance<pybind11::array>(object)) {
    auto array = pybind11::reinterpret_borrow<pybind11::array>(object);
    if (!is_index_dtype(array.dtype())) return false;
    terms.push_back(array_term(std::move(array)));
  } else if (PyIndex_Check(self) != 0) {
    terms.emplace_back(python_integer(object));
  } else if (PyUnicode_Check(self) || PyBytes_Check(self)) {
    return false;
  } else if (!PyList_CheckExact(self) || !small_list_term(self, terms)) {
    pybind11::array array = convert_to_array(object, nullptr);
    if (array.size() == 0) {  // an empty list: of no type of its own
      pybind11::dtype integers = pybind11::dtype::of<index_t>();
      if (!is_index_dtype(array.dtype()))
        array = pybind11::array(
            integers, std::vector<pybind11::ssize_t>(array.shape(), array.shape() + array.ndim()));
    }
    if (!is_index_dtype(array.dtype())) return false;
    terms.push_back(array_term(std::move(array)));
  }
  return true;
}

/// As append_term for a whole index: each item of a tuple, or the one object.
inline bool append_terms(pybind11::handle index, std::vector<TensorIndex>& terms) {
  if (!PyTuple_Check(index.ptr())) return append_term(index, terms);
  terms.reserve(static_cast<std::size_t>(PyTuple_GET_SIZE(index.ptr())));
  Py_ssize_t i = 0;
  const auto append_rest = [&] {
    while (i < PyTuple_GET_SIZE(index.ptr())) {
      if (!append_term(PyTuple_GET_ITEM(index.ptr(), i++), terms)) return false;
    }
    return true;
  };
  try {
    return append_rest();
  } catch (const pybind11::error_already_set&) {
    if (!append_rest()) return false;  // as NumPy, which looks at the bounds of slices last
    throw;
  }
}

}  // namespace detail

/// The terms of what is between the brackets of x[…] in Python: an int (NumPy's too), a slice,
/// None, ..., a bool, an array of integers or bools, a (nested) list of them, anything else that NumPy
/// makes such an array of, or a tuple of these.
///   t.index(terms_from_python(key))
/// Arrays are shared and kept alive, not copied, unless misaligned or of foreign byte order. Errors are
/// NumPy's: IndexError for what is no index or has more than 64 bits, TypeError for a slice of
/// something else than integers. Needs the GIL.
[[nodiscard]] inline std::vector<TensorIndex> terms_from_python(pybind11::handle index) {
  std::vector<TensorIndex> terms;
  if (!detail::append_terms(index, terms)) [[unlikely]] {
    throw_index_error(
        "only integers, slices (`:`), ellipsis (`...`), None, bools and arrays of integers or "
        "bools are valid indices, not ",
        pybind11::repr(index).cast<std::string>());
  }
  return terms;
}

/// The Python object that means the same as a term; index tensors share their memory.
[[nodiscard]] inline pybind11::object term_to_python(const TensorIndex& term) {
  switch (term.kind()) {
    case TensorIndex::Kind::none:
      return pybind11::none();
    case TensorIndex::Kind::ellipsis:
      return pybind11::ellipsis();
    case TensorIndex::Kind::integer:
      return pybind11::int_(term.integer());
    case TensorIndex::Kind::boolean:
      return pybind11::bool_(term.boolean());
    case TensorIndex::Kind::slice: {
      const auto bound = [](const SliceBound& b) -> pybind11::object {
        if (!b.given()) return pybind11::none();
        return pybind11::int_(b.value_or(0));
      };
      const Slice& s = term.slice();
      PyObject* const made =
          PySlice_New(bound(s.start).ptr(), bound(s.stop).ptr(), bound(s.step).ptr());
      if (made == nullptr) throw pybind11::error_already_set();
      return pybind11::reinterpret_steal<pybind11::object>(made);
    }
    case TensorIndex::Kind::tensor:
      break;
  }
  const UntypedTensor& tensor = term.tensor();
  const pybind11::dtype type{std::string(dtype_name(tensor.dtype))};
  const std::byte* const data = first_byte(tensor, static_cast<std::size_t>(type.itemsize()));
  return detail::make_array(type, data, tensor.layout, false,
                            detail::tensor_capsule(tensor.storage));
}

NDX_NAMESPACE_END
