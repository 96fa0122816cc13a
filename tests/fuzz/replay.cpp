// A fuzz body as a test: runs it over the files named on the command line and over the empty input. A file
// NAME.hex is a corpus, an input a line (corpus.sh); any other file is one input, such as a finding of run.sh.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "fuzz_input.hpp"
#include "support/huge_allocations.hpp"

namespace {

/// Runs the body on memory of exactly the input's size, for AddressSanitizer to guard.
void run(const std::string& name, const std::string& bytes) {
  std::printf("%s\n", name.c_str());
  std::fflush(stdout);
  const std::unique_ptr<std::uint8_t[]> exact(new std::uint8_t[bytes.size()]);
  std::copy(bytes.begin(), bytes.end(), exact.get());
  LLVMFuzzerTestOneInput(exact.get(), bytes.size());
}

std::string bytes_of(const std::string& digits) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes.push_back(static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16)));
  return bytes;
}

/// Returns the number of inputs.
std::size_t run_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fuzz::fail("cannot read " + path);
  if (!path.ends_with(".hex")) {
    run(path, {std::istreambuf_iterator<char>(file), {}});
    return 1;
  }
  std::size_t count = 0;
  for (std::string digits; std::getline(file, digits);)
    run(path + ":" + std::to_string(++count), bytes_of(digits));
  return count;
}

}  // namespace

int main(int argc, char** argv) {
  LLVMFuzzerTestOneInput(nullptr, 0);
  std::size_t count = 0;
  for (int i = 1; i < argc; ++i) count += run_file(argv[i]);
  if (count == 0) fuzz::fail("no input to replay: name a corpus, or a file that is one input");
  std::printf("replayed %zu inputs and the empty one\n", count);
}
