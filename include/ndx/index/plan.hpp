// IndexPlan: what an index does to a layout, as plain data.
//
// The view's layout after all basic terms; for each index tensor where it stands and what it varies
// along; the index space, which is the shape that the index tensors span together, and where its
// dims go; the result's shape. All four rules end in this one form. A plan looks at the terms that
// it was made from, which must outlive it, and knows no element type.
#pragma once

#include <span>

#include <ndx/index/tensor_index.hpp>

NDX_NAMESPACE_BEGIN

/// How index tensors are combined and where their dims go. Source: SEMANTICS §2.
enum class IndexRule : std::uint8_t {
  views_first,  // integers select; index tensors broadcast together; in place of the first if
                // adjacent in the view, else in front (PyTorch, Paddle)
  numpy,        // as above, but beside an index tensor integers are index tensors of rank 0
  outer,        // each index tensor on its own dim, in its own place (NEP 21's oindex)
  vectorized,   // integers select; broadcast together; always in front (TensorStore's vindex)
};

/// What an index tensor's element outside its dim means. Integers and slices, which make the view,
/// are not concerned.
enum class Bounds : std::uint8_t {
  raise,   // IndexError; -size…-1 count from the end
  wrap,    // modulo the size, as NumPy's mode "wrap"
  clip,    // negatives stand for 0, what is too large for the last, as NumPy's mode "clip"
  fill,    // reads: the fill value is read; -size…-1 count from the end
  drop,    // writes: not written; -size…-1 count from the end
  assume,  // said to lie in 0…size-1: looked at only in checked builds, undefined elsewhere
};

/// An index tensor, a mask or a bool of the index, as the plan holds it.
struct IndexedTerm {
  static constexpr std::uint32_t kNoTerm = UINT32_MAX;  // of plans that no list of terms made

  enum class Kind : std::uint8_t {
    integers,
    mask,
    boolean,
    offsets,         // integers that have become offsets: a plan that is kept
    sparse_offsets,  // some of which are kSkipped
  };

  Kind kind;
  std::uint32_t term;        // place in the caller's list
  std::uint32_t source_dim;  // first dim that it stands for, as the caller counts
  std::uint32_t view_dim;    // first dim in the view
  std::uint32_t dims;        // how many dims it stands for: a mask of rank k, k; others, 1
  index_t size;              // integers: of the dim that they index
  index_t count;  // masks and bools: how many are true, the size of the one dim they give
  const UntypedTensor* tensor;  // null for a bool
  std::uint32_t space_dim = 0;  // dim of the index space that its first own dim varies along
  bool along = false;  // instead: its own dims are the result's, and the space is some of them

  [[nodiscard]] Dims shape() const {
    const bool counts = kind == Kind::mask || kind == Kind::boolean;
    return counts ? Dims{count} : Dims(tensor->layout.shape);
  }
};

struct IndexPlan {
  const char* call = "index";
  std::span<const TensorIndex>
      terms;  // the caller's, for messages; empty where a plan outlives them
  Bounds bounds = Bounds::raise;
  Layout view;
  SmallVector<IndexedTerm, 4> indexed;
  std::uint64_t indexed_dims = 0;  // bit d: dim d of the view is stood for by an index tensor
  Dims space;                      // what the index tensors span: broadcast, or one after another
  Dims space_places;               // for each dim of the space its place in the result, ascending
  Dims indexed_shape;              // of the result, when there are index tensors
  Dims walked_strides;  // for each dim of the space that of the view's dim that positions walk
                        // along by their own coordinate, or 0; empty where there is none

  /// The shape that reading gives and a value must fit.
  [[nodiscard]] const Dims& result_shape() const noexcept {
    return is_view() ? view.shape : indexed_shape;
  }

  /// Only basic terms: the result is the view itself.
  [[nodiscard]] bool is_view() const noexcept { return indexed.empty(); }

  /// Positions whose index is out of bounds are neither read nor written.
  [[nodiscard]] bool skips() const noexcept {
    return bounds == Bounds::fill || bounds == Bounds::drop;
  }

  [[nodiscard]] bool is_indexed(std::size_t view_dim) const noexcept {
    return (indexed_dims >> view_dim & 1) != 0;
  }

  /// One mask that covers the whole view: reading compresses, writing a scalar fills, without
  /// coordinates.
  [[nodiscard]] bool is_whole_mask() const noexcept {
    return indexed.size() == 1 && indexed[0].kind == IndexedTerm::Kind::mask &&
           indexed[0].dims == view.rank();
  }
};

NDX_NAMESPACE_END
