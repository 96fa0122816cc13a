// Tests the examples that the guides of Paddle, PyTorch and MegEngine show.
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace sources_frameworks_test {

TEST(PaddleGuide, AnIntegerGivesAViewAListACopy) {
  const auto a = ones<int>({2, 3});
  const auto b = a.index({0});
  b.index_put_({1}, 10);
  EXPECT_TRUE(is(a, {2, 3}, {1, 10, 1, 1, 1, 1}));
  const auto c = a.index({tensor({0})});
  c.index_put_({0}, 10);
  EXPECT_TRUE(is(a, {2, 3}, {1, 10, 1, 1, 1, 1}));
}

TEST(PaddleGuide, Integers) {
  const auto a = counting({2, 3});
  EXPECT_TRUE(is(a.index({1}), {3}, {3, 4, 5}));
  EXPECT_TRUE(is(a.index({-1}), {3}, {3, 4, 5}));
  EXPECT_TRUE(is(a.index({1, 0}), {}, {3}));
  EXPECT_TRUE(is(a.index({tensor<std::int32_t>(1)}), {3}, {3, 4, 5}));
}

TEST(PaddleGuide, Slices) {
  const auto a = counting({4, 2});
  EXPECT_TRUE(is(a.index({Slice(0, 2)}), {2, 2}, {0, 1, 2, 3}));
  EXPECT_TRUE(is(a.index({Slice(None, None, 2)}), {2, 2}, {0, 1, 4, 5}));
  EXPECT_TRUE(is(a.index({Slice(None, None, -1)}), {4, 2}, {6, 7, 4, 5, 2, 3, 0, 1}));
  EXPECT_TRUE(is(a.index({Slice(tensor(0), tensor(2))}), {2, 2}, {0, 1, 2, 3}));
  EXPECT_TRUE(is(a.index({Slice(None, None, tensor(-2))}), {2, 2}, {6, 7, 2, 3}));
}

TEST(PaddleGuide, EllipsisAndNone) {
  const auto a = counting({2, 2, 2});
  EXPECT_TRUE(is(a.index({"..."}), {2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_TRUE(is(a.index({1, "..."}), {2, 2}, {4, 5, 6, 7}));
  EXPECT_TRUE(is(a.index({1, "...", 0}), {2}, {4, 6}));
  EXPECT_TRUE(has_shape(counting({2, 4}).index({Slice(), None}), {2, 1, 4}));
}

TEST(PaddleGuide, IndexTensors) {
  const auto a = counting({4, 2});
  const auto rows = tensor({0, 2, 1});
  EXPECT_TRUE(is(a.index({rows}), {3, 2}, {0, 1, 4, 5, 2, 3}));
  EXPECT_TRUE(is(a.index({tensor({0, 1, 0})}), {3, 2}, {0, 1, 2, 3, 0, 1}));
  EXPECT_TRUE(is(a.index({tensor({{1}, {2}})}), {2, 1, 2}, {2, 3, 4, 5}));
  EXPECT_TRUE(is(a.index({rows, tensor({0})}), {3}, {0, 4, 2}));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)a.index({rows, tensor({0, 1})}); },
      "index: index tensors of shapes (3) and (2) cannot be broadcast together"));
}

TEST(PaddleGuide, Masks) {
  const auto a = counting({4, 2});
  EXPECT_TRUE(is(a.index({a > 4}), {3}, {5, 6, 7}));
  EXPECT_TRUE(is(a.index({tensor({true, false, true, false})}), {2, 2}, {0, 1, 4, 5}));
  EXPECT_TRUE(is(a.index({a > 99}), {0}, {}));
  EXPECT_TRUE(has_shape(a.index({true}), {1, 4, 2}));
  EXPECT_TRUE(has_shape(a.index({false}), {0, 4, 2}));
}

TEST(PaddleGuide, AMaskIsItsNonzeroCoordinates) {
  const auto x = counting({3, 4});
  const auto mask = x > 4;
  const Tensor<index_t> found = nonzero(mask);
  const Tensor<int> picked = x.index({found.index({Slice(), 0}), found.index({Slice(), 1})});
  EXPECT_TRUE(is(x.index({mask}), {7}, expect::elements(picked)));
  EXPECT_TRUE(is(gather_nd(x, found), {7}, expect::elements(picked)));
}

TEST(PaddleGuide, ABoolIsAMaskOverANewDim) {
  const auto x = counting({2, 3});
  for (const bool b : {true, false}) {
    const Tensor<int> masked = x.unsqueeze(0).index({std::vector<bool>{b}});
    EXPECT_TRUE(is(x.index({b}), expect::dims(masked.shape()), expect::elements(masked)));
  }
}

