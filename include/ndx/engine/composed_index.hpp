// ComposedIndex: the index of an indexed view, which is not read yet and can be indexed again.
//
// The view of a tensor and each index tensor have a layout along the dims of the result: the stride is 0
// where the tensor, or the index tensor, does not vary. So an index after an index is applied to each of these
// layouts alone. Basic terms change only layouts: a slice of the result slices the tensor, or the index tensor
// that supplies the dim. An index tensor or a mask becomes an operand of its own where it indexes a dim of the
// tensor. Where it indexes a dim that an earlier operand supplies, that operand is indexed:
// x[a][b] is x[a[b]]. No element of the tensor is read, and the result is one plan however long the chain is.
//
// Index tensors are shared and are checked whenever the plan runs. The elements of one that is indexed are
// copied, and masks become offsets, when the index is applied. A mask of the whole tensor is packed as bits
// instead, which are enough to read what it selects, and becomes offsets when something else is done.
#pragma once

#include <charconv>
#include <vector>

#include <ndx/engine/execute.hpp>
#include <ndx/engine/frozen_plan.hpp>
#include <ndx/engine/packed_mask.hpp>
#include <ndx/plan/planner.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the elements of an index tensor that a plan selects, each once: along dims where neither the tensor
/// nor an operand varies, the stride of the result is 0. A template, so that only an index of a view compiles the
/// gathers of indices, which have up to kMostBytes bytes.
template <std::size_t kMostBytes>
UntypedTensor gather_indices(const UntypedTensor& from, IndexPlan& plan) {
  const Dims shape = plan.shape;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (plan.view_strides[d] == 0 && !plan.varies_along(d)) plan.shape[d] = 1;
  }
  const std::size_t bytes = integer_bytes(from.dtype);
  const Storage made = allocate_elements(plan.call, plan.shape, bytes);
  const auto fill = reinterpret_cast<const std::byte*>(&kernel::kSkipped);
  const auto gather = bytes == 1   ? &detail::gather<1>
                      : bytes == 2 ? &detail::gather<2>
                      : bytes == 4 ? &detail::gather<4>
                                   : &detail::gather<kMostBytes>;
  gather(plan, from.storage.data(), made.data(), fill, kernel::Stores::cached);
  Dims strides = contiguous_strides(plan.shape);
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (plan.shape[d] != shape[d]) strides[d] = 0;
  }
  return {made, Layout{plan.shape, std::move(strides), 0}, from.dtype};
}

NDX_COMPILE_SIZE(gather_indices, UntypedTensor, gather_indices,
                 (const UntypedTensor& from, IndexPlan& plan), (from, plan), 8)
using GatherIndices = UntypedTensor (*)(const UntypedTensor& from, IndexPlan& plan);

class ComposedIndex {
 public:
  /// Begins with the whole of a tensor.
  explicit ComposedIndex(const Layout& source) : layout_(source) {}

  /// The shape of the result, the strides of the tensor along it, and the tensor's offset.
  [[nodiscard]] const Layout& layout() const noexcept { return layout_; }
  /// Whether the result is a view of the tensor, which shares its memory.
  [[nodiscard]] bool is_view() const noexcept { return operands_.empty() && !is_outside_; }
  /// Whether positions with an out-of-bounds index are skipped, neither read nor written.
  [[nodiscard]] bool skips() const noexcept { return fills(bounds_) || drops(bounds_); }

  /// How often the tensor was indexed; 255 if that is more.
  [[nodiscard]] int links() const noexcept { return links_; }

  /// Returns the mask if the result is what one mask selects of a contiguous tensor, else null.
  [[nodiscard]] const PackedMask* mask() const noexcept {
    return reinterpret_cast<const PackedMask*>(mask_.data());
  }

  /// Rearranges the result by a function of layouts that looks only at the shape.
  template <class F>
  void rearrange(const F& arranged) {
    use_offsets();
    for (Operand& operand : operands_) operand.set(arranged(along_result(operand)));
    layout_ = arranged(layout_);
  }

  /// Indexes the result. Throws as plan_index does, and IndexError for an element out of bounds if an index
  /// tensor is indexed. This object is then in a valid but unspecified state.
  void index(IndexRule rule, Bounds bounds, Terms terms, GatherIndices gather)
      NDX_SYMBOL(compose_index);

  /// Returns the plan of the whole chain, which refers to this object.
  [[nodiscard]] IndexPlan plan(const char* call) const NDX_SYMBOL(plan_composed);

 private:
  /// An index tensor along the dims of the result. Its size is 1 along dims where its stride is 0. An operand of
  /// kind `boolean` has no elements: it marks, by strides of 1, dims of an index along which no operand varies.
  struct Operand {
    IndexOperand index;
    UntypedTensor tensor;

