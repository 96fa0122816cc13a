// Parses and writes the header of an .npy file.
//
// A header is untrusted text: the parser accepts exactly the three required dictionary entries and
// does not evaluate Python. It reads format versions 1 to 3 and knows no tensors. Source: NumPy's
// NEP 1 and the documentation of numpy.lib.format.
#pragma once

#include <bit>
#include <charconv>
#include <cstring>
#include <string>
#include <string_view>

#include <ndx/base/dtype.hpp>
#include <ndx/base/error.hpp>
#include <ndx/io/npy/npy_text.hpp>
#include <ndx/layout/checked.hpp>

NDX_NAMESPACE_BEGIN

// NpyType: an element type as .npy files encode it, and the conversions to and from that text.

namespace detail {

/// An element type as .npy files encode it: '<f8' is kind f of 8 bytes.
struct NpyType {
  char kind = 'V';  // b, i, u, f, c, or V (untyped bytes)
  index_t bytes = 0;
  bool swapped = false;  // whether the byte order is not this machine's
  /// Whether the bytes of kind V are one number, of a type that NumPy does not have. A file does
  /// not say it.
  bool is_number = false;

  [[nodiscard]] bool same_elements(const NpyType& other) const noexcept {
    return kind == other.kind && bytes == other.bytes;
  }
};

/// Returns the NpyType of T. Types without a DType are bytes, kind V. bfloat16 has the kind V as
/// well, but with a byte order, because NumPy has no such type: the Python package ml_dtypes, whose
/// dtypes have the kind V (kNpyDescrKind in its _src/dtypes.cc), writes '<V2'.
template <class T>
constexpr NpyType npy_type() {
  constexpr DType dtype = dtype_of<T>();
  constexpr char kind = dtype == DType::boolean    ? 'b'
                        : dtype == DType::bfloat16 ? 'V'
                        : dtype <= DType::int64    ? 'i'
                        : dtype <= DType::uint64   ? 'u'
                        : dtype <= DType::float64  ? 'f'
                        : dtype != DType::opaque   ? 'c'
                                                   : 'V';
  return {kind, sizeof(T), false, dtype == DType::bfloat16};
}

/// Returns whether a type is one that tensors can hold, or void.
inline bool is_known(const NpyType& type) noexcept {
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

/// Parses a type such as '<f8'. Returns whether it is one that tensors can hold, or void.
inline bool read_npy_type(std::string_view descr, NpyType& type) noexcept {
  const bool ordered = !descr.empty() && std::string_view("<>|=").find(descr[0]) != descr.npos;
  const std::string_view plain = descr.substr(ordered ? 1 : 0);
  type.kind = plain.empty() ? '?' : plain[0];
  const char* const end = plain.data() + plain.size();
  const auto size = std::from_chars(plain.data() + !plain.empty(), end, type.bytes);
  if (size.ec != std::errc() || size.ptr != end || !is_known(type)) return false;
  const char foreign = std::endian::native == std::endian::little ? '>' : '<';
  type.swapped = descr[0] == foreign && type.bytes > 1;
  return true;
}

/// Returns whether elements that are read as T are in the other byte order.
template <class T>
bool is_swapped(const NpyType& type) {
  return type.swapped && (type.kind != 'V' || npy_type<T>().is_number);
}

/// Returns the encoded type: "<f8", "|b1", "|V12".
inline std::string npy_descr(const NpyType& type) {
  const bool little = (std::endian::native == std::endian::little) != type.swapped;
  const char order = type.bytes == 1 || (type.kind == 'V' && !type.is_number) ? '|'
                     : little                                                 ? '<'
                                                                              : '>';
  const char letters[] = {order, type.kind, '\0'};
  return message(static_cast<const char*>(letters), type.bytes);
}

/// Returns the name that dtype_name() gives a type: "float64".
inline std::string npy_plain_name(const NpyType& type) {
  constexpr std::string_view kKinds = "iufc";
  constexpr const char* kNames[] = {"int", "uint", "float", "complex"};
  const std::size_t at = kKinds.find(type.kind);
  return at != kKinds.npos  ? message(kNames[at], 8 * type.bytes)
         : type.kind == 'b' ? "bool"
         : type.is_number   ? "bfloat16"
                            : message("a struct of ", type.bytes, " bytes");
}

/// Returns a type's name for messages: "float64 ('<f8')".
inline std::string npy_type_name(const NpyType& type) {
  return message(npy_plain_name(type), " ('", npy_descr(type), "')");
}

}  // namespace detail

namespace detail {

/// The contents of a header.
struct NpyHeader {
  NpyType type;
  bool fortran_order = false;
  Dims shape;
  index_t data_offset = 0;
  index_t data_bytes = 0;    // of all elements together
  bool is_appended = false;  // whether more bytes may follow
  std::string fields;        // the list of fields, if the elements are structs with names
};

/// Refuses a list of fields. This is what read_npy_header does unless told otherwise.
struct RefuseNpyFields {
  [[noreturn]] NDX_COLD void operator()(const std::string& where, NpyHeader& /*header*/) const {
    throw_value_error(
        where,
        ": holds structs with named fields; load_npy_field reads one of them from an .npy file");
  }
};

/// Parses the dictionary {'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }, with its
/// entries in any order, as Python's repr writes it; Python 2's 3L is read as 3.
class NpyHeaderParser : NpyText {
 public:
  /// Messages begin with `where`.
  NpyHeaderParser(const std::string& where, std::string_view text)
      : NpyText(where, "the header", text) {}

