// Chunks of HDF5 files that are read as they are stored, and inflated by zlib and by libdeflate; and files that
// say what cannot be.
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/interop/hdf5/hdf5_dataset.hpp>
#include <ndx/interop/hdf5/hdf5_tensor_file.hpp>
#include <ndx/libdeflate.hpp>
#include <ndx/text.hpp>
#include <ndx/zlib.hpp>

#include "io/element_types.hpp"
#include "support/expect.hpp"
#include "support/temporary_directory.hpp"

// libhdf5 1.10 does not free all that it has read of a damaged file.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libhdf5"; }

namespace hdf5_stored_chunks_test {

using namespace ndx;
using expect::counting;
using expect::is;

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
void write(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}
std::string little_endian(std::uint64_t number, std::size_t bytes) {
  std::string made;
  for (std::size_t i = 0; i < bytes; ++i) made += static_cast<char>(number >> (8 * i) & 0xFFU);
  return made;
}

/// Whether it throws ValueError with a message that has this part.
template <class Call>
testing::AssertionResult refuses(Call&& call, const std::string& part) {
  try {
    call();
  } catch (const ValueError& error) {
    if (std::string(error.what()).find(part) != std::string::npos)
      return testing::AssertionSuccess();
    return testing::AssertionFailure() << "the message is \"" << error.what() << '"';
  }
  return testing::AssertionFailure() << "nothing was thrown";
}

/// As many threads as there are parts.
void run_in_threads(index_t parts, Executor::Task task, const void* work) {
  std::vector<std::thread> threads;
  for (index_t part = 1; part < parts; ++part) threads.emplace_back(task, work, part);
  task(work, 0);
  for (std::thread& thread : threads) thread.join();
}

/// All by this thread, the last part first.
void run_backward(index_t parts, Executor::Task task, const void* work) {
  while (parts-- > 0) task(work, parts);
}

class Hdf5StoredChunks : public testing::Test {
 protected:
  ~Hdf5StoredChunks() override {
    set_inflater({});
    set_executor({});
  }
  [[nodiscard]] bool h5py(const std::string& does) const {
    return element_types::python("interop/hdf5/hdf5_files.py " + does, directory.path());
  }

  ndx_test::TemporaryDirectory directory;
  const std::string path = directory.file("x.h5");
};

/// Who inflates: zlib by default, zlib that was asked for, libdeflate.
const std::vector<void (*)()> inflaters{[] { set_inflater({}); }, [] { use_zlib(); },
                                        [] { use_libdeflate(); }};

template <class T>
void compare(const std::string& path, const std::string& name, const Tensor<T>& t) {
  const auto i = tensor({22, 0, 22, 9, 5});
  const auto file = open_hdf5<const T>(path, name);
  EXPECT_TRUE(array_equal(file.index({}), t)) << name;
  EXPECT_TRUE(array_equal(load_hdf5<T>(path, name), t)) << name;
  EXPECT_TRUE(
      array_equal(file.index({i, Slice(None, None, -3)}), t.index({i, Slice(None, None, -3)})))
      << name;
}

/// A member of a gzip file.
std::string gzipped(std::string text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(text.data());
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  return packed;
}

TEST_F(Hdf5StoredChunks, InflatersReadTextThatGzipCompressed) {
  std::string lines;
  for (int i = 0; i < 100000; ++i) lines += "7\n";
  const std::string two =
      gzipped(lines) + gzipped("8\n");  // its trailer tells the size of the last member alone
  for (std::size_t i = 1; i < inflaters.size(); ++i) {
    inflaters[i]();
    write(path, two);
    const auto t = loadtxt<int>(path);
    EXPECT_EQ(t.numel(), 100001);
    EXPECT_EQ(t.index({-1}).item(), 8);
    EXPECT_EQ(sum(t).item(), 700008);
    const std::string cut = two.substr(0, two.size() - 9);
    EXPECT_TRUE(expect::throws<ValueError>(
        [&] { static_cast<void>(loadtxt(std::as_bytes(std::span(cut)))); },
        "loadtxt: bytes: is damaged: gzip cannot inflate it"));
  }
}

TEST_F(Hdf5StoredChunks, HaveTheirFiltersUndone) {
  ASSERT_TRUE(h5py("make_filtered"));
  const auto t = counting({23, 17, 5});
  for (const auto& use : inflaters) {
    use();
    for (const index_t threads : {1, 3}) {
      set_executor(threads == 1 ? Executor{} : Executor{&run_in_threads, threads, 1});
      for (const char* const version : {"earliest.h5", "latest.h5"}) {
        for (const Hdf5Dataset& set : hdf5_datasets(directory.file(version))) {
          const std::string name = set.name;
          if (set.dtype == DType::float64) {
            compare(directory.file(version), name, t.to<double>());
          } else if (set.dtype == DType::int16) {
            compare(directory.file(version), name, t.to<std::int16_t>());
          } else if (set.dtype == DType::complex128) {
            compare(directory.file(version), name, t.to<std::complex<double>>());
          } else {
            compare(directory.file(version), name, t);
          }
        }
      }
    }
  }
}

TEST_F(Hdf5StoredChunks, AreReadWherePartialOnesAreNotFiltered) {
  {
    const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    const std::array<hsize_t, 2> shape{23, 4};
    const std::array<hsize_t, 2> chunk{8, 3};
    H5Pset_chunk(list, 2, chunk.data());
    H5Pset_deflate(list, 3);
    H5Pset_chunk_opts(list, H5D_CHUNK_DONT_FILTER_PARTIAL_CHUNKS);
    const hid_t space = H5Screate_simple(2, shape.data(), nullptr);
    const hid_t set = H5Dcreate2(file, "x", H5T_NATIVE_INT, space, H5P_DEFAULT, list, H5P_DEFAULT);
    H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, counting({23, 4}).data());
    H5Dclose(set);
    H5Sclose(space);
    H5Pclose(list);
    H5Fclose(file);
    H5Pclose(access);
  }
  use_libdeflate();
  compare(path, "x", counting({23, 4}));
}

