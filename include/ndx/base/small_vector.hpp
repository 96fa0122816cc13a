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

  SmallVector() noexcept {}
  SmallVector(const SmallVector& other) { assign(other.data(), other.size_); }
  SmallVector(SmallVector&& other) noexcept { take(other); }
  constexpr ~SmallVector() { release(); }

  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) {
      clear();
      assign(other.data(), other.size_);
    }
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
  T* data() noexcept { return is_inline() ? inline_ : heap_; }
  const T* data() const noexcept { return is_inline() ? inline_ : heap_; }
  T* begin() noexcept { return data(); }
  T* end() noexcept { return data() + size_; }
  const T* begin() const noexcept { return data(); }
  const T* end() const noexcept { return data() + size_; }
  T& operator[](std::size_t i) noexcept { return data()[i]; }
  const T& operator[](std::size_t i) const noexcept { return data()[i]; }
  T& back() noexcept { return data()[size_ - 1]; }
  const T& back() const noexcept { return data()[size_ - 1]; }

  void clear() noexcept { size_ = 0; }

  void push_back(T value) {
    if (size_ == capacity_) [[unlikely]]
      grow(size_ + 1);
    data()[size_++] = value;
  }

  /// Elements from the old size on are value-initialised.
  void resize(std::size_t size) {
    if (size > capacity_) [[unlikely]]
      grow(size);
    for (std::size_t i = size_; i < size; ++i) data()[i] = T{};
    size_ = static_cast<std::uint32_t>(size);
  }

  void insert(std::size_t place, T value) {
    push_back(value);
    T* items = data();
    for (std::size_t i = size_ - 1; i > place; --i) items[i] = items[i - 1];
    items[place] = value;
  }

  void erase(std::size_t place) noexcept {
    T* items = data();
    for (std::size_t i = place + 1; i < size_; ++i) items[i - 1] = items[i];
    --size_;
  }

  void pop_back() noexcept { --size_; }

 private:
  [[nodiscard]] constexpr bool is_inline() const noexcept { return capacity_ == N; }

  void assign(const T* items, std::size_t count) {
    if (count > capacity_) [[unlikely]]
      grow(count);
    std::memcpy(static_cast<void*>(data()), items, count * sizeof(T));
    size_ = static_cast<std::uint32_t>(count);
  }

  NDX_COLD void grow(std::size_t least) {
    const std::size_t doubled = std::size_t{2} * capacity_;
    const std::size_t capacity = least > doubled ? least : doubled;
    T* const grown = static_cast<T*>(::operator new(capacity * sizeof(T)));
    std::memcpy(static_cast<void*>(grown), data(), size_ * sizeof(T));
    release();
    heap_ = grown;
    capacity_ = static_cast<std::uint32_t>(capacity);
  }

  void take(SmallVector& other) noexcept {
    size_ = other.size_;
    capacity_ = other.capacity_;
    if (is_inline()) {
      std::memcpy(static_cast<void*>(inline_), other.inline_, size_ * sizeof(T));
    } else {
      heap_ = other.heap_;
    }
    other.size_ = 0;
    other.capacity_ = N;
  }

  constexpr void release() noexcept {
    if (!is_inline()) [[unlikely]]
      ::operator delete(static_cast<void*>(heap_));
    capacity_ = N;
  }

  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = N;
  union {
    T inline_[N];
    T* heap_;
  };
};

NDX_NAMESPACE_END
