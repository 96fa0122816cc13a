// Bytes as an .npz file: every array loaded, from a path and from memory, saved and loaded again. A file is refused by a
// ValueError that names it, and memory is never asked for beyond what its bytes can be inflated to.
//
// An input that begins with P is the file. Another changes a good one: its first byte chooses stored
// or deflated members, and of what follows each three bytes are a place and what is written there.
#include <fstream>
#include <string>

#include <ndx/io/archive/npz_file.hpp>
#include <ndx/ndx.hpp>

#include "fuzz_directory.hpp"
#include "fuzz_input.hpp"

namespace {

const std::string& path() {
  static const fuzz::Directory directory;
  static const std::string file = directory.file("in.npz");
  return file;
}

/// A file with three arrays, of one, two and no dims.
const std::string& good(bool deflated) {
  static const auto saved = [](bool deflate) {
    const ndx::NpzArray arrays[] = {{"x", ndx::arange<float>(3)},
                                    {"layer/y", ndx::arange(6).reshape({2, 3}).transpose()},
                                    {"z", ndx::full({}, true)}};
    deflate ? ndx::save_npz_compressed(path(), arrays) : ndx::save_npz(path(), arrays);
    std::ifstream file(path(), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  static const std::string stored_bytes = saved(false), deflated_bytes = saved(true);
  return deflated ? deflated_bytes : stored_bytes;
}

std::string file_of(const std::string& bytes) {
  if (bytes.empty() || bytes[0] == 'P') return bytes;
  std::string file = good((bytes[0] & 1) != 0);
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
  for (std::size_t i = 1; i + 2 < bytes.size(); i += 3)
    file[(256U * byte(i) + byte(i + 1)) % file.size()] = bytes[i + 2];
  return file;
}

template <class T>
void check_round_trip(const ndx::Tensor<T>& tensor) {
  ndx::save_npz(path(), {{"a", tensor}});
  std::ifstream file(path(), std::ios::binary);
  const std::string saved(std::istreambuf_iterator<char>(file), {});
  const std::vector<std::byte> bytes = ndx::npz_bytes({{"a", tensor}});
  if (std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()) != saved)
    fuzz::fail("the bytes are not those of the file");
  const auto again = ndx::load_npz<T>(path(), "a");
  const auto x = tensor.clone(), y = again.clone();
  const auto* const first = x.storage().data();
  if (x.shape() != y.shape() || !std::equal(first, first + x.storage().bytes(), y.storage().data()))
    fuzz::fail("saved and loaded it is another tensor");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string bytes = file_of(std::string(data, data + size));
  std::ofstream(path(), std::ios::binary | std::ios::trunc) << bytes;
  std::map<std::string, ndx::NpyTensor> in_file, in_bytes;
  const std::string fault = fuzz::refusal(path(), [&] { in_file = ndx::load_npz_any(path()); });
  const std::string bytes_fault = fuzz::refusal(
      "bytes", [&] { in_bytes = ndx::load_npz_any(std::as_bytes(std::span(bytes))); });
  if (fault.empty() != bytes_fault.empty() || in_file.size() != in_bytes.size())
    fuzz::fail("file: " + fault + "; bytes: " + bytes_fault);
  for (const auto& [name, any] : in_file) {
    std::visit(
        [&]<class T>(const ndx::Tensor<T>& tensor) {
          if (ndx::npy_bytes(tensor) != ndx::npy_bytes(std::get<ndx::Tensor<T>>(in_bytes.at(name))))
            fuzz::fail("from memory it is another tensor");
          check_round_trip(tensor);
        },
        any);
  }
  return 0;
}
