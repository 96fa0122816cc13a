// Measures one program of bench/programs: the same small job is written with ndx, with Eigen or xtensor, and
// with NumPy, and every one of them prints its answer and its time in these two lines.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <vector>

namespace bench {

/// Returns n integers from 0 to 65520 that look random and that every contestant can compute exactly.
inline std::vector<std::int64_t> noise(std::int64_t n, std::int64_t seed) {
  constexpr std::int64_t kPrime = 65521;
  std::vector<std::int64_t> values(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i)
    values[static_cast<std::size_t>(i)] =
        (i % kPrime * (i % kPrime) % kPrime * 17364 + i % kPrime * seed + i / kPrime * 7919) %
        kPrime;
  return values;
}

/// Returns the same numbers from 0 to 1.
template <class T = float>
std::vector<T> uniform(std::int64_t n, std::int64_t seed) {
  std::vector<T> values;
  for (const std::int64_t value : noise(n, seed))
    values.push_back(static_cast<T>(value) / T{65521});
  return values;
}

/// Runs `job` as many times as the first argument says, three by default, and prints its answer and the
/// least processor time of a run in milliseconds: it does not depend on what else the machine runs.
template <class Job>
int measure(int argc, char** argv, const Job& job) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 3;
  double answer = 0, least = 1e300;
  for (int run = 0; run < runs; ++run) {
    const std::clock_t start = std::clock();
    answer = job();
    const double time = 1e3 * static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    if (time < least) least = time;
  }
  std::printf("answer %.5g\nms %.3f\n", answer, least);
  return 0;
}

}  // namespace bench