/// How the chunks of 'x' are filtered: the filters in the order in which they are done.
struct Filtered {
  const char* name;
  std::vector<H5Z_filter_t> filters;
  hid_t type = H5T_STD_I32LE;
};
const std::vector<Filtered>& filtered() {
  static const std::vector<Filtered> all{
      {"deflate", {H5Z_FILTER_DEFLATE}},
      {"shuffle", {H5Z_FILTER_SHUFFLE}},
      {"checksum", {H5Z_FILTER_FLETCHER32}},
      {"shuffle, deflate", {H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE}},
      {"all", {H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE, H5Z_FILTER_FLETCHER32}},
      {"all, big-endian",
       {H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE, H5Z_FILTER_FLETCHER32},
       H5T_STD_I32BE},
      {"checksum within", {H5Z_FILTER_SHUFFLE, H5Z_FILTER_FLETCHER32, H5Z_FILTER_DEFLATE}},
      {"checksum first", {H5Z_FILTER_FLETCHER32, H5Z_FILTER_SHUFFLE, H5Z_FILTER_DEFLATE}},
      {"deflate, shuffle", {H5Z_FILTER_DEFLATE, H5Z_FILTER_SHUFFLE}},
      {"two checksums", {H5Z_FILTER_FLETCHER32, H5Z_FILTER_FLETCHER32}}};
  return all;
}

/// A file whose dataset 'x' has shape (8, 5) in chunks of (4, 3): those at (0, 3) and (4, 3) are at its edge.
void make_filtered(const std::string& path, const Filtered& how, H5F_libver_t format) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_libver_bounds(access, format, H5F_LIBVER_LATEST);
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
  const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
  const std::array<hsize_t, 2> shape{8, 5};
  const std::array<hsize_t, 2> chunk{4, 3};
  H5Pset_obj_track_times(list, false);
  H5Pset_chunk(list, 2, chunk.data());
  for (const H5Z_filter_t filter : how.filters) {
    const unsigned level = 6;
    const std::size_t values = filter == H5Z_FILTER_DEFLATE ? 1 : 0;
    H5Pset_filter(list, filter, H5Z_FLAG_MANDATORY, values, &level);
  }
  const hid_t space = H5Screate_simple(2, shape.data(), nullptr);
  const hid_t set = H5Dcreate2(file, "x", how.type, space, H5P_DEFAULT, list, H5P_DEFAULT);
  H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, counting({8, 5}).data());
  H5Dclose(set);
  H5Sclose(space);
  H5Pclose(list);
  H5Fclose(file);
  H5Pclose(access);
}

constexpr std::array kFormats{H5F_LIBVER_EARLIEST, H5F_LIBVER_V18, H5F_LIBVER_LATEST};

