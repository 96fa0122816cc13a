// Bytes as an HDF5 file: every dataset listed, loaded, saved and loaded again; then indexed and written
// where it is. A file is refused by a ValueError that names it, nothing is printed, and nothing of HDF5
// is left open.
//
// An input that begins with \x89 is the file. Another changes a good one: each three bytes are a place
// and what is written there.
#include <fstream>
#include <string>

#include <ndx/interop/hdf5_any.hpp>
#include <ndx/interop/hdf5_tensor_file.hpp>
#include <ndx/interop/libdeflate.hpp>
#include <ndx/ndx.hpp>

#include "fuzz_directory.hpp"
#include "fuzz_input.hpp"

// libhdf5 1.10 does not free all that it has read of a damaged file.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }

namespace {

const fuzz::Directory& directory() {
  static const fuzz::Directory made;
  return made;
}
const std::string& path() {
  static const std::string file = directory().file("in.h5");
  return file;
}
const std::string& out_path() {
  static const std::string file = directory().file("out.h5");
  return file;
}

/// A file with arrays of several types, contiguous and in chunks, in a group and not.
const std::string& good() {
  static const auto saved = [] {
    const auto x = ndx::arange(6).reshape({2, 3});
    ndx::save_hdf5(path(), {{"x", ndx::arange<float>(3)},
                            {"group/y", x, {.chunks = {1, 2}, .deflate = 1}},
                            {"group/raw", x, {.chunks = {2, 1}}},
                            {"group/c", x.to<std::complex<double>>()},
                            {"z", ndx::full({}, true)}});
    std::ifstream file(path(), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  }();
  return saved;
}

std::string file_of(const std::string& bytes) {
  if (!bytes.empty() && bytes[0] == '\x89') return bytes;
  std::string file = good();
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  for (std::size_t i = 0; i + 2 < bytes.size(); i += 3)
    file[(256U * byte(i) + byte(i + 1)) % file.size()] = bytes[i + 2];
  return file;
}

template <class T>
void check_round_trip(const ndx::Tensor<T>& tensor) {
  ndx::save_hdf5(out_path(), {{"a", tensor}});
  const auto again = ndx::load_hdf5<T>(out_path(), "a");
  const auto* const first = tensor.storage().data();
  if (tensor.shape() != again.shape() ||
      !std::equal(first, first + tensor.storage().bytes(), again.storage().data()))
    fuzz::fail("saved and loaded it is another tensor");
}

/// As large as memory allows here: what was never written may be of any size.
bool is_small(const ndx::Hdf5Dataset& set) {
  return ndx::checked_numel("hdf5_datasets", set.shape) <= ndx::index_t{1} << 16;
}

/// Reads a dataset chunk by chunk, writes its first element, and reads it again.
template <class T>
void check_in_place(const std::string& name) {
  const auto file = ndx::open_hdf5<T>(path(), name);
  (void)file.index({});
  if (file.dim() == 0 || file.numel() == 0) return;
  const ndx::Tensor<ndx::index_t> first = ndx::zeros<ndx::index_t>({1});
  file.index_put_({first}, T{});
  (void)file.index({first});
}

void check_file(const ndx::Hdf5Dataset& set) {
  if (!is_small(set)) return;
  if (set.dtype == ndx::DType::float32) check_in_place<float>(set.name);
  if (set.dtype == ndx::DType::int32) check_in_place<int>(set.name);
  if (set.dtype == ndx::DType::boolean) check_in_place<bool>(set.name);
}

void check(const ndx::Hdf5Dataset& set) {
  if (!is_small(set)) return;
  std::visit([](const auto& tensor) { check_round_trip(tensor); },
             ndx::load_hdf5_any(path(), set.name));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ndx::use_libdeflate();
  const std::string bytes = file_of(std::string(data, data + size));
  std::ofstream(path(), std::ios::binary | std::ios::trunc) << bytes;
  std::vector<ndx::Hdf5Dataset> sets;
  fuzz::refusal(path(), [&] { sets = ndx::hdf5_datasets(path()); });
  for (const ndx::Hdf5Dataset& set : sets) fuzz::refusal(path(), [&] { check(set); });
  for (const ndx::Hdf5Dataset& set : sets) fuzz::refusal(path(), [&] { check_file(set); });
  if (H5Fget_obj_count(hid_t{H5F_OBJ_ALL}, H5F_OBJ_ALL) != 0) fuzz::fail("something was left open");
  return 0;
}
