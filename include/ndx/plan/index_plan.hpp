// IndexPlan: what an index does to a layout, as plain data. Bounds: what a call does with an index that
// is out of bounds.
//
// A plan has two parts. The first is the view that the basic terms make. The second exists if there are
// index tensors, masks or bools: it lists the dims of the result, and for each dim its size, the stride of
// the view along it (0 where an index tensor supplies the dim) and the stride of each operand along it (0
// where the operand does not vary). The four rules, take_along_axis, gather and gather_nd differ only in
// these strides; nothing else says where a dim goes. Running a plan is therefore one strided loop over the
// view and the operands.
//
// A plan refers to the terms and index tensors that it was made from, which must outlive it. It does not
// know the element type, so planning is compiled once for all types.
#pragma once

#include <ndx/grammar/terms/terms.hpp>
#include <ndx/kernel/index/resolve.hpp>

NDX_NAMESPACE_BEGIN
/// How to treat an integer or an element of an index tensor that is out of bounds.
enum class Bounds : std::uint8_t {
  raise,      // IndexError; -size…-1 count from the end
  wrap,       // modulo the size, as NumPy's mode "wrap"
  clip,       // negative -> 0, too large -> size-1, as NumPy's mode "clip"
  wrap_clip,  // -size…-1 count from the end, then as clip: JAX's mode "clip"
  fill,       // reads: returns the fill value; -size…-1 count from the end
  drop,       // writes: skips the element; -size…-1 count from the end
  assume,  // index tensors: the caller promises 0…size-1. Checked builds check it; in other builds a
           // broken promise is undefined behaviour. Integer terms: as raise
  // These are for indices in which negative numbers are padding: every negative index is out of bounds.
  raise_negative,  // otherwise as raise
  fill_negative,   // otherwise as fill
  drop_negative,   // otherwise as drop
};

namespace detail {

/// Whether an index of -size…-1 counts from the end.
constexpr bool counts_from_end(Bounds bounds) noexcept {
  return bounds != Bounds::clip && bounds < Bounds::raise_negative;
}

/// Whether the policy is for reads only, which return the fill value for an index out of bounds.
constexpr bool fills(Bounds bounds) noexcept {
  return bounds == Bounds::fill || bounds == Bounds::fill_negative;
}
/// Whether the policy is for writes only, which skip an index out of bounds.
constexpr bool drops(Bounds bounds) noexcept {
  return bounds == Bounds::drop || bounds == Bounds::drop_negative;
}

/// Whether the policy replaces an index out of bounds by one that is inside.
inline bool moves_inside(Bounds bounds) noexcept {
  return bounds == Bounds::wrap || bounds == Bounds::clip || bounds == Bounds::wrap_clip;
}

/// Returns how kernels resolve index values under a bounds policy. `checked` says whether the caller was
/// compiled as a checked build.
inline kernel::Resolve resolve_for(Bounds bounds, bool checked) noexcept {
  switch (bounds) {
    case Bounds::wrap:
      return kernel::Resolve::wrap;
    case Bounds::clip:
      return kernel::Resolve::clip;
    case Bounds::wrap_clip:
      return kernel::Resolve::wrap_clip;
    case Bounds::fill:
    case Bounds::drop:
      return kernel::Resolve::skip;
    case Bounds::assume:
      return checked ? kernel::Resolve::verify : kernel::Resolve::assume;
    case Bounds::raise_negative:
      return kernel::Resolve::verify;
    case Bounds::fill_negative:
    case Bounds::drop_negative:
      return kernel::Resolve::skip_negative;
    case Bounds::raise:
      break;
  }
  return kernel::Resolve::check;
}

}  // namespace detail

/// How index tensors are combined and where their dims go in the result.
/// Source: PyTorch and Paddle (views_first), NumPy (numpy), NEP 21 (outer), TensorStore (vectorized).
enum class IndexRule : std::uint8_t {
  views_first,  // integers select; index tensors broadcast together; their dims go in place of the
                // first if adjacent in the view, else in front (PyTorch, Paddle)
  numpy,  // like views_first, but integers count as index tensors of rank 0 if there is an index
          // tensor, mask or bool
  outer,  // index tensors are not broadcast; the dims of each replace the dim that it indexes
          // (NEP 21's oindex)
  vectorized,  // integers select; index tensors broadcast together; their dims always go in front
               // (TensorStore's vindex)
};

/// An operand of a plan: an index tensor, a mask or a bool.
struct IndexOperand {
  static constexpr std::uint16_t kNoTerm = UINT16_MAX;  // `term` in plans not made from terms
  static constexpr std::uint8_t kNoLink = UINT8_MAX;    // `link` in plans of a single index

  enum class Kind : std::uint8_t {
    integers,
    mask,
    boolean,         // adds a dim of size 0 or 1 to the index shape, but no offset
    offsets,         // integers already converted to offsets, in a FrozenPlan
    sparse_offsets,  // offsets of which some may be kSkipped
  };

  Kind kind;
  std::uint8_t source_dim;  // first dim that it indexes, as the caller counts dims
  std::uint8_t view_dim;    // number of that dim in the view
  std::uint8_t dims;        // number of view dims that it indexes: k for a mask of rank k, else 1
  std::uint16_t term;       // position in the caller's list of terms
  Bounds bounds;            // integers: what to do with one that is out of bounds
  std::uint8_t link = kNoLink;                  // number of the index in a chain of indices
  index_t size;                                 // integers: size of the dim that they index
  index_t stride;                               // integers: stride of the view along that dim
  index_t count;                                // masks and bools: number of true elements
  const UntypedTensor* tensor;                  // null for a bool
  const detail::MaskFunctions* mask_functions;  // null unless it is a mask

