// FrozenPlan: a plan that no longer refers to the terms it was made from.
//
// A plan refers to the caller's index tensors and reads them when it runs. To run it later, or
// often, its indices are checked once and replaced by the offsets that they give. Index tensors
// that are broadcast together become a single tensor of offsets, so running the plan adds nothing
// up. The offsets do not depend on where the tensor begins: the plan serves every tensor of the
// same shape and strides.
#pragma once

#include <vector>

#include <ndx/engine/indexed_loop.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns an int64 tensor of the offsets Σ index·stride of `count` operands at all positions of a
/// shape, in row-major order. The operands' strides are along that shape.
inline UntypedTensor make_offsets(const char* call, DimsView shape,
                                  const kernel::IndexStream* operands, std::size_t count) {
  UntypedTensor made{{}, contiguous_layout(call, shape), DType::int64};
  const index_t total = numel(made.layout);
  allocate_indices(made.storage, call, total);
  auto* const out = reinterpret_cast<index_t*>(made.storage.data());
  if (!kernel::write_offsets({shape.size(), shape.data()}, operands, count, total, out))
      [[unlikely]]
    throw_index_error(call, ": an index tensor changed while it was read");
  return made;
}

/// A plan and the offsets that replace its index tensors: one tensor of offsets for index tensors
/// that are broadcast together, one per index tensor for oindex.
class FrozenPlan {
 public:
  FrozenPlan(IndexPlan plan, IndexRule rule) : plan_(std::move(plan)) {
    if (plan_.is_copied()) freeze(rule);
    plan_.terms = {};
  }

  [[nodiscard]] const IndexPlan& plan() const noexcept { return plan_; }

  /// Returns the plan for a tensor of the same shape and strides whose first element is at
  /// `offset`. It refers to this object, which must outlive it.
  [[nodiscard]] IndexPlan at(const char* call, index_t offset) const {
    IndexPlan plan = plan_;
    plan.call = call;
    plan.view.offset += offset;
    for (std::size_t i = 0; i < offsets_.size(); ++i) plan.operands[i].tensor = &offsets_[i];
    return plan;
  }

 private:
  void freeze(IndexRule rule) NDX_SYMBOL(freeze_plan);

  /// Adds the offsets of operands first…last-1 of the loop, over the dims along which any of them
  /// varies, and the strides of these offsets along the result. Dims of size 0 are included even if
  /// no operand varies along them: there is then no index to read along any dim.
  void combine(const IndexedLoop& loop, std::size_t first, std::size_t last,
               SmallVector<index_t, 4 * kInlineRank>& strides) {
    Dims dims;  // of the result
    Dims sizes;
    for (std::size_t d = 0; d < plan_.shape.size(); ++d) {
      bool varies = plan_.shape[d] == 0;
      for (std::size_t k = first; k < last; ++k) varies = varies || loop.plan_strides(k)[d] != 0;
      if (!varies) continue;
      dims.push_back(static_cast<index_t>(d));
      sizes.push_back(plan_.shape[d]);
    }
    Dims own_strides;  // element k * dims.size() + i is the stride of operand k along dims[i]
    for (std::size_t k = first; k < last; ++k) {
      for (const index_t d : dims)
        own_strides.push_back(loop.plan_strides(k)[static_cast<std::size_t>(d)]);
    }
    SmallVector<kernel::IndexStream, 4> operands;
    for (std::size_t k = first; k < last; ++k) {
      operands.push_back(loop.operands[k]);
      operands.back().strides = own_strides.data() + (k - first) * dims.size();
      operands.back().equally_spaced =
          kernel::is_equally_spaced({dims.size(), sizes.data()}, operands.back().strides);
    }
    offsets_.push_back(make_offsets(plan_.call, sizes, operands.data(), operands.size()));
    const std::size_t begin = strides.size();
    strides.resize(begin + plan_.shape.size());
    for (std::size_t i = 0; i < dims.size(); ++i)
      strides[begin + static_cast<std::size_t>(dims[i])] = offsets_.back().layout.strides[i];
  }

  IndexPlan plan_;
  std::vector<UntypedTensor> offsets_;  // one for each of plan_.operands, in order
};

#if NDX_DEFINES
NDX_FUNC void FrozenPlan::freeze(IndexRule rule) {
  IndexedLoop loop(plan_, contiguous_strides(plan_.shape));
  loop.check_all();
  if (loop.operands.empty()) return;  // there are only bools, which refer to no tensor
  SmallVector<IndexOperand, 4> frozen;
  SmallVector<index_t, 4 * kInlineRank> strides;
  const std::size_t together = rule == IndexRule::outer ? 1 : loop.operands.size();
  for (std::size_t k = 0; k < loop.operands.size(); k += together) {
    frozen.push_back(loop.source(k));
    frozen.back().kind =
        plan_.skips() ? IndexOperand::Kind::sparse_offsets : IndexOperand::Kind::offsets;
    combine(loop, k, k + together, strides);
  }
  plan_.operands = std::move(frozen);
  plan_.strides = std::move(strides);
}
#endif

}  // namespace detail
NDX_NAMESPACE_END
