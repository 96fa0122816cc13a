// IndexPlan: what an index does to a layout, as plain data.
//
// Holds the layout of the view after all basic terms; for each index tensor the dim it indexes and
// the dims it varies along; the index shape (`space`), which the index tensors span together, and
// where its dims go in the result; and the shape of the result. All four rules produce this one
// form. A plan refers to the terms that it was made from, which must outlive it, and is independent
// of the element type.
#pragma once

#include <span>

#include <ndx/grammar/tensor_index.hpp>

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

/// How to treat an element of an index tensor that is out of bounds. Integers and slices are not
/// affected: they only make the view.
enum class Bounds : std::uint8_t {
  raise,   // IndexError; -size…-1 count from the end
  wrap,    // modulo the size, as NumPy's mode "wrap"
  clip,    // negative -> 0, too large -> size-1, as NumPy's mode "clip"
  fill,    // reads: returns the fill value; -size…-1 count from the end
  drop,    // writes: skips the element; -size…-1 count from the end
  assume,  // the caller promises 0…size-1: checked in checked builds only, else undefined
};

/// An index tensor, mask or bool in a plan.
struct IndexedTerm {
  static constexpr std::uint32_t kNoTerm = UINT32_MAX;  // `term` in plans not made from terms

  enum class Kind : std::uint8_t {
    integers,
    mask,
    boolean,
    offsets,         // integers already converted to offsets, in a FrozenPlan
    sparse_offsets,  // the same; some may be kSkipped
  };

  Kind kind;
  std::uint32_t term;        // position in the caller's list of terms
  std::uint32_t source_dim;  // first dim that it indexes, as the caller counts dims
  std::uint32_t view_dim;    // the same dim in the view
  std::uint32_t dims;        // number of view dims that it indexes: k for a mask of rank k, else 1
  index_t size;              // integers: size of the dim that they index
  index_t count;  // masks and bools: number of true elements, the size of the one dim they give
  const UntypedTensor* tensor;  // null for a bool
  std::uint32_t space_dim = 0;  // dim of the index shape that its first dim maps to
  bool along = false;  // instead: its dims are the result's, and the index shape is some of them

  [[nodiscard]] Dims shape() const {
    const bool counts = kind == Kind::mask || kind == Kind::boolean;
    return counts ? Dims{count} : Dims(tensor->layout.shape);
  }
};

struct IndexPlan {
  const char* call = "index";
  std::span<const TensorIndex> terms;  // for error messages; empty if the plan may outlive them
  Bounds bounds = Bounds::raise;
  Layout view;
  SmallVector<IndexedTerm, 4> indexed;
  std::uint64_t indexed_dims = 0;  // bit d: dim d of the view is indexed by an index tensor
  Dims space;           // index shape: the index tensors' shapes, broadcast or (outer) concatenated
  Dims space_places;    // for each dim of `space` its dim in the result, ascending
  Dims indexed_shape;   // shape of the result if there are index tensors
  Dims walked_strides;  // for each dim of `space`: if a position's own coordinate indexes a dim of
                        // the view, the stride of that dim, else 0. Empty if all are 0

  /// The shape of the result, to which a value must broadcast.
  [[nodiscard]] const Dims& result_shape() const noexcept {
    return is_view() ? view.shape : indexed_shape;
  }

  /// Whether there are only basic terms, so that the result is the view.
  [[nodiscard]] bool is_view() const noexcept { return indexed.empty(); }

  /// Whether positions with an out-of-bounds index are skipped, neither read nor written.
  [[nodiscard]] bool skips() const noexcept {
    return bounds == Bounds::fill || bounds == Bounds::drop;
  }

  [[nodiscard]] bool is_indexed(std::size_t view_dim) const noexcept {
    return (indexed_dims >> view_dim & 1) != 0;
  }

  /// Whether the only index is one mask of the whole view. Then a read is a compress and a scalar
  /// write a fill, without computing offsets.
  [[nodiscard]] bool is_whole_mask() const noexcept {
    return indexed.size() == 1 && indexed[0].kind == IndexedTerm::Kind::mask &&
           indexed[0].dims == view.rank();
  }
};

NDX_NAMESPACE_END
