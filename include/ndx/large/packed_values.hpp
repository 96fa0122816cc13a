// PackedValues: copies runs of a value that is broadcast into contiguous memory.
//
// Files are written from contiguous elements. A value keeps the memory that it has: a row that is
// written to a million rows is never copied to a million rows, because only some thousand elements
// are packed at a time.
#pragma once

#include <algorithm>

#include <ndx/tensor/plan_parts.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Packs the elements of a value that a part of a split takes, some runs at a time.
template <class T>
class PackedValues {
 public:
  /// `value` has the shape of the result, and any strides.
  explicit PackedValues(const Tensor<const T>& value) : value_(value) {}

  /// Returns the elements of the result from position `place` on, valid until the next call.
  [[nodiscard]] const T* elements(index_t place, index_t count) {
    make_room(count);
    copy(place, count, packed_.data());
    return packed_.data();
  }

  /// Calls body(some, values) for successive runs of a part. `some` is a part with only these runs,
  /// whose places count the elements of `values`.
  template <class Body>
  void for_each_block(const SplitPart& part, const Body& body) {
    for (std::size_t first = 0, end; first < part.offsets.size(); first = end) {
      SplitPart some = part;
      places_.clear();
      some.result_elements = 0;
      for (end = first; end < part.offsets.size() && some.result_elements < kEnough; ++end) {
        places_.push_back(some.result_elements);
        some.result_elements += part.length_of(end);
      }
      make_room(some.result_elements);
      for (std::size_t run = first; run < end; ++run)
        copy(part.places[run], part.length_of(run), packed_.data() + places_[run - first]);
      some.offsets = part.offsets.subspan(first, end - first);
      some.places = places_;
      if (!part.lengths.empty()) some.lengths = part.lengths.subspan(first, end - first);
      body(static_cast<const SplitPart&>(some),
           Tensor<const T>(packed_.index({Slice(0, some.result_elements)})));
    }
  }

 private:
  /// Number of elements that are packed at a time. The last run may exceed it.
  static constexpr index_t kEnough = index_t{1} << 14;

  void copy(index_t place, index_t count, T* to) const {
    const DimsView shape = value_.shape();
    const DimsView strides = value_.strides();
    const std::size_t last = shape.size() - 1;
    while (count > 0) {
      index_t remainder = place;
      const T* from = value_.data();
      index_t left = 0;  // in the row of the last dim
      for (std::size_t d = shape.size(); d-- > 0;) {
        const index_t at = remainder % shape[d];
        remainder /= shape[d];
        from += at * strides[d];
        if (d == last) left = std::min(shape[d] - at, count);
      }
      for (index_t i = 0; i < left; ++i) to[i] = from[i * strides[last]];
      to += left;
      place += left;
      count -= left;
    }
  }

  void make_room(index_t count) {
    if (packed_.numel() < count) packed_ = make_uninitialized<T>("File", Dims{count});
  }

  Tensor<const T> value_;
  Tensor<T> packed_;
  std::vector<index_t> places_;
};

}  // namespace detail
NDX_NAMESPACE_END
