// Arrays of .npz files whose element types are only known at run time. Needs libzip. Separate from
// npz.hpp, because a variant of all element types takes long to compile.
#pragma once

#include <map>

#include <ndx/io/npy_any.hpp>
#include <ndx/io/npz.hpp>

NDX_NAMESPACE_BEGIN

/// Reads an array of whichever element type it has; see NpzFile::load and load_npy_any.
[[nodiscard]] inline NpyTensor load_npz_any(const NpzFile& file, const std::string& name) {
  const detail::ZipMember member = file.open(name);
  NpyTensor tensor;
  detail::read_npy_any(member, detail::read_npy_header(member), tensor);
  member.finish();
  return tensor;
}

/// Reads all arrays of a file, by name.
[[nodiscard]] inline std::map<std::string, NpyTensor> load_npz_any(const NpzFile& file) {
  std::map<std::string, NpyTensor> arrays;
  for (const std::string& name : file.names()) arrays.emplace(name, load_npz_any(file, name));
  return arrays;
}
[[nodiscard]] inline std::map<std::string, NpyTensor> load_npz_any(const std::string& path) {
  return load_npz_any(NpzFile(path));
}
[[nodiscard]] inline std::map<std::string, NpyTensor> load_npz_any(
    std::span<const std::byte> bytes) {
  return load_npz_any(NpzFile(bytes));
}

NDX_NAMESPACE_END
