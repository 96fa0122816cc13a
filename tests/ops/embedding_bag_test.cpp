// embedding_bag against the rows added one after another.
#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <ndx/half.hpp>
#include <ndx/indexed.hpp>
#include <ndx/ndx.hpp>
#include <ndx/threads.hpp>

#include "support/expect.hpp"

namespace embedding_bag_test {

using namespace ndx;
using expect::is;
using expect::throws;

/// The bags of a ragged list, each row added in turn.
template <class T>
std::vector<T> obvious(const Tensor<T>& table, const std::vector<index_t>& ids,
                       const std::vector<index_t>& ends, BagMode mode,
                       const std::vector<T>& weights = {}, index_t padding = -1) {
  const index_t width = table.size(1);
  std::vector<T> result;
  for (std::size_t b = 0; b + 1 < ends.size(); ++b) {
    for (index_t i = 0; i < width; ++i) {
      T total = 0;
      T count = 0;
      for (auto k = static_cast<std::size_t>(ends[b]); k < static_cast<std::size_t>(ends[b + 1]);
           ++k) {
        const index_t id = ids[k] < 0 ? ids[k] + table.size(0) : ids[k];
        if (id == padding) continue;
        const T x = table(id, i);
        if (mode == BagMode::max) {
          total = count == 0 || x > total ? x : total;
        } else {
          volatile T product = weights.empty() ? x : x * weights[k];  // rounded before it is added
          total += product;
        }
        count += 1;
      }
      result.push_back(mode == BagMode::mean && count > 0 ? total / count : total);
    }
  }
  return result;
}

TEST(EmbeddingBag, SumsTheRowsOfEachBag) {
  const auto table = arange<float>(12).reshape({4, 3});
  EXPECT_TRUE(is(embedding_bag(table, {{0, 1}, {3, 3}}), {2, 3}, {3, 5, 7, 18, 20, 22}));
  EXPECT_TRUE(is(embedding_bag(table, tensor({2, -1, 0}), {.offsets = tensor({0, 0, 2})}), {3, 3},
                 {0, 0, 0, 15, 17, 19, 0, 1, 2}));
}

TEST(EmbeddingBag, TakesTheMeanAndTheMaximum) {
  const auto table = tensor<double>({{1, -2}, {3, -4}, {5, -6}});
  const auto ids = tensor({{0, 2}, {1, 1}});
  EXPECT_TRUE(is(embedding_bag(table, ids, {.mode = BagMode::mean}), {2, 2}, {3, -4, 3, -4}));
  EXPECT_TRUE(is(embedding_bag(table, ids, {.mode = BagMode::max}), {2, 2}, {5, -2, 3, -4}));
}

TEST(EmbeddingBag, EmptyBagsAreZeros) {
  const auto table = ones<float>({3, 2});
  for (const BagMode mode : {BagMode::sum, BagMode::mean, BagMode::max}) {
    EXPECT_TRUE(is(embedding_bag(table, zeros<int>({2, 0}), {.mode = mode}), {2, 2}, {0, 0, 0, 0}));
    EXPECT_TRUE(is(embedding_bag(table, tensor({1}), {.offsets = tensor({0, 1}), .mode = mode}),
                   {2, 2}, {1, 1, 0, 0}));
  }
  EXPECT_TRUE(is(embedding_bag(table, zeros<int>({0, 4})), {0, 2}, {}));
  EXPECT_TRUE(is(embedding_bag(zeros<float>({3, 0}), {{0, 1}}), {1, 0}, {}));
}

TEST(EmbeddingBag, WeightsThePaddingAndTheLastOffset) {
  const auto table = arange<float>(8).reshape({4, 2});
  const auto ids = tensor({1, 3, 2, 1});
  const Tensor<float> weights = tensor({1.f, 2.f, 3.f, 4.f});
  EXPECT_TRUE(is(embedding_bag(table, ids, {.offsets = tensor({0, 2}), .weights = weights}), {2, 2},
                 {14, 17, 20, 27}));
  EXPECT_TRUE(is(embedding_bag(table, ids,
                               {.offsets = tensor({0, 2}), .weights = weights, .padding_index = 1}),
                 {2, 2}, {12, 14, 12, 15}));
  EXPECT_TRUE(
      is(embedding_bag(table, ids,
                       {.offsets = tensor({0, 2}), .mode = BagMode::mean, .padding_index = -3}),
         {2, 2}, {6, 7, 4, 5}));
  EXPECT_TRUE(
      is(embedding_bag(table, ids, {.offsets = tensor({0, 3, 4}), .include_last_offset = true}),
         {2, 2}, {12, 15, 2, 3}));
}

TEST(EmbeddingBag, TakesStretchedIds) {
  const auto table = arange<float>(8).reshape({4, 2});
  const Tensor<int> one = tensor({3}).expand({4});
  EXPECT_TRUE(is(embedding_bag(table, one, {.offsets = tensor({0, 1})}), {2, 2}, {6, 7, 18, 21}));
  EXPECT_TRUE(is(embedding_bag(table, tensor({{1}, {2}}).expand({2, 3})), {2, 2}, {6, 9, 12, 15}));
}

TEST(EmbeddingBag, WeightsWithoutElementsAreWeights) {
  const auto table = ones<float>({3, 2});
  EXPECT_TRUE(throws<ShapeError>(
      [&] {
        (void)embedding_bag(table, tensor({0, 1}),
                            {.offsets = tensor({0}), .weights = zeros<float>({0})});
      },
      "embedding_bag: weights of shape (0) must have the shape of the ids, (2)"));
  EXPECT_TRUE(is(
      embedding_bag(table, zeros<int>({0}), {.offsets = tensor({0}), .weights = zeros<float>({0})}),
      {1, 2}, {0, 0}));
  EXPECT_TRUE(throws<ValueError>(
      [&] {
        (void)embedding_bag(
            table, zeros<int>({0}),
            {.offsets = tensor({0}), .weights = zeros<float>({0}), .mode = BagMode::mean});
      },
      "embedding_bag: weights are for BagMode::sum"));
}

TEST(EmbeddingBag, NoOffsetsAreNoBags) {
  const auto table = ones<float>({3, 2});
  EXPECT_TRUE(is(embedding_bag(table, zeros<int>({0}), {.offsets = zeros<int>({0})}), {0, 2}, {}));
  EXPECT_TRUE(throws<ShapeError>(
      [&] {
        (void)embedding_bag(table, zeros<int>({0}),
                            {.offsets = zeros<int>({0}), .include_last_offset = true});
      },
      "embedding_bag: offsets of shape (0) must have rank 1 and, with include_last_offset, an "
      "element"));
}

TEST(EmbeddingBag, ReadsAStretchedTableAndAReversedOne) {
  const index_t many = sizeof(void*) == 8 ? index_t{1} << 50 : index_t{1} << 20;
  const auto row = tensor<float>({{1, 2, 3}});
  EXPECT_TRUE(is(embedding_bag(row.expand({many, 3}), {{many - 1, -1}}), {1, 3}, {2, 4, 6}));
  const auto table = arange<float>(12).reshape({4, 3}).flip({0});
  EXPECT_TRUE(is(embedding_bag(table, {{0, 3}}), {1, 3}, {9, 11, 13}));
  EXPECT_TRUE(is(embedding_bag(table.flip({1}), {{0, 3}}), {1, 3}, {13, 11, 9}));
}

TEST(EmbeddingBag, CopiesThatDoNotFitInMemoryAreItsOwn) {
  if constexpr (sizeof(void*) == 8) {
    const auto column = tensor<float>({{1}, {2}}).expand({2, index_t{1} << 50});
    const auto ids = tensor({{0}}).expand({1, index_t{1} << 50});
    const auto message = [](const auto& call) {
      try {
        call();
      } catch (const std::bad_alloc& error) {
        return std::string(error.what()).substr(0, 20);
      }
      return std::string("no error");
    };
    EXPECT_EQ(message([&] { (void)embedding_bag(column, {{0}}); }), "embedding_bag: shape");
    EXPECT_EQ(message([&] { (void)embedding_bag(ones<float>({3, 2}), ids); }),
              "embedding_bag: shape");
  }
}

TEST(EmbeddingBag, HasTheSameBitsFarFromTheCache) {
  const auto table = arange<float>(1 << 20).reshape({1 << 17, 8}).contiguous();
  const Tensor<float> far = zeros<float>({1 << 20, 8});
  far.index_put_({Slice(None, 1 << 17)}, table);
  std::mt19937 random(4);
  std::vector<index_t> ids(3000);
  for (index_t& id : ids) id = static_cast<index_t>(random() % (1U << 17));
  const std::vector<index_t> starts{0, 5, 5, 105, 1200};
  for (const BagMode mode : {BagMode::sum, BagMode::mean, BagMode::max}) {
    const EmbeddingBagOptions<float> options{.offsets = starts, .mode = mode};
    const auto bags = embedding_bag(far, ids, options);
    EXPECT_EQ(bags.to_vector(), embedding_bag(table, ids, options).to_vector());
    EXPECT_EQ(bags.to_vector(), obvious(table, ids, {0, 5, 5, 105, 1200, 3000}, mode));
  }
}

TEST(EmbeddingBag, HasTheSameBitsOnManyThreads) {
  const auto table = arange<float>(1 << 12).reshape({-1, 16}) / 3.f;
  std::mt19937 random(6);
  std::vector<index_t> ids(5000);
  for (index_t& id : ids) id = static_cast<index_t>(random() % 256);
  std::vector<index_t> starts{0};
  while (starts.back() < 4980) starts.push_back(starts.back() + static_cast<index_t>(random() % 9));
  for (const BagMode mode : {BagMode::sum, BagMode::mean, BagMode::max}) {
    const EmbeddingBagOptions<float> options{.offsets = starts, .mode = mode, .padding_index = 3};
    const auto one = embedding_bag(table, ids, options);
    set_executor({.run =
                      [](index_t parts, Executor::Task task, const void* work) {
                        while (parts-- != 0) task(work, parts);
                      },
                  .threads = 7,
                  .grain_ns = 100});
    const auto many = embedding_bag(table, ids, options);
    set_executor({});
    EXPECT_EQ(one.to_vector(), many.to_vector());
  }
}

TEST(EmbeddingBag, MoreBagsThanThereIsMemoryForAreNamed) {
  if constexpr (sizeof(void*) == 8) {
    const auto none =
        tensor<int>({0}).index({Slice(0, 0)}).unsqueeze(0).expand({index_t{1} << 50, 0});
    EXPECT_EQ(embedding_bag(zeros<float>({4, 0}), none).size(0), index_t{1} << 50);
    try {
      (void)embedding_bag(zeros<float>({4, 3}), none);
      ADD_FAILURE();
    } catch (const std::bad_alloc& error) {
      EXPECT_NE(std::string(error.what()).find("embedding_bag: shape (1125899906842624, 3)"),
                std::string::npos)
          << error.what();
    }
  }
}

TEST(EmbeddingBag, NaNIsTheMaximumWhereverItIs) {
  const float nan = std::nanf("");
  const auto table = tensor<float>({{1, nan}, {nan, 2}, {3, 3}});
  const auto result = embedding_bag(table, {{0, 1, 2}}, {.mode = BagMode::max});
  EXPECT_TRUE(std::isnan(result(0, 0)) && std::isnan(result(0, 1)));
}

template <class T>
void compare_random(std::mt19937& random) {
  const auto below = [&](int n) {
    return static_cast<index_t>(random() % static_cast<unsigned>(n));
  };
  const index_t width = below(150);
  const index_t rows = 1 + below(20);
  Tensor<T> table = zeros<T>({rows, width});
  for (index_t i = 0; i < table.numel(); ++i)
    table.data()[i] = static_cast<T>(below(1000)) / T(7) - T(50);
  if (below(4) == 0) table = table.transpose().clone().transpose();
  std::vector<index_t> ids(static_cast<std::size_t>(below(60)));
  for (index_t& id : ids) id = below(static_cast<int>(2 * rows)) - rows;
  std::vector<index_t> ends{0};
  while (below(5) != 0)
    ends.push_back(ends.back() +
                   below(static_cast<int>(ids.size()) - static_cast<int>(ends.back()) + 1));
  const std::vector<index_t> starts = ends;
  ends.push_back(static_cast<index_t>(ids.size()));
  const auto mode = static_cast<BagMode>(below(3));
  std::vector<T> weights;
  if (mode == BagMode::sum && below(2) == 0)
    for (std::size_t k = 0; k < ids.size(); ++k)
      weights.push_back(static_cast<T>(below(100)) / T(3));
  const index_t padding = below(2) == 0 ? below(static_cast<int>(rows)) : -1;
  EmbeddingBagOptions<T> options{.offsets = starts, .mode = mode};
  if (!weights.empty()) options.weights = tensor(weights);
  if (padding >= 0) options.padding_index = padding;
  const Tensor<T> result = embedding_bag(table, ids, options);
  EXPECT_EQ(result.to_vector(), obvious(table, ids, ends, mode, weights, padding))
      << "width " << width << ", rows " << rows << ", mode " << static_cast<int>(mode);
}

TEST(EmbeddingBag, HasTheBitsOfRowsAddedInOrder) {
  std::mt19937 random(38);
  for (int round = 0; round < 500 && !testing::Test::HasFailure(); ++round) {
    compare_random<float>(random);
    compare_random<double>(random);
  }
}

/// A table of any number type that is read as floats by `read(element, row)`, and its bags: those of the floats.
template <class S, class Read>
void compare_with_floats(const Tensor<S>& table, const Tensor<S>& given, const Read& read,
                         EmbeddingBagOptions<float> options) {
  std::mt19937 random(static_cast<unsigned>(table.size(1)));
  Tensor<float> floats = zeros<float>({table.size(0), table.size(1)});
  for (index_t r = 0; r < table.size(0); ++r)
    for (index_t i = 0; i < table.size(1); ++i) floats(r, i) = read(table(r, i), r);
  std::vector<index_t> ids(40);
  for (index_t& id : ids) id = static_cast<index_t>(random()) % table.size(0);
  options.offsets = tensor({0, 3, 3, 10, 11, 31});
  EmbeddingBagOptions<float> plain = options;
  plain.scale.reset();
  plain.bias.reset();
  plain.scale_in_row = false;
  for (const BagMode mode : {BagMode::sum, BagMode::mean, BagMode::max}) {
    if (options.weights && mode != BagMode::sum) break;
    options.mode = plain.mode = mode;
    const auto expected = embedding_bag(floats, ids, plain);
    const auto result = embedding_bag(given, ids, options);
    for (index_t k = 0; k < expected.numel(); ++k) {
      using Result = std::remove_const_t<std::remove_pointer_t<decltype(result.data())>>;
      ASSERT_EQ(float{result.data()[k]}, float{Result(expected.data()[k])})
          << "width " << table.size(1) << ", mode " << static_cast<int>(mode) << ", element " << k;
    }
  }
  if (!options.weights)
    compare_with_floats(table, given, read, [&] {
      options.mode = BagMode::sum;
      options.weights = arange<float>(40) / 7.f;
      return options;
    }());
}

template <class S>
void compare_halves(index_t width) {
  Tensor<S> table = zeros<S>({50, width});
  std::mt19937 random(16);
  for (index_t k = 0; k < table.numel(); ++k) {
    const auto bits = static_cast<std::uint16_t>(random());
    const S number = S::from_bits(bits);
    table.data()[k] = std::isfinite(float{number}) ? number : S(1);
    if (k % 3 == 0) table.data()[k] = S::from_bits(bits % 1024);  // subnormal
    if (k % 3 == 1) table.data()[k] = S(static_cast<float>(bits) / 100 - 300);
  }
  const auto read = [](S x, index_t) { return float{x}; };
  compare_with_floats(table, table, read, {});
}

TEST(EmbeddingBag, HalvesAreAddedInFloatAndRoundedOnce) {
  for (const index_t width : {1, 3, 8, 16, 24, 37, 64, 130}) {
    compare_halves<float16>(width);
    compare_halves<bfloat16>(width);
  }
  const Tensor<float16> table = tensor<float>({{2048, 65504}, {1, 65504}, {1, 1}}).to<float16>();
  const Tensor<float16> sums = embedding_bag(table, {{0, 1, 2}});  // one by one 2048 + 1 is 2048
  EXPECT_EQ(float{sums(0, 0)}, 2050.f);
  EXPECT_TRUE(std::isinf(float{sums(0, 1)}));
}

template <class S>
void compare_bytes(index_t width) {
  std::mt19937 random(8);
  Tensor<S> table = zeros<S>({50, width});
  Tensor<S> with_scales = zeros<S>({50, width + 8});
  for (index_t k = 0; k < table.numel(); ++k) table.data()[k] = static_cast<S>(random());
  const Tensor<float> numbers = zeros<float>({50, 2});
  for (index_t k = 0; k < 100; ++k) numbers.data()[k] = static_cast<float>(random() % 999) / 77.f;
  for (index_t r = 0; r < 50; ++r) {
    for (index_t i = 0; i < width; ++i) with_scales(r, i) = table(r, i);
    std::memcpy(&with_scales(r, width), &numbers(r, 0), 8);
  }
  const Tensor<const float> scale = numbers.select(1, 0);  // with a stride of 2
  const Tensor<const float> bias = numbers.select(1, 1).contiguous();
  const auto read = [&](S q, index_t r) {
    volatile float product = static_cast<float>(q) * scale(r);
    return product + bias(r);
  };
  compare_with_floats(table, table, read, {.scale = scale, .bias = bias});
  compare_with_floats(table, with_scales, read, {.scale_in_row = true});
  const auto scaled = [&](S q, index_t r) { return static_cast<float>(q) * scale(r); };
  compare_with_floats(table, table, scaled, {.scale = scale});
}

TEST(EmbeddingBag, BytesAreReadByTheScaleAndTheBiasOfTheirRow) {
  for (const index_t width : {1, 3, 8, 16, 24, 37, 64, 130}) {
    compare_bytes<std::uint8_t>(width);
    compare_bytes<std::int8_t>(width);
  }
}

TEST(EmbeddingBag, ReadsRowsThatPyTorchPacked) {
  // torch.ops.quantized.embedding_bag_byte_prepack(tensor([[0, 2.5, 1.25], [3, -1, 8]])), and what
  // embedding_bag_byte_rowwise_offsets returns for the ids [0, 1, 1] and the offsets [0, 2].
  const auto packed = tensor<std::uint8_t>({{0, 255, 128, 161, 160, 32, 60, 0, 0, 0, 0},
                                            {113, 0, 255, 145, 144, 16, 61, 0, 0, 128, 191}});
  const auto bags =
      embedding_bag(packed, tensor({0, 1, 1}), {.offsets = tensor({0, 2}), .scale_in_row = true});
  EXPECT_TRUE(allclose(bags, tensor<float>({{2.9882f, 1.5f, 9.2549f}, {2.9882f, -1, 8}}), 1e-4));
}

TEST(EmbeddingBag, AnEmptyRowOfBytesHasItsScaleOnly) {
  EXPECT_TRUE(
      is(embedding_bag(zeros<std::uint8_t>({3, 8}), {{0, 1}}, {.scale_in_row = true}), {1, 0}, {}));
}

TEST(EmbeddingBag, ErrorsOfScalesNameThem) {
  const auto bytes = zeros<std::uint8_t>({3, 4});
  const auto floats = zeros<float>({3, 4});
  const auto scale = ones<float>({3});
  const char* const needs =
      "embedding_bag: a table of uint8 needs .scale, with or without .bias, or .scale_in_row alone";
  EXPECT_TRUE(throws<ValueError>([&] { (void)embedding_bag(bytes, {{0}}); }, needs));
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)embedding_bag(bytes, {{0}}, {.bias = scale}); }, needs));
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)embedding_bag(bytes, {{0}}, {.scale = scale, .scale_in_row = true}); }, needs));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)embedding_bag(bytes, {{0}}, {.scale_in_row = true}); },
      "embedding_bag: rows of a table of shape (3, 4) cannot end with a scale and a bias of 4 "
      "adjacent bytes each"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)embedding_bag(bytes, {{0}}, {.scale = ones<float>({4})}); },
      "embedding_bag: a scale or bias of shape (4) must have shape (3), a number for each row"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)embedding_bag(bytes, {{0}}, {.scale = scale, .bias = ones<float>({3, 1})}); },
      "embedding_bag: a scale or bias of shape (3, 1) must have shape (3), a number for each row"));
  EXPECT_TRUE(throws<ValueError>([&] { (void)embedding_bag(floats, {{0}}, {.scale = scale}); },
                                 "embedding_bag: scale and bias are for tables of int8 and uint8"));
}

