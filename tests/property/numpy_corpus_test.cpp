// Replays the index expressions of tests/data/numpy_corpus.txt: what `index` and `index_put_` do
// must be what NumPy answered: shapes, values, view or copy, the kind of an error, and nothing
// changed after one.
#include "support/numpy_corpus.hpp"

#include <functional>
#include <numeric>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "support/to_ndx.hpp"

namespace {

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

RefFaults write(const CorpusCase& c, Replay& replay) {
  return fault_of([&] {
    if (c.value_scalar)
      replay.tensor.index_put_(replay.indices, c.value.values[0], c.accumulate);
    else
      replay.tensor.index_put_(replay.indices, value_of(c), c.accumulate);
  });
}

TEST(NumpyCorpus, ReadsGiveNumpysShapesAndValues) {
  for (const CorpusCase& c : corpus()) {
    if (c.write || c.answers[0].fault != 0) continue;
    Replay replay(c);
    ndx::Tensor<std::int64_t> result;
    ASSERT_EQ(fault_of([&] { result = replay.tensor.index(replay.indices); }), 0u) << where(c);
    EXPECT_EQ(spell(to_shape(result.shape())), spell(c.answers[0].shape)) << where(c);
    EXPECT_EQ(spell_values({result.begin(), result.end()}), c.answers[0].values) << where(c);
    EXPECT_EQ(replay.buffer, replay.untouched) << where(c);
  }
}

TEST(NumpyCorpus, ReadsShareStorageExactlyWhenAllTermsAreBasic) {
  for (const CorpusCase& c : corpus()) {
    if (c.write || c.answers[0].fault != 0) continue;
    Replay replay(c);
    ndx::Tensor<std::int64_t> result;
    ASSERT_EQ(fault_of([&] { result = replay.tensor.index(replay.indices); }), 0u) << where(c);
    if (!c.answers[0].view) {
      EXPECT_TRUE(result.is_contiguous()) << where(c);
    }
    if (result.numel() == 0) continue;
    EXPECT_EQ(replay.holds(result.data()), c.answers[0].view) << where(c);
    const std::int64_t first = *result.data();
    *result.data() = -99;
    EXPECT_EQ(replay.buffer[static_cast<std::size_t>(first)], c.answers[0].view ? -99 : first)
        << where(c);
  }
}

TEST(NumpyCorpus, WritesLeaveTheBufferAsNumpyDoes) {
  for (const CorpusCase& c : corpus()) {
    if (!c.write || c.answers[0].fault != 0) continue;
    Replay replay(c);
    ASSERT_EQ(write(c, replay), 0u) << where(c);
    EXPECT_EQ(spell_values(replay.buffer), c.answers[0].values) << where(c);
  }
}

TEST(NumpyCorpus, OutOfPlaceWritesLeaveTheSourceAlone) {
  for (const CorpusCase& c : corpus()) {
    if (!c.write || c.answers[0].fault != 0) continue;
    Replay replay(c);
    const ndx::Tensor<std::int64_t> written =
        c.value_scalar ? replay.tensor.index_put(replay.indices, c.value.values[0], c.accumulate)
                       : replay.tensor.index_put(replay.indices, value_of(c), c.accumulate);
    EXPECT_EQ(replay.buffer, replay.untouched) << where(c);
    ASSERT_EQ(write(c, replay), 0u) << where(c);
    EXPECT_TRUE(
        std::equal(written.begin(), written.end(), replay.tensor.begin(), replay.tensor.end()))
        << where(c);
  }
}

TEST(NumpyCorpus, ErrorsAreOfTheRightKindAndChangeNothing) {
  for (const CorpusCase& c : corpus()) {
    if (c.answers[0].fault == 0) continue;
    Replay replay(c);
    const RefFaults fault =
        c.write ? write(c, replay)
                : fault_of([&] { static_cast<void>(replay.tensor.index(replay.indices)); });
    EXPECT_EQ(describe(fault), describe(c.answers[0].fault)) << where(c);
    EXPECT_EQ(replay.buffer, replay.untouched) << where(c);
  }
}

}  // namespace
