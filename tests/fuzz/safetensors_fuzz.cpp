// Bytes as a .safetensors file: every tensor mapped and loaded, saved and read again. A file is
// refused by a ValueError that names it.
//
// An input that begins with { is put together as a file: its first line is the header, and the rest
// are the elements. Another is the file.
#include <fstream>
#include <string>

#include <ndx/io/archive/safetensors_file.hpp>
#include <ndx/ndx.hpp>

#include "fuzz_directory.hpp"
#include "fuzz_input.hpp"

namespace {

const fuzz::Directory& directory() {
  static const fuzz::Directory made;
  return made;
}
const std::string& in_path() {
  static const std::string path = directory().file("in.safetensors");
  return path;
}
const std::string& out_path() {
  static const std::string path = directory().file("out.safetensors");
  return path;
}

std::string file_of(const std::string& bytes) {
  if (bytes.empty() || bytes[0] != '{') return bytes;
  const std::size_t line = std::min(bytes.find('\n'), bytes.size());
  std::string file;
  for (std::size_t i = 0; i < 8; ++i) file += static_cast<char>(line >> (8 * i) & 255U);
  return file + bytes.substr(0, line) + bytes.substr(std::min(line + 1, bytes.size()));
}

template <class T>
bool same(const ndx::Tensor<T>& a, const ndx::Tensor<T>& b) {
  const auto x = a.clone(), y = b.clone();
  const auto* const first = x.storage().data();
  return x.shape() == y.shape() &&
         std::equal(first, first + x.storage().bytes(), y.storage().data());
}

/// The bytes of a tensor, all of which are read.
std::string bytes_of(const ndx::SafetensorsFile& file, const std::string& name) {
  const auto bytes = file.bytes(name);
  return {reinterpret_cast<const char*>(bytes.data()), static_cast<std::size_t>(bytes.numel())};
}

template <class T>
void check(const ndx::SafetensorsFile& file, const std::string& name) {
  if (file.type(name) != ndx::detail::safetensors_name_of<T>()) return;
  const auto loaded = file.load<T>(name);
  if (!same<const T>(file.map<T>(name), loaded)) fuzz::fail("mapped it is another tensor");
  if (name.empty()) return;
  ndx::save_safetensors(out_path(), {{name, loaded}}, file.metadata());
  const ndx::SafetensorsFile again(out_path());
  if (!same(again.load<T>(name), loaded) || again.metadata() != file.metadata())
    fuzz::fail("saved and loaded it is another tensor");
  if constexpr (ndx::Boolean<T>) return;
  if (bytes_of(again, name) != bytes_of(file, name)) fuzz::fail("the bytes are others");
}

/// Numbers that are converted are what their bits say, one by one.
template <ndx::Float8 T>
void check_conversion(const ndx::SafetensorsFile& file, const std::string& name) {
  if (file.type(name) != ndx::detail::safetensors_name_of<T>()) return;
  const auto bytes = file.bytes(name);
  const auto numbers = file.map<T>(name).template to<float>().flatten();
  for (ndx::index_t i = 0; i < numbers.numel(); ++i) {
    const auto number = static_cast<float>(T::from_bits(bytes.data()[i]));
    if (number != numbers.data()[i] && number == number)
      fuzz::fail("converted it is another number");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes = file_of(std::string(data, data + size));
  std::ofstream(in_path(), std::ios::binary | std::ios::trunc) << bytes;
  fuzz::refusal(in_path(), [] {
    const ndx::SafetensorsFile file(in_path());
    for (const std::string& name : file.names()) {
      check<bool>(file, name);
      check<std::uint8_t>(file, name);
      check<std::int32_t>(file, name);
      check<float>(file, name);
      check<double>(file, name);
      check<ndx::float8_e4m3fn>(file, name);
      check<ndx::float8_e5m2>(file, name);
      check_conversion<ndx::float8_e4m3fn>(file, name);
      check_conversion<ndx::float8_e5m2>(file, name);
      static_cast<void>(bytes_of(file, name));
    }
  });
  return 0;
}
