// A system that fails on demand: each of the library's calls of a file function or of operator new
// can be made to fail, to be interrupted, to do only part, or to have something happen just before
// it. interposed_calls.hpp, in the same executable, makes the calls ask.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace failing {

enum class Call { open, fstat, pread, fallocate, write, fsync, close, rename, allocate };

/// What becomes of one call: it fails with an error, or reads or writes at most so many bytes.
struct Verdict {
  int error = 0;
  std::size_t most = SIZE_MAX;
};

/// Asked before each call; none: all is well. Not asked about what it does itself.
using Judge = std::function<Verdict(Call)>;
inline Judge* judge = nullptr;

inline Verdict judged(Call call) {
  Judge* const asked = std::exchange(judge, nullptr);
  if (asked == nullptr) return {};
  const Verdict verdict = (*asked)(call);
  judge = asked;
  return verdict;
}

/// While it is in scope, a judge decides about the calls; an empty one lets all pass.
class Judged {
 public:
  explicit Judged(Judge by) : by_(std::move(by)) { judge = by_ ? &by_ : nullptr; }
  Judged(const Judged&) = delete;
  Judged& operator=(const Judged&) = delete;
  ~Judged() { judge = nullptr; }

 private:
  Judge by_;
};

/// Fails the n-th call of a kind, n = 1, 2, …
inline Judge nth(Call failing, int n, int error) {
  return [=, count = 0](Call call) mutable {
    if (call != failing || ++count != n) return Verdict();
    return Verdict{error};
  };
}

/// Does something just before the n-th call of a kind.
inline Judge before(Call awaited, int n, std::function<void()> act) {
  return [=, count = 0](Call call) mutable {
    if (call == awaited && ++count == n) act();
    return Verdict();
  };
}

/// Of these calls two in three are interrupted by a signal; the third does 5 bytes.
inline Judge interrupted(std::vector<Call> calls) {
  return [calls = std::move(calls), count = 0](Call call) mutable {
    if (std::find(calls.begin(), calls.end(), call) == calls.end()) return Verdict();
    return ++count % 3 != 0 ? Verdict{EINTR} : Verdict{0, 5};
  };
}

}  // namespace failing
