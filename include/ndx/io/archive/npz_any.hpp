// Reads arrays of .npz files whose element types are only known at run time. Needs libzip.
//
// The functions are templates, as in npy_any.hpp: only a program that calls one compiles it for all
// element types.
#pragma once

#include <map>

#include <ndx/io/archive/npz_file.hpp>
#include <ndx/io/npy/npy_any.hpp>

NDX_NAMESPACE_BEGIN

/// Reads an array of whichever element type it has, as NpzFile::load and load_npy_any do. Throws
/// ValueError as they do.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] Result load_npz_any(const NpzFile& file, const std::string& name) {
  const detail::ZipMember member = file.open(name);
  Result tensor;
  detail::read_npy_any(member, detail::read_npy_header(member), tensor);
  member.finish();
  return tensor;
}

/// Reads all arrays of a file, by name. Throws ValueError as load_npz_any(file, name) does.
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] std::map<std::string, Result> load_npz_any(const NpzFile& file) {
  std::map<std::string, Result> arrays;
  for (const std::string& name : file.names())
    arrays.emplace(name, load_npz_any<Result>(file, name));
  return arrays;
}
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] std::map<std::string, Result> load_npz_any(const std::string& path) {
  return load_npz_any<Result>(NpzFile(path));
}
template <std::same_as<NpyTensor> Result = NpyTensor>
[[nodiscard]] std::map<std::string, Result> load_npz_any(std::span<const std::byte> bytes) {
  return load_npz_any<Result>(NpzFile(bytes));
}

NDX_NAMESPACE_END
