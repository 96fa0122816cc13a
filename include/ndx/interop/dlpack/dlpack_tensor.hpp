// Converts tensors to and from DLPack, the C structs with which NumPy, PyTorch, JAX and others pass
// arrays to each other without a copy.
//
// No other library is needed: the structs of DLPack's ABI 1.x are declared here, and every function
// takes those of <dlpack/dlpack.h> as well. A struct is legacy (the capsule "dltensor") or
// versioned ("dltensor_versioned", since DLPack 1.0); only the latter can say that memory is
// read-only. The functions whose names end in any and any_const take element types that are known
// at run time. Source: https://dmlc.github.io/dlpack/latest/c_api.html.
#pragma once

#include <complex>
#include <memory>
#include <variant>

#include <ndx/interop/dlpack/dlpack_type.hpp>
#include <ndx/tensor.hpp>
#include <ndx/tensor/half_elements.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A struct of DLPack, ours or that of <dlpack/dlpack.h>, with or without a version.
template <class M>
concept ManagedDLPack = requires(M& m) {
  m.dl_tensor.byte_offset;
  m.manager_ctx;
  m.deleter(&m);
};
template <class M>
concept VersionedDLPack = ManagedDLPack<M> && requires(M& m) { m.version.major, m.flags; };

/// Throws ValueError unless this processor can read the memory, in elements of type `wanted`.
template <ManagedDLPack M>
void check_dlpack(const char* call, const M& managed, dlpack::DataType wanted, bool writes) {
  if constexpr (VersionedDLPack<M>) {
    if (managed.version.major != 1) [[unlikely]] {
      throw_value_error(call, ": has the DLPack version ", managed.version.major, ".",
                        managed.version.minor, ", but only 1.x can be read");
    }
    if (writes && (managed.flags & dlpack::kReadOnly) != 0) [[unlikely]]
      throw_value_error(call, ": the memory is read-only; ask for a tensor of const elements");
  }
  const auto& from = managed.dl_tensor;
  const dlpack::DataType type{from.dtype.code, from.dtype.bits, from.dtype.lanes};
  if (!is_host(static_cast<std::int32_t>(from.device.device_type))) [[unlikely]] {
    throw_value_error(call, ": the memory is on the device ",
                      device_name(static_cast<std::int32_t>(from.device.device_type)), ":",
                      from.device.device_id, "; copy it to the CPU first");
  }
  if (type != wanted) [[unlikely]] {
    throw_value_error(call, ": holds ", dlpack_type_name(type), ", but ", dlpack_type_name(wanted),
                      " was asked for");
  }
  if (from.ndim < 0 || (from.ndim > 0 && from.shape == nullptr)) [[unlikely]]
    throw_value_error(call, ": has ", from.ndim, " dims and no valid shape");
}

/// Calls the deleter of a struct when the last tensor on its memory is destroyed. The pointer to
/// the struct is set last, when nothing can fail anymore: until then, the struct belongs to the
/// caller.
template <class M>
struct DLPackRelease {
  M** managed;
  void operator()() const noexcept {
    const std::unique_ptr<M*> cell(managed);
    if (*cell != nullptr && (*cell)->deleter != nullptr) (*cell)->deleter(*cell);
  }
};

/// Returns the strides of a struct, where null means row-major. Strides of dims of size 1 and of
/// empty tensors may be any number; they are replaced by row-major ones.
inline Dims imported_strides(DimsView shape, const std::int64_t* strides) {
  Dims result = contiguous_strides(shape);
  if (strides == nullptr || is_empty(shape)) return result;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] != 1) result[d] = strides[d];
  }
  return result;
}

/// Returns the address of the first element of a struct. Throws ValueError for an offset that
/// leaves the address space.
template <class Tensor>
std::byte* dlpack_data(const char* call, const Tensor& from) {
  const auto begin = reinterpret_cast<std::uintptr_t>(from.data);
  const std::uint64_t offset = from.byte_offset;
  if (offset > std::uint64_t{PTRDIFF_MAX} || offset > UINTPTR_MAX - begin) [[unlikely]]
    throw_value_error(call, ": byte_offset ", offset, " leads out of the address space");
  return static_cast<std::byte*>(from.data) + static_cast<std::size_t>(offset);
}

