// from_numpy and to_numpy: NumPy arrays as tensors and tensors as NumPy arrays, without a copy.
//
// The type casters in pybind11_casters.hpp are built on these functions. Needs pybind11 2.10 or
// later.
#pragma once

#include <complex>
#include <memory>
#include <string>

#include <pybind11/numpy.h>

#include <ndx/tensor.hpp>
#include <ndx/tensor/half_elements.hpp>

namespace pybind11::detail {

/// NumPy's dtype of ndx::float16, so that pybind11::array_t<ndx::float16> works as well.
template <>
struct npy_format_descriptor<ndx::float16> {
  static constexpr auto name = const_name("numpy.float16");
  static pybind11::dtype dtype() {
    constexpr int kHalf = 23;  // NPY_HALF of NumPy's C API
    return pybind11::dtype(kHalf);
  }
};

}  // namespace pybind11::detail

NDX_NAMESPACE_BEGIN

/// The element types that both NumPy and ndx have: bool, integers, float16, float, double, complex
/// numbers of the two; const or not. NumPy has no bfloat16.
template <class T>
concept NumpyElement =
    Element<T> && dtype_of<T>() != DType::opaque && dtype_of<T>() != DType::bfloat16;

namespace detail {

/// Releases the array whose memory a storage uses. Any thread may run this, so it takes the GIL.
/// After the interpreter has ended, there is nothing left to release.
struct ReleaseArray {
  PyObject* array;
  void operator()() const noexcept {
    if (Py_IsInitialized() == 0) return;
    const PyGILState_STATE state = PyGILState_Ensure();
    Py_DECREF(array);
    PyGILState_Release(state);
  }
};

/// Returns the element type of arrays of this dtype in native byte order; opaque if ndx has none.
inline DType array_dtype(const pybind11::dtype& type) {
  if (const char order = type.byteorder(); order != '=' && order != '|') return DType::opaque;
  const pybind11::ssize_t bytes = type.itemsize();
  const auto by_size = [bytes](DType one, DType two, DType four, DType eight, DType sixteen) {
    switch (bytes) {
      case 1:
        return one;
      case 2:
        return two;
      case 4:
        return four;
      case 8:
        return eight;
      case 16:
        return sixteen;
      default:
        return DType::opaque;
    }
  };
  constexpr DType none = DType::opaque;
  switch (type.kind()) {
    case 'b':
      return DType::boolean;
    case 'i':
      return by_size(DType::int8, DType::int16, DType::int32, DType::int64, none);
    case 'u':
      return by_size(DType::uint8, DType::uint16, DType::uint32, DType::uint64, none);
    case 'f':
      return by_size(none, DType::float16, DType::float32, DType::float64, none);
    case 'c':
      return by_size(none, none, none, DType::complex64, DType::complex128);
    default:
      return none;
  }
}

/// Sets the strides of an array, in elements. Dims of size 1 and empty arrays may have any stride,
/// and NumPy's may be no whole number of elements; they get row-major strides. Returns whether the
/// other strides are whole numbers and the elements are aligned.
inline bool find_strides(const pybind11::array& array, std::size_t alignment, DimsView shape,
                         Dims& strides) {
  strides = contiguous_strides(shape);
  if (is_empty(shape)) return true;
  const pybind11::ssize_t bytes = array.itemsize();
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 1) continue;
    const pybind11::ssize_t step = array.strides()[d];
    if (step % bytes != 0) return false;
    strides[d] = step / bytes;
  }
  return reinterpret_cast<std::uintptr_t>(array.data()) % alignment == 0;
}

inline Dims shape_of(const pybind11::array& array) {
  Dims shape;
  for (pybind11::ssize_t d = 0; d < array.ndim(); ++d) shape.push_back(array.shape()[d]);
  return shape;
}

/// Returns whether an object that is no array has `__dlpack__`. Python's own types, most of what is
/// converted, are not asked, because that takes longer than to convert them.
inline bool has_dlpack(pybind11::handle object) {
  PyObject* const self = object.ptr();
  return !PyLong_CheckExact(self) && !PyFloat_CheckExact(self) && !PyList_CheckExact(self) &&
         !pybind11::isinstance<pybind11::array>(object) && pybind11::hasattr(object, "__dlpack__");
}

/// Returns the array of aligned elements that NumPy makes of an object. `type` may be null;
/// `more_flags` are NumPy's. An array that needs no conversion is returned itself, because the
/// memory of a view would be gone if the array was resized. An object that has only `__dlpack__`, which
/// NumPy would take for a scalar, is converted by its from_dlpack. Runs the caller's code; throws
/// NumPy's own error.
inline pybind11::array convert_to_array(pybind11::handle object, const pybind11::dtype* type,
                                        int more_flags = 0) {
  using Api = pybind11::detail::npy_api;
  pybind11::object imported;
  if (has_dlpack(object) && !pybind11::hasattr(object, "__array__")) {
    imported = pybind11::module_::import("numpy").attr("from_dlpack")(object);
    object = imported;
  }
  PyObject* const made =
      Api::get().PyArray_FromAny_(object.ptr(), type == nullptr ? nullptr : type->inc_ref().ptr(),
                                  0, 0, Api::NPY_ARRAY_ALIGNED_ | more_flags, nullptr);
  if (made == nullptr) throw pybind11::error_already_set();
  return pybind11::reinterpret_steal<pybind11::array>(made);
}

