// Parses the list in which the header of an .npy file describes NumPy's structured dtypes, and
// finds the offset of each field.
//
// The text is untrusted; names, nesting and sizes are limited. This file knows no tensors. The parser is
// a template of NpyFieldEntry, so that only a program that reads structs compiles it. Source: the
// documentation of numpy.lib.format.descr_to_dtype.
#pragma once

#include <algorithm>
#include <vector>

#include <ndx/io/npy/npy_header.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A field that is not a struct itself.
struct NpyFieldEntry {
  std::string name;   // "p.x" for a field of structs within structs
  std::string descr;  // as in the file: "<f4"
  NpyType type;       // has 0 bytes if no tensor can hold it
  index_t offset = 0;
  Dims shape;
  Dims strides_bytes;
};

/// Parses [('x', '<f4'), ('y', '<i8', (2,)), ('p', [('x', '<f4')]), ('', '|V4')]. Each entry has a
/// name, or a title and a name; then a type, or a list for a struct; then a shape if the field has
/// several elements. Fields without a name are padding.
template <class Entry>
class NpyFieldsParser : NpyText {
 public:
  NpyFieldsParser(const std::string& where, std::string_view text)
      : NpyText(where, "the list of fields", text) {}

  /// Parses the whole text. Returns the bytes of one struct.
  index_t parse(std::vector<Entry>& fields) {
    const index_t bytes = parse_fields(0);
    if (!at_end()) fail("has text after it");
    fields = std::move(fields_);
    return bytes;
  }

 private:
  static constexpr int kDeepest = 32;  // structs within structs: limits the recursion
  /// Longest name in bytes, with the names of the structs around it: each field has a copy of
  /// these.
  static constexpr std::size_t kLongestName = 1024;

  index_t parse_fields(int depth) {
    if (depth == kDeepest) fail(message("has structs within structs beyond a depth of ", kDeepest));
    index_t bytes = 0;
    expect('[');
    bool comma = true;
    while (!accept(']')) {
      if (!comma) fail("lacks a comma");
      bytes = checked_add(where().c_str(), bytes, parse_field(bytes, depth));
      comma = accept(',');
    }
    return bytes;
  }

  /// Parses the field at this offset. Returns its bytes.
  index_t parse_field(index_t offset, int depth) {
    const std::size_t first = fields_.size();
    expect('(');
    const std::string name = parse_name();
    expect(',');
    const bool is_struct = sees('[');
    index_t bytes = is_struct ? parse_fields(depth + 1) : parse_leaf();
    Dims shape;
    if (accept(',') && !sees(')')) shape = parse_shape();
    static_cast<void>(accept(','));
    expect(')');
    for (std::size_t i = first; i < fields_.size(); ++i)
      place(fields_[i], name, offset, shape, bytes);
    if (name.empty()) fields_.resize(first);
    bytes = checked_mul(where().c_str(), bytes, checked_numel(where().c_str(), shape));
    return bytes;
  }

  /// Parses 'x', or a title and a name in parentheses.
  std::string parse_name() {
    const bool titled = accept('(');
    if (titled) {
      static_cast<void>(parse_string());
      expect(',');
    }
    const std::string name(parse_string());
    if (titled) expect(')');
    if (name.find('\\') != name.npos) fail("has a name with a backslash");
    return name;
  }

  /// Parses a type that is not a list. Returns its bytes.
  index_t parse_leaf() {
    Entry field;
    field.descr = std::string(parse_string());
    index_t bytes = 0;
    if (read_npy_type(field.descr, field.type)) {
      bytes = field.type.bytes;
    } else {
      field.type = {};
      bytes = foreign_bytes(field.descr);
    }
    fields_.push_back(std::move(field));
    return bytes;
  }

  /// Returns the bytes of a type that no tensor can hold: text, time, long double. Python objects
  /// are refused: a file has them pickled, without a fixed size.
  [[nodiscard]] index_t foreign_bytes(std::string_view descr) const {
    const bool ordered = !descr.empty() && std::string_view("<>|=").find(descr[0]) != descr.npos;
    const std::string_view plain = descr.substr(ordered ? 1 : 0);
    index_t size = 0;
    const char* const end = plain.data() + plain.size();
    const auto read = std::from_chars(plain.data() + !plain.empty(), end, size);
    const bool has_unit = read.ptr != end && *read.ptr == '[' && end[-1] == ']';
    constexpr index_t kLargest = INT64_MAX / 8;
    const bool known = !plain.empty() && std::string_view("USVafcmM").find(plain[0]) != plain.npos;
    if (!known || read.ec != std::errc() || (read.ptr != end && !has_unit) || size < 0 ||
        size > kLargest)
      throw_value_error(where(), ": the type ", detail::quoted(descr),
                        " of a field cannot be read");
    return plain[0] == 'U' ? 4 * size : size;
  }

  /// Makes the field a part of the field `name`, which is repeated in `shape` and lies at `offset`.
  void place(Entry& field, const std::string& name, index_t offset, const Dims& shape,
             index_t bytes) const {
    if (name.size() + field.name.size() >= kLongestName)
      fail(message("has a field with a name of more than ", kLongestName, " bytes"));
    if (field.name.empty()) {
      field.name = name;
    } else {
      field.name = name + "." + field.name;
    }
    field.offset = checked_add(where().c_str(), field.offset, offset);
    Dims sizes = shape, strides = shape;
    for (std::size_t d = shape.size(); d-- > 0;) {
      strides[d] = bytes;
      bytes = checked_mul(where().c_str(), bytes, shape[d]);
    }
    for (std::size_t d = 0; d < field.shape.size(); ++d) {
      sizes.push_back(field.shape[d]);
      strides.push_back(field.strides_bytes[d]);
    }
    if (sizes.size() > kMaxRank)
      throw_value_error(where(), ": the field ", detail::quoted(field.name), " has more than ",
                        kMaxRank, " dims");
    field.shape = sizes;
    field.strides_bytes = strides;
  }

  std::vector<Entry> fields_;
};

/// The header and the fields of a file of structs.
struct NpyStructs {
  NpyHeader header;
  std::vector<NpyFieldEntry> fields;

  [[nodiscard]] const NpyFieldEntry* find(const std::string& name) const noexcept {
    for (const NpyFieldEntry& field : fields)
      if (field.name == name) return &field;
    return nullptr;
  }
};

/// Reads the header of a file of structs with named fields. Throws ValueError if the elements are
/// others.
template <class Source>
NpyStructs read_npy_structs(const Source& file) {
  NpyStructs structs;
  structs.header = read_npy_header(file, [&](const std::string& where, NpyHeader& header) {
    structs.fields.clear();
    header.type = {'V', NpyFieldsParser<NpyFieldEntry>(where, header.fields).parse(structs.fields)};
    if (header.type.bytes == 0) throw_value_error(where, ": holds structs of 0 bytes");
  });
  if (structs.header.fields.empty()) {
    throw_value_error(file.where(), ": holds ", npy_type_name(structs.header.type),
                      ", not structs with named fields");
  }
  std::vector<std::string> names;
  for (const NpyFieldEntry& field : structs.fields) names.push_back(field.name);
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    throw_value_error(file.where(), ": two fields have the name ", detail::quoted(*twice));
  return structs;
}

}  // namespace detail
NDX_NAMESPACE_END
