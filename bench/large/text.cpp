// Numbers as text, read by loadtxt and by a plain loop over std::from_chars: text MB FILE makes a file of rows of eight
// doubles and reads it from memory. One thread.
#include <algorithm>
#include <charconv>
#include <fstream>
#include <span>
#include <sstream>

#include <ndx/ndx.hpp>
#include <ndx/random.hpp>
#include <ndx/text.hpp>

#include "large/support.hpp"

namespace {

constexpr ndx::index_t kColumns = 8;

/// Reads numbers that a comma or the end of a line follows.
std::vector<double> read_by_hand(const std::string& text) {
  std::vector<double> numbers;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data(); at != end; ++at)
    at = std::from_chars(at, end, numbers.emplace_back()).ptr;
  return numbers;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const ndx::index_t rows = std::atoll(argv[1]) * 1000000 / (10 * kColumns);
  const auto made = ndx::uniform<double>(0, 1000, {rows, kColumns}, 1);
  ndx::savetxt(argv[2], ndx::round(made, 5), {.delimiter = ','});
  std::stringstream file;
  file << std::ifstream(argv[2]).rdbuf();
  const std::string text = file.str();
  double best[2] = {1e9, 1e9};
  for (int round = 0; round < 5; ++round) {
    double start = large::seconds();
    const auto read = ndx::loadtxt(std::as_bytes(std::span(text)), {.delimiter = ','});
    best[0] = std::min(best[0], large::seconds() - start);
    start = large::seconds();
    const std::vector<double> by_hand = read_by_hand(text);
    best[1] = std::min(best[1], large::seconds() - start);
    if (!std::equal(by_hand.begin(), by_hand.end(), read.begin(), read.end())) return 1;
  }
  const double megabytes = static_cast<double>(text.size()) / 1e6;
  std::printf("| ndx, loadtxt | %.0f |\n", megabytes / best[0]);
  std::printf("| a loop over std::from_chars | %.0f |\n", megabytes / best[1]);
}
