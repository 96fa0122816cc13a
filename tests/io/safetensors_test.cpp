// .safetensors files: what Python writes and reads, ours byte by byte, damaged and hostile ones.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <complex>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <ndx/io/archive/safetensors_file.hpp>
#include <ndx/large/tensor_file.hpp>
#include <ndx/ndx.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "element_types.hpp"
#include "npy_files.hpp"
#include "support/expect.hpp"

static int map_error = 0;  // with which mmap fails; 0: it does not

// Called by this program's own mmap: the linker is told to --wrap it.
extern "C" {
void* __real_mmap(void*, std::size_t, int, int, int, off_t);
void* __wrap_mmap(void* at, std::size_t bytes, int protection, int flags, int file, off_t offset) {
  if (map_error == 0) return __real_mmap(at, bytes, protection, flags, file, offset);
  errno = map_error;
  return MAP_FAILED;
}
}

namespace safetensors_test {

using element_types::numbers;
using element_types::same;
using expect::is;
using expect::throws;
using npy_files::TemporaryDirectory;

/// A file with this header and so many bytes of elements.
std::string with_header(const std::string& header, std::size_t elements) {
  std::string file;
  for (std::size_t i = 0; i < 8; ++i) file += static_cast<char>(header.size() >> (8 * i) & 255U);
  return file + header + std::string(elements, '\0');
}

// ---- With NumPy, by a program written from the format's description.

bool numpy(const std::string& does, const TemporaryDirectory& directory) {
  return element_types::python("io/safetensors_numpy.py " + does, directory.path());
}

TEST(SafetensorsFile, ReadsWhatPythonWrites) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(numpy("write", directory));
  const ndx::SafetensorsFile file(directory.file("numpy.safetensors"));
  EXPECT_EQ(file.metadata(), (std::map<std::string, std::string>{{"format", "np"}}));
  const auto holds = [&]<class T>(const std::string& name, const ndx::Tensor<T>& wanted) {
    return same(file.load<T>(name), wanted) && same<const T>(file.map<T>(name), wanted) &&
           file.dtype(name) == ndx::dtype_of<T>() && file.shape(name) == ndx::Dims{2, 3};
  };
  element_types::for_each([&]<class T>(const std::string& type) {
    if constexpr (ndx::SafetensorsElement<T>) {
      EXPECT_TRUE(holds(type, numbers<T>())) << type;
    }
  });
  EXPECT_TRUE(is(file.load<float>("scalar"), {}, {2.5}));
  EXPECT_TRUE(is(file.map<float>("empty"), {0, 3}, {}));
  EXPECT_TRUE(file.contains("layer/\xC3\xBC"));
  EXPECT_EQ(file.names().size(), 19U);
  // Elements of 8 bits, and of types that no tensor holds.
  const auto codes = ndx::arange<std::uint8_t>(0, 256);
  for (const char* const name : {"e4m3", "e5m2", "e8m0"})
    EXPECT_TRUE(is(file.bytes(name), {256}, codes.to_vector())) << name;
  EXPECT_EQ(file.type("e8m0"), "F8_E8M0");
  EXPECT_EQ(file.type("float32"), "F32");
  EXPECT_EQ(file.dtype("e4m3"), ndx::DType::opaque);
  for (const auto& t : {file.load<ndx::float8_e4m3fn>("e4m3").to<float>(),
                        file.map<ndx::float8_e4m3fn>("e4m3").to<float>()}) {
    EXPECT_EQ(t.shape(), (ndx::Dims{2, 128}));
    EXPECT_EQ(t.at(0, 0x7E), 448.F);
    EXPECT_EQ(t.at(1, 0x01), -0x1p-9F);
  }
  EXPECT_EQ(file.map<ndx::float8_e5m2>("e5m2").to<float>().at(0, 0x7B), 57344.F);
  EXPECT_EQ(file.bytes("float32").numel(), 24);
  EXPECT_TRUE(is(file.bytes("empty"), {0}, {}));
}

