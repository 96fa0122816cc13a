// Gathers, scatters and accumulations of single floats at random places of a tensor far larger than
// the caches: the library, and the same loop by hand, which fetches lines ahead as far as this
// processor likes. Below the tables, what a cache line of the same memory costs in order.
#include <ndx/ndx.hpp>

#include "large/support.hpp"

namespace {

using large::Buffer;
using ndx::index_t;

constexpr std::size_t kAhead = 128;

struct Data {
  Data(std::size_t elements, std::size_t positions)
      : table(elements), index(positions), values(positions), result(positions) {
    large::Random random;
    for (std::size_t i = 0; i < elements; ++i) table[i] = static_cast<float>(i % 1000003);
    for (std::size_t i = 0; i < positions; ++i) {
      index[i] = static_cast<index_t>(random() % elements);
      values[i] = static_cast<float>(i % 997);
    }
  }
  [[nodiscard]] std::size_t positions() const { return index.size(); }

  Buffer<float> table;
  Buffer<index_t> index;
  Buffer<float> values;
  Buffer<float> result;
};

/// The element of position i, and the one a fixed distance ahead, prefetched into the second-level
/// cache.
float& element(const Data& data, std::size_t i) {
  const std::size_t n = data.positions();
  const auto ahead = static_cast<std::size_t>(data.index[i + kAhead < n ? i + kAhead : i]);
  __builtin_prefetch(&data.table[ahead], 0, 2);
  return data.table[static_cast<std::size_t>(data.index[i])];
}

void gather(const Data& data) {
  for (std::size_t i = 0; i < data.positions(); ++i) data.result[i] = element(data, i);
}
void put(const Data& data) {
  for (std::size_t i = 0; i < data.positions(); ++i) element(data, i) = data.values[i];
}
void add(const Data& data) {
  for (std::size_t i = 0; i < data.positions(); ++i) element(data, i) += data.values[i];
}
void put_one(const Data& data) {
  for (std::size_t i = 0; i < data.positions(); ++i) element(data, i) = 1.F;
}
void add_one(const Data& data) {
  for (std::size_t i = 0; i < data.positions(); ++i) element(data, i) += 1.F;
}

float checksum(const Buffer<float>& all) {
  float sum = 0;
  for (std::size_t i = 0; i < all.size(); i += 97) sum += all[i];
  return sum;
}

/// Runs every contestant once on the same table and compares what it leaves in `seen`.
void check(const std::vector<large::Contestant>& contestants, Data& data,
           const Buffer<float>& seen) {
  float expected = 0;
  for (std::size_t k = 0; k < contestants.size(); ++k) {
    for (std::size_t i = 0; i < data.table.size(); ++i)
      data.table[i] = static_cast<float>(i % 1009);
    contestants[k].run();
    const float found = checksum(seen);
    if (k == 0) expected = found;
    if (std::memcmp(&found, &expected, sizeof found) == 0) continue;
    std::fprintf(stderr, "%s differs from %s\n", contestants[k].name.c_str(),
                 contestants[0].name.c_str());
    std::exit(1);
  }
}

/// What a cache line of the table costs, in ns: read in order; read and written back in order.
void print_limits(Data& data) {
  auto* const words = reinterpret_cast<std::uint64_t*>(data.table.data());
  const std::size_t lines = data.table.size() / 16;
  volatile std::uint64_t sink = 0;
  const std::vector<double> times = large::least_times({{"read",
                                                         [&] {
                                                           std::uint64_t sum = 0;
                                                           for (std::size_t k = 0; k < lines; ++k)
                                                             sum += words[k * 8];
                                                           sink = sum;
                                                         }},
                                                        {"update",
                                                         [&] {
                                                           for (std::size_t k = 0; k < lines; ++k)
                                                             words[k * 8] += 1;
                                                         }}},
                                                       5);
  std::printf("a cache line of the table in order: read %.2f, updated %.2f\n",
              times[0] / static_cast<double>(lines) * 1e9,
              times[1] / static_cast<double>(lines) * 1e9);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t megabytes = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 256;
  const std::size_t elements = megabytes << 18;
  Data data(elements, elements / 4);
  const auto positions = static_cast<double>(data.positions());
  const auto table = ndx::borrow(data.table.data(), {static_cast<index_t>(elements)});
  const auto index = ndx::borrow(data.index.data(), {static_cast<index_t>(data.positions())});
  const auto values = ndx::borrow(data.values.data(), index.shape());
  const auto result = ndx::borrow(data.result.data(), index.shape());
  const auto against = [](const std::function<void()>& ours, const std::function<void()>& by_hand) {
    return std::vector<large::Contestant>{{"ndx", ours}, {"by hand", by_hand}};
  };
  const auto gathers = against([&] { table.index_into(result, {index}); }, [&] { gather(data); });
  const auto puts = against([&] { table.index_put_({index}, values); }, [&] { put(data); });
  const auto adds = against([&] { table.index_put_({index}, values, true); }, [&] { add(data); });
  const auto one_put = against([&] { table.index_put_({index}, 1.F); }, [&] { put_one(data); });
  const auto one_added =
      against([&] { table.index_put_({index}, 1.F, true); }, [&] { add_one(data); });
  check(gathers, data, data.result);
  for (const auto& writes : {puts, adds, one_put, one_added}) check(writes, data, data.table);

  std::printf("\n## Single floats at random places\n\nns an element, %zu M elements of %zu MB\n\n",
              data.positions() >> 20, megabytes);
  constexpr int rounds = 5;
  large::print_head("", gathers);
  large::print_row("`x[i]`", large::least_times(gathers, rounds), positions);
  large::print_row("`x[i] = v`", large::least_times(puts, rounds), positions);
  large::print_row("`x[i] += v`", large::least_times(adds, rounds), positions);
  large::print_row("`x[i] = 1`", large::least_times(one_put, rounds), positions);
  large::print_row("`x[i] += 1`", large::least_times(one_added, rounds), positions);
  std::printf("\n");
  print_limits(data);
}
