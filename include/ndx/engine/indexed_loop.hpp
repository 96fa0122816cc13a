// IndexedLoop: a plan prepared for a result or value with given strides.
//
// The result's dims fall into three groups: those before the dims of the index shape (outer), those
// of the index shape itself, and those after (inner). In each group adjacent dims are merged where
// the strides of both sides allow it.
#pragma once

#include <vector>

#include <ndx/grammar/expression.hpp>
#include <ndx/kernel/mask.hpp>
#include <ndx/kernel/offsets.hpp>
#include <ndx/plan/plan.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// How kernels treat index values under a bounds policy.
inline kernel::Resolve resolve_for(Bounds bounds) {
  switch (bounds) {
    case Bounds::wrap:
      return kernel::Resolve::wrap;
    case Bounds::clip:
      return kernel::Resolve::clip;
    case Bounds::fill:
    case Bounds::drop:
      return kernel::Resolve::skip;
    case Bounds::assume:
      return kernel::Resolve::assume;
    case Bounds::raise:
      break;
  }
  return kernel::Resolve::check;
}

inline std::size_t integer_bytes(DType dtype) {
  std::size_t bytes = 0;
  kernel::detail::with_integer_type(dtype, [&]<class I>(I* /*type*/) { bytes = sizeof(I); });
  return bytes;
}

/// An index tensor iterated over its own dims; in a loop it is broadcast to the index shape.
struct OwnOperand {
  const IndexedTerm& term;
  kernel::IndexSpace space;
  kernel::IndexOperand operand;
};

/// What to do along a dim of the index shape on which neither an index tensor nor the linear side
/// varies, so that its positions repeat each other.
enum class Repeats : std::uint8_t {
  kept,    // visit each position
  merged,  // visit one of them: enough for assignment or a maximum
};

/// Operand 0 of the strided loops is the indexed tensor; operand 1 is the linear side, a result or
/// a value.
class IndexedLoop {
 public:
  /// `linear` holds the strides of the result or value along plan.result_shape(). `plan` must
  /// outlive the loop.
  IndexedLoop(const IndexPlan& plan, DimsView linear, Repeats repeats = Repeats::kept)
      : plan_(plan), repeats_(repeats) {
    std::size_t passed = 0;  // dims of the index shape
    for (std::size_t d = 0, dim = 0; d < plan.view.rank(); ++d) {
      if (plan.is_indexed(d)) continue;
      while (passed < plan.space.size() && plan.space_places[passed] == static_cast<index_t>(dim)) {
        ++passed;
        ++dim;
      }
      Loop<2>& loop = passed == 0 ? outer : inner;
      loop.push_inner(plan.view.shape[d], {plan.view.strides[d], linear[dim++]});
    }
    make_operands();
    make_space(linear);
    point_operands();
  }
  IndexedLoop(const IndexedLoop&) = delete;
  IndexedLoop& operator=(const IndexedLoop&) = delete;

  [[nodiscard]] kernel::IndexSpace space() const noexcept {
    return {sizes_.size(), sizes_.data(), walked_.empty() ? nullptr : walked_.data()};
  }
  [[nodiscard]] index_t positions() const noexcept { return positions_; }

  [[nodiscard]] index_t blocks() const noexcept {
    return (positions() + kernel::kBlock - 1) / kernel::kBlock;
  }

  /// Checks every element of every index tensor; IndexError names the first that is out of bounds.
  void check_all() {
    for (std::size_t k = 0; k < operands.size(); ++k) check(k);
  }

