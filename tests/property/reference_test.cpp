// The reference evaluator against what others have written down: NumPy's corpus and tables of
// where the dims of index tensors go. What the reference is trusted with elsewhere, it earns here; nothing of ndx is
// involved.
#include "support/reference.hpp"

#include <numeric>

#include <gtest/gtest.h>

#include "support/expression.hpp"
#include "support/numpy_corpus.hpp"

namespace reference_test {

using namespace reference;

std::string answered(const CorpusCase& c, RefRule rule) {
  std::vector<std::int64_t> buffer(static_cast<std::size_t>(c.source.size));
  std::iota(buffer.begin(), buffer.end(), 0);
  try {
    const auto& [size, shape, strides, offset] = c.source;
    const RefTensor where = ref_index(ref_strided(shape, strides, offset), c.terms, rule);
    if (!c.write) return spell(where.shape) + spell_values(where.values);
    if (c.accumulate)
      ref_put(std::span(buffer), where, c.value, ref_add);
    else
      ref_put(std::span(buffer), where, c.value, ref_assign);
    return spell_values(buffer);
  } catch (const RefError& error) {
    return error.what();
  }
}

TEST(Reference, AgreesWithNumpyOnEveryCorpusLineUnderEveryRule) {
  const auto cases = load_corpus(NDX_SOURCE_DIR "/tests/data/numpy_corpus.txt");
  ASSERT_GE(cases.size(), 3000u);
  for (const CorpusCase& c : cases) {
    for (std::size_t rule = 0; rule < 4; ++rule) {
      const CorpusAnswer& answer = c.answers[rule];
      const std::string wanted = answer.fault != 0 ? describe(answer.fault)
                                 : c.write         ? answer.values
                                                   : spell(answer.shape) + answer.values;
      EXPECT_EQ(answered(c, static_cast<RefRule>(rule)), wanted)
          << "line " << c.line << ", " << kRuleNames[rule] << ": " << c.text;
      if (!c.write && answer.fault == 0) {
        EXPECT_NE(any_advanced(c.terms), answer.view) << c.text;
      }
    }
  }
}

struct Row {
  Shape source;
  const char* expression;  // T2 is [0,1]; B is a mask of shape (7,8) with one True
  const char* shape;
};

std::string with_letters(std::string text) {
  RefMask mask{{7, 8}, std::vector<bool>(56, false)};
  mask.values[19] = true;
  const auto replace = [&](const std::string& letters, const std::string& by) {
    for (auto at = text.find(letters); at != std::string::npos; at = text.find(letters))
      text.replace(at, letters.size(), by);
  };
  replace("T2", "[0,1]");
  replace("B", SpellTerm{}(mask));
  return text;
}

void expect_shapes(const std::vector<Row>& rows, RefRule rule) {
  for (const Row& row : rows) {
    const RefTerms terms = parse_terms(with_letters(row.expression));
    EXPECT_EQ(spell(ref_positions(row.source, terms, rule).shape), row.shape)
        << spell(row.source) << row.expression;
  }
}

const Shape kX = {5, 6, 7, 8};

TEST(Reference, PlacesDimsAsTheTableSaysForIndex) {
  expect_shapes({{{2, 3, 4}, "[0,:,T2]", "(3,2)"},
                 {{2, 3, 4}, "[:,0,T2]", "(2,2)"},
                 {kX, "[0,:,[[0,0,0],[1,1,1]],:]", "(6,2,3,8)"},
                 {kX, "[:,[0],:,0]", "(5,1,7)"},
                 {kX, "[0,:,:,T2]", "(6,7,2)"},
                 {kX, "[:,0,:,T2]", "(5,7,2)"},
                 {kX, "[T2,0,T2,:]", "(2,8)"},
                 {kX, "[0,:,B]", "(6,1)"},
                 {{3, 4, 5, 2, 6}, "[None,[0,1,0],0:2,1]", "(1,3,2,2,6)"},
                 {{3, 4, 5, 2, 6}, "[0,...,[0,1,0],1]", "(4,5,3)"},
                 {{2, 3, 4}, "[:,True,:,0]", "(2,1,3)"},
                 {{5, 6, 7}, "[0,None,T2]", "(1,2,7)"},
                 {{4, 5, 6}, "[:,T2,...,T2]", "(4,2)"}},
                RefRule::index);
}

TEST(Reference, PlacesDimsAsTheTableSaysForNumpyIndex) {
  expect_shapes({{{2, 3, 4}, "[0,:,T2]", "(2,3)"},
                 {{2, 3, 4}, "[:,0,T2]", "(2,2)"},
                 {kX, "[0,:,[[0,0,0],[1,1,1]],:]", "(2,3,6,8)"},
                 {kX, "[:,[0],:,0]", "(1,5,7)"},
                 {kX, "[0,:,:,T2]", "(2,6,7)"},
                 {kX, "[:,0,:,T2]", "(2,5,7)"},
                 {kX, "[T2,0,T2,:]", "(2,8)"},
                 {kX, "[0,:,B]", "(1,6)"},
                 {{3, 4, 5, 2, 6}, "[None,[0,1,0],0:2,1]", "(3,1,2,2,6)"},
                 {{3, 4, 5, 2, 6}, "[0,...,[0,1,0],1]", "(3,4,5)"},
                 {{2, 3, 4}, "[:,True,:,0]", "(1,2,3)"},
                 {{5, 6, 7}, "[0,None,T2]", "(2,1,7)"},
                 {{4, 5, 6}, "[:,T2,...,T2]", "(2,4)"}},
                RefRule::numpy_index);
}

TEST(Reference, PlacesDimsAsNep21SaysForOindex) {
  expect_shapes({{kX, "[:,[0],[0,1],:]", "(5,1,2,8)"},
                 {kX, "[:,[0],:,[0,1]]", "(5,1,7,2)"},
                 {kX, "[:,[0],0,:]", "(5,1,8)"},
                 {kX, "[:,[0],:,0]", "(5,1,7)"},
                 {kX, "[:,0,B]", "(5,1)"},
                 {kX, "[0,:,B]", "(6,1)"},
                 {kX, "[[0],:,B]", "(1,6,1)"},
                 {kX, "[:,[0,1],B]", "(5,2,1)"}},
                RefRule::oindex);
}

TEST(Reference, PlacesDimsAsNep21SaysForVindex) {
  expect_shapes({{kX, "[:,[0],[0,1],:]", "(2,5,8)"},
                 {kX, "[:,[0],:,[0,1]]", "(2,5,7)"},
                 {kX, "[:,[0],0,:]", "(1,5,8)"},
                 {kX, "[:,[0],:,0]", "(1,5,7)"}},
                RefRule::vindex);
}

TEST(Reference, NamesEveryKindOfFaultThatAnExpressionHas) {
  const auto faults = [](const Shape& source, const char* expression) -> RefFaults {
    try {
      ref_positions(source, parse_terms(expression), RefRule::index);
    } catch (const RefError& error) {
      return error.faults;
    }
    return 0;
  };
  EXPECT_EQ(faults({3}, "[2]"), 0u);
  EXPECT_EQ(faults({3}, "[3]"), kIndexFault);
  EXPECT_EQ(faults({3}, "[::0]"), kValueFault);
  EXPECT_EQ(faults({3, 3}, "[[0,1],[0,1,2]]"), kShapeFault);
  EXPECT_EQ(faults({3, 3}, "[[0,1],[0,1,3]]"), kShapeFault | kIndexFault);
  EXPECT_EQ(faults({3, 0}, "[[3]]"), kIndexFault);
}

TEST(Reference, AssignsTheLastOfDuplicatesAndAccumulatesThemAll) {
  RefTensor x{{3}, {10, 20, 30}};
  ref_index_put(x, parse_terms("[[0,2,0]]"), {{3}, {1, 2, 3}});
  EXPECT_EQ(x.values, (std::vector<std::int64_t>{3, 20, 2}));
  ref_index_put(x, parse_terms("[[0,2,0]]"), {{3}, {1, 2, 3}}, true);
  EXPECT_EQ(x.values, (std::vector<std::int64_t>{7, 20, 4}));
}

TEST(Reference, DropsLeadingOnesOfAValueAndRefusesOthers) {
  RefTensor x{{2, 2}, {0, 0, 0, 0}};
  ref_index_put(x, parse_terms("[0]"), {{1, 1, 2}, {4, 5}});
  EXPECT_EQ(x.values, (std::vector<std::int64_t>{4, 5, 0, 0}));
  EXPECT_THROW(ref_index_put(x, parse_terms("[0]"), {{2, 1}, {4, 5}}), RefError);
}

}  // namespace reference_test