TEST(SaveSafetensors, WritesWhatPythonReads) {
  const TemporaryDirectory directory;
  std::vector<ndx::SafetensorsArray> arrays{{"turned", numbers<double>().transpose()}};
  element_types::for_each([&]<class T>(const std::string& type) {
    if constexpr (ndx::SafetensorsElement<T>) arrays.push_back({type, numbers<T>()});
  });
  const auto codes = ndx::empty<ndx::float8_e5m2>({2, 128});
  for (int i = 0; i < 256; ++i)
    codes.data()[i] = ndx::float8_e5m2::from_bits(static_cast<std::uint8_t>(i));
  arrays.push_back({"codes", codes});
  ndx::save_safetensors(directory.file("ndx.safetensors"), arrays, {{"format", "ndx"}});
  EXPECT_TRUE(numpy("check", directory));
}

// ---- Saving and mapping.

TEST(SaveSafetensors, WritesAlignedElementsWithoutGaps) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.safetensors");
  const auto bytes = ndx::arange<std::uint8_t>(3);
  const auto doubles = ndx::arange<double>(6).reshape({2, 3});
  const auto halves = ndx::arange<float>(5).to<ndx::bfloat16>();
  const auto turned = doubles.transpose();
  ndx::save_safetensors(path,
                        {{"bytes", bytes},
                         {"halves", halves},
                         {"doubles", doubles},
                         {"turned", turned},
                         {"flags", doubles > 2.0},
                         {"z", ndx::full({}, std::complex<float>(1, 2))},
                         {"none", ndx::zeros<float>({3, 0})}},
                        {{"format", "pt"}});
  const std::string text = npy_files::read(path);
  std::string header =
      R"({"__metadata__":{"format":"pt"},"bytes":{"data_offsets":[114,117],"dtype":"U8","shape":[3]},)"
      R"("doubles":{"data_offsets":[0,48],"dtype":"F64","shape":[2,3]},)"
      R"("flags":{"data_offsets":[117,123],"dtype":"BOOL","shape":[2,3]},)"
      R"("halves":{"data_offsets":[104,114],"dtype":"BF16","shape":[5]},)"
      R"("none":{"data_offsets":[104,104],"dtype":"F32","shape":[3,0]},)"
      R"("turned":{"data_offsets":[48,96],"dtype":"F64","shape":[3,2]},)"
      R"("z":{"data_offsets":[96,104],"dtype":"C64","shape":[]}})";
  header.resize((header.size() + 8 + 63) / 64 * 64 - 8, ' ');
  EXPECT_EQ(text.substr(0, 8 + header.size()), with_header(header, 0));
  EXPECT_EQ(text.size(), 8 + header.size() + 123);

  const ndx::SafetensorsFile file(path);
  EXPECT_TRUE(is(file.load<std::uint8_t>("bytes"), {3}, {0, 1, 2}));
  EXPECT_TRUE(is(file.map<const double>("turned"), {3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TRUE(is(file.map<bool>("flags"), {2, 3}, {false, false, false, true, true, true}));
  EXPECT_TRUE(is(file.map<ndx::bfloat16>("halves").to<float>(), {5}, {0, 1, 2, 3, 4}));
  EXPECT_EQ(file.load<std::complex<float>>("z").item(), std::complex<float>(1, 2));
  EXPECT_EQ(file.names().front(), "doubles");
}

TEST(SafetensorsFile, MapsWithoutCopyAndKeepsTheMapping) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.safetensors");
  ndx::save_safetensors(path, {{"x", ndx::arange<float>(1000)}, {"y", ndx::arange<float>(10)}});
  ndx::Tensor<const float> x, y;
  {
    const ndx::SafetensorsFile file(path);
    x = file.map<float>("x");
    y = file.map<float>("y");
    EXPECT_EQ(y.data() - x.data(), 1000);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(x.data()) % 64, 0U);
  }
  ndx::save_safetensors(path, {{"x", ndx::zeros<float>({1})}});
  EXPECT_EQ(x.at(999), 999.F);
  x = {};
  EXPECT_EQ(y.at(9), 9.F);
}

/// Whatever becomes of the current folder and of the name.
TEST(SafetensorsFile, IsTheFileThatWasOpened) {
  const TemporaryDirectory directory;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(directory.path());
  ndx::save_safetensors("a", {{"x", numbers<int>()}});
  const ndx::SafetensorsFile file("a");
  ndx::save_safetensors("a", {{"x", numbers<double>()}});
  std::filesystem::current_path(before);
  EXPECT_TRUE(ndx::array_equal(file.map<int>("x"), numbers<int>()));
  EXPECT_TRUE(same(file.load<int>("x"), numbers<int>()));
  const ndx::SafetensorsFile again(directory.file("a"));
  EXPECT_TRUE(same(again.load<double>("x"), numbers<double>()));
}