  /// Checks the index tensors that are broadcast, each element once. The others are checked block
  /// by block as they are read.
  void check_broadcast() {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (kernel::can_be_out_of_bounds(operands[k]) && numel(tensor(k).layout) != positions())
        check(k);
    }
  }

  /// Copies index tensors that share memory with the target, so that writes cannot change an index
  /// that is still to be read.
  void detach_from(const Storage& storage, const Layout& target, std::size_t element_bytes) {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (operands[k].resolve >= kernel::Resolve::offsets) continue;
      const UntypedTensor& index = tensor(k);
      if (overlap(storage, target, element_bytes, index.storage, index.layout,
                  integer_bytes(index.dtype)))
        detach(k);
    }
  }
  /// As detach_from, for all index tensors: for writes that may change any of them.
  void detach_all() {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (operands[k].resolve < kernel::Resolve::offsets) detach(k);
    }
  }

  /// Operand k over the index tensor's own dims, so that each element is visited once.
  [[nodiscard]] OwnOperand own_operand(std::size_t k) const {
    const IndexedTerm& term = plan_.indexed[terms_[k]];
    OwnOperand own{term, {}, operands[k]};
    if (term.kind == IndexedTerm::Kind::mask) {
      static constexpr index_t one = 1;
      own.space = {1, &term.count};
      own.operand.strides = &one;
    } else {
      const Layout& layout = term.tensor->layout;
      own.space = {layout.rank(), layout.shape.data()};
      own.operand.strides = layout.strides.data();
    }
    own.operand.equally_spaced = kernel::is_equally_spaced(own.space, own.operand.strides);
    return own;
  }

  /// Changes no member, so that several threads may call it.
  [[noreturn]] NDX_COLD void throw_out_of_bounds() const {
    for (std::size_t k = 0; k < operands.size(); ++k) (void)check_values(k);
    throw_index_error(plan_.call, ": an index tensor changed while it was read");
  }

  Loop<2> outer;
  Loop<2> inner;
  SmallVector<kernel::IndexOperand, 4> operands;
  Dims linear_strides;  // of the linear side along the index shape
  bool linear_is_equally_spaced = true;

 private:
  void make_operands() {
    index_t masked = 0;
    for (const IndexedTerm& term : plan_.indexed)
      masked += term.kind == IndexedTerm::Kind::mask ? term.count : 0;
    if (masked != 0) {
      const index_t bytes = checked_bytes(plan_.call, masked, sizeof(index_t));
      mask_offsets_ = Storage::allocate(bytes);
    }
    auto* offsets = reinterpret_cast<index_t*>(mask_offsets_.data());
    for (std::size_t i = 0; i < plan_.indexed.size(); ++i) {
      const IndexedTerm& term = plan_.indexed[i];
      if (term.kind == IndexedTerm::Kind::boolean) continue;  // contributes a dim, but no offset
      if (term.kind == IndexedTerm::Kind::mask) {
        write_mask_offsets(term, offsets);
        add_operand(i, {reinterpret_cast<const std::byte*>(offsets), DType::int64,
                        kernel::Resolve::offsets, 0, 1, nullptr});
        if (term.count != 0) offsets += term.count;
      } else {
        const std::byte* const data = first_byte(*term.tensor, integer_bytes(term.tensor->dtype));
        add_operand(i, {data, term.tensor->dtype, resolve(term.kind), term.size,
                        plan_.view.strides[term.view_dim], nullptr});
      }
    }
  }

  [[nodiscard]] kernel::Resolve resolve(IndexedTerm::Kind kind) const {
    if (kind == IndexedTerm::Kind::offsets) return kernel::Resolve::offsets;
    if (kind == IndexedTerm::Kind::sparse_offsets) return kernel::Resolve::sparse_offsets;
    return resolve_for(plan_.bounds);
  }

  void add_operand(std::size_t indexed, const kernel::IndexOperand& operand) {
    operands.push_back(operand);
    terms_.push_back(indexed);
  }

  void write_mask_offsets(const IndexedTerm& term, index_t* out) const {
    const Layout& mask = term.tensor->layout;
    const DimsView covered(plan_.view.strides.data() + term.view_dim, mask.rank());
    const Loop<2> loop = make_loop<2>(mask.shape, {mask.strides, covered});
    kernel::set_offsets(out, first_byte(*term.tensor, 1), loop, term.count);
  }

  /// The stride of operand k along dim d of the index shape.
  [[nodiscard]] index_t stride_along(std::size_t k, std::size_t d) const {
    const IndexedTerm& term = plan_.indexed[terms_[k]];
    if (d < term.space_dim) return 0;
    const std::size_t own =
        term.along ? static_cast<std::size_t>(plan_.space_places[d]) : d - term.space_dim;
    if (term.kind == IndexedTerm::Kind::mask) return own == 0 && term.count != 1 ? 1 : 0;
    const Layout& layout = term.tensor->layout;
    return own >= layout.rank() || layout.shape[own] == 1 ? 0 : layout.strides[own];
  }

  void make_space(DimsView linear) {
    const std::size_t rank = plan_.space.size();
    strides_.resize(operands.size() * rank);
    positions_ = is_empty(plan_.space) ? 0 : 1;
    if (positions_ == 0) return;
    for (std::size_t d = 0; d < rank; ++d) {
      const index_t size = plan_.space[d];
      const index_t step = linear[static_cast<std::size_t>(plan_.space_places[d])];
      if (size == 1 || (repeats_ == Repeats::merged && is_repeated(d, step))) continue;
      positions_ *= size;
      const bool merge = !sizes_.empty() && continues(d, size, step);
      if (merge) {
        sizes_.back() *= size;
        linear_strides.back() = step;
      } else {
        sizes_.push_back(size);
        linear_strides.push_back(step);
        if (!plan_.walked_strides.empty()) walked_.push_back(0);
      }
      if (!plan_.walked_strides.empty()) walked_.back() = plan_.walked_strides[d];
      for (std::size_t k = 0; k < operands.size(); ++k)
        strides_[k * rank + sizes_.size() - 1] = stride_along(k, d);
    }
  }

  /// Whether all positions along dim d of the index shape select the same element on both sides.
  [[nodiscard]] bool is_repeated(std::size_t d, index_t step) const {
    if (step != 0 || (!plan_.walked_strides.empty() && plan_.walked_strides[d] != 0)) return false;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (stride_along(k, d) != 0) return false;
    }
    return true;
  }

  [[nodiscard]] bool continues(std::size_t d, index_t size, index_t step) const {
    if (linear_strides.back() != step * size) return false;
    if (!walked_.empty() && walked_.back() != plan_.walked_strides[d] * size) return false;
    const std::size_t rank = plan_.space.size();
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (strides_[k * rank + sizes_.size() - 1] != stride_along(k, d) * size) return false;
    }
    return true;
  }

  void point_operands() {
    const std::size_t rank = plan_.space.size();
    for (std::size_t k = 0; k < operands.size(); ++k) {
      operands[k].strides = strides_.data() + k * rank;
      operands[k].equally_spaced = kernel::is_equally_spaced(space(), operands[k].strides);
    }
    linear_is_equally_spaced = kernel::is_equally_spaced(space(), linear_strides.data());
  }

  [[nodiscard]] const UntypedTensor& tensor(std::size_t k) const {
    return *plan_.indexed[terms_[k]].tensor;
  }

  /// Checks the values of operand k, each stored value once, however often it is repeated;
  /// IndexError if one is out of bounds.
  [[nodiscard]] kernel::IndexCheck check_values(std::size_t k) const {
    if (!kernel::can_be_out_of_bounds(operands[k])) return kernel::IndexCheck::in_bounds;
    OwnOperand own = own_operand(k);
    // Along repeated dims the first wrong element in row-major order has coordinate 0.
    const Dims stored = stored_shape(tensor(k).layout);
    own.space.sizes = stored.data();
    own.operand.equally_spaced = kernel::is_equally_spaced(own.space, own.operand.strides);
    const index_t total = numel(stored);
    const kernel::IndexCheck found = kernel::check_all_values(own.space, own.operand, total);
    if (found == kernel::IndexCheck::out_of_bounds) [[unlikely]]
      throw_first_out_of_bounds(own.term, own.space, own.operand, total);
    return found;
  }

  /// Checks operand k and records the result, so that its values are not bounds-checked again.
  void check(std::size_t k) {
    if (check_values(k) == kernel::IndexCheck::inside) {
      operands[k].resolve = kernel::Resolve::inside;
    } else if (operands[k].resolve == kernel::Resolve::check) {
      operands[k].resolve = kernel::Resolve::normalize;
    }
  }

  [[noreturn]] NDX_COLD void throw_first_out_of_bounds(const IndexedTerm& term,
                                                       const kernel::IndexSpace& space,
                                                       const kernel::IndexOperand& operand,
                                                       index_t total) const {
    index_t position = 0;
    while (position + 1 < total && kernel::index_at(space, operand, position).in_bounds) ++position;
    const index_t value = kernel::index_at(space, operand, position).value;
    std::string coordinate;
    for (std::size_t d = space.rank; d-- > 0;) {
      coordinate = message(position % space.sizes[d], coordinate.empty() ? "" : ", ", coordinate);
      position /= space.sizes[d];
    }
    const std::string shown = operand.dtype == DType::uint64
                                  ? message(static_cast<std::uint64_t>(value))
                                  : message(value);
    const std::string which =
        term.term == IndexedTerm::kNoTerm ? "" : message(": term ", term.term);
    const std::string place = space.rank == 0 ? "" : message(" at [", coordinate, "]");
    throw_index_error(plan_.call, which, ": index ", shown, place,
                      " is out of bounds for dimension ", term.source_dim, " with size ", term.size,
                      place_of_term(plan_.terms, term.term));
  }

  /// Replaces the values of operand k by an int64 (or uint64) copy, laid out row-major over the
  /// index shape. They are checked first, because an error about the copy could not name the index
  /// tensor's coordinate.
  void detach(std::size_t k) {
    check(k);
    const index_t total = positions();
    Storage copy = Storage::allocate(checked_bytes(plan_.call, total, sizeof(index_t)));
    auto* const values = reinterpret_cast<index_t*>(copy.data());
    for (index_t start = 0; start < total; start += kernel::kBlock) {
      const index_t n = total - start < kernel::kBlock ? total - start : kernel::kBlock;
      const index_t* const from =
          kernel::load_indices(space(), operands[k], start, n, values + start);
      if (from != values + start)
        std::memcpy(values + start, from, static_cast<std::size_t>(n) * sizeof(index_t));
    }
    const Dims packed = contiguous_strides(sizes_);
    for (std::size_t d = 0; d < packed.size(); ++d)
      strides_[k * plan_.space.size() + d] = packed[d];
    operands[k].data = copy.data();
    operands[k].equally_spaced = true;
    if (operands[k].dtype != DType::uint64) operands[k].dtype = DType::int64;
    copies_.push_back(std::move(copy));
  }

  const IndexPlan& plan_;
  Repeats repeats_;
  index_t positions_ = 0;
  Dims sizes_;                                     // of the index shape, merged
  Dims walked_;                                    // merged plan.walked_strides
  SmallVector<index_t, 4 * kInlineRank> strides_;  // [k * plan.space.size() + d]: operand k, dim d
  SmallVector<std::size_t, 4> terms_;              // index of operand k in plan.indexed
  Storage mask_offsets_;
  std::vector<Storage> copies_;
};

}  // namespace detail
NDX_NAMESPACE_END
