// Reads .npy files, from paths, bytes and streams, whose element types are only known at run time.
//
// Reading all element types takes as long to compile as everything else together. The functions are
// therefore templates: only a program that calls one compiles it.
#pragma once

#include <complex>
#include <concepts>
#include <variant>

#include <ndx/io/npy/npy_bytes.hpp>
#include <ndx/io/npy/npy_stream.hpp>
#include <ndx/io/progress.hpp>
#include <ndx/tensor/half_elements.hpp>

NDX_NAMESPACE_BEGIN

/// A tensor of whichever element type the file has.
using NpyTensor =
    std::variant<Tensor<bool>, Tensor<std::int8_t>, Tensor<std::int16_t>, Tensor<std::int32_t>,
                 Tensor<std::int64_t>, Tensor<std::uint8_t>, Tensor<std::uint16_t>,
                 Tensor<std::uint32_t>, Tensor<std::uint64_t>, Tensor<float16>, Tensor<float>,
                 Tensor<double>, Tensor<std::complex<float>>, Tensor<std::complex<double>>>;

namespace detail {

/// Reads the elements into the alternative of the variant that has their type.
template <class Source, class... T>
void read_npy_any(Source& file, const NpyHeader& header, std::variant<Tensor<T>...>& result) {
  if (read_npy_if<T...>(file, header, [&](const auto& tensor) { result = tensor; })) return;
  throw_value_error(file.where(), ": holds ", npy_type_name(header.type),
                    ", which is not among the types of NpyTensor; use load_npy<T>");
}

template <class Result>
inline constexpr auto read_bytes_any = [](const BytesSource& source, const NpyHeader& header) {
  Result tensor;
  read_npy_any(source, header, tensor);
  return tensor;
};

}  // namespace detail

/// Reads an .npy file whose element type is only known at run time:
///   std::visit([](const auto& t) { std::cout << t; }, load_npy_any("data.npy"));
/// Throws ValueError as load_npy does, and for void, which has no alternative in the variant. A
/// file of bfloat16 says only that its elements are void of two bytes; load_npy<bfloat16> reads it.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] Result load_npy_any(const std::string& path) {
  const detail::InputFile file("load_npy_any", path);
  Result tensor;
  detail::read_npy_any(file, detail::read_npy_header(file), tensor);
  return tensor;
}

/// Reads an .npy file of any element type from its bytes. Throws ValueError as load_npy(bytes) and
/// load_npy_any(path) do.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] Result load_npy_any(std::span<const std::byte> bytes) {
  const detail::BytesSource source("load_npy_any", bytes);
  return detail::read_bytes_any<Result>(source, detail::read_npy_header(source));
}
/// Reads the array at the beginning of the bytes, of any element type, and removes it from them, as
/// load_next_npy(bytes) does. Throws ValueError as load_npy_any(bytes) does.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] Result load_next_npy_any(std::span<const std::byte>& bytes) {
  return detail::read_next_npy("load_next_npy_any", bytes, detail::read_bytes_any<Result>);
}
/// Reads the next array of a stream, of any element type, as load_npy(stream) does. Throws
/// ValueError as load_npy(stream) and load_npy_any(path) do.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] Result load_npy_any(std::istream& stream) {
  detail::NpyStream source("load_npy_any", stream);
  const detail::NpyHeader& header = source.read_header();
  source.expect_elements();
  Result tensor;
  detail::read_npy_any(source, header, tensor);
  return tensor;
}

/// Reads a file of any element type and reports progress, as load_npy(path, progress) does. Throws
/// Cancelled if the function returns false, and ValueError as load_npy_any(path) does.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] Result load_npy_any(const std::string& path, const Progress& progress) {
  const detail::InputFile file("load_npy_any", path);
  const detail::NpyHeader header = detail::read_npy_header(file);
  detail::MeteredSource source(file, progress, header.data_bytes);
  Result tensor;
  detail::read_npy_any(source, header, tensor);
  return tensor;
}

NDX_NAMESPACE_END