TEST_F(Hdf5StoredChunks, AreReadAndWrittenInAnyOrderOfTheirFilters) {
  for (const Filtered& how : filtered()) {
    for (const H5F_libver_t format : kFormats) {
      make_filtered(path, how, format);
      for (const auto& use : inflaters) {
        use();
        const auto x = counting({8, 5});
        EXPECT_TRUE(array_equal(load_hdf5<int>(path, "x"), x)) << how.name;
        EXPECT_TRUE(array_equal(open_hdf5<const int>(path, "x").index({}), x)) << how.name;
      }
      open_hdf5<int>(path, "x").index_put_({7, 4}, -1);
      EXPECT_TRUE(is(load_hdf5<int>(path, "x").index({7}), {5}, {35, 36, 37, 38, -1})) << how.name;
    }
  }
}

/// Whether a use of a file is refused by an error that names it; nothing of HDF5 stays open.
template <class Use>
bool refused(const std::string& path, const Use& use) {
  bool was_refused = true;
  try {
    use();
    was_refused = false;
  } catch (const ValueError& error) {
    EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
  } catch (const IndexError&) {
  } catch (const std::bad_alloc&) {
  }
  EXPECT_EQ(H5Fget_obj_count(hid_t{H5F_OBJ_ALL}, H5F_OBJ_ALL), 0);
  return was_refused;
}

/// Whether each is refused: to load 'x', to read it in part, to write it.
std::array<bool, 3> refusals(const std::string& path, bool writes = true) {
  const auto small = [](const auto& of) {
    double elements = 1;
    for (const index_t size : of.shape()) elements *= static_cast<double>(size);
    return elements < 100000;
  };
  return {refused(path,
                  [&] {
                    if (small(open_hdf5<const int>(path, "x"))) (void)load_hdf5<int>(path, "x");
                  }),
          refused(path,
                  [&] {
                    const auto file = open_hdf5<const int>(path, "x");
                    if (small(file)) (void)file.index({tensor({7, 0})});
                  }),
          writes && refused(path, [&] {
            const auto file = open_hdf5<int>(path, "x");
            if (small(file)) file.index_put_({Slice(), Slice(2, None)}, 7);
          })};
}
constexpr std::array kAll{true, true, true};
constexpr std::array kNone{false, false, false};
constexpr std::array kWrites{false, false, true};

// libhdf5 1.10 itself reads past its buffers in such files.
TEST_F(Hdf5StoredChunks, SurviveChangedBytesOfAllFilters) {
  for (const Filtered& how : filtered()) {
    for (const H5F_libver_t format : {H5F_LIBVER_EARLIEST, H5F_LIBVER_LATEST}) {
      make_filtered(path, how, format);
      const std::string whole = bytes_of(path);
      constexpr std::size_t kStep =
          NDX_ADDRESS_SANITIZER ? 85 : 17;  // where each takes milliseconds
      for (std::size_t at = 0; at < whole.size(); at += kStep) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ (at % 2 == 0 ? 0x81 : 0x7F));
        write(path, changed);
        (void)refusals(path, at % 4 == 0);
        ASSERT_FALSE(HasFailure()) << how.name << ", byte " << at;
      }
    }
  }
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // see SurviveDamage
}

// A version 1 B-tree has the size of each chunk, then the mask of the filters that it was stored without.
TEST_F(Hdf5StoredChunks, AreRefusedIfTheFileSaysAnotherSizeOrMask) {
  for (const Filtered& how : filtered()) {
    make_filtered(path, how, H5F_LIBVER_EARLIEST);
    const std::string whole = bytes_of(path);
    const std::size_t says = whole.find(std::string("TREE\1\0", 6)) + 24;
    const auto changed = [&](std::size_t at, std::uint64_t to) {
      std::string bytes = whole;
      write(path, bytes.replace(at, 4, little_endian(to, 4)));
      return refusals(path);
    };
    // Bytes after those that deflate takes mean nothing to who reads them, as to libhdf5.
    const std::uint64_t stored = static_cast<unsigned char>(whole[says]);
    const bool deflated_last = how.filters.back() == H5Z_FILTER_DEFLATE;
    for (const std::uint64_t size :
         {std::uint64_t{1}, std::uint64_t{3}, stored - 1, stored - 4, stored + 1, stored + 4,
          std::uint64_t{100000}, std::uint64_t{~0U}})
      EXPECT_EQ(changed(says, size),
                deflated_last && size > stored && size <= stored + 4 ? kWrites : kAll)
          << how.name << ", size " << size;
    for (std::uint64_t mask = 1; mask < std::uint64_t{1} << how.filters.size(); ++mask) {
      const bool no_shuffle = how.filters[0] == H5Z_FILTER_SHUFFLE && mask == 1;
      const bool no_last_checksum =
          how.filters.size() == 3 && mask >> 1U == 2 && how.filters[2] == H5Z_FILTER_FLETCHER32;
      EXPECT_EQ(changed(says + 4, mask), no_shuffle         ? kNone
                                         : no_last_checksum ? kWrites
                                                            : kAll)
          << how.name << ", mask " << mask;
    }
  }
}