/// Returns a C-contiguous copy, of dtype `type` unless it is null. The copy is no subclass of
/// NumPy's array, because copying would run the methods of a subclass.
inline pybind11::array copy_of(const pybind11::array& array,
                               const pybind11::dtype* type = nullptr) {
  using Api = pybind11::detail::npy_api;
  constexpr int kEnsureCopy = 0x0020;  // NPY_ARRAY_ENSURECOPY of NumPy's C API
  return convert_to_array(array, type,
                          kEnsureCopy | Api::NPY_ARRAY_C_CONTIGUOUS_ | Api::NPY_ARRAY_ENSUREARRAY_);
}

/// Returns a tensor on the memory of an array, which it keeps alive, for elements of any type.
/// Throws ValueError if the elements are misaligned or not a whole number of elements apart.
inline UntypedTensor share_array(const char* call, const pybind11::array& array, DType dtype,
                                 std::size_t alignment) {
  const Dims shape = shape_of(array);
  Dims strides;
  if (!find_strides(array, alignment, shape, strides)) [[unlikely]] {
    throw_value_error(call, ": the array's elements are misaligned or not a whole number of ",
                      array.itemsize(), "-byte elements apart; pass a copy, array.copy()");
  }
  const void* const data = is_empty(shape) ? nullptr : array.data();
  ExternalMemory memory = external_memory(call, data, shape, strides,
                                          static_cast<std::size_t>(array.itemsize()), alignment);
  auto* const first = static_cast<std::byte*>(const_cast<void*>(data)) + memory.first_byte;
  Storage storage = Storage::adopt(first, memory.bytes, ReleaseArray{array.inc_ref().ptr()});
  return {std::move(storage), std::move(memory.layout), dtype};
}

/// Returns an array on memory that `owner` keeps alive, which is any object or another array.
inline pybind11::array make_array(const pybind11::dtype& type, const void* data,
                                  const Layout& layout, bool writable, pybind11::handle owner) {
  const pybind11::ssize_t bytes = type.itemsize();
  std::vector<pybind11::ssize_t> shape(layout.shape.begin(), layout.shape.end());
  std::vector<pybind11::ssize_t> strides;
  for (const index_t stride : layout.strides) strides.push_back(stride * bytes);
  pybind11::array array(type, std::move(shape), std::move(strides), data, owner);
  if (!writable) {
    pybind11::detail::array_proxy(array.ptr())->flags &=
        ~pybind11::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  }
  return array;
}

/// Returns a Python object that keeps a tensor's memory alive.
inline pybind11::capsule tensor_capsule(const Storage& storage) {
  auto kept = std::make_unique<Storage>(storage);
  pybind11::capsule capsule(kept.get(), [](void* self) { delete static_cast<Storage*>(self); });
  static_cast<void>(kept.release());
  return capsule;
}

/// Returns whether from_numpy<T> takes the array.
template <NumpyElement T>
bool fits_array(const pybind11::array& array) {
  if (array_dtype(array.dtype()) != dtype_of<T>()) return false;
  if (!std::is_const_v<T> && !array.writeable()) return false;
  Dims strides;
  return find_strides(array, alignof(T), shape_of(array), strides);
}

}  // namespace detail

/// Returns a tensor on the memory of an array, which is not copied and which the tensor keeps
/// alive. All strides are taken, also negative ones and 0. Needs the GIL; the tensor may be
/// destroyed without it.
///   auto t = from_numpy<const float>(array)
/// Throws ValueError for elements of another type or byte order than T, for misaligned ones, and
/// for read-only arrays unless T is const. The bytes of bools must be 0 or 1, as those that NumPy
/// computes are.
template <NumpyElement T>
[[nodiscard]] Tensor<T> from_numpy(const pybind11::array& array) {
  constexpr const char* call = "from_numpy";
  if (detail::array_dtype(array.dtype()) != dtype_of<T>()) [[unlikely]] {
    throw_value_error(call, ": the array's dtype is ",
                      pybind11::repr(array.dtype()).cast<std::string>(), ", not ",
                      dtype_name(dtype_of<T>()), "; convert it with astype");
  }
  if (!std::is_const_v<T> && !array.writeable()) [[unlikely]]
    throw_value_error(call, ": the array is read-only; ask for a tensor of const elements");
  UntypedTensor shared = detail::share_array(call, array, dtype_of<T>(), alignof(T));
  return Tensor<T>(std::move(shared.storage), std::move(shared.layout));
}

/// Returns an array on the memory of a tensor, which the array keeps alive, unless it is borrowed:
/// then its owner must. For const elements, the array is read-only. A tensor of rank 0 gives an
/// array of rank 0. Needs the GIL.
template <NumpyElement T>
[[nodiscard]] pybind11::array to_numpy(const Tensor<T>& tensor) {
  return detail::make_array(pybind11::dtype::of<std::remove_const_t<T>>(), tensor.data(),
                            tensor.layout(), !std::is_const_v<T>,
                            detail::tensor_capsule(tensor.storage()));
}

NDX_NAMESPACE_END
