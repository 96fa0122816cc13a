// Prints Slice and TensorIndex in Python's spelling, for error messages and traces.
//
// This header includes <iosfwd> but no stream header, which would slow down every compilation.
#pragma once

#include <iosfwd>
#include <string>

#include <ndx/grammar/terms/tensor_index.hpp>
#include <ndx/kernel/index/load_indices.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Index tensors with more elements than this are printed as their shape and type.
inline constexpr index_t kMaxSpelled = 32;

/// Appends one element of an index tensor or mask; `offset` is in elements.
NDX_COLD inline void append_index_element(TextBuffer& text, const UntypedTensor& tensor,
                                          index_t offset) {
  const std::byte* const data = tensor.storage.data();
  if (tensor.dtype == DType::boolean)
    return append_text(text, data[offset] == std::byte{0} ? "False" : "True");
  const index_t value = kernel::load_index(tensor.dtype, data, offset);
  append_integer(text, static_cast<std::uint64_t>(value),
                 value < 0 && tensor.dtype != DType::uint64);
}

/// Appends, as nested lists, the dims from `dim` on of the elements at `offset`.
NDX_COLD inline void append_index_list(TextBuffer& text, const UntypedTensor& tensor,
                                       std::size_t dim, index_t offset) {
  if (dim == tensor.layout.rank()) return append_index_element(text, tensor, offset);
  append_text(text, "[");
  for (index_t i = 0; i < tensor.layout.shape[dim]; ++i) {
    if (i != 0) append_text(text, ", ");
    append_index_list(text, tensor, dim + 1, offset + i * tensor.layout.strides[dim]);
  }
  append_text(text, "]");
}

/// Whether a tensor can be printed as nested lists. It must have few elements; an empty one must be an
/// integer tensor of shape (0), because that is how Python reads `[]`.
inline bool has_spelling(const UntypedTensor& tensor) {
  const index_t count = numel(tensor.layout);
  if (count == 0) return tensor.layout.rank() == 1 && tensor.dtype != DType::boolean;
  return count <= kMaxSpelled;
}

NDX_COLD inline void append_index_tensor(TextBuffer& text, const UntypedTensor& tensor) {
  if (has_spelling(tensor)) return append_index_list(text, tensor, 0, tensor.layout.offset);
  append_text(text, "tensor(shape=");
  append_dims(text, tensor.layout.shape);
  append_text(text, ", dtype=");
  append_text(text, dtype_name(tensor.dtype));
  append_text(text, ")");
}

NDX_COLD inline void append_slice(TextBuffer& text, const Slice& slice) {
  if (slice.start.given()) append_number(text, slice.start.value_or(0));
  append_text(text, ":");
  if (slice.stop.given()) append_number(text, slice.stop.value_or(0));
  if (!slice.step.given()) return;
  append_text(text, ":");
  append_number(text, slice.step.value_or(0));
}

NDX_COLD inline void append_term(TextBuffer& text, const TensorIndex& term) {
  switch (term.kind()) {
    case TensorIndex::Kind::none:
      return append_text(text, "None");
    case TensorIndex::Kind::ellipsis:
      return append_text(text, "...");
    case TensorIndex::Kind::integer:
      return append_number(text, term.integer());
    case TensorIndex::Kind::boolean:
      return append_text(text, term.boolean() ? "True" : "False");
    case TensorIndex::Kind::slice:
      return append_slice(text, term.slice());
    case TensorIndex::Kind::tensor:
      return append_index_tensor(text, term.tensor());
  }
}

}  // namespace detail

/// Returns a slice as Python writes it: "1:3", "::-1", ":".
inline std::string to_string(const Slice& slice) {
  detail::TextBuffer text;
  detail::append_slice(text, slice);
  return {text.data(), text.size()};
}

/// Returns a term as Python writes it: "5", "True", "None", "...", "1:3", "[[0, 1], [2, 3]]". A tensor too
/// large to print is "tensor(shape=(1000), dtype=int64)". The argument must be a TensorIndex; nothing is
/// converted to one, so that this function is no candidate for other types.
template <std::same_as<TensorIndex> Term>
std::string to_string(const Term& term) {
  detail::TextBuffer text;
  detail::append_term(text, term);
  return {text.data(), text.size()};
}

template <class Traits, class Term>
  requires(std::same_as<Term, Slice> || std::same_as<Term, TensorIndex>)
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const Term& term) {
  return out << to_string(term);
}

NDX_NAMESPACE_END
