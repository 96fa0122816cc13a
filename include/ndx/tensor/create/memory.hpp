// Tensors on existing memory: borrow leaves it to the caller, adopt takes it over.
//
// The caller names the element at index (0, …, 0), while a storage begins at its lowest address.
// Negative strides make these differ, so the extent of the layout is computed first, with every
// overflow checked; then the storage and the tensor's offset in it follow.
#pragma once

#include <ndx/tensor/tensor_class.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A layout in existing memory: the layout with its offset from the lowest address, that address in
/// bytes relative to the element at index (0, …, 0), and the number of bytes that it spans.
struct ExternalMemory {
  Layout layout;
  index_t first_byte;
  index_t bytes;
};

/// Computes where a layout lies if `data` points to its element at index (0, …, 0); negative
/// strides address memory before that. Throws ValueError for an invalid shape and for a null or
/// misaligned pointer.
inline ExternalMemory external_memory(const char* call, const void* data, DimsView shape,
                                      DimsView strides, std::size_t element_bytes,
                                      std::size_t alignment) {
  Layout layout = checked_layout(call, shape, strides, 0);
  const bool empty = is_empty(layout.shape);
  const Extent reach = empty ? Extent{0, -1} : extent(layout);
  const index_t count = checked_add(call, reach.high - reach.low, 1);
  const index_t bytes = checked_bytes(call, count, element_bytes);
  if (bytes > PTRDIFF_MAX) [[unlikely]]
    throw_value_error(call, ": shape ", shape, " takes ", bytes,
                      " bytes, more than the address space");
  if (data == nullptr && !empty)
    throw_value_error(call, ": a null pointer cannot hold shape ", shape);
  if (reinterpret_cast<std::uintptr_t>(data) % alignment != 0) {
    throw_value_error(call, ": the pointer is not aligned to ", alignment,
                      " bytes, as its elements must be");
  }
  layout.offset = -reach.low;
  const index_t first = empty ? 0 : reach.low * static_cast<index_t>(element_bytes);
  return {std::move(layout), first, bytes};
}

/// Makes a tensor on existing memory. make_storage(first, bytes) receives the lowest address and
/// the number of bytes that the layout spans.
template <Element T>
Tensor<T> make_external(const char* call, T* data, DimsView shape, DimsView strides,
                        auto&& make_storage) {
  ExternalMemory memory = external_memory(call, data, shape, strides, sizeof(T), alignof(T));
  auto* const first = const_cast<std::remove_const_t<T>*>(data);
  return Tensor<T>(
      make_storage(first + memory.first_byte / static_cast<index_t>(sizeof(T)), memory.bytes),
      std::move(memory.layout));
}

}  // namespace detail

/// Makes a tensor on the caller's memory, which is not copied and must outlive the tensor and all
/// its views. `strides` are in elements; negative ones address memory before `data`. A `const T*`
/// gives the read-only Tensor<const T>.
///   auto t = borrow(v.data(), {2, 3});                      // OK while v lives and is not resized
///   auto t = borrow(std::vector<float>(6).data(), {2, 3});  // dangling: adopt the vector instead
/// Throws ValueError for a null or misaligned pointer or an invalid shape. Allocates nothing up to
/// rank 6.
template <Element T>
[[nodiscard]] Tensor<T> borrow(T* data, const Dims& shape, const Dims& strides) {
  return detail::make_external<T>("borrow", data, shape, strides, [](void* first, index_t bytes) {
    return Storage::borrow(first, bytes);
  });
}
template <Element T>
[[nodiscard]] Tensor<T> borrow(T* data, const Dims& shape) {
  checked_numel("borrow", shape);
  return borrow(data, shape, contiguous_strides(shape));
}

/// Makes a tensor that takes over existing memory. `deleter()` runs exactly once: when the last
/// tensor that shares the memory is destroyed, or at once if this call throws. Throws ValueError as
/// borrow does.
template <Element T, class Deleter>
  requires std::is_invocable_v<Deleter&>
[[nodiscard]] Tensor<T> adopt(T* data, const Dims& shape, const Dims& strides, Deleter deleter) {
  bool taken = false;
  try {
    return detail::make_external<T>("adopt", data, shape, strides, [&](void* first, index_t bytes) {
      taken = true;
      return Storage::adopt(first, bytes, std::move(deleter));
    });
  } catch (...) {
    if (!taken) deleter();
    throw;
  }
}

/// Makes a tensor on the elements of a vector, which is moved in, not copied. Throws ValueError if
/// the vector has fewer elements than the shape. The vector is unchanged after any exception.
template <Element T>
  requires(!Boolean<T>)
[[nodiscard]] Tensor<T> adopt(std::vector<T>&& values, const Dims& shape) {
  const index_t count = checked_numel("adopt", shape);
  if (count > static_cast<index_t>(values.size())) {
    throw_value_error("adopt: shape ", shape, " needs ", count, " elements, but the vector has ",
                      values.size());
  }
  // Before the move, because above rank 6 this allocates.
  const Dims strides = contiguous_strides(shape);
  auto* const keeper = new std::vector<T>();
  Tensor<T> result = adopt(values.data(), shape, strides, [keeper] { delete keeper; });
  keeper->swap(values);
  return result;
}

NDX_NAMESPACE_END
