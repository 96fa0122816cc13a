// SmallVector: a growable array of trivially copyable values, the first few of which live inside
// the object.
//
// What describes a tensor or a plan is kept in these, so that up to rank 6 nothing is allocated.
#pragma once

#include <cstring>
#include <initializer_list>
#include <new>
#include <utility>

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// A vector of T with room for `N` elements inside the object; more go to the heap.
template <class T, std::size_t N>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T>, "SmallVector moves its elements as bytes");

 public:
  using value_type = T;

  SmallVector() noexcept { leave_unset(); }
  SmallVector(const SmallVector& other) {
    leave_unset();
    assign(other);
  }
  SmallVector(SmallVector&& other) noexcept {
    leave_unset();
    take(other);
  }
  constexpr ~SmallVector() { release(); }

  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) assign(other);
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this != &other) {
      release();
      take(other);
    }
    return *this;
  }

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  T* data() noexcept { return data_; }
  const T* data() const noexcept { return data_; }
  T* begin() noexcept { return data_; }
  T* end() noexcept { return data_ + size_; }
  const T* begin() const noexcept { return data_; }
  const T* end() const noexcept { return data_ + size_; }
  T& operator[](std::size_t i) noexcept { return data_[i]; }
  const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  T& back() noexcept { return data_[size_ - 1]; }
  const T& back() const noexcept { return data_[size_ - 1]; }

  void clear() noexcept { size_ = 0; }

  /// Inlined, however large the translation unit: most of what making a view takes is this.
  NDX_ALWAYS_INLINE void push_back(T value) {
    if (size_ == capacity_) [[unlikely]]
      grow(size_ + 1);
    data_[size_++] = value;
  }

  /// Elements from the old size on are value-initialised.
  void resize(std::size_t size) {
    if (size > capacity_) [[unlikely]]
      grow(size);
    for (std::size_t i = size_; i < size; ++i) data_[i] = T{};
    size_ = static_cast<std::uint32_t>(size);
  }

  void insert(std::size_t place, T value) {
    push_back(value);
    for (std::size_t i = size_ - 1; i > place; --i) data_[i] = data_[i - 1];
    data_[place] = value;
  }

  void erase(std::size_t place) noexcept {
    for (std::size_t i = place + 1; i < size_; ++i) data_[i - 1] = data_[i];
    --size_;
  }

 private:
  /// Copies move all inline elements, set or not: a copy of constant size is a few vector moves,
  /// where one of the right size is a loop or a call, and zeroing them first would cost a view half
  /// its time. An instruction that does nothing, but might have set them, keeps compilers from
  /// warning of it.
  void leave_unset() noexcept { asm("" : "=m"(inline_)); }

  [[nodiscard]] constexpr bool is_inline() const noexcept { return data_ == inline_; }

  void assign(const SmallVector& other) {
    if (other.size_ <= N && is_inline()) {
      std::memcpy(static_cast<void*>(inline_), other.data_, sizeof(inline_));
    } else {
      if (other.size_ > capacity_) grow(other.size_);
      std::memcpy(static_cast<void*>(data_), other.data_, other.size_ * sizeof(T));
    }
    size_ = other.size_;
  }

  NDX_COLD void grow(std::size_t least) {
    const std::size_t doubled = std::size_t{2} * capacity_;
    const std::size_t capacity = least > doubled ? least : doubled;
    T* const grown = static_cast<T*>(::operator new(capacity * sizeof(T)));
    std::memcpy(static_cast<void*>(grown), data_, size_ * sizeof(T));
    release();
    data_ = grown;
    capacity_ = static_cast<std::uint32_t>(capacity);
  }

  void take(SmallVector& other) noexcept {
    if (other.is_inline()) {
      std::memcpy(static_cast<void*>(inline_), other.inline_, sizeof(inline_));
    } else {
      data_ = std::exchange(other.data_, other.inline_);
      capacity_ = std::exchange(other.capacity_, N);
    }
    size_ = std::exchange(other.size_, 0);
  }

  /// Back to the elements inside the object; size_ is the caller's affair.
  constexpr void release() noexcept {
    if (!is_inline()) [[unlikely]]
      ::operator delete(static_cast<void*>(data_));
    data_ = inline_;
    capacity_ = N;
  }

  T* data_ = inline_;
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = N;
  T inline_[N];
};

NDX_NAMESPACE_END
