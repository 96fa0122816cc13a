// How contestants are timed. Each case is a struct in cases/: its name and shapes, its inputs, and
// the same operation as a hand-written loop. A contestant provides, for each case, the call that
// performs it. The result of the call is compared with that of the loop before it is timed; a wrong
// one is not timed, and the program fails.
//
// Names are BM_<Case>[@<variant>]/<arg>:<value>…, the same in every program, so that the report can
// join them. Each has two counters: "elements", the number of elements processed by one call, and
// "answer", a checksum that the report compares between the languages.
#pragma once

#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <benchmark/benchmark.h>
#include <unistd.h>

#include "data.hpp"

namespace bench {

using Shape = std::vector<Index>;

/// Where the calls of a case write: to a fresh result, freed before the next call; to an existing
/// one, which is reused; to the source, or nowhere.
enum class Destination { fresh, reused, in_place, none };

struct Family {
  std::string name;
  std::vector<std::string> args;
  Destination destination;
  std::vector<Shape> shapes;
  std::vector<Shape> growth = {};  // further shapes, under the name BM_Growth<name>

  [[nodiscard]] std::string name_of(const std::string& variant, const Shape& shape) const {
    std::string result = name;
    if (!variant.empty()) result += "@" + variant;
    for (std::size_t i = 0; i < args.size(); ++i)
      result += "/" + args[i] + ":" + std::to_string(shape[i]);
    return result;
  }
  [[nodiscard]] const char* destination_name() const {
    constexpr const char* names[] = {"fresh", "reused", "in place", "none"};
    return names[static_cast<int>(destination)];
  }
};

/// Sizes from 16 elements to 512 MB of floats.
inline std::vector<Shape> growing_sizes() {
  std::vector<Shape> sizes;
  for (Index n = 16; n < Index{1} << 27; n *= 8) sizes.push_back({n});
  sizes.push_back({Index{1} << 27});
  return sizes;
}

/// The largest tensor of a case on this machine, in floats: NDX_BENCH_MAX_MB, by default an eighth
/// of the memory.
inline Index most_elements() {
  const char* const megabytes = std::getenv("NDX_BENCH_MAX_MB");
  const double bytes = megabytes != nullptr ? std::atof(megabytes) * 0x1p20
                                            : static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                                                  static_cast<double>(sysconf(_SC_PAGESIZE)) / 8;
  return static_cast<Index>(bytes / sizeof(float));
}

/// Whether checksums are of floats and doubles rounded to three digits: of functions, whose last digits differ
/// from library to library. Set while a case is checked that declares kRounded.
inline bool rounds_answers = false;

/// A checksum of the elements' bits that depends on their order; 52 bits, which fit in a double.
template <class T>
double checksum(const T* data, Index size) {
  using Bits = std::conditional_t<
      sizeof(T) == 1, std::uint8_t,
      std::conditional_t<sizeof(T) == 2, std::uint16_t,
                         std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
  static_assert(sizeof(Bits) == sizeof(T));
  auto sum = static_cast<std::uint64_t>(size);
  for (Index i = 0; i < size; ++i) {
    Bits element;
    if constexpr (std::is_floating_point_v<T>) {
      const T rounded = rounds_answers ? std::nearbyint(data[i] * 1024) : data[i];
      std::memcpy(&element, &rounded, sizeof(T));
    } else {
      std::memcpy(&element, data + i, sizeof(T));
    }
    sum += (std::uint64_t{element} + 1) * (2 * static_cast<std::uint64_t>(i) + 1);
  }
  return static_cast<double>(sum & ((std::uint64_t{1} << 52) - 1));
}

template <class T>
double checksum(const std::complex<T>* data, Index size) {
  return checksum(reinterpret_cast<const T*>(data), 2 * size);
}

template <class Elements>
double checksum(const Elements& elements) {
  return checksum(elements.data(), static_cast<Index>(elements.size()));
}

/// Keeps a hand-written loop a loop: it is not inlined, and takes pointers as a user would pass
/// them.
#define BENCH_LOOP __attribute__((noinline)) inline

/// The result of a hand-written loop: fresh memory, as a user would allocate it.
template <class T>
struct Result {
  explicit Result(Index n) : memory(new T[static_cast<std::size_t>(n)]), count(n) {}
  [[nodiscard]] T* data() const { return memory.get(); }
  [[nodiscard]] Index size() const { return count; }
  std::unique_ptr<T[]> memory;
  Index count;
};

/// The base of all cases.
struct Counted {
  std::size_t sets = 1;  // number of index sets, which the calls use in turn
  Index elements = 1;    // number of elements processed by one call
};

/// A case whose hand-written loop is `fill(out, set)`, which writes `elements` floats.
template <class Case>
struct Filled : Counted {
  Filled(std::size_t sets_, Index elements_) : Counted{sets_, elements_} {}
  [[nodiscard]] Result<float> by_hand(std::size_t set) const {
    Result<float> out(elements);
    static_cast<const Case*>(this)->fill(out.data(), set);
    return out;
  }
};

/// The same case with an existing result, which is reused.
template <class Case>
struct Into : Case {
  static Family family() {
    Family result = Case::family();
    result.name += "Into";
    result.destination = Destination::reused;
    return result;
  }
  explicit Into(const Shape& shape) : Case(shape), out(zeros(Case::elements)) {}
  [[nodiscard]] const Buffer<float>& target() const { return out; }
  void reset() const { fill_zeros(out); }
  void by_hand(std::size_t set) const { Case::fill(out.data(), set); }
  Buffer<float> out;
};

struct Held {
  std::string name;
  std::shared_ptr<void> data;
};
inline Held held;

/// The inputs of the case of that name. They are kept until another case needs its own.
template <class Case>
Case& inputs(const std::string& name, const Shape& shape) {
  if (held.name != name) {
    held.data.reset();
    held.data = std::make_shared<Case>(shape);
    held.name = name;
  }
  return *static_cast<Case*>(held.data.get());
}

template <class Case>
concept WritesInPlace = requires(Case& data) {
  data.target();  // what the calls write to; reset() restores it
};

/// The benchmarks of one contestant. The contestant is a type with `answer(result)`, which returns
/// the checksum of a result in row-major order.
template <class Contestant>
class Entries {
 public:
  /// `make(data)` returns the call to be timed: a function of the number of the index set to use.
  template <class Case, class Make>
  static void add(Make make) {
    add<Case>("", make);
  }
  /// Another way to perform the same case, identified by a word.
  template <class Case, class Make>
  static void add(const std::string& variant, Make make) {
    for (const Shape& shape : Case::family().shapes) add_one<Case>("BM_", variant, shape, make);
    for (const Shape& shape : Case::family().growth)
      add_one<Case>("BM_Growth", variant, shape, make);
  }

