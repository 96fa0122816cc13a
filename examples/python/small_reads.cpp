// Small reads, which take about as long as NumPy's: views, and a few elements selected one by one.
//
// The general functions convert any objects, by name and with defaults, which takes several times as long
// as a small read itself. The functions here stand before them under the same names: they do what needs
// no conversion, with NumPy's arrays as they are, and pass on every other call, errors included. They run
// no code of the caller, so that nothing can change while they read, and hold Python's lock throughout.
#include <bit>
#include <memory_resource>

#include "arrays.hpp"

namespace module {
namespace {

using Api = py::detail::npy_api;
using Terms = std::pmr::vector<ndx::TensorIndex>;

/// Sets the layout of an array in elements of `bytes` bytes, a power of two. Returns false for an array without
/// elements, for one whose elements are misaligned or not a multiple of their size apart, and for one so large that
/// offsets need checks against overflow.
bool set_layout(PyObject* array, py::ssize_t bytes, ndx::Layout& layout) {
  constexpr py::ssize_t kMost = py::ssize_t{1} << 28;
  const py::detail::PyArray_Proxy& x = *py::detail::array_proxy(array);
  const auto alignment = static_cast<std::uintptr_t>(std::min<py::ssize_t>(bytes, 8));
  const int shift =
      std::countr_zero(static_cast<std::size_t>(bytes));  // a division would take longer
  if (reinterpret_cast<std::uintptr_t>(x.data) % alignment != 0) return false;
  for (int d = 0; d < x.nd; ++d) {
    const py::ssize_t size = x.dimensions[d];
    const py::ssize_t stride = x.strides[d] >> shift;
    if (stride * bytes != x.strides[d] || size == 0 || size > kMost || stride < -kMost ||
        stride > kMost)
      return false;
    layout.push_dim(size, stride);
  }
  return true;
}

/// Appends the term that an object means. Returns false for those that have to be converted or copied.
bool append_term(PyObject* object, Terms& terms) {
  const auto is_bound = [](PyObject* bound) {
    return bound == Py_None || PyLong_CheckExact(bound);
  };
  if (is_exact_array(object)) {
    const py::array array = py::reinterpret_borrow<py::array>(object);
    const ndx::DType type = ndx::detail::array_dtype(array.dtype());
    ndx::Layout layout;
    if (!ndx::is_integer(type) || array.ndim() != 1 || array.size() > 64 ||
        !set_layout(object, array.itemsize(), layout))
      return false;
    auto* const data = const_cast<void*>(array.data());
    terms.emplace_back(
        ndx::UntypedTensor(ndx::Storage::borrow(data, array.nbytes()), std::move(layout), type));
  } else if (PyLong_CheckExact(object)) {
    terms.emplace_back(ndx::detail::python_integer(object));
  } else if (PySlice_Check(object)) {
    const auto& slice = *reinterpret_cast<PySliceObject*>(object);
    if (!is_bound(slice.start) || !is_bound(slice.stop) || !is_bound(slice.step)) return false;
    terms.emplace_back(ndx::Slice(ndx::detail::python_bound(slice.start),
                                  ndx::detail::python_bound(slice.stop),
                                  ndx::detail::python_bound(slice.step)));
  } else if (object == Py_None) {
    terms.emplace_back(ndx::newaxis);
  } else if (object == Py_Ellipsis) {
    terms.emplace_back(ndx::Ellipsis);
  } else {
    return PyList_CheckExact(object) && PyList_GET_SIZE(object) != 0 &&
           ndx::detail::small_list_term(object, terms);
  }
  return true;
}

bool append_terms(PyObject* key, Terms& terms) {
  if (!PyTuple_CheckExact(key)) return append_term(key, terms);
  terms.reserve(static_cast<std::size_t>(PyTuple_GET_SIZE(key)));
  for (py::ssize_t k = 0; k < PyTuple_GET_SIZE(key); ++k) {
    if (!append_term(PyTuple_GET_ITEM(key, k), terms)) return false;
  }
  return true;
}

/// The array of x's dtype with this layout on x's memory.
PyObject* view_of(PyObject* x, py::ssize_t bytes, const ndx::Layout& layout) {
  const py::detail::PyArray_Proxy& source = *py::detail::array_proxy(x);
  py::ssize_t strides[32];
  const std::size_t rank = layout.rank();
  if (rank > std::size(strides)) return nullptr;
  for (std::size_t d = 0; d < rank; ++d) strides[d] = layout.strides[d] * bytes;
  Py_INCREF(source.descr);
  PyObject* const view = Api::get().PyArray_NewFromDescr_(
      Api::get().PyArray_Type_, source.descr, static_cast<int>(rank), layout.shape.data(), strides,
      source.data + layout.offset * bytes, source.flags & Api::NPY_ARRAY_WRITEABLE_, nullptr);
  if (view == nullptr) return nullptr;
  Py_INCREF(x);
  if (Api::get().PyArray_SetBaseObject_(view, x) == 0) return view;
  Py_DECREF(view);
  return nullptr;
}

/// The array of x's dtype with the elements that a small index selects.
PyObject* elements_of(PyObject* x, py::ssize_t bytes, const ndx::detail::SmallIndex& small) {
  const py::detail::PyArray_Proxy& source = *py::detail::array_proxy(x);
  const py::ssize_t count = small.count();
  Py_INCREF(source.descr);
  PyObject* const result = Api::get().PyArray_NewFromDescr_(
      Api::get().PyArray_Type_, source.descr, 1, &count, nullptr, nullptr, 0, nullptr);
  if (result == nullptr) return nullptr;
  char* const to = py::detail::array_proxy(result)->data;
  const char* const from = source.data + small.first() * bytes;
  const auto copy = [&](auto size) {
    for (py::ssize_t k = 0; k < count; ++k)
      std::memcpy(to + k * size, from + small.offsets()[k] * size, static_cast<std::size_t>(size));
  };
  switch (bytes) {
    case 1:
      copy(std::integral_constant<py::ssize_t, 1>{});
      break;
    case 2:
      copy(std::integral_constant<py::ssize_t, 2>{});
      break;
    case 4:
      copy(std::integral_constant<py::ssize_t, 4>{});
      break;
    case 8:
      copy(std::integral_constant<py::ssize_t, 8>{});
      break;
    default:
      copy(std::integral_constant<py::ssize_t, 16>{});
  }
  return result;
}

/// x[key] by the rule if that is a small read; else null, which may have set an error.
PyObject* small_read(ndx::IndexRule rule, PyObject* x, PyObject* key) {
  if (!is_exact_array(x)) return nullptr;
  const py::dtype type = py::reinterpret_borrow<py::array>(x).dtype();
  const py::ssize_t bytes = type.itemsize();
  const char kind = type.kind();
  if (bytes == 0 || unit_bytes(bytes) != bytes || kind == 'O' || kind == 'V') return nullptr;
  ndx::Layout source;
  alignas(ndx::TensorIndex) std::byte stack[4 * sizeof(ndx::TensorIndex)];
  std::pmr::monotonic_buffer_resource memory(stack, sizeof stack);
  Terms terms(&memory);
  if (!set_layout(x, bytes, source) || !append_terms(key, terms)) return nullptr;
  const ndx::detail::WalkInput input{"index", rule, ndx::Bounds::raise, source, terms};
  if (!ndx::detail::has_advanced(input.terms)) {
    ndx::Layout view;
    ndx::detail::walk_basic(input, view);
    return ndx::is_empty(view.shape) ? nullptr : view_of(x, bytes, view);
  }
  ndx::detail::SmallIndex small;
  return small.find(input) ? elements_of(x, bytes, small) : nullptr;
}

/// The function of the module: a small read, or the general function's call, which is `self`.
template <ndx::IndexRule kRule>
PyObject* read(PyObject* self, PyObject* const* arguments, Py_ssize_t count, PyObject* names) {
  if (count == 2 && names == nullptr) {
    try {
      if (PyObject* const result = small_read(kRule, arguments[0], arguments[1])) return result;
    } catch (...) {  // the general function's error is the caller's
    }
    PyErr_Clear();
  }
  return PyObject_Vectorcall(self, arguments, static_cast<std::size_t>(count), names);
}

/// Puts the small reads before the general function of that name.
template <ndx::IndexRule kRule>
void stand_before(py::module_& m, const char* name, const char* help) {
  using Fast = PyObject* (*)(PyObject*, PyObject* const*, Py_ssize_t, PyObject*);
  const Fast call = &read<kRule>;
  // CPython keeps a pointer to the definition as long as the function, which is as long as the process.
  auto* const definition =
      new PyMethodDef{name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(call)),
                      METH_FASTCALL | METH_KEYWORDS, help};
  const py::object general = m.attr(name);
  PyObject* const function = PyCFunction_NewEx(definition, general.ptr(), m.attr("__name__").ptr());
  if (function == nullptr) throw py::error_already_set();
  m.attr(name) = py::reinterpret_steal<py::object>(function);
}

}  // namespace

