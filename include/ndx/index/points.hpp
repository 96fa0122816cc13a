// Points: the short way for small indices, a few elements named one by one.
//
// x.index({i}), x.index_put_({r, c}, 10): for a handful of elements a plan and a loop cost more
// than the elements. Here every dim has an integer or a short list of integers, of one length, and
// the offsets are made on the spot. Anything else, errors included, is left to the planner.
#pragma once

#include <ndx/index/kernel_loop.hpp>
#include <ndx/index/plan.hpp>
#include <ndx/kernel/offsets.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class Points {
 public:
  static constexpr index_t kMost = 32;

  /// Whether the index is of that kind, with all its elements in bounds. Nothing is thrown.
  [[nodiscard]] bool find(IndexRule rule, const Layout& source,
                          std::span<const TensorIndex> terms) {
    if (terms.size() != source.rank() || terms.empty()) return false;
    index_t first = source.offset;
    for (std::size_t d = 0; d < terms.size(); ++d) {
      const index_t size = source.shape[d];
      const index_t stride = source.strides[d];
      if (terms[d].kind() == TensorIndex::Kind::integer) {
        const index_t index = terms[d].integer();
        if (index < -size || index >= size) return false;
        first += (index < 0 ? index + size : index) * stride;
      } else if (terms[d].kind() != TensorIndex::Kind::tensor ||
                 !add_list(terms[d].tensor(), size, stride)) {
        return false;
      }
    }
    if (lists_ == 0) offset_[0] = 0;
    for (index_t k = 0; k < count_; ++k) offset_[k] += first;
    return lists_ < 2 || rule != IndexRule::outer;
  }

  [[nodiscard]] index_t count() const noexcept { return count_; }
  /// Of an element from the start of the storage.
  [[nodiscard]] index_t offset(index_t k) const noexcept { return offset_[k]; }
  /// Only integers: a single element, of rank 0.
  [[nodiscard]] bool is_view() const noexcept { return lists_ == 0; }

 private:
  bool add_list(const UntypedTensor& list, index_t size, index_t stride) {
    const bool small = list.layout.rank() == 1 && list.layout.shape[0] <= kMost;
    if (!small || !is_integer(list.dtype) || list.dtype == DType::uint64) return false;
    if (lists_ != 0 && list.layout.shape[0] != count_) return false;
    count_ = list.layout.shape[0];
    const bool first = lists_++ == 0;
    index_t bad = 0;
    kernel::detail::with_integer_type(list.dtype, [&]<class I>(I* /*type*/) {
      const std::byte* const data = first_byte(list, sizeof(I));
      const index_t step = list.layout.strides[0] * static_cast<index_t>(sizeof(I));
      for (index_t k = 0; k < count_; ++k) {
        I value;
        std::memcpy(&value, data + k * step, sizeof(I));
        auto index = static_cast<index_t>(value);
        index += index < 0 ? size : 0;
        bad |= index | (size - 1 - index);
        offset_[k] = (first ? 0 : offset_[k]) + (bad < 0 ? 0 : index * stride);
      }
    });
    return bad >= 0;
  }

  index_t offset_[kMost];
  index_t count_ = 1;
  std::size_t lists_ = 0;
};

}  // namespace detail
NDX_NAMESPACE_END
