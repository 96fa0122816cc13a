// NumberList: memory for a long list of numbers, each of which is written once.
//
// std::vector would write each number twice, because it initialises what resize() adds. A NumberList leaves
// its numbers uninitialised. It takes its memory from Storage, which reuses the memory of earlier large
// allocations, so that the system need not clear and map pages again.
#pragma once

#include <span>

#include <ndx/storage/storage.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A list of uninitialised numbers. Copies share the memory.
class NumberList {
 public:
  NumberList() = default;
  /// Throws std::bad_alloc if memory runs out.
  explicit NumberList(std::size_t size)
      : memory_(Storage::allocate(bytes_for(size))), size_(size) {}

  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] index_t* data() const noexcept {
    return reinterpret_cast<index_t*>(memory_.data());
  }
  [[nodiscard]] index_t& operator[](std::size_t k) const noexcept { return data()[k]; }
  /// Numbers `begin` to `end` - 1.
  [[nodiscard]] std::span<const index_t> between(std::size_t begin,
                                                 std::size_t end) const noexcept {
    return {data() + begin, end - begin};
  }

  /// Changes the length to `size`. If the list grows, its memory is new and the numbers are lost.
  void resize(std::size_t size) {
    if (size > size_) *this = NumberList(size);
    size_ = size;
  }

 private:
  static index_t bytes_for(std::size_t size) {
    return static_cast<index_t>(checked_size<index_t>(static_cast<index_t>(size)) *
                                sizeof(index_t));
  }

  Storage memory_;
  std::size_t size_ = 0;
};

}  // namespace detail
NDX_NAMESPACE_END
