// Properties of a single index term, independent of the tensor that it is applied to. A tensor of rank 0
// counts as the integer or bool that it holds.
#pragma once

#include <ndx/grammar/terms/tensor_index.hpp>
#include <ndx/kernel/index/load_indices.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Number of source dims that a term consumes. It is 0 for an ellipsis, which keeps the dims that no other
/// term consumes.
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

/// Whether a term is an index tensor, a mask or a bool. An index with one of these makes a copy.
inline bool is_advanced(const TensorIndex& term) noexcept {
  if (term.kind() != TensorIndex::Kind::tensor) return term.kind() == TensorIndex::Kind::boolean;
  return !is_integer(term);
}

/// Returns the value of an integer tensor of rank 0; of a uint64, its bits.
inline index_t stored_integer(const UntypedTensor& tensor) {
  return kernel::load_index(tensor.dtype, tensor.storage.data(), tensor.layout.offset);
}

/// Returns the value of an integer tensor of rank 0; a uint64 above INT64_MAX becomes INT64_MAX.
inline index_t integer_value(const UntypedTensor& tensor) {
  const index_t value = stored_integer(tensor);
  const bool beyond = tensor.dtype == DType::uint64 && value < 0;  // above INT64_MAX, as a uint64
  return beyond ? INT64_MAX : value;
}

}  // namespace detail
NDX_NAMESPACE_END
