// Reads and writes .npy files with a progress function, which learns how many bytes are done and
// can cancel.
#pragma once

#include <ndx/io/npy/npy_file.hpp>
#include <ndx/io/progress.hpp>

NDX_NAMESPACE_BEGIN

/// Reads an .npy file as load_npy(path) does, and calls a function with the bytes done and the
/// total:
///   load_npy<float>("a.npy", [&](index_t done, index_t total) { return !stop; });
/// The file is read 4 MB at a time. Throws Cancelled if the function returns false, and ValueError
/// as load_npy(path) does.
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> load_npy(const std::string& path, const Progress& progress) {
  const detail::InputFile file("load_npy", path);
  const detail::NpyHeader header = detail::read_npy_header(file);
  detail::check_npy_type<T>(file, header);
  detail::MeteredSource source(file, progress, header.data_bytes);
  return detail::read_npy_elements<T>(source, header);
}

/// Writes an .npy file as save_npy(path, tensor) does, and calls a function with the bytes done and
/// the total. The file is written at most 4 MB at a time. If the function returns false, this
/// throws Cancelled, and an old file of that name stays unchanged. Throws ValueError as
/// save_npy(path, tensor) does.
template <class T>
void save_npy(const std::string& path, const Tensor<T>& tensor, const Progress& progress) {
  detail::ReplacementFile file("save_npy", path);
  const index_t bytes = detail::write_npy_preamble(file, tensor);
  detail::MeteredFile metered(file, progress, bytes);
  detail::write_elements(metered, tensor);
  file.commit();
}

NDX_NAMESPACE_END
