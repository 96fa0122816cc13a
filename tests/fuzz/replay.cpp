// A fuzz body as a test: runs it over the files named on the command line, over every file of the
// folders named there, and over the empty input.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "fuzz_input.hpp"
#include "support/huge_allocations.hpp"

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> inputs_of(int count, char** names) {
  std::vector<fs::path> inputs;
  for (const fs::path path : std::span(names, static_cast<std::size_t>(count))) {
    if (!fs::is_directory(path)) {
      inputs.push_back(path);
      continue;
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(path))
      inputs.push_back(entry.path());
  }
  std::sort(inputs.begin(), inputs.end());
  return inputs;
}

/// Runs the body on memory of exactly the input's size, for AddressSanitizer to guard.
void run(const fs::path& path) {
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file.good() && !file.eof()) fuzz::fail("cannot read " + path.string());
  const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[bytes.size()]);
  std::copy(bytes.begin(), bytes.end(), exact.get());
  LLVMFuzzerTestOneInput(exact.get(), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<fs::path> inputs = inputs_of(argc - 1, argv + 1);
  if (inputs.empty()) fuzz::fail("no input to replay: name a file or a folder that holds some");
  LLVMFuzzerTestOneInput(nullptr, 0);
  for (const fs::path& path : inputs) run(path);
  std::printf("replayed %zu inputs and the empty one\n", inputs.size());
}
