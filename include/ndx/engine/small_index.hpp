// SmallIndex: fast path for indices that select a few elements one by one.
//
// For x.index({i}) or x.index_put_({r, c}, 10), placing the operands and making a loop take longer
// than moving the elements. On this path every dim has its own term, an integer or a list of at
// most 64 integers; all lists have one length, and the offsets are computed directly. Every other
// index takes the general path, indices out of bounds included, so that errors are reported in one
// place.
#pragma once

#include <ndx/kernel/index/load_indices.hpp>
#include <ndx/plan/term_walk.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class SmallIndex {
 public:
  static constexpr index_t kMaxCount = 64;

  /// Returns whether the index is of this kind and in bounds, and computes the offsets if so.
  [[nodiscard]] bool find(const WalkInput& input) NDX_SYMBOL(small_index_find);

  [[nodiscard]] index_t count() const noexcept { return count_; }
  /// Element k is at first() + offsets()[k] in the storage. first() is 0 if there are no elements.
  [[nodiscard]] index_t first() const noexcept { return count_ == 0 ? 0 : first_; }
  [[nodiscard]] const index_t* offsets() const noexcept { return offset_; }
  /// Whether there are only integers, which select a single element as a tensor of rank 0.
  [[nodiscard]] bool is_view() const noexcept { return lists_ == 0; }

 private:
  /// Adds the term of one dim. Returns false if it is of another kind or out of bounds.
  bool add(const TensorIndex& term, index_t size, index_t stride) {
    if (term.kind() == TensorIndex::Kind::integer) return add_integer(term.integer(), size, stride);
    if (term.kind() != TensorIndex::Kind::tensor || !is_integer(term.tensor().dtype)) return false;
    if (is_integer(term)) return add_integer(integer_value(term.tensor()), size, stride);
    return add_list(term.tensor(), size, stride);
  }

  bool add_integer(index_t index, index_t size, index_t stride) noexcept {
    if (index < -size || index >= size) return false;
    first_ += (index < 0 ? index + size : index) * stride;
    return true;
  }

  NDX_NOINLINE bool add_list(const UntypedTensor& list, index_t size, index_t stride) {
    const bool small = list.layout.rank() == 1 && list.layout.shape[0] <= kMaxCount;
    if (!small || list.dtype == DType::uint64) return false;
    if (lists_ != 0 && list.layout.shape[0] != count_) return false;
    count_ = list.layout.shape[0];
    index_t buffer[kMaxCount];
    const index_t* const values = load(list, buffer);
    if (lists_++ == 0) return set_offsets(values, size, stride, [](index_t) { return 0; });
    return set_offsets(values, size, stride, [this](index_t k) { return offset_[k]; });
  }

  /// Returns the list as 64-bit integers: in place if it is a contiguous int64 tensor, else copied
  /// to the buffer.
  [[nodiscard]] const index_t* load(const UntypedTensor& list, index_t* buffer) const {
    const std::byte* const data = list.storage.data();
    const index_t step = list.layout.strides[0];
    if (list.dtype == DType::int64 && step == 1)
      return reinterpret_cast<const index_t*>(data) + list.layout.offset;
    kernel::detail::load_run(buffer, list.dtype, data, list.layout.offset, step, count_);
    return buffer;
  }

  /// Adds the offsets of one list. Returns false if a value is out of bounds. The arithmetic is
  /// unsigned, so that wrong values do not overflow.
  template <class Before>
  bool set_offsets(const index_t* values, index_t size, index_t stride, const Before& before) {
    const auto limit = static_cast<std::uint64_t>(size);
    bool wrong = false;
    for (index_t k = 0; k < count_; ++k) {
      const index_t value = kernel::read_index(values + k);
      const auto index = static_cast<std::uint64_t>(value) + (value < 0 ? limit : 0);
      wrong |= index >= limit;
      offset_[k] = static_cast<index_t>(static_cast<std::uint64_t>(before(k)) +
                                        index * static_cast<std::uint64_t>(stride));
    }
    return !wrong;
  }

  index_t first_ = 0;  // offset that the integers select
  index_t offset_[kMaxCount];
  index_t count_ = 1;
  std::size_t lists_ = 0;
};

#if NDX_DEFINES
NDX_NOINLINE NDX_FUNC bool SmallIndex::find(const WalkInput& input) {
  const Layout& source = input.source;
  if (input.bounds != Bounds::raise || input.terms.size() != source.rank()) return false;
  first_ = source.offset;
  offset_[0] = 0;
  for (std::size_t d = 0; d < source.rank(); ++d) {
    if (!add(input.terms[d], source.shape[d], source.strides[d])) return false;
  }
  return lists_ < 2 || input.rule != IndexRule::outer;
}
#endif

}  // namespace detail
NDX_NAMESPACE_END
