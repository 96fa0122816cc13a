// What the functions of the module share: arrays as tensors of elements of their size, the names of
// rules and bounds policies, and when to release Python's global lock.
//
// Reading and assigning only move bytes: they are compiled once for each element size of 1, 2, 4, 8
// and 16 bytes, and take arrays of any dtype, in any byte order. An element of another size is moved as
// several units of one of these sizes, which are one more dim of the tensor. Calculating needs the type
// itself: by_type.
//
// Converting an argument runs the caller's code (__index__, __float__, __array__), which can set the
// dtype, shape and flags of any other array, or free its memory. Every function therefore converts all
// arguments first, into Operands and a PythonIndex, and only then looks at arrays, by share and terms(),
// which run no Python code. Names are taken as std::string: a bytearray would change under a view.
#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include <pybind11/stl.h>

#include <ndx/ndx.hpp>
#include <ndx/pybind11.hpp>

namespace module {

namespace py = pybind11;

/// 16 bytes.
struct Pair {
  std::uint64_t low;
  std::uint64_t high;
};

/// Whether a call moves so much that other threads should run meanwhile; releasing the lock and
/// taking it back costs more than a small call.
inline bool is_large(py::ssize_t elements) { return elements > 2000; }

inline py::ssize_t indexed_elements(const std::vector<ndx::TensorIndex>& terms) {
  py::ssize_t most = 0;
  for (const ndx::TensorIndex& term : terms) {
    if (term.is_tensor())
      most = std::max(most, static_cast<py::ssize_t>(ndx::numel(term.tensor().layout)));
  }
  return most;
}

/// Releases Python's global lock for its lifetime if the call is large.
class Unlock {
 public:
  explicit Unlock(bool large) {
    if (large) released_.emplace();
  }

 private:
  std::optional<ndx::ReleaseGil> released_;
};

/// An array argument and the dtype that it had when it was converted.
struct Operand {
  py::array array;
  py::dtype type;

