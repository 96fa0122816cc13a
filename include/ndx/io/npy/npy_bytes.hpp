// Reads .npy files from bytes in memory, and writes tensors as such bytes.
//
// The bytes may come from a socket, a database or an archive. Several arrays can follow each other,
// as numpy.save writes them into one open file. npy_stream.hpp reads and writes streams.
#pragma once

#include <span>
#include <vector>

#include <ndx/io/bytes_target.hpp>
#include <ndx/io/npy/npy_file.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Bytes as a source of read_npy_header and read_npy_elements.
class BytesSource {
 public:
  BytesSource(const char* call, std::span<const std::byte> bytes)
      : where_(message(call, ": bytes")), bytes_(bytes) {}

  /// Returns the beginning of messages.
  [[nodiscard]] const std::string& where() const noexcept { return where_; }
  [[nodiscard]] index_t size() const noexcept { return static_cast<index_t>(bytes_.size()); }
  /// Copies bytes. The caller has checked that they exist.
  void read(void* to, index_t bytes, index_t offset) const {
    if (bytes > 0) std::memcpy(to, bytes_.data() + offset, static_cast<std::size_t>(bytes));
  }

 private:
  std::string where_;
  std::span<const std::byte> bytes_;
};

/// Calls read(source, header) for the array at the beginning of the bytes, then removes the array
/// from them.
template <class Read>
auto read_next_npy(const char* call, std::span<const std::byte>& bytes, const Read& read) {
  const BytesSource source(call, bytes);
  const NpyHeader header = parse_npy_header(source);
  const index_t there = source.size() - header.data_offset;
  if (header.data_bytes > there) throw_npy_size(source.where(), header, there);
  auto array = read(source, header);
  bytes = bytes.subspan(static_cast<std::size_t>(header.data_offset + header.data_bytes));
  return array;
}

}  // namespace detail

/// Reads an .npy file from its bytes, all of which the array must fill:
///   load_npy<float>(std::as_bytes(std::span(text)))
/// The elements are copied. Throws ValueError as load_npy(path) does; messages call the file
/// "bytes".
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> load_npy(std::span<const std::byte> bytes) {
  const detail::BytesSource source("load_npy", bytes);
  const detail::NpyHeader header = detail::read_npy_header(source);
  detail::check_npy_type<T>(source, header);
  return detail::read_npy_elements<T>(source, header);
}

/// Reads the array at the beginning of the bytes, and removes it from them. Several arrays can
/// follow each other, as numpy.save writes them into one open file:
///   while (!bytes.empty()) use(load_next_npy<float>(bytes));
/// Throws ValueError as load_npy(bytes) does; `bytes` is then unchanged.
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> load_next_npy(std::span<const std::byte>& bytes) {
  const auto read = [](const detail::BytesSource& source, const detail::NpyHeader& header) {
    detail::check_npy_type<T>(source, header);
    return detail::read_npy_elements<T>(source, header);
  };
  return detail::read_next_npy("load_next_npy", bytes, read);
}

/// Returns the bytes of the file that save_npy(path, tensor) would write.
template <class T>
[[nodiscard]] std::vector<std::byte> npy_bytes(const Tensor<T>& tensor) {
  detail::BytesTarget target("npy_bytes");
  detail::write_npy_preamble(target, tensor);
  detail::write_elements(target, tensor);
  return target.take();
}

#define NDX_ENTRY(suffix, T)                                              \
  NDX_COMPILE_TEXT(load_npy_of_bytes_##suffix, Tensor<T>, load_npy,       \
                   (std::span<const std::byte> bytes), (bytes), T)        \
  NDX_COMPILE_TEXT(load_next_npy_##suffix, Tensor<T>, load_next_npy,      \
                   (std::span<const std::byte> & bytes), (bytes), T)      \
  NDX_COMPILE_TEXT(npy_bytes_##suffix, std::vector<std::byte>, npy_bytes, \
                   (const Tensor<T>& tensor), (tensor), T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY

NDX_NAMESPACE_END
