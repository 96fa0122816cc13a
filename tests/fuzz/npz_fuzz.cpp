// Bytes as an .npz file: every array loaded, saved and loaded again. A file is refused by a
// ValueError that names it, and memory is never asked for beyond what its bytes can be inflated to.
//
// An input that begins with P is the file. Another changes a good one: its first byte chooses stored
// or deflated members, and of what follows each three bytes are a place and what is written there.
#include <fstream>
#include <string>

#include <ndx/io/npz_any.hpp>
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
  fuzz::refusal(path(), [] {
    for (const auto& [name, any] : ndx::load_npz_any(path()))
      std::visit([](const auto& tensor) { check_round_trip(tensor); }, any);
  });
  return 0;
}
