// Prints Slice and TensorIndex in Python's spelling, for error messages and traces.
//
// Includes only <iosfwd>, no stream header.
#pragma once

#include <iosfwd>
#include <string>

#include <ndx/grammar/tensor_index.hpp>
#include <ndx/kernel/load_indices.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Index tensors with more elements than this are printed as shape and type.
inline constexpr index_t kMaxSpelled = 32;

/// One element of an index tensor or mask; `offset` is in elements.
inline std::string index_element_text(const UntypedTensor& tensor, index_t offset) {
  const std::byte* const data = tensor.storage.data();
  if (tensor.dtype == DType::boolean) return data[offset] == std::byte{0} ? "False" : "True";
  const index_t value = kernel::load_index(tensor.dtype, data, offset);
  return tensor.dtype == DType::uint64 ? message(static_cast<std::uint64_t>(value))
                                       : message(value);
}

/// The dims from `dim` on, as nested lists.
inline std::string index_list_text(const UntypedTensor& tensor, std::size_t dim, index_t offset) {
  if (dim == tensor.layout.rank()) return index_element_text(tensor, offset);
  std::string text;
  for (index_t i = 0; i < tensor.layout.shape[dim]; ++i) {
    const index_t at = offset + i * tensor.layout.strides[dim];
    append(text, {i == 0 ? "[" : ", ", index_list_text(tensor, dim + 1, at)});
  }
  return message(text.empty() ? "[" : "", text, "]");
}

/// Whether a tensor can be printed as nested lists: it has few elements, and if it is empty it is
/// `[]`, which Python reads as integers of shape (0).
inline bool has_spelling(const UntypedTensor& tensor) {
  const index_t count = numel(tensor.layout);
  if (count == 0) return tensor.layout.rank() == 1 && tensor.dtype != DType::boolean;
  return count <= kMaxSpelled;
}

inline std::string index_tensor_text(const UntypedTensor& tensor) {
  if (has_spelling(tensor)) return index_list_text(tensor, 0, tensor.layout.offset);
  return message("tensor(shape=", DimsView(tensor.layout.shape),
                 ", dtype=", dtype_name(tensor.dtype), ")");
}

}  // namespace detail

/// "1:3", "::-1", ":".
inline std::string to_string(const Slice& slice) {
  std::string text;
  if (slice.start.given()) detail::append(text, {slice.start.value_or(0)});
  text += ':';
  if (slice.stop.given()) detail::append(text, {slice.stop.value_or(0)});
  if (slice.step.given()) detail::append(text, {":", slice.step.value_or(0)});
  return text;
}

/// A term as in Python: "5", "True", "None", "...", "1:3", "[[0, 1], [2, 3]]"; a tensor too large
/// to print is "tensor(shape=(1000), dtype=int64)". Accepts only a TensorIndex: no argument is
/// converted to one.
template <std::same_as<TensorIndex> Term>
std::string to_string(const Term& term) {
  switch (term.kind()) {
    case TensorIndex::Kind::none:
      return "None";
    case TensorIndex::Kind::ellipsis:
      return "...";
    case TensorIndex::Kind::integer:
      return message(term.integer());
    case TensorIndex::Kind::boolean:
      return term.boolean() ? "True" : "False";
    case TensorIndex::Kind::slice:
      return to_string(term.slice());
    case TensorIndex::Kind::tensor:
      break;
  }
  return detail::index_tensor_text(term.tensor());
}

template <class Traits, class Term>
  requires(std::same_as<Term, Slice> || std::same_as<Term, TensorIndex>)
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const Term& term) {
  return out << to_string(term);
}

NDX_NAMESPACE_END
