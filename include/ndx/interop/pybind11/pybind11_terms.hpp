// Converts Python's index objects into terms: everything that NumPy accepts between the brackets of
// x[…].
//
// Order matters: a conversion can run Python code that resizes an array which an earlier term has.
// PythonIndex therefore converts in two steps.
#pragma once

#include <cstring>
#include <utility>
#include <vector>

#include <ndx/grammar/terms/index_list.hpp>
#include <ndx/grammar/text/print_terms.hpp>
#include <ndx/interop/pybind11/pybind11_array.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns whether an object is True or False, of Python or of NumPy, recognized by the name of its
/// class.
inline bool is_python_bool(pybind11::handle object) {
  if (PyBool_Check(object.ptr())) return true;
  const char* const name = Py_TYPE(object.ptr())->tp_name;
  return std::strcmp(name, "numpy.bool_") == 0 || std::strcmp(name, "numpy.bool") == 0;
}

/// Returns whether an object is true. Throws error_already_set if it cannot tell.
inline bool python_truth(pybind11::handle object) {
  const int truth = PyObject_IsTrue(object.ptr());
  if (truth < 0) throw pybind11::error_already_set();
  return truth == 1;
}

/// Returns an integer. Throws error_already_set (IndexError) if it has more than 64 bits.
inline index_t python_integer(pybind11::handle object) {
  const Py_ssize_t value = PyNumber_AsSsize_t(object.ptr(), PyExc_IndexError);
  if (value == -1 && PyErr_Occurred() != nullptr) throw pybind11::error_already_set();
  return value;
}

/// Returns a bound of a slice: None, or an integer, which is clamped to 64 bits. Throws
/// error_already_set (TypeError) for anything else.
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

/// Returns whether arrays of this dtype can be an index: integers and bools, in any byte order.
inline bool is_index_dtype(const pybind11::dtype& type) {
  const char kind = type.kind();
  return kind == 'i' || kind == 'u' || kind == 'b';
}

/// Returns whether an index tensor or mask can use the array's elements in place.
inline bool is_index_array(const pybind11::array& array) {
  const pybind11::dtype type = array.dtype();
  Dims strides;
  return is_index_dtype(type) && array_dtype(type) != DType::opaque &&
         find_strides(array, static_cast<std::size_t>(type.alignment()), shape_of(array), strides);
}

/// Appends a list of exact ints as an index tensor, without NumPy, because most lists are of this
/// kind. Returns false for other lists.
template <class Terms>
bool small_list_term(PyObject* list, Terms& terms) {
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

}  // namespace detail

class [[gnu::visibility("hidden")]] PythonIndex;  // hidden, as all types with members of pybind11

/// The index between the brackets of x[…] in Python, made into terms in two steps. Conversions run
/// the caller's code (__index__, __array__), which can resize an array that an earlier term has.
/// All objects of a call are therefore converted first, which holds the index arrays; terms() then
/// uses the memory that they have by then, and runs no Python code. The caller holds the GIL.
///   PythonIndex index(key);
///   const double value = other.cast<double>();  // what else the call converts
///   t.index_put_(index.terms(), value);
class PythonIndex {
 public:
  PythonIndex() = default;
  /// Converts an int (of Python or NumPy), a slice, None, ..., a bool, an array of integers or
  /// bools, a (nested) list of them, anything else of which NumPy makes such an array (a tensor of
  /// PyTorch, whose `__index__` is for single elements), an object with `__dlpack__`, or a tuple of these. Arrays are held, and copied only if they are misaligned or of foreign byte order.
  /// Throws NumPy's errors: IndexError for an object that is not an index or has more than 64 bits,
  /// TypeError for a slice of anything but integers.
  explicit PythonIndex(pybind11::handle index) {
    if (append_all(index)) [[likely]]
      return;
    throw_index_error(
        "only integers, slices (`:`), ellipsis (`...`), None, bools and arrays of integers or "
        "bools are valid indices, not ",
        pybind11::repr(index).cast<std::string>());
  }

