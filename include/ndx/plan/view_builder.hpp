// ViewBuilder: applies the basic terms of an index, left to right, to a layout.
//
// A cursor counts the dims of the source. An integer selects: the cursor advances, no dim is kept.
// A slice keeps its dim. None inserts a dim and the cursor does not advance. An ellipsis keeps the
// dims that are left.
#pragma once

#include <span>

#include <ndx/grammar/term_traits.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

using Terms = std::span<const TensorIndex>;

/// `view` must be empty at first. Nothing throws and everything is inlined, so that making a view
/// costs no more than a few calls.
class ViewBuilder {
 public:
  ViewBuilder(const Layout& source, Layout& view) noexcept : source_(source), view_(view) {
    view_.offset = source.offset;
  }

  /// Number of source dims consumed so far.
  [[nodiscard]] std::size_t cursor() const noexcept { return cursor_; }

  /// Returns false and changes nothing if the index is out of bounds.
  [[nodiscard]] NDX_ALWAYS_INLINE bool select(index_t index) noexcept {
    const index_t size = source_.shape[cursor_];
    if (index < -size || index >= size) [[unlikely]]
      return false;
    view_.offset += (index < 0 ? index + size : index) * source_.strides[cursor_];
    ++cursor_;
    return true;
  }

  /// Returns false and changes nothing for step 0.
  [[nodiscard]] NDX_ALWAYS_INLINE bool slice(const Slice& slice) {
    if (slice.step.value_or(1) == 0) [[unlikely]]
      return false;
    const index_t stride = source_.strides[cursor_];
    const SliceRange range = resolve(slice, source_.shape[cursor_]);
    view_.offset += sliced_offset(range, stride);
    view_.push_dim(range.count, sliced_stride(range, stride));
    ++cursor_;
    return true;
  }

  NDX_ALWAYS_INLINE void insert() { view_.push_dim(1, 0); }

  NDX_ALWAYS_INLINE void keep(std::size_t dims) {
    for (; dims > 0; --dims, ++cursor_)
      view_.push_dim(source_.shape[cursor_], source_.strides[cursor_]);
  }

 private:
  const Layout& source_;
  Layout& view_;
  std::size_t cursor_ = 0;
};

/// Whether all terms are integers, slices, None and `...`. False for a tensor of rank 0, although
/// it may hold an integer.
inline bool are_basic(Terms terms) noexcept {
  for (const TensorIndex& term : terms) {
    if (term.kind() == TensorIndex::Kind::tensor || term.kind() == TensorIndex::Kind::boolean)
      return false;
  }
  return true;
}

/// Computes the view that basic terms make of a layout. On an error returns false and leaves `view`
/// unspecified; the planner reports the error.
inline bool make_view(const Layout& source, Terms terms, Layout& view) {
  std::size_t used = 0;
  std::size_t dots = 0;
  for (const TensorIndex& term : terms) {
    used += consumed_dims(term);
    if (term.kind() == TensorIndex::Kind::ellipsis) ++dots;
  }
  if (used > source.rank() || dots > 1 || source.rank() + terms.size() > kMaxRank) return false;
  ViewBuilder builder(source, view);
  bool good = true;
  for (const TensorIndex& term : terms) {
    switch (term.kind()) {
      case TensorIndex::Kind::integer:
        good = builder.select(term.integer());
        break;
      case TensorIndex::Kind::slice:
        good = builder.slice(term.slice());
        break;
      case TensorIndex::Kind::ellipsis:
        builder.keep(source.rank() - used);
        break;
      default:
        builder.insert();
    }
    if (!good) [[unlikely]]
      return false;
  }
  builder.keep(source.rank() - builder.cursor());
  return true;
}

}  // namespace detail
NDX_NAMESPACE_END
