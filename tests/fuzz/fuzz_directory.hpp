// Where a fuzz body writes its files.
#pragma once

#include <filesystem>
#include <string>

#include <stdlib.h>

#include <ndx/base/error.hpp>

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

/// The message of the ValueError that refuses the call, which must name a function and the file;
/// else empty.
template <class Call>
std::string refusal(const std::string& path, Call&& call) {
  try {
    call();
    return "";
  } catch (const ndx::ValueError& error) {
    std::string said = error.what();
    if (said.find(": " + path + ": ") == said.npos)
      fail("refused without naming the file: " + said);
    return said;
  }
}

/// The same of a call of this function; without the names of function and file.
template <class Call>
std::string refusal(const char* function, const std::string& path, Call&& call) {
  const std::string said = refusal(path, call);
  const std::string place = std::string(function) + ": " + path + ": ";
  if (said.rfind(place, 0) != 0 && !said.empty()) fail("refused by another function: " + said);
  return said.empty() ? said : said.substr(place.size());
}

}  // namespace fuzz
