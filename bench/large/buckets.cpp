// Gathers, scatters and accumulations of single floats at random places of a tensor far larger than
// the caches: the library, the same loop by hand, and by hand bucket by bucket: the positions are
// distributed by parts of the tensor that fit a core's cache, in order, then each part is visited
// once. What the bucket costs in every pass is printed below the table, and what memory itself does.
#include <ndx/ndx.hpp>

#include "large/support.hpp"

namespace {

using large::Buffer;
using ndx::index_t;

constexpr int kBucketBits = 18;  // 1 MB of floats
constexpr std::size_t kAhead = 64;

struct Data {
  Data(std::size_t elements, std::size_t positions)
      : table(elements),
        index(positions),
        values(positions),
        result(positions),
        records(positions + kAhead),
        next((elements >> kBucketBits) + 1) {
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
  Buffer<std::uint64_t> records;
  std::vector<std::uint32_t> next;
};

std::size_t bucket_of(index_t offset) { return static_cast<std::size_t>(offset) >> kBucketBits; }
std::uint32_t within(index_t offset) {
  return static_cast<std::uint32_t>(offset) & ((1U << kBucketBits) - 1);
}

/// The least time of each pass by buckets.
struct Passes {
  void end(std::size_t pass, double& start) {
    const double now = large::seconds();
    if (now - start < least[pass]) least[pass] = now - start;
    start = now;
  }
  double least[4] = {1e30, 1e30, 1e30, 1e30};
};

/// Where the positions of each bucket begin.
void count(Data& data) {
  for (std::uint32_t& n : data.next) n = 0;
  for (std::size_t i = 0; i < data.positions(); ++i) ++data.next[bucket_of(data.index[i])];
  std::uint32_t total = 0;
  for (std::uint32_t& n : data.next) {
    const std::uint32_t here = n;
    n = total;
    total += here;
  }
}

void gather_straight(const Data& data) {
  const std::size_t n = data.positions();
  for (std::size_t i = 0; i < n; ++i) {
    __builtin_prefetch(
        &data.table[static_cast<std::size_t>(data.index[i + kAhead < n ? i + kAhead : i])]);
    data.result[i] = data.table[static_cast<std::size_t>(data.index[i])];
  }
}

/// The offsets within the bucket are replaced by the elements, which then return to their places.
void gather_by_bucket(Data& data, Passes& passes) {
  double start = large::seconds();
  count(data);
  passes.end(0, start);
  const std::vector<std::uint32_t> first = data.next;
  auto* const records = reinterpret_cast<std::uint32_t*>(data.records.data());
  for (std::size_t i = 0; i < data.positions(); ++i) {
    const std::uint32_t at = data.next[bucket_of(data.index[i])]++;
    records[at] = within(data.index[i]);
    __builtin_prefetch(records + at + 32, 1);
  }
  passes.end(1, start);
  std::size_t k = 0;
  for (std::size_t b = 0; b < data.next.size(); ++b) {
    const float* const bucket = data.table.data() + (b << kBucketBits);
    for (; k < data.next[b]; ++k) {
      __builtin_prefetch(bucket + records[k + kAhead]);
      std::memcpy(records + k, bucket + records[k], sizeof(float));
    }
  }
  passes.end(2, start);
  data.next = first;
  for (std::size_t i = 0; i < data.positions(); ++i) {
    const std::uint32_t at = data.next[bucket_of(data.index[i])]++;
    std::memcpy(&data.result[i], records + at, sizeof(float));
    __builtin_prefetch(records + at + 32);
  }
  passes.end(3, start);
}

template <bool Adds>
void write_straight(const Data& data) {
  const std::size_t n = data.positions();
  for (std::size_t i = 0; i < n; ++i) {
    __builtin_prefetch(
        &data.table[static_cast<std::size_t>(data.index[i + kAhead < n ? i + kAhead : i])], 1);
    float& to = data.table[static_cast<std::size_t>(data.index[i])];
    to = Adds ? to + data.values[i] : data.values[i];
  }
}

/// Values travel with the offsets; nothing returns.
template <bool Adds>
void write_by_bucket(Data& data, Passes& passes) {
  double start = large::seconds();
  count(data);
  passes.end(0, start);
  std::uint64_t* const records = data.records.data();
  for (std::size_t i = 0; i < data.positions(); ++i) {
    const std::uint32_t at = data.next[bucket_of(data.index[i])]++;
    std::uint32_t bits = 0;
    std::memcpy(&bits, &data.values[i], sizeof bits);
    records[at] = (std::uint64_t{bits} << 32) | within(data.index[i]);
    __builtin_prefetch(records + at + 16, 1);
  }
  passes.end(1, start);
  std::size_t k = 0;
  for (std::size_t b = 0; b < data.next.size(); ++b) {
    float* const bucket = data.table.data() + (b << kBucketBits);
    for (; k < data.next[b]; ++k) {
      __builtin_prefetch(bucket + static_cast<std::uint32_t>(records[k + kAhead]), 1);
      const auto bits = static_cast<std::uint32_t>(records[k] >> 32);
      float value = 0;
      std::memcpy(&value, &bits, sizeof value);
      float& to = bucket[static_cast<std::uint32_t>(records[k])];
      to = Adds ? to + value : value;
    }
  }
  passes.end(2, start);
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

void print_passes(const char* what, const Passes& passes, std::size_t count, double positions) {
  static const char* const names[] = {"count", "distribute", "visit", "return"};
  std::printf("- %s:", what);
  for (std::size_t k = 0; k < count; ++k)
    std::printf(" %s %.2f", names[k], passes.least[k] / positions * 1e9);
  std::printf("\n");
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
  std::printf("- a cache line of the table in order: read %.2f, updated %.2f\n",
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
  Passes gather;
  Passes put;
  Passes add;
  const std::vector<large::Contestant> gathers = {
      {"ndx", [&] { table.index_into(result, {index}); }},
      {"by hand, straight", [&] { gather_straight(data); }},
      {"by hand, by bucket", [&] { gather_by_bucket(data, gather); }}};
  const std::vector<large::Contestant> puts = {
      {"ndx", [&] { table.index_put_({index}, values); }},
      {"by hand, straight", [&] { write_straight<false>(data); }},
      {"by hand, by bucket", [&] { write_by_bucket<false>(data, put); }}};
  const std::vector<large::Contestant> adds = {
      {"ndx", [&] { table.index_put_({index}, values, true); }},
      {"by hand, straight", [&] { write_straight<true>(data); }},
      {"by hand, by bucket", [&] { write_by_bucket<true>(data, add); }}};
  check(gathers, data, data.result);
  check(puts, data, data.table);
  check(adds, data, data.table);

  std::printf("\n## Single floats at random places\n\nns an element, %zu M elements of %zu MB\n\n",
              data.positions() >> 20, megabytes);
  constexpr int rounds = 5;
  large::print_head("", gathers);
  large::print_row("`x[i]`", large::least_times(gathers, rounds), positions);
  large::print_row("`x[i] = v`", large::least_times(puts, rounds), positions);
  large::print_row("`x[i] += v`", large::least_times(adds, rounds), positions);
  std::printf("\nOf these, by bucket, in ns an element:\n\n");
  print_passes("`x[i]`", gather, 4, positions);
  print_passes("`x[i] = v`", put, 3, positions);
  print_passes("`x[i] += v`", add, 3, positions);
  print_limits(data);
}
