// The header of a .safetensors file: parses untrusted JSON, and writes headers. Needs nlohmann-json;
// knows no tensors.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include <ndx/base/checked.hpp>
#include <ndx/base/dtype.hpp>
#include <ndx/base/float8.hpp>
#include <ndx/io/file.hpp>
#include <ndx/io/npy_header.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The format's name of a dtype; nullptr if it has none.
constexpr const char* safetensors_name(DType dtype) {
  constexpr const char* names[] = {"BOOL", "I8",  "I16",  "I32", "I64", "U8",  "U16",   "U32",
                                   "U64",  "F16", "BF16", "F32", "F64", "C64", nullptr, nullptr};
  return names[static_cast<int>(dtype)];
}

/// The format's name of the element type T; nullptr if it has none.
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

/// The dtype of that name, or opaque.
inline DType safetensors_dtype(std::string_view name) {
  for (auto dtype = DType::boolean; dtype != DType::opaque;
       dtype = static_cast<DType>(static_cast<int>(dtype) + 1)) {
    const char* const known = safetensors_name(dtype);
    if (known != nullptr && name == known) return dtype;
  }
  return DType::opaque;
}

/// The bytes of an element of the type of that name; 0 if no tensor can hold it.
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
  index_t begin = 0;  // from data_offset
  index_t bytes = 0;
};

struct SafetensorsHeader {
  std::vector<SafetensorsEntry> entries;                   // in the order of begin
  std::map<std::string, std::size_t, std::less<>> places;  // in entries, by name
  std::map<std::string, std::string> metadata;
  index_t data_offset = 0;

  [[nodiscard]] const SafetensorsEntry* find(std::string_view name) const noexcept {
    const auto found = places.find(name);
    return found == places.end() ? nullptr : &entries[found->second];
  }
};

inline constexpr const char* kSafetensorsMetadata = "__metadata__";

/// Refuses, before anything is stored, what would take more memory than text (a header is nested three
/// deep at most), and names that occur twice. With a callback the parser would do this in one pass, but
/// it searches the whole header at the end of each object.
class SafetensorsSyntax final : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit SafetensorsSyntax(const std::string& where) : where_(where) {}

  bool null() override { return true; }
  bool boolean(bool /*value*/) override { return true; }
  bool number_integer(number_integer_t /*value*/) override { return true; }
  bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
  bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
  bool string(string_t& /*value*/) override { return true; }
  bool binary(binary_t& /*value*/) override { return true; }
  bool start_object(std::size_t /*size*/) override { return enter(); }
  bool start_array(std::size_t /*size*/) override { return enter(); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }
  bool key(string_t& name) override {
    if (depth_ == 1 && !names_.insert(name).second)
      throw_value_error(where_, ": the header has ", detail::quoted(name), " twice");
    return true;
  }
  /// The parser that stores says what is wrong.
  bool parse_error(std::size_t /*at*/, const std::string& /*token*/,
                   const nlohmann::json::exception& /*error*/) override {
    return false;
  }

 private:
  bool enter() {
    constexpr int kDeepest = 3;
    if (++depth_ > kDeepest) throw_value_error(where_, ": the header is nested too deeply");
    return true;
  }
  bool leave() {
    --depth_;
    return true;
  }

  const std::string& where_;
  int depth_ = 0;
  std::set<std::string> names_;
};

/// Turns the text of a header into a SafetensorsHeader, whose elements take `data_bytes`.
class SafetensorsParser {
 public:
  /// `where` is the beginning of messages.
  SafetensorsParser(const std::string& where, index_t data_bytes)
      : where_(where), data_bytes_(data_bytes) {}

  SafetensorsHeader parse(const std::string& text) {
    const nlohmann::json header = parse_json(text);
    if (!header.is_object()) throw_value_error(where_, ": the header is not a JSON object");
    for (const auto& [name, value] : header.items()) {
      if (name == kSafetensorsMetadata) {
        parse_metadata(value);
      } else {
        parse_entry(name, value);
      }
    }
    check_no_gaps();
    for (std::size_t i = 0; i < header_.entries.size(); ++i)
      header_.places.emplace(header_.entries[i].name, i);
    return std::move(header_);
  }