// libhdf5 would read the chunk at the edge before, and give the bytes that the file says to others.
TEST_F(Hdf5StoredChunks, AreRefusedBeforeLibhdf5ReplacesThem) {
  make_filtered(path, filtered()[0], H5F_LIBVER_EARLIEST);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t set = H5Dopen2(file, "x", H5P_DEFAULT);
  for (const hsize_t column : {hsize_t{0}, hsize_t{3}})
    H5Dwrite_chunk(set, H5P_DEFAULT, 0, std::array{hsize_t{0}, column}.data(), 7, "damaged");
  H5Dclose(set);
  H5Fclose(file);
  const auto x = open_hdf5<int>(path, "x");
  EXPECT_TRUE(refuses([&] { x.index_put_({Slice(0, 4), Slice(0, 3)}, 7); },
                      "the chunk at (0, 0), 7 bytes at byte"));
  EXPECT_TRUE(refuses([&] { x.index_put_({Slice(0, 4), Slice(3, None)}, 7); },
                      "the chunk at (0, 3), 7 bytes at byte"));
}

TEST_F(Hdf5StoredChunks, AreWrittenByTheSameFilters) {
  ASSERT_TRUE(h5py("make"));
  use_libdeflate();
  for (const char* const version : {"earliest.h5", "latest.h5"}) {
    for (const char* const name : {"deflated", "half/deflated", "never/deflated"}) {
      const auto file = open_hdf5<int>(directory.file(version), name);
      const auto expected = file.index({});
      for (const int number : {1, 2}) {
        file.index_put_({tensor({22, 3, 22})}, number, {.reduce = Reduce::add});
        expected.index_put_({tensor({22, 3, 22})}, number, {.reduce = Reduce::add});
      }
      EXPECT_TRUE(array_equal(file.index({}), expected));
      set_inflater({});
      EXPECT_TRUE(array_equal(load_hdf5<int>(directory.file(version), name), expected));
      use_libdeflate();
    }
  }
}

/// A file of one dataset 'x' of shape (8, 4) in chunks of (4, 4), whose chunk at (4, 0) is stored as
/// these bytes.
void make_stored(const std::string& path, const std::string& bytes, bool shuffled = false) {
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
  const std::array<hsize_t, 2> shape{8, 4};
  const std::array<hsize_t, 2> chunk{4, 4};
  const std::array<hsize_t, 2> second{4, 0};
  H5Pset_chunk(list, 2, chunk.data());
  if (shuffled) H5Pset_shuffle(list);
  H5Pset_deflate(list, 3);
  const hid_t space = H5Screate_simple(2, shape.data(), nullptr);
  const hid_t set = H5Dcreate2(file, "x", H5T_NATIVE_INT, space, H5P_DEFAULT, list, H5P_DEFAULT);
  H5Dwrite_chunk(set, H5P_DEFAULT, 0, second.data(), bytes.size(), bytes.data());
  H5Dclose(set);
  H5Sclose(space);
  H5Pclose(list);
  H5Fclose(file);
}

std::string deflated(const std::string& bytes) {
  std::string to(compressBound(static_cast<uLong>(bytes.size())), '\0');
  uLongf size = static_cast<uLongf>(to.size());
  compress(reinterpret_cast<Bytef*>(to.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()),
           static_cast<uLong>(bytes.size()));
  return to.substr(0, size);
}