template <Element T, ManagedDLPack M>
Tensor<T> import_dlpack(const char* call, M* managed) {
  if (managed == nullptr) [[unlikely]]
    throw_value_error(call, ": got a null pointer");
  check_dlpack(call, *managed, dlpack_type<T>(), !std::is_const_v<T>);
  const auto& from = managed->dl_tensor;
  const auto rank = static_cast<std::size_t>(from.ndim);
  if (rank > kMaxRank) [[unlikely]]
    throw_value_error(call, ": rank ", rank, " is more than the maximum rank, ", kMaxRank);
  const DimsView shape(from.shape, rank);
  checked_numel(call, shape);
  const Dims strides = imported_strides(shape, from.strides);
  T* const data = is_empty(shape) || from.data == nullptr
                      ? nullptr
                      : reinterpret_cast<T*>(dlpack_data(call, from));
  auto cell = std::make_unique<M*>(nullptr);
  M** const place = cell.get();
  Tensor<T> tensor = make_external<T>(call, data, shape, strides, [&](void* first, index_t bytes) {
    return Storage::adopt(first, bytes, DLPackRelease<M>{cell.release()});
  });
  *place = managed;
  return tensor;
}

/// A struct together with the tensor and strides that it points to, in one allocation.
template <class M, class T>
struct ExportedDLPack {
  M managed{};
  Tensor<T> tensor;
  Dims strides;
};

/// Returns the strides that consumers expect: row-major for empty tensors, and 1 for dims of size
/// 1, where a negative stride has no effect.
inline Dims dlpack_strides(const Layout& layout) {
  if (is_empty(layout.shape)) return contiguous_strides(layout.shape);
  Dims strides = layout.strides;
  for (std::size_t d = 0; d < strides.size(); ++d) {
    if (layout.shape[d] == 1) strides[d] = 1;
  }
  return strides;
}

inline bool has_negative_stride(DimsView strides) noexcept {
  for (const index_t stride : strides) {
    if (stride < 0) return true;
  }
  return false;
}

template <class M, class T>
M* export_dlpack(const Tensor<T>& tensor, std::uint64_t flags) {
  auto made = std::make_unique<ExportedDLPack<M, T>>();
  made->tensor = tensor;
  made->strides = dlpack_strides(tensor.layout());
  constexpr dlpack::DataType type = dlpack_type<T>();
  auto& to = made->managed.dl_tensor;
  // The pointer is set for empty tensors as well: PyTorch never calls the deleter of a struct whose
  // data is null.
  to.data = const_cast<std::remove_const_t<T>*>(tensor.data());
  to.device.device_type = static_cast<decltype(to.device.device_type)>(dlpack::kCpu);
  to.ndim = static_cast<std::int32_t>(tensor.dim());
  to.dtype = {type.code, type.bits, type.lanes};
  to.shape = const_cast<index_t*>(made->tensor.shape().data());
  to.strides = made->strides.data();
  if constexpr (VersionedDLPack<M>) {
    made->managed.version = {1, 0};
    made->managed.flags = flags;
  }
  made->managed.deleter = [](M* self) {
    delete static_cast<ExportedDLPack<M, T>*>(self->manager_ctx);
  };
  made->managed.manager_ctx = made.get();
  return &made.release()->managed;
}

}  // namespace detail

/// Calls the deleter of a struct that nobody has taken over.
struct DLPackDeleter {
  /// Calls the deleter, unless it is null.
  template <detail::ManagedDLPack M>
  void operator()(M* managed) const {
    if (managed->deleter != nullptr) managed->deleter(managed);
  }
};

/// The owner of a struct that to_dlpack returns. Pass release() to a capsule, or to a consumer that
/// calls the deleter.
template <class M>
using DLPackHandle = std::unique_ptr<M, DLPackDeleter>;

