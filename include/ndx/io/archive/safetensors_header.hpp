// Parses and writes the header of a .safetensors file, which is untrusted JSON. Needs
// nlohmann-json.
//
// The parser takes the values one by one and refuses the first that a header cannot have, instead
// of building a tree of the text, which may take thirty times as much memory as the text. This file
// knows no tensors.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <ndx/base/dtype.hpp>
#include <ndx/base/float8.hpp>
#include <ndx/io/file.hpp>
#include <ndx/io/npy/npy_header.hpp>
#include <ndx/layout/checked.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the format's name of a dtype; nullptr if it has none.
constexpr const char* safetensors_name(DType dtype) {
  constexpr const char* names[] = {"BOOL", "I8",  "I16",  "I32", "I64", "U8",  "U16",   "U32",
                                   "U64",  "F16", "BF16", "F32", "F64", "C64", nullptr, nullptr};
  return names[static_cast<int>(dtype)];
}

/// Returns the format's name of the element type T; nullptr if it has none.
template <class T>
constexpr const char* safetensors_name_of() {
  using Plain = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Plain, float8_e4m3fn>) {
    return "F8_E4M3";
  } else if constexpr (std::is_same_v<Plain, float8_e5m2>) {
    return "F8_E5M2";
  } else {
    return safetensors_name(dtype_of<T>());
  }
}

/// Returns the dtype of that name, or opaque.
inline DType safetensors_dtype(std::string_view name) {
  for (auto dtype = DType::boolean; dtype != DType::opaque;
       dtype = static_cast<DType>(static_cast<int>(dtype) + 1)) {
    const char* const known = safetensors_name(dtype);
    if (known != nullptr && name == known) return dtype;
  }
  return DType::opaque;
}

/// Returns the bytes of an element of the type of that name; 0 if no tensor can hold it.
inline index_t safetensors_bytes(std::string_view name) {
  if (name == safetensors_name_of<float8_e4m3fn>() || name == safetensors_name_of<float8_e5m2>())
    return 1;
  constexpr index_t bytes[] = {1, 1, 2, 4, 8, 1, 2, 4, 8, 2, 2, 4, 8, 8};
  const DType dtype = safetensors_dtype(name);
  return dtype == DType::opaque ? 0 : bytes[static_cast<int>(dtype)];
}

struct SafetensorsEntry {
  std::string name;
  std::string dtype;
  Dims shape;
  index_t begin = 0;  // counted from data_offset
  index_t bytes = 0;
};

struct SafetensorsHeader {
  std::vector<SafetensorsEntry> entries;                   // sorted by begin
  std::map<std::string, std::size_t, std::less<>> places;  // index in `entries`, by name
  std::map<std::string, std::string> metadata;
  index_t data_offset = 0;

  [[nodiscard]] const SafetensorsEntry* find(std::string_view name) const noexcept {
    const auto found = places.find(name);
    return found == places.end() ? nullptr : &entries[found->second];
  }
};

inline constexpr const char* kSafetensorsMetadata = "__metadata__";

/// Turns the text of a header into a SafetensorsHeader, whose elements take `data_bytes`. A value
/// that a header cannot have at its place throws a ValueError at once, so that nothing else is ever
/// stored.
class SafetensorsParser final : public nlohmann::json_sax<nlohmann::json> {
 public:
  /// Messages begin with `where`.
  SafetensorsParser(const std::string& where, index_t data_bytes)
      : where_(where), data_bytes_(data_bytes) {}

  SafetensorsHeader parse(const std::string& text) {
    nlohmann::json::sax_parse(text, this);
    check_no_gaps();
    header_.places.erase(kSafetensorsMetadata);
    for (std::size_t i = 0; i < header_.entries.size(); ++i)
      header_.places[header_.entries[i].name] = i;
    return std::move(header_);
  }