TEST_F(Hdf5StoredChunks, AreRefusedIfTheyAreDamaged) {
  std::string cut = deflated(std::string(64, 'a'));
  cut.resize(cut.size() - 5);
  std::string flipped = deflated(std::string(64, 'a'));
  flipped.back() = static_cast<char>(flipped.back() ^ 1);
  const std::vector<std::pair<std::string, std::string>> damaged{
      {deflated(std::string(63, 'a')), "it inflates to 63 bytes, not 64"},
      {deflated(""), "it inflates to 0 bytes, not 64"},
      {deflated(std::string(70000, 'a')), "it inflates to more than 64 bytes"},
      {cut, "its deflated bytes are damaged"},
      {flipped, "its deflated bytes are damaged"},
      {"x", "its deflated bytes are damaged"},
      {std::string(64, '\7'), "its deflated bytes are damaged"}};
  for (const auto& use : inflaters) {
    use();
    for (const bool shuffled : {false, true}) {
      for (const auto& [bytes, why] : damaged) {
        make_stored(path, bytes, shuffled);
        const auto place = bytes_of(path).find(bytes);
        const auto file = open_hdf5<int>(path, "x");
        EXPECT_TRUE(array_equal(file.index({Slice(0, 4)}), zeros<int>({4, 4})));  // never written
        const std::string said =
            message("File::index: ", path, ": 'x': the chunk at (4, 0), ", bytes.size(),
                    " bytes at byte ", place, ", cannot be read: ", why);
        EXPECT_TRUE(refuses([&] { (void)file.index({7}); }, bytes.size() == 1 ? why : said));
        EXPECT_TRUE(refuses([&] { (void)load_hdf5<int>(path, "x"); }, why));
        const std::string before = bytes_of(path);
        EXPECT_TRUE(refuses([&] { file.index_put_({tensor({7, 0})}, 1); },
                            why + "; this writes to a copy, and the file is as it was"));
        EXPECT_EQ(bytes_of(path), before);
      }
    }
  }
  EXPECT_EQ(directory.count(), 1U);
}

// The error is that of one thread, whichever comes to a damaged chunk first.
TEST_F(Hdf5StoredChunks, AreRefusedByTheFirstThatIsDamaged) {
  save_hdf5(path, {{"x", counting({8, 4}), {.chunks = {1, 4}, .deflate = 3}}});
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  const hid_t set = H5Dopen2(file, "x", H5P_DEFAULT);
  for (const hsize_t row : {hsize_t{6}, hsize_t{2}, hsize_t{5}})
    H5Dwrite_chunk(set, H5P_DEFAULT, 0, std::array{row, hsize_t{0}}.data(), 7, "damaged");
  H5Dclose(set);
  H5Fclose(file);
  use_zlib();
  for (const auto run : {&run_in_threads, &run_backward}) {
    for (const index_t threads : {1, 2, 3}) {
      set_executor({run, threads, 1});
      EXPECT_TRUE(refuses([&] { (void)open_hdf5<const int>(path, "x").index({}); },
                          "the chunk at (2, 0), 7 bytes at byte"));
    }
  }
}

TEST_F(Hdf5StoredChunks, AreRefusedIfTheirChecksumIsWrong) {
  ASSERT_TRUE(h5py("make_filtered"));
  const std::string file = directory.file("earliest.h5");
  std::string bytes = bytes_of(file);
  std::uint64_t at = 0;
  {
    const hid_t opened = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    const hid_t set = H5Dopen2(opened, "checksum", H5P_DEFAULT);
    const std::array<hsize_t, 3> first{0, 0, 0};
    unsigned mask = 0;
    hsize_t size = 0;
    haddr_t place = 0;
    H5Dget_chunk_info_by_coord(set, first.data(), &mask, &place, &size);
    H5Dclose(set);
    H5Fclose(opened);
    at = place;
  }
  bytes[at + 7] = static_cast<char>(bytes[at + 7] ^ 1);
  write(file, bytes);
  EXPECT_TRUE(refuses([&] { (void)open_hdf5<const int>(file, "checksum").index({0}); },
                      "the chunk at (0, 0, 0), 244 bytes at byte " + std::to_string(at) +
                          ", cannot be read: its checksum is not that of its bytes"));
}

/// Of a raw dataset in four chunks of 512 bytes: replaces the address of one.
class ForgedChunks : public Hdf5StoredChunks {
 protected:
  ForgedChunks() {
    save_hdf5(path, {{"x", counting({512}), {.chunks = {128}}}});
    good = bytes_of(path);
    for (std::uint64_t k = 0; k < 4; ++k)
      address[k] = good.find(little_endian(128 * k, 4) + little_endian(128 * k + 1, 4));
  }

