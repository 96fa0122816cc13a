// .npy files as bytes and in streams. The bytes are NumPy's own, made by tests/make_npy_files.py, or read
// back by NumPy.
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <sstream>
#include <streambuf>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/io/npy/npy_any.hpp>
#include <ndx/io/npy/npy_bytes.hpp>
#include <ndx/io/npy/npy_fields.hpp>
#include <ndx/io/npy/npy_stream.hpp>
#include <ndx/ndx.hpp>

#include "element_types.hpp"
#include "npy_files.hpp"
#include "support/expect.hpp"

namespace npy_stream_test {

using element_types::same;
using expect::is;
using expect::throws;
using npy_files::from_numpy;

std::span<const std::byte> bytes_of(const std::string& text) {
  return std::as_bytes(std::span(text));
}
std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}
bool at_end(std::istream& stream) { return stream.peek() == std::char_traits<char>::eof(); }

/// A stream that cannot seek, as a pipe or a socket, and gives few bytes at a time. Behind `text` it
/// throws if `fails`.
class Pipe : public std::streambuf {
 public:
  explicit Pipe(std::string text, bool fails = false) : text_(std::move(text)), fails_(fails) {}
  /// Bytes that have been asked for.
  std::size_t taken() const { return at_; }

 protected:
  int_type underflow() override {
    if (at_ == text_.size()) {
      if (fails_) throw 7;
      return traits_type::eof();
    }
    setg(&text_[at_], &text_[at_], &text_[at_] + 1);
    ++at_;
    return traits_type::to_int_type(*gptr());
  }
  std::streamsize xsgetn(char* to, std::streamsize bytes) override {
    if (gptr() != egptr() || fails_) return std::streambuf::xsgetn(to, bytes);
    const std::size_t some = text_.copy(to, static_cast<std::size_t>(bytes), at_);
    at_ += some;
    return static_cast<std::streamsize>(some);
  }

 private:
  std::string text_;
  bool fails_;
  std::size_t at_ = 0;
};

// ---- What NumPy wrote.

TEST(NpyBytes, AreReadAsTheFileIs) {
  for (const char* const name :
       {"bool", "int8", "uint16_big", "uint64", "float16_big", "float32", "complex64_big",
        "complex128", "fortran", "fortran_big", "version2", "version3", "rank0", "rank32",
        "size0_rank3", "bool_bytes"}) {
    const std::string text = npy_files::read(from_numpy(name));
    std::istringstream stream(text);
    Pipe pipe(text);
    std::istream slow(&pipe);
    const ndx::NpyTensor wanted = ndx::load_npy_any(from_numpy(name));
    for (const ndx::NpyTensor& any :
         {ndx::load_npy_any(bytes_of(text)), ndx::load_npy_any(stream), ndx::load_npy_any(slow)}) {
      ASSERT_EQ(any.index(), wanted.index()) << name;
      std::visit(
          [&]<class T>(const ndx::Tensor<T>& t) {
            const auto& file = std::get<ndx::Tensor<T>>(wanted);
            EXPECT_EQ(t.strides(), file.strides()) << name;
            // By bytes: some of the elements are NaN.
            EXPECT_EQ(text_of(ndx::npy_bytes(t)), text_of(ndx::npy_bytes(file))) << name;
          },
          any);
    }
    EXPECT_TRUE(at_end(stream) && at_end(slow));
  }
  EXPECT_TRUE(is(ndx::load_npy<std::int16_t>(bytes_of(npy_files::read(from_numpy("int16_big")))),
                 {2, 3}, {0, 1, 2, -32768, 32767, 100}));
}

