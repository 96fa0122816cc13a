// Bad input, sentence by sentence: a clear exception, and every tensor involved as it was.
#include <new>

#include "support/expect.hpp"
#include "support/huge_allocations.hpp"

namespace bad_input_test {

using expect::is;
using expect::throws;
using ndx::arange;
using ndx::Dims;
using ndx::index_t;
using ndx::IndexError;
using ndx::None;
using ndx::ShapeError;
using ndx::Slice;
using ndx::Tensor;
using ndx::tensor;
using ndx::ValueError;

const std::vector<int> kCounting{0, 1, 2, 3, 4, 5};

Tensor<int> matrix() { return arange<int>(6).reshape({2, 3}); }

testing::AssertionResult is_untouched(const Tensor<int>& t) { return is(t, {2, 3}, kCounting); }

TEST(BadInput, ANullPointerWithASize) {
  EXPECT_THROW((void)ndx::borrow(static_cast<float*>(nullptr), {1}), ValueError);
  EXPECT_THROW((void)ndx::adopt(static_cast<float*>(nullptr), {1}, {1}, [] {}), ValueError);
}

TEST(BadInput, NegativeSizesWhereverAShapeIsGiven) {
  const auto t = matrix();
  int value = 0;
  EXPECT_THROW((void)ndx::zeros({-1}), ValueError);
  EXPECT_THROW((void)ndx::full({3, INT64_MIN}, 1), ValueError);
  EXPECT_THROW((void)ndx::borrow(&value, {-1}), ValueError);
  EXPECT_THROW((void)t.reshape({-2, -3}), ValueError);
  EXPECT_THROW((void)t.expand({-2, 2, 3}), ValueError);
  EXPECT_THROW((void)t.broadcast_to({-1, 3}), ValueError);
  EXPECT_THROW((void)t.as_strided({-1}, {1}), ValueError);
  EXPECT_THROW((void)t.unfold(0, -1, 1), ValueError);
  EXPECT_THROW((void)t.split({-1, 3}), ValueError);
  EXPECT_TRUE(is_untouched(t));
}

TEST(BadInput, SizesWhoseProductOverflows) {
  const auto t = tensor(1);
  const index_t large = index_t{1} << 62;
  EXPECT_THROW((void)ndx::empty<char>({large, 4}), ValueError);
  EXPECT_THROW((void)ndx::empty<char>({0, large, 4}), ValueError);
  EXPECT_THROW((void)ndx::empty<double>({large}), ValueError);
  EXPECT_THROW((void)t.expand({large, 4}), ValueError);
  EXPECT_THROW((void)t.reshape({large, 4}), ValueError);
  for (const int power : {32, 62}) EXPECT_THROW((void)ndx::eye(index_t{1} << power), ValueError);
}

// A size that pointers of 32 bits cannot hold, and whose lower 32 bits are small; where pointers
// have 64, the nearest to it.
constexpr index_t kMoreThanThereCanBe =
    sizeof(void*) == 4 ? (index_t{1} << 32) + 8 : INT64_MAX - 100;

TEST(BadInput, SizesThatPointersCannotHoldAreNeverNarrowed) {
  const index_t n = kMoreThanThereCanBe;
  EXPECT_THROW((void)ndx::zeros<char>({n}), std::bad_alloc);
  EXPECT_THROW((void)ndx::empty<char>({n}), std::bad_alloc);
  const auto stretched = tensor(1).expand({n});
  EXPECT_THROW((void)stretched.to<char>(), std::bad_alloc);
  EXPECT_EQ(topk(stretched, 1).values.item(), 1);
  EXPECT_THROW((void)matrix().index({tensor(0).expand({n})}), std::exception);
  const auto columns = ndx::tensor({index_t{0}}).expand({n});
  EXPECT_THROW((void)gather_nd(matrix(), columns), IndexError);
  if constexpr (sizeof(void*) == 4) {
    char byte = 0;
    EXPECT_THROW((void)ndx::borrow(&byte, {n}), ValueError);
    EXPECT_THROW((void)ndx::borrow(&byte, {2}, {n}), ValueError);
  }
}

TEST(BadInput, MemoryThatThereIsNotIsNamedWithTheShapeAndTheBytes) {
  if constexpr (sizeof(void*) == 8) {
    const auto says = [](auto&& call, const std::string& text) {
      try {
        call();
      } catch (const std::bad_alloc& error) {
        return error.what() == text;
      }
      return false;
    };
    const index_t n = 10'000'000'000;  // n * n / 100 floats are more than an address space
    EXPECT_TRUE(says([&] { (void)ndx::zeros({n, n / 100}); },
                     "zeros: shape (10000000000, 100000000) takes 4000000000000000000 bytes, more "
                     "than there is memory for"));
    EXPECT_TRUE(says([&] { (void)(tensor(1.F).expand({n, n / 100}) + 1); },
                     "operator+: shape (10000000000, 100000000) takes 4000000000000000000 bytes, "
                     "more than there is memory for"));
  }
}

TEST(BadInput, AllocationsThatFailAreBadAlloc) {
  // A view can have more elements than any memory; every way to copy it must fail cleanly.
  const index_t large = index_t{1} << 58;
  const auto t = tensor(7);
  const auto huge = t.expand({large});
  EXPECT_THROW((void)huge.clone(), std::bad_alloc);
  EXPECT_THROW((void)huge.contiguous(), std::bad_alloc);
  EXPECT_THROW((void)huge.to<std::int8_t>(), std::bad_alloc);
  EXPECT_THROW((void)arange<int>(2).expand({large, 2}).reshape({-1}), std::bad_alloc);
  EXPECT_THROW((void)huge.index_put({0}, 1), std::bad_alloc);
  EXPECT_THROW((void)huge.index({None, true}), std::bad_alloc);
  EXPECT_THROW((void)ndx::zeros<std::int8_t>({large}), std::bad_alloc);
  EXPECT_THROW((void)arange<std::int8_t>(0, 1).expand({large}).index({true}), std::bad_alloc);
  EXPECT_THROW((void)arange<index_t>(0, large), std::bad_alloc);
  EXPECT_EQ(t.item(), 7);
  EXPECT_EQ(t.storage().owners(), 2U);
}

TEST(BadInput, WritesThatFailForWantOfMemoryChangeNothing) {
  const index_t large = index_t{1} << 58;
  const auto t = matrix();
  // An index tensor of that many elements, without the memory for them.
  const auto zeros = tensor(0).expand({large});
  const auto mask = tensor(true).expand({large});
  EXPECT_THROW((void)t.index({zeros}), std::bad_alloc);
  EXPECT_THROW((void)t.select(0, 0).expand({large, 3}).index_put({0}, 1), std::bad_alloc);
  EXPECT_THROW(t.index_put_({mask}, 1), IndexError);
  EXPECT_TRUE(is_untouched(t));
}

TEST(BadInput, Rank65) {
  const auto deep = ndx::zeros<int>(Dims::filled(64, 1));
  const std::string message = "rank 65 is more than the maximum rank, 64";
  EXPECT_TRUE(
      throws<ValueError>([] { (void)ndx::zeros(Dims::filled(65, 1)); }, "zeros: " + message));
  EXPECT_TRUE(throws<ValueError>([&] { (void)deep.unsqueeze(0); }, "unsqueeze: " + message));
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)deep.reshape(Dims::filled(65, 1)); }, "reshape: " + message));
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)deep.expand(Dims::filled(65, 1)); }, "expand: " + message));
  EXPECT_TRUE(throws<ValueError>([&] { (void)deep.unfold(0, 1, 1); }, "unfold: " + message));
  EXPECT_THROW((void)deep.index({None}), std::exception);
  EXPECT_THROW((void)deep.index({true}), std::exception);
  EXPECT_THROW(deep.index_put_({None}, 5), std::exception);
  EXPECT_THROW((void)deep.index({tensor({{0}})}), std::exception);
  EXPECT_EQ(deep.item(), 0);
}