  /// Where the file says where chunk `k` begins: behind the indices of its first element.
  [[nodiscard]] std::size_t says(std::size_t k) const {
    const std::string before = little_endian(128 * k, 8) + little_endian(0, 8);
    return good.find(before + little_endian(address[k], 8)) + before.size();
  }
  void forge(std::size_t k, std::uint64_t to) {
    std::string bytes = good;
    bytes.replace(says(k), 8, little_endian(to, 8));
    write(path, bytes);
  }
  [[nodiscard]] testing::AssertionResult refused(const std::string& why) {
    const auto file = open_hdf5<int>(path, "x");
    const std::string said = ": " + path + ": 'x': " + why;
    const auto written = refuses([&] { file.index_put_({Slice()}, 1); }, "File::index_put_" + said);
    return written ? refuses([&] { (void)file.index({Slice()}); }, "File::index" + said) : written;
  }

  std::string good;
  std::array<std::uint64_t, 4> address{};
};

TEST_F(ForgedChunks, AreRefusedBeyondTheEnd) {
  const std::string end = std::to_string(good.size());
  for (const std::uint64_t to : {good.size() + 1000000, good.size() - 511}) {
    forge(2, to);
    EXPECT_TRUE(refused("the chunk at (256) has 512 bytes at byte " + std::to_string(to) +
                        ", but the file ends at byte " + end));
  }
  forge(2, 16);
  EXPECT_TRUE(
      refused("the chunk at (256) has 512 bytes at byte 16, but the first 48 are the file's own"));
}

TEST_F(ForgedChunks, AreRefusedWhereAddressAndSizeOverflow) {
  for (const std::uint64_t to : {~std::uint64_t{1}, ~std::uint64_t{500}, std::uint64_t{1} << 63}) {
    forge(2, to);
    EXPECT_TRUE(refused("the chunk at (256) has 512 bytes at byte " + std::to_string(to) +
                        ", but the file ends at byte " + std::to_string(good.size())));
  }
}

TEST_F(ForgedChunks, AreRefusedIfTheyOverlap) {
  forge(2, address[1] + 504);
  EXPECT_TRUE(refused("the chunk at (256) at byte " + std::to_string(address[1] + 504) +
                      " overlaps the chunk at (128) at byte " + std::to_string(address[1])));
  forge(1, address[3]);
  EXPECT_TRUE(refused("the chunk at (384) at byte " + std::to_string(address[3]) +
                      " overlaps the chunk at (128) at byte " + std::to_string(address[3])));
}

// H5Dread_chunk would write as many bytes to memory as the file says that a chunk has.
TEST_F(Hdf5StoredChunks, AreReadAndWrittenWhateverSizeTheFileSaysWithoutFilters) {
  const auto x = counting({4, 4});
  save_hdf5(path, {{"x", x, {.chunks = {2, 2}}}});  // too small to be read in part
  const std::string good = bytes_of(path);
  const std::size_t says = good.find("TREE") + 24;  // the size of the first chunk
  ASSERT_EQ(good.substr(says, 8), little_endian(16, 4) + little_endian(0, 4));
  for (const std::uint64_t size : {15U, 17U, 272U, 1000000U, 0U}) {
    std::string bytes = good;
    bytes.replace(says, 4, little_endian(size, 4));
    write(path, bytes);
    for (const bool atomic : {false, true}) {
      const auto file = open_hdf5<int>(path, "x", {.atomic = atomic});
      EXPECT_TRUE(array_equal(file.index({}), x)) << size;
      EXPECT_TRUE(is(file.index({1, tensor({1, 0})}), {2}, {5, 4})) << size;
      file.index_put_({tensor({1}), 1}, 7);
      EXPECT_TRUE(is(file.index({1}), {4}, {4, 7, 6, 7})) << size;
      EXPECT_TRUE(is(load_hdf5<int>(path, "x").index({1}), {4}, {4, 7, 6, 7})) << size;
      file.index_put_({tensor({1}), 1}, 5);
    }
    EXPECT_EQ(bytes_of(path), bytes);
  }
}