TEST(NpyBytes, AreThoseOfTheFile) {
  const std::string wanted = npy_files::native_bytes("version1");
  const auto t = ndx::arange<std::int32_t>(24).reshape({2, 3, 4});
  EXPECT_EQ(text_of(ndx::npy_bytes(t)), wanted);
  EXPECT_EQ(text_of(ndx::npy_bytes(t.permute({2, 0, 1}).clone().permute({1, 2, 0}))), wanted);
  std::ostringstream stream;
  ndx::save_npy(stream, ndx::Tensor<const std::int32_t>(t));
  EXPECT_EQ(stream.str(), wanted);
  EXPECT_EQ(text_of(ndx::npy_bytes(ndx::empty<float>({0}))), npy_files::native_bytes("size0"));
}

TEST(NpyBytes, HaveFields) {
  const std::string text = npy_files::read(from_numpy("fields_packed"));
  const auto fields = ndx::npy_fields(bytes_of(text));
  EXPECT_EQ(fields.size(), ndx::npy_fields(from_numpy("fields_packed")).size());
  EXPECT_EQ(fields[1].name, "y");
  EXPECT_EQ(fields[1].offset_bytes, 4);
  EXPECT_TRUE(is(ndx::load_npy_field<double>(bytes_of(text), "z"), {3}, {1, 2, 3.25}));
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::load_npy_field<int>(bytes_of(text), "z"); },
                                      "load_npy_field: bytes: the field 'z' holds float64 ('>f8'), "
                                      "but int32 ('" +
                                          npy_files::kOrder + "i4') was asked for"));
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::npy_fields(bytes_of(text.substr(0, 9))); },
                                      "npy_fields: bytes: ends within the header"));
}

/// Whatever is in it, a string is the name of a file; bytes are a span of std::byte.
TEST(NpyBytes, InAStringOrInAVectorOfCharAreSaidToBeBytes) {
  const std::string text = text_of(ndx::npy_bytes(ndx::tensor({1, 2})));
  EXPECT_THROW(static_cast<void>(ndx::load_npy<int>(text)), ndx::ValueError);
  const std::vector<char> characters(text.begin(), text.end());
  static_assert(!std::is_convertible_v<std::vector<char>, std::span<const std::byte>>);
  static_assert(!std::is_convertible_v<std::vector<char>, std::string>);
  EXPECT_TRUE(is(ndx::load_npy<int>(std::as_bytes(std::span(text))), {2}, {1, 2}));
  EXPECT_TRUE(is(ndx::load_npy<int>(std::as_bytes(std::span(characters))), {2}, {1, 2}));
}

TEST(NpyBytes, OfASubscript) {
  const auto t = ndx::arange<std::int32_t>(6).reshape({2, 3});
  std::ostringstream stream;
  ndx::save_npy(stream, t[1]);
  EXPECT_EQ(stream.str(), text_of(ndx::npy_bytes(t[1])));
  EXPECT_TRUE(is(ndx::load_npy<std::int32_t>(bytes_of(stream.str())), {3}, {3, 4, 5}));
}

// ---- Several arrays, one after another.

TEST(NpyStream, ReadsWhatSeveralCallsOfNumPyWrote) {
  const std::string path = from_numpy("several");
  std::ifstream file(path, std::ios::binary);
  const std::string text = npy_files::read(path);
  std::span<const std::byte> bytes = bytes_of(text);
  const auto next = [&]<class T>(const ndx::Tensor<T>& wanted) {
    return same(ndx::load_npy<T>(file), wanted) && same(ndx::load_next_npy<T>(bytes), wanted);
  };
  EXPECT_TRUE(next(ndx::arange<std::int32_t>(6).reshape({2, 3})));
  EXPECT_TRUE(next(ndx::tensor({1.5, 2.5})));
  EXPECT_TRUE(next(ndx::full({}, true)));
  EXPECT_TRUE(next(ndx::empty<float>({0, 3})));
  using C64 = std::complex<float>;
  const auto last = std::get<ndx::Tensor<C64>>(ndx::load_npy_any(file));
  EXPECT_TRUE(is(last, {1}, {C64(1, -2)}));
  EXPECT_TRUE(same(std::get<ndx::Tensor<C64>>(ndx::load_next_npy_any(bytes)), last));
  EXPECT_TRUE(at_end(file));
  EXPECT_TRUE(bytes.empty());
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::load_npy<int>(file); },
                                      "load_npy: stream: is at its end"));
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::load_npy<std::int32_t>(path); },
                                      "load_npy: " + path +
                                          ": shape (2, 3) of int32 ('<i4') takes 24 bytes, but 561 "
                                          "follow the header"));
}

