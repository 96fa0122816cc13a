// The walk over the terms of an index: one pass, from left to right.
//
// A cursor counts the dims of the source. An integer selects: the cursor advances and no dim is kept. A
// slice keeps its dim. None inserts a dim and the cursor does not advance. An ellipsis keeps the
// dims that no other term consumes. Index tensors and masks keep their dims, a bool inserts one, and
// all three are recorded as operands. When the operands are placed, the dims selected by integers are
// therefore already gone: this is "views first", the rule of PyTorch and Paddle.
//
// The walk also decides adjacency: whether a kept dim separates the operands. Under NumPy's rule, integers
// count as operands of rank 0 if there is any operand. Sources: ezyang's explanation of how PyTorch's
// advanced indexing combines with integers; NumPy's user guide on combined indexing.
//
// The rare paths, errors and integers that are out of bounds, come first. They are cold and not inlined, so
// that the walk stays small enough to be inlined.
#pragma once

#include <ndx/grammar/terms/term_traits.hpp>
#include <ndx/grammar/text/expression_text.hpp>
#include <ndx/kernel/mask/mask_rows.hpp>
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
  bool checked = kCallerChecks;  // whether the caller was compiled as a checked build
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

/// Whether any term is an index tensor, a mask or a bool.
inline bool has_advanced(Terms terms) noexcept {
  for (std::size_t t = 0; t < terms.size(); ++t) {
    if (is_advanced(terms[t])) return true;
  }
  return false;
}

/// Where the operands of an index are, and between which two terms the first separation lies.
struct OperandPlaces {
  bool separated = false;
  std::size_t first = 0;   // number of view dims before the first operand
  std::size_t before = 0;  // term of the last operand before the first separation
  std::size_t after = 0;   // term of the first operand after it
};

/// The progress of a walk.
struct WalkState {
  std::size_t cursor = 0;   // number of source dims consumed so far
  bool is_outside = false;  // an integer is out of bounds and skipped: nothing is selected
};

/// Walks over basic terms. Everything is inlined into the one function that calls it, except for errors.
/// These get only the input, never a pointer to the walk, so that its members stay in registers. Creating a
/// view thus costs a few calls.
class BasicWalk {
 public:
  NDX_ALWAYS_INLINE BasicWalk(const WalkInput& input, Layout& view, WalkState state) noexcept
      : in_(input), view_(view), view_rank_(view.rank()), state_(state) {}

  NDX_ALWAYS_INLINE WalkState run(std::size_t first, std::size_t last) {
    for (std::size_t t = first; t < last; ++t) take(t, in_.terms[t]);
    if (last == in_.terms.size()) keep(in_.source.rank() - state_.cursor);
    return state_;
  }

 private:
  /// Applies term t. A tensor of rank 0 counts as the integer that it holds. take_integer, which is inlined,
  /// has only one call, for integers and such tensors alike.
  NDX_ALWAYS_INLINE void take(std::size_t t, const TensorIndex& term) {
    index_t integer = 0;
    switch (term.kind()) {
      case TensorIndex::Kind::none:
        return push_dim(1, 0);
      case TensorIndex::Kind::ellipsis:
        return take_ellipsis(t);
      case TensorIndex::Kind::slice:
        return take_slice(t, term.slice());
      case TensorIndex::Kind::integer:
        integer = term.integer();
        break;
      default:
        integer = integer_value(term.tensor());
    }
    take_integer(t, integer);
  }

  NDX_ALWAYS_INLINE void keep(std::size_t dims) {
    for (; dims > 0; --dims, ++state_.cursor)
      push_dim(in_.source.shape[state_.cursor], in_.source.strides[state_.cursor]);
  }

  /// Keeps the dims that no term after the ellipsis consumes.
  NDX_ALWAYS_INLINE void take_ellipsis(std::size_t t) {
    std::size_t after = 0;
    for (std::size_t u = t + 1; u < in_.terms.size(); ++u) {
      if (in_.terms[u].kind() == TensorIndex::Kind::ellipsis) [[unlikely]]
        check_terms(in_);
      after += consumed_dims(in_.terms[u]);
    }
    check_source(after);
    keep(in_.source.rank() - state_.cursor - after);
  }