    void set(Layout&& along_result) {
      tensor.layout = std::move(along_result);
      for (std::size_t d = 0; d < tensor.layout.rank(); ++d)
        if (tensor.layout.strides[d] == 0) tensor.layout.shape[d] = 1;
    }
  };
  /// How the operands of this result use a further index.
  struct Uses {
    std::uint64_t read = 0;      // bit k: operand k of that index selected elements of an operand
    std::uint64_t supplied = 0;  // bit d: an operand supplies dim d of its view
  };

  [[nodiscard]] Layout along_result(const Operand& operand) const {
    return {layout_.shape, operand.tensor.layout.strides, operand.tensor.layout.offset};
  }
  void index_operand(Operand& operand, const WalkInput& index, GatherIndices gather,
                     Uses& uses) const;
  void freeze(Operand& operand) const;
  void index_basic(const WalkInput& index);
  bool index_whole(const WalkInput& index);
  void use_offsets() {
    if (mask() == nullptr) return;
    operands_[0].tensor = mask()->offsets();
    mask_ = {};
  }
  /// Forgets the operands, since an index tensor may have no element to read.
  void select_nothing(Bounds bounds) noexcept {
    operands_.clear();
    is_outside_ = true;
    bounds_ = bounds;
  }
  void add_operands(const IndexPlan& plan, const Uses& uses);
  void mark_index_dims(const IndexPlan& plan);
  void set_view(IndexPlan& plan) const;
  [[nodiscard]] bool varies_along(std::size_t d) const noexcept {
    for (const Operand& operand : operands_) {
      if (operand.tensor.layout.strides[d] != 0) return true;
    }
    return false;
  }

  Layout layout_;
  std::vector<Operand> operands_;
  Storage mask_;          // of the only operand, whose elements are its offsets
  Layout indexed_;        // the dims of the tensor that operands index
  bool repeats_ = false;  // whether one of them has stride 0, so that it repeats elements
  Bounds bounds_ = Bounds::raise;
  bool is_outside_ = false;  // an integer is out of bounds and skipped: nothing is selected
  std::uint8_t links_ = 0;   // how often the result was indexed, at most kNoLink
  bool checked_ = kCallerChecks;
};

#if NDX_DEFINES
/// Returns the layout of the result without what operands add to it.
inline Layout result_layout(IndexPlan& plan) {
  if (!plan.is_copied()) return std::move(plan.view);
  return {plan.shape, plan.view_strides, plan.view.offset};
}

/// Whether the view varies along a dim that the operand indexes.
inline bool selects(const IndexPlan& plan, const IndexOperand& operand) {
  for (std::size_t d = operand.view_dim; d < std::size_t{operand.view_dim} + operand.dims; ++d) {
    if (plan.view.strides[d] != 0) return true;
  }
  return false;
}

/// Removes the operands that select nothing. Returns a number in which bit k is set if operand k is left.
inline std::uint64_t keep_selecting(IndexPlan& plan) {
  plan.always_copied = plan.is_copied();
  std::uint64_t kept = 0;
  std::size_t count = 0;
  const std::size_t rank = plan.shape.size();
  for (std::size_t k = 0; k < plan.operands.size(); ++k) {
    if (!selects(plan, plan.operands[k])) continue;
    kept |= std::uint64_t{1} << k;
    plan.operands[count] = plan.operands[k];
    for (std::size_t d = 0; d < rank; ++d)
      plan.strides[count * rank + d] = plan.strides[k * rank + d];
    ++count;
  }
  plan.operands.resize(count);
  plan.strides.resize(count * rank);
  return kept;
}

/// Returns the operand's elements; a mask gives offsets.
inline UntypedTensor operand_elements(const IndexPlan& plan, const IndexOperand& operand) {
  if (operand.kind == IndexOperand::Kind::integers) return *operand.tensor;
  UntypedTensor offsets{{}, {}, DType::int64};
  allocate_indices(offsets.storage, plan.call, operand.count);
  const DimsView strides(plan.view.strides.data() + operand.view_dim, operand.dims);
  operand.mask_functions->write_offsets(*operand.tensor, strides, operand.count,
                                        reinterpret_cast<index_t*>(offsets.storage.data()));
  return offsets;
}

/// Replaces the values of an index tensor by the offsets that they give, which can also be kSkipped. The call is
/// named without a link, because an error names that of the operand.
inline void ComposedIndex::freeze(Operand& operand) const {
  const char* const call = "indexed";
  IndexPlan plan;
  plan.call = call;
  plan.bounds = operand.index.bounds;
  plan.checked = checked_;
  plan.shape = layout_.shape;
  plan.view_strides = Dims::filled(plan.shape.size(), 0);
  plan.operands.push_back(operand.index);
  plan.operands[0].tensor = &operand.tensor;
  plan.strides.append(operand.tensor.layout.strides.data(), plan.shape.size());
  const FrozenPlan frozen(std::move(plan), IndexRule::outer);
  const IndexPlan made = frozen.at(call, 0);
  operand.tensor = UntypedTensor(made.operands[0].tensor->storage, {}, DType::int64);
  operand.set(Layout{made.shape, made.strides_of(0), 0});
  operand.index.kind = IndexOperand::Kind::sparse_offsets;
}

