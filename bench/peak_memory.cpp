// Measures the peak memory of a call beyond what was allocated before, and how much of it is not
// the result: this rest must not grow with the sizes. Each call runs in its own process, whose peak
// the kernel reports. Prints one line per call: name, MB of the source, of the result, of the rest.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <sys/wait.h>
#include <unistd.h>

#include <ndx/ndx.hpp>
#include <ndx/ops/random/random_numbers.hpp>

namespace {

using namespace ndx;

/// VmRSS, the current resident memory, or VmHWM, its maximum since forget_peak(); in MB.
double memory(const char* which) {
  std::FILE* const status = std::fopen("/proc/self/status", "r");
  char line[256];
  double kilobytes = 0;
  while (status != nullptr && std::fgets(line, sizeof(line), status) != nullptr) {
    if (std::strncmp(line, which, std::strlen(which)) == 0)
      kilobytes = std::atof(line + std::strlen(which) + 1);
  }
  if (status != nullptr) std::fclose(status);
  return kilobytes / 1024;
}

void forget_peak() {
  if (std::FILE* const file = std::fopen("/proc/self/clear_refs", "w")) {
    std::fputs("5", file);
    std::fclose(file);
  }
}

constexpr double kFloat = sizeof(float) / 0x1p20;  // in MB

/// `make(n)` prepares the inputs and returns the call, which returns the number of elements of its
/// result.
template <class Make>
void measure(const char* name, index_t n, Make make) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    const auto call = make(n);
    forget_peak();
    const double before = memory("VmRSS");
    const double result = kFloat * static_cast<double>(call());
    std::printf("%s %.0f %.1f %.1f\n", name, kFloat * static_cast<double>(n), result,
                memory("VmHWM") - before - result);
    std::fflush(stdout);
    _exit(0);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) std::exit(1);
}

Tensor<float> source(index_t n) { return full<float>({n}, 1.F); }
Tensor<bool> half(index_t n) { return rand<float>({n}, 2) < 0.5F; }
Tensor<index_t> places(index_t n, index_t limit) { return randint<index_t>(0, limit, {n}, 1); }

auto gather_of(index_t n) {
  return [x = source(n), i = places(n, n)] { return x.index({i}).numel(); };
}
auto gather_pairs_of(index_t n) {
  return [x = source(n).reshape({-1, 1024}), i = places(n, n / 1024), j = places(n, 1024)] {
    return x.index({i, j}).numel();
  };
}
auto masked_read_of(index_t n) {
  return [x = source(n), mask = half(n)] { return x.index({mask}).numel(); };
}
auto masked_fill_of(index_t n) {
  return [x = source(n), mask = half(n)] { return x.index_put_({mask}, 2.F), 0; };
}
auto masked_put_of(index_t n) {
  const auto mask = half(n);
  return [x = source(n), mask, value = source(count_nonzero(mask).item())] {
    return x.index_put_({mask}, value), 0;
  };
}
auto scatter_of(index_t n) {
  return
      [x = source(n), i = places(n, n), value = source(n)] { return x.index_put_({i}, value), 0; };
}
auto accumulate_of(index_t n) {
  return [x = source(n), i = places(n, n), value = source(n)] {
    return x.index_put_({i}, value, true), 0;
  };
}
auto transposed_copy_of(index_t n) {
  return [x = source(n).reshape({-1, 1024}).transpose()] { return x.clone().numel(); };
}

}  // namespace

int main() {
  for (const index_t n : {index_t{1} << 20, index_t{1} << 22, index_t{1} << 24}) {
    measure("gather", n, gather_of);
    measure("gather_pairs", n, gather_pairs_of);
    measure("masked_read", n, masked_read_of);
    measure("masked_fill", n, masked_fill_of);
    measure("masked_put", n, masked_put_of);
    measure("scatter", n, scatter_of);
    measure("accumulate", n, accumulate_of);
    measure("transposed_copy", n, transposed_copy_of);
  }
}
