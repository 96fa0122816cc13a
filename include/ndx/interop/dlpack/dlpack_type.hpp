// Declares DLPack's structs as its ABI 1.x lays them out, and names its element types and devices.
// This file knows no tensors.
#pragma once

#include <iterator>
#include <string>

#include <ndx/base/dtype.hpp>
#include <ndx/base/error.hpp>

NDX_NAMESPACE_BEGIN

/// The structs of <dlpack/dlpack.h>, field for field. Enumerations are integers of their size.
namespace dlpack {

struct Device {
  std::int32_t device_type;
  std::int32_t device_id;
};

struct DataType {
  std::uint8_t code;
  std::uint8_t bits;
  std::uint16_t lanes;
  friend constexpr bool operator==(const DataType&, const DataType&) = default;
};

struct Tensor {
  void* data;
  Device device;
  std::int32_t ndim;
  DataType dtype;
  std::int64_t* shape;
  std::int64_t* strides;  // in elements; null for row-major
  std::uint64_t byte_offset;
};

/// DLManagedTensor, whose capsule is called "dltensor".
struct ManagedTensor {
  Tensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(ManagedTensor* self);
};

struct Version {
  std::uint32_t major;
  std::uint32_t minor;
};

/// DLManagedTensorVersioned, whose capsule is called "dltensor_versioned".
struct ManagedTensorVersioned {
  Version version;
  void* manager_ctx;
  void (*deleter)(ManagedTensorVersioned* self);
  std::uint64_t flags;
  Tensor dl_tensor;
};

/// Flags of ManagedTensorVersioned: kReadOnly says that the memory must not be written, kIsCopied
/// that it is a copy.
inline constexpr std::uint64_t kReadOnly = 1;
inline constexpr std::uint64_t kIsCopied = 2;

/// Types of device whose memory the processor can read.
inline constexpr std::int32_t kCpu = 1;
inline constexpr std::int32_t kCudaHost = 3;
inline constexpr std::int32_t kRocmHost = 11;

}  // namespace dlpack

namespace detail {

/// Returns the element type of a dtype. Its `bits` are 0 if DLPack has no such type.
constexpr dlpack::DataType dlpack_type(DType dtype, std::size_t bytes) {
  if (dtype == DType::opaque) return {};
  constexpr std::uint8_t codes[] = {6, 0, 0, 0, 0, 1, 1, 1, 1, 2, 4, 2, 2, 5, 5};
  return {codes[static_cast<int>(dtype)], static_cast<std::uint8_t>(8 * bytes), 1};
}
template <class T>
constexpr dlpack::DataType dlpack_type() {
  return dlpack_type(dtype_of<T>(), sizeof(T));
}

/// Returns a type's name for messages: "float32", "bool", "float32 x 4" for several lanes; "type 8
/// of 8 bits" for one without a name here.
inline std::string dlpack_type_name(dlpack::DataType type) {
  constexpr const char* names[] = {"int", "uint", "float", "handle", "bfloat", "complex"};
  std::string name;
  if (type.code < std::size(names)) {
    name = message(names[type.code], type.bits);
  } else if (type.code == 6 && type.bits == 8) {
    name = "bool";
  } else {
    name = message("type ", type.code, " of ", type.bits, " bits");
  }
  if (type.lanes != 1) name += message(" x ", type.lanes);
  return name;
}

/// Returns whether the processor can address the device's memory: its own, or memory that is pinned
/// for a GPU.
constexpr bool is_host(std::int32_t device) {
  return device == dlpack::kCpu || device == dlpack::kCudaHost || device == dlpack::kRocmHost;
}

inline std::string device_name(std::int32_t device) {
  constexpr const char* names[] = {"cpu",       "cuda",   "cuda_host",    "opencl", "",
                                   "",          "vulkan", "metal",        "vpi",    "rocm",
                                   "rocm_host", "ext",    "cuda_managed", "oneapi", "webgpu",
                                   "hexagon",   "maia"};
  const bool known = device > 0 && device <= static_cast<std::int32_t>(std::size(names));
  const char* const name = known ? names[device - 1] : "";
  return *name != '\0' ? name : message("number ", device);
}

}  // namespace detail

/// The element types that DLPack has: bool, integers, floating-point and complex numbers; const or
/// not.
template <class T>
concept DLPackElement = Element<T> && detail::dlpack_type<T>().bits != 0;

NDX_NAMESPACE_END
