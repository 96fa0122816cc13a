// Block: the reference-counted header of every allocation that a storage can own.
//
// An OwnedBlock is one allocation from malloc, which holds the header and then the elements, which start on
// a 64-byte boundary. A LargeBlock holds both, too, in memory from the cache of large allocations. An
// AdoptedBlock is only a header, with a function that frees the caller's memory. The reference count is
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
class Block {
 public:
  using Release = void (*)(Block*) noexcept;

  explicit Block(Release release, MemoryKind kind = MemoryKind::allocated) noexcept
      : kind_(kind), release_(release) {}
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

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
  [[nodiscard]] bool is_released_by(Release release) const noexcept { return release_ == release; }

 protected:
  ~Block() = default;
  bool may_be_unmapped_ = false;

 private:
  MemoryKind kind_;
  Atomic<std::size_t> owners_{1};
  Release release_;
};

/// The header and the elements in one allocation from malloc.
class OwnedBlock final : public Block {
 public:
  /// Allocates `bytes` bytes, uninitialised. Throws std::bad_alloc if memory runs out.
  static OwnedBlock* make(std::size_t bytes) {
    static_assert(sizeof(OwnedBlock) <= kAlignment);
    if (bytes > static_cast<std::size_t>(PTRDIFF_MAX) - 2 * kAlignment) throw_bad_alloc();
    void* const memory = std::malloc(bytes + 2 * kAlignment);
    if (memory == nullptr) [[unlikely]]
      throw_bad_alloc();
    return ::new (memory) OwnedBlock();
  }

  /// Returns the first aligned byte after the header.
  std::byte* data() noexcept {
    const auto address = reinterpret_cast<std::uintptr_t>(this) + sizeof(OwnedBlock);
    const std::uintptr_t padding = (kAlignment - address % kAlignment) % kAlignment;
    return reinterpret_cast<std::byte*>(this) + sizeof(OwnedBlock) + padding;
  }

 private:
  OwnedBlock() noexcept : Block(&release) {}
  static void release(Block* block) noexcept { std::free(static_cast<OwnedBlock*>(block)); }
};

/// The header and the elements in memory from the cache of allocations of kReusedBlock bytes and more.
class LargeBlock final : public Block {
 public:
  static LargeBlock* make(std::size_t bytes) {
    static_assert(sizeof(LargeBlock) <= kAlignment);
    std::size_t capacity = 0;
    bool reused = false;
    void* memory = nullptr;
    if (bytes <= static_cast<std::size_t>(PTRDIFF_MAX) - 2 * kHugePageBytes)
      memory = large_blocks().take(bytes + kAlignment, capacity, reused);
    if (memory == nullptr) [[unlikely]]
      throw_bad_alloc();
    return ::new (memory) LargeBlock(capacity, !reused);
  }

  std::byte* data() noexcept { return reinterpret_cast<std::byte*>(this) + kAlignment; }

 private:
  LargeBlock(std::size_t capacity, bool fresh) noexcept : Block(&release), capacity_(capacity) {
    may_be_unmapped_ = fresh;
  }
  static void release(Block* block) noexcept {
    auto* const self = static_cast<LargeBlock*>(block);
    large_blocks().give(self, self->capacity_);
  }
  std::size_t capacity_;
};

/// A header for memory that was allocated elsewhere. It calls the deleter once, when the last owner releases
/// the memory. A deleter of mapped memory has a member type IsMapping.
template <class Deleter>
class AdoptedBlock final : public Block {
 public:
  explicit AdoptedBlock(Deleter deleter) : Block(&release, kKind), deleter_(std::move(deleter)) {}
  /// Returns the deleter of a block if it is an AdoptedBlock<Deleter>, else null.
  static const Deleter* find_deleter(const Block& block) noexcept {
    if (!block.is_released_by(&release)) return nullptr;
    return &static_cast<const AdoptedBlock&>(block).deleter_;
  }

 private:
  static constexpr MemoryKind kKind =
      requires { typename Deleter::IsMapping; } ? MemoryKind::mapped : MemoryKind::adopted;
  static void release(Block* block) noexcept {
    auto* const self = static_cast<AdoptedBlock*>(block);
    self->deleter_();
    delete self;
  }
  Deleter deleter_;
};

}  // namespace detail
NDX_NAMESPACE_END