/// Applies an index to an operand. An index that skips positions makes offsets of it, because no index means
/// to skip under every policy.
inline void ComposedIndex::index_operand(Operand& operand, const WalkInput& index,
                                         GatherIndices gather, Uses& uses) const {
  using Kind = IndexOperand::Kind;
  const auto make = [&] {
    const Layout source = along_result(operand);
    return make_plan({index.call, index.rule, index.bounds, source, index.terms, index.checked});
  };
  IndexPlan plan = make();
  for (std::size_t d = 0; d < plan.view.rank(); ++d) {
    if (plan.view.strides[d] != 0) uses.supplied |= std::uint64_t{1} << d;
  }
  const bool is_mark = operand.index.kind == Kind::boolean;
  std::uint64_t read = is_mark ? 0 : keep_selecting(plan);
  if (read == 0) return operand.set(result_layout(plan));
  if (plan.skips() && operand.index.kind == Kind::integers) {
    freeze(operand);
    plan = make();
    read = keep_selecting(plan);
  }
  operand.tensor = gather(operand.tensor, plan);
  if (plan.skips()) operand.index.kind = Kind::sparse_offsets;
  uses.read |= read;
}

/// Adds the operands of an index that select elements of the tensor, and those that nothing has read, so that
/// they are checked when the plan runs.
inline void ComposedIndex::add_operands(const IndexPlan& plan, const Uses& uses) {
  for (std::size_t k = 0; k < plan.operands.size(); ++k) {
    const IndexOperand& from = plan.operands[k];
    const bool was_read = (uses.read >> k & 1) != 0;
    if (from.kind == IndexOperand::Kind::boolean || (was_read && !selects(plan, from))) continue;
    for (std::size_t d = from.view_dim; d < std::size_t{from.view_dim} + from.dims; ++d) {
      const index_t size = plan.view.shape[d];
      if ((uses.supplied >> d & 1) != 0 || size == 1) continue;
      if (plan.view.strides[d] != 0 || size == 0) {
        indexed_.push_dim(size, plan.view.strides[d]);
      } else {
        repeats_ = true;
      }
    }
    Operand& added = operands_.emplace_back(Operand{from, operand_elements(plan, from)});
    Layout along{plan.shape, plan.strides_of(k), added.tensor.layout.offset};
    // An index dim of size 0 must not count as one along which the only element is repeated.
    for (std::size_t d = 0; d < along.rank() && is_empty(from.shape()); ++d)
      if (along.shape[d] == 0 && (plan.index_dims >> d & 1) != 0) along.strides[d] = 1;
    added.set(std::move(along));
    IndexOperand& index = added.index;
    if (from.kind == IndexOperand::Kind::mask) index.kind = IndexOperand::Kind::offsets;
    index.link = static_cast<std::uint8_t>(links_ - 1);
  }
}

/// Adds a mark if the index is only of bools, or supplies dims along which no operand varies.
inline void ComposedIndex::mark_index_dims(const IndexPlan& plan) {
  std::uint64_t marked = 0;
  for (std::size_t d = 0; d < plan.shape.size(); ++d) {
    const bool is_marked = (plan.index_dims >> d & 1) != 0 && plan.shape[d] != 1;
    if (is_marked && !varies_along(d)) marked |= std::uint64_t{1} << d;
  }
  if (marked == 0 && !(operands_.empty() && plan.is_copied())) return;
  Layout along{plan.shape, Dims::filled(plan.shape.size(), 0), 0};
  for (std::size_t d = 0; d < along.rank(); ++d)
    along.strides[d] = static_cast<index_t>(marked >> d & 1);
  IndexOperand mark{};
  mark.kind = IndexOperand::Kind::boolean;
  operands_.push_back({mark, UntypedTensor({}, {}, DType::boolean)});
  operands_.back().set(std::move(along));
}

/// Applies basic terms without a plan, which would take longer.
inline void ComposedIndex::index_basic(const WalkInput& index) {
  bool is_outside = false;
  rearrange([&](const Layout& source) {
    const WalkInput input{index.call, index.rule, index.bounds, source, index.terms};
    Layout view;
    view.offset = source.offset;
    is_outside = walk_basic(input, view, 0, index.terms.size(), {}).is_outside;
    return view;
  });
  if (is_outside) select_nothing(index.bounds);
}