TEST(PaddleGuide, CombinedIndices) {
  const auto a = counting({2, 3, 4});
  EXPECT_TRUE(is(a.index({0, tensor({1, 2}), 2}), {2}, {6, 10}));
  const auto x = counting({1, 2, 3, 4});
  const auto i = tensor({0, 0, 1});
  const auto j = tensor({1, 2, 0});
  const auto k = tensor({2, 1, 0});
  EXPECT_TRUE(
      is(x.index({Slice(), i, j, Slice()}), {1, 3, 4}, {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}));
  EXPECT_TRUE(is(x.index({Slice(), i, j, k}), {1, 3}, {6, 9, 12}));
  EXPECT_TRUE(is(x.index({Slice(), tensor({1}), Slice(), k}), {3, 1, 3},
                 {14, 18, 22, 13, 17, 21, 12, 16, 20}));
}

TEST(PaddleGuide, EverythingAtOnceReadAndWritten) {
  const auto x = counting({4, 5, 6});
  const std::vector<TensorIndex> terms{0, tensor({0, 2}), "...", Slice(2, 5, 2), None};
  EXPECT_TRUE(is(x.index(terms), {2, 2, 1}, {2, 4, 14, 16}));
  x.index_put_(terms, -1);
  EXPECT_TRUE(is(x.index(terms), {2, 2, 1}, {-1, -1, -1, -1}));
  EXPECT_EQ(x.at(0, 0, 3), 3);
  EXPECT_EQ(sum(x.to<index_t>()).item(), 119 * 60 - (2 + 4 + 14 + 16) - 4);
}

TEST(PaddleGuide, Writes) {
  const auto x = zeros<int>({2, 4});
  x.index_put_({0, Slice(2, 3)}, 1);
  EXPECT_TRUE(is(x, {2, 4}, {0, 0, 1, 0, 0, 0, 0, 0}));
  x.index_put_({tensor({0, 1}), tensor({2, 3})}, 1);
  EXPECT_TRUE(is(x, {2, 4}, {0, 0, 1, 0, 0, 0, 0, 1}));
}

TEST(PaddleGuide, WritesOfScalarsAndTensors) {
  const auto x = ones<int>({2, 3, 4});
  const Slice all;
  x.index_put_({all, all, 2}, 10);
  x.index_put_({all, all, 1}, tensor(2));
  x.index_put_({all, all, 3}, full<int>({2, 1}, 5));
  for (const Tensor<int>& row : x.reshape({6, 4}).unbind())
    EXPECT_TRUE(is(row, {4}, {1, 2, 10, 5}));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { x.index_put_({all, all, 3}, full<int>({2, 4}, 7)); },
      "index_put_: value of shape (2, 4) cannot be broadcast to the indexed shape (2, 3)"));
  EXPECT_TRUE(is(x.index({0, 0}), {4}, {1, 2, 10, 5}));
}

TEST(PaddleGuide, TheOutOfPlaceFormLeavesTheTensor) {
  const auto x = counting({2, 2});
  EXPECT_TRUE(is(x.index_put({0}, 9), {2, 2}, {9, 9, 2, 3}));
  EXPECT_TRUE(is(x.index_put({tensor({0, 0})}, 1, true), {2, 2}, {2, 3, 2, 3}));
  EXPECT_TRUE(is(x.index_put({Slice(), 1}, {7, 8}), {2, 2}, {0, 7, 2, 8}));
  EXPECT_TRUE(is(x, {2, 2}, {0, 1, 2, 3}));
}

TEST(PaddleGuide, TheTargetsElementTypeStays) {
  const auto x = zeros<std::int32_t>({2});
  x.index_put_({0}, 2.5);
  EXPECT_TRUE(is(x, {2}, {2, 0}));
  const auto y = full<float>({2, 3}, 1.25F);
  y.index_put_({0}, 10);
  EXPECT_TRUE(is(y, {2, 3}, {10, 10, 10, 1.25F, 1.25F, 1.25F}));
}

