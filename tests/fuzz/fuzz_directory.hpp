// Where a fuzz body writes its files.
#pragma once

#include <filesystem>
#include <string>

#include <stdlib.h>

#include "fuzz_input.hpp"

namespace fuzz {

/// A directory of this process, in memory where the system has such a disk.
class Directory {
 public:
  Directory() {
    std::string name = std::filesystem::exists("/dev/shm") ? "/dev/shm" : "/tmp";
    name += "/ndx-fuzz-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) fail("no directory " + name);
    path_ = name;
  }
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  ~Directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  [[nodiscard]] std::string file(const char* name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace fuzz
