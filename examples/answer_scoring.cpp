// Multiple choice by a language model: scores the four answers of each question by the
// probabilities that a bigram model, counted from a text, assigns to their words.
//
//   answer_scoring [text.txt questions.txt]
#include <algorithm>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include <ndx/ndx.hpp>

namespace {

using ndx::index_t;
using ndx::None;
using ndx::Slice;
using ndx::Tensor;

/// Splits the text into lower-case words, separated by anything but letters.
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') {
      words.back() += static_cast<char>(c - 'A' + 'a');
    } else if (c >= 'a' && c <= 'z') {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

/// Assigns ids to the words of a text. Id 0 means padding or a word that is not in the text.
class Vocabulary {
 public:
  explicit Vocabulary(const std::vector<std::string>& words) {
    for (const std::string& word : words) ids_.try_emplace(word, size());
  }
  [[nodiscard]] index_t size() const { return static_cast<index_t>(ids_.size()) + 1; }
  [[nodiscard]] std::vector<index_t> ids(const std::vector<std::string>& words) const {
    std::vector<index_t> result;
    for (const std::string& word : words) {
      const auto found = ids_.find(word);
      result.push_back(found == ids_.end() ? 0 : found->second);
    }
    return result;
  }

 private:
  std::unordered_map<std::string, index_t> ids_;
};

struct Question {
  std::string stem;
  std::vector<std::string> choices;
  index_t right = -1;
};

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) throw std::runtime_error(path + " cannot be read");
  return text;
}

/// Parses lines "? stem", "* right answer" and "- other answer"; ignores all others.
std::vector<Question> read_questions(const std::string& path) {
  std::vector<Question> questions;
  std::istringstream lines(read_file(path));
  for (std::string line; std::getline(lines, line);) {
    const char kind = line.empty() ? '#' : line[0];
    if (kind != '?' && kind != '*' && kind != '-') continue;
    const std::string text = line.substr(std::min(line.find_first_not_of(' ', 1), line.size()));
    if (words_of(text).empty()) throw std::runtime_error(path + ": a line without words: " + line);
    if (kind == '?') {
      questions.push_back({text, {}, -1});
      continue;
    }
    if (questions.empty()) throw std::runtime_error(path + ": an answer before any question");
    Question& question = questions.back();
    if (kind == '*') question.right = static_cast<index_t>(question.choices.size());
    question.choices.push_back(text);
  }
  for (const Question& question : questions) {
    if (question.choices.empty())
      throw std::runtime_error(path + ": no answer to " + question.stem);
  }
  return questions;
}

/// Shape (vocabulary, vocabulary): row i holds the probability of each word after word i. A single
/// accumulating write counts all pairs of adjacent words; `extra` is added to every count, so that
/// no probability is 0.
Tensor<double> bigram_probabilities(const Tensor<index_t>& text, index_t vocabulary, double extra) {
  const auto counts = ndx::zeros<double>({vocabulary, vocabulary});
  const auto before = text.index({Slice(None, -1)});
  const auto after = text.index({Slice(1, None)});
  counts.index_put_({before, after}, 1.0, /*accumulate=*/true);
  const auto smoothed = counts + extra;
  return smoothed / ndx::sum(smoothed, {1}, /*keepdim=*/true);
}

/// The answers to a question as word ids, one row each, padded to the longest.
struct Answers {
  Tensor<index_t> before;   // (choices, positions): the word before each word of the answer
  Tensor<index_t> tokens;   // (choices, positions): that word
  Tensor<index_t> lengths;  // (choices)
};

Answers encode(const Question& question, const Vocabulary& vocabulary) {
  const std::vector<index_t> stem = vocabulary.ids(words_of(question.stem));
  std::vector<std::vector<index_t>> rows;
  index_t longest = 0;
  for (const std::string& choice : question.choices) {
    rows.push_back(vocabulary.ids(words_of(choice)));
    longest = std::max(longest, static_cast<index_t>(rows.back().size()));
  }
  const auto choices = static_cast<index_t>(rows.size());
  Answers answers{ndx::zeros<index_t>({choices, longest}), ndx::zeros<index_t>({choices, longest}),
                  ndx::zeros<index_t>({choices})};
  for (index_t c = 0; c < choices; ++c) {
    const auto& row = rows[static_cast<std::size_t>(c)];
    const auto length = static_cast<index_t>(row.size());
    answers.lengths(c) = length;
    answers.tokens.index_put_({c, Slice(0, length)}, ndx::tensor(row));
    answers.before.index_put_({c, Slice(1, length)}, ndx::tensor(row).slice(0, Slice(None, -1)));
    answers.before(c, 0) = stem.empty() ? 0 : stem.back();
  }
  return answers;
}

/// Shape (choices, positions): the probability of each word of the answers.
Tensor<double> token_probabilities(const Tensor<double>& probabilities, const Answers& answers) {
  // (choices, positions, vocabulary): the model's prediction at each position.
  const auto predictions = probabilities.index({answers.before});
  const auto choice = ndx::arange(predictions.size(0));
  const auto position = ndx::arange(predictions.size(1));

  const auto picked = predictions.index(
      {choice.index({Slice(), None}), position.index({None, Slice()}), answers.tokens});
  const auto taken = ndx::take_along_axis(predictions, answers.tokens.unsqueeze(-1), 2).squeeze(-1);
  if (!ndx::equal(picked, taken)) throw std::logic_error("the two ways to pick disagree");
  return picked;
}

/// Prints the answers with their log-probabilities. Returns the one with the highest per word, so
/// that long answers are not at a disadvantage.
index_t answer(const Question& question, const Tensor<double>& probabilities,
               const Vocabulary& vocabulary) {
  const Answers answers = encode(question, vocabulary);
  const auto logs = ndx::log(token_probabilities(probabilities, answers));
  const auto position = ndx::arange(logs.size(1));
  logs.index_put_({position >= answers.lengths.unsqueeze(1)}, 0.0);  // ignore padding

  const auto total = ndx::sum(logs, {1});
  const auto per_word = total / answers.lengths;
  const index_t chosen = ndx::argmax(per_word).item();
  std::cout << '\n' << question.stem << " …\n    total  a word\n";
  for (index_t c = 0; c < total.size(0); ++c) {
    std::cout << std::fixed << std::setprecision(2) << std::setw(9) << total(c) << std::setw(8)
              << per_word(c) << (c == chosen ? "  > " : "    ")
              << question.choices[static_cast<std::size_t>(c)]
              << (c == question.right ? "  (right)\n" : "\n");
  }
  return chosen;
}

void run(const std::string& text_path, const std::string& questions_path) {
  const std::vector<std::string> words = words_of(read_file(text_path));
  const std::vector<Question> questions = read_questions(questions_path);
  const Vocabulary vocabulary(words);
  const auto text = ndx::tensor(vocabulary.ids(words));
  const auto probabilities = bigram_probabilities(text, vocabulary.size(), 0.01);
  std::cout << text.numel() << " words of text, " << vocabulary.size() - 1 << " different ones\n";

  index_t right = 0;
  for (const Question& question : questions)
    right += answer(question, probabilities, vocabulary) == question.right ? 1 : 0;
  std::cout << '\n' << right << " of " << questions.size() << " right\n";
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 1 && argc != 3) {
    std::cerr << "usage: answer_scoring [text.txt questions.txt]\n";
    return 2;
  }
  try {
    run(argc == 3 ? argv[1] : "examples/data/text.txt",
        argc == 3 ? argv[2] : "examples/data/questions.txt");
  } catch (const std::exception& error) {
    std::cerr << "answer_scoring: " << error.what() << '\n';
    return 1;
  }
}
