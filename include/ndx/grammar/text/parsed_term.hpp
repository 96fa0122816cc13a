// Converts parsed terms that need no storage: integers, slices, bools, None and `...`.
#pragma once

#include <ndx/grammar/terms/tensor_index.hpp>
#include <ndx/grammar/text/syntax.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the term of an index that a parsed term means. It must not be a list, placeholder or name.
inline TensorIndex to_tensor_index(const syntax::Term& term) {
  switch (term.kind) {
    case syntax::TermKind::integer:
      return term.integer;
    case syntax::TermKind::slice:
      return Slice(term.start, term.stop, term.step);
    case syntax::TermKind::none:
      return newaxis;
    case syntax::TermKind::boolean:
      return term.boolean;
    default:
      return Ellipsis;
  }
}

}  // namespace detail
NDX_NAMESPACE_END
