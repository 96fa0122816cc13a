// SmallIndex: fast path for indices that select a few elements one by one.
//
// For x.index({i}) or x.index_put_({r, c}, 10) placing the operands and making a loop cost more than
// the elements. Here every dim has an integer or a short list of integers, all lists of one length,
// and the offsets are computed directly. Everything else, errors included, takes the general path.
#pragma once

#include <ndx/kernel/load_indices.hpp>
#include <ndx/plan/term_walk.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class SmallIndex {
 public:
  static constexpr index_t kMaxCount = 64;

  /// Whether the index is of this kind, with all elements of its lists in bounds; computes the
  /// offsets if so. Throws IndexError for an integer out of bounds.
  [[nodiscard]] bool find(const WalkInput& input) NDX_SYMBOL(small_index_find);

  // As the sink of the walk.
  NDX_ALWAYS_INLINE void select(index_t offset) noexcept { first_ += offset; }
  NDX_ALWAYS_INLINE void push_operand(const IndexOperand& operand) {
    if (operand.kind != IndexOperand::Kind::integers ||
        !add_list(*operand.tensor, operand.size, operand.stride))
      stopped_ = true;
    ++dims_;
  }
  NDX_ALWAYS_INLINE void push_dim(index_t /*size*/, index_t /*stride*/) noexcept {
    if (dims_-- == 0) stopped_ = true;  // not a dim that a list indexes
  }
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }

  [[nodiscard]] index_t count() const noexcept { return count_; }
  /// Element k is at first() + offsets()[k] in the storage. first() is 0 if there are no elements.
  [[nodiscard]] index_t first() const noexcept { return count_ == 0 ? 0 : first_; }
  [[nodiscard]] const index_t* offsets() const noexcept { return offset_; }
  /// Whether there are only integers: a single element, of rank 0.
  [[nodiscard]] bool is_view() const noexcept { return lists_ == 0; }

 private:
  NDX_NOINLINE bool add_list(const UntypedTensor& list, index_t size, index_t stride) {
    const bool small = list.layout.rank() == 1 && list.layout.shape[0] <= kMaxCount;
    if (!small || !is_integer(list.dtype) || list.dtype == DType::uint64) return false;
    if (lists_ != 0 && list.layout.shape[0] != count_) return false;
    count_ = list.layout.shape[0];
    index_t buffer[kMaxCount];
    const index_t* const values = load(list, buffer);
    if (lists_++ == 0) return set_offsets(values, size, stride, [](index_t) { return 0; });
    return set_offsets(values, size, stride, [this](index_t k) { return offset_[k]; });
  }

  /// The list as 64-bit integers: in place if it is a contiguous int64 tensor, else copied to the
  /// buffer.
  [[nodiscard]] const index_t* load(const UntypedTensor& list, index_t* buffer) const {
    const std::byte* const data = list.storage.data();
    const index_t step = list.layout.strides[0];
    if (list.dtype == DType::int64 && step == 1)
      return reinterpret_cast<const index_t*>(data) + list.layout.offset;
    kernel::detail::load_run_of(list.dtype)(buffer, data, list.layout.offset, step, count_);
    return buffer;
  }

  /// False if a value is out of bounds. Computes in unsigned arithmetic, so that a wrong value does
  /// not overflow either.
  template <class Before>
  bool set_offsets(const index_t* values, index_t size, index_t stride, const Before& before) {
    const auto limit = static_cast<std::uint64_t>(size);
    bool wrong = false;
    for (index_t k = 0; k < count_; ++k) {
      index_t value;
      std::memcpy(&value, values + k, sizeof(value));
      const auto index = static_cast<std::uint64_t>(value) + (value < 0 ? limit : 0);
      wrong |= index >= limit;
      offset_[k] = static_cast<index_t>(static_cast<std::uint64_t>(before(k)) +
                                        index * static_cast<std::uint64_t>(stride));
    }
    return !wrong;
  }

  bool stopped_ = false;
  index_t dims_ = 0;   // number of dims of operands that are still to come
  index_t first_ = 0;  // offset selected by the integers
  index_t offset_[kMaxCount];
  index_t count_ = 1;
  std::size_t lists_ = 0;
};

#if NDX_DEFINES
NDX_NOINLINE NDX_FUNC bool SmallIndex::find(const WalkInput& input) {
  if (input.bounds != Bounds::raise) return false;
  first_ = input.source.offset;
  offset_[0] = 0;
  TermWalk(input, *this).run();
  return !stopped_ && (lists_ < 2 || input.rule != IndexRule::outer);
}
#endif

}  // namespace detail
NDX_NAMESPACE_END