TEST(PyTorchTensorList, IndexesTheFirstDims) {
  const auto t = counting({3, 4});
  const std::vector<Tensor<int>> list{tensor({0, 1}), tensor({1, 2})};
  EXPECT_TRUE(is(t.index(list), {2}, {1, 6}));
  EXPECT_TRUE(is(t.index(std::vector<Tensor<bool>>{t > 9}), {2}, {10, 11}));
  EXPECT_TRUE(
      is(t.index_put(list, {10, 20}, true), {3, 4}, {0, 11, 2, 3, 4, 5, 26, 7, 8, 9, 10, 11}));
  EXPECT_TRUE(is(t.clone().index_put_(list, 0), {3, 4}, {0, 0, 2, 3, 4, 5, 0, 7, 8, 9, 10, 11}));
  t.index_put_(list, tensor({-1, -2}));
  EXPECT_TRUE(is(t.index(list), {2}, {-1, -2}));
  EXPECT_TRUE(t.index(std::vector<Tensor<int>>{}).shares_storage(t));
  EXPECT_THROW((void)t.index(std::vector<Tensor<int>>(3, tensor({0}))), IndexError);
}

TEST(PyTorchInternals, ElementsAndLists) {
  const auto t = arange<int>(1, 10).reshape({3, 3});
  EXPECT_TRUE(is(t.index({1, 2}), {}, {6}));
  EXPECT_TRUE(is(t.index({1}).index({2}), {}, {6}));
  t.index_put_({1, 2}, 3);
  EXPECT_EQ(t.at(1, 2), 3);
  t.at(1, 2) = 6;
  const auto rows = tensor({0, 2});
  const auto columns = tensor({1, 1});
  t.index_put_({rows, columns}, 10);
  EXPECT_TRUE(is(t, {3, 3}, {1, 10, 3, 4, 5, 6, 7, 10, 9}));
  t.index_put_({rows, columns}, {2, 8});
  t.index_put_({rows, columns}, {10, 10});
  EXPECT_TRUE(is(t, {3, 3}, {1, 10, 3, 4, 5, 6, 7, 10, 9}));
}

TEST(PyTorchInternals, TheTableOfSliceSpellings) {
  const auto t = arange<int>(6);
  EXPECT_TRUE(is(t.index({Slice()}), {6}, {0, 1, 2, 3, 4, 5}));                  // :
  EXPECT_TRUE(is(t.index({Slice(None, None)}), {6}, {0, 1, 2, 3, 4, 5}));        // :
  EXPECT_TRUE(is(t.index({Slice(None, None, None)}), {6}, {0, 1, 2, 3, 4, 5}));  // ::
  EXPECT_TRUE(is(t.index({Slice(1)}), {5}, {1, 2, 3, 4, 5}));                    // 1:
  EXPECT_TRUE(is(t.index({Slice(1, None)}), {5}, {1, 2, 3, 4, 5}));              // 1:
  EXPECT_TRUE(is(t.index({Slice(1, None, None)}), {5}, {1, 2, 3, 4, 5}));        // 1::
  EXPECT_TRUE(is(t.index({Slice(None, 3)}), {3}, {0, 1, 2}));                    // :3
  EXPECT_TRUE(is(t.index({Slice(None, 3, None)}), {3}, {0, 1, 2}));              // :3:
  EXPECT_TRUE(is(t.index({Slice(None, None, 2)}), {3}, {0, 2, 4}));              // ::2
  EXPECT_TRUE(is(t.index({Slice(1, 3)}), {2}, {1, 2}));                          // 1:3
  EXPECT_TRUE(is(t.index({Slice(1, None, 2)}), {3}, {1, 3, 5}));                 // 1::2
  EXPECT_TRUE(is(t.index({Slice(None, 3, 2)}), {2}, {0, 2}));                    // :3:2
  EXPECT_TRUE(is(t.index({Slice(1, 5, 2)}), {2}, {1, 3}));                       // 1:5:2
}

TEST(MegEngineGuide, ASliceNeverDropsADim) {
  const auto b = arange<int>(1, 7).reshape({2, 3});
  EXPECT_TRUE(is(b.index({Slice(1, 2)}), {1, 3}, {4, 5, 6}));
  EXPECT_TRUE(is(b.index({Slice(1, 2)}).index({Slice(0, 1)}), {1, 3}, {4, 5, 6}));
  EXPECT_TRUE(is(b.index({Slice(1, 2)}).squeeze(), {3}, {4, 5, 6}));
}

TEST(MegEngineGuide, AnAdvancedReadIsACopyAndSoIsClone) {
  const auto x = arange<int>(5);
  const auto y = x.index({tensor({0, 1, 2})});
  y.index_put_({1}, 6);
  const auto z = x.index({Slice(0, 3)}).clone();
  z.fill_(9);
  EXPECT_TRUE(is(x, {5}, {0, 1, 2, 3, 4}));
}

}  // namespace sources_frameworks_test
