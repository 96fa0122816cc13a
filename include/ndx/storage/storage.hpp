// Storage: a range of bytes that a tensor stands on, owned together with others, or borrowed.
//
// Copying shares. Borrowed memory has no block: nothing is allocated and nothing keeps it alive.
#pragma once

#include <ndx/base/checked.hpp>
#include <ndx/storage/block.hpp>

NDX_NAMESPACE_BEGIN

class Storage {
 public:
  Storage() noexcept = default;
  Storage(const Storage& other) noexcept
      : block_(other.block_), data_(other.data_), bytes_(other.bytes_) {
    if (block_ != nullptr) block_->retain();
  }
  Storage(Storage&& other) noexcept
      : block_(std::exchange(other.block_, nullptr)),
        data_(std::exchange(other.data_, nullptr)),
        bytes_(std::exchange(other.bytes_, 0)) {}
  Storage& operator=(Storage other) noexcept {
    swap(other);
    return *this;
  }
  constexpr ~Storage() {
    if (block_ != nullptr) block_->drop();
  }

  void swap(Storage& other) noexcept {
    std::swap(block_, other.block_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
  }

  /// Fresh, uninitialised memory on a 64-byte boundary. std::bad_alloc when there is none.
  static Storage allocate(index_t bytes) {
    const std::size_t size = checked_size<std::byte>(bytes);
    if (size >= kLargeBlock) [[unlikely]] {
      detail::LargeBlock* const block = detail::LargeBlock::make(size);
      return Storage(block, block->data(), bytes);
    }
    detail::OwnedBlock* const block = detail::OwnedBlock::make(size);
    return Storage(block, block->data(), bytes);
  }

  /// Memory of the caller's, which must outlive every tensor on it.
  static Storage borrow(void* data, index_t bytes) noexcept {
    return Storage(nullptr, static_cast<std::byte*>(data), bytes);
  }

  /// Memory of the caller's that `deleter()` gives back after the last tensor on it. When the
  /// header cannot be allocated, the deleter runs before std::bad_alloc leaves: the memory has been
  /// handed over either way.
  template <class Deleter>
  static Storage adopt(void* data, index_t bytes, Deleter deleter) {
    detail::AdoptedBlock<Deleter>* block = nullptr;
    try {
      // The memory is there before the deleter is moved: where there is none, it still can run.
      block = new detail::AdoptedBlock<Deleter>(std::move_if_noexcept(deleter));
    } catch (...) {
      deleter();
      throw;
    }
    return Storage(block, static_cast<std::byte*>(data), bytes);
  }

  [[nodiscard]] std::byte* data() const noexcept { return data_; }
  [[nodiscard]] index_t bytes() const noexcept { return bytes_; }
  /// How many tensors share the memory; 0 when it is borrowed.
  [[nodiscard]] std::size_t owners() const noexcept {
    return block_ == nullptr ? 0 : block_->owners();
  }
  /// Whether the memory may not have been written since the system gave it.
  [[nodiscard]] bool may_be_unmapped() const noexcept {
    return block_ != nullptr && block_->may_be_unmapped();
  }

 private:
  Storage(detail::Block* block, std::byte* data, index_t bytes) noexcept
      : block_(block), data_(data), bytes_(bytes) {}

  detail::Block* block_ = nullptr;
  std::byte* data_ = nullptr;
  index_t bytes_ = 0;
};

NDX_NAMESPACE_END
