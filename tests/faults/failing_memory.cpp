#include "failing_memory.hpp"

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstddef>
#include <cstdlib>
#include <new>

#include <dlfcn.h>
#include <sys/mman.h>

// Where a sanitizer has replaced the allocator, these are its own; else they are null.
extern "C" {
void* __interceptor_malloc(std::size_t) __attribute__((weak));
void* __interceptor_calloc(std::size_t, std::size_t) __attribute__((weak));
void* __interceptor_realloc(void*, std::size_t) __attribute__((weak));
void* __interceptor_memalign(std::size_t, std::size_t) __attribute__((weak));
void __interceptor_free(void*) __attribute__((weak));
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

namespace failing_memory {
namespace {

std::atomic<bool> counting{false};
std::atomic<long> asked{0};
std::atomic<long> refusals{0};
std::atomic<long> live{0};
std::atomic<long> refused_from{LONG_MAX};
std::atomic<long> refused_to{LONG_MAX};

/// Whether this allocation is to fail; counts it.
bool refused() noexcept {
  if (!counting) return false;
  const long number = asked.fetch_add(1);
  if (number < refused_from || number >= refused_to) return false;
  refusals.fetch_add(1);
  errno = ENOMEM;
  return true;
}

void* made(void* memory) noexcept {
  if (counting && memory != nullptr) live.fetch_add(1);
  return memory;
}

void given_back(const void* memory) noexcept {
  if (counting && memory != nullptr) live.fetch_sub(1);
}

/// The C library's own, looked up once.
auto system_mmap() noexcept {
  static const auto function = reinterpret_cast<decltype(&::mmap)>(::dlsym(RTLD_NEXT, "mmap"));
  return function;
}
auto system_munmap() noexcept {
  static const auto function = reinterpret_cast<decltype(&::munmap)>(::dlsym(RTLD_NEXT, "munmap"));
  return function;
}

}  // namespace

void start(long n, Refuse refuse) noexcept {
  asked = refusals = live = 0;
  refused_from = n;
  refused_to = refuse == Refuse::one ? n + 1 : LONG_MAX;
  static_cast<void>(system_mmap());  // what looking up allocates and frees is not the call's
  static_cast<void>(system_munmap());
  counting = true;
}

void start() noexcept { start(LONG_MAX, Refuse::all_after); }

Counts stop() noexcept {
  counting = false;
  return {asked - refusals, refusals, live};
}

}  // namespace failing_memory

using failing_memory::given_back;
using failing_memory::made;
using failing_memory::refused;
using failing_memory::system_mmap;
using failing_memory::system_munmap;

extern "C" {

void* malloc(std::size_t bytes) noexcept {
  if (refused()) return nullptr;
  return made(__interceptor_malloc != nullptr ? __interceptor_malloc(bytes) : __libc_malloc(bytes));
}

void* calloc(std::size_t count, std::size_t bytes) noexcept {
  if (refused()) return nullptr;
  return made(__interceptor_calloc != nullptr ? __interceptor_calloc(count, bytes)
                                              : __libc_calloc(count, bytes));
}

void* realloc(void* memory, std::size_t bytes) noexcept {
  if (refused()) return nullptr;
  void* const moved = __interceptor_realloc != nullptr ? __interceptor_realloc(memory, bytes)
                                                       : __libc_realloc(memory, bytes);
  if (moved != nullptr || bytes == 0) given_back(memory);
  return made(moved);
}

void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  if (refused()) return nullptr;
  return made(__interceptor_memalign != nullptr ? __interceptor_memalign(alignment, bytes)
                                                : __libc_memalign(alignment, bytes));
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return memalign(alignment, bytes);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) noexcept {
  void* const aligned = memalign(alignment, bytes);
  if (aligned == nullptr) return ENOMEM;
  *memory = aligned;
  return 0;
}

void free(void* memory) noexcept {
  given_back(memory);
  __interceptor_free != nullptr ? __interceptor_free(memory) : __libc_free(memory);
}
}

// The allocator's own mappings do not pass here.
extern "C" void* mmap(void* address, std::size_t bytes, int protection, int flags, int file,
                      off_t offset) noexcept {
  if (refused()) return MAP_FAILED;
  void* const memory = system_mmap()(address, bytes, protection, flags, file, offset);
  return memory == MAP_FAILED ? memory : made(memory);
}

extern "C" int munmap(void* address, std::size_t bytes) noexcept {
  given_back(address);
  return system_munmap()(address, bytes);
}

namespace {

void* allocate(std::size_t bytes) {
  void* const memory = malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* allocate(std::size_t bytes, std::align_val_t alignment) {
  void* const memory = memalign(static_cast<std::size_t>(alignment), bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// A sanitizer has all forms, none of which calls another.
using Align = std::align_val_t;
using NoThrow = const std::nothrow_t&;
void* operator new(std::size_t bytes) { return allocate(bytes); }
void* operator new[](std::size_t bytes) { return allocate(bytes); }
void* operator new(std::size_t bytes, Align to) { return allocate(bytes, to); }
void* operator new[](std::size_t bytes, Align to) { return allocate(bytes, to); }
void* operator new(std::size_t bytes, NoThrow) noexcept { return malloc(bytes); }
void* operator new[](std::size_t bytes, NoThrow) noexcept { return malloc(bytes); }
void* operator new(std::size_t bytes, Align to, NoThrow) noexcept {
  return memalign(static_cast<std::size_t>(to), bytes);
}
void* operator new[](std::size_t bytes, Align to, NoThrow) noexcept {
  return memalign(static_cast<std::size_t>(to), bytes);
}
void operator delete(void* memory) noexcept { free(memory); }
void operator delete[](void* memory) noexcept { free(memory); }
void operator delete(void* memory, std::size_t) noexcept { free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { free(memory); }
void operator delete(void* memory, Align) noexcept { free(memory); }
void operator delete[](void* memory, Align) noexcept { free(memory); }
void operator delete(void* memory, std::size_t, Align) noexcept { free(memory); }
void operator delete[](void* memory, std::size_t, Align) noexcept { free(memory); }
void operator delete(void* memory, NoThrow) noexcept { free(memory); }
void operator delete[](void* memory, NoThrow) noexcept { free(memory); }
void operator delete(void* memory, Align, NoThrow) noexcept { free(memory); }
void operator delete[](void* memory, Align, NoThrow) noexcept { free(memory); }