 private:
  nlohmann::json parse_json(const std::string& text) {
    SafetensorsSyntax syntax(where_);
    try {
      nlohmann::json::sax_parse(text, &syntax);
      return nlohmann::json::parse(text);
    } catch (const nlohmann::json::exception& error) {
      throw_value_error(where_, ": the header is not JSON: ", detail::quoted(error.what()));
    }
  }

  void parse_metadata(const nlohmann::json& value) {
    if (!value.is_object()) throw_value_error(where_, ": its metadata is not a JSON object");
    for (const auto& [name, note] : value.items()) {
      if (!note.is_string())
        throw_value_error(where_, ": its metadata ", detail::quoted(name), " is not a string");
      header_.metadata.emplace(name, note.get<std::string>());
    }
  }

  void parse_entry(const std::string& name, const nlohmann::json& value) {
    const bool has_fields = value.is_object() && value.size() == 3 && value.contains("dtype") &&
                            value.contains("shape") && value.contains("data_offsets");
    if (!has_fields || !value["dtype"].is_string())
      fail(name, "does not have the fields dtype, shape and data_offsets alone");
    SafetensorsEntry entry;
    entry.name = name;
    entry.dtype = value["dtype"].get<std::string>();
    entry.shape = parse_sizes(name, value["shape"]);
    const Dims offsets = parse_sizes(name, value["data_offsets"]);
    if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] > data_bytes_) {
      fail(name, message("has data_offsets ", DimsView(offsets), " in ", data_bytes_,
                         " bytes of elements"));
    }
    entry.begin = offsets[0];
    entry.bytes = offsets[1] - offsets[0];
    check_bytes(entry);
    header_.entries.push_back(std::move(entry));
  }

  Dims parse_sizes(const std::string& name, const nlohmann::json& value) {
    if (!value.is_array() || value.size() > kMaxRank)
      fail(name, message("has a shape or offsets that are no list of at most ", kMaxRank));
    Dims sizes;
    for (const nlohmann::json& size : value) {
      if (!size.is_number_unsigned() || size.get<std::uint64_t>() > INT64_MAX)
        fail(name, "has a shape or offsets that are not integers from 0 to 2^63 - 1");
      sizes.push_back(static_cast<index_t>(size.get<std::uint64_t>()));
    }
    return sizes;
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

  const std::string& where_;
  index_t data_bytes_;
  SafetensorsHeader header_;
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
  std::string text(static_cast<std::size_t>(length), '\0');
  file.read(text.data(), static_cast<index_t>(length), kLengthBytes);
  if (text.empty() || text[0] != '{')
    throw_value_error(where, ": is not a .safetensors file: its header does not begin with '{'");
  const index_t data_offset = kLengthBytes + static_cast<index_t>(length);
  SafetensorsHeader header = SafetensorsParser(where, file.size() - data_offset).parse(text);
  header.data_offset = data_offset;
  return header;
}

/// The bytes before the elements, which begin at a multiple of 64.
inline std::string safetensors_preamble(const std::string& where, const SafetensorsHeader& header) {
  nlohmann::json object = nlohmann::json::object();
  if (!header.metadata.empty()) object[kSafetensorsMetadata] = header.metadata;
  for (const SafetensorsEntry& entry : header.entries) {
    if (entry.name.empty() || entry.name == kSafetensorsMetadata || object.contains(entry.name)) {
      throw_value_error(where, ": the name ", detail::quoted(entry.name),
                        " is empty, taken or the format's own");
    }
    nlohmann::json value = nlohmann::json::object();  // becoming one later, it may be left invalid
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
    start += static_cast<char>(static_cast<std::uint64_t>(text.size()) >> (8 * i) & 255U);
  return start + text;
}

}  // namespace detail

/// Element types of .safetensors files: bool, integers, floating-point numbers of 8 to 64 bits, complex64.
template <class T>
concept SafetensorsElement = Element<T> && detail::safetensors_name_of<T>() != nullptr;

NDX_NAMESPACE_END