  explicit Operand(py::array converted) : array(std::move(converted)), type(array.dtype()) {}
};

/// The bytes of the units that an element of `bytes` bytes is moved by: the element's own size if a type
/// has that, else the largest size of an integer that divides it.
inline py::ssize_t unit_bytes(py::ssize_t bytes) {
  if (bytes == 16) return 16;
  for (const py::ssize_t unit : {8, 4, 2}) {
    if (bytes % unit == 0) return unit;
  }
  return 1;
}
inline bool has_units(const py::dtype& type) {
  return type.itemsize() != unit_bytes(type.itemsize());
}

/// An array on the array's memory, of units of T's size instead of elements, which are one more dim.
template <class T>
py::array in_units(const py::array& array) {
  std::vector<py::ssize_t> shape(array.shape(), array.shape() + array.ndim());
  std::vector<py::ssize_t> strides(array.strides(), array.strides() + array.ndim());
  shape.push_back(array.itemsize() / py::ssize_t{sizeof(T)});
  strides.push_back(py::ssize_t{sizeof(T)});
  const py::dtype unit("V" + std::to_string(sizeof(T)));
  return {unit, std::move(shape), std::move(strides), array.data(), array};
}

/// Whether a tensor of T can be laid over the array's elements, of T's size or of units of it.
template <class T>
bool fits(const py::array& array) {
  if (array.itemsize() != py::ssize_t{sizeof(T)}) return fits<T>(in_units<T>(array));
  ndx::Dims strides;
  return ndx::detail::find_strides(array, alignof(T), ndx::detail::shape_of(array), strides);
}

/// ValueError if converting another argument has changed the dtype of this one.
inline void check_unchanged(const Operand& x) {
  if (!x.array.dtype().is(x.type))
    throw py::value_error("an array's dtype was changed while other arguments were converted");
}
/// Whether there is an array to write to: after all conversions, which can make it read-only.
inline void check_target(const Operand& x) {
  check_unchanged(x);
  if (!x.array.writeable()) throw py::value_error("assignment destination is read-only");
}

/// A tensor on the array's memory, of a T of the size of its elements or units. ValueError if converting
/// another argument has changed the array so that none fits.
template <class T>
ndx::Tensor<T> share(const Operand& x) {
  check_unchanged(x);
  const py::ssize_t bytes = x.array.itemsize();
  if (bytes == 0 || unit_bytes(bytes) != py::ssize_t{sizeof(T)})
    throw py::value_error("an array's elements have another size than when it was converted");
  ndx::UntypedTensor shared = ndx::detail::share_array(
      "ndx", has_units(x.type) ? in_units<T>(x.array) : x.array, ndx::dtype_of<T>(), alignof(T));
  return {std::move(shared.storage), std::move(shared.layout)};
}

/// The terms of an index of an array with these elements. They keep the dim of units whole.
inline const std::vector<ndx::TensorIndex>& terms_for(const py::dtype& type,
                                                      ndx::PythonIndex& index) {
  std::vector<ndx::TensorIndex>& terms = index.terms();
  if (!has_units(type)) return terms;
  const auto is_ellipsis = [](const ndx::TensorIndex& term) {
    return term.kind() == ndx::TensorIndex::Kind::ellipsis;
  };
  if (std::none_of(terms.begin(), terms.end(), is_ellipsis)) terms.emplace_back(ndx::Ellipsis);
  terms.emplace_back(ndx::Slice());
  return terms;
}

/// Calls work.template operator()<T>() with a T of the size of the elements or their units.
template <class Work>
auto by_size(const py::dtype& type, const Work& work) {
  if (type.itemsize() == 0)
    throw py::type_error("ndx: elements of no bytes, " + py::repr(type).cast<std::string>() +
                         ", cannot be indexed");
  switch (unit_bytes(type.itemsize())) {
    case 2:
      return work.template operator()<std::uint16_t>();
    case 4:
      return work.template operator()<std::uint32_t>();
    case 8:
      return work.template operator()<std::uint64_t>();
    case 16:
      return work.template operator()<Pair>();
    default:
      return work.template operator()<std::uint8_t>();
  }
}

inline bool is_exact_array(py::handle object) {
  return Py_TYPE(object.ptr()) ==
         reinterpret_cast<PyTypeObject*>(py::detail::npy_api::get().PyArray_Type_);
}

/// TypeError for the two subclasses of NumPy's array whose meaning would be lost without a word: a masked
/// array has elements that do not count, and an np.matrix has two dims whatever is selected.
inline void check_plain(py::handle object) {
  if (is_exact_array(object) || !py::isinstance<py::array>(object)) return;
  if (py::isinstance(object, py::module_::import("numpy.ma").attr("MaskedArray")))
    throw py::type_error("ndx: a masked array would lose its mask; pass x.filled(value) or x.data");
  if (py::isinstance(object, py::module_::import("numpy").attr("matrix")))
    throw py::type_error("ndx: an np.matrix would not stay 2-dimensional; pass np.asarray(x)");
}

/// An index whose parts are held, not yet made into terms.
inline ndx::PythonIndex as_index(py::handle key) {
  check_plain(key);
  if (py::isinstance<py::tuple>(key)) {
    for (const py::handle part : py::reinterpret_borrow<py::tuple>(key)) check_plain(part);
  }
  return ndx::PythonIndex(key);
}

/// An object as an array whose bytes can be moved. TypeError for arrays of Python objects.
inline py::array as_array(py::handle object) {
  check_plain(object);
  py::array array = py::isinstance<py::array>(object)
                        ? py::reinterpret_borrow<py::array>(object)
                        : ndx::detail::convert_to_array(object, nullptr);
  const char kind = array.dtype().kind();
  if (kind == 'O' || (kind == 'V' && py::bool_(array.dtype().attr("hasobject"))))
    throw py::type_error("ndx: arrays of Python objects are not supported");
  return array;
}

/// An array that is only read; a copy of one that no tensor fits.
inline Operand readable(py::array array) {
  const bool fitting = by_size(array.dtype(), [&]<class T>() { return fits<T>(array); });
  return Operand(fitting ? std::move(array) : ndx::detail::copy_of(array));
}
inline Operand as_source(py::handle object) { return readable(as_array(object)); }

/// An array to write to, the caller's own or on the memory of the caller's tensor, as PyTorch makes it.
inline Operand as_target(py::handle object) {
  if (py::isinstance<py::array>(object)) return Operand(as_array(object));
  if (ndx::detail::has_dlpack(object)) {
    py::array array = as_array(object);
    if (array.writeable() && !array.owndata()) return Operand(std::move(array));
  }
  throw py::type_error("ndx: x must be a NumPy array to be written to, not " +
                       py::repr(py::type::handle_of(object)).cast<std::string>());
}

/// Values as an array of that dtype, by NumPy's own conversion as in an assignment.
inline Operand converted(py::handle values, const py::dtype& type) {
  check_plain(values);
  return readable(ndx::detail::convert_to_array(values, &type, py::array::forcecast));
}

/// The value read for indices out of bounds as an array of that dtype. 0 means zero bytes for elements that
/// are no numbers, an empty text for one, and for those of several units, where a number has padding.
inline Operand as_fill(py::handle fill, const py::dtype& type) {
  const char kind = type.kind();
  const bool is_zero = PyLong_CheckExact(fill.ptr()) && PyObject_IsTrue(fill.ptr()) == 0;
  if (!is_zero || (kind != 'S' && kind != 'U' && kind != 'V' && !has_units(type)))
    return converted(fill, type);
  return readable(py::module_::import("numpy").attr("zeros")(py::tuple(), type));
}

/// The same dtype in this machine's byte order.
inline py::dtype native(const py::dtype& type) { return py::dtype(type.num()); }
inline bool is_native(const py::dtype& type) {
  return type.byteorder() == native(type).byteorder();
}

/// The indices of functions that take nothing else. IndexError unless they are integers; NumPy's
/// TypeError for uint64, whose values int64 need not hold.
inline Operand as_indices(py::handle object) {
  check_plain(object);
  py::array array = ndx::detail::convert_to_array(object, nullptr);
  const py::dtype integers = py::dtype::of<ndx::index_t>();
  if (array.size() == 0) return converted(array, integers);
  if (array.dtype().kind() != 'i' && array.dtype().kind() != 'u')
    throw py::index_error("indices must be integers");
  return readable(ndx::detail::convert_to_array(array, &integers));
}

/// Calls work.template operator()<T>() with the elements' type.
template <class Work>
auto by_type(const py::dtype& type, const Work& work) {
  using enum ndx::DType;
  switch (ndx::detail::array_dtype(type)) {
    case boolean:
      return work.template operator()<bool>();
    case int8:
      return work.template operator()<std::int8_t>();
    case int16:
      return work.template operator()<std::int16_t>();
    case int32:
      return work.template operator()<std::int32_t>();
    case int64:
      return work.template operator()<std::int64_t>();
    case uint8:
      return work.template operator()<std::uint8_t>();
    case uint16:
      return work.template operator()<std::uint16_t>();
    case uint32:
      return work.template operator()<std::uint32_t>();
    case uint64:
      return work.template operator()<std::uint64_t>();
    case float16:
      return work.template operator()<ndx::float16>();
    case float32:
      return work.template operator()<float>();
    case float64:
      return work.template operator()<double>();
    case complex64:
      return work.template operator()<std::complex<float>>();
    case complex128:
      return work.template operator()<std::complex<double>>();
    default:
      throw py::type_error("ndx: cannot calculate with elements of " +
                           py::repr(type).cast<std::string>());
  }
}

/// The array that shows a tensor read from `source`, of source's dtype: on source's memory if the
/// tensor is a view of it, which keeps source alive, else on its own.
template <class T>
py::array as_result(const ndx::Tensor<T>& result, const ndx::Tensor<T>& read,
                    const Operand& source) {
  const bool is_view = result.shares_storage(read) && result.numel() != 0;
  const py::object owner =
      is_view ? py::object(source.array) : ndx::detail::tensor_capsule(result.storage());
  const bool writable = !is_view || source.array.writeable();
  if (!has_units(source.type))
    return ndx::detail::make_array(source.type, result.data(), result.layout(), writable, owner);
  const py::array units = ndx::detail::make_array(py::dtype("V" + std::to_string(sizeof(T))),
                                                  result.data(), result.layout(), writable, owner);
  const py::ssize_t rank = units.ndim() - 1;
  return {source.type, std::vector<py::ssize_t>(units.shape(), units.shape() + rank),
          std::vector<py::ssize_t>(units.strides(), units.strides() + rank), units.data(), units};
}

/// The value read for indices out of bounds, which NumPy has converted as it assigns it. TypeError if it
/// has units that differ: one unit is all that a read can fill with.
template <class T>
T value_of(const Operand& fill) {
  if (fill.array.size() != 1) throw py::value_error("fill must be one value");
  const ndx::Tensor<T> units = share<T>(fill).reshape({-1});
  const T first = *units.data();
  for (ndx::index_t k = 1; k < units.numel(); ++k) {
    if (std::memcmp(units.data() + k, &first, sizeof(T)) != 0)
      throw py::type_error("ndx: elements of " + std::to_string(fill.type.itemsize()) +
                           " bytes can be filled with zero bytes alone");
  }
  return first;
}

inline ndx::IndexRule rule_named(const std::string& name) {
  if (name == "views_first") return ndx::IndexRule::views_first;
  if (name == "numpy") return ndx::IndexRule::numpy;
  if (name == "outer") return ndx::IndexRule::outer;
  if (name == "vectorized") return ndx::IndexRule::vectorized;
  throw py::value_error("rule \"" + name +
                        "\" is none of \"views_first\", \"numpy\", \"outer\", \"vectorized\"");
}

/// Whether an index out of bounds reads the fill value.
inline bool reads_fill(ndx::Bounds bounds) {
  return bounds == ndx::Bounds::fill || bounds == ndx::Bounds::fill_negative;
}

/// Not `assume`: what it does not check would be read and written anywhere in memory.
inline ndx::Bounds bounds_named(const std::string& name) {
  if (name == "raise") return ndx::Bounds::raise;
  if (name == "wrap") return ndx::Bounds::wrap;
  if (name == "clip") return ndx::Bounds::clip;
  if (name == "wrap_clip") return ndx::Bounds::wrap_clip;
  if (name == "fill") return ndx::Bounds::fill;
  if (name == "drop") return ndx::Bounds::drop;
  if (name == "raise_negative") return ndx::Bounds::raise_negative;
  if (name == "fill_negative") return ndx::Bounds::fill_negative;
  if (name == "drop_negative") return ndx::Bounds::drop_negative;
  throw py::value_error(
      "bounds \"" + name +
      "\" is none of \"raise\", \"wrap\", \"clip\", \"wrap_clip\", \"fill\", \"drop\", "
      "\"raise_negative\", \"fill_negative\", \"drop_negative\"");
}

void add_reads(py::module_& m);
void add_small_reads(py::module_& m);
void add_writes(py::module_& m);
void add_plans(py::module_& m);

}  // namespace module