  /// Selects an index of the next dim. An index that is out of bounds goes to resolve_integer, which throws or
  /// applies the bounds policy.
  NDX_ALWAYS_INLINE void take_integer(std::size_t t, index_t index) {
    check_source(1);
    const index_t size = in_.source.shape[state_.cursor];
    const index_t lowest = counts_from_end(in_.bounds) ? -size : 0;
    if (index < lowest || index >= size) [[unlikely]] {
      const ResolvedInteger resolved = resolve_integer(in_, t, state_.cursor, index);
      index = resolved.index;
      state_.is_outside = state_.is_outside || !resolved.selects;
    }
    view_.offset += (index < 0 ? index + size : index) * in_.source.strides[state_.cursor];
    ++state_.cursor;
  }

  NDX_ALWAYS_INLINE void take_slice(std::size_t t, const Slice& slice) {
    check_source(1);
    if (slice.step.value_or(1) == 0) [[unlikely]]
      throw_step_zero(in_, t);
    const index_t stride = in_.source.strides[state_.cursor];
    const SliceRange range = resolve(slice, in_.source.shape[state_.cursor]);
    view_.offset += sliced_offset(range, stride);
    push_dim(range.count, sliced_stride(range, stride));
    ++state_.cursor;
  }

  /// Throws IndexError unless the source has `dims` dims left.
  NDX_ALWAYS_INLINE void check_source(std::size_t dims) const {
    if (state_.cursor + dims > in_.source.rank()) [[unlikely]]
      check_terms(in_);
  }
  NDX_ALWAYS_INLINE void push_dim(index_t size, index_t stride) {
    if (view_rank_ == kMaxRank) [[unlikely]]
      throw_rank_too_large(in_);
    view_.push_dim(size, stride);
    ++view_rank_;
  }

  const WalkInput& in_;
  Layout& view_;
  std::size_t view_rank_;
  WalkState state_;
};

/// Applies terms first…last-1, which must be basic, to `view`. If they include the end of the index, the
/// source's remaining dims are kept too.
WalkState walk_basic(const WalkInput& input, Layout& view, std::size_t first, std::size_t last,
                     WalkState state) NDX_SYMBOL(walk_basic);
#if NDX_DEFINES
NDX_NOINLINE NDX_FUNC WalkState walk_basic(const WalkInput& input, Layout& view, std::size_t first,
                                           std::size_t last, WalkState state) {
  return BasicWalk(input, view, state).run(first, last);
}
#endif

/// Makes the view of an index without operands. `view` must have rank 0 on entry.
NDX_ALWAYS_INLINE void walk_basic(const WalkInput& input, Layout& view) {
  view.offset = input.source.offset;
  walk_basic(input, view, 0, input.terms.size(), {});
}

/// Walks over all terms to make a plan: BasicWalk applies the basic terms to the plan's view, and this class
/// records the operands. A tensor of rank 0 counts as the integer or bool that it holds. Throws IndexError
/// (an integer out of bounds, too many indices, a second ellipsis, a mask that does not match), ValueError
/// (step 0, rank above 64).
class PlanWalk {
  static constexpr std::size_t kNone = SIZE_MAX;

 public:
  PlanWalk(const WalkInput& input, IndexPlan& plan) noexcept
      : in_(input),
        plan_(plan),
        integers_index_(input.rule == IndexRule::numpy && has_advanced(input.terms)) {
    plan_.view.offset = input.source.offset;
  }

  void run() {
    for (std::size_t t = 0; t < in_.terms.size(); ++t) {
      if (is_advanced(in_.terms[t])) {
        take_operand(t, in_.terms[t]);
      } else {
        take_basic(t, in_.terms[t]);
      }
    }
    take_basics(in_.terms.size(), in_.terms.size());
    plan_.is_outside = state_.is_outside;
  }

  [[nodiscard]] const OperandPlaces& places() const noexcept { return places_; }

 private:
  void take_basics(std::size_t first, std::size_t last) {
    state_ = walk_basic(in_, plan_.view, first, last, state_);
  }

  /// Applies a basic term. Under NumPy's rule, it also notes what the term does to adjacency.
  void take_basic(std::size_t t, const TensorIndex& term) {
    const std::size_t rank = plan_.view.rank();  // before take_basics keeps remaining dims
    take_basics(t, t + 1);
    if (in_.rule != IndexRule::numpy) return;
    // Under NumPy's rule, an ellipsis that keeps no dims still separates operands.
    if (term.kind() == TensorIndex::Kind::ellipsis && plan_.view.rank() == rank)
      operands_end_ = kNone;
    if (integers_index_ && is_integer(term)) note_operand(t, rank, 0);
  }

