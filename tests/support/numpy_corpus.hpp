// Reads tests/data/numpy_corpus.txt; its format is written at the top of that file.
#pragma once

#include <array>
#include <fstream>
#include <map>
#include <sstream>

#include "expression.hpp"

namespace reference {

/// What one rule answers: an error, or a result (reads), or the whole buffer after it (writes).
struct CorpusAnswer {
  RefFaults fault = 0;
  bool view = false;
  Shape shape;
  std::string values;  // as written in the file, see spell_values
};

struct CorpusSource {
  std::int64_t size = 0;
  Shape shape;
  Shape strides;
  std::int64_t offset = 0;
};

struct CorpusCase {
  std::size_t line = 0;
  std::string text;
  CorpusSource source;
  RefTerms terms;
  bool write = false;
  bool accumulate = false;
  RefTensor value;                      // writes only
  bool value_scalar = false;            // the value is a plain number, not a tensor
  std::array<CorpusAnswer, 4> answers;  // by RefRule
};

/// How the corpus writes values: verbatim, or as a checksum when there are many.
inline std::string spell_values(const std::vector<std::int64_t>& values) {
  std::ostringstream text;
  if (values.size() <= 12) {
    for (std::int64_t v : values) text << ' ' << v;
    return text.str();
  }
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (std::int64_t v : values)
    for (unsigned byte = 0; byte < 8; ++byte)
      hash = (hash ^ (static_cast<std::uint64_t>(v) >> (8 * byte) & 0xffu)) * 0x100000001b3u;
  text << " #" << std::hex;
  text.width(16);
  text.fill('0');
  text << hash;
  return text.str();
}

inline CorpusAnswer parse_answer(std::string_view text) {
  CorpusAnswer answer;
  const std::string_view word = text.substr(0, text.find(' '));
  if (word == "IndexError") answer.fault = kIndexFault;
  if (word == "ShapeError") answer.fault = kShapeFault;
  if (word == "ValueError") answer.fault = kValueFault;
  if (answer.fault != 0) return answer;
  std::string_view rest = text.substr(word.size());
  answer.view = word == "view";
  if (word != "=") {
    ExpressionParser parser(rest);
    answer.shape = parser.shape();
    rest = parser.rest();
  }
  answer.values = std::string(rest);
  return answer;
}

inline void parse_value(CorpusCase& into, std::string_view text) {
  into.value_scalar = text[0] != '(';
  if (into.value_scalar) {
    into.value = {{}, {std::stoll(std::string(text))}};
    return;
  }
  into.value.shape = ExpressionParser(text).shape();
  for (std::size_t i = 0; i < element_count(into.value.shape); ++i)
    into.value.values.push_back(1000 + static_cast<std::int64_t>(i));
}

inline CorpusSource parse_source(std::istringstream& words) {
  CorpusSource source;
  std::string key;
  std::string shape;
  std::string strides;
  words >> key >> source.size >> key >> shape >> key >> strides >> key >> source.offset;
  source.shape = ExpressionParser(shape).shape();
  source.strides = ExpressionParser(strides).shape();
  return source;
}

inline CorpusCase parse_case(const std::string& line, const CorpusSource& source) {
  CorpusCase result;
  result.text = line;
  result.source = source;
  const auto opening = line.find('[');
  const auto equals = line.find(" = ");
  result.terms = parse_terms(std::string_view(line).substr(opening));
  result.write = equals != std::string::npos;
  result.accumulate = line.starts_with("add");
  if (result.write) parse_value(result, std::string_view(line).substr(equals + 3));
  return result;
}

/// All cases of the file; throws when it cannot be read or a line makes no sense.
inline std::vector<CorpusCase> load_corpus(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot open " + path);
  std::vector<CorpusCase> cases;
  std::map<std::string, CorpusSource> sources;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string first;
    std::string second;
    words >> first >> second;
    if (first == "source") {
      sources[second] = parse_source(words);
    } else if (line[0] != ' ') {
      cases.push_back(parse_case(line, sources.at(second)));
      cases.back().line = number;
    } else {
      const CorpusAnswer answer = parse_answer(std::string_view(line).substr(first.size() + 3));
      for (std::size_t rule = 0; rule < kRuleNames.size(); ++rule)
        if (first == "index" || first == kRuleNames[rule]) cases.back().answers[rule] = answer;
    }
  }
  return cases;
}

}  // namespace reference
