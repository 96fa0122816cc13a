// IndexedLoop: a plan prepared for a result or value with given strides.
//
// The engine computes one offset per position and moves one row per offset, so the dims of the
// result must be sorted into positions and rows. Along a position dim an operand varies: the
// position, and with it the offset, changes. Along a row dim no operand varies. Row dims before the
// first position dim form the outer loop; all other row dims form the inner loop, which is moved
// whole for each position. Within the outer loop, the positions and the inner loop, adjacent dims
// are merged if the strides of both operands of the loop, and of the index tensors, allow it.
//
// x[:, i, :] with i of shape (n) has an outer loop over dim 0, n positions, and rows along dim 2.
#pragma once

#include <ndx/engine/visit_order.hpp>
#include <ndx/grammar/text/expression_text.hpp>
#include <ndx/kernel/index/offsets.hpp>
#include <ndx/plan/index_plan.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// How to visit a dim along which neither the view nor an operand varies: its positions select the
/// same element again and again.
enum class Repeats : std::uint8_t {
  read,  // reads: a row dim like any other
  once,  // a single position, if every position would write the same: assignment, maximum
  all,   // every position, in row-major order
};

/// Allocates room for `count` indices or offsets.
NDX_NOINLINE inline void allocate_indices(Storage& to, const char* call, index_t count) {
  to = Storage::allocate(checked_bytes(call, count, sizeof(index_t)));
}

/// In the strided loops, operand 0 is the indexed tensor and operand 1 is the linear one, a result
/// or a value.
class IndexedLoop {
 public:
  /// Prepares a plan, which must outlive the loop. `linear` holds the strides of the result or
  /// value along plan.result_shape(). The dims are visited in the order `order`, or in their own
  /// order if that is null or empty.
  IndexedLoop(const IndexPlan& plan, DimsView linear, Repeats repeats = Repeats::read,
              const MemoryOrder* order = nullptr)
      : plan_(plan) {
    make_operands();
    strides_.resize_unset(operands.size() * plan.shape.size());
    positions_ = is_empty(plan.shape) ? 0 : 1;
    const bool reordered = order != nullptr && order->rank != 0;
    const std::size_t dims = reordered ? order->rank : plan.shape.size();
    const auto dim = [&](std::size_t i) { return reordered ? order->dims[i] : i; };
    const std::size_t scattered = scattered_rows(dims, dim, linear);
    for (std::size_t i = 0; positions_ != 0 && i < dims; ++i) {
      if (i < scattered) {
        push_dim(dim(i), linear[dim(i)], repeats);
      } else if (plan.shape[dim(i)] != 1) {
        push_position_dim(dim(i), linear[dim(i)]);
      }
    }
    if (positions.rank == 0) {  // a single position: everything is its row
      inner = outer;
      outer.rank = 0;
    }
    point_operands();
  }
  NDX_NOINLINE ~IndexedLoop() = default;
  IndexedLoop(const IndexedLoop&) = delete;
  IndexedLoop& operator=(const IndexedLoop&) = delete;

  [[nodiscard]] kernel::IndexShape index_shape() const noexcept {
    return {positions.rank, positions.sizes, view_moves_ ? positions.strides[0] : nullptr};
  }
  [[nodiscard]] index_t position_count() const noexcept { return positions_; }

  /// Checks every element of every index tensor. Throws IndexError for the first one out of bounds.
  NDX_NOINLINE void check_all() {
    for (std::size_t k = 0; k < operands.size(); ++k) check(k);
  }

