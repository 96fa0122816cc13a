// .npy files read and written with a function that is told how far it is.
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/io/npy/npy_any.hpp>
#include <ndx/io/npy/npy_progress.hpp>
#include <ndx/ndx.hpp>

#include "npy_files.hpp"
#include "support/expect.hpp"

namespace npy_progress_test {

using expect::counting;
using expect::throws;
using ndx::index_t;
using npy_files::TemporaryDirectory;
using Calls = std::vector<std::pair<index_t, index_t>>;

constexpr index_t kBlock = index_t{4} << 20;
constexpr index_t kNumel = 2'500'000;  // 10 MB of int: two blocks and a part

/// Notes each call, and cancels at the one of that number.
ndx::Progress note(Calls& calls, std::size_t cancelled = SIZE_MAX) {
  return [&calls, cancelled](index_t done, index_t total) {
    calls.emplace_back(done, total);
    return calls.size() != cancelled;
  };
}

const Calls kAllBlocks{
    {0, 4 * kNumel}, {kBlock, 4 * kNumel}, {2 * kBlock, 4 * kNumel}, {4 * kNumel, 4 * kNumel}};

TEST(NpyProgress, IsToldEveryBlock) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const auto t = counting({kNumel});
  Calls saved, loaded, loaded_any;
  ndx::save_npy(path, t, note(saved));
  EXPECT_EQ(saved, kAllBlocks);
  EXPECT_TRUE(ndx::array_equal(ndx::load_npy<int>(path, note(loaded)), t));
  EXPECT_EQ(loaded, kAllBlocks);
  const auto any = ndx::load_npy_any(path, note(loaded_any));
  EXPECT_TRUE(ndx::array_equal(std::get<ndx::Tensor<int>>(any), t));
  EXPECT_EQ(loaded_any, kAllBlocks);
  EXPECT_TRUE(ndx::array_equal(ndx::load_npy<int>(path, ndx::Progress()), t));
  const std::string plain = directory.file("plain.npy");
  ndx::save_npy(plain, t);
  EXPECT_EQ(npy_files::read(path), npy_files::read(plain));
}

TEST(NpyProgress, CountsWhatIsNotContiguous) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const auto t = counting({kNumel / 4, 4}).transpose();
  Calls calls;
  ndx::save_npy(path, t, note(calls));
  ASSERT_GE(calls.size(), 4U);
  EXPECT_EQ(calls.front(), (Calls::value_type{0, 4 * kNumel}));
  EXPECT_EQ(calls.back(), (Calls::value_type{4 * kNumel, 4 * kNumel}));
  for (std::size_t i = 1; i < calls.size(); ++i) EXPECT_GT(calls[i].first, calls[i - 1].first);
  EXPECT_TRUE(ndx::array_equal(ndx::load_npy<int>(path, note(calls)), t));
}

TEST(NpyProgress, IsToldOnceOfWhatIsEmpty) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  Calls calls;
  ndx::save_npy(path, counting({0, 3}), note(calls));
  EXPECT_EQ(calls, (Calls{{0, 0}}));
  EXPECT_TRUE(expect::is(ndx::load_npy<int>(path, note(calls)), {0, 3}, {}));
  EXPECT_EQ(calls, (Calls{{0, 0}, {0, 0}}));
  calls.clear();
  ndx::save_npy(path, ndx::full({}, 7), note(calls));
  EXPECT_EQ(calls, (Calls{{0, 4}, {4, 4}}));
}

TEST(NpyProgress, CancelsAndLeavesTheFile) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const auto t = counting({kNumel});
  ndx::save_npy(path, t);
  const std::string old = npy_files::read(path);
  for (const std::size_t at : {1U, 2U, 4U}) {
    Calls calls;
    EXPECT_TRUE(throws<ndx::Cancelled>([&] { ndx::save_npy(path, t.flip(), note(calls, at)); },
                                       "save_npy: " + path + ": was cancelled"));
    EXPECT_EQ(calls.size(), at);
    calls.clear();
    EXPECT_TRUE(throws<ndx::Cancelled>(
        [&] { static_cast<void>(ndx::load_npy<int>(path, note(calls, at))); },
        "load_npy: " + path + ": was cancelled"));
    EXPECT_EQ(calls.size(), at);
  }
  const std::string fresh = directory.file("fresh.npy");
  Calls calls;
  EXPECT_THROW(ndx::save_npy(fresh, t, note(calls, 3)), ndx::Cancelled);
  EXPECT_TRUE(npy_files::read(path) == old);
  EXPECT_EQ(directory.count(), 1U);
}

TEST(Progress, IsEmptyWithoutAFunction) {
  bool (*const none)(index_t, index_t) = nullptr;
  EXPECT_FALSE(ndx::Progress());
  EXPECT_FALSE(ndx::Progress(nullptr));
  EXPECT_FALSE(ndx::Progress(none));
  EXPECT_FALSE(ndx::Progress(std::function<bool(index_t, index_t)>()));
}

TEST(Progress, CopiesShareTheFunctionThatTheyOwn) {
  const auto owned = std::make_shared<index_t>(0);
  ndx::Progress first = [owned, calls = 0](index_t done, index_t total) mutable {
    *owned = done + total;
    return ++calls < 3;
  };
  ndx::Progress second = first;
  EXPECT_TRUE(first(1, 2));
  EXPECT_EQ(*owned, 3);
  first = nullptr;
  EXPECT_FALSE(first);
  EXPECT_TRUE(second(4, 5));
  EXPECT_FALSE(second(4, 5));
  EXPECT_EQ(owned.use_count(), 2);
  second = {};
  EXPECT_EQ(owned.use_count(), 1);
}

TEST(Progress, TakesFunctionsWhoseResultIsABool) {
  const ndx::Progress stop = +[](index_t done, index_t total) { return done < total; };
  EXPECT_TRUE(stop(0, 1));
  EXPECT_FALSE(stop(1, 1));
  static_assert(!std::is_convertible_v<int, ndx::Progress>);
  static_assert(!std::is_convertible_v<void (*)(index_t, index_t), ndx::Progress>);
}

TEST(NpyProgress, PassesOnWhatTheFunctionThrows) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a.npy");
  const auto fails = [](index_t, index_t) -> bool { throw std::out_of_range("the user's own"); };
  EXPECT_TRUE(throws<std::out_of_range>([&] { ndx::save_npy(path, counting({3}), fails); },
                                        "the user's own"));
  EXPECT_EQ(directory.count(), 0U);
}

}  // namespace npy_progress_test
