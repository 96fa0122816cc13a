// Scores sentences by a language model. The logits of each position give the log-probability of the word in that
// position, and these give the perplexity of each sentence. It also counts how often the model was right.
#include <ndx/ndx.hpp>

#include "program.hpp"

using ndx::index_t;
using ndx::None;
using ndx::Slice;
using ndx::Tensor;

namespace {

constexpr index_t kSentences = 8, kPositions = 64, kWords = 8000;

struct Scores {
  Tensor<float> perplexity;  // (sentences)
  Tensor<float> hardest;     // (sentences, 3): the lowest log-probabilities
  double accuracy;
  double mean_rank;  // of the right word among the predictions
};

Scores score(const Tensor<float>& logits, const Tensor<index_t>& words,
             const Tensor<index_t>& lengths) {
  const auto inside =
      ndx::arange(kPositions) < lengths.index({Slice(), None});  // (sentences, positions)
  const auto probabilities = ndx::log_softmax(logits, -1);
  const auto column = words.unsqueeze(-1);
  auto picked = ndx::take_along_axis(probabilities, column, 2).squeeze(-1);
  picked.index_put_({!inside}, 0.f);
  const auto perplexity = ndx::exp(-ndx::sum(picked, 1) / lengths.to<float>());

  const auto right = ndx::argmax(logits, -1) == words;
  const auto better = ndx::count_nonzero(logits > ndx::take_along_axis(logits, column, 2), 2);
  return {perplexity, ndx::topk(picked, 3, -1, false).values,
          ndx::mean(right.index({inside})).item(), ndx::mean(better.index({inside})).item()};
}

}  // namespace

int main(int argc, char** argv) {
  const auto words =
      ndx::tensor(bench::noise(kSentences * kPositions, 3)).reshape({kSentences, kPositions}) %
      kWords;
  const auto lengths = ndx::tensor(bench::noise(kSentences, 5)) % 32 + 33;
  const auto logits = ndx::tensor(bench::uniform(kSentences * kPositions * kWords, 7))
                          .reshape({kSentences, kPositions, kWords}) *
                      8.f;
  // Half of the words get the highest logit, so that the model is right now and then.
  const auto known = ndx::arange(kPositions) % 2 == 0;
  logits.index_put_({ndx::arange(kSentences).index({Slice(), None}),
                     ndx::nonzero(known).squeeze(-1), words.index({Slice(), known})},
                    9.f);
  return bench::measure(argc, argv, [&] {
    const Scores scores = score(logits, words, lengths);
    return ndx::mean(scores.perplexity).item() + ndx::sum(scores.hardest).item() + scores.accuracy +
           scores.mean_rank;
  });
}
