// Distributed tensors in .npy files: each rank reads and writes its own rows. All ranks must see the
// same files.
#pragma once

#include <ndx/distributed/moves.hpp>
#include <ndx/io/file_parts.hpp>
#include <ndx/io/tensor_file.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Writes a rank's rows at their place in a file whose elements begin at byte `start`.
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

/// As load_npy<T>(path), each rank its own rows; in either order of dims, and in this machine's byte
/// order. Collective. Throws ValueError, on all ranks, as File does on any.
template <Element T>
  requires(!std::is_const_v<T>)
[[nodiscard]] DistributedTensor<T> distributed_from_npy(const Communicator& ranks,
                                                        const std::string& path,
                                                        const DistributedOptions& options = {}) {
  std::optional<File<const T>> file;
  Dims shape;
  detail::in_step(ranks, [&] {
    file.emplace(path);
    shape = Dims(file->shape());
  });
  const DistributedTensor<T> made(ranks, shape, options);
  detail::in_step(ranks, [&] {
    // A part at a time: the rows are read into memory of their own, then copied.
    constexpr index_t kPart = index_t{1} << 26;
    const Tensor<T>& block = made.block();
    const index_t rows = block.shape()[0];
    const index_t first = made.bounds()[static_cast<std::size_t>(ranks.rank())];
    const index_t row = rows == 0 ? 1 : std::max<index_t>(block.numel() / rows, 1);
    const index_t step = std::max<index_t>(kPart / (row * static_cast<index_t>(sizeof(T))), 1);
    for (index_t from = 0; from < rows; from += step) {
      const index_t to = std::min(rows, from + step);
      block.index({Slice(from, to)}).copy_(file->index({Slice(first + from, first + to)}));
    }
  });
  return made;
}

/// As save_npy(path, tensor) of the whole tensor: byte for byte the same file, of which each rank
/// writes its own rows. An existing file is replaced only when all are on the disk. Collective.
/// Throws ValueError, on all ranks, if the file cannot be written on one.
template <Element T>
void save_npy(const std::string& path, const DistributedTensor<T>& t) {
  const Communicator& ranks = t.ranks();
  std::optional<detail::ReplacementFile> file;  // on rank 0
  std::string temporary;
  index_t start = 0;  // of the elements
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
