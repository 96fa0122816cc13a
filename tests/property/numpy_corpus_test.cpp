// Replays the index expressions of tests/data/numpy_corpus.txt: what each of the four rules
// does must be what NumPy answered: shapes, values, view or copy, the kind of an error, and nothing
// changed after one.
#include "support/numpy_corpus.hpp"

#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "support/to_ndx.hpp"

namespace numpy_corpus_test {

using namespace reference;

const std::vector<CorpusCase>& corpus() {
  static const auto cases = load_corpus(NDX_SOURCE_DIR "/tests/data/numpy_corpus.txt");
  return cases;
}

/// The source of a case: a buffer of 0, 1, 2, ... and a tensor on it.
struct Replay {
  explicit Replay(const CorpusCase& c)
      : buffer(static_cast<std::size_t>(c.source.size)),
        untouched(buffer.size()),
        indices(ToNdx(c.line)(c.terms)) {
    std::iota(buffer.begin(), buffer.end(), 0);
    untouched = buffer;
    tensor = ndx::borrow(buffer.data() + c.source.offset, c.source.shape, c.source.strides);
  }

  bool holds(const std::int64_t* element) const {
    const std::less<> before;
    return !before(element, buffer.data()) && before(element, buffer.data() + buffer.size());
  }

  std::vector<std::int64_t> buffer;
  std::vector<std::int64_t> untouched;
  ndx::Tensor<std::int64_t> tensor;
  std::vector<ndx::TensorIndex> indices;
};

std::string where(const CorpusCase& c) {
  return "line " + std::to_string(c.line) + ", source " + spell(c.source.shape) + " strides " +
         spell(c.source.strides) + ": " + c.text;
}

ndx::Tensor<std::int64_t> value_of(const CorpusCase& c) {
  return ToNdx(c.line + 1).tensor<std::int64_t>(c.value.shape, c.value.values);
}

RefFaults write(RefRule rule, const CorpusCase& c, Replay& replay) {
  return fault_of([&] {
    if (c.value_scalar)
      write_by(rule, replay.tensor, replay.indices, c.value.values[0], c.accumulate);
    else
      write_by(rule, replay.tensor, replay.indices, value_of(c), c.accumulate);
  });
}

class NumpyCorpus : public testing::TestWithParam<RefRule> {};
INSTANTIATE_TEST_SUITE_P(EachRule, NumpyCorpus,
                         testing::Values(RefRule::index, RefRule::numpy_index, RefRule::oindex,
                                         RefRule::vindex),
                         [](const auto& rule) {
                           return kRuleNames[static_cast<std::size_t>(rule.param)];
                         });

TEST_P(NumpyCorpus, ReadsGiveNumpysShapesAndValues) {
  const auto rule = static_cast<std::size_t>(GetParam());
  for (const CorpusCase& c : corpus()) {
    if (c.write || c.answers[rule].fault != 0) continue;
    Replay replay(c);
    ndx::Tensor<std::int64_t> result;
    ASSERT_EQ(fault_of([&] { result = read_by(GetParam(), replay.tensor, replay.indices); }), 0u)
        << where(c);
    EXPECT_EQ(spell(to_shape(result.shape())), spell(c.answers[rule].shape)) << where(c);
    EXPECT_EQ(spell_values({result.begin(), result.end()}), c.answers[rule].values) << where(c);
    EXPECT_EQ(replay.buffer, replay.untouched) << where(c);
  }
}

TEST_P(NumpyCorpus, ReadsShareStorageExactlyWhenAllTermsAreBasic) {
  const auto rule = static_cast<std::size_t>(GetParam());
  for (const CorpusCase& c : corpus()) {
    if (c.write || c.answers[rule].fault != 0) continue;
    Replay replay(c);
    ndx::Tensor<std::int64_t> result;
    ASSERT_EQ(fault_of([&] { result = read_by(GetParam(), replay.tensor, replay.indices); }), 0u)
        << where(c);
    if (!c.answers[rule].view) {
      EXPECT_TRUE(result.is_contiguous()) << where(c);
    }
    if (result.numel() == 0) continue;
    EXPECT_EQ(replay.holds(result.data()), c.answers[rule].view) << where(c);
    const std::int64_t first = *result.data();
    *result.data() = -99;
    EXPECT_EQ(replay.buffer[static_cast<std::size_t>(first)], c.answers[rule].view ? -99 : first)
        << where(c);
  }
}

TEST_P(NumpyCorpus, WritesLeaveTheBufferAsNumpyDoes) {
  const auto rule = static_cast<std::size_t>(GetParam());
  for (const CorpusCase& c : corpus()) {
    if (!c.write || c.answers[rule].fault != 0) continue;
    Replay replay(c);
    ASSERT_EQ(write(GetParam(), c, replay), 0u) << where(c);
    EXPECT_EQ(spell_values(replay.buffer), c.answers[rule].values) << where(c);
  }
}

template <class Value>
ndx::Tensor<std::int64_t> put_by(RefRule rule, const Replay& replay, const Value& value,
                                 bool accumulate) {
  switch (rule) {
    case RefRule::numpy_index:
      return replay.tensor.numpy_index_put(replay.indices, value, accumulate);
    case RefRule::oindex:
      return replay.tensor.oindex_put(replay.indices, value, accumulate);
    case RefRule::vindex:
      return replay.tensor.vindex_put(replay.indices, value, accumulate);
    default:
      return replay.tensor.index_put(replay.indices, value, accumulate);
  }
}

TEST_P(NumpyCorpus, OutOfPlaceWritesLeaveTheSourceAlone) {
  const auto rule = static_cast<std::size_t>(GetParam());
  for (const CorpusCase& c : corpus()) {
    if (!c.write || c.answers[rule].fault != 0) continue;
    Replay replay(c);
    const ndx::Tensor<std::int64_t> written =
        c.value_scalar ? put_by(GetParam(), replay, c.value.values[0], c.accumulate)
                       : put_by(GetParam(), replay, value_of(c), c.accumulate);
    EXPECT_EQ(replay.buffer, replay.untouched) << where(c);
    ASSERT_EQ(write(GetParam(), c, replay), 0u) << where(c);
    EXPECT_TRUE(
        std::equal(written.begin(), written.end(), replay.tensor.begin(), replay.tensor.end()))
        << where(c);
  }
}

TEST_P(NumpyCorpus, ErrorsAreOfTheRightKindAndChangeNothing) {
  const auto rule = static_cast<std::size_t>(GetParam());
  for (const CorpusCase& c : corpus()) {
    if (c.answers[rule].fault == 0) continue;
    Replay replay(c);
    const RefFaults fault = c.write ? write(GetParam(), c, replay) : fault_of([&] {
      static_cast<void>(read_by(GetParam(), replay.tensor, replay.indices));
    });
    EXPECT_EQ(describe(fault), describe(c.answers[rule].fault)) << where(c);
    EXPECT_EQ(replay.buffer, replay.untouched) << where(c);
  }
}

}  // namespace numpy_corpus_test
