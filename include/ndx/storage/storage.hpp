// Storage: the memory behind a tensor. It is a range of bytes that is either owned together with other
// storages or borrowed.
//
// A copy shares ownership, and the last owner frees the memory. Borrowed memory has no header: borrowing
// allocates nothing, and nothing keeps the memory alive.
#pragma once

#include <ndx/layout/checked.hpp>
#include <ndx/storage/allocation.hpp>

NDX_NAMESPACE_BEGIN

class Storage {
 public:
  Storage() noexcept = default;
  Storage(const Storage& other) noexcept
      : allocation_(other.allocation_), data_(other.data_), bytes_(other.bytes_) {
    if (allocation_ != nullptr) allocation_->retain();
  }
  Storage(Storage&& other) noexcept { swap(other); }
  Storage& operator=(Storage other) noexcept {
    swap(other);
    return *this;
  }
  constexpr ~Storage() {
    if (allocation_ != nullptr) allocation_->drop();
  }

  void swap(Storage& other) noexcept {
    std::swap(allocation_, other.allocation_);
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
  }

  /// Allocates uninitialised memory, aligned to 64 bytes. Throws std::bad_alloc if memory runs out.
  static Storage allocate(index_t bytes) NDX_SYMBOL(storage_allocate);

  /// Wraps the caller's memory, which must outlive every tensor that uses it.
  static Storage borrow(void* data, index_t bytes) noexcept {
    return Storage(nullptr, static_cast<std::byte*>(data), bytes);
  }

  /// Takes over the caller's memory; `deleter()` frees it after the last tensor that uses it. If
  /// allocating the header fails, the deleter runs before std::bad_alloc propagates, so ownership passes
  /// in either case.
  template <class Deleter>
  static Storage adopt(void* data, index_t bytes, Deleter deleter) {
    detail::AdoptedAllocation<Deleter>* allocation = nullptr;
    try {
      // The header is allocated before the deleter is moved into it, so if the allocation fails, the deleter
      // is intact and can run.
      allocation = new detail::AdoptedAllocation<Deleter>(std::move_if_noexcept(deleter));
    } catch (...) {
      deleter();
      throw;
    }
    return Storage(allocation, static_cast<std::byte*>(data), bytes);
  }

  [[nodiscard]] NDX_ACCESS std::byte* data() const noexcept { return data_; }
  [[nodiscard]] index_t bytes() const noexcept { return bytes_; }
  /// Number of storages that share the memory, which is that of the tensors and index terms that use it; 0 if
  /// it is borrowed.
  [[nodiscard]] std::size_t owners() const noexcept {
    return allocation_ == nullptr ? 0 : allocation_->owners();
  }
  [[nodiscard]] MemoryKind kind() const noexcept {
    return allocation_ == nullptr ? MemoryKind::borrowed : allocation_->kind();
  }
  /// Returns the deleter of mapped memory, which has the type Deleter, else null.
  template <class Deleter>
  [[nodiscard]] const Deleter* deleter() const noexcept {
    return allocation_ == nullptr ? nullptr
                                  : detail::AdoptedAllocation<Deleter>::find_deleter(*allocation_);
  }
  /// Whether the memory may be fresh from the system, so that a first write to it may cause page faults.
  [[nodiscard]] bool may_be_unmapped() const noexcept {
    return allocation_ != nullptr && allocation_->may_be_unmapped();
  }

 private:
  Storage(detail::Allocation* allocation, std::byte* data, index_t bytes) noexcept
      : allocation_(allocation), data_(data), bytes_(bytes) {}

  detail::Allocation* allocation_ = nullptr;
  std::byte* data_ = nullptr;
  index_t bytes_ = 0;
};

#if NDX_DEFINES
NDX_FUNC Storage Storage::allocate(index_t bytes) {
  const std::size_t size = checked_size<std::byte>(bytes);
  if (size >= kReusedBlock) [[unlikely]] {
    detail::LargeAllocation* const allocation = detail::LargeAllocation::make(size);
    return Storage(allocation, allocation->data(), bytes);
  }
  detail::OwnedAllocation* const allocation = detail::OwnedAllocation::make(size);
  return Storage(allocation, allocation->data(), bytes);
}
#endif

NDX_NAMESPACE_END
