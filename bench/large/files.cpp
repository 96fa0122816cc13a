// The functions that files.py measures, as a shared library: rows of a file that is indexed where it
// is. A dataset that has no name is an .npy file. Times are in seconds; a negative one is an error,
// whose message goes to stderr.
#include <cstdio>
#include <cstring>
#include <functional>
#include <string_view>

#include <ndx/interop/hdf5/hdf5_tensor_file.hpp>
#include <ndx/libdeflate.hpp>
#include <ndx/ndx.hpp>
#include <ndx/openmp.hpp>
#include <ndx/zlib.hpp>

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

/// Selects what inflates chunks ("zlib" or "libdeflate") and on how many threads.
extern "C" void use(const char* inflater, std::int64_t threads) {
  const std::string_view name = inflater;
  if (name == "zlib") ndx::use_zlib();
  if (name == "libdeflate") ndx::use_libdeflate();
  ndx::set_executor({});
  if (threads > 1) ndx::use_openmp(threads);
}

/// Inflates streams that follow each other, of these sizes, each to `bytes` bytes at `to`, by one
/// thread that does nothing else.
extern "C" double inflate_streams(const char* streams, const std::int64_t* sizes, std::int64_t n,
                                  char* to, std::int64_t bytes) {
  return seconds_of([&] {
    for (std::int64_t i = 0; i < n; streams += sizes[i++])
      if (ndx::inflater().inflate(streams, sizes[i], to, bytes) != bytes)
        throw std::runtime_error("a chunk is damaged");
  });
}

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