  /// Checks the index tensors that are broadcast, each element once. The others are checked block
  /// by block while they are read.
  NDX_NOINLINE void check_broadcast() {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (kernel::can_be_out_of_bounds(operands[k]) && numel(tensor(k).layout) != position_count())
        check(k);
    }
  }

  /// Whether one mask alone selects the positions, so that no two of them are the same element.
  [[nodiscard]] bool is_one_mask() const {
    if (operands.size() != 1 || source(0).kind != IndexOperand::Kind::mask) return false;
    for (std::size_t d = 0; d < positions.rank; ++d) {
      if (operands[0].strides[d] == 0 && positions.strides[0][d] == 0) return false;
    }
    return true;
  }

  /// Copies all index tensors, for writes that may change any of them.
  NDX_COLD void detach() {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (operands[k].resolve < kernel::Resolve::offsets) detach(k);
    }
  }

  /// source is the index tensor or mask of operand k, plan_strides its strides along the dims of
  /// the result.
  [[nodiscard]] const IndexOperand& source(std::size_t k) const {
    return plan_.operands[operands[k].source];
  }
  [[nodiscard]] DimsView plan_strides(std::size_t k) const {
    return plan_.strides_of(operands[k].source);
  }

  /// Throws IndexError for the first index out of bounds. It changes no member, so that several
  /// threads may call it.
  [[noreturn]] NDX_COLD void throw_out_of_bounds() const {
    for (std::size_t k = 0; k < operands.size(); ++k) (void)check_values(k);
    throw_index_error(plan_.call, ": an index tensor changed while it was read");
  }

  Loop<2> outer;
  Loop<2> inner;
  SmallVector<kernel::IndexStream, 4> operands;
  Loop<2> positions;  // the position dims
  bool linear_is_equally_spaced = true;

 private:
  NDX_NOINLINE void make_operands() {
    index_t masked = 0;
    for (const IndexOperand& source : plan_.operands)
      masked += source.kind == IndexOperand::Kind::mask ? source.count : 0;
    if (masked != 0) allocate_indices(mask_offsets_, plan_.call, masked);
    auto* offsets = reinterpret_cast<index_t*>(mask_offsets_.data());
    for (std::size_t k = 0; k < plan_.operands.size(); ++k) {
      const IndexOperand& source = plan_.operands[k];
      if (source.kind == IndexOperand::Kind::boolean) continue;
      kernel::IndexStream operand{reinterpret_cast<const std::byte*>(offsets),
                                  DType::int64,
                                  kernel::Resolve::offsets,
                                  0,
                                  1,
                                  nullptr,
                                  false,
                                  static_cast<std::uint32_t>(k)};
      if (source.kind == IndexOperand::Kind::mask) {
        const DimsView strides(plan_.view.strides.data() + source.view_dim, source.dims);
        source.mask_functions->write_offsets(*source.tensor, strides, source.count, offsets);
        if (source.count != 0) offsets += source.count;
      } else {
        operand.dtype = source.tensor->dtype;
        operand.data = first_byte(*source.tensor, integer_bytes(operand.dtype));
        operand.resolve = resolve(source);
        operand.size = source.size;
        operand.stride = source.stride;
      }
      operands.push_back(operand);
    }
  }

  [[nodiscard]] kernel::Resolve resolve(const IndexOperand& source) const {
    if (source.kind == IndexOperand::Kind::offsets) return kernel::Resolve::offsets;
    if (source.kind == IndexOperand::Kind::sparse_offsets) return kernel::Resolve::sparse_offsets;
    return resolve_for(source.bounds, plan_.checked);
  }

  /// The stride of operand k along dim d of the result.
  [[nodiscard]] index_t stride(std::size_t k, std::size_t d) const { return plan_strides(k)[d]; }

  /// Returns the first of the trailing row dims if a row has so few elements, not adjacent, that
  /// each is moved faster as a position of its own; otherwise returns `dims`.
  template <class Dim>
  [[nodiscard]] std::size_t scattered_rows(std::size_t dims, const Dim& dim,
                                           DimsView linear) const {
    index_t count = 1;
    bool adjacent = true;
    for (std::size_t i = dims; i-- > 0;) {
      const std::size_t d = dim(i);
      if (plan_.shape[d] == 1) continue;
      const index_t along_view = plan_.view_strides[d];
      if (plan_.varies_along(d)) return adjacent ? dims : i + 1;
      adjacent = adjacent && along_view == count && linear[d] == count;
      count *= plan_.shape[d];
      if (along_view == 0 || count > kMostScattered) break;
    }
    return dims;
  }

  void push_dim(std::size_t d, index_t linear, Repeats repeats) {
    const index_t size = plan_.shape[d];
    const index_t along_view = plan_.view_strides[d];
    if (size == 1) return;
    const bool varies = plan_.varies_along(d);
    const bool repeated = !varies && along_view == 0 && repeats != Repeats::read;
    if (repeated && repeats == Repeats::once && linear == 0) return;
    if (varies || repeated) return push_position_dim(d, linear);
    Loop<2>& loop = positions.rank == 0 ? outer : inner;
    loop.push_inner(size, {along_view, linear});
  }

  void push_position_dim(std::size_t d, index_t linear) {
    const index_t size = plan_.shape[d];
    const index_t along_view = plan_.view_strides[d];
    positions_ *= size;
    view_moves_ = view_moves_ || along_view != 0;
    if (continues(d, linear)) {
      positions.sizes[positions.rank - 1] *= size;
    } else {
      positions.sizes[positions.rank++] = size;
    }
    positions.strides[0][positions.rank - 1] = along_view;
    positions.strides[1][positions.rank - 1] = linear;
    for (std::size_t k = 0; k < operands.size(); ++k) last_stride(k) = stride(k, d);
  }

  /// The stride of operand k along the last position dim so far.
  [[nodiscard]] index_t& last_stride(std::size_t k) {
    return strides_[k * plan_.shape.size() + positions.rank - 1];
  }

  /// Whether dim d of the result continues the last position dim in the indexed tensor, in the
  /// linear operand and in every index tensor, so that the two can be merged.
  [[nodiscard]] bool continues(std::size_t d, index_t linear) {
    if (positions.rank == 0) return false;
    const index_t size = plan_.shape[d];
    bool all = positions.strides[0][positions.rank - 1] == plan_.view_strides[d] * size &&
               positions.strides[1][positions.rank - 1] == linear * size;
    for (std::size_t k = 0; k < operands.size(); ++k)
      all = all && last_stride(k) == stride(k, d) * size;
    return all;
  }

  void point_operands() {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      operands[k].strides = strides_.data() + k * plan_.shape.size();
      operands[k].equally_spaced = kernel::is_equally_spaced(index_shape(), operands[k].strides);
    }
    linear_is_equally_spaced = kernel::is_equally_spaced(index_shape(), positions.strides[1]);
  }

  [[nodiscard]] const UntypedTensor& tensor(std::size_t k) const { return *source(k).tensor; }

  /// Checks the values of operand k, each stored value once, however often it is repeated. Throws
  /// IndexError if one is out of bounds.
  [[nodiscard]] NDX_NOINLINE kernel::IndexCheck check_values(std::size_t k) const {
    if (!kernel::can_be_out_of_bounds(operands[k])) return kernel::IndexCheck::in_bounds;
    // Along repeated dims, the first wrong element in row-major order has coordinate 0.
    const Layout& own = tensor(k).layout;
    const Dims stored = stored_shape(own);
    std::size_t rank = own.rank();  // without trailing dims of size 1, which would make short runs
    while (rank > 0 && stored[rank - 1] == 1) --rank;
    const kernel::IndexShape shape{rank, stored.data()};
    kernel::IndexStream operand = operands[k];
    operand.strides = own.strides.data();
    operand.equally_spaced = kernel::is_equally_spaced(shape, operand.strides);
    const index_t total = numel(stored);
    const kernel::IndexCheck found = kernel::check_all_values(shape, operand, total);
    if (found == kernel::IndexCheck::out_of_bounds) [[unlikely]]
      throw_first_out_of_bounds(source(k), stored, shape, operand, total);
    return found;
  }

  /// Checks operand k and records the result, so that its values are not checked again.
  NDX_NOINLINE void check(std::size_t k) {
    if (check_values(k) == kernel::IndexCheck::inside) {
      operands[k].resolve = kernel::Resolve::inside;
    } else if (operands[k].resolve == kernel::Resolve::check) {
      operands[k].resolve = kernel::Resolve::normalize;
    }
  }

  [[noreturn]] NDX_COLD void throw_first_out_of_bounds(const IndexOperand& source, DimsView stored,
                                                       const kernel::IndexShape& shape,
                                                       const kernel::IndexStream& operand,
                                                       index_t total) const {
    index_t position = 0;
    while (position + 1 < total && kernel::index_at(shape, operand, position).in_bounds) ++position;
    const index_t value = kernel::index_at(shape, operand, position).value;
    TextBuffer which;
    if (source.link != IndexOperand::kNoLink) {
      append_text(which, ": link ");
      append_integer(which, source.link, false);
    }
    if (source.term != IndexOperand::kNoTerm) {
      append_text(which, ": term ");
      append_integer(which, source.term, false);
    }
    TextBuffer shown;
    append_integer(shown, static_cast<std::uint64_t>(value),
                   value < 0 && operand.dtype != DType::uint64);
    throw_index_error(plan_.call, which, ": index ", shown,
                      coordinates_text(" at ", stored, position),
                      " is out of bounds for dimension ", source.source_dim, " with size ",
                      source.size, place_of_term(plan_.terms, source.term));
  }

  /// Replaces the values of operand k by an int64 (or uint64) copy, row-major over the positions.
  /// The values are checked first, because an error about the copy could not name the coordinate in
  /// the index tensor.
  NDX_COLD void detach(std::size_t k) {
    check(k);
    const index_t total = position_count();
    if (copies_.data() == nullptr) {
      const auto copies = static_cast<index_t>(operands.size());
      allocate_indices(copies_, plan_.call, checked_mul(plan_.call, copies, total));
    }
    auto* const values =
        reinterpret_cast<index_t*>(copies_.data()) + static_cast<index_t>(k) * total;
    for (index_t start = 0; start < total; start += kernel::kBlock) {
      const index_t n = total - start < kernel::kBlock ? total - start : kernel::kBlock;
      const index_t* const from =
          kernel::load_indices(index_shape(), operands[k], start, n, values + start);
      if (from != values + start)
        std::memcpy(values + start, from, static_cast<std::size_t>(n) * sizeof(index_t));
    }
    index_t packed = 1;
    for (std::size_t d = positions.rank; d-- > 0; packed *= positions.sizes[d])
      strides_[k * plan_.shape.size() + d] = packed;
    operands[k].data = reinterpret_cast<const std::byte*>(values);
    operands[k].equally_spaced = true;
    if (operands[k].dtype != DType::uint64) operands[k].dtype = DType::int64;
  }

  static constexpr index_t kMostScattered = 6;  // a row takes 8 ns, a position of one element 1 ns

  const IndexPlan& plan_;
  index_t positions_ = 0;
  bool view_moves_ = false;  // whether the view varies along a position dim
  // Element k * plan.shape.size() + d is for operand k, dim d.
  SmallVector<index_t, 4 * kInlineRank> strides_;
  Storage mask_offsets_;
  Storage copies_;  // room for a copy of every operand
};

}  // namespace detail
NDX_NAMESPACE_END
