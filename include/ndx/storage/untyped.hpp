// UntypedTensor: Tensor<T> without its T, that is, storage, layout and dtype as run-time values.
//
// The planner and the engine take tensors in this form, so that they are compiled once for all element types.
// This header also has the checks that need both a layout and a memory: whether one fits the other, and
// whether two tensors share bytes.
#pragma once

#include <ndx/base/dtype.hpp>
#include <ndx/layout/layout.hpp>
#include <ndx/layout/overlap.hpp>
#include <ndx/storage/storage.hpp>

NDX_NAMESPACE_BEGIN

struct UntypedTensor {
  UntypedTensor() noexcept = default;
  // The constructors keep this from being an aggregate. g++ zeroes aggregates of this size before it fills
  // them, which takes longer than everything else that an index term does.
  NDX_NOINLINE UntypedTensor(const Storage& on, const Layout& as, DType of)
      : storage(on), layout(as), dtype(of) {}
  UntypedTensor(Storage on, Layout&& as, DType of)
      : storage(std::move(on)), layout(std::move(as)), dtype(of) {}

  Storage storage;
  Layout layout;
  DType dtype = DType::opaque;
};

/// Returns the address of the element at the layout's offset; elements have `element_bytes` bytes.
inline std::byte* first_byte(const UntypedTensor& tensor, std::size_t element_bytes) noexcept {
  return tensor.storage.data() + tensor.layout.offset * static_cast<index_t>(element_bytes);
}

/// Allocates uninitialised memory for the elements of a shape. Throws ValueError for an invalid shape, and
/// MemoryError, which is a std::bad_alloc, if memory runs out.
Storage allocate_elements(const char* call, DimsView shape, std::size_t element_bytes)
    NDX_SYMBOL(allocate_elements);
#if NDX_DEFINES
NDX_NOINLINE NDX_FUNC Storage allocate_elements(const char* call, DimsView shape,
                                                std::size_t element_bytes) {
  const index_t bytes = checked_bytes(call, checked_numel(call, shape), element_bytes);
  try {
    return Storage::allocate(bytes);
  } catch (const std::bad_alloc&) {
    throw_memory_error(call, ": shape ", shape, " takes ", bytes,
                       " bytes, more than there is memory for");
  }
}
#endif

namespace detail {

/// The tag of Tensor's constructor that allocates; make() calls it.
struct NewElements {
  template <class Made>
  static Made make(const char* call, DimsView shape) {
    return Made(NewElements{}, call, shape);
  }
};

}  // namespace detail
namespace bases {

/// The storage and the layout of a Tensor<T>. They are a base class so that its functions are compiled once
/// for all element types.
class TensorParts {
 protected:
  TensorParts() noexcept = default;
  explicit TensorParts(Storage storage) noexcept : storage_(std::move(storage)) {}
  TensorParts(Storage storage, Layout&& layout) noexcept
      : storage_(std::move(storage)), layout_(std::move(layout)) {}
  /// Allocates uninitialised elements in row-major order. Throws ValueError for an invalid shape and
  /// MemoryError, which is a std::bad_alloc, if memory runs out.
  NDX_NOINLINE TensorParts(const char* call, DimsView shape, std::size_t element_bytes)
      : storage_(allocate_elements(call, shape, element_bytes)) {
    set_row_major(layout_, shape);
  }
  TensorParts(const TensorParts&) = default;
  /// Takes over the parts of another tensor, which becomes an empty one of shape (0).
  TensorParts(TensorParts&& other) noexcept
      : storage_(std::move(other.storage_)), layout_(std::move(other.layout_)) {
    other.clear_layout();
  }
  TensorParts& operator=(const TensorParts&) = delete;
  /// Takes over the parts of another tensor likewise. This tensor's old storage is released here, not
  /// when `other` is destroyed.
  NDX_NOINLINE TensorParts& operator=(TensorParts&& other) noexcept {
    if (this == &other) return *this;
    Storage taken(std::move(other.storage_));
    taken.swap(storage_);
    layout_ = std::move(other.layout_);
    other.clear_layout();
    return *this;
  }
  /// The destructor is not inlined, because its copies made up 4 % of the code of programs.
  NDX_NOINLINE ~TensorParts() {}

  /// Sets the shape to (0), after the layout has been moved from.
  void clear_layout() noexcept {
    layout_.offset = 0;
    layout_.push_dim(0, 1);
  }

  Storage storage_;
  Layout layout_;
};

}  // namespace bases

/// Throws ValueError, naming the call, unless every element of `layout` lies within `bytes` bytes.
void check_fits(const char* call, const Layout& layout, std::size_t element_bytes, index_t bytes)
    NDX_SYMBOL(check_fits);
#if NDX_DEFINES
NDX_FUNC void check_fits(const char* call, const Layout& layout, std::size_t element_bytes,
                         index_t bytes) {
  if (is_empty(layout.shape)) return;
  const Extent reach = extent(layout);
  const index_t room = bytes / static_cast<index_t>(element_bytes);
  if (reach.low < 0 || reach.high >= room) [[unlikely]] {
    throw_value_error(call, ": shape ", layout.shape, " with strides ", layout.strides,
                      " and offset ", layout.offset, " reaches elements ", reach.low, "..",
                      reach.high, " of a storage of ", room);
  }
}
#endif

/// Whether two tensors share a byte. `a_bytes` and `b_bytes` are their element sizes.
bool overlap(const Storage& a_storage, const Layout& a, std::size_t a_bytes,
             const Storage& b_storage, const Layout& b, std::size_t b_bytes) NDX_SYMBOL(overlap);
#if NDX_DEFINES
NDX_FUNC bool overlap(const Storage& a_storage, const Layout& a, std::size_t a_bytes,
                      const Storage& b_storage, const Layout& b, std::size_t b_bytes) {
  const auto a_start = reinterpret_cast<std::uintptr_t>(a_storage.data());
  const auto b_start = reinterpret_cast<std::uintptr_t>(b_storage.data());
  if (a_start + static_cast<std::uintptr_t>(a_storage.bytes()) <= b_start ||
      b_start + static_cast<std::uintptr_t>(b_storage.bytes()) <= a_start) {
    return false;
  }
  return overlap(a, static_cast<index_t>(a_bytes), b, static_cast<index_t>(b_bytes),
                 static_cast<index_t>(b_start) - static_cast<index_t>(a_start));
}
#endif

NDX_NAMESPACE_END
