// Reads datasets of HDF5 files whose element types are only known at run time. Needs libhdf5.
//
// The functions are templates, as in npy_any.hpp: only a program that calls one compiles it for all
// element types.
#pragma once

#include <ndx/interop/hdf5/hdf5_dataset.hpp>
#include <ndx/io/npy/npy_any.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Reads the elements into the alternative of the variant that has their type.
template <class... T>
void read_hdf5_any(const Hdf5File& file, OpenHdf5Dataset set, std::variant<Tensor<T>...>& result) {
  const auto read_as = [&]<class U>(U* /*type*/) {
    const bool is_type = set.is.dtype == dtype_of<U>();
    if (is_type) result = read_hdf5<U>(file, std::move(set));
    return is_type;
  };
  if ((read_as(static_cast<T*>(nullptr)) || ...)) return;
  throw_value_error(file.where(), ": ", detail::quoted(set.is.name), " holds ", set.is.type,
                    ", which no tensor can hold");
}

}  // namespace detail

/// Reads a dataset whose element type is only known at run time, as load_hdf5 does:
///   std::visit([](const auto& t) { std::cout << t; }, load_hdf5_any("a.h5", "x"));
/// Throws ValueError as load_hdf5 does, and for a type that no tensor can hold, which the message
/// names.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] Result load_hdf5_any(const std::string& path, const std::string& name) {
  const detail::Hdf5File file("load_hdf5_any", path);
  Result tensor;
  detail::read_hdf5_any(file, file.open(name), tensor);
  return tensor;
}

NDX_NAMESPACE_END
