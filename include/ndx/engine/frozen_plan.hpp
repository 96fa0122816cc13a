// FrozenPlan: a plan that no longer refers to the terms it was made from. Every index has been
// checked and replaced by its offset.
#pragma once

#include <vector>

#include <ndx/engine/indexed_loop.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Computes the offsets of all positions of an index shape, in row-major order, as an int64 tensor.
inline UntypedTensor make_offsets(const char* call, DimsView shape, const kernel::IndexSpace& space,
                                  const kernel::IndexOperand* operands, std::size_t count) {
  UntypedTensor made{{}, contiguous_layout(call, shape), DType::int64};
  const index_t total = numel(made.layout);
  made.storage = Storage::allocate(checked_bytes(call, total, sizeof(index_t)));
  auto* const out = reinterpret_cast<index_t*>(made.storage.data());
  kernel::BlockBuffers buffers;
  for (index_t start = 0; start < total; start += kernel::kBlock) {
    const index_t n = total - start < kernel::kBlock ? total - start : kernel::kBlock;
    const index_t* const offsets = kernel::block_offsets(space, operands, count, start, n, buffers);
    if (offsets == nullptr) [[unlikely]]
      throw_index_error(call, ": an index tensor changed while it was read");
    std::memcpy(out + start, offsets, static_cast<std::size_t>(n) * sizeof(index_t));
  }
  return made;
}

/// Owns the offsets that replace its plan's index tensors: one tensor for index tensors that are
/// broadcast together, one per index tensor for oindex.
class FrozenPlan {
 public:
  FrozenPlan(IndexPlan plan, IndexRule rule) : plan_(std::move(plan)) {
    if (!plan_.is_view()) freeze(rule);
    plan_.terms = {};
  }

  [[nodiscard]] const IndexPlan& plan() const noexcept { return plan_; }

  /// The plan for a tensor of the same shape and strides whose first element is at `offset`. Refers
  /// to this object, which must outlive it.
  [[nodiscard]] IndexPlan at(const char* call, index_t offset) const {
    IndexPlan plan = plan_;
    plan.call = call;
    plan.view.offset += offset;
    for (std::size_t i = 0; i < offsets_.size(); ++i) plan.indexed[i].tensor = &offsets_[i];
    return plan;
  }

 private:
  void freeze(IndexRule rule) {
    const Dims linear = contiguous_strides(plan_.result_shape());
    IndexedLoop loop(plan_, linear);
    loop.check_all();
    SmallVector<IndexedTerm, 4> terms;
    if (rule == IndexRule::outer && !loop.operands.empty()) {
      for (std::size_t k = 0; k < loop.operands.size(); ++k) {
        const OwnOperand own = loop.own_operand(k);
        keep(terms, own.term,
             make_offsets(plan_.call, DimsView(own.space.sizes, own.space.rank), own.space,
                          &own.operand, 1));
      }
    } else {
      keep(terms, plan_.indexed[0],
           make_offsets(plan_.call, plan_.space, loop.space(), loop.operands.data(),
                        loop.operands.size()));
      terms[0].space_dim = 0;
    }
    plan_.indexed = std::move(terms);
  }

  void keep(SmallVector<IndexedTerm, 4>& terms, IndexedTerm term, UntypedTensor&& offsets) {
    term.kind = plan_.skips() ? IndexedTerm::Kind::sparse_offsets : IndexedTerm::Kind::offsets;
    terms.push_back(term);
    offsets_.push_back(std::move(offsets));
  }

  IndexPlan plan_;
  std::vector<UntypedTensor> offsets_;  // one per plan_.indexed, in order
};

}  // namespace detail
NDX_NAMESPACE_END
