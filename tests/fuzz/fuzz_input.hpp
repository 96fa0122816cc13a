// What the fuzz bodies share: a reader that turns the fuzzer's bytes into numbers and choices, and
// the way a failed check ends the program.
//
// A body is one file, tests/fuzz/<name>_fuzz.cpp, that defines LLVMFuzzerTestOneInput. libFuzzer
// calls it with inputs that it makes up (run.sh); replay.cpp calls it with those of corpus/<name>.hex.
// The same bytes must always give the same calls. Knows nothing of ndx.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <span>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fuzz {

/// Reads the bytes of one input from front to back. Past their end every byte is 0, so that each
/// prefix of an input is an input too.
class FuzzInput {
 public:
  FuzzInput(const std::uint8_t* data, std::size_t size) : bytes_(data, size) {}

  /// A number from low to high, both included; `low` past the end. Takes as many bytes as the range
  /// needs, none where there is no choice.
  std::int64_t integer(std::int64_t low, std::int64_t high) {
    const std::uint64_t range = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    std::uint64_t value = 0;
    for (std::uint64_t left = range; left != 0; left >>= 8) value = value << 8 | byte();
    if (range != UINT64_MAX) value %= range + 1;
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(low) + value);
  }

  /// 0 … count - 1, as an index.
  std::size_t below(std::size_t count) {
    return static_cast<std::size_t>(integer(0, static_cast<std::int64_t>(count) - 1));
  }

  /// One of the list; its first past the end.
  template <class T>
  T pick(std::initializer_list<T> from) {
    return from.begin()[below(from.size())];
  }

  /// False past the end.
  bool flag() { return byte() % 2 == 1; }

  /// True for that share of the inputs; false past the end.
  bool chance(int percent) { return integer(0, 99) >= 100 - percent; }

  /// All bytes that were not read yet, which count as read from now on.
  std::span<const std::uint8_t> rest() {
    const auto result = bytes_;
    bytes_ = {};
    return result;
  }

  bool at_end() const { return bytes_.empty(); }

 private:
  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t result = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return result;
  }

  std::span<const std::uint8_t> bytes_;
};

/// Ends the program with a message that spells the case: the fuzzer keeps the input.
[[noreturn]] inline void fail(const std::string& message) {
  std::fprintf(stderr, "\nfuzz: %s\n", message.c_str());
  std::abort();
}

}  // namespace fuzz