TEST(EmbeddingBag, ErrorsNameWhatIsWrong) {
  const auto table = ones<float>({3, 2});
  const auto ids = tensor({0, 2, 1});
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)embedding_bag(table, ids, {.offsets = tensor({false, true, true})}); },
      "embedding_bag: offsets are integers, not bools"));
  EXPECT_TRUE(throws<ValueError>([&] { (void)embedding_bag(table, ids, {.offsets = 3}); },
                                 "embedding_bag: offsets must be an index tensor"));
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)embedding_bag(table, {{0}}, {.padding_index = Slice()}); },
                         "embedding_bag: padding_index must be an integer or None"));
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)embedding_bag(table, {{0, 3}}); },
                         "embedding_bag: index 3 at [0, 1] is out of bounds for dimension 0 "
                         "with size 3"));
  EXPECT_TRUE(
      throws<ShapeError>([&] { (void)embedding_bag(table, ids); },
                         "embedding_bag: ids of shape (3) must have rank 2, one bag a row, or "
                         "rank 1 with offsets"));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)embedding_bag(ones<float>({3}), {{0}}); },
                                 "embedding_bag: a table of shape (3) must have rank 2"));
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)embedding_bag(table, ids, {.offsets = tensor({1})}); },
                         "embedding_bag: offset 1 at [0] is not in 0..0: offsets begin with "
                         "0 and do not decrease"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)embedding_bag(table, ids, {.offsets = tensor({0, 2, 1})}); },
      "embedding_bag: offset 1 at [2] is not in 2..3: offsets begin with 0 and do not decrease"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)embedding_bag(table, ids, {.offsets = tensor({0, 4})}); },
      "embedding_bag: offset 4 at [1] is not in 0..3: offsets begin with 0 and do not decrease"));
  EXPECT_TRUE(throws<ValueError>(
      [&] {
        (void)embedding_bag(table, ids, {.offsets = tensor({0, 2}), .include_last_offset = true});
      },
      "embedding_bag: the last offset is 2, but there are 3 ids"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] {
        (void)embedding_bag(table, ids, {.offsets = tensor({0}), .weights = ones<float>({2})});
      },
      "embedding_bag: weights of shape (2) must have the shape of the ids, (3)"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)embedding_bag(table, {{0, 1}}, {.weights = zeros<float>({5, 0})}); },
      "embedding_bag: weights of shape (5, 0) must have the shape of the ids, (1, 2)"));
  EXPECT_TRUE(is(embedding_bag(table, zeros<int>({2, 0}), {.weights = zeros<float>({2, 0})}),
                 {2, 2}, {0, 0, 0, 0}));
  EXPECT_TRUE(throws<ValueError>(
      [&] {
        (void)embedding_bag(
            table, ids,
            {.offsets = tensor({0}), .weights = ones<float>({3}), .mode = BagMode::max});
      },
      "embedding_bag: weights are for BagMode::sum"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)embedding_bag(table, {{0}}, {.padding_index = 3}); },
                                 "embedding_bag: padding_index 3 is out of bounds for 3 rows"));
}

}  // namespace embedding_bag_test
