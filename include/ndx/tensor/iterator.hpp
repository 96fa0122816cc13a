// ElementIterator: a random access iterator over a tensor's elements in row-major order, for
// standard algorithms and range-for.
//
// It keeps the row-major position and a pointer to the current element. Within the innermost dim ++
// adds one stride; at the end of a row the pointer is computed from the position again. It refers
// to the tensor's shape and strides, so the tensor must outlive it.
#pragma once

#include <compare>
#include <vector>  // declares the iterator tags too; <iterator> would include the stream buffers

#include <ndx/layout/layout.hpp>

NDX_NAMESPACE_BEGIN

template <class T>
class ElementIterator {
 public:
  using iterator_concept = std::random_access_iterator_tag;
  using iterator_category = std::random_access_iterator_tag;
  using value_type = std::remove_cv_t<T>;
  using difference_type = index_t;
  using pointer = T*;
  using reference = T&;

  ElementIterator() noexcept = default;
  ElementIterator(T* base, DimsView shape, DimsView strides, index_t position) noexcept
      : base_(base), shape_(shape), strides_(strides), position_(position) {
    locate();
  }

  /// * is the current element, [n] the one n positions further.
  reference operator*() const noexcept { return *current_; }
  pointer operator->() const noexcept { return current_; }
  reference operator[](difference_type n) const noexcept {
    return base_[offset_of_linear(shape_, strides_, position_ + n)];
  }

  /// Takes O(1) within the innermost dim. At the end of a row it takes O(rank).
  ElementIterator& operator++() noexcept {
    ++position_;
    if (--left_in_row_ > 0) {
      current_ += strides_.back();
    } else {
      locate();
    }
    return *this;
  }
  ElementIterator operator++(int) noexcept {
    ElementIterator old = *this;
    ++*this;
    return old;
  }
  ElementIterator& operator--() noexcept { return *this += -1; }
  ElementIterator operator--(int) noexcept {
    ElementIterator old = *this;
    --*this;
    return old;
  }
  ElementIterator& operator+=(difference_type n) noexcept {
    position_ += n;
    locate();
    return *this;
  }
  ElementIterator& operator-=(difference_type n) noexcept { return *this += -n; }
  friend ElementIterator operator+(ElementIterator it, difference_type n) noexcept {
    return it += n;
  }
  friend ElementIterator operator+(difference_type n, ElementIterator it) noexcept {
    return it += n;
  }
  friend ElementIterator operator-(ElementIterator it, difference_type n) noexcept {
    return it -= n;
  }
  friend difference_type operator-(const ElementIterator& a, const ElementIterator& b) noexcept {
    return a.position_ - b.position_;
  }
  friend bool operator==(const ElementIterator& a, const ElementIterator& b) noexcept {
    return a.position_ == b.position_;
  }
  friend std::strong_ordering operator<=>(const ElementIterator& a,
                                          const ElementIterator& b) noexcept {
    return a.position_ <=> b.position_;
  }

 private:
  void locate() noexcept {
    // End() and beyond: nothing is dereferenced.
    if (position_ < 0 || position_ >= numel(shape_)) return;
    current_ = base_ + offset_of_linear(shape_, strides_, position_);
    left_in_row_ = shape_.empty() ? 1 : shape_.back() - position_ % shape_.back();
  }

  T* base_ = nullptr;
  T* current_ = nullptr;
  DimsView shape_;
  DimsView strides_;
  index_t position_ = 0;
  index_t left_in_row_ = 0;
};

NDX_NAMESPACE_END
