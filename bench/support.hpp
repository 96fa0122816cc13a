// What the benchmarks share: hand-written loops kept out of line, and checking an answer before it
// is timed.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <benchmark/benchmark.h>

#include <ndx/ndx.hpp>

namespace bench {

/// Ends the program when a benchmark is about to time a wrong answer.
inline void require(bool correct, const char* what) {
  if (correct) return;
  std::fprintf(stderr, "wrong answer: %s\n", what);
  std::abort();
}

template <class T>
bool same(const ndx::Tensor<T>& tensor, const std::vector<T>& expected) {
  ndx::index_t i = 0;
  for (const T& element : tensor) {
    if (!(element == expected[static_cast<std::size_t>(i++)])) return false;
  }
  return i == static_cast<ndx::index_t>(expected.size());
}

/// Reports the time of one element.
inline void count_elements(benchmark::State& state, ndx::index_t elements) {
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()) * elements);
}

}  // namespace bench
