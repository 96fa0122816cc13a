// The header of an .npy file: parses untrusted header text, and writes headers.
//
// Knows format versions 1 to 3, but no tensors. Source: NumPy's NEP 1 and the documentation of
// numpy.lib.format. The parser accepts exactly the three required dictionary entries; it does not
// evaluate Python.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include <ndx/base/checked.hpp>
#include <ndx/io/file.hpp>
#include <ndx/io/npy_type.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The contents of a header.
struct NpyHeader {
  NpyType type;
  bool fortran_order = false;
  Dims shape;
  index_t data_offset = 0;
};

/// Parses the dictionary {'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }, with its
/// entries in any order, as Python's repr writes it; Python 2's 3L is read as 3.
class NpyHeaderParser {
 public:
  /// `where` is the beginning of messages.
  NpyHeaderParser(const std::string& where, std::string_view text) : where_(where), text_(text) {}

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      parse_entry();
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    skip_space();
    if (at_ != text_.size()) fail("has text after the dictionary");
    for (std::size_t key = 0; key < kKeys.size(); ++key) {
      if (!seen_[key]) throw_value_error(where_, ": the header has no ", quoted(kKeys[key]));
    }
    return std::move(header_);
  }

 private:
  static constexpr std::array<std::string_view, 3> kKeys{"descr", "fortran_order", "shape"};

  [[noreturn]] NDX_COLD void fail(const std::string& what) const {
    throw_value_error(where_, ": the header ", what, " at character ", at_, ": ",
                      quoted(text_.substr(at_)));
  }

  void parse_entry() {
    const std::string_view name = parse_string();
    std::size_t key = 0;
    while (key < kKeys.size() && kKeys[key] != name) ++key;
    if (key == kKeys.size())
      throw_value_error(where_, ": the header has an unknown key, ", quoted(name));
    if (std::exchange(seen_[key], true))
      throw_value_error(where_, ": the header has ", quoted(name), " twice");
    expect(':');
    if (key == 0) {
      parse_descr();
    } else if (key == 1) {
      parse_fortran_order();
    } else {
      parse_shape();
    }
  }

  void parse_descr() {
    skip_space();
    if (at_ < text_.size() && text_[at_] == '[') {
      throw_value_error(where_,
                        ": holds structs with named fields; save them as bytes, as "
                        "a.view('V%d' % a.itemsize) in NumPy");
    }
    const std::string_view descr = parse_string();
    const bool ordered = !descr.empty() && std::string_view("<>|=").find(descr[0]) != descr.npos;
    const std::string_view plain = descr.substr(ordered ? 1 : 0);
    NpyType& type = header_.type;
    type.kind = plain.empty() ? '?' : plain[0];
    const char* const end = plain.data() + plain.size();
    const auto size = std::from_chars(plain.data() + !plain.empty(), end, type.bytes);
    if (size.ec != std::errc() || size.ptr != end || !is_known(type)) {
      throw_value_error(
          where_, ": the element type ", quoted(descr),
          " is not one of bool, integers, float16, float32, float64, complex64, complex128 "
          "and void");
    }
    const char foreign = std::endian::native == std::endian::little ? '>' : '<';
    type.swapped = descr[0] == foreign && type.bytes > 1;
  }

  static bool is_known(const NpyType& type) noexcept {
    constexpr index_t kLargestStruct = INT64_MAX / 8;  // so that the size in bits fits, too
    const index_t n = type.bytes;
    switch (type.kind) {
      case 'b':
        return n == 1;
      case 'i':
      case 'u':
        return n == 1 || n == 2 || n == 4 || n == 8;
      case 'f':
        return n == 2 || n == 4 || n == 8;
      case 'c':
        return n == 8 || n == 16;
      default:
        return type.kind == 'V' && n > 0 && n <= kLargestStruct;
    }
  }

  void parse_fortran_order() {
    skip_space();
    const bool yes = accept_word("True");
    if (!yes && !accept_word("False")) fail("has a fortran_order that is neither True nor False");
    header_.fortran_order = yes;
  }

  /// Parses a tuple of integers: (), (3,), (2, 3).
  void parse_shape() {
    expect('(');
    bool comma = true;
    while (!accept(')')) {
      if (!comma) fail("lacks a comma");
      if (header_.shape.size() == kMaxRank)
        throw_value_error(where_, ": the shape has more than ", kMaxRank, " dims");
      header_.shape.push_back(parse_size());
      comma = accept(',');
    }
    if (header_.shape.size() == 1 && !comma) fail("has a shape that is not a tuple");
  }

  index_t parse_size() {
    skip_space();
    index_t size = 0;
    const char* const first = text_.data() + at_;
    const auto result = std::from_chars(first, text_.data() + text_.size(), size);
    if (result.ec == std::errc::result_out_of_range) fail("has a size beyond 64 bits");
    if (result.ec != std::errc()) fail("has a shape that is not a tuple of integers");
    if (size < 0) fail("has a negative size");
    // Not an integer of Python, nor for NumPy; only 0 itself may have more than one digit 0.
    if (size != 0 && *first == '0') fail(message("has the size ", size, " with leading zeros"));
    at_ += static_cast<std::size_t>(result.ptr - first);
    if (at_ < text_.size() && text_[at_] == 'L') ++at_;
    return size;
  }

  /// Parses a string without escapes; no valid key or value contains any.
  std::string_view parse_string() {
    skip_space();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') fail("lacks a string");
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == text_.npos) fail("has an unterminated string");
    const std::string_view content = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return content;
  }

  void skip_space() noexcept {
    while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != text_.npos) ++at_;
  }
  bool accept(char c) noexcept {
    skip_space();
    const bool here = at_ < text_.size() && text_[at_] == c;
    if (here) ++at_;
    return here;
  }
  bool accept_word(std::string_view word) noexcept {
    const bool here = text_.substr(at_, word.size()) == word;
    if (here) at_ += word.size();
    return here;
  }
  void expect(char c) {
    if (accept(c)) return;
    fail(message("lacks '", std::string(1, c), "'"));
  }

  const std::string& where_;
  std::string_view text_;
  std::size_t at_ = 0;
  NpyHeader header_;
  std::array<bool, 3> seen_{};
};

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";

