// TermWalk: the one pass over the terms of an index, from left to right.
//
// A cursor counts the dims of the source. An integer selects: the cursor advances, no dim is kept. A
// slice keeps its dim. None inserts a dim and the cursor does not advance. An ellipsis keeps the
// dims that no other term consumes. Index tensors and masks keep their dims, a bool inserts one, and
// all three are recorded as operands. So when operands are placed, the dims selected by integers are
// already gone: "views first", the rule of PyTorch and Paddle.
//
// Also decides adjacency: whether a kept dim separates the operands. Under NumPy's rule integers
// count as operands of rank 0 once there is an operand. Source: SEMANTICS §2 and §3; ezyang's
// explanation of combined indexing.
#pragma once

#include <ndx/kernel/mask_rows.hpp>
#include <ndx/plan/walk_errors.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether any term is an index tensor, a mask or a bool.
inline bool has_advanced(Terms terms) noexcept {
  for (const TensorIndex& term : terms) {
    if (is_advanced(term)) return true;
  }
  return false;
}

/// Where the operands are: which terms the first separation lies between.
struct OperandPlaces {
  bool separated = false;
  std::size_t first = 0;   // number of view dims before the first operand
  std::size_t before = 0;  // the term before the first separation …
  std::size_t after = 0;   // … and the one after it
};

/// The walk. What it finds goes to a sink, which has
///   select(offset)              an integer moves the first element
///   push_dim(size, stride)      a dim of the view
///   kBasic                      whether all terms are known to be basic; if not:
///   push_operand(operand)       an index tensor, mask or bool; its dims follow by push_dim
/// What basic terms need is inlined, except for errors, which get the input alone, so that the state
/// of the walk stays in registers: creating a view costs no more than a few calls.
template <class Sink>
class TermWalk {
  static constexpr std::size_t kNone = SIZE_MAX;

 public:
  NDX_ALWAYS_INLINE TermWalk(const WalkInput& input, Sink& sink) noexcept
      : in_(input), sink_(sink) {}

  /// Throws IndexError (an integer out of bounds, too many indices, a second ellipsis, a mask that
  /// does not match), ValueError (step 0, rank above 64).
  NDX_ALWAYS_INLINE void run() {
    if constexpr (!Sink::kBasic)
      integers_index_ = in_.rule == IndexRule::numpy && has_advanced(in_.terms);
    for (std::size_t t = 0; t < in_.terms.size(); ++t) take(t, in_.terms[t]);
    keep(in_.source.rank() - cursor_);
  }

  [[nodiscard]] const OperandPlaces& places() const noexcept { return places_; }
  /// Whether an integer is out of bounds under fill or drop, so that nothing is selected.
  [[nodiscard]] bool is_outside() const noexcept { return outside_; }

 private:
  /// A tensor of rank 0 counts as the integer or bool that it holds. Each kind is taken in one place,
  /// because what takes it is inlined.
  NDX_ALWAYS_INLINE void take(std::size_t t, const TensorIndex& term) {
    index_t integer = 0;
    switch (term.kind()) {
      case TensorIndex::Kind::none:
        return insert();
      case TensorIndex::Kind::ellipsis:
        return take_ellipsis(t);
      case TensorIndex::Kind::slice:
        return take_slice(t, term.slice());
      case TensorIndex::Kind::integer:
        integer = term.integer();
        break;
      case TensorIndex::Kind::boolean:
      case TensorIndex::Kind::tensor:
        if constexpr (!Sink::kBasic) {
          if (is_advanced(term)) return take_operand(t, term);
        }
        integer = integer_value(term.tensor());
    }
    take_integer(t, integer);
  }

  NDX_ALWAYS_INLINE void take_operand(std::size_t t, const TensorIndex& term) {
    if (term.kind() == TensorIndex::Kind::boolean) return take_boolean(t, term.boolean());
    const UntypedTensor& tensor = term.tensor();
    if (tensor.dtype != DType::boolean) return take_integers(t, tensor);
    if (tensor.layout.rank() != 0) return take_mask(t, tensor);
    take_boolean(t, kernel::is_set(first_byte(tensor, 1)) != 0);
  }

  NDX_ALWAYS_INLINE void insert() { push_dim(1, 0); }

  NDX_ALWAYS_INLINE void keep(std::size_t dims) {
    for (; dims > 0; --dims, ++cursor_)
      push_dim(in_.source.shape[cursor_], in_.source.strides[cursor_]);
  }

  NDX_ALWAYS_INLINE void take_ellipsis(std::size_t t) {
    std::size_t after = 0;
    for (std::size_t u = t + 1; u < in_.terms.size(); ++u) {
      if (in_.terms[u].kind() == TensorIndex::Kind::ellipsis) [[unlikely]]
        check_terms(in_);
      after += consumed_dims(in_.terms[u]);
    }
    check_source(after);
    const std::size_t dims = in_.source.rank() - cursor_ - after;
    if (in_.rule == IndexRule::numpy && dims == 0) operands_end_ = kNone;  // separates all the same
    keep(dims);
  }

  NDX_ALWAYS_INLINE void take_integer(std::size_t t, index_t index) {
    check_source(1);
    const index_t size = in_.source.shape[cursor_];
    const index_t lowest = in_.bounds == Bounds::clip ? 0 : -size;
    if (index < lowest || index >= size) [[unlikely]] {
      const ResolvedInteger resolved = resolve_integer(in_, t, cursor_, index);
      index = resolved.index;
      outside_ = outside_ || !resolved.selects;
    }
    sink_.select((index < 0 ? index + size : index) * in_.source.strides[cursor_]);
    ++cursor_;
    if (integers_index_) note_operand(t, 0);
  }

