// SmallVector: a growable array of trivially copyable values that stores the first few inside the
// object.
//
// Layouts and plans keep their lists in it, so that nothing is allocated up to rank 6.
#pragma once

#include <cstring>
#include <initializer_list>
#include <new>
#include <utility>

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// A vector of T that holds up to `N` elements inside the object and more on the heap.
template <class T, std::size_t N>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T>, "SmallVector moves its elements as bytes");

 public:
  using value_type = T;

  SmallVector() noexcept { leave_uninitialized(); }
  SmallVector(const SmallVector& other) {
    leave_uninitialized();
    if (other.size_ <= N) [[likely]] {  // unlike in assign, this vector is known to be inline
      copy_inline(other);
    } else {
      copy_beyond(other);
    }
  }
  SmallVector(SmallVector&& other) noexcept {
    leave_uninitialized();
    take(other);
  }
  constexpr ~SmallVector() {
    if (!is_inline()) [[unlikely]]
      ::operator delete(static_cast<void*>(data_));
  }

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
  NDX_ACCESS const T* data() const noexcept { return data_; }
  T* begin() noexcept { return data_; }
  T* end() noexcept { return data_ + size_; }
  const T* begin() const noexcept { return data_; }
  NDX_ACCESS const T* end() const noexcept { return data_ + size_; }
  T& operator[](std::size_t i) noexcept { return data_[i]; }
  const T& operator[](std::size_t i) const noexcept { return data_[i]; }
  T& back() noexcept { return data_[size_ - 1]; }
  const T& back() const noexcept { return data_[size_ - 1]; }

  void clear() noexcept { size_ = 0; }

  /// Appends a value. It is always inlined, however large the translation unit, because view creation
  /// consists mostly of these calls.
  NDX_ALWAYS_INLINE void push_back(T value) {
    if (size_ == capacity_) [[unlikely]]
      grow(size_ + 1);
    data_[size_++] = value;
  }

  /// Appends a value if there is room for it, which there always is for the first N elements.
  NDX_ALWAYS_INLINE void push_within(T value) noexcept { data_[size_++] = value; }

  /// Appends values, which must not be the vector's own.
  NDX_NOINLINE void append(const T* values, std::size_t count) {
    if (count > capacity_ - size_) [[unlikely]]
      grow(size_ + count);
    if (count != 0) std::memcpy(static_cast<void*>(data_ + size_), values, count * sizeof(T));
    size_ += static_cast<std::uint32_t>(count);
  }

  /// Changes the number of elements. New elements are value-initialised.
  NDX_NOINLINE void resize(std::size_t size) {
    const std::size_t old = size_;
    resize_unset(size);
    for (std::size_t i = old; i < size; ++i) data_[i] = T{};
  }
  /// Changes the number of elements. New elements are uninitialised.
  void resize_unset(std::size_t size) {
    if (size > capacity_) [[unlikely]]
      grow(size);
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
  /// Leaves the inline elements uninitialised. Copies transfer all N of them, set or not, because a memcpy
  /// of constant size is a few vector moves, whereas one of the actual size is a loop or a call. Zeroing the
  /// elements first would take half the time of creating a view. The empty asm statement claims to write
  /// them, which keeps compilers from warning about uninitialised reads.
  void leave_uninitialized() noexcept { asm("" : "=m"(inline_)); }

  [[nodiscard]] constexpr bool is_inline() const noexcept { return data_ == inline_; }

  void assign(const SmallVector& other) {
    if (other.size_ <= N && is_inline()) return copy_inline(other);
    copy_beyond(other);
  }
  /// Copies from or to elements on the heap.
  NDX_COLD void copy_beyond(const SmallVector& other) {
    if (other.size_ > capacity_) grow(other.size_);
    std::memcpy(static_cast<void*>(data_), other.data_, other.size_ * sizeof(T));
    size_ = other.size_;
  }
  void copy_inline(const SmallVector& other) noexcept {
    std::memcpy(static_cast<void*>(inline_), other.data_, sizeof(inline_));
    size_ = other.size_;
  }

  /// Moves the elements to an allocation of at least `least` elements, and at least twice the present capacity.
  NDX_COLD void grow(std::size_t least) {
    const std::size_t doubled = std::size_t{2} * capacity_;
    const std::size_t capacity = least > doubled ? least : doubled;
    T* const grown = static_cast<T*>(::operator new(capacity * sizeof(T)));
    std::memcpy(static_cast<void*>(grown), data_, size_ * sizeof(T));
    release();
    data_ = grown;
    capacity_ = static_cast<std::uint32_t>(capacity);
  }

  /// Takes the elements of another vector, which is then empty. This vector must be inline.
  void take(SmallVector& other) noexcept {
    if (other.is_inline()) {
      std::memcpy(static_cast<void*>(inline_), other.inline_, sizeof(inline_));
    } else {
      data_ = std::exchange(other.data_, other.inline_);
      capacity_ = std::exchange(other.capacity_, N);
    }
    size_ = std::exchange(other.size_, 0);
  }

  /// Frees the heap memory and returns to the inline elements; the caller sets size_.
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
