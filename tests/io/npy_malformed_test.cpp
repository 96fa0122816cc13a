// .npy files that are none, that lie, or that were cut: each is a ValueError that names the file
// and the fault, and none costs more memory than the file has bytes.
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/io/npy/npy_any.hpp>

#include "npy_files.hpp"
#include "support/expect.hpp"

namespace npy_malformed_test {

using npy_files::from_numpy;
using npy_files::TemporaryDirectory;
using npy_files::with_header;
using npy_files::with_shape;

class MalformedNpy : public testing::Test {
 protected:
  /// Whether loading and mapping these bytes is refused with this fault.
  testing::AssertionResult refused(const std::string& bytes, const std::string& fault) {
    const std::string path = directory_.file("bad.npy");
    npy_files::write(path, bytes);
    const auto loaded = expect::throws<ndx::ValueError>(
        [&] { return ndx::load_npy<std::int32_t>(path); }, "load_npy: " + path + ": " + fault);
    const auto mapped = expect::throws<ndx::ValueError>(
        [&] { return ndx::map_npy<std::int32_t>(path); }, "map_npy: " + path + ": " + fault);
    return loaded ? mapped : loaded;
  }
  /// The same for a dictionary.
  testing::AssertionResult refused_header(const std::string& header, const std::string& fault) {
    return refused(with_header(header), "the header " + fault);
  }