  NpyHeader parse() {
    expect('{');
    while (!accept('}')) {
      parse_entry();
      if (!accept(',')) {
        expect('}');
        break;
      }
    }
    if (!at_end()) fail("has text after the dictionary");
    for (std::size_t key = 0; key < std::size(kKeys); ++key) {
      if (!seen_[key])
        throw_value_error(where(), ": the header has no ", detail::quoted(kKeys[key]));
    }
    return std::move(header_);
  }

 private:
  static constexpr const char* kKeys[] = {"descr", "fortran_order", "shape"};

  void parse_entry() {
    const std::string_view name = parse_string();
    std::size_t key = 0;
    while (key < std::size(kKeys) && name != kKeys[key]) ++key;
    if (key == std::size(kKeys))
      throw_value_error(where(), ": the header has an unknown key, ", detail::quoted(name));
    if (seen_[key]) throw_value_error(where(), ": the header has ", detail::quoted(name), " twice");
    seen_[key] = true;
    expect(':');
    if (key == 0) {
      parse_descr();
    } else if (key == 1) {
      parse_fortran_order();
    } else {
      header_.shape = parse_shape();
    }
  }

  /// Parses a type, or finds the end of a list of fields, which read_npy_header handles.
  void parse_descr() {
    if (sees('[')) {
      header_.fields = parse_list();
      return;
    }
    const std::string_view descr = parse_string();
    if (read_npy_type(descr, header_.type)) return;
    throw_value_error(
        where(), ": the element type ", detail::quoted(descr),
        " is not one of bool, integers, float16, float32, float64, complex64, complex128 "
        "and void");
  }

  void parse_fortran_order() {
    skip_space();
    const bool yes = accept_word("True");
    if (!yes && !accept_word("False")) fail("has a fortran_order that is neither True nor False");
    header_.fortran_order = yes;
  }

