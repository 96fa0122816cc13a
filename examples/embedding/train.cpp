// Trains word embeddings over the processes of an MPI program. The table's rows are spread over
// them; each reads the rows of its share of a batch of word pairs, and adds their gradients back.
// Contributions are added in the order of the batch, so that any number of processes prints the
// losses of one, digit for digit.
//   mpirun -n 4 train text.txt
#include <cctype>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <ndx/distributed.hpp>
#include <ndx/ndx.hpp>

namespace {

using namespace ndx;

constexpr index_t kBatch = 4096;  // pairs
constexpr index_t kWidth = 16;    // numbers of a word
constexpr float kRate = 0.005F;

/// The words of a text as numbers, in the order in which they first occur.
std::vector<int> words_of(const char* path) {
  std::map<std::string, int> numbers;
  std::vector<int> words;
  std::string word;
  std::ifstream text(path);
  for (char c; text.get(c);) {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!word.empty()) {
      const int next = static_cast<int>(numbers.size());
      words.push_back(numbers.emplace(word, next).first->second);
      word.clear();
    }
  }
  return words;
}

/// Pairs of words, (kBatch, 2), the same on every process: in even places neighbours in the text, in
/// odd ones words that are paired by chance.
Tensor<int> pairs_of(const std::vector<int>& words, unsigned step) {
  std::mt19937 random(step);
  const auto any = [&] { return random() % (words.size() - 1); };
  const auto pairs = empty<int>(kBatch, 2);
  for (index_t k = 0; k < kBatch; ++k) {
    const std::size_t at = any();
    pairs(k, 0) = words[at];
    pairs(k, 1) = words[k % 2 == 0 ? at + 1 : any()];
  }
  return pairs;
}

/// For the rows of each pair, (n, 2, kWidth): how badly their product tells neighbours (pairs of an
/// even number) from others. The gradients, scaled for a step, replace the rows.
void differentiate(const Tensor<float>& rows, index_t first, const Tensor<double>& losses) {
  for (index_t k = 0; k < rows.size(0); ++k) {
    float* const a = rows.data() + k * 2 * kWidth;
    float* const b = a + kWidth;
    float product = 0;
    for (index_t j = 0; j < kWidth; ++j) product += a[j] * b[j];
    const float sign = (first + k) % 2 == 0 ? 1.F : -1.F;
    losses(k) = std::log1p(std::exp(static_cast<double>(-sign * product)));
    const float slope = kRate * sign / (1.F + std::exp(sign * product));
    for (index_t j = 0; j < kWidth; ++j) {
      const float other = b[j];
      b[j] = slope * a[j];
      a[j] = slope * other;
    }
  }
}

void train(const Communicator& world, const std::vector<int>& words, unsigned steps) {
  int most = 0;
  for (const int word : words) most = word > most ? word : most;
  const auto table = distributed_from_function<float>(world, {most + 1, kWidth}, [](DimsView i) {
    return 0.2F * std::sin(static_cast<float>(i[0] * 12 + i[1] * 78));
  });
  // One loss for each pair; this process's share of the pairs is its block.
  const DistributedTensor<double> losses(world, {kBatch});
  const auto rank = static_cast<std::size_t>(world.rank());
  const index_t first = losses.bounds()[rank];
  for (unsigned step = 0; step < steps; ++step) {
    const auto pairs = pairs_of(words, step).index({Slice(first, losses.bounds()[rank + 1])});
    const DistributedPlan plan = table.plan({pairs});
    const Tensor<float> rows = plan.read(table);
    differentiate(rows, first, losses.block());
    plan.write_(table, rows, {.accumulate = true});
    const Tensor<double> all = gather_to(losses, 0);
    if (world.rank() == 0 && step % 40 == 0) {
      double sum = 0;
      for (const double loss : all) sum += loss;
      std::printf("step %3u: loss %.17g\n", step, sum / kBatch);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const auto words = words_of(argc > 1 ? argv[1] : "text.txt");
  if (words.size() < 2) {
    std::fprintf(stderr, "train TEXT: no text with words\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  train(MPI_COMM_WORLD, words, 201);
  MPI_Finalize();
}