TEST(SafetensorsFile, ThatCannotBeMappedIsClosedAgain) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.safetensors");
  ndx::save_safetensors(path, {{"x", ndx::arange<float>(1000)}});
  const int open = npy_files::open_files();
  map_error = ENOMEM;
  EXPECT_THROW(ndx::SafetensorsFile{path}, std::bad_alloc);
  map_error = ENODEV;
  EXPECT_TRUE(
      throws<ndx::ValueError>([&] { return ndx::SafetensorsFile(path); },
                              "SafetensorsFile: " + path + ": cannot be mapped: No such device"));
  const std::string npy = directory.file("a.npy");
  ndx::save_npy(npy, ndx::arange<float>(1000));
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::map_npy<float>(npy); },
                                      "map_npy: " + npy + ": cannot be mapped: No such device"));
  EXPECT_EQ(ndx::File<const float>(npy).index({ndx::tensor({7, 999})}).at(1), 999.F);  // is read
  map_error = 0;
  EXPECT_EQ(npy_files::open_files(), open);
  EXPECT_EQ(ndx::SafetensorsFile(path).map<float>("x").at(999), 999.F);
}

TEST(SafetensorsFile, LoadsWhatIsMisaligned) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.safetensors");
  npy_files::write(path,
                   with_header(R"({"x":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}} )", 8));
  EXPECT_TRUE(is(ndx::SafetensorsFile(path).map<float>("x"), {2}, {0, 0}));
  // A bool is what is not 0.
  npy_files::write(
      path, with_header(R"({"x":{"dtype":"BOOL","shape":[1],"data_offsets":[0,1]}})", 0) + "\x07");
  EXPECT_TRUE(is(ndx::SafetensorsFile(path).map<bool>("x"), {1}, {true}));
}

TEST(SaveSafetensors, RefusesNamesAndLeavesTheOldFile) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.safetensors");
  const auto x = ndx::zeros<float>({2});
  ndx::save_safetensors(path, {{"x", x}});
  const std::string old = npy_files::read(path);
  const auto refused = [&](const std::string& name, const std::string& why) {
    return throws<ndx::ValueError>([&] { ndx::save_safetensors(path, {{"x", x}, {name, x}}); },
                                   "save_safetensors: " + path + ": " + why);
  };
  EXPECT_TRUE(refused("x", "the name 'x' is empty, taken or the format's own"));
  EXPECT_TRUE(refused("", "the name '' is empty, taken or the format's own"));
  EXPECT_TRUE(
      refused("__metadata__", "the name '__metadata__' is empty, taken or the format's own"));
  EXPECT_TRUE(refused("\xFF", "a name or a note is not UTF-8"));
  EXPECT_EQ(npy_files::read(path), old);
  EXPECT_EQ(directory.count(), 1U);
  ndx::save_safetensors(path, {});
  EXPECT_TRUE(ndx::SafetensorsFile(path).names().empty());
}

