// Imports DLPack structs whose element type is only known at run time.
#pragma once

#include <complex>
#include <variant>

#include <ndx/interop/dlpack/dlpack_tensor.hpp>
#include <ndx/tensor/half_elements.hpp>

NDX_NAMESPACE_BEGIN

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
template <detail::ManagedDLPack M>
[[nodiscard]] DLPackTensor from_dlpack_any(M* managed) {
  DLPackTensor tensor;
  detail::import_dlpack_any("from_dlpack_any", managed, tensor);
  return tensor;
}

/// Returns a read-only tensor on a struct whose element type is only known at run time; its memory
/// may be read-only. Throws ValueError as from_dlpack<const T> does, and for a type that no tensor
/// can hold.
template <detail::ManagedDLPack M>
[[nodiscard]] DLPackConstTensor from_dlpack_any_const(M* managed) {
  DLPackConstTensor tensor;
  detail::import_dlpack_any("from_dlpack_any_const", managed, tensor);
  return tensor;
}

NDX_NAMESPACE_END
