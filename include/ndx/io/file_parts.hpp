// Writes to a part of an existing file, and copies a file into a ReplacementFile.
#pragma once

#include <ndx/io/replacement_file.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Writes all bytes at `offset` of an open file. The file's position does not change.
inline void write_all_at(const std::string& where, int file, const void* from, index_t bytes,
                         index_t offset) {
  const auto* in = static_cast<const std::byte*>(from);
  while (bytes > 0) {
    const off_t at = file_offset(where, "cannot be written", offset);
    const auto put = uninterrupted([&] { return ::pwrite(file, in, bytes_per_call(bytes), at); });
    if (put <= 0) throw_file_error(where, "cannot be written", put == 0 ? ENOSPC : errno);
    in += put;
    offset += put;
    bytes -= put;
  }
}

/// Copies the `size` bytes of an open file into the file that will replace another.
inline void copy_file(const std::string& where, int from, index_t size, ReplacementFile& to) {
  std::string part(static_cast<std::size_t>(std::min(size, index_t{1} << 20)), '\0');
  to.reserve(size);
  for (index_t at = 0; at < size; at += static_cast<index_t>(part.size())) {
    const index_t bytes = std::min(size - at, static_cast<index_t>(part.size()));
    read_all_at(where, from, part.data(), bytes, at);
    to.write(part.data(), bytes);
  }
}

}  // namespace detail
NDX_NAMESPACE_END
