// The functions that files.py measures, as a shared library: rows of a file that is indexed where it
// is. A dataset that has no name is an .npy file. Times are in seconds; a negative one is an error,
// whose message goes to stderr.
#include <cstdio>
#include <cstring>
#include <functional>

#include <ndx/interop/hdf5_tensor_file.hpp>
#include <ndx/ndx.hpp>

#include "large/support.hpp"

namespace {

template <class T>
ndx::File<T> open(const char* path, const char* name) {
  if (*name == '\0') return ndx::File<T>(path);
  return ndx::open_hdf5<T>(path, name);
}

double seconds_of(const std::function<void()>& call) {
  try {
    const double start = large::seconds();
    call();
    return large::seconds() - start;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return -1;
  }
}

ndx::Tensor<const std::int64_t> rows_of(const std::int64_t* rows, std::int64_t n) {
  return ndx::borrow(rows, {n});
}

}  // namespace

/// Opens the file and reads rows of it; `to`: room for them, or null.
extern "C" double read_rows(const char* path, const char* name, const std::int64_t* rows,
                            std::int64_t n, float* to) {
  ndx::Tensor<float> result;
  const double time =
      seconds_of([&] { result = open<const float>(path, name).index({rows_of(rows, n)}); });
  if (to != nullptr && time >= 0)
    std::memcpy(to, result.data(), static_cast<std::size_t>(result.numel()) * sizeof(float));
  return time;
}

/// The same of a column.
extern "C" double read_column(const char* path, const char* name, std::int64_t column, float* to) {
  ndx::Tensor<float> result;
  const double time =
      seconds_of([&] { result = open<const float>(path, name).index({ndx::Slice(), column}); });
  if (to != nullptr && time >= 0)
    std::memcpy(to, result.data(), static_cast<std::size_t>(result.numel()) * sizeof(float));
  return time;
}

/// Adds a number to rows, and waits for the disk.
extern "C" double add_to_rows(const char* path, const char* name, const std::int64_t* rows,
                              std::int64_t n, float number) {
  return seconds_of([&] {
    open<float>(path, name).index_put_({rows_of(rows, n)}, number, {.reduce = ndx::Reduce::add});
  });
}