TEST(NpyStream, WritesWhatSeveralCallsOfNumPyWrite) {
  if (!npy_files::kLittle) return;
  std::ostringstream file;
  ndx::save_npy(file, ndx::arange<std::int32_t>(6).reshape({2, 3}));
  ndx::save_npy(file, ndx::tensor({2.5, 1.5}).flip());
  ndx::save_npy(file, ndx::full({}, true));
  ndx::save_npy(file, ndx::empty<float>({0, 3}));
  ndx::save_npy(file, ndx::tensor({std::complex<float>(1, -2)}));
  EXPECT_EQ(file.str(), npy_files::read(from_numpy("several")));
}

TEST(NpyStream, TakesNotAByteThatIsNotOfTheArray) {
  const std::string array = text_of(ndx::npy_bytes(ndx::arange<std::int16_t>(5)));
  Pipe pipe(array + "next");
  std::istream stream(&pipe);
  EXPECT_TRUE(is(ndx::load_npy<std::int16_t>(stream), {5}, {0, 1, 2, 3, 4}));
  EXPECT_EQ(pipe.taken(), array.size());
  EXPECT_TRUE(stream.good());
}

TEST(NpyStream, ReadsArraysLargerThanItsBlocks) {
  const auto t = ndx::arange<double>(5'000'000);  // 40 MB
  std::string text = text_of(ndx::npy_bytes(t)) + text_of(ndx::npy_bytes(ndx::tensor({7})));
  Pipe pipe(text);
  std::istream slow(&pipe);
  EXPECT_TRUE(same(ndx::load_npy<double>(slow), t));
  EXPECT_EQ(ndx::load_npy<int>(slow).item(), 7);
  std::istringstream seekable(std::move(text));
  EXPECT_TRUE(same(ndx::load_npy<double>(seekable), t));
  EXPECT_EQ(ndx::load_npy<int>(seekable).item(), 7);
}

/// A stream whose buffer throws where it cannot seek, as those of Boost do that decompress.
class Inflating : public Pipe {
 public:
  using Pipe::Pipe;

 protected:
  pos_type seekoff(off_type, std::ios_base::seekdir, std::ios_base::openmode) override {
    throw std::ios_base::failure("no random access");
  }
};

TEST(NpyStream, ReadsWhereSeekingThrows) {
  const auto t =
      ndx::arange<double>(3'000'000);  // 24 MB, more than are read without a look at the end
  const std::string text = text_of(ndx::npy_bytes(t));
  Inflating inflating(text + text.substr(0, text.size() - 1));
  std::istream stream(&inflating);
  EXPECT_TRUE(same(ndx::load_npy<double>(stream), t));
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::load_npy<double>(stream); },
                                      "load_npy: stream: shape (3000000) of float64 ('" +
                                          npy_files::kOrder +
                                          "f8') takes 24000000 bytes, but 23999999 follow the "
                                          "header"));
}

// ---- What is cut off, trailing, damaged or hostile.

