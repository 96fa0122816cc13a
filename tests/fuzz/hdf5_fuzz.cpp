// Bytes as an HDF5 file: its datasets are listed, and each is loaded, saved and loaded again, or indexed
// and written where it is, or in a copy. A file is refused by a ValueError that names it, nothing is
// printed, and nothing of HDF5 is left open.
//
// An input that begins with \x89 is the file. Another changes one of three good ones, of the earliest
// format, of that of HDF5 1.8 and of the latest: its first byte says which, and what is done; each three
// bytes after it are a place and what is written there.
#include <array>
#include <fstream>
#include <new>
#include <string>

#include <ndx/interop/hdf5/hdf5_dataset.hpp>
#include <ndx/interop/hdf5/hdf5_tensor_file.hpp>
#include <ndx/libdeflate.hpp>
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

/// How a dataset of shape (5, 3) is stored.
struct Stored {
  const char* name;
  bool chunked = false;
  bool grows = false;
  bool shuffled = false;
  bool deflated = false;
  bool checked = false;
};

void add(hid_t file, const Stored& how) {
  const std::array<hsize_t, 2> shape{5, 3};
  const std::array<hsize_t, 2> chunk{2, 2};
  const std::array<hsize_t, 2> most{H5S_UNLIMITED, H5S_UNLIMITED};
  const ndx::detail::Hdf5Handle list(H5Pcreate(H5P_DATASET_CREATE), &H5Pclose);
  const ndx::detail::Hdf5Handle links(H5Pcreate(H5P_LINK_CREATE), &H5Pclose);
  H5Pset_create_intermediate_group(links.get(), 1);
  H5Pset_obj_track_times(list.get(), false);
  if (how.chunked) H5Pset_chunk(list.get(), 2, chunk.data());
  if (how.shuffled) H5Pset_shuffle(list.get());
  if (how.deflated) H5Pset_deflate(list.get(), 1);
  if (how.checked) H5Pset_fletcher32(list.get());
  const ndx::detail::Hdf5Handle space(
      H5Screate_simple(2, shape.data(), how.grows ? most.data() : nullptr), &H5Sclose);
  const ndx::detail::Hdf5Handle set(
      H5Dcreate2(file, how.name, H5T_NATIVE_INT, space.get(), links.get(), list.get(), H5P_DEFAULT),
      &H5Dclose);
  H5Dwrite(set.get(), H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, ndx::arange<int>(15).data());
}

/// A file of a format. The group has more links than HDF5 keeps with a group itself.
std::string make_good(H5F_libver_t format) {
  {
    const ndx::detail::Hdf5Lock lock;
    const ndx::detail::Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), &H5Pclose);
    H5Pset_libver_bounds(access.get(), format, H5F_LIBVER_LATEST);
    const ndx::detail::Hdf5Handle file(
        H5Fcreate(path().c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access.get()), &H5Fclose);
    for (const Stored& how : std::vector<Stored>{
             {.name = "g/x"},
             {.name = "g/raw", .chunked = true},
             {.name = "g/shuffled", .chunked = true, .shuffled = true},
             {.name = "g/deflated", .chunked = true, .deflated = true},
             {.name = "g/checked", .chunked = true, .checked = true},
             {.name = "g/both", .chunked = true, .shuffled = true, .deflated = true},
             {.name = "g/all",
              .chunked = true,
              .shuffled = true,
              .deflated = true,
              .checked = true},
             {.name = "g/grows", .chunked = true, .grows = true},
             {.name = "g/grows_all",
              .chunked = true,
              .grows = true,
              .shuffled = true,
              .deflated = true,
              .checked = true}})
      add(file.get(), how);
    for (const char* const name : {"g/x", "g/y", "g/z"})
      H5Lcreate_soft("/none", file.get(), ndx::message(name, "_link").c_str(), H5P_DEFAULT,
                     H5P_DEFAULT);
  }
  ndx::update_hdf5(path(), {{"half/f", ndx::arange<float>(3)},
                            {"half/c", ndx::arange(4).to<std::complex<double>>()},
                            {"z", ndx::full({}, true)}});
  std::ifstream file(path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

constexpr std::size_t kFormats = 3;

const std::string& good(std::size_t format) {
  static const std::array<std::string, kFormats> made{
      make_good(H5F_LIBVER_EARLIEST), make_good(H5F_LIBVER_V18), make_good(H5F_LIBVER_LATEST)};
  return made[format];
}

std::string changed(const std::string& bytes) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  std::string file = good(bytes.empty() ? 0 : byte(0) % kFormats);
  for (std::size_t i = 1; i + 2 < bytes.size(); i += 3)
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
  double elements = 1;  // a product that a 64-bit size cannot hold is no error of a list
  for (const ndx::index_t size : set.shape) elements *= static_cast<double>(size);
  return elements <= 65536;
}

/// Reads a dataset chunk by chunk, writes elements at both of its ends, and reads them again.
template <class T>
void check_indexed(const std::string& name, bool atomic) {
  const auto file = ndx::open_hdf5<T>(path(), name, {.atomic = atomic});
  (void)file.index({});
  if (file.dim() == 0 || file.numel() == 0) return;
  const ndx::Tensor<ndx::index_t> ends = ndx::tensor({ndx::index_t{0}, ndx::index_t{-1}});
  file.index_put_({ends}, T{});
  (void)file.index({ends});
}

void check_indexed(const ndx::Hdf5Dataset& set, bool atomic) {
  if (set.dtype == ndx::DType::float32) check_indexed<float>(set.name, atomic);
  if (set.dtype == ndx::DType::int32) check_indexed<int>(set.name, atomic);
  if (set.dtype == ndx::DType::boolean) check_indexed<bool>(set.name, atomic);
}

void check_loaded(const ndx::Hdf5Dataset& set) {
  std::visit([](const auto& tensor) { check_round_trip(tensor); },
             ndx::load_hdf5_any(path(), set.name));
}

/// What is done with each dataset: 0, 1 or 2. What is written to one can change the size of another, if
/// both claim the same bytes of the file, so that memory may not suffice.
void check(const ndx::Hdf5Dataset& set, unsigned what) {
  if (!is_small(set)) return;
  try {
    what == 0 ? check_loaded(set) : check_indexed(set, what == 2);
  } catch (const std::bad_alloc&) {  // refused, which is an answer
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes(data, data + size);
  const bool is_file = size > 0 && data[0] == 0x89;
  const unsigned what = size == 0 ? 0 : data[0] / kFormats % 3;
  ndx::set_inflater({});
  if (size % 2 == 1) ndx::use_libdeflate();
  std::ofstream(path(), std::ios::binary | std::ios::trunc) << (is_file ? bytes : changed(bytes));
  std::vector<ndx::Hdf5Dataset> sets;
  fuzz::refusal(path(), [&] { sets = ndx::hdf5_datasets(path()); });
  for (const ndx::Hdf5Dataset& set : sets) {
    for (const unsigned one : {0U, 1U, 2U})
      if (is_file || one == what) fuzz::refusal(path(), [&] { check(set, one); });
  }
  if (fuzz::refusal(path(), [] { (void)ndx::load_hdf5<int>(path(), "none"); }).empty())
    fuzz::fail("what is not there was loaded");
  if (H5Fget_obj_count(hid_t{H5F_OBJ_ALL}, H5F_OBJ_ALL) != 0) fuzz::fail("something was left open");
  return 0;
}
