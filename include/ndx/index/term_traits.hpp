// What a term of an index is by itself, before it meets a tensor.
#pragma once

#include <ndx/index/tensor_index.hpp>
#include <ndx/kernel/load_indices.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// How many dims of the source a term stands for. An ellipsis counts none: it takes what is left.
inline std::size_t consumed_dims(const TensorIndex& term) noexcept {
  const TensorIndex::Kind kind = term.kind();
  if (kind != TensorIndex::Kind::tensor)
    return kind == TensorIndex::Kind::integer || kind == TensorIndex::Kind::slice ? 1 : 0;
  return term.tensor().dtype == DType::boolean ? term.tensor().layout.rank() : 1;
}

/// Whether a term selects one index of its dim: an integer, or an integer tensor of rank 0.
inline bool is_integer(const TensorIndex& term) noexcept {
  if (term.kind() != TensorIndex::Kind::tensor) return term.kind() == TensorIndex::Kind::integer;
  return term.tensor().dtype != DType::boolean && term.tensor().layout.rank() == 0;
}

/// Whether a term is an index tensor, a mask or a bool, of which any makes the result a copy.
inline bool is_advanced(const TensorIndex& term) noexcept {
  if (term.kind() != TensorIndex::Kind::tensor) return term.kind() == TensorIndex::Kind::boolean;
  return !is_integer(term);
}

/// The integer that an integer tensor of rank 0 holds.
inline index_t integer_value(const UntypedTensor& tensor) {
  const index_t value =
      kernel::load_index(tensor.dtype, tensor.storage.data(), tensor.layout.offset);
  const bool beyond = tensor.dtype == DType::uint64 && value < 0;  // any size, as the uint64 it is
  return beyond ? INT64_MAX : value;
}

}  // namespace detail
NDX_NAMESPACE_END
