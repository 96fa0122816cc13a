// A cube of temperatures (days, stations, hours) in an HDF5 file that is larger than memory needs to
// be: written some days at a time, then read by months, stations and a mask, with a bar that shows how
// far each call is.
//
//   climate FILE [MB]    makes the file unless it is there (default 2048 MB), and reads it
#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <stdexcept>

#include <unistd.h>

#include <ndx/hdf5.hpp>
#include <ndx/ndx.hpp>

namespace {

using namespace ndx;

constexpr index_t kDays = 360;  // twelve months of thirty
constexpr index_t kHours = 24;
constexpr index_t kAtOnce = 5;  // days that are written at once

/// A bar on stderr, drawn over itself; nothing where nobody looks.
Progress bar(const char* what) {
  return [what](index_t done, index_t total) {
    if (::isatty(2) == 0 || total == 0) return true;
    const int filled = static_cast<int>(done * 40 / total);
    std::fprintf(stderr, "\r%-16s [%-40.*s] %3d %%%s", what, filled,
                 "########################################", static_cast<int>(done * 100 / total),
                 done == total ? "\n" : "");
    return true;
  };
}

/// Temperatures in degrees: seasons, days and nights, stations that are warmer or colder.
Tensor<float> days_from(index_t first, index_t stations) {
  const auto day = arange<float>(kAtOnce).reshape({kAtOnce, 1, 1}) + static_cast<float>(first);
  const auto station = arange<float>(static_cast<float>(stations)).reshape({stations, 1});
  const auto hour = arange<float>(kHours);
  return 10.F - 12.F * cos(day * (6.2831853F / 360)) - 4.F * cos(hour * (6.2831853F / 24)) +
         fmod(station * 7.F, 11.F) - 5.F;
}

/// A cube in chunks of a day, all of them in the file from the beginning, so that they are written in
/// place.
void create(const std::string& path, index_t stations) {
  const std::array<hsize_t, 3> shape{kDays, static_cast<hsize_t>(stations), kHours};
  const std::array<hsize_t, 3> chunk{1, shape[1], kHours};
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(3, shape.data(), nullptr);
  const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(list, 3, chunk.data());
  H5Pset_alloc_time(list, H5D_ALLOC_TIME_EARLY);
  H5Pset_fill_time(list, H5D_FILL_TIME_NEVER);
  const hid_t set =
      H5Dcreate2(file, "temperature", H5T_NATIVE_FLOAT, space, H5P_DEFAULT, list, H5P_DEFAULT);
  H5Dclose(set);
  H5Pclose(list);
  H5Sclose(space);
  if (set < 0 || H5Fclose(file) < 0) throw std::runtime_error(path + " cannot be created");
}

/// Fills the cube, some days at a time.
void make(const std::string& path, index_t stations) {
  create(path, stations);
  const auto cube = open_hdf5<float>(path, "temperature");
  const Progress show = bar("write");
  for (index_t day = 0; day < kDays; day += kAtOnce) {
    cube.index_put_({Slice(day, day + kAtOnce)}, days_from(day, stations));
    show(day + kAtOnce, kDays);
  }
}

float mean_of(const Tensor<float>& t) { return mean(t).item(); }

void read(const std::string& path) {
  const auto cube = open_hdf5<const float>(path, "temperature",
                                           {.memory = index_t{64} << 20, .progress = bar("read")});
  const index_t stations = cube.shape()[1];
  std::cout << "temperature: " << cube.shape()[0] << " days, " << cube.shape()[2] << " hours\n";

  // July and August, three stations, at noon: every day with every station.
  const auto summer =
      cube.oindex({arange<index_t>(180, 240), tensor<index_t>({1, 3, stations - 1}), 12});
  std::printf("summer noon: shape (%d, %d), mean of station 1: %.2f\n",
              static_cast<int>(summer.size(0)), static_cast<int>(summer.size(1)),
              static_cast<double>(mean_of(summer.index({Slice(), 0}))));

  // The days of a mask: those on which station 0 has frost at midnight.
  const auto midnight = cube.index({Slice(), 0, 0});
  const auto frost = cube.oindex({midnight < 0.F, Slice(0, 3), Slice(None, None, 6)});
  std::printf("days with frost: %d, their mean: %.2f\n", static_cast<int>(frost.size(0)),
              static_cast<double>(mean_of(frost)));
}

/// The most memory that the process has had, in MB; 0 where the system does not tell.
long peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.rfind("VmHWM:", 0) == 0) return std::atol(line.c_str() + 6) / 1024;
  return 0;
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) return std::cerr << "climate FILE [MB]\n", 2;
  const index_t megabytes = argc > 2 ? std::atol(argv[2]) : 2048;
  const index_t stations = std::max<index_t>((megabytes << 20) / (kDays * kHours * 4), 4);
  if (!std::ifstream(argv[1])) make(argv[1], stations);
  read(argv[1]);
  std::cerr << "peak memory: " << peak_memory() << " MB\n";
} catch (const std::exception& error) {
  return std::cerr << error.what() << '\n', 1;
}