  // nlohmann-json calls the functions that follow.
  bool null() override { wrong_value(); }
  bool boolean(bool /*value*/) override { wrong_value(); }
  bool number_integer(number_integer_t /*value*/) override { wrong_value(); }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { wrong_value(); }
  bool binary(binary_t& /*value*/) override { wrong_value(); }
  bool number_unsigned(number_unsigned_t value) override {
    if (depth_ != kInSizes || value > INT64_MAX) wrong_value();
    Dims& sizes = key_ == "shape" ? entry_.shape : offsets_;
    if (sizes.size() == kMaxRank) fail_no_list();
    sizes.push_back(static_cast<index_t>(value));
    return true;
  }
  bool string(string_t& value) override {
    if (depth_ != kInEntry || (!is_metadata() && key_ != "dtype")) wrong_value();
    (is_metadata() ? header_.metadata[key_] : entry_.dtype) = std::move(value);
    return true;
  }
  bool start_object(std::size_t /*size*/) override {
    if (depth_ >= kInEntry) wrong_value();
    ++depth_;
    return true;
  }
  bool end_object() override {
    if (depth_-- == kInEntry && !is_metadata()) add_entry();
    return true;
  }
  bool start_array(std::size_t /*size*/) override {
    if (depth_ != kInEntry || is_metadata() || key_ == "dtype") wrong_value();
    ++depth_;
    return true;
  }
  bool end_array() override {
    --depth_;
    return true;
  }
  bool key(string_t& name) override {
    if (depth_ == kInHeader) {
      begin_entry(std::move(name));
    } else if (is_metadata()) {
      begin_note(std::move(name));
    } else {
      begin_field(std::move(name));
    }
    return true;
  }
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const nlohmann::json::exception& error) override {
    throw_value_error(where_, ": the header is not JSON: ", detail::quoted(error.what()));
  }

 private:
  /// Number of objects and lists that the parser is in.
  static constexpr int kInHeader = 1;
  static constexpr int kInEntry = 2;  // or in the metadata
  static constexpr int kInSizes = 3;

  [[nodiscard]] bool is_metadata() const noexcept { return entry_.name == kSafetensorsMetadata; }

  void begin_entry(std::string name) {
    if (!header_.places.emplace(name, 0).second)
      throw_value_error(where_, ": the header has ", detail::quoted(name), " twice");
    entry_ = {};
    entry_.name = std::move(name);
    offsets_ = {};
    fields_ = {};
  }
  void begin_note(std::string name) {
    if (!header_.metadata.emplace(name, "").second)
      throw_value_error(where_, ": its metadata has ", detail::quoted(name), " twice");
    key_ = std::move(name);
  }
  void begin_field(std::string name) {
    const auto* const known = std::find(kFields.begin(), kFields.end(), name);
    if (known == kFields.end()) fail_fields();
    bool& is_there = fields_[static_cast<std::size_t>(known - kFields.begin())];
    if (is_there) fail(entry_.name, message("has the field ", name, " twice"));
    is_there = true;
    key_ = std::move(name);
  }

  void add_entry() {
    if (fields_ != std::array{true, true, true}) fail_fields();
    if (offsets_.size() != 2 || offsets_[0] > offsets_[1] || offsets_[1] > data_bytes_) {
      fail(entry_.name, message("has data_offsets ", DimsView(offsets_), " in ", data_bytes_,
                                " bytes of elements"));
    }
    entry_.begin = offsets_[0];
    entry_.bytes = offsets_[1] - offsets_[0];
    check_bytes(entry_);
    header_.entries.push_back(std::move(entry_));
  }

  /// Throws the error for a value that a header cannot have at this place.
  [[noreturn]] NDX_COLD void wrong_value() const {
    if (depth_ == 0) throw_value_error(where_, ": the header is not a JSON object");
    if (depth_ == kInSizes)
      fail(entry_.name, "has a shape or offsets that are not integers from 0 to 2^63 - 1");
    if (!is_metadata()) {
      if (depth_ == kInHeader || key_ == "dtype") fail_fields();
      fail_no_list();
    }
    if (depth_ == kInHeader) throw_value_error(where_, ": its metadata is not a JSON object");
    throw_value_error(where_, ": its metadata ", detail::quoted(key_), " is not a string");
  }
  [[noreturn]] NDX_COLD void fail_fields() const {
    fail(entry_.name, "does not have the fields dtype, shape and data_offsets alone");
  }
  [[noreturn]] NDX_COLD void fail_no_list() const {
    fail(entry_.name, message("has a shape or offsets that are no list of at most ", kMaxRank));
  }

  void check_bytes(const SafetensorsEntry& entry) {
    const index_t element_bytes = safetensors_bytes(entry.dtype);
    const index_t count = checked_numel(where_.c_str(), entry.shape);
    if (element_bytes == 0) return;
    const index_t needed = checked_mul(where_.c_str(), count, element_bytes);
    if (needed != entry.bytes) {
      fail(entry.name,
           message("has shape ", DimsView(entry.shape), " of ", entry.dtype, ", which takes ",
                   needed, " bytes, but ", entry.bytes, " lie between its offsets"));
    }
  }

  void check_no_gaps() {
    std::vector<SafetensorsEntry>& entries = header_.entries;
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
      return std::pair(a.begin, a.bytes) < std::pair(b.begin, b.bytes);
    });
    index_t end = 0;
    for (const SafetensorsEntry& entry : entries) {
      if (entry.begin != end) {
        fail(entry.name, message("begins at byte ", entry.begin,
                                 " of the elements, but what is before it ends at ", end));
      }
      end += entry.bytes;
    }
    if (end != data_bytes_) {
      throw_value_error(where_, ": the tensors take ", end, " bytes, but ", data_bytes_,
                        " follow the header");
    }
  }

  [[noreturn]] NDX_COLD void fail(const std::string& name, const std::string& what) const {
    throw_value_error(where_, ": ", detail::quoted(name), " ", what);
  }

  static constexpr std::array<std::string_view, 3> kFields{"dtype", "shape", "data_offsets"};

  const std::string& where_;
  index_t data_bytes_;
  SafetensorsHeader header_;
  int depth_ = 0;
  SafetensorsEntry entry_;  // the one that the parser is in
  Dims offsets_;
  std::array<bool, kFields.size()> fields_{};  // which fields the entry has
  std::string key_;                            // the field or metadata name whose value is next
};