/// A file of `count` tensors of one byte, number i of which holds i % 251.
void write_many(const std::string& path, int count, std::string (*name)(int)) {
  std::string header = "{";
  std::string elements;
  for (int i = 0; i < count; ++i) {
    header += (i == 0 ? "\"" : ",\"") + name(i) +
              R"(":{"dtype":"U8","shape":[1],"data_offsets":[)" + std::to_string(i) + "," +
              std::to_string(i + 1) + "]}";
    elements += static_cast<char>(i % 251);
  }
  npy_files::write(path, with_header(header + "}", 0) + elements);
}

/// The least time of call(), in seconds.
template <class Call>
double least_time(const Call& call) {
  double least = 1e9;
  for (int round = 0; round < 3; ++round) {
    const auto start = std::chrono::steady_clock::now();
    call();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    least = std::min(least, time.count());
  }
  return least;
}

// A hundred times as many tensors: a search through all of them for each would take 10,000 times as
// long to open, and 100 times as long for the same number of names.
TEST(SafetensorsFile, OpensAndFindsManyTensorsWithoutSearchingAll) {
  const TemporaryDirectory directory;
  const auto name = [](int i) { return "model.layers." + std::to_string(i) + ".weight"; };
  constexpr int counts[] = {200, 20000};
  double opening[2];
  double finding[2];
  for (const std::size_t k : {0U, 1U}) {
    const std::string path = directory.file(std::to_string(counts[k]));
    write_many(path, counts[k], name);
    const ndx::SafetensorsFile file(path);
    opening[k] = least_time([&] { return ndx::SafetensorsFile(path).names().size(); });
    finding[k] = least_time([&] {
      int found = 0;
      for (int i = 0; i < 2000; ++i) found += file.contains(name(i * 7919 % counts[k])) ? 1 : 0;
      EXPECT_EQ(found, 2000);
    });
    int wrong = 0;
    for (int i = 0; i < counts[k]; ++i)
      wrong += file.map<std::uint8_t>(name(i)).item() == i % 251 ? 0 : 1;
    EXPECT_EQ(wrong, 0);
    EXPECT_FALSE(file.contains("model.layers.5"));
    EXPECT_FALSE(file.contains(name(counts[k])));
  }
  EXPECT_LT(opening[1], 1000 * opening[0]);
  EXPECT_LT(finding[1], 20 * finding[0]);
}

// ---- Malformed and hostile files.

TEST(SafetensorsFile, SaysWhatIsWrong) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.safetensors");
  const auto refused = [&](const std::string& bytes, const std::string& why) {
    npy_files::write(path, bytes);
    return throws<ndx::ValueError>([&] { return ndx::SafetensorsFile(path); },
                                   "SafetensorsFile: " + path + ": " + why);
  };
  const auto entry = [](const std::string& dtype, const std::string& shape,
                        const std::string& offsets) {
    return R"({"dtype":")" + dtype + R"(","shape":)" + shape + R"(,"data_offsets":)" + offsets +
           "}";
  };
  const auto one = [&](const std::string& dtype, const std::string& shape,
                       const std::string& offsets) {
    return with_header(R"({"x":)" + entry(dtype, shape, offsets) + "}", 8);
  };
  EXPECT_TRUE(refused("",
                      "is not a .safetensors file: it has 0 bytes, but begins with 8 that say "
                      "how long the header is"));
  EXPECT_TRUE(
      refused(std::string(8, '\xFF'),
              "is not a .safetensors file: it has a header of 18446744073709551615 bytes in "
              "a file of 8"));
  EXPECT_TRUE(refused(with_header("{}", 0).substr(0, 9),
                      "is not a .safetensors file: it has a header of 2 bytes in a file of 9"));
  EXPECT_TRUE(refused(with_header("", 0),
                      "is not a .safetensors file: its header does not begin with '{'"));
  EXPECT_TRUE(refused(with_header(" {}", 0),
                      "is not a .safetensors file: its header does not begin with '{'"));
  EXPECT_TRUE(refused(with_header("{}", 3), "the tensors take 0 bytes, but 3 follow the header"));
  EXPECT_TRUE(refused(with_header("{\"x\":", 0),
                      "the header is not JSON: '[json.exception.parse_error.101] parse e...'"));
  EXPECT_TRUE(refused(with_header("{\"x\":7}", 0),
                      "'x' does not have the fields dtype, shape and data_offsets alone"));
  EXPECT_TRUE(refused(with_header("{\"__metadata__\":7}", 0), "its metadata is not a JSON object"));
  EXPECT_TRUE(
      refused(with_header("{\"__metadata__\":{\"a\":7}}", 0), "its metadata 'a' is not a string"));
  EXPECT_TRUE(refused(with_header(R"({"x":)" + entry("F32", "[2]", "[0,8]") + R"(,"x":)" +
                                      entry("F32", "[2]", "[0,8]") + "}",
                                  8),
                      "the header has 'x' twice"));
  EXPECT_TRUE(refused(with_header(R"({"__metadata__":{},"__metadata__":{}})", 0),
                      "the header has '__metadata__' twice"));
  EXPECT_TRUE(refused(with_header(R"({"__metadata__":{"a":"1","b":"","a":"2"}})", 0),
                      "its metadata has 'a' twice"));
  EXPECT_TRUE(refused(with_header(R"({"x":{"dtype":"F32","shape":[2],"shape":[2])", 8),
                      "'x' has the field shape twice"));
  EXPECT_TRUE(refused(one("F32", "[2],\"more\":0", "[0,8]"),
                      "'x' does not have the fields dtype, shape and data_offsets alone"));
  EXPECT_TRUE(refused(with_header(R"({"x":{"dtype":"F32","shape":[2]}})", 8),
                      "'x' does not have the fields dtype, shape and data_offsets alone"));
  EXPECT_TRUE(refused(one("F32", "[3]", "[0,8]"),
                      "'x' has shape (3) of F32, which takes 12 bytes, but 8 lie between its "
                      "offsets"));
  EXPECT_TRUE(refused(one("F8_E4M3", "[9]", "[0,8]"),
                      "'x' has shape (9) of F8_E4M3, which takes 9 bytes, but 8 lie between its "
                      "offsets"));
  EXPECT_TRUE(
      refused(one("F32", "[3]", "[0,12]"), "'x' has data_offsets (0, 12) in 8 bytes of elements"));
  EXPECT_TRUE(
      refused(one("F32", "[1]", "[4,0]"), "'x' has data_offsets (4, 0) in 8 bytes of elements"));
  EXPECT_TRUE(
      refused(one("F32", "[1]", "[0,4]"), "the tensors take 4 bytes, but 8 follow the header"));
  EXPECT_TRUE(refused(one("F32", "[1]", "[4,8]"),
                      "'x' begins at byte 4 of the elements, but what is before it ends at 0"));
  EXPECT_TRUE(refused(one("F32", "[-1]", "[0,8]"),
                      "'x' has a shape or offsets that are not integers from 0 to 2^63 - 1"));
  EXPECT_TRUE(refused(one("F32", "[2.0]", "[0,8]"),
                      "'x' has a shape or offsets that are not integers from 0 to 2^63 - 1"));
  EXPECT_TRUE(refused(one("F32", "2", "[0,8]"),
                      "'x' has a shape or offsets that are no list of at most 64"));
  EXPECT_TRUE(
      refused(one("F32", "[4294967296,4294967296,4294967296]", "[0,8]"),
              "the product of shape (4294967296, 4294967296, 4294967296) overflows a 64-bit "
              "size"));
  EXPECT_TRUE(refused(with_header(R"({"x":)" + entry("F32", "[2]", "[0,8]") + R"(,"y":)" +
                                      entry("F32", "[1]", "[4,8]") + "}",
                                  8),
                      "'y' begins at byte 4 of the elements, but what is before it ends at 8"));
}