/// Returns a tensor on the memory of a DLPack struct (ours or that of <dlpack/dlpack.h>, legacy or
/// versioned), which is not copied. The tensor takes over the struct: its deleter runs when the
/// last view is destroyed. If this throws, the struct still belongs to the caller.
///   auto t = from_dlpack<const float>(static_cast<DLManagedTensor*>(PyCapsule_GetPointer(...)));
/// All strides, also negative ones, are kept where the size is above 1. Throws ValueError for
/// memory on another device, another element type than T, more than one lane, misaligned elements,
/// an offset beyond the address space, a version other than 1.x, and for memory marked as read-only
/// unless T is const.
template <DLPackElement T, detail::ManagedDLPack M>
[[nodiscard]] Tensor<T> from_dlpack(M* managed) {
  return detail::import_dlpack<T>("from_dlpack", managed);
}
/// Returns a tensor on the struct of a handle, which is released unless this throws. Throws
/// ValueError as from_dlpack(managed) does.
template <DLPackElement T, detail::ManagedDLPack M, class D>
[[nodiscard]] Tensor<T> from_dlpack(std::unique_ptr<M, D>&& managed) {
  Tensor<T> tensor = detail::import_dlpack<T>("from_dlpack", managed.get());
  static_cast<void>(managed.release());
  return tensor;
}

/// Returns the tensor as a legacy DLPack struct, without a copy. The struct keeps the memory alive,
/// unless it is borrowed: then its owner must. `M` may be the struct of <dlpack/dlpack.h>:
/// to_dlpack<DLManagedTensor>(t). Throws ValueError for negative strides, at which some consumers
/// abort; export t.clone() then.
template <detail::ManagedDLPack M = dlpack::ManagedTensor, DLPackElement T>
  requires(!std::is_const_v<T> && !detail::VersionedDLPack<M>)
[[nodiscard]] DLPackHandle<M> to_dlpack(const Tensor<T>& tensor) {
  if (detail::has_negative_stride(detail::dlpack_strides(tensor.layout()))) [[unlikely]] {
    throw_value_error("to_dlpack: the strides ", tensor.strides(),
                      " are negative, which not every consumer takes; export t.clone()");
  }
  return DLPackHandle<M>(detail::export_dlpack<M>(tensor, 0));
}
template <class M = dlpack::ManagedTensor, DLPackElement T>
  requires std::is_const_v<T>
auto to_dlpack(const Tensor<T>& /*tensor*/) {
  static_assert(detail::kNever<M, T>,
                "a legacy struct cannot say that memory is read-only: write to_dlpack_versioned");
  return detail::refused<M, T>();
}
/// Exports a subscript such as t[0]: a view of the tensor's memory, or a copy if the subscript
/// makes one. Throws ValueError as to_dlpack(t) does.
template <class M = dlpack::ManagedTensor, DLPackElement T>
[[nodiscard]] auto to_dlpack(Subscript<T>&& part) {
  return to_dlpack<M>(Tensor<T>(std::move(part)));
}
/// Exports what an indexed view reads: a new tensor unless view.is_view(). Throws as its read and
/// to_dlpack(t) do.
template <class M = dlpack::ManagedTensor, DLPackElement T>
[[nodiscard]] auto to_dlpack(const IndexedView<T>& view) {
  return to_dlpack<M>(view.read());
}

