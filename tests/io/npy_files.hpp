// .npy files put together byte by byte, in a directory of its own for each test.
#pragma once

#include <algorithm>
#include <bit>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include <fcntl.h>
#include <support/temporary_directory.hpp>

namespace npy_files {

using ndx_test::TemporaryDirectory;

/// Removes an old file first: to shorten one to nothing makes some file systems wait for the disk.
inline void write(const std::string& path, std::string_view bytes) {
  std::filesystem::remove(path);
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

inline std::string read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A file that NumPy wrote.
inline std::string from_numpy(const std::string& name) {
  return std::string(NDX_SOURCE_DIR "/tests/data/npy/") + name + ".npy";
}

/// How .npy files spell the machine's own byte order, and the other one.
inline constexpr bool kLittle = std::endian::native == std::endian::little;
inline const std::string kOrder = kLittle ? "<" : ">";
inline const std::string kOtherOrder = kLittle ? ">" : "<";

/// What NumPy writes on a big-endian machine where it writes `bytes` on a little-endian one.
inline std::string turned(std::string bytes) {
  const std::size_t order = bytes.find("'<");
  if (order == std::string::npos) return bytes;
  bytes[order + 1] = '>';
  const auto size = static_cast<std::size_t>(std::stoi(bytes.substr(order + 3)));
  const std::size_t word = bytes[order + 2] == 'c' ? size / 2 : size;
  for (std::size_t at = bytes.find('\n', order) + 1; at < bytes.size(); at += word)
    std::reverse(bytes.data() + at, bytes.data() + at + word);
  return bytes;
}

/// What NumPy writes on a machine as this one.
inline std::string native_bytes(const std::string& name) {
  return kLittle ? read(from_numpy(name)) : turned(read(from_numpy(name)));
}

/// Such a file.
inline std::string native(const std::string& name) {
  if (kLittle) return from_numpy(name);
  static const TemporaryDirectory directory;
  const std::string path = directory.file(name + ".npy");
  write(path, native_bytes(name));
  return path;
}

/// Magic, version, the length of the header as it is, the header.
inline std::string with_header(const std::string& header, char major = 1) {
  std::string bytes("\x93NUMPY");
  bytes += {major, '\0'};
  for (int i = 0; i < (major == 1 ? 2 : 4); ++i)
    bytes += static_cast<char>(header.size() >> (8 * i) & 255U);
  return bytes + header;
}

/// A file of format 1.0 with this shape and type, and so many bytes of elements.
inline std::string with_shape(const std::string& shape, std::size_t data,
                              const std::string& descr = "'<i4'") {
  return with_header("{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape +
                     ", }\n") +
         std::string(data, '\0');
}

/// How many files the program has open.
inline int open_files() {
  int count = 0;
  for (int file = 0; file < 256; ++file) count += ::fcntl(file, F_GETFD) != -1;
  return count;
}

}  // namespace npy_files
