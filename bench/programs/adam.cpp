// Trains an embedding table by Adam: only the rows that a step uses are read, and only they are written.
#include <cmath>

#include <ndx/groups.hpp>
#include <ndx/ndx.hpp>

#include "program.hpp"

using ndx::index_t;
using ndx::Slice;
using ndx::Tensor;

namespace {

constexpr index_t kTokens = 30000, kWidth = 32, kBatch = 1024, kLength = 4, kSteps = 20;

class Adam {
 public:
  explicit Adam(Tensor<float> table)
      : table_(std::move(table)),
        mean_(ndx::zeros_like(table_)),
        square_(ndx::zeros_like(table_)) {}

  /// The mean of the rows of each sequence. Shape (batch, length) -> (batch, width)
  [[nodiscard]] Tensor<float> forward(const Tensor<index_t>& ids) const {
    return ndx::mean(table_.index({ids}), 1);
  }

  /// `gradient` is that of forward's result. A token that occurs twice gets the sum of both gradients.
  void update(const Tensor<index_t>& ids, const Tensor<float>& gradient) {
    ++step_;
    const auto each =
        gradient.unsqueeze(1).expand({kBatch, kLength, kWidth}).reshape({-1, kWidth}) /
        float{kLength};
    const auto found = ndx::unique(ids, {.return_inverse = true});
    const auto rows = found.values;
    const auto summed = ndx::segment_sum(each, found.inverse.flatten(), rows.numel());

    const auto mean = mean_.index({rows}) * 0.9f + summed * 0.1f;
    const auto square = square_.index({rows}) * 0.999f + summed * summed * 0.001f;
    mean_.index_put_({rows}, mean);
    square_.index_put_({rows}, square);
    const float corrected_mean = 1.f - std::pow(0.9f, step_),
                corrected_square = 1.f - std::pow(0.999f, step_);
    const auto change = mean / corrected_mean / (ndx::sqrt(square / corrected_square) + 1e-8f);
    table_.index_put_({rows}, change * -0.05f, /*accumulate=*/true);
  }

 private:
  Tensor<float> table_, mean_, square_;
  float step_ = 0;
};

double train(const Tensor<float>& start, const Tensor<index_t>& ids, const Tensor<float>& targets) {
  Adam adam(start.clone());
  double loss = 0;
  for (index_t step = 0; step < kSteps; ++step) {
    const auto difference = adam.forward(ids.select(0, step % 4)) - targets;
    loss = ndx::mean(difference * difference).item();
    adam.update(ids.select(0, step % 4), difference * (2.f / kBatch));
  }
  return loss;
}

}  // namespace

int main(int argc, char** argv) {
  const auto table = ndx::tensor(bench::uniform(kTokens * kWidth, 19)).reshape({kTokens, kWidth});
  const auto ids =
      (ndx::tensor(bench::noise(4 * kBatch * kLength, 23)) % kTokens).reshape({4, kBatch, kLength});
  const auto targets = ndx::tensor(bench::uniform(kBatch * kWidth, 29)).reshape({kBatch, kWidth});
  return bench::measure(argc, argv, [&] { return train(table, ids, targets); });
}
