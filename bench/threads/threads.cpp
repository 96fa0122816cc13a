// Measures what several threads gain.
//   threads NUMBER...
// prints a row for each kind of work: its name, nanoseconds an element on one thread, and those on each NUMBER of threads, separated
// by tabs. peer.py has the same rows. Each number of threads must give the result of one thread. With NDX_THREADS_SMALL
// in the environment the tensors are small and each call is made once, which says whether the program works.
#include <algorithm>
#include <limits>
#include <stdexcept>

#include <large/support.hpp>

#include <ndx/groups.hpp>
#include <ndx/indexed.hpp>
#include <ndx/linalg.hpp>
#include <ndx/ndx.hpp>
#include <ndx/random.hpp>
#include <ndx/statistics.hpp>
#include <ndx/threads.hpp>

namespace {

using namespace ndx;

const bool is_small = std::getenv("NDX_THREADS_SMALL") != nullptr;
constexpr index_t kMillion = index_t{1} << 20;

/// Returns the number of elements to use: fewer in a small run.
index_t size(index_t elements) { return is_small ? elements / 256 : elements; }

class Table {
 public:
  explicit Table(std::vector<index_t> threads) : threads_(std::move(threads)) {}

  /// Measures a call, which returns a tensor. A call that writes returns its target, which is zero before it is checked.
  template <class Call>
  void row(const char* name, index_t elements, const Call& call,
           const Tensor<float>& target = {}) const {
    const auto result = [&] {
      if (target.numel() != 0) target.fill_(0);
      return call();
    };
    set_executor({});
    const auto expected = result().clone();
    std::printf("%s\t%.4f", name, time(call, elements));
    for (const index_t number : threads_) {
      use_threads(number);
      if (!array_equal(result(), expected))
        throw std::runtime_error(std::string(name) + ": another result");
      std::printf("\t%.4f", time(call, elements));
    }
    set_executor({});
    std::printf("\n");
    std::fflush(stdout);
  }

 private:
  /// The least time of nine calls or of as many as take half a second, but one at least, in ns an element.
  template <class Call>
  static double time(const Call& call, index_t elements) {
    double least = std::numeric_limits<double>::infinity();
    const double end = large::seconds() + (is_small ? 0 : .5);
    for (int calls = 0; calls == 0 || (calls < 9 && large::seconds() + least < end); ++calls) {
      const double start = large::seconds();
      static_cast<void>(call());
      least = std::min(least, large::seconds() - start);
    }
    return least * 1e9 / static_cast<double>(elements);
  }