// HDF5 itself refuses a file that is shorter than it says, but not one that is cut off while it is open.
TEST_F(ForgedChunks, AreRefusedIfTheFileWasCutOff) {
  const auto file = open_hdf5<int>(path, "x", {.atomic = true});
  const std::string had = " bytes, but had " + std::to_string(good.size()) + " when it was opened";
  ASSERT_EQ(::truncate(path.c_str(), static_cast<off_t>(address[2])), 0);
  EXPECT_TRUE(
      refuses([&] { (void)file.index({Slice()}); }, "'x': was truncated while it was read"));
  EXPECT_TRUE(refuses([&] { file.index_put_({0}, 1); },
                      "File::index_put_: " + path + ": 'x': has " + std::to_string(address[2]) +
                          had + "; this writes to a copy, and the file is as it was"));
}

TEST_F(Hdf5StoredChunks, AreRefusedIfTheFileWasCutOff) {
  save_hdf5(path, {{"x", counting({512}), {.chunks = {16}}}});  // too small to be read in part
  const std::string had = std::to_string(bytes_of(path).size()) + " when it was opened";
  const auto file = open_hdf5<const int>(path, "x");
  ASSERT_EQ(::truncate(path.c_str(), 2000), 0);
  EXPECT_TRUE(refuses([&] { (void)file.index({Slice()}); },
                      "File::index: " + path + ": 'x': has 2000 bytes, but had " + had));
}

TEST_F(Hdf5StoredChunks, AreNoneAndTheDataEndsBeyondTheFile) {
  std::uint64_t at = 0;
  {
    const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    const std::array<hsize_t, 1> shape{16};
    const hid_t space = H5Screate_simple(1, shape.data(), nullptr);
    const hid_t set =
        H5Dcreate2(file, "x", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Dwrite(set, H5T_NATIVE_INT, H5S_ALL, H5S_ALL, H5P_DEFAULT, counting({16}).data());
    at = H5Dget_offset(set);
    H5Dclose(set);
    H5Sclose(space);
    H5Fclose(file);
  }
  const std::string good = bytes_of(path);
  const auto says = good.find(little_endian(at, 8) + little_endian(64, 8));
  ASSERT_NE(says, good.npos);
  for (const std::uint64_t to : {good.size() - 63, ~std::uint64_t{62}}) {
    std::string bytes = good;
    bytes.replace(says, 8, little_endian(to, 8));
    write(path, bytes);
    EXPECT_TRUE(refuses([&] { (void)open_hdf5<int>(path, "x"); },
                        "open_hdf5: " + path + ": 'x': the data has 64 bytes at byte " +
                            std::to_string(to) + ", but the file ends at byte " +
                            std::to_string(good.size())));
  }
}

TEST_F(Hdf5StoredChunks, AreNotWrittenIntoAnotherShape) {
  const std::string other = directory.file("other.h5");
  save_hdf5(path, {{"x", counting({40}), {.chunks = {10}, .deflate = 1}}});
  save_hdf5(other,
            {{"x", counting({20}), {.chunks = {5}, .deflate = 1}}, {"y", zeros<int>({9999})}});
  const auto file = open_hdf5<int>(path, "x");
  const std::string changed = bytes_of(other);
  std::fstream(path, std::ios::binary | std::ios::in | std::ios::out) << changed;  // the same file
  EXPECT_TRUE(
      refuses([&] { file.index_put_({39}, 1); },
              "File::index_put_: " + path +
                  ": 'x': has shape (20) in chunks of (5), but had (40) in (10) when it was "
                  "opened; this writes to a copy, and the file is as it was"));
  EXPECT_EQ(bytes_of(path), changed);
}

// libhdf5 would itself read too far where a chunk inflates to less than it should.
TEST_F(Hdf5StoredChunks, SurviveDamage) {
  save_hdf5(path, {{"x", counting({8, 4}), {.chunks = {3, 4}, .deflate = 6}}});
  const std::string whole = bytes_of(path);
  for (const auto& use : inflaters) {
    use();
    for (std::size_t at = 0; at < whole.size(); at += 7) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ 0x81);
      write(path, changed);
      try {
        const auto file = open_hdf5<const int>(path, "x");
        if (file.numel() < 100000) (void)file.index({tensor({7, 0})});
      } catch (const ValueError& error) {
        EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
      } catch (const IndexError&) {
      } catch (const std::bad_alloc&) {
      }
      ASSERT_EQ(H5Fget_obj_count(hid_t{H5F_OBJ_ALL}, H5F_OBJ_ALL), 0) << at;
    }
  }
  // What libhdf5 does not free of a damaged file, it reports as an "infinite loop" when the program
  // ends, unless its errors are not printed.
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

}  // namespace hdf5_stored_chunks_test
