// .npy files read and written with a function that is told how far it is, and can cancel it.
#pragma once

#include <ndx/io/npy/npy_file.hpp>
#include <ndx/io/progress.hpp>

NDX_NAMESPACE_BEGIN

/// Reads what load_npy(path) does:
///   load_npy<float>("a.npy", [&](index_t done, index_t total) { return !stop; });
/// The file is read 4 MB at a time. Throws Cancelled if the function returns false.
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] Tensor<T> load_npy(const std::string& path, const Progress& progress) {
  const detail::InputFile file("load_npy", path);
  const detail::NpyHeader header = detail::read_npy_header(file);
  detail::check_npy_type<T>(file, header);
  detail::MeteredSource source(file, progress, header.data_bytes);
  return detail::read_npy_elements<T>(source, header);
}

/// Writes what save_npy(path, tensor) does. The file is written at most 4 MB at a time; if the function
/// returns false, this throws Cancelled, and an old file of that name stays as it was.
template <class T>
void save_npy(const std::string& path, const Tensor<T>& tensor, const Progress& progress) {
  detail::ReplacementFile file("save_npy", path);
  const index_t bytes = detail::write_npy_preamble(file, tensor);
  detail::MeteredFile metered(file, progress, bytes);
  detail::write_elements(metered, tensor);
  file.commit();
}

NDX_NAMESPACE_END