/// Packs a mask of the whole tensor, without a plan, if both are contiguous. Returns false for other terms, and if
/// there is no choice of elements to speak of.
inline bool ComposedIndex::index_whole(const WalkInput& index) {
  const TensorIndex& term = index.terms[0];
  if (index.terms.size() != 1 || term.mask_functions() == nullptr || !operands_.empty() ||
      is_outside_)
    return false;
  const UntypedTensor& mask = term.tensor();
  if (layout_.rank() == 0 || !(mask.layout.shape == layout_.shape) || !is_contiguous(mask.layout) ||
      !is_contiguous(layout_))
    return false;
  Storage packed = PackedMask::make(first_byte(mask, 1), numel(layout_));
  const index_t count = reinterpret_cast<const PackedMask*>(packed.data())->count();
  if (count < 2) return false;
  for (std::size_t d = 0; d < layout_.rank(); ++d)
    if (layout_.shape[d] != 1) indexed_.push_dim(layout_.shape[d], layout_.strides[d]);
  IndexOperand operand{};
  operand.kind = IndexOperand::Kind::offsets;
  operand.link = static_cast<std::uint8_t>(links_ - 1);
  operands_.push_back({operand, UntypedTensor({}, Layout{{count}, {1}, 0}, DType::int64)});
  layout_ = Layout{{count}, {0}, layout_.offset};
  if (fills(index.bounds) || drops(index.bounds)) bounds_ = index.bounds;
  mask_ = std::move(packed);
  return true;
}

NDX_FUNC void ComposedIndex::index(IndexRule rule, Bounds bounds, Terms terms,
                                   GatherIndices gather) {
  char link[18] = "indexed: link ";  // the number has at most three digits, and a zero follows
  std::to_chars(link + 14, link + 17, links_);
  const WalkInput index{links_ == 0 ? "indexed" : link, rule, bounds, layout_, terms, checked_};
  if (links_ < IndexOperand::kNoLink) ++links_;
  if (!has_advanced(terms)) return index_basic(index);
  if (index_whole(index)) return;
  use_offsets();
  IndexPlan plan = make_plan(index);
  Uses uses;
  if (plan.is_outside) select_nothing(bounds);
  for (Operand& operand : operands_) index_operand(operand, index, gather, uses);
  add_operands(plan, uses);
  mark_index_dims(plan);
  if (plan.skips()) bounds_ = bounds;
  layout_ = result_layout(plan);
}

/// Gives the plan's view the dims of the tensor, in any order, and marks the dims that operands supply. One dim of
/// stride 0 is enough to tell that elements are repeated; where a dim has size 0, there are none to repeat.
inline void ComposedIndex::set_view(IndexPlan& plan) const {
  plan.view.shape = indexed_.shape;
  plan.view.strides = indexed_.strides;
  bool repeats = repeats_;
  for (std::size_t d = 0; d < layout_.rank(); ++d) {
    if (varies_along(d)) {
      plan.index_dims |= std::uint64_t{1} << d;
    } else if (layout_.strides[d] != 0 || layout_.shape[d] == 0) {
      if (layout_.shape[d] != 1) plan.view.push_dim(layout_.shape[d], layout_.strides[d]);
    } else if (layout_.shape[d] != 1) {
      repeats = true;
    }
  }
  if (repeats) plan.view.push_dim(2, 0);
  if (plan.view.rank() > kMaxRank) [[unlikely]]
    throw_value_error(plan.call, ": the view and the dims that it indexes have more than ",
                      kMaxRank, " dims");
}

NDX_FUNC IndexPlan ComposedIndex::plan(const char* call) const {
  IndexPlan plan;
  plan.call = call;
  plan.bounds = bounds_;
  plan.checked = checked_;
  plan.is_outside = is_outside_;
  plan.view = layout_;
  if (operands_.empty() && !is_outside_) return plan;
  plan.shape = layout_.shape;
  plan.view_strides = layout_.strides;
  plan.always_copied = true;
  set_view(plan);
  for (const Operand& operand : operands_) {
    const bool is_mark = operand.index.kind == IndexOperand::Kind::boolean;
    plan.operands.push_back(operand.index);
    plan.operands.back().tensor = is_mark             ? nullptr
                                  : mask() != nullptr ? &mask()->offsets()
                                                      : &operand.tensor;
    if (links_ == 1) plan.operands.back().link = IndexOperand::kNoLink;
    for (std::size_t d = 0; d < layout_.rank(); ++d)
      plan.strides.push_back(is_mark || layout_.shape[d] == 1 ? 0
                                                              : operand.tensor.layout.strides[d]);
  }
  // A plan that selects nothing is not run, so its index tensors are checked here.
  if (is_outside_) IndexedLoop(plan, contiguous_strides(plan.shape)).check_all();
  return plan;
}
#endif

}  // namespace detail
NDX_NAMESPACE_END