  /// The shape before broadcasting. Masks and bools have one dim, whose size is the number of true
  /// elements.
  [[nodiscard]] DimsView shape() const noexcept {
    const bool counts = kind == Kind::mask || kind == Kind::boolean;
    return counts ? DimsView(&count, 1) : DimsView(tensor->layout.shape);
  }
  /// The stride along dim d of shape(). It is 0 if the dim has size 1, because such a dim broadcasts.
  [[nodiscard]] index_t own_stride(std::size_t d) const {
    if (kind == Kind::mask || kind == Kind::boolean) return count == 1 ? 0 : 1;
    return tensor->layout.shape[d] == 1 ? 0 : tensor->layout.strides[d];
  }
};

struct IndexPlan {
  // The default constructor and the destructor are not inlined, because each handles six lists.
  NDX_NOINLINE IndexPlan() noexcept = default;
  IndexPlan(const IndexPlan&) = default;
  IndexPlan(IndexPlan&&) noexcept = default;
  IndexPlan& operator=(const IndexPlan&) = default;
  IndexPlan& operator=(IndexPlan&&) noexcept = default;
  NDX_NOINLINE ~IndexPlan() = default;

  const char* call = "index";
  detail::Terms terms;  // for error messages; empty if the plan may outlive them
  Bounds bounds = Bounds::raise;
  bool checked = detail::kCallerChecks;  // whether the caller was compiled as a checked build
  bool is_outside = false;  // an integer is out of bounds and skipped: nothing is selected
  Layout view;              // after all basic terms

  // The result, unless it is the view.
  bool always_copied = false;  // the result is a copy even if there are no operands
  SmallVector<IndexOperand, 4> operands;
  Dims shape;
  Dims view_strides;                              // 0 along the dims that operands supply
  SmallVector<index_t, 4 * kInlineRank> strides;  // [k * rank + d]: operand k along dim d
  std::uint64_t index_dims = 0;                   // bit d: operands supply dim d

  /// The shape of the result. The value of a write must broadcast to it.
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

  /// Sets what the plan does with integers that are out of bounds.
  void set_bounds(Bounds policy) noexcept {
    bounds = policy;
    for (IndexOperand& operand : operands) operand.bounds = policy;
  }

  /// Whether the only operand is one mask of the whole view. A read is then a compress and a scalar write
  /// a masked fill, both without computing offsets.
  [[nodiscard]] bool is_whole_mask() const noexcept {
    return operands.size() == 1 && operands[0].kind == IndexOperand::Kind::mask &&
           operands[0].dims == view.rank();
  }

  /// Whether an index tensor or mask shares memory with a tensor, whose elements have `bytes` bytes. A
  /// write to that tensor would then change indices that are still to be read.
  [[nodiscard]] bool reads_memory_of(const Storage& storage, const Layout& layout,
                                     std::size_t bytes) const {
    for (const IndexOperand& operand : operands) {
      if (operand.tensor == nullptr) continue;
      const bool is_mask = operand.kind == IndexOperand::Kind::mask;
      const std::size_t own = is_mask ? 1 : detail::integer_bytes(operand.tensor->dtype);
      if (overlap(storage, layout, bytes, operand.tensor->storage, operand.tensor->layout, own))
        return true;
    }
    return false;
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

  /// Appends a dim of the view to the result.
  NDX_ALWAYS_INLINE void push_view_dim(index_t size, index_t stride) {
    if (shape.size() >= kInlineRank) [[unlikely]]
      return push_dim_beyond(size, stride);
    shape.push_within(size);
    view_strides.push_within(stride);
  }
  /// Appends dims that operands supply to the result.
  void push_index_dims(DimsView sizes) {
    for (const index_t size : sizes) {
      index_dims |= std::uint64_t{1} << shape.size() % 64;
      push_view_dim(size, 0);
    }
  }
  /// Appends a dim where the lists may have to grow, which is rare.
  NDX_NOINLINE void push_dim_beyond(index_t size, index_t stride) {
    shape.push_back(size);
    view_strides.push_back(stride);
  }
  /// Removes all dims, each of which must have size 1. The result then has rank 0.
  void drop_dims() noexcept {
    shape.clear();
    view_strides.clear();
    strides.clear();
    index_dims = 0;
  }

  /// Sets all strides of the operands to 0. All dims of the result must have been appended.
  void reset_strides() {
    strides.clear();
    strides.resize(operands.size() * shape.size());
  }
  /// Gives operand k its own strides along the dims first, first+1, … of the result. `rank` is the number
  /// of dims of the index shape; the operand is broadcast along the leading dims that it lacks.
  void place_operand(std::size_t k, std::size_t first, std::size_t rank) {
    const IndexOperand& operand = operands[k];
    const std::size_t own = operand.shape().size();
    index_t* const out = strides.data() + k * shape.size() + first + (rank - own);
    for (std::size_t d = 0; d < own; ++d) out[d] = operand.own_stride(d);
  }
};

NDX_NAMESPACE_END