// A tree of the values would take many times the memory of the header before it is refused: a file of
// 100 MB took 2.8 GB.
TEST(SafetensorsFile, RefusesTheFirstValueThatHasNoPlaceInAHeader) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.safetensors");
  const auto refused = [&](const std::string& begin, const std::string& why) {
    npy_files::write(path, with_header(begin + "what follows is not even JSON", 8));
    return throws<ndx::ValueError>([&] { return ndx::SafetensorsFile(path); },
                                   "SafetensorsFile: " + path + ": " + why);
  };
  const std::string fields = "'x' does not have the fields dtype, shape and data_offsets alone";
  const std::string integers =
      "'x' has a shape or offsets that are not integers from 0 to 2^63 - 1";
  const std::string list = "'x' has a shape or offsets that are no list of at most 64";
  for (const char* const value : {"[", "null,", "true,", "-1,", "1,", "1.5,", R"("text",)"})
    EXPECT_TRUE(refused(std::string(R"({"x":)") + value, fields)) << value;
  for (const char* const value : {"[", "{", "null,", "false,", "0,"})
    EXPECT_TRUE(refused(std::string(R"({"x":{"dtype":)") + value, fields)) << value;
  for (const std::string field : {"shape", "data_offsets"}) {
    const std::string begin = R"({"x":{")" + field + "\":";
    for (const char* const value : {"{", "null,", "7,", R"("7",)"})
      EXPECT_TRUE(refused(begin + value, list)) << value;
    for (const char* const value :
         {"[[", "[{", "[null,", "[0,true,", "[-1,", "[9223372036854775808,", "[1e2,", R"(["0",)"})
      EXPECT_TRUE(refused(begin + value, integers)) << value;
    std::string many = begin + "[0";
    for (int i = 0; i < 64; ++i) many += ",0";
    EXPECT_TRUE(refused(many + ",", list));
  }
  for (const char* const value : {"[", "7,", "null,", R"("text",)"})
    EXPECT_TRUE(
        refused(std::string(R"({"__metadata__":)") + value, "its metadata is not a JSON object"))
        << value;
  for (const char* const value : {"[", "{", "7,", "null,"})
    EXPECT_TRUE(refused(std::string(R"({"__metadata__":{"a":)") + value,
                        "its metadata 'a' is not a string"))
        << value;
}

