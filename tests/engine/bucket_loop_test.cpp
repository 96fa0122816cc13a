// BucketLoop: what it gathers and writes is what the straight loop gathers and writes, to the bit,
// duplicates in their order.
#include <ndx/ops/random/random_numbers.hpp>

#include "support/expect.hpp"

using namespace ndx;

namespace bucket_loop_test {

/// Small enough that everything is run by bucket, however near.
constexpr detail::BucketSizes kSmall{.least_bytes = 0,
                                     .moves_elements = true,
                                     .bytes_per_position = INT64_MAX,
                                     .bucket_bytes = 64,
                                     .most_buckets = 40,
                                     .most_near = 1};

struct Case {
  const char* name;
  Layout source;  // of 3000 elements
  std::vector<TensorIndex> terms;
  Bounds bounds = Bounds::raise;
};

Tensor<index_t> some(index_t count, index_t below, std::uint64_t seed) {
  return randint<index_t>(0, below, {count}, seed);
}

std::vector<Case> cases() {
  const auto tensor = zeros<bool>({3000});
  const Layout t = tensor.layout();
  const Layout matrix = tensor.reshape({50, 60}).layout();
  const auto far = some(2000, 5000, 7);
  const auto mask = some(3000, 3, 8) == index_t{0};
  std::vector<Case> all;
  for (const index_t count : {1, 2, 511, 512, 513, 1024, 7000})
    all.push_back({"list", t, {some(count, 3000, 1)}});
  all.push_back({"few distinct", t, {some(4000, 3, 2)}});
  all.push_back({"one bucket", tensor.index({Slice(0, 5)}).layout(), {some(2000, 5, 2)}});
  all.push_back({"negative", t, {some(2000, 3000, 3) - index_t{3000}}});
  all.push_back({"narrow", t, {some(2000, 3000, 3).to<std::int32_t>()}});
  all.push_back(
      {"backward view", tensor.index({Slice(None, None, -2)}).layout(), {some(2000, 1500, 4)}});
  all.push_back({"pairs", matrix, {some(2000, 50, 5), some(2000, 60, 6)}});
  all.push_back({"pairs of a transpose",
                 tensor.reshape({50, 60}).transpose(0, 1).layout(),
                 {some(2000, 60, 6), some(2000, 50, 5)}});
  all.push_back({"column", matrix, {some(2000, 50, 5), 7}});
  all.push_back({"mask", t, {mask}});
  all.push_back({"dropped", t, {far}, Bounds::drop});
  all.push_back({"clipped", t, {far}, Bounds::clip});
  return all;
}

/// Strides of the linear side: row-major, or every second place of twice the room.
Dims linear_strides(const IndexPlan& plan, index_t step) {
  Dims strides = contiguous_strides(plan.result_shape());
  for (index_t& stride : strides) stride *= step;
  return strides;
}

template <class T>
void check_gather(const Case& of, index_t step) {
  const auto source = arange<T>(3000);
  const IndexPlan plan =
      plan_index("index", IndexRule::views_first, of.source, of.terms, of.bounds);
  const Dims strides = linear_strides(plan, step);
  const index_t room = step * numel(plan.result_shape());
  const auto straight = full<T>({room}, static_cast<T>(-1));
  const auto sorted = straight.clone();
  const auto* const base = reinterpret_cast<const std::byte*>(source.data());
  const auto gather = [&](std::byte* to, index_t indexed, const kernel::IndexedBlock& block) {
    kernel::gather_block<sizeof(T)>(to, base + indexed * index_t{sizeof(T)}, block, {});
  };
  detail::IndexedLoop loop(plan, strides);
  const detail::WorkUnits units(plan, loop, sizeof(T));
  auto* const to = reinterpret_cast<std::byte*>(straight.data());
  const auto one = [&](index_t indexed, index_t on, const kernel::IndexedBlock& block) {
    gather(to + on * index_t{sizeof(T)}, indexed, block);
  };
  units.run(0, units.count(), detail::BlockBody(one));
  detail::BucketLoop by_bucket(plan, loop, units, sizeof(T), kSmall);
  ASSERT_TRUE(by_bucket.may_pay()) << of.name;
  const auto bucket = [&](index_t indexed, std::byte* elements, const kernel::IndexedBlock& block) {
    gather(elements, indexed, block);
  };
  ASSERT_TRUE(by_bucket.run({.base = base,
                             .result = reinterpret_cast<std::byte*>(sorted.data()),
                             .return_elements = kernel::return_elements<sizeof(T)>},
                            detail::BucketLoop::Body(bucket)));
  EXPECT_TRUE(array_equal(sorted, straight)) << of.name << " " << step;
}

/// Writes values of which every order of addition has another sum, NaNs of several bits among them.
template <class T>
void check_write(const Case& of, index_t step, bool adds) {
  const IndexPlan plan =
      plan_index("index_put_", IndexRule::views_first, of.source, of.terms, of.bounds);
  const Dims strides = linear_strides(plan, step);
  auto values = rand<T>({step * numel(plan.result_shape()) + 1}, 11) * T{1e6};
  values.index({Slice(None, None, 5)}) *= T{1e9};
  values.index({Slice(None, None, 501)}).fill_(std::numeric_limits<T>::quiet_NaN());
  values.index({Slice(7, None, 503)}).fill_(-std::numeric_limits<T>::quiet_NaN());
  const auto straight = zeros<T>({3000});
  const auto sorted = straight.clone();
  detail::IndexedLoop loop(plan, strides, detail::Repeats::all);
  const detail::WorkUnits units(plan, loop, sizeof(T));
  const auto write = [&](T* to, const T* from, const kernel::IndexedBlock& block) {
    for (index_t k = 0; k < block.count; ++k) {
      T& element = to[block.offset(k)];
      element = adds ? element + from[block.linear(k)] : from[block.linear(k)];
    }
  };
  const auto one = [&](index_t indexed, index_t from, const kernel::IndexedBlock& block) {
    write(straight.data() + indexed, values.data() + from, block);
  };
  units.run(0, units.count(), detail::BlockBody(one));
  detail::BucketLoop by_bucket(plan, loop, units, sizeof(T), kSmall);
  ASSERT_TRUE(by_bucket.may_pay()) << of.name;
  const auto bucket = [&](index_t indexed, std::byte* elements, const kernel::IndexedBlock& block) {
    write(sorted.data() + indexed, reinterpret_cast<const T*>(elements), block);
  };
  ASSERT_TRUE(by_bucket.run({.base = reinterpret_cast<const std::byte*>(sorted.data()),
                             .value = reinterpret_cast<const std::byte*>(values.data()),
                             .only_stores = !adds,
                             .distribute = kernel::distribute<sizeof(T)>,
                             .read_records = kernel::read_records<sizeof(T)>},
                            detail::BucketLoop::Body(bucket)));
  EXPECT_EQ(std::memcmp(sorted.data(), straight.data(),
                        static_cast<std::size_t>(sorted.numel()) * sizeof(T)),
            0)
      << of.name << " " << step << " " << adds;
}

TEST(BucketLoop, GathersWhatTheStraightLoopGathers) {
  for (const Case& of : cases()) {
    for (const index_t step : {1, 2}) {
      check_gather<std::int32_t>(of, step);
      check_gather<std::int64_t>(of, step);
    }
  }
}

TEST(BucketLoop, WritesWhatTheStraightLoopWritesInItsOrder) {
  for (const Case& of : cases()) {
    for (const index_t step : {0, 1, 2}) {  // 0: every value is the first
      for (const bool adds : {false, true}) {
        check_write<float>(of, step, adds);
        check_write<double>(of, step, adds);
      }
    }
  }
}

/// Whether a gather from a tensor of that shape, of elements of 4 bytes, may be run by bucket.
bool may_pay(const Dims& shape, const std::vector<TensorIndex>& terms, detail::BucketSizes sizes) {
  const IndexPlan plan = plan_index("index", IndexRule::views_first, contiguous_layout("", shape),
                                    terms, Bounds::raise);
  const Dims strides = contiguous_strides(plan.result_shape());
  detail::IndexedLoop loop(plan, strides);
  const detail::WorkUnits units(plan, loop, 4);
  return detail::BucketLoop(plan, loop, units, 4, sizes).may_pay();
}

TEST(BucketLoop, IsForSingleElementsOfLargeTensorsAtManyPositions) {
  detail::BucketSizes sizes{.least_bytes = 40000, .bytes_per_position = 40};
  EXPECT_TRUE(may_pay({10000}, {some(1000, 10000, 1)}, sizes));
  EXPECT_FALSE(may_pay({9999}, {some(1000, 9999, 1)}, sizes));
  EXPECT_FALSE(may_pay({10000}, {some(909, 10000, 1)}, sizes));
  EXPECT_FALSE(may_pay({10000, 2}, {some(5000, 10000, 1)}, sizes));           // rows
  EXPECT_FALSE(may_pay({3, 10000}, {Slice(), some(5000, 10000, 1)}, sizes));  // the same again
}

TEST(BucketLoop, MovesElementsOnlyWhereThatPays) {
  detail::BucketSizes sizes = kSmall;
  sizes.moves_elements = false;
  const auto t = zeros<float>({3000});
  const std::vector<TensorIndex> terms{some(2000, 3000, 1)};
  const auto runs = [&](index_t stride, bool gathers) {
    const IndexPlan plan =
        plan_index("index_put_", IndexRule::views_first, t.layout(), terms, Bounds::raise);
    const Dims strides{stride};
    detail::IndexedLoop loop(plan, strides, detail::Repeats::all);
    const detail::WorkUnits units(plan, loop, sizeof(float));
    detail::BucketLoop by_bucket(plan, loop, units, sizeof(float), sizes);
    const auto values = zeros<float>({2000});
    auto* const other = reinterpret_cast<std::byte*>(values.data());
    const auto nothing = [](index_t, std::byte*, const kernel::IndexedBlock&) {};
    return by_bucket.run({.base = reinterpret_cast<const std::byte*>(t.data()),
                          .result = gathers ? other : nullptr,
                          .value = gathers ? nullptr : other,
                          .return_elements = kernel::return_elements<4>},
                         detail::BucketLoop::Body(nothing));
  };
  EXPECT_FALSE(runs(1, true));
  EXPECT_FALSE(runs(1, false));
  EXPECT_TRUE(runs(0, false));  // one element everywhere
}

TEST(BucketLoop, LeavesPositionsNearEachOtherToTheStraightLoop) {
  const auto t = arange<std::int32_t>(index_t{1} << 20);
  detail::BucketSizes sizes = kSmall;
  sizes.most_near = 4;
  const auto runs = [&](const Tensor<index_t>& index) {
    const std::vector<TensorIndex> terms{index};
    const IndexPlan plan =
        plan_index("index", IndexRule::views_first, t.layout(), terms, Bounds::raise);
    detail::IndexedLoop loop(plan, contiguous_strides(plan.result_shape()));
    const detail::WorkUnits units(plan, loop, 4);
    detail::BucketLoop by_bucket(plan, loop, units, 4, sizes);
    const auto nothing = [](index_t, std::byte*, const kernel::IndexedBlock&) {};
    const auto result = empty<std::int32_t>({index.numel()});
    return by_bucket.run({.base = reinterpret_cast<const std::byte*>(t.data()),
                          .result = reinterpret_cast<std::byte*>(result.data()),
                          .return_elements = kernel::return_elements<4>},
                         detail::BucketLoop::Body(nothing));
  };
  EXPECT_TRUE(runs(some(1000, t.numel(), 1)));
  EXPECT_FALSE(runs(arange<index_t>(100000)));
  EXPECT_FALSE(runs(arange<index_t>(0, t.numel(), 40)));  // sorted
  EXPECT_FALSE(runs(some(100000, 10000, 1)));             // a part that fits
  EXPECT_FALSE(
      runs(arange<index_t>(100000).reshape({1000, 100}).transpose(0, 1).contiguous().ravel()));
}

/// An index of a tensor far larger than the caches, as a caller writes it.
TEST(BucketLoop, OfLargeTensorsIsWhatTheLoopByHandIs) {
  const index_t size = index_t{33} << 20;
  const index_t count = index_t{6} << 20;
  const auto t = zeros<float>({size});
  const auto by_hand = zeros<float>({size});
  const auto index = some(count, size, 1);
  const auto values = rand<float>({count}, 2);
  t.index_put_({index}, values, true);
  for (index_t k = 0; k < count; ++k) by_hand.data()[index.data()[k]] += values.data()[k];
  EXPECT_EQ(std::memcmp(t.data(), by_hand.data(), static_cast<std::size_t>(size) * 4), 0);
  const auto gathered = t.index({index});
  index_t different = 0;
  for (index_t k = 0; k < count; ++k)
    different += gathered.data()[k] == t.data()[index.data()[k]] ? 0 : 1;
  EXPECT_EQ(different, 0);
}

}  // namespace bucket_loop_test