void add_small_reads(py::module_& m) {
  stand_before<ndx::IndexRule::views_first>(
      m, "index",
      R"(index(x, key, rule='views_first', bounds='raise', fill=0)
--

Reads the elements of x that key selects: what would be between the brackets of x[...].

    >>> x = np.arange(24).reshape(2, 3, 4)
    >>> ndx.index(x, (0, slice(None), [0, 2]))                 # like x[0][:, [0, 2]]
    array([[ 0,  2],
           [ 4,  6],
           [ 8, 10]])
    >>> ndx.index(x[0], ([0, 2], [1, 3]), rule="outer")        # every row with every column
    array([[ 1,  3],
           [ 9, 11]])
    >>> ndx.index(x[0, 0], [0, 7], bounds="fill", fill=-1)     # -1 where out of bounds
    array([ 0, -1])

rule says where the dims of index arrays go:
  "views_first"  ints and slices make a view first, then index arrays select from it (PyTorch)
  "numpy"        as x[key]: beside an index array an int counts as one
  "outer"        each index array indexes its own dim
  "vectorized"   index arrays broadcast together, their dims come first
bounds says what to do with an index out of bounds: "raise" an IndexError, "wrap" it, "clip" it,
"wrap_clip" (negative ones count from the end, then clip), or read "fill". Under "raise_negative" and
"fill_negative" every negative index is out of bounds, as where -1 is padding.

Returns a view of x if key has only ints, slices, None and ..., else a new C-contiguous array. An
array of rank 0 stays an array. x and the index arrays may be anything that NumPy makes an array of, or
an object with __dlpack__, as PyTorch's tensors, which are not copied. x may have any dtype but object;
where its elements are misaligned, the result is always a copy. A masked array and an np.matrix are a
TypeError.)");
  stand_before<ndx::IndexRule::numpy>(m, "numpy_index",
                                      R"(numpy_index(x, key, bounds='raise', fill=0)
--

Reads index(x, key, rule="numpy"), which is what x[key] selects.

    >>> ndx.numpy_index(np.zeros((2, 3, 4)), (0, slice(None), [0, 2])).shape
    (2, 3))");
  stand_before<ndx::IndexRule::outer>(m, "oindex", R"(oindex(x, key, bounds='raise', fill=0)
--

Reads index(x, key, rule="outer"), which is x[np.ix_(i, j)] for any dims: NEP 21's oindex.

    >>> ndx.oindex(np.arange(12).reshape(3, 4), ([0, 2], [1, 3]))
    array([[ 1,  3],
           [ 9, 11]]))");
  stand_before<ndx::IndexRule::vectorized>(m, "vindex", R"(vindex(x, key, bounds='raise', fill=0)
--

Reads index(x, key, rule="vectorized"): the dims of index arrays come first, as in NEP 21's vindex.

    >>> ndx.vindex(np.arange(12).reshape(3, 4), ([0, 2], [1, 3]))
    array([ 1, 11]))");
}

}  // namespace module