  std::vector<index_t> threads_;
};

void measure_indices(const Table& table) {
  const Tensor<float> far = zeros<float>({size(64 * kMillion)});
  const Tensor<float> near = far.index({Slice(None, size(2 * kMillion))});
  const index_t count = size(kMillion);
  const Tensor<index_t> i = randint<index_t>(0, far.numel(), {count}, 1);
  const Tensor<index_t> j = randint<index_t>(0, near.numel(), {count / 4}, 2);
  const Tensor<float> v = rand<float>({count}, 3);
  table.row("gather 1 M from 256 MB", count, [&] { return far.index({i}); });
  table.row("gather 256 K from 8 MB", count / 4, [&] { return near.index({j}); });
  const auto put = [&] { return far.index_put_({i}, v); };
  table.row("put 1 M into 256 MB", count, put, far);
  table.row("add 1 M to 256 MB", count, [&] { return far.index_put_({i}, v, true); }, far);
  const Tensor<float> rows = far.reshape({-1, 64});
  const Tensor<index_t> k = randint<index_t>(0, rows.size(0), {size(16 << 10)}, 4);
  const Tensor<float> w = rand<float>({k.numel(), 64}, 5);
  table.row("gather rows of 64 from 256 MB", w.numel(), [&] { return rows.index({k}); });
  const Tensor<index_t> bags = k.reshape({-1, 8});
  table.row("embedding_bag of 8 rows of 64", w.numel(), [&] { return embedding_bag(rows, bags); });
  table.row("sum(view, 1) of 8 rows of 64", w.numel(),
            [&] { return sum(rows.indexed({bags}), 1); });
  table.row("put rows of 64", w.numel(), [&] { return rows.index_put_({k}, w); }, far);
  table.row("add rows of 64", w.numel(), [&] { return rows.index_put_({k}, w, true); }, far);
  const Tensor<float> square = far.reshape({-1, is_small ? 512 : 8192});
  const index_t side = is_small ? 64 : 1024;
  const Tensor<index_t> a = randint<index_t>(0, square.size(0), {side}, 6);
  const Tensor<index_t> b = randint<index_t>(0, square.size(1), {side}, 7);
  const Tensor<float> z = rand<float>({side, side}, 8);
  table.row(
      "put x[ix_(i, j)], 1024 by 1024", z.numel(), [&] { return square.oindex_put_({a, b}, z); },
      far);
}

void measure_masks(const Table& table) {
  const index_t count = size(16 * kMillion);
  const Tensor<float> x = rand<float>({count}, 1);
  const Tensor<float> y = rand<float>({count}, 2);
  const Tensor<float> target = zeros<float>({count});
  const Tensor<bool> mask = x > 0.5F;
  const Tensor<float> values = y.index({mask});
  table.row("`x[mask]`, 16 M", count, [&] { return y.index({mask}); });
  table.row("`x[mask] = 1`", count, [&] { return target.index_put_({mask}, 1.F); }, target);
  table.row("`x[mask] = values`", count, [&] { return target.index_put_({mask}, values); }, target);
  table.row("nonzero", count, [&] { return nonzero(mask); });
  table.row("where", count, [&] { return where(mask, x, y); });
}

void measure_lines(const Table& table) {
  const index_t count = size(16 * kMillion);
  const Tensor<float> x = rand<float>({count}, 1);
  const Tensor<float> y = rand<float>({count}, 2);
  const Tensor<std::int32_t> n = randint<std::int32_t>(0, 1 << 30, {count}, 3);
  const Tensor<std::int32_t> groups = n % 1000;
  const Tensor<float> square = x.reshape({-1, is_small ? 256 : 4096});
  table.row("a + b, 16 M", count, [&] { return x + y; });
  table.row("exp", count, [&] { return exp(x); });
  table.row("sum", count, [&] { return sum(x); });
  table.row("max", count, [&] { return max(x); });
  table.row("sum of columns, 4096 by 4096", count, [&] { return sum(square, 0); });
  table.row("softmax of rows, 4096 by 4096", count, [&] { return softmax(square, 1); });
  table.row("cumsum of 16 M", count, [&] { return cumsum(x, 0); });
  table.row("sort of 16 M int32", count, [&] { return sort_values(n, 0); });
  table.row("argsort of 16 M int32", count, [&] { return argsort(n, 0); });
  table.row("bincount of 16 M", count, [&] { return bincount(groups); });
  table.row("histogram of 16 M, 100 bins", count, [&] { return histogram(x, 100, {0, 1}).counts; });
  table.row("unique of 16 M", count, [&] { return unique(n).values; });
  table.row("dot of 16 M", count, [&] { return dot(x, y); });
  const Tensor<float> rows = x.reshape({-1, 64});
  const Tensor<std::int32_t> labels = groups.narrow(0, 0, rows.size(0));
  table.row("segment_sum of rows of 64", count, [&] { return segment_sum(rows, labels, 1000); });
  const Tensor<float> matrix = x.narrow(0, 0, size(kMillion)).reshape({-1, is_small ? 64 : 1024});
  const index_t products = matrix.numel() * matrix.size(1);
  table.row("matmul, 1024 by 1024", products, [&] { return matmul(matrix, matrix); });
}

}  // namespace

int main(int count, char** arguments) try {
  std::vector<index_t> threads;
  for (int k = 1; k < count; ++k) threads.push_back(std::atoi(arguments[k]));
  const Table table(threads);
  measure_indices(table);
  measure_masks(table);
  measure_lines(table);
} catch (const std::exception& error) {
  std::fprintf(stderr, "threads: %s\n", error.what());
  return 1;
}
