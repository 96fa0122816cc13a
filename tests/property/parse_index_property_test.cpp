// parse_index on the expressions of NumPy's corpus: what it parses must index as NumPy did.
#include <numeric>

#include <gtest/gtest.h>

#include <ndx/io/text/parse_index.hpp>
#include <ndx/ndx.hpp>

#include "support/numpy_corpus.hpp"
#include "support/to_ndx.hpp"

namespace parse_index_property_test {

using namespace reference;

/// The expression of a line, with "@7" for the terms that Python's grammar has no literal for.
std::string with_names(const CorpusCase& c) {
  std::string text;
  for (std::size_t t = 0; t < c.terms.size(); ++t) {
    const std::string spelled = std::visit(SpellTerm{}, c.terms[t]);
    const bool literal = spelled.find('(') == std::string::npos;
    if (t != 0) text += ", ";
    text.append(literal ? "" : "@").append(literal ? spelled : std::to_string(t));
  }
  return text;
}

ndx::TensorIndex resolved(const CorpusCase& c, std::string_view name) {
  return ToNdx(c.line)({c.terms[std::stoul(std::string(name))]})[0];
}

TEST(ParseIndexProperty, EveryCorpusExpressionReadsAsNumpyReadIt) {
  std::size_t read = 0;
  for (const CorpusCase& c : load_corpus(NDX_SOURCE_DIR "/tests/data/numpy_corpus.txt")) {
    if (c.write || c.terms.empty()) continue;  // Python has no x[]
    std::vector<std::int64_t> buffer(static_cast<std::size_t>(c.source.size));
    std::iota(buffer.begin(), buffer.end(), 0);
    const auto source =
        ndx::borrow(buffer.data() + c.source.offset, c.source.shape, c.source.strides);
    const std::string text = with_names(c);
    std::string answer;
    const RefFaults fault = fault_of([&] {
      const auto terms =
          ndx::parse_index(text, [&](std::string_view name) { return resolved(c, name); });
      const auto result = source.index(terms);
      answer = spell(to_shape(result.shape())) + spell_values({result.begin(), result.end()});
    });
    const CorpusAnswer& numpy = c.answers[0];
    ASSERT_EQ(describe(fault), describe(numpy.fault)) << c.line << ": " << text;
    if (fault == 0) {
      ASSERT_EQ(answer, spell(numpy.shape) + numpy.values) << c.line << ": " << text;
    }
    ++read;
  }
  EXPECT_GT(read, 3000u);
}

}  // namespace parse_index_property_test
