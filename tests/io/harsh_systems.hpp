// Places where files cannot be written: without root's privileges, and on a disk that is full.
// Both are as real as the machine allows, whoever runs the tests.
#pragma once

#include <array>
#include <csignal>
#include <functional>
#include <string>

#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace harsh {

/// While it is in scope permissions hold for root as for everybody: root has no capability.
class WithoutPrivileges {
 public:
  WithoutPrivileges() {
    ::syscall(SYS_capget, &header_, before_.data());
    std::array<__user_cap_data_struct, 2> none = before_;
    for (__user_cap_data_struct& part : none) part.effective = 0;
    ::syscall(SYS_capset, &header_, none.data());
  }
  WithoutPrivileges(const WithoutPrivileges&) = delete;
  WithoutPrivileges& operator=(const WithoutPrivileges&) = delete;
  ~WithoutPrivileges() { ::syscall(SYS_capset, &header_, before_.data()); }

 private:
  __user_cap_header_struct header_{_LINUX_CAPABILITY_VERSION_3, 0};
  std::array<__user_cap_data_struct, 2> before_{};
};

/// Mounts a file system of 64 KB on a directory, for this process alone.
inline bool mount_small_disk(const std::string& directory) {
  if (::unshare(CLONE_NEWNS) != 0 && ::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr);
  return ::mount("none", directory.c_str(), "tmpfs", 0, "size=64k") == 0;
}

/// Makes writes beyond so many bytes fail, as on a full disk.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;
  ~FileSizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int);
};

/// What `test` returns in a process of its own where `directory` has room for 64 KB: a small file
/// system where one may be mounted, else a limit on the size of files. The test is told what the
/// system says when there is no more room.
inline std::string on_full_disk(const std::string& directory,
                                const std::function<std::string(const char*)>& test) {
  int ends[2];
  if (::pipe(ends) != 0) return "no pipe";
  const pid_t child = ::fork();
  if (child == 0) {
    const bool mounted = mount_small_disk(directory);
    const FileSizeLimit limit(mounted ? RLIM_INFINITY : rlim_t{64} << 10);
    const std::string answer =
        test(mounted ? "No space left on device" : "File too large").substr(0, 4000);
    const bool told = ::write(ends[1], answer.data(), answer.size()) >= 0;
    ::_exit(told ? 0 : 1);
  }
  ::close(ends[1]);
  std::array<char, 4000> answer;
  const ssize_t length = ::read(ends[0], answer.data(), answer.size());
  ::close(ends[0]);
  int status = 1;
  ::waitpid(child, &status, 0);
  if (child < 0 || length < 0 || status != 0) return "the process ended early";
  return {answer.data(), static_cast<std::size_t>(length)};
}

}  // namespace harsh
