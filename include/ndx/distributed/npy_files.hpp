// Reads and writes distributed tensors in .npy files: each rank reads and writes its own rows. All
// ranks must see the same files.
#pragma once

#include <ndx/distributed/file_rows.hpp>
#include <ndx/io/file_parts.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Writes a rank's rows at their offset in a file whose elements begin at byte `start`.
template <class T>
void write_block(const std::string& where, const std::string& path, const DistributedTensor<T>& t,
                 index_t start) {
  const Descriptor file(uninterrupted([&] { return ::open(path.c_str(), O_WRONLY | O_CLOEXEC); }));
  if (file.get() < 0) throw_file_error(where, "cannot be opened", errno);
  const Tensor<T>& block = t.block();
  const index_t first = t.bounds()[static_cast<std::size_t>(t.ranks().rank())];
  const index_t row = ndx::numel(DimsView(t.shape().data() + 1, t.shape().size() - 1));
  constexpr auto bytes = static_cast<index_t>(sizeof(T));
  write_all_at(where, file.get(), block.data(), block.numel() * bytes, start + first * row * bytes);
  if (uninterrupted([&] { return ::fsync(file.get()); }) != 0)
    throw_file_error(where, "cannot be written", errno);
}

}  // namespace detail

/// Reads an .npy file as load_npy<T>(path) does, each rank its own rows. Both orders of dims and
/// both byte orders are read. Collective. Throws ValueError, on all ranks, if File throws it on
/// any, and for a file of rank 0.
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] DistributedTensor<T> distributed_from_npy(const Communicator& ranks,
                                                        const std::string& path,
                                                        const DistributedOptions& options = {}) {
  const char* const call = "distributed_from_npy";
  return detail::distributed_from_file<T>(call, ranks, path, options, [&] {
    return detail::NpyChunks<T>::open(call, path, O_RDONLY, FileOptions().block);
  });
}

/// Writes the whole tensor as save_npy(path, tensor) would: byte for byte the same file, of which
/// each rank writes its own rows. An existing file is replaced only when all rows are on the disk.
/// Collective. Throws ValueError, on all ranks, if the file cannot be written on one.
template <Element T>
void save_npy(const std::string& path, const DistributedTensor<T>& t) {
  const Communicator& ranks = t.ranks();
  std::optional<detail::ReplacementFile> file;  // only on rank 0
  std::string temporary;
  index_t start = 0;  // byte of the first element
  detail::in_step(ranks, [&] {
    const std::string preamble = detail::npy_preamble(detail::npy_type<T>(), t.shape());
    start = static_cast<index_t>(preamble.size());
    if (ranks.rank() != 0) return;
    file.emplace("save_npy", path);
    const index_t bytes = checked_bytes("save_npy", t.numel(), sizeof(T));
    file->reserve(checked_add("save_npy", start, bytes));
    file->write(preamble.data(), start);
    temporary = file->temporary_path();
  });
  detail::broadcast_text(ranks, 0, temporary);
  detail::in_step(ranks, [&] {
    detail::write_block(detail::message_prefix("save_npy", path), temporary, t, start);
  });
  detail::in_step(ranks, [&] {
    if (file) file->commit();
  });
}

NDX_NAMESPACE_END