 private:
  TemporaryDirectory directory_;
};

TEST_F(MalformedNpy, NoNpyFileAtAll) {
  const std::string fault = "is not an .npy file: it does not begin with \\x93NUMPY";
  EXPECT_TRUE(refused("", fault));
  EXPECT_TRUE(refused("hello", fault));
  EXPECT_TRUE(refused("\x93NUMP", fault));
  EXPECT_TRUE(refused("PK\x03\x04, which is how .npz files begin", fault));
}

TEST_F(MalformedNpy, CutWithinTheHeader) {
  EXPECT_TRUE(refused("\x93NUMPY", "ends within the header"));
  EXPECT_TRUE(refused(std::string("\x93NUMPY\x01\0\x10", 9), "ends within the header"));
  EXPECT_TRUE(refused(std::string("\x93NUMPY\x02\0\x10\0", 10), "ends within the header"));
  EXPECT_TRUE(refused(std::string("\x93NUMPY\x01\0\x10\0", 10),
                      "has a header of 16 bytes in a file of 10"));
}

TEST_F(MalformedNpy, VersionsThatDoNotExist) {
  const std::string known = ", but only 1.0, 2.0 and 3.0 can be read";
  std::string file = with_shape("(1,)", 4);
  file[6] = 4;
  EXPECT_TRUE(refused(file, "has format version 4.0" + known));
  file[6] = 0;
  EXPECT_TRUE(refused(file, "has format version 0.0" + known));
  file[6] = 1;
  file[7] = '\xFF';
  EXPECT_TRUE(refused(file, "has format version 1.255" + known));
}

TEST_F(MalformedNpy, HeaderLengthsBeyondTheFile) {
  EXPECT_TRUE(refused(std::string("\x93NUMPY\x01\0\xFF\xFF{}", 12),
                      "has a header of 65535 bytes in a file of 12"));
  EXPECT_TRUE(refused(std::string("\x93NUMPY\x02\0\xFF\xFF\xFF\xFF{}", 14),
                      "has a header of 4294967295 bytes, more than the 1048576 that are read"));
}

TEST_F(MalformedNpy, HeadersOfAbsurdLength) {
  const std::string header = "{}" + std::string(2000000, ' ');
  EXPECT_TRUE(refused(with_header(header, 2),
                      "has a header of 2000002 bytes, more than the 1048576 that are read"));
}

TEST_F(MalformedNpy, NoDictionary) {
  EXPECT_TRUE(refused_header("", "lacks '{' at character 0: ''"));
  EXPECT_TRUE(refused_header("[1, 2]", "lacks '{' at character 0: '[1, 2]'"));
  EXPECT_TRUE(refused_header(std::string("\0\xFF\x7F", 3),
                             "lacks '{' at character 0: '??"
                             "?'"));
  EXPECT_TRUE(refused_header("{", "lacks a string at character 1: ''"));
  EXPECT_TRUE(refused_header("{'descr", "has an unterminated string at character 1: ''descr'"));
  EXPECT_TRUE(refused_header("{'descr' '<i4'}", "lacks ':' at character 9: ''<i4'}'"));
  EXPECT_TRUE(refused_header("{,}", "lacks a string at character 1: ',}'"));
  EXPECT_TRUE(refused_header("{'descr': '<i4' 'shape': (1,)}",
                             "lacks '}' at character 16: ''shape': (1,)}'"));
}

TEST_F(MalformedNpy, KeysMissingUnknownOrTwice) {
  EXPECT_TRUE(refused_header("{}", "has no 'descr'"));
  EXPECT_TRUE(refused_header("{'descr': '<i4', 'shape': (1,)}", "has no 'fortran_order'"));
  EXPECT_TRUE(refused_header("{'descr': '<i4', 'fortran_order': True}", "has no 'shape'"));
  EXPECT_TRUE(refused_header("{'descr': '<i4', 'size': 3}", "has an unknown key, 'size'"));
  EXPECT_TRUE(refused_header("{'shape': (1,), 'shape': (2,)}", "has 'shape' twice"));
}

TEST_F(MalformedNpy, TextAfterTheDictionary) {
  EXPECT_TRUE(refused_header("{'descr': '<i4', 'fortran_order': False, 'shape': (1,)} and more",
                             "has text after the dictionary at character 56: 'and more'"));
  EXPECT_TRUE(refused_header(
      "{'descr': '<i4', 'fortran_order': False, 'shape': (1,)}" + std::string(1, '\0'),
      "has text after the dictionary at character 55: '?'"));
}

TEST_F(MalformedNpy, OrdersThatAreNoBool) {
  EXPECT_TRUE(
      refused_header("{'fortran_order': 1}",
                     "has a fortran_order that is neither True nor False at character 18: '1}'"));
  EXPECT_TRUE(refused_header("{'fortran_order': Truely}", "lacks '}' at character 22: 'ly}'"));
}

TEST_F(MalformedNpy, ShapesThatAreNoTupleOfSizes) {
  EXPECT_TRUE(refused_header("{'shape': 3}", "lacks '(' at character 10: '3}'"));
  EXPECT_TRUE(refused_header("{'shape': [3]}", "lacks '(' at character 10: '[3]}'"));
  EXPECT_TRUE(
      refused_header("{'shape': (3)}", "has a shape that is not a tuple at character 13: '}'"));
  EXPECT_TRUE(refused_header("{'shape': (3 4)}", "lacks a comma at character 13: '4)}'"));
  EXPECT_TRUE(refused_header("{'shape': (3,",
                             "has a shape that is not a tuple of integers at character 13: ''"));
  EXPECT_TRUE(refused_header("{'shape': (,)}",
                             "has a shape that is not a tuple of integers at character 11: ',)}'"));
  EXPECT_TRUE(refused_header("{'shape': (2.5,)}", "lacks a comma at character 12: '.5,)}'"));
  EXPECT_TRUE(
      refused_header("{'shape': (True,)}",
                     "has a shape that is not a tuple of integers at character 11: 'True,)}'"));
}

TEST_F(MalformedNpy, SizesThatCannotBe) {
  EXPECT_TRUE(refused_header("{'shape': (2, -1)}", "has a negative size at character 14: '-1)}'"));
  EXPECT_TRUE(
      refused_header("{'shape': (9223372036854775808,)}",
                     "has a size beyond 64 bits at character 11: '9223372036854775808,)}'"));
}

// As Python's ast.literal_eval, by which NumPy reads the header: (0,) and (00,) are fine.
TEST_F(MalformedNpy, SizesWithLeadingZeros) {
  EXPECT_TRUE(refused_header("{'shape': (02,)}",
                             "has the size 2 with leading zeros at character 11: '02,)}'"));
  EXPECT_TRUE(refused_header("{'shape': (4, 010)}",
                             "has the size 10 with leading zeros at character 14: '010)}'"));
  EXPECT_TRUE(refused_header("{'shape': (03L,)}",
                             "has the size 3 with leading zeros at character 11: '03L,)}'"));
  EXPECT_TRUE(refused_header(
      "{'shape': (" + std::string(50, '0') + "7,)}",
      "has the size 7 with leading zeros at character 11: '" + std::string(40, '0') + "...'"));
  for (const char* zero : {"(0, 3)", "(00, 3)", "(000, 3)"})
    EXPECT_TRUE(refused(with_shape(zero, 1),
                        "shape (0, 3) of int32 ('<i4') takes 0 bytes, but 1 follow the header"));
}

TEST_F(MalformedNpy, MoreDimsThanATensorHas) {
  std::string shape = "(";
  for (int i = 0; i < 65; ++i) shape += "1,";
  EXPECT_TRUE(refused(with_shape(shape + ")", 4), "the shape has more than 64 dims"));
}

TEST_F(MalformedNpy, ShapesThatOverflow) {
  EXPECT_TRUE(refused(with_shape("(4294967296, 4294967296)", 16),
                      "the product of shape (4294967296, 4294967296) overflows a 64-bit size"));
  EXPECT_TRUE(refused(with_shape("(0, 4294967296, 4294967296)", 0),
                      "the product of shape (0, 4294967296, 4294967296) overflows a 64-bit size"));
  EXPECT_TRUE(refused(with_shape("(4611686018427387904,)", 16),
                      "4611686018427387904 times 4 overflows a 64-bit size"));
}

TEST_F(MalformedNpy, ElementsThatAreNotThereAreNotAllocated) {
  EXPECT_TRUE(refused(with_shape("(1000000000000, 100)", 16),
                      "shape (1000000000000, 100) of int32 ('<i4') takes 400000000000000 bytes, "
                      "but 16 follow the header"));
  EXPECT_TRUE(refused(with_shape("(3,)", 11),
                      "shape (3) of int32 ('<i4') takes 12 bytes, but 11 follow the header"));
  EXPECT_TRUE(refused(with_shape("()", 0),
                      "shape () of int32 ('<i4') takes 4 bytes, but 0 follow the header"));
}

TEST_F(MalformedNpy, BytesAfterTheElements) {
  EXPECT_TRUE(refused(with_shape("(3,)", 13),
                      "shape (3) of int32 ('<i4') takes 12 bytes, but 13 follow the header"));
  EXPECT_TRUE(refused(with_shape("(0,)", 1),
                      "shape (0) of int32 ('<i4') takes 0 bytes, but 1 follow the header"));
}

/// The header of a file that is appended to ends in a tab.
TEST_F(MalformedNpy, BytesAfterTheElementsOfAFileThatIsAppendedTo) {
  const std::string header = with_shape("(3,)", 0);
  const auto appended = [&](std::size_t bytes) {
    return npy_files::with_header(header.substr(10, header.size() - 11) + "\t\n") +
           std::string(bytes, '\7');
  };
  const TemporaryDirectory directory;
  const std::string path = directory.file("good.npy");
  npy_files::write(path, appended(13));
  EXPECT_EQ(expect::elements(ndx::load_npy<int>(path)), std::vector<int>(3, 0x07070707));
  EXPECT_TRUE(
      refused(appended(11), "shape (3) of int32 ('<i4') takes 12 bytes, but 11 follow the header"));
}

TEST_F(MalformedNpy, ElementTypesThatAreNone) {
  const std::string known =
      " is not one of bool, integers, float16, float32, float64, complex64, complex128 and void";
  for (const char* descr : {"", "<", "i", "<i3", "<i", "<i4 ", "<i99999999999999999999", "|b2",
                            "<f16", "<c4", "|V0", "|V-3", "|V", "|V4611686018427387904",
                            "|V1152921504606846976", "int32", "<M8[ns]", "|S4", "<<i4"}) {
    EXPECT_TRUE(refused(with_shape("(1,)", 4, std::string("'") + descr + "'"),
                        std::string("the element type '") + descr + "'" + known));
  }
  EXPECT_TRUE(refused(with_shape("(1,)", 4, "None"),
                      "the header lacks a string at character 10: 'None, 'fortran_order': False, "
                      "'shape': (...'"));
}

TEST_F(MalformedNpy, TheLargestStructHasASizeInBits) {
  EXPECT_TRUE(refused(with_shape("(0,)", 0, "'|V1152921504606846975'"),
                      "holds a struct of 1152921504606846975 bytes ('|V1152921504606846975'), but "
                      "int32 ('" +
                          npy_files::kOrder + "i4') was asked for"));
}

TEST(MissingNpy, IsNamedWithTheSystemsReason) {
  EXPECT_TRUE(expect::throws<ndx::ValueError>(
      [] { return ndx::load_npy<float>("/nowhere.npy"); },
      "load_npy: /nowhere.npy: cannot be opened: No such file or directory"));
  EXPECT_TRUE(expect::throws<ndx::ValueError>(
      [] { return ndx::load_npy_any(""); },
      "load_npy_any: : cannot be opened: No such file or directory"));
  EXPECT_TRUE(expect::throws<ndx::ValueError>([] { return ndx::map_npy<float>("/tmp"); },
                                              "map_npy: /tmp: is not a regular file"));
}

/// One to three random changes: a byte, a bit, a cut, a piece doubled, or a word of the header in
/// place of another.
std::string mutated(std::string bytes, std::mt19937& random) {
  static const char* const words[] = {
      "'", "(",     ")",     ",",    "{",     "}",    ":",  "-1",      "9223372036854775807",
      "0", "'<f8'", "'>i2'", "True", "False", "None", "\n", "'shape'", "1e9",
      "[", "\\"};
  const auto below = [&](std::size_t n) { return std::size_t{random()} % n; };
  for (std::size_t times = 1 + below(3); times > 0 && !bytes.empty(); --times) {
    const std::size_t at = below(bytes.size());
    switch (below(5)) {
      case 0:
        bytes[at] = static_cast<char>(below(256));
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
        break;
      case 2:
        bytes.resize(below(bytes.size()));
        break;
      case 3:
        bytes.insert(at, bytes.substr(below(bytes.size()), below(30)));
        break;
      default: {
        const std::string word = words[below(std::size(words))];
        bytes.replace(at, std::min(word.size(), bytes.size() - at), word);
      }
    }
  }
  return bytes;
}

TEST(MutatedNpy, LoadsOrIsAValueErrorNeverAnythingElse) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("mutated.npy");
  std::mt19937 random(20261121);
  int loaded = 0;
  int refused = 0;
  for (const char* name : {"int32", "float64_big", "fortran", "version2", "version3", "bool_bytes",
                           "complex64", "rank0", "rank32", "size0_rank3", "void3"}) {
    const std::string original = npy_files::read(from_numpy(name));
    for (int i = 0; i < 400; ++i) {
      npy_files::write(path, mutated(original, random));
      try {
        std::visit([](const auto& t) { return expect::elements(t).size(); },
                   ndx::load_npy_any(path));
        ++loaded;
      } catch (const ndx::ValueError& error) {
        EXPECT_EQ(std::string(error.what()).rfind("load_npy_any: " + path + ": ", 0), 0U);
        ++refused;
      }
    }
  }
  EXPECT_GT(loaded, 200);
  EXPECT_GT(refused, 2000);
}

}  // namespace npy_malformed_test