/// Reads and checks the header of a file.
inline SafetensorsHeader read_safetensors_header(const InputFile& file) {
  constexpr index_t kLengthBytes = 8;
  constexpr std::uint64_t kLongestHeader = 100'000'000;  // as in the format's own library
  const std::string& where = file.where();
  if (file.size() < kLengthBytes) {
    throw_value_error(where, ": is not a .safetensors file: it has ", file.size(),
                      " bytes, but begins with 8 that say how long the header is");
  }
  std::array<unsigned char, kLengthBytes> start;
  file.read(start.data(), kLengthBytes, 0);
  std::uint64_t length = 0;
  for (std::size_t i = start.size(); i-- > 0;) length = length << 8U | start[i];
  if (length > kLongestHeader || static_cast<index_t>(length) > file.size() - kLengthBytes) {
    throw_value_error(where, ": is not a .safetensors file: it has a header of ", length,
                      " bytes in a file of ", file.size());
  }
  std::string text(as_integer<std::size_t>(length), '\0');
  file.read(text.data(), static_cast<index_t>(length), kLengthBytes);
  if (text.empty() || text[0] != '{')
    throw_value_error(where, ": is not a .safetensors file: its header does not begin with '{'");
  const index_t data_offset = kLengthBytes + static_cast<index_t>(length);
  SafetensorsHeader header = SafetensorsParser(where, file.size() - data_offset).parse(text);
  header.data_offset = data_offset;
  return header;
}

/// Returns the bytes before the elements, which begin at a multiple of 64.
inline std::string safetensors_preamble(const std::string& where, const SafetensorsHeader& header) {
  nlohmann::json object = nlohmann::json::object();
  if (!header.metadata.empty()) object[kSafetensorsMetadata] = header.metadata;
  for (const SafetensorsEntry& entry : header.entries) {
    if (entry.name.empty() || entry.name == kSafetensorsMetadata || object.contains(entry.name)) {
      throw_value_error(where, ": the name ", detail::quoted(entry.name),
                        " is empty, taken or the format's own");
    }
    // Made as an object: a null that becomes one is left invalid if memory runs out.
    nlohmann::json value = nlohmann::json::object();
    value["dtype"] = entry.dtype;
    value["shape"] = std::vector<index_t>(entry.shape.begin(), entry.shape.end());
    value["data_offsets"] = {entry.begin, entry.begin + entry.bytes};
    object[entry.name] = std::move(value);
  }
  std::string text;
  try {
    text = object.dump();
  } catch (const nlohmann::json::exception&) {
    throw_value_error(where, ": a name or a note is not UTF-8");
  }
  constexpr std::size_t kAlign = 64;
  constexpr std::size_t kLengthBytes = 8;
  text.append((kAlign - (kLengthBytes + text.size()) % kAlign) % kAlign, ' ');
  std::string start;
  for (std::size_t i = 0; i < kLengthBytes; ++i)
    start += static_cast<char>(std::uint64_t{text.size()} >> (8 * i) & 255U);
  return start + text;
}

}  // namespace detail

/// The element types of .safetensors files: bool, integers, floating-point numbers of 8 to 64 bits,
/// complex64.
template <class T>
concept SafetensorsElement = Element<T> && detail::safetensors_name_of<T>() != nullptr;

NDX_NAMESPACE_END
