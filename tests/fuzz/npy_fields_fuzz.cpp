// Bytes as an .npy file of structs: the fields listed, each loaded as what it holds and as what it
// does not, and mapped. A file is refused by a ValueError that names it, and a mapped field has the
// elements of the loaded one.
//
// An input that begins with \x93 is the file. Another is put together as one: its first byte chooses
// the order and the shape of the structs, what follows up to a line break is the list of fields, and
// the rest are the elements, as many as the list asks for.
#include <cstring>
#include <fstream>
#include <string>

#include <ndx/io/npy/npy_fields.hpp>
#include <ndx/ndx.hpp>

#include "fuzz_directory.hpp"
#include "fuzz_input.hpp"

namespace {

const std::string& path() {
  static const fuzz::Directory directory;
  static const std::string file = directory.file("in.npy");
  return file;
}

void write(const std::string& bytes) {
  std::ofstream(path(), std::ios::binary | std::ios::trunc) << bytes;
}

template <class Call>
std::string refusal(const char* name, Call&& call) {
  return fuzz::refusal(name, path(), call);
}

std::string file_of(const std::string& bytes) {
  if (bytes.empty() || bytes[0] == '\x93') return bytes;
  constexpr const char* kShapes[] = {"()", "(3,)", "(2, 2)", "(0, 2)", "(1, 3, 1)"};
  const auto choice = static_cast<unsigned char>(bytes[0]);
  const std::size_t line = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
  const std::string header = "{'descr': " + bytes.substr(1, line - 1) +
                             ", 'fortran_order': " + (choice % 2 == 0 ? "False" : "True") +
                             ", 'shape': " + kShapes[choice / 2 % 5] + "}";
  std::string file("\x93NUMPY\x01\x00", 8);
  for (int i = 0; i < 2; ++i) file += static_cast<char>(header.size() >> (8 * i) & 255U);
  file += header;
  write(file);
  const std::string fault =
      refusal("npy_fields", [] { static_cast<void>(ndx::npy_fields(path())); });
  const std::size_t at = fault.find(" takes ");
  const std::size_t asked =
      at == fault.npos ? 0 : std::strtoull(fault.c_str() + at + 7, nullptr, 10);
  std::string elements = bytes.substr(line);
  if (asked <= 4096) elements.resize(asked, 'x');
  return file + elements;
}

/// Bit for bit: elements may be NaN.
template <class T>
bool same(const ndx::Tensor<const T>& a, const ndx::Tensor<T>& b) {
  if (a.shape() != b.shape()) return false;
  const auto x = a.contiguous();
  const auto y = b.contiguous();
  return x.numel() == 0 ||
         std::memcmp(x.data(), y.data(), static_cast<std::size_t>(x.numel()) * sizeof(T)) == 0;
}

template <class T>
void check_as(const std::string& file, const ndx::NpyField& field) {
  ndx::Tensor<T> loaded;
  ndx::Tensor<const T> mapped;
  const std::string load_fault =
      refusal("load_npy_field", [&] { loaded = ndx::load_npy_field<T>(path(), field.name); });
  const std::string map_fault =
      refusal("map_npy_field", [&] { mapped = ndx::map_npy_field<T>(path(), field.name); });
  const bool fits = load_fault.find("maximum rank") == load_fault.npos &&
                    load_fault.find("overflows") == load_fault.npos;
  if (fits && load_fault.empty() != (field.dtype == ndx::dtype_of<T>()))
    fuzz::fail(field.name + " is said to hold another type: " + load_fault);
  if (!load_fault.empty() && map_fault != load_fault) fuzz::fail("map_npy_field: " + map_fault);
  ndx::Tensor<T> copied;
  const std::string bytes_fault = fuzz::refusal("load_npy_field", "bytes", [&] {
    copied = ndx::load_npy_field<T>(std::as_bytes(std::span(file)), field.name);
  });
  if (bytes_fault != load_fault) fuzz::fail("bytes: " + bytes_fault + "; file: " + load_fault);
  if (load_fault.empty() && !same<T>(copied, loaded))
    fuzz::fail("from memory it is another tensor");
  if (!load_fault.empty()) return;
  if (map_fault.empty() && !same(mapped, loaded)) fuzz::fail("mapped it is another tensor");
  if (!map_fault.empty() && map_fault.find("; load_npy_field co") == map_fault.npos)
    fuzz::fail("map_npy_field: " + map_fault);
  if (loaded.shape().size() < field.shape.size()) fuzz::fail("the field's dims are missing");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string file = file_of(std::string(data, data + size));
  write(file);
  std::vector<ndx::NpyField> fields, of_bytes;
  const std::string fault = refusal("npy_fields", [&] { fields = ndx::npy_fields(path()); });
  const std::string bytes_fault = fuzz::refusal(
      "npy_fields", "bytes", [&] { of_bytes = ndx::npy_fields(std::as_bytes(std::span(file))); });
  if (bytes_fault != fault || of_bytes.size() != fields.size())
    fuzz::fail("bytes: " + bytes_fault + "; file: " + fault);
  if (fields.size() > 8) fields.resize(8);
  for (const ndx::NpyField& field : fields) {
    check_as<bool>(file, field);
    check_as<std::int16_t>(file, field);
    check_as<float>(file, field);
    check_as<double>(file, field);
  }
  refusal("load_npy_field", [] { static_cast<void>(ndx::load_npy_field<float>(path(), "x.y")); });
  return 0;
}