/// The ValueError's message of each way to read these bytes, without the call; they are the same but for
/// the name of the source. Of streams, where trailing bytes are none of theirs, alone if `streams`.
testing::AssertionResult refused(const std::string& text, const std::string& why,
                                 bool streams = true) {
  const auto bytes = throws<ndx::ValueError>(
      [&] { return ndx::load_npy<std::int32_t>(bytes_of(text)); }, "load_npy: bytes: " + why);
  if (!bytes || !streams) return bytes;
  std::span<const std::byte> left = bytes_of(text);
  const auto next = throws<ndx::ValueError>([&] { return ndx::load_next_npy<std::int32_t>(left); },
                                            "load_next_npy: bytes: " + why);
  if (!next || left.size() != text.size())
    return next ? testing::AssertionFailure() << "taken" : next;
  std::istringstream stream(text);
  const auto seekable = throws<ndx::ValueError>([&] { return ndx::load_npy<std::int32_t>(stream); },
                                                "load_npy: stream: " + why);
  if (!seekable) return seekable;
  Pipe pipe(text);
  std::istream slow(&pipe);
  return throws<ndx::ValueError>([&] { return ndx::load_npy<std::int32_t>(slow); },
                                 "load_npy: stream: " + why);
}

TEST(NpyBytes, ThatAreCutOffAreRefused) {
  const std::string good = npy_files::with_shape("(3,)", 12);
  const std::string order = npy_files::kOrder;
  EXPECT_TRUE(refused("hello", "is not an .npy file: it does not begin with \\x93NUMPY"));
  EXPECT_TRUE(refused(good.substr(0, 5), "is not an .npy file: it does not begin with \\x93NUMPY"));
  EXPECT_TRUE(refused(good.substr(0, 9), "ends within the header"));
  EXPECT_TRUE(refused(good.substr(0, 20), "has a header of " + std::to_string(good.size() - 22) +
                                              " bytes in a file of 20"));
  for (std::size_t cut = 1; cut <= 12; ++cut) {
    EXPECT_TRUE(refused(good.substr(0, good.size() - cut),
                        "shape (3) of int32 ('<i4') takes 12 bytes, but " +
                            std::to_string(12 - cut) + " follow the header"));
  }
  EXPECT_TRUE(refused("", "is not an .npy file: it does not begin with \\x93NUMPY", false));
}

TEST(NpyBytes, BehindTheArrayAreRefused) {
  const std::string good = npy_files::with_shape("(3,)", 13);
  EXPECT_TRUE(
      refused(good, "shape (3) of int32 ('<i4') takes 12 bytes, but 13 follow the header", false));
  std::span<const std::byte> bytes = bytes_of(good);
  EXPECT_TRUE(is(ndx::load_next_npy<std::int32_t>(bytes), {3}, {0, 0, 0}));
  EXPECT_EQ(bytes.size(), 1U);
}

TEST(NpyBytes, OfHostileHeadersCostNoMemory) {
  const auto claims = [](const std::string& shape, const std::string& bytes, std::size_t there) {
    return refused(npy_files::with_shape("(" + shape + ",)", there),
                   "shape (" + shape + ") of int32 ('<i4') takes " + bytes + " bytes, but " +
                       std::to_string(there) + " follow the header");
  };
  EXPECT_TRUE(claims("1152921504606846976", "4611686018427387904", 4));
  EXPECT_TRUE(claims("2305843009213693951", "9223372036854775804", 0));
  EXPECT_TRUE(claims("1000000000", "4000000000", (std::size_t{1} << 24) + 1));
  EXPECT_TRUE(refused(npy_files::with_shape("(4294967296, 4294967296)", 4),
                      "the product of shape (4294967296, 4294967296) overflows a 64-bit size"));
  EXPECT_TRUE(refused(npy_files::with_header("{}" + std::string(2000000, ' '), 2),
                      "has a header of 2000002 bytes, more than the 1048576 that are read"));
  EXPECT_TRUE(refused(std::string("\x93NUMPY\x02\0\xFF\xFF\xFF\xFF{}", 14),
                      "has a header of 4294967295 bytes, more than the 1048576 that are read"));
}

