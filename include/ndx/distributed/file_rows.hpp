// Reads distributed tensors from files of any format: each rank reads its own rows.
#pragma once

#include <algorithm>
#include <optional>

#include <ndx/distributed/moves.hpp>
#include <ndx/large/tensor_file.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Reads this rank's rows of a file, at most 64 MB at a time: each part is read into memory of its
/// own, then copied into the block.
template <class T>
void read_block(const DistributedTensor<T>& to, const File<const T>& file) {
  constexpr index_t kPart = index_t{1} << 26;
  const Tensor<T>& block = to.block();
  const index_t rows = block.shape()[0];
  const index_t first = to.bounds()[static_cast<std::size_t>(to.ranks().rank())];
  const index_t row = rows == 0 ? 1 : std::max<index_t>(block.numel() / rows, 1);
  const index_t step = std::max<index_t>(kPart / (row * static_cast<index_t>(sizeof(T))), 1);
  for (index_t from = 0; from < rows; from += step) {
    const index_t end = std::min(rows, from + step);
    block.index({Slice(from, end)}).copy_(file.index({Slice(first + from, first + end)}));
  }
}

/// Returns the tensor in the file that open() opens on each rank. Errors name `call` and `path`.
/// Collective.
template <Element T, class Open>
DistributedTensor<T> distributed_from_file(const char* call, const Communicator& ranks,
                                           const std::string& path,
                                           const DistributedOptions& options, const Open& open) {
  std::optional<File<const T>> file;
  Dims shape;
  std::string where;
  in_step(ranks, [&] {
    file.emplace(open(), FileOptions());
    shape = Dims(file->shape());
    where = message_prefix(call, path);
  });
  const auto made = MakeDistributed::of<T>(where.c_str(), ranks, shape, options);
  in_step(ranks, [&] { read_block(made, *file); });
  return made;
}

}  // namespace detail
NDX_NAMESPACE_END
