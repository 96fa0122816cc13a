// An .npy file whose element type is only known at run time. Not part of ndx.hpp: it knows all
// element types, which takes a compiler as long as all else together.
#pragma once

#include <complex>
#include <variant>

#include <ndx/io/npy.hpp>

NDX_NAMESPACE_BEGIN

/// A tensor of the element type that a file turned out to hold.
using NpyTensor =
    std::variant<Tensor<bool>, Tensor<std::int8_t>, Tensor<std::int16_t>, Tensor<std::int32_t>,
                 Tensor<std::int64_t>, Tensor<std::uint8_t>, Tensor<std::uint16_t>,
                 Tensor<std::uint32_t>, Tensor<std::uint64_t>, Tensor<float>, Tensor<double>,
                 Tensor<std::complex<float>>, Tensor<std::complex<double>>>;

namespace detail {

/// Reads the elements if they are of the I-th type of the variant or of a later one.
template <std::size_t I = 0>
NpyTensor read_npy_any(const InputFile& file, const NpyHeader& header) {
  if constexpr (I == std::variant_size_v<NpyTensor>) {
    throw_value_error(file.where(), ": holds ", npy_type_name(header.type),
                      ", which has no type of its own; ask for it by load_npy<T>");
  } else {
    using T = typename std::variant_alternative_t<I, NpyTensor>::value_type;
    if (header.type.same_elements(npy_type<T>())) return read_npy_elements<T>(file, header);
    return read_npy_any<I + 1>(file, header);
  }
}

}  // namespace detail

/// As load_npy for a file whose element type is only known at run time:
///   std::visit([](const auto& t) { std::cout << t; }, load_npy_any("data.npy"));
/// ValueError as load_npy, and for void, whose struct nobody has named.
[[nodiscard]] inline NpyTensor load_npy_any(const std::string& path) {
  const detail::InputFile file("load_npy_any", path);
  return detail::read_npy_any(file, detail::read_npy_header(file));
}

NDX_NAMESPACE_END