  void take_operand(std::size_t t, const TensorIndex& term) {
    if (term.kind() == TensorIndex::Kind::boolean) return take_boolean(t, term.boolean());
    const UntypedTensor& tensor = term.tensor();
    if (tensor.dtype != DType::boolean) return take_integers(t, tensor);
    if (tensor.layout.rank() != 0) return take_mask(t, tensor);
    take_boolean(t, kernel::is_set(first_byte(tensor, 1)) != 0);
  }

  /// Inserts a dim of size 1 into the view, which the operand then indexes: true selects its one position,
  /// false selects none.
  void take_boolean(std::size_t t, bool flag) {
    IndexOperand& operand = push_operand(t, IndexOperand::Kind::boolean, 0);
    operand.dims = 1;
    operand.count = flag ? 1 : 0;
    push_dim(1, 0);
  }

  /// Records an index tensor. Its dim stays in the view until the operands are placed.
  void take_integers(std::size_t t, const UntypedTensor& tensor) {
    IndexOperand& operand = push_operand(t, IndexOperand::Kind::integers, 1);
    operand.size = in_.source.shape[state_.cursor];
    operand.stride = in_.source.strides[state_.cursor];
    operand.tensor = &tensor;
    keep(1);
  }

  /// Records a mask and counts its true elements, which are the size of the dim that it supplies.
  void take_mask(std::size_t t, const UntypedTensor& tensor) {
    const std::size_t rank = tensor.layout.rank();
    IndexOperand& operand = push_operand(t, IndexOperand::Kind::mask, rank);
    if (!covers(tensor.layout.shape)) [[unlikely]]
      throw_mask_mismatch(in_, t, state_.cursor);
    operand.tensor = &tensor;
    operand.mask_functions = in_.terms[t].mask_functions();
    operand.count = operand.mask_functions->count(tensor);
    keep(rank);
  }

  /// Whether a mask has the shape of the dims at the cursor. Under NumPy's rule, a size of 0 in the mask
  /// matches any size.
  [[nodiscard]] bool covers(DimsView mask) const {
    for (std::size_t d = 0; d < mask.size(); ++d) {
      const bool any_size = in_.rule == IndexRule::numpy && mask[d] == 0;
      if (!any_size && mask[d] != in_.source.shape[state_.cursor + d]) return false;
    }
    return true;
  }

  /// Adds an operand of term t, which indexes the next `dims` dims of the source; 0 for a bool.
  NDX_NOINLINE IndexOperand& push_operand(std::size_t t, IndexOperand::Kind kind,
                                          std::size_t dims) {
    if (state_.cursor + dims > in_.source.rank()) [[unlikely]]
      check_terms(in_);
    note_operand(t, plan_.view.rank(), kind == IndexOperand::Kind::boolean ? 1 : dims);
    IndexOperand operand{};
    operand.kind = kind;
    operand.source_dim = static_cast<std::uint8_t>(state_.cursor);
    operand.view_dim = static_cast<std::uint8_t>(plan_.view.rank());
    operand.dims = static_cast<std::uint8_t>(dims);
    operand.term = static_cast<std::uint16_t>(t);
    operand.bounds = in_.bounds;
    plan_.operands.push_back(operand);
    return plan_.operands.back();
  }

  /// Records that term t is an operand of `dims` dims, which begins at dim `rank` of the view. The first
  /// operand determines where the operands begin. The first operand that does not directly follow the one
  /// before it marks the separation.
  void note_operand(std::size_t t, std::size_t rank, std::size_t dims) {
    if (last_ == kNone) {
      places_.first = rank;
    } else if (!places_.separated && operands_end_ != rank) {
      places_.separated = true;
      places_.before = last_;
      places_.after = t;
    }
    last_ = t;
    operands_end_ = rank + dims;
  }

  void keep(std::size_t dims) {
    for (; dims > 0; --dims, ++state_.cursor)
      push_dim(in_.source.shape[state_.cursor], in_.source.strides[state_.cursor]);
  }
  NDX_NOINLINE void push_dim(index_t size, index_t stride) {
    if (plan_.view.rank() == kMaxRank) [[unlikely]]
      throw_rank_too_large(in_);
    plan_.view.push_dim(size, stride);
  }

  const WalkInput& in_;
  IndexPlan& plan_;
  bool integers_index_;  // whether integers count as operands of rank 0
  WalkState state_;
  std::size_t last_ = kNone;          // the term of the last operand
  std::size_t operands_end_ = kNone;  // number of view dims up to the end of the last operand
  OperandPlaces places_;
};

}  // namespace detail
NDX_NAMESPACE_END
