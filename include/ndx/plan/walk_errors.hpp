// The rare paths of a walk over terms: its errors, and integers that are out of bounds.
//
// Every function here is cold and not inlined, so that the walk stays small enough to be inlined.
#pragma once

#include <ndx/grammar/terms/term_traits.hpp>
#include <ndx/grammar/text/expression.hpp>
#include <ndx/plan/index_plan.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The input of a walk: an index and the layout that it is applied to. Error messages begin with `call`.
struct WalkInput {
  const char* call;
  IndexRule rule;
  Bounds bounds;
  const Layout& source;
  Terms terms;
  bool checked = NDX_CHECKED != 0;  // whether the caller was compiled as a checked build
};

[[noreturn]] NDX_COLD inline void throw_second_ellipsis(const WalkInput& in, std::size_t t) {
  throw_index_error(in.call, ": term ", t, ": an index can only have a single ellipsis ('...')",
                    place_of_term(in.terms, t));
}

/// Throws IndexError if there is a second ellipsis or the terms consume more dims than there are. These two
/// errors take precedence over all others, which is why every other error function here calls it first.
NDX_COLD inline void check_terms(const WalkInput& in) {
  constexpr std::size_t kNone = SIZE_MAX;
  std::size_t used = 0;
  std::size_t too_many = kNone;  // the first term that is too many
  bool dots = false;
  for (std::size_t t = 0; t < in.terms.size(); ++t) {
    const bool ellipsis = in.terms[t].kind() == TensorIndex::Kind::ellipsis;
    if (ellipsis && dots) throw_second_ellipsis(in, t);
    dots = dots || ellipsis;
    used += consumed_dims(in.terms[t]);
    if (used > in.source.rank() && too_many == kNone) too_many = t;
  }
  if (too_many == kNone) return;
  throw_index_error(in.call, ": too many indices for tensor: tensor is ", in.source.rank(),
                    "-dimensional, but ", used, " were indexed", place_of_term(in.terms, too_many));
}

[[noreturn]] NDX_COLD inline void throw_rank_too_large(const WalkInput& in) {
  check_terms(in);
  std::size_t bools = 0;
  for (const TensorIndex& term : in.terms)
    bools += is_advanced(term) && consumed_dims(term) == 0 ? 1U : 0U;
  if (bools > 1) {
    throw_value_error(in.call, ": too many bools: each of the ", bools,
                      " counts as a dim beside the others, of which there can be ", kMaxRank);
  }
  throw_value_error(in.call, ": the result would have a rank above the maximum, ", kMaxRank);
}

[[noreturn]] NDX_COLD inline void throw_step_zero(const WalkInput& in, std::size_t t) {
  check_terms(in);
  throw_value_error(in.call, ": term ", t, ": slice step cannot be zero",
                    place_of_term(in.terms, t));
}

/// Appends "dimension 3" for one dim, and the first and the last of several: "dimensions 3..5".
NDX_COLD inline void append_dim_range(TextBuffer& text, const PartWriter& part) {
  append_text(text, part.size == 1 ? "dimension " : "dimensions ");
  append_number(text, part.position);
  if (part.size == 1) return;
  append_text(text, "..");
  append_number(text, part.position + static_cast<index_t>(part.size) - 1);
}

[[noreturn]] NDX_COLD inline void throw_mask_mismatch(const WalkInput& in, std::size_t t,
                                                      std::size_t dim) {
  check_terms(in);
  const DimsView mask = in.terms[t].tensor().layout.shape;
  const PartWriter dims{append_dim_range, nullptr, mask.size(), static_cast<index_t>(dim), nullptr};
  throw_index_error(in.call, ": term ", t, ": mask of shape ", mask, " does not match ", dims,
                    " of shape ", in.source.shape, place_of_term(in.terms, t));
}

/// The index that a bounds policy replaces an integer out of bounds by.
struct ResolvedInteger {
  index_t index;
  bool selects;  // false under the policies that fill or drop
};

/// Resolves term t, an integer that is out of bounds for dim `dim`. Throws IndexError if the policy does not
/// allow it, or if the policy moves it inside and the dim has size 0.
NDX_COLD inline ResolvedInteger resolve_integer(const WalkInput& in, std::size_t t, std::size_t dim,
                                                index_t index) {
  check_terms(in);
  const index_t size = in.source.shape[dim];
  if (fills(in.bounds) || drops(in.bounds)) return {0, false};
  if (moves_inside(in.bounds) && size != 0) {
    const TensorIndex& term = in.terms[t];
    const bool is_unsigned =
        term.kind() == TensorIndex::Kind::tensor && term.tensor().dtype == DType::uint64;
    if (is_unsigned) index = stored_integer(term.tensor());
    return {
        kernel::detail::position_of(resolve_for(in.bounds, in.checked), index, size, is_unsigned),
        true};
  }
  throw_index_error(in.call, ": term ", t, ": index ", index, " is out of bounds for dimension ",
                    dim, " with size ", size, place_of_term(in.terms, t));
}

}  // namespace detail
NDX_NAMESPACE_END