/// Reads the header at the beginning of a file, and checks that the elements fill the rest exactly.
/// A source is an InputFile or has its where(), size() and read().
template <class Source>
NpyHeader read_npy_header(const Source& file) {
  constexpr index_t kLongestHeader = index_t{1} << 20;
  const std::string& where = file.where();
  std::array<unsigned char, 12> start{};
  file.read(start.data(), std::min<index_t>(file.size(), 12), 0);
  if (!std::equal(kNpyMagic.begin(), kNpyMagic.end(), start.begin(),
                  [](char a, unsigned char b) { return static_cast<unsigned char>(a) == b; }))
    throw_value_error(where, ": is not an .npy file: it does not begin with \\x93NUMPY");
  const int major = start[6];
  const int minor = start[7];
  const index_t text_start = major == 1 ? 10 : 12;
  if (file.size() < text_start) throw_value_error(where, ": ends within the header");
  if (major < 1 || major > 3 || minor != 0) {
    throw_value_error(where, ": has format version ", major, ".", minor,
                      ", but only 1.0, 2.0 and 3.0 can be read");
  }
  index_t length = 0;
  for (index_t i = text_start - 1; i >= 8; --i)
    length = 256 * length + start[static_cast<std::size_t>(i)];
  if (length > file.size() - text_start || length > kLongestHeader) {
    throw_value_error(where, ": has a header of ", length, " bytes in a file of ", file.size());
  }
  std::string text(static_cast<std::size_t>(length), '\0');
  file.read(text.data(), length, text_start);
  NpyHeader header = NpyHeaderParser(where, text).parse();
  header.data_offset = text_start + length;
  const index_t count = checked_numel(where.c_str(), header.shape);
  const index_t needed = checked_mul(where.c_str(), count, header.type.bytes);
  const index_t there = file.size() - header.data_offset;
  if (needed != there) {
    throw_value_error(where, ": shape ", header.shape, " of ", npy_type_name(header.type),
                      " takes ", needed, " bytes, but ", there, " follow the header");
  }
  return header;
}

/// The bytes before the elements, for a file in row-major order: byte for byte what NumPy 1.24
/// writes. With at most 64 dims the text is far below the limit of version 1.0, 65535 bytes.
inline std::string npy_preamble(const NpyType& type, DimsView shape) {
  std::string text =
      message("{'descr': '", npy_descr(type), "', 'fortran_order': False, 'shape': (");
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (d != 0) text += ", ";
    text += std::to_string(shape[d]);
  }
  text += shape.size() == 1 ? ",), }" : "), }";
  // Pads like NumPy: room for the first size to grow in place, then up to a multiple of 64 bytes.
  constexpr std::size_t kLongestSize = 21;
  if (!shape.empty()) text.append(kLongestSize - std::to_string(shape[0]).size(), ' ');
  constexpr std::size_t kTextStart = 10;
  constexpr std::size_t kAlign = 64;
  text.append(kAlign - (kTextStart + text.size() + 1) % kAlign, ' ');
  text += '\n';
  const char lengths[] = {'\x01', '\0', static_cast<char>(text.size() & 255U),
                          static_cast<char>(text.size() >> 8U)};
  return std::string(kNpyMagic) + std::string(lengths, sizeof lengths) + text;
}

}  // namespace detail
NDX_NAMESPACE_END