  NpyHeader header_;
  bool seen_[std::size(kKeys)] = {};
};

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";
/// The end of a header while append_npy writes: it has a tab, which NumPy skips as it skips spaces.
/// Bytes after the elements then belong to an append that has not ended, or whose process was
/// killed.
inline constexpr std::string_view kNpyAppending = "\t\n";

/// The position of the header's text in the file.
struct NpyHeaderText {
  index_t start = 0;
  index_t bytes = 0;
};

/// Number of bytes that every .npy file has: the magic string, the version, the length of the
/// header, and two braces.
inline constexpr index_t kShortestNpy = 12;

/// Reads the bytes before the text of a header. A source is an InputFile, or a class that has
/// where(), size() and read().
template <class Source>
NpyHeaderText find_npy_header(const Source& file) {
  constexpr index_t kLongestHeader = index_t{1} << 20;
  const std::string& where = file.where();
  unsigned char start[kShortestNpy] = {};
  file.read(start, file.size() < kShortestNpy ? file.size() : kShortestNpy, 0);
  if (std::memcmp(start, kNpyMagic.data(), kNpyMagic.size()) != 0)
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
  for (index_t i = text_start - 1; i >= 8; --i) length = 256 * length + start[i];
  if (length > kLongestHeader) {
    throw_value_error(where, ": has a header of ", length, " bytes, more than the ", kLongestHeader,
                      " that are read");
  }
  return {text_start, length};
}

/// Reads the header at the beginning of a source, which may have more or fewer bytes than the
/// elements take. For structs with named fields, set_type(where, header) sets the type.
template <class Source, class SetType = RefuseNpyFields>
NpyHeader parse_npy_header(const Source& file, const SetType& set_type = {}) {
  const std::string& where = file.where();
  const NpyHeaderText found = find_npy_header(file);
  if (found.bytes > file.size() - found.start)
    throw_value_error(where, ": has a header of ", found.bytes, " bytes in a file of ",
                      file.size());
  std::string text(static_cast<std::size_t>(found.bytes), '\0');
  file.read(text.data(), found.bytes, found.start);
  NpyHeader header = NpyHeaderParser(where, text).parse();
  header.data_offset = found.start + found.bytes;
  header.is_appended = text.ends_with(kNpyAppending);
  if (!header.fields.empty()) set_type(where, header);
  const index_t count = checked_numel(where.c_str(), header.shape);
  header.data_bytes = checked_mul(where.c_str(), count, header.type.bytes);
  return header;
}

/// Throws the error for a file of the wrong size. `there` is the number of bytes after the header.
[[noreturn]] NDX_COLD inline void throw_npy_size(const std::string& where, const NpyHeader& header,
                                                 index_t there) {
  throw_value_error(where, ": shape ", header.shape, " of ", npy_type_name(header.type), " takes ",
                    header.data_bytes, " bytes, but ", there, " follow the header");
}

/// Reads the header at the beginning of a file, and checks that the elements fill the rest exactly.
/// While a file is appended to, more bytes may follow. If the size does not fit because an append
/// has ended meanwhile, the size and the header are read again.
template <class Source, class SetType = RefuseNpyFields>
NpyHeader read_npy_header(const Source& file, const SetType& set_type = {}) {
  NpyHeader header = parse_npy_header(file, set_type);
  const index_t there = file.size() - header.data_offset;
  const bool fits = header.data_bytes == there || (header.data_bytes < there && header.is_appended);
  if constexpr (requires { file.refresh(); }) {
    if (!fits && file.refresh()) return read_npy_header(file, set_type);
  }
  if (!fits) throw_npy_size(file.where(), header, there);
  return header;
}

/// Returns the bytes before the elements, for a file in row-major order: byte for byte what NumPy
/// 1.24 writes. With at most 64 dims the text is far below the limit of version 1.0, 65535 bytes.
inline std::string npy_preamble(const NpyType& type, DimsView shape) {
  TextBuffer text;
  append_text(text, kNpyMagic);
  text.append("\x01\0\0\0", 4);  // the version, and space for the length of what follows
  append_text(text, "{'descr': '");
  append_text(text, npy_descr(type));
  append_text(text, "', 'fortran_order': False, 'shape': (");
  std::size_t first_size = 0;  // number of digits of the first size
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (d != 0) append_text(text, ", ");
    const std::size_t begin = text.size();
    append_number(text, shape[d]);
    if (d == 0) first_size = text.size() - begin;
  }
  append_text(text, shape.size() == 1 ? ",), }" : "), }");
  // The padding is NumPy's: spaces with which the first size can grow in place, then up to a
  // multiple of 64 bytes.
  constexpr std::size_t kLongestSize = 21;
  constexpr std::size_t kAlign = 64;
  for (std::size_t n = first_size; !shape.empty() && n < kLongestSize; ++n) text.push_back(' ');
  do text.push_back(' ');
  while ((text.size() + 1) % kAlign != 0);
  text.push_back('\n');
  constexpr std::size_t kTextStart = 10;
  const std::size_t length = text.size() - kTextStart;
  text[8] = static_cast<char>(length & 255U);
  text[9] = static_cast<char>(length >> 8U);
  return {text.data(), text.size()};
}

}  // namespace detail

NDX_NAMESPACE_END
