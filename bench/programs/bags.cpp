// Learns to classify texts by a bag of words: a text is the mean of the vectors of its words, ragged as texts are.
#include <ndx/indexed.hpp>
#include <ndx/linalg.hpp>
#include <ndx/ndx.hpp>

#include "program.hpp"

using ndx::index_t;
using ndx::Slice;
using ndx::Tensor;

namespace {

constexpr index_t kWords = 100000, kWidth = 16, kTexts = 4096, kClasses = 8, kSteps = 6;

/// Texts one after another: words, where each text begins, and its class.
struct Texts {
  Tensor<index_t> words, offsets, classes;
};

/// Text t has 1 to 40 words, of which about every third one is of the words that its class prefers.
Texts make_texts() {
  const auto lengths = ndx::tensor(bench::noise(kTexts, 37)) % 40 + 1;
  const auto ends = ndx::cumsum(lengths, 0);
  const auto classes = ndx::tensor(bench::noise(kTexts, 41)) % kClasses;
  auto words = ndx::tensor(bench::noise(ends[-1].item(), 43)) * 7919 % kWords;
  const auto own = ndx::repeat_interleave(classes, lengths, 0);
  const auto third = ndx::arange(words.numel()) % 3 == 0;
  words = ndx::where(third, words - words % kClasses + own, words);
  return {words, ends - lengths, classes};
}

/// The gradient of the mean loss for each score, and that loss.
std::pair<Tensor<float>, double> loss_of(const Tensor<float>& scores,
                                         const Tensor<index_t>& classes) {
  const auto probabilities = ndx::softmax(scores, 1);
  const auto wanted = ndx::gather(probabilities, 1, classes.unsqueeze(1));
  auto gradient = probabilities.clone();
  ndx::scatter_add_(gradient, 1, classes.unsqueeze(1), ndx::full({kTexts, 1}, -1.f));
  return {gradient / float{kTexts}, -ndx::mean(ndx::log(wanted)).item()};
}

/// Returns the loss after some steps, and the share of the texts that are recognised.
double train(const Texts& texts, const Tensor<float>& start, const Tensor<float>& head) {
  const auto table = start.clone();
  const ndx::EmbeddingBagOptions<float> bags{.offsets = texts.offsets, .mode = ndx::BagMode::mean};
  double loss = 0, share = 0;
  for (index_t step = 0; step < kSteps; ++step) {
    const auto means = ndx::embedding_bag(table, texts.words, bags);  // (texts, width)
    const auto scores = ndx::matmul(means, head.transpose());         // (texts, classes)
    const auto [gradient, now] = loss_of(scores, texts.classes);
    ndx::embedding_bag_update_(table, texts.words, ndx::matmul(gradient, head), -3000.f, bags);
    loss = now;
    share = ndx::mean((ndx::argmax(scores, 1) == texts.classes).to<double>()).item();
  }
  return loss + share;
}

}  // namespace

int main(int argc, char** argv) {
  const auto texts = make_texts();
  const auto table =
      ndx::tensor(bench::uniform(kWords * kWidth, 47)).reshape({kWords, kWidth}) - 0.5f;
  const auto head =
      ndx::tensor(bench::uniform(kClasses * kWidth, 53)).reshape({kClasses, kWidth}) - 0.5f;
  return bench::measure(argc, argv, [&] { return train(texts, table, head); });
}
