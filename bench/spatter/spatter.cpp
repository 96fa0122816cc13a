// The gathers and scatters of patterns.txt, of doubles, by a loop and by ndx:
//   spatter PATTERNS [--each]
// prints a row of a table for each application and kernel, and with --each for each pattern. A gather reads a window
// of the source that moves by delta from row to row. A scatter writes by an index tensor, since the rows overlap, and
// so does its loop. Indices of ndx are checked once, by a plan; those of the loop are not checked. Rows of a pattern
// beyond NDX_SPATTER_MB megabytes (256) of the source or the result are left out.
#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>

#include <large/support.hpp>

#include <ndx/ndx.hpp>
#include <ndx/threads.hpp>

namespace {

using namespace ndx;

constexpr index_t kPlaces = 16;
constexpr index_t kFewest = 1 << 20;  // elements that are moved between two looks at the clock

struct Pattern {
  std::string application, kernel;
  index_t delta = 0, rows = 0;
  std::vector<index_t> places;

  [[nodiscard]] index_t width() const {
    return *std::max_element(places.begin(), places.end()) + 1;
  }
  [[nodiscard]] index_t count() const { return rows * kPlaces; }
};

std::vector<Pattern> read_patterns(const char* file, index_t most) {
  std::ifstream in(file);
  std::vector<Pattern> patterns;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    Pattern p;
    fields >> p.application >> p.kernel >> p.delta >> p.rows;
    for (index_t place = 0; fields >> place;) p.places.push_back(place);
    if (p.places.size() != kPlaces)
      throw std::runtime_error(file + std::string(": not a pattern: ") + line);
    p.rows = std::min(p.rows, most / kPlaces);
    if (p.delta != 0) p.rows = std::min(p.rows, (most - p.width()) / p.delta + 1);
    patterns.push_back(p);
  }
  return patterns;
}

__attribute__((noinline)) void gather_by_loop(double* out, const double* from, const Pattern& p) {
  const index_t* const places = p.places.data();
  const index_t delta = p.delta;
  const index_t rows = p.rows;
  for (index_t i = 0; i < rows; ++i) {
    for (index_t j = 0; j < kPlaces; ++j) out[i * kPlaces + j] = from[i * delta + places[j]];
  }
}

__attribute__((noinline)) void scatter_by_loop(double* to, const double* values,
                                               const index_t* index, index_t count) {
  for (index_t k = 0; k < count; ++k) to[index[k]] = values[k];
}

/// Gigabytes a second that the loop moves, ndx on one thread, and ndx on all.
using Speeds = std::array<double, 3>;

/// Measures two calls that write the same elements of `result`, `count` of them. Short calls are repeated, up to `most`
/// elements.
Speeds measure(const std::string& name, const Tensor<double>& result, index_t count, index_t most,
               const std::function<void()>& loop, const std::function<void()>& ours) {
  use_threads();
  const Executor threads = executor();
  const index_t times = 1 + std::min(kFewest, most) / count;
  const auto repeat = [=](const std::function<void()>& call, const Executor& by) {
    return [=] {
      set_executor(by);
      for (index_t k = 0; k < times; ++k) call();
    };
  };
  const std::vector<large::Contestant> contestants{{"loop", repeat(loop, {})},
                                                   {"ndx", repeat(ours, {})},
                                                   {"ndx, all threads", repeat(ours, threads)}};
  Tensor<double> expected;
  for (const large::Contestant& contestant : contestants) {
    result.fill_(-1);
    contestant.run();
    if (expected.numel() == 0) expected = result.clone();
    if (!array_equal(result, expected))
      throw std::runtime_error(name + ": the loop and " + contestant.name + " differ");
  }
  Speeds speeds{};
  const std::vector<double> least = large::least_times(contestants, 7);
  for (std::size_t k = 0; k < speeds.size(); ++k)
    speeds[k] = static_cast<double>(count * times) * sizeof(double) / 1e9 / least[k];
  return speeds;
}

Speeds measure(const std::string& name, const Pattern& p, const Tensor<double>& memory) {
  const Tensor<index_t> places = tensor(p.places);
  if (p.kernel == "gather") {
    const Tensor<double> window = as_strided(memory, {p.rows, p.width()}, {p.delta, 1});
    const Tensor<double> result = empty<double>({p.rows, kPlaces});
    const Plan plan = window.plan({Slice(), places});
    return measure(
        name, result, p.count(), memory.numel(),
        [&] { gather_by_loop(result.data(), memory.data(), p); },
        [&] { plan.read_into(result, window); });
  }
  const Tensor<index_t> index =
      (arange(p.rows).reshape({p.rows, 1}) * p.delta + places).reshape({-1});
  const Tensor<double> values = arange(p.count()).to<double>();
  const Tensor<double> target = memory.index({Slice(None, (p.rows - 1) * p.delta + p.width())});
  const Plan plan = target.plan({index});
  return measure(
      name, target, p.count(), memory.numel(),
      [&] { scatter_by_loop(target.data(), values.data(), index.data(), p.count()); },
      [&] { plan.write_(target, values); });
}

void print_row(const std::string& name, std::size_t patterns, const Speeds& speeds, double least) {
  std::printf("| %s | %zu | %.1f | %.1f | %.2f | %.2f | %.1f | %.2f |\n", name.c_str(), patterns,
              speeds[0], speeds[1], speeds[1] / speeds[0], least, speeds[2], speeds[2] / speeds[0]);
}

/// Prints the harmonic means of some patterns.
void print_means(const std::string& name, const std::vector<Speeds>& all) {
  Speeds mean{};
  double least = 1e30;
  for (const Speeds& speeds : all) least = std::min(least, speeds[1] / speeds[0]);
  for (std::size_t k = 0; k < mean.size(); ++k) {
    for (const Speeds& speeds : all) mean[k] += 1 / speeds[k];
    mean[k] = static_cast<double>(all.size()) / mean[k];
  }
  print_row(name, all.size(), mean, least);
}

}  // namespace

int main(int count, char** arguments) try {
  const char* const megabytes = std::getenv("NDX_SPATTER_MB");
  const auto most = static_cast<index_t>((megabytes != nullptr ? std::atof(megabytes) : 256) *
                                         0x1p20 / sizeof(double));
  const bool each = count > 2 && std::string(arguments[2]) == "--each";
  const Tensor<double> memory = arange(most).to<double>();
  std::vector<std::string> names;  // in the order of the file
  std::map<std::string, std::vector<Speeds>> speeds;
  for (const Pattern& p : read_patterns(arguments[1], most)) {
    const std::string name = p.application + " " + p.kernel;
    if (speeds.count(name) == 0) names.push_back(name);
    const Speeds found = measure(name, p, memory);
    speeds[name].push_back(found);
    if (each)
      print_row(
          name + ", delta " + std::to_string(p.delta) + ", " + std::to_string(p.rows) + " rows", 1,
          found, found[1] / found[0]);
  }
  for (const std::string& name : names) print_means(name, speeds[name]);
} catch (const std::exception& error) {
  std::fprintf(stderr, "spatter: %s\n", error.what());
  return 1;
}