  /// Runs the benchmarks selected by the arguments. Returns the exit code of main.
  static int run(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    if (wrong_ > 0) std::fprintf(stderr, "%d wrong answers\n", wrong_);
    return wrong_ > 0 ? 1 : 0;
  }

 private:
  template <class Case, class Make>
  static void add_one(const std::string& prefix, const std::string& variant, const Shape& shape,
                      Make make) {
    if (Case::largest(shape) > most_elements()) return;
    const std::string name = prefix + Case::family().name_of(variant, shape);
    const std::string plain_name = prefix + Case::family().name_of("", shape);
    benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
      Case& data = inputs<Case>(plain_name, shape);
      auto call = make(data);
      if (checked_ != name) {  // the library runs this repeatedly to find the repeat count
        checked_ = name;
        check(data, call, name);
      }
      if (!right_) return state.SkipWithError("wrong answer");
      time(state, call, data.sets);
      state.counters["elements"] = static_cast<double>(data.elements);
      state.counters["answer"] = answer_;
      state.SetLabel(Case::family().destination_name());
    });
  }

  template <class Case, class Call>
  static void check(Case& data, Call& call, const std::string& name) {
    double expected = 0;
    if constexpr (requires { Case::kRounded; }) rounds_answers = Case::kRounded;
    if constexpr (WritesInPlace<Case>) {
      data.reset();
      data.by_hand(0);
      expected = checksum(data.target());
      data.reset();
      call(0);
      answer_ = checksum(data.target());
    } else {
      expected = checksum(data.by_hand(0));
      answer_ = Contestant::answer(call(0));
    }
    rounds_answers = false;
    right_ = answer_ == expected;
    if (right_) return;
    ++wrong_;
    std::fprintf(stderr, "wrong answer: %s\n", name.c_str());
  }

  template <class Call>
  static void time(benchmark::State& state, Call& call, std::size_t sets) {
    if (sets == 1) {  // no overhead beyond the call
      for (auto _ : state) once(call, 0);
      return;
    }
    std::size_t set = 0;
    for (auto _ : state) {
      once(call, set);
      if (++set == sets) set = 0;
    }
  }

  template <class Call>
  static void once(Call& call, std::size_t set) {
    if constexpr (std::is_void_v<decltype(call(set))>) {
      call(set);
      benchmark::ClobberMemory();
    } else {
      benchmark::DoNotOptimize(call(set));
    }
  }

  static inline std::string checked_;
  static inline double answer_ = 0;
  static inline bool right_ = true;
  static inline int wrong_ = 0;
};

}  // namespace bench