  NDX_ALWAYS_INLINE void take_slice(std::size_t t, const Slice& slice) {
    check_source(1);
    if (slice.step.value_or(1) == 0) [[unlikely]]
      throw_step_zero(in_, t);
    const index_t stride = in_.source.strides[cursor_];
    const SliceRange range = resolve(slice, in_.source.shape[cursor_]);
    sink_.select(sliced_offset(range, stride));
    push_dim(range.count, sliced_stride(range, stride));
    ++cursor_;
  }

  // Called from several places of a plan's walk, which inlined they would make half as large again.
  NDX_NOINLINE void take_boolean(std::size_t t, bool flag) {
    IndexOperand operand = make_operand(t, IndexOperand::Kind::boolean, 1);
    operand.count = flag ? 1 : 0;
    sink_.push_operand(operand);
    insert();
  }

  void take_integers(std::size_t t, const UntypedTensor& tensor) {
    check_source(1);
    IndexOperand operand = make_operand(t, IndexOperand::Kind::integers, 1);
    operand.size = in_.source.shape[cursor_];
    operand.stride = in_.source.strides[cursor_];
    operand.tensor = &tensor;
    sink_.push_operand(operand);
    keep(1);
  }

  void take_mask(std::size_t t, const UntypedTensor& tensor) {
    const std::size_t rank = tensor.layout.rank();
    check_source(rank);
    if (!covers(tensor.layout.shape)) [[unlikely]]
      throw_mask_mismatch(in_, t, cursor_);
    IndexOperand operand = make_operand(t, IndexOperand::Kind::mask, rank);
    operand.tensor = &tensor;
    operand.mask_functions = in_.terms[t].mask_functions();
    sink_.push_operand(operand);
    keep(rank);
  }

  /// Whether a mask has the shape of the dims at the cursor. A size of 0 matches any under NumPy's
  /// rule.
  [[nodiscard]] bool covers(DimsView mask) const {
    for (std::size_t d = 0; d < mask.size(); ++d) {
      const bool any_size = in_.rule == IndexRule::numpy && mask[d] == 0;
      if (!any_size && mask[d] != in_.source.shape[cursor_ + d]) return false;
    }
    return true;
  }

  NDX_NOINLINE IndexOperand make_operand(std::size_t t, IndexOperand::Kind kind, std::size_t dims) {
    note_operand(t, dims);
    IndexOperand operand{};
    operand.kind = kind;
    operand.source_dim = static_cast<std::uint8_t>(cursor_);
    operand.view_dim = static_cast<std::uint8_t>(view_rank_);
    operand.dims = static_cast<std::uint8_t>(dims);
    operand.term = static_cast<std::uint32_t>(t);
    return operand;
  }

  /// Records where the operands begin and end in the view, and the first that a dim separates from
  /// the one before.
  void note_operand(std::size_t t, std::size_t dims) {
    if (last_ == kNone) {
      places_.first = view_rank_;
    } else if (!places_.separated && operands_end_ != view_rank_) {
      places_.separated = true;
      places_.before = last_;
      places_.after = t;
    }
    last_ = t;
    operands_end_ = view_rank_ + dims;
  }

  NDX_ALWAYS_INLINE void check_source(std::size_t dims) const {
    if (cursor_ + dims > in_.source.rank()) [[unlikely]]
      check_terms(in_);
  }
  NDX_ALWAYS_INLINE void push_dim(index_t size, index_t stride) {
    if (view_rank_ == kMaxRank) [[unlikely]]
      throw_rank_too_large(in_);
    sink_.push_dim(size, stride);
    ++view_rank_;
  }

  const WalkInput& in_;
  Sink& sink_;
  std::size_t cursor_ = 0;
  std::size_t view_rank_ = 0;
  bool integers_index_ = false;  // integers count as operands of rank 0
  bool outside_ = false;
  std::size_t last_ = kNone;          // the term of the last operand
  std::size_t operands_end_ = kNone;  // number of view dims up to the end of the last operand
  OperandPlaces places_;
};

/// Sink for an index without operands.
class ViewSink {
 public:
  static constexpr bool kBasic = true;

  ViewSink(const Layout& source, Layout& view) noexcept : view_(view) {
    view_.offset = source.offset;
  }
  NDX_ALWAYS_INLINE void select(index_t offset) noexcept { view_.offset += offset; }
  NDX_ALWAYS_INLINE void push_dim(index_t size, index_t stride) { view_.push_dim(size, stride); }

 private:
  Layout& view_;
};

/// Sink for the view and the operands of a plan.
class PlanSink : public ViewSink {
 public:
  static constexpr bool kBasic = false;

  PlanSink(const Layout& source, IndexPlan& plan) noexcept
      : ViewSink(source, plan.view), operands_(plan.operands) {}
  // Out of line, unlike a view's: a plan takes longer to run than to make.
  NDX_NOINLINE void push_dim(index_t size, index_t stride) { ViewSink::push_dim(size, stride); }
  NDX_NOINLINE void push_operand(IndexOperand operand) {
    if (operand.kind == IndexOperand::Kind::mask)
      operand.count = operand.mask_functions->count(*operand.tensor);
    operands_.push_back(operand);
  }

 private:
  SmallVector<IndexOperand, 4>& operands_;
};

/// The view of an index without operands. `view` must have rank 0.
void walk_basic(const WalkInput& input, Layout& view) NDX_SYMBOL(walk_basic);
#if NDX_DEFINES
NDX_NOINLINE NDX_FUNC void walk_basic(const WalkInput& input, Layout& view) {
  ViewSink sink(input.source, view);
  TermWalk(input, sink).run();
}
#endif

}  // namespace detail
NDX_NAMESPACE_END
