// Definitions of file functions and of operator new that ask failing::judge before they do what the
// C library's do. They take the place of the C library's in the whole program. Included by one
// source of an executable.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <new>

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include "failing_calls.hpp"

namespace failing {

/// Sets errno and returns -1 when a call shall fail.
inline int refuse(const Verdict& verdict) {
  if (verdict.error == 0) return 0;
  errno = verdict.error;
  return -1;
}

}  // namespace failing

extern "C" {

int open(const char* path, int flags, ...) {
  std::va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  if (failing::refuse(failing::judged(failing::Call::open)) != 0) return -1;
  return ::openat(AT_FDCWD, path, flags, mode);
}

int fstat(int file, struct stat* status) noexcept {
  if (failing::refuse(failing::judged(failing::Call::fstat)) != 0) return -1;
  return ::fstatat(file, "", status, AT_EMPTY_PATH);
}

ssize_t pread(int file, void* to, std::size_t bytes, off_t offset) {
  const failing::Verdict verdict = failing::judged(failing::Call::pread);
  if (failing::refuse(verdict) != 0) return -1;
  const iovec part{to, std::min(bytes, verdict.most)};
  return ::preadv(file, &part, 1, offset);
}

int fallocate(int file, int mode, off_t offset, off_t bytes) {
  if (failing::refuse(failing::judged(failing::Call::fallocate)) != 0) return -1;
  return ::fallocate64(file, mode, offset, bytes);
}

ssize_t write(int file, const void* from, std::size_t bytes) {
  const failing::Verdict verdict = failing::judged(failing::Call::write);
  if (failing::refuse(verdict) != 0) return -1;
  const iovec part{const_cast<void*>(from), std::min(bytes, verdict.most)};
  return ::writev(file, &part, 1);
}

int fsync(int file) {
  if (failing::refuse(failing::judged(failing::Call::fsync)) != 0) return -1;
  return static_cast<int>(::syscall(SYS_fsync, file));
}

/// As Linux does it: whatever close() says, the descriptor is free.
int close(int file) {
  const failing::Verdict verdict = failing::judged(failing::Call::close);
  const auto closed = static_cast<int>(::syscall(SYS_close, file));
  return failing::refuse(verdict) != 0 ? -1 : closed;
}

int rename(const char* from, const char* to) noexcept {
  if (failing::refuse(failing::judged(failing::Call::rename)) != 0) return -1;
  return ::renameat(AT_FDCWD, from, AT_FDCWD, to);
}

}  // extern "C"

// Never inlined: g++ would take them for a mismatched pair.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  void* const memory =
      failing::judged(failing::Call::allocate).error != 0 ? nullptr : std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
  std::free(memory);
}