/// Returns the tensor as a versioned DLPack struct. The elements are not copied unless a stride is
/// negative; the struct says if they were. The struct of a tensor of const elements is marked as
/// read-only. The lifetime is that of to_dlpack.
template <detail::VersionedDLPack M = dlpack::ManagedTensorVersioned, DLPackElement T>
[[nodiscard]] DLPackHandle<M> to_dlpack_versioned(const Tensor<T>& tensor) {
  if (detail::has_negative_stride(detail::dlpack_strides(tensor.layout())))
    return DLPackHandle<M>(detail::export_dlpack<M>(tensor.clone(), dlpack::kIsCopied));
  const std::uint64_t flags = std::is_const_v<T> ? dlpack::kReadOnly : 0;
  return DLPackHandle<M>(detail::export_dlpack<M>(tensor, flags));
}
template <detail::VersionedDLPack M = dlpack::ManagedTensorVersioned, DLPackElement T>
[[nodiscard]] DLPackHandle<M> to_dlpack_versioned(Subscript<T>&& part) {
  return to_dlpack_versioned<M>(Tensor<T>(std::move(part)));
}
template <detail::VersionedDLPack M = dlpack::ManagedTensorVersioned, DLPackElement T>
[[nodiscard]] DLPackHandle<M> to_dlpack_versioned(const IndexedView<T>& view) {
  return to_dlpack_versioned<M>(view.read());
}

// Imports DLPack structs whose element type is only known at run time. The result type is a template
// parameter, so that only a program that calls one of these functions compiles the variant.

/// A tensor of whichever element type the struct has.
using DLPackTensor =
    std::variant<Tensor<bool>, Tensor<std::int8_t>, Tensor<std::int16_t>, Tensor<std::int32_t>,
                 Tensor<std::int64_t>, Tensor<std::uint8_t>, Tensor<std::uint16_t>,
                 Tensor<std::uint32_t>, Tensor<std::uint64_t>, Tensor<float16>, Tensor<bfloat16>,
                 Tensor<float>, Tensor<double>, Tensor<std::complex<float>>,
                 Tensor<std::complex<double>>>;

namespace detail {

template <class Variant>
struct ReadOnlyVariant;
template <class... T>
struct ReadOnlyVariant<std::variant<Tensor<T>...>> {
  using type = std::variant<Tensor<const T>...>;
};

/// Imports into the alternative of the variant that has the struct's element type.
template <ManagedDLPack M, class... T>
void import_dlpack_any(const char* call, M* managed, std::variant<Tensor<T>...>& result) {
  if (managed == nullptr) [[unlikely]]
    throw_value_error(call, ": got a null pointer");
  const auto& dtype = managed->dl_tensor.dtype;
  const dlpack::DataType type{dtype.code, dtype.bits, dtype.lanes};
  const auto import_as = [&]<class U>(Tensor<U>* /*type*/) {
    if (type != dlpack_type<U>()) return false;
    result = import_dlpack<U>(call, managed);
    return true;
  };
  if ((import_as(static_cast<Tensor<T>*>(nullptr)) || ...)) return;
  check_dlpack(call, *managed, type, false);
  throw_value_error(call, ": holds ", dlpack_type_name(type), ", which no tensor can hold");
}

}  // namespace detail

/// A read-only tensor of whichever element type the struct has.
using DLPackConstTensor = detail::ReadOnlyVariant<DLPackTensor>::type;

/// Returns a tensor on a struct whose element type is only known at run time, as from_dlpack does:
///   std::visit([](const auto& t) { std::cout << t; }, from_dlpack_any(managed));
/// Throws ValueError as from_dlpack does, also for read-only memory, and for a type that no tensor
/// can hold.
template <detail::ManagedDLPack M, std::same_as<DLPackTensor> Result = DLPackTensor>
[[nodiscard]] Result from_dlpack_any(M* managed) {
  Result tensor;
  detail::import_dlpack_any("from_dlpack_any", managed, tensor);
  return tensor;
}

/// Returns a read-only tensor on a struct whose element type is only known at run time; its memory
/// may be read-only. Throws ValueError as from_dlpack<const T> does, and for a type that no tensor
/// can hold.
template <detail::ManagedDLPack M, std::same_as<DLPackConstTensor> Result = DLPackConstTensor>
[[nodiscard]] Result from_dlpack_any_const(M* managed) {
  Result tensor;
  detail::import_dlpack_any("from_dlpack_any_const", managed, tensor);
  return tensor;
}

NDX_NAMESPACE_END
