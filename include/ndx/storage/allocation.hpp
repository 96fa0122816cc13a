// Allocation: the reference-counted header of all memory that a storage can own.
//
// An OwnedAllocation is memory from malloc, which holds the header and then the elements, which start on a
// 64-byte boundary. A LargeAllocation holds both, too, in memory from the cache of large allocations. An
// AdoptedAllocation is only a header, with a function that frees the caller's memory. The reference count is
// intrusive, so that sharing is one increment.
#pragma once

#include <cstdlib>
#include <new>
#include <utility>

#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#endif

#include <ndx/base/atomic.hpp>
#include <ndx/layout/checked.hpp>
#include <ndx/storage/large_allocations.hpp>

NDX_NAMESPACE_BEGIN

/// Where the memory of a storage comes from.
enum class MemoryKind : std::uint8_t {
  allocated,  // by ndx
  adopted,    // from the caller, who gave a function that frees it
  mapped,     // a file
  borrowed,   // from the caller, who keeps it alive
};

namespace detail {

/// Alignment of the elements in bytes: the size of a cache line, and also of the widest vector.
inline constexpr std::size_t kAlignment = 64;

/// Whether the process is single-threaded, so that reference counts need no locked instructions. It is false
/// where the C library does not report that.
inline bool is_single_threaded() noexcept {
#if __has_include(<sys/single_threaded.h>)
  return __libc_single_threaded != 0;
#else
  return false;
#endif
}

/// The header: the number of owners, and the function that releases the allocation after the last one.
class Allocation {
 public:
  using Release = void (*)(Allocation*) noexcept;

  explicit Allocation(Release release, MemoryKind kind = MemoryKind::allocated) noexcept
      : kind_(kind), release_(release) {}
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;

  /// Adds an owner.
  void retain() noexcept {
    if (is_single_threaded()) {
      owners_.set(owners() + 1);
    } else {
      owners_.add(1);
    }
  }
  /// Removes an owner. Without one left, the allocation is released.
  void drop() noexcept {
    if (is_single_threaded()) {
      const std::size_t left = owners() - 1;
      owners_.set(left);
      if (left == 0) release_(this);
    } else if (owners_.subtract(1) == 1) {
      release_(this);
    }
  }
  [[nodiscard]] std::size_t owners() const noexcept { return owners_.get(); }
  /// Whether the first write to a page may still cause a page fault.
  [[nodiscard]] bool may_be_unmapped() const noexcept { return may_be_unmapped_; }
  [[nodiscard]] MemoryKind kind() const noexcept { return kind_; }

 protected:
  ~Allocation() = default;
  bool may_be_unmapped_ = false;

 private:
  MemoryKind kind_;
  Atomic<std::size_t> owners_{1};
  Release release_;
};

/// The header and the elements in one allocation from malloc.
class OwnedAllocation final : public Allocation {
 public:
  /// Allocates `bytes` bytes, uninitialised. Throws std::bad_alloc if memory runs out.
  static OwnedAllocation* make(std::size_t bytes) {
    static_assert(sizeof(OwnedAllocation) <= kAlignment);
    if (bytes > static_cast<std::size_t>(PTRDIFF_MAX) - 2 * kAlignment) throw_bad_alloc();
    void* const memory = std::malloc(bytes + 2 * kAlignment);
    if (memory == nullptr) [[unlikely]]
      throw_bad_alloc();
    return ::new (memory) OwnedAllocation();
  }

  /// Returns the first aligned byte after the header.
  std::byte* data() noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(this) + sizeof(OwnedAllocation);
    const std::uintptr_t padding = (kAlignment - address % kAlignment) % kAlignment;
    return reinterpret_cast<std::byte*>(this) + sizeof(OwnedAllocation) + padding;
  }

 private:
  OwnedAllocation() noexcept : Allocation(&release) {}
  static void release(Allocation* allocation) noexcept {
    std::free(static_cast<OwnedAllocation*>(allocation));
  }
};

/// The header and the elements in memory from the cache of allocations of kReusedBlock bytes and more.
class LargeAllocation final : public Allocation {
 public:
  static LargeAllocation* make(std::size_t bytes) {
    static_assert(sizeof(LargeAllocation) <= kAlignment);
    std::size_t capacity = 0;
    bool reused = false;
    void* memory = nullptr;
    if (bytes <= static_cast<std::size_t>(PTRDIFF_MAX) - 2 * kHugePageBytes)
      memory = large_allocations().take(bytes + kAlignment, capacity, reused);
    if (memory == nullptr) [[unlikely]]
      throw_bad_alloc();
    return ::new (memory) LargeAllocation(capacity, !reused);
  }

  std::byte* data() noexcept { return reinterpret_cast<std::byte*>(this) + kAlignment; }

 private:
  LargeAllocation(std::size_t capacity, bool fresh) noexcept
      : Allocation(&release), capacity_(capacity) {
    may_be_unmapped_ = fresh;
  }
  static void release(Allocation* allocation) noexcept {
    auto* const self = static_cast<LargeAllocation*>(allocation);
    large_allocations().give(self, self->capacity_);
  }
  std::size_t capacity_;
};

/// A header for memory that was allocated elsewhere. It calls the deleter once, when the last owner releases
/// the memory. The deleter of mapped memory, and no other, has a member type IsMapping.
template <class Deleter>
class AdoptedAllocation final : public Allocation {
  static constexpr MemoryKind kKind =
      requires { typename Deleter::IsMapping; } ? MemoryKind::mapped : MemoryKind::adopted;

 public:
  explicit AdoptedAllocation(Deleter deleter)
      : Allocation(&release, kKind), deleter_(std::move(deleter)) {}
  /// Returns the deleter of an allocation of mapped memory, else null. The kind is compared and not the address of
  /// `release`: files compiled by other flags, and the compiled library, have a `release` of their own.
  static const Deleter* find_deleter(const Allocation& allocation) noexcept
    requires(kKind == MemoryKind::mapped)
  {
    if (allocation.kind() != kKind) return nullptr;
    return &static_cast<const AdoptedAllocation&>(allocation).deleter_;
  }

 private:
  static void release(Allocation* allocation) noexcept {
    auto* const self = static_cast<AdoptedAllocation*>(allocation);
    self->deleter_();
    delete self;
  }
  Deleter deleter_;
};

}  // namespace detail
NDX_NAMESPACE_END