TEST(SafetensorsFile, HasMetadataBesideItsTensors) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.safetensors");
  npy_files::write(path,
                   with_header(R"({"x":{"data_offsets":[0,8],"shape":[2],"dtype":"F32"},)"
                               R"("__metadata__":{"dtype":"a","shape":"","__metadata__":"b"},)"
                               R"("":{"dtype":"U8","shape":[0],"data_offsets":[8,8]}})",
                               8));
  const ndx::SafetensorsFile file(path);
  EXPECT_EQ(file.names(), (std::vector<std::string>{"x", ""}));
  EXPECT_FALSE(file.contains("__metadata__"));
  EXPECT_EQ(file.shape(""), (ndx::Dims{0}));
  EXPECT_EQ(file.metadata(), (std::map<std::string, std::string>{
                                 {"dtype", "a"}, {"shape", ""}, {"__metadata__", "b"}}));
}

/// Elements of less than a byte, and of a type that nobody has heard of.
TEST(SafetensorsFile, HasTheBytesOfTypesThatNoTensorHas) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.safetensors");
  npy_files::write(path, with_header(R"({"x":{"dtype":"F4","shape":[2,3],"data_offsets":[0,3]},)"
                                     R"("y":{"dtype":"NEW","shape":[2],"data_offsets":[3,8]}})",
                                     8));
  const ndx::SafetensorsFile file(path);
  EXPECT_EQ(file.type("x"), "F4");
  EXPECT_EQ(file.type("y"), "NEW");
  EXPECT_EQ(file.bytes("x").shape(), (ndx::Dims{3}));
  EXPECT_EQ(file.bytes("y").shape(), (ndx::Dims{5}));
}

TEST(SafetensorsFile, RefusesOtherTypesAndNames) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.safetensors");
  npy_files::write(path,
                   with_header(R"({"x":{"dtype":"F8_E4M3","shape":[8],"data_offsets":[0,8]}})", 8));
  const ndx::SafetensorsFile file(path);
  EXPECT_EQ(file.dtype("x"), ndx::DType::opaque);
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { return file.load<float>("x"); },
      "SafetensorsFile: " + path + ": 'x' holds 'F8_E4M3', but 'F32' was asked for"));
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { return file.load<ndx::float8_e5m2>("x"); },
      "SafetensorsFile: " + path + ": 'x' holds 'F8_E4M3', but 'F8_E5M2' was asked for"));
  EXPECT_TRUE(
      throws<ndx::ValueError>([&] { return file.bytes("y"); },
                              "SafetensorsFile: " + path + ": has no tensor 'y'; it has 'x'"));
  EXPECT_TRUE(
      throws<ndx::ValueError>([&] { return file.map<float>("y"); },
                              "SafetensorsFile: " + path + ": has no tensor 'y'; it has 'x'"));
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::SafetensorsFile(directory.file("none")); },
                                      "SafetensorsFile: " + directory.file("none") +
                                          ": cannot be opened: No such file or directory"));
}

TEST(SafetensorsFile, RefusesTruncatedFiles) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.safetensors");
  ndx::save_safetensors(path, {{"x", ndx::arange<float>(10)}});
  const std::string good = npy_files::read(path);
  for (std::size_t length = 0; length < good.size(); ++length) {
    npy_files::write(path, good.substr(0, length));
    EXPECT_THROW(ndx::SafetensorsFile{path}, ndx::ValueError) << "truncated to " << length;
  }
}

}  // namespace safetensors_test