TEST(NpyStream, ThatFailedIsRefusedAndLeftAsItIs) {
  std::ifstream none("no such folder/a.npy", std::ios::binary);
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::load_npy<int>(none); },
                                      "load_npy: stream: cannot be read"));
  std::istringstream empty;
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::load_npy_any(empty); },
                                      "load_npy_any: stream: is at its end"));
  EXPECT_TRUE(empty.eof() && empty.fail());
  // An error of the source in the middle of the elements.
  Pipe pipe(npy_files::with_shape("(3,)", 5), true);
  std::istream broken(&pipe);
  EXPECT_TRUE(throws<ndx::ValueError>([&] { return ndx::load_npy<std::int32_t>(broken); },
                                      "load_npy: stream: cannot be read"));
  EXPECT_TRUE(broken.bad());
  // Another type: the header is read, the elements are not.
  const std::string text = npy_files::with_shape("(1,)", 4);
  std::istringstream other(text);
  EXPECT_THROW(static_cast<void>(ndx::load_npy<double>(other)), ndx::ValueError);
  EXPECT_TRUE(other.good());
  EXPECT_EQ(other.tellg(), std::streamoff(text.size() - 4));
}

TEST(NpyStream, ThrowsWhatItsExceptionsSay) {
  std::istringstream stream(npy_files::with_shape("(3,)", 5));
  stream.exceptions(std::ios::eofbit);
  EXPECT_THROW(static_cast<void>(ndx::load_npy<std::int32_t>(stream)), std::ios_base::failure);
}

/// A target with room for so many bytes.
class Full : public std::streambuf {
 public:
  explicit Full(std::streamsize room) : room_(room) {}

 protected:
  int_type overflow(int_type c) override {
    return room_-- > 0 ? traits_type::not_eof(c) : traits_type::eof();
  }
  int sync() override { return room_ < 0 ? -1 : 0; }

 private:
  std::streamsize room_;
};

/// A stream that counts how often it is flushed.
class Flushed : public std::stringbuf {
 public:
  int times = 0;

 protected:
  int sync() override { return ++times, 0; }
};

TEST(NpyStream, IsFlushedBehindEachArray) {
  Flushed buffer;
  std::ostream stream(&buffer);
  ndx::save_npy(stream, ndx::arange<double>(3));
  EXPECT_EQ(buffer.times, 1);
  ndx::save_npy(stream, ndx::arange<double>(100'000).flip());
  EXPECT_EQ(buffer.times, 2);
}

TEST(NpyStream, ThatEndsWithinAnArrayIsAtItsEnd) {
  const std::string good = npy_files::with_shape("(3,)", 12);
  for (const std::size_t bytes : {std::size_t{3}, std::size_t{20}, good.size() - 1}) {
    std::istringstream seekable(good.substr(0, bytes));
    Pipe pipe(good.substr(0, bytes));
    std::istream slow(&pipe);
    for (std::istream* const stream : {static_cast<std::istream*>(&seekable), &slow}) {
      EXPECT_THROW(static_cast<void>(ndx::load_npy<std::int32_t>(*stream)), ndx::ValueError);
      EXPECT_TRUE(stream->fail() && stream->eof() && !stream->bad()) << bytes;
    }
  }
}

TEST(NpyStream, ThatCannotBeWrittenIsRefused) {
  const auto t = ndx::arange<double>(100);
  for (const std::streamsize room : {0, 10, 128, 927}) {
    Full full(room);
    std::ostream stream(&full);
    EXPECT_TRUE(throws<ndx::ValueError>([&] { ndx::save_npy(stream, t); },
                                        "save_npy: stream: cannot be written"))
        << room;
    EXPECT_TRUE(throws<ndx::ValueError>([&] { ndx::save_npy(stream, t); },
                                        "save_npy: stream: cannot be written"));
  }
  Full enough(928);
  std::ostream stream(&enough);
  EXPECT_NO_THROW(ndx::save_npy(stream, t));
  // More bytes than 64 bits count.
  const auto wide = ndx::zeros<double>({1}).expand({ndx::index_t{1} << 61});
  EXPECT_THROW(ndx::save_npy(stream, wide), ndx::ValueError);
  EXPECT_THROW(static_cast<void>(ndx::npy_bytes(wide)), ndx::ValueError);
}

}  // namespace npy_stream_test