TEST(BadInput, MoreTensorsThanAListCanHold) {
  const auto stretched = tensor(7).expand({INT64_MAX});
  const std::string message = ": 9223372036854775807 tensors are more than a list can hold";
  EXPECT_TRUE(throws<ValueError>([&] { (void)stretched.unbind(0); }, "unbind" + message));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)ndx::diag_indices(0, INT64_MAX); }, "diag_indices" + message));
  EXPECT_THROW((void)stretched.split(1), ValueError);
  EXPECT_THROW((void)stretched.chunk(INT64_MAX), ValueError);
}

TEST(BadInput, AReshapeWithTwoUnknownSizes) {
  const auto t = matrix();
  EXPECT_TRUE(throws<ShapeError>([&] { (void)t.reshape({-1, -1}); },
                                 "reshape: shape (-1, -1) has more than one -1"));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)t.view({-1, 3, -1}); },
                                 "view: shape (-1, 3, -1) has more than one -1"));
}

TEST(BadInput, AnAsStridedThatLeavesItsStorage) {
  const auto t = matrix();
  EXPECT_TRUE(throws<ValueError>([&] { (void)t.as_strided({7}, {1}); },
                                 "as_strided: shape (7) with strides (1) and offset 0 reaches "
                                 "elements 0..6 of a storage of 6"));
  EXPECT_TRUE(is_untouched(t));
}

TEST(BadInput, FailedWritesOfEveryKindChangeNothing) {
  const auto t = matrix();
  EXPECT_THROW(t.index_put_({2}, 9), IndexError);
  EXPECT_THROW(t.index_put_({0, 0, 0}, 9), IndexError);
  EXPECT_THROW(t.index_put_({tensor({0, 5})}, 9), IndexError);
  EXPECT_THROW(t.index_put_({tensor({0, -3})}, 9, true), IndexError);
  EXPECT_THROW(t.index_put_({tensor({true, false, true})}, 9), IndexError);
  EXPECT_THROW(t.index_put_({tensor({0, 1}), tensor({0, 1, 2})}, 9), ShapeError);
  EXPECT_THROW(t.index_put_({0}, tensor({1, 2})), ShapeError);
  EXPECT_THROW(t.index_put_({Slice(None, None, 0)}, 9), ValueError);
  EXPECT_THROW(t.select(0, 0).expand({2, 3}).index_put_({0}, tensor({{1, 2, 3}, {4, 5, 6}})),
               ShapeError);
  EXPECT_THROW(t.select(0, 0).expand({2, 3}).index_put_({Slice()}, 9), ValueError);
  EXPECT_THROW(t.copy_(tensor({1, 2})), ShapeError);
  EXPECT_THROW(t.expand({2, 2, 3}).fill_(9), ValueError);
  EXPECT_TRUE(is_untouched(t));
}

TEST(BadInput, AStructCannotBeAccumulated) {
  struct Pair {
    int a;
    int b;
  };
  const auto t = ndx::full({3}, Pair{1, 2});
  EXPECT_TRUE(throws<ValueError>([&] { t.index_put_({0}, Pair{5, 6}, true); },
                                 "index_put_: accumulate needs an element type that can be added"));
  EXPECT_EQ(t(0).a, 1);
  t.index_put_({0}, Pair{5, 6});
  EXPECT_EQ(t(0).b, 6);
}

TEST(BadInput, SliceBoundsThatAreNoScalars) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)Slice(tensor({1, 2})); },
                                 "Slice: a bound must have rank 0, but has shape (2)"));
}

}  // namespace bad_input_test