  /// Appends the term that an object means. Returns false if the object is not a term; throws NumPy's
  /// error if it fails to make an array of the object.
  bool append(pybind11::handle object) {
    PyObject* const self = object.ptr();
    if (PyLong_CheckExact(self)) {
      terms_.emplace_back(detail::python_integer(object));
    } else if (PySlice_Check(self)) {
      const auto* const slice = reinterpret_cast<const PySliceObject*>(self);
      terms_.emplace_back(Slice(detail::python_bound(slice->start),
                                detail::python_bound(slice->stop),
                                detail::python_bound(slice->step)));
    } else if (self == Py_None) {
      terms_.emplace_back(newaxis);
    } else if (self == Py_Ellipsis) {
      terms_.emplace_back(Ellipsis);
    } else if (detail::is_python_bool(object)) {
      terms_.emplace_back(detail::python_truth(object));
    } else if (pybind11::isinstance<pybind11::array>(object)) {
      return append_array(pybind11::reinterpret_borrow<pybind11::array>(object));
    } else if (PyIndex_Check(self) != 0 && !detail::has_dlpack(object)) {
      terms_.emplace_back(detail::python_integer(object));
    } else if (PyUnicode_Check(self) || PyBytes_Check(self)) {
      return false;
    } else if (!PyList_CheckExact(self) || !detail::small_list_term(self, terms_)) {
      pybind11::array array = detail::convert_to_array(object, nullptr);
      if (array.size() == 0 && !detail::is_index_dtype(array.dtype())) {  // an empty list
        array = pybind11::array(
            pybind11::dtype::of<index_t>(),
            std::vector<pybind11::ssize_t>(array.shape(), array.shape() + array.ndim()));
      }
      return append_array(std::move(array));
    }
    return true;
  }

  /// Appends a whole index: each item of a tuple, or the one object.
  bool append_all(pybind11::handle index) {
    if (!PyTuple_Check(index.ptr())) return append(index);
    terms_.reserve(static_cast<std::size_t>(PyTuple_GET_SIZE(index.ptr())));
    Py_ssize_t i = 0;
    const auto append_rest = [&] {
      while (i < PyTuple_GET_SIZE(index.ptr())) {
        if (!append(PyTuple_GET_ITEM(index.ptr(), i++))) return false;
      }
      return true;
    };
    try {
      return append_rest();
    } catch (const pybind11::error_already_set&) {
      if (!append_rest()) return false;  // NumPy converts the bounds of slices last
      throw;
    }
  }

  /// Returns the terms, valid as long as this object. Call this after all conversions; each call
  /// reads the arrays again. Throws ValueError if a conversion has changed one into an array that
  /// is no index.
  std::vector<TensorIndex>& terms() {
    for (const auto& [position, array] : arrays_) {
      if (!detail::is_index_array(array)) [[unlikely]]
        throw_value_error("index: an index array was changed while other arguments were converted");
      terms_[position] =
          TensorIndex(detail::share_array("index", array, detail::array_dtype(array.dtype()),
                                          static_cast<std::size_t>(array.dtype().alignment())));
    }
    return terms_;
  }

 private:
  bool append_array(pybind11::array array) {
    if (!detail::is_index_dtype(array.dtype())) return false;
    if (!detail::is_index_array(array)) {
      const pybind11::dtype native(array.dtype().num());
      array = detail::copy_of(array, &native);
    }
    arrays_.emplace_back(terms_.size(), std::move(array));
    terms_.emplace_back(newaxis);  // a placeholder until terms() is called
    return true;
  }

  std::vector<TensorIndex> terms_;
  std::vector<std::pair<std::size_t, pybind11::array>> arrays_;  // by position in terms_
};

/// Converts an index that is converted last, or alone, into terms: PythonIndex in one step.
///   t.index(terms_from_python(key))
/// Throws IndexError and Python's TypeError as PythonIndex does. Needs the GIL.
[[nodiscard]] inline std::vector<TensorIndex> terms_from_python(pybind11::handle index) {
  return PythonIndex(index).terms();
}

/// Returns the Python object that means the same as a term. The array of an index tensor shares its
/// memory.
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
