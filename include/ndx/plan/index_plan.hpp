// IndexPlan: what an index does to a layout, as plain data.
//
// Two parts. The view that the basic terms make; then, if there are index tensors, masks or bools,
// the dims of the result: for each its size, the stride of the view along it (0 where an index
// tensor supplies the dim) and the stride of each operand along it (0 where the operand does not
// vary). Every rule, take_along_axis, gather and gather_nd are assignments of these strides; nothing
// else says where a dim goes. A plan refers to the terms and index tensors that it was made from,
// which must outlive it, and is independent of the element type.
#pragma once

#include <ndx/grammar/terms/terms.hpp>
#include <ndx/plan/bounds.hpp>

NDX_NAMESPACE_BEGIN

/// How index tensors are combined and where their dims go in the result. Source: SEMANTICS §2.
enum class IndexRule : std::uint8_t {
  views_first,  // integers select; index tensors broadcast together; their dims go in place of the
                // first if adjacent in the view, else in front (PyTorch, Paddle)
  numpy,        // the same, but beside an index tensor integers are index tensors of rank 0
  outer,        // each index tensor on its own dim, in its own place (NEP 21's oindex)
  vectorized,   // integers select; index tensors broadcast together; their dims always go in front
                // (TensorStore's vindex)
};

/// An index tensor, mask or bool of a plan.
struct IndexOperand {
  static constexpr std::uint32_t kNoTerm = UINT32_MAX;  // `term` in plans not made from terms

  enum class Kind : std::uint8_t {
    integers,
    mask,
    boolean,         // adds a dim of size 0 or 1 to the index shape, but no offset
    offsets,         // integers already converted to offsets, in a FrozenPlan
    sparse_offsets,  // the same; some may be kSkipped
  };

  Kind kind;
  std::uint8_t source_dim;  // first dim that it indexes, as the caller counts dims
  std::uint8_t view_dim;    // the same dim in the view
  std::uint8_t dims;        // number of view dims that it indexes: k for a mask of rank k, else 1
  std::uint32_t term;       // position in the caller's list of terms
  index_t size;             // integers: size of the dim that they index
  index_t stride;           // integers: stride of the view along that dim
  index_t count;            // masks and bools: number of true elements
  const UntypedTensor* tensor;                  // null for a bool
  const detail::MaskFunctions* mask_functions;  // of a mask

  /// Its shape before broadcasting: masks and bools give one dim, of their true elements.
  [[nodiscard]] DimsView shape() const noexcept {
    const bool counts = kind == Kind::mask || kind == Kind::boolean;
    return counts ? DimsView(&count, 1) : DimsView(tensor->layout.shape);
  }
  /// Its stride along dim d of shape(); 0 for a size of 1, which broadcasts.
  [[nodiscard]] index_t own_stride(std::size_t d) const {
    if (kind == Kind::mask || kind == Kind::boolean) return count == 1 ? 0 : 1;
    return tensor->layout.shape[d] == 1 ? 0 : tensor->layout.strides[d];
  }
};

struct IndexPlan {
  // Out of line: each has six lists to begin or to end.
  NDX_NOINLINE IndexPlan() noexcept = default;
  IndexPlan(const IndexPlan&) = default;
  IndexPlan(IndexPlan&&) noexcept = default;
  IndexPlan& operator=(const IndexPlan&) = default;
  IndexPlan& operator=(IndexPlan&&) noexcept = default;
  NDX_NOINLINE ~IndexPlan() = default;

  const char* call = "index";
  detail::Terms terms;  // for error messages; empty if the plan may outlive them
  Bounds bounds = Bounds::raise;
  bool checked = NDX_CHECKED != 0;  // whether the call is in a checked build
  bool is_outside = false;          // an integer is out of bounds and skipped: nothing is selected
  Layout view;                      // after all basic terms

  // The result, unless it is the view.
  bool always_copied = false;  // even if there are no operands
  SmallVector<IndexOperand, 4> operands;
  Dims shape;
  Dims view_strides;                              // 0 along the dims that operands supply
  SmallVector<index_t, 4 * kInlineRank> strides;  // [k * rank + d]: operand k along dim d
  std::uint64_t index_dims = 0;                   // bit d: operands supply dim d

  /// The shape of the result, to which a value must broadcast.
  [[nodiscard]] const Dims& result_shape() const noexcept {
    return is_copied() ? shape : view.shape;
  }
  [[nodiscard]] bool is_copied() const noexcept { return !operands.empty() || always_copied; }
  /// Whether the result is the view, which shares memory.
  [[nodiscard]] bool is_view() const noexcept { return !is_copied() && !is_outside; }

  /// Whether positions with an out-of-bounds index are skipped, neither read nor written.
  [[nodiscard]] bool skips() const noexcept {
    return detail::fills(bounds) || detail::drops(bounds);
  }

  /// Whether the only index is one mask of the whole view. Then a read is a compress and a scalar
  /// write a fill, without computing offsets.
  [[nodiscard]] bool is_whole_mask() const noexcept {
    return operands.size() == 1 && operands[0].kind == IndexOperand::Kind::mask &&
           operands[0].dims == view.rank();
  }

  /// Strides of operand k along the dims of the result.
  [[nodiscard]] DimsView strides_of(std::size_t k) const noexcept {
    return {strides.data() + k * shape.size(), shape.size()};
  }
  /// Whether any operand varies along dim d of the result.
  [[nodiscard]] bool varies_along(std::size_t d) const noexcept {
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (strides_of(k)[d] != 0) return true;
    }
    return false;
  }

  /// Appends to the result a dim of the view, or dims that operands supply.
  NDX_ALWAYS_INLINE void push_view_dim(index_t size, index_t stride) {
    if (shape.size() >= kInlineRank) [[unlikely]]
      return push_dim_beyond(size, stride);
    shape.push_within(size);
    view_strides.push_within(stride);
  }
  void push_index_dims(DimsView sizes) {
    for (const index_t size : sizes) {
      index_dims |= std::uint64_t{1} << shape.size() % 64;
      push_view_dim(size, 0);
    }
  }
  /// For ranks at which the lists may have to grow.
  NDX_NOINLINE void push_dim_beyond(index_t size, index_t stride) {
    shape.push_back(size);
    view_strides.push_back(stride);
  }
  /// Removes all dims, which have size 1: the result has rank 0.
  void drop_dims() noexcept {
    shape.clear();
    view_strides.clear();
    strides.clear();
    index_dims = 0;
  }

  /// Once the result's dims are known: sets all strides of the operands to 0.
  void reset_strides() {
    strides.clear();
    strides.resize(operands.size() * shape.size());
  }
  /// Operand k varies along the result's dims first, first+1, … as along its own; leading dims of
  /// the index shape that it lacks are broadcast. `rank` is the number of dims of the index shape.
  void place_operand(std::size_t k, std::size_t first, std::size_t rank) {
    const IndexOperand& operand = operands[k];
    const std::size_t own = operand.shape().size();
    index_t* const out = strides.data() + k * shape.size() + first + (rank - own);
    for (std::size_t d = 0; d < own; ++d) out[d] = operand.own_stride(d);
  }
};

NDX_NAMESPACE_END
