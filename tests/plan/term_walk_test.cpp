// One walk over the terms: the view that it makes, the operands that it records, the errors.
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::throws;

namespace term_walk_test {

using List = std::vector<TensorIndex>;

const Tensor<int> cube = counting({3, 4, 5});

TEST(TermWalk, MakesTheSameViewWithAndWithoutAPlan) {
  const List lists[] = {
      List{},
      List{2},
      List{-1, Slice()},
      List{Slice(1, 3), Slice(None, None, 2), None},
      List{None, Ellipsis, Slice(None, None, -3)},
      List{Ellipsis},
      List{0, 1, 2, Ellipsis, None},
      List{Slice(3, 1), 0},
      List{Slice(None, None, 7), Slice(-2, None), Slice(4, None, -2)},
      List{tensor(1), None},  // rank 0: an integer
  };
  for (const Tensor<int>& source : {cube, cube.transpose(), cube.flip()}) {
    for (const List& terms : lists) {
      ASSERT_FALSE(detail::has_advanced(terms));
      Layout view;
      detail::walk_basic({"index", IndexRule::views_first, Bounds::raise, source.layout(), terms},
                         view);
      const IndexPlan plan = plan_index("index", IndexRule::views_first, source.layout(), terms);
      EXPECT_TRUE(plan.is_view());
      EXPECT_EQ(view.shape, plan.view.shape);
      EXPECT_EQ(view.strides, plan.view.strides);
      EXPECT_EQ(view.offset, plan.view.offset);
    }
  }
}

TEST(TermWalk, MakesOneViewOfAllBasicTerms) {
  Layout view;
  const List terms{-1, None, Slice(None, None, -2)};
  detail::walk_basic({"index", IndexRule::views_first, Bounds::raise, cube.layout(), terms}, view);
  EXPECT_EQ(view.shape, (Dims{1, 2, 5}));
  EXPECT_EQ(view.strides, (Dims{0, -10, 1}));
  EXPECT_EQ(view.offset, 2 * 20 + 3 * 5);
}

TEST(TermWalk, RecordsOperandsWithTheDimsThatTheyIndex) {
  const auto i = tensor({0, 2});
  const auto mask = ones<bool>({4, 5});
  const List terms{None, i, mask};
  IndexPlan plan;
  const detail::WalkInput input{"index", IndexRule::views_first, Bounds::raise, cube.layout(),
                                terms};
  (void)detail::walk_terms(input, plan);
  ASSERT_EQ(plan.operands.size(), 2u);
  EXPECT_EQ(plan.operands[0].kind, IndexOperand::Kind::integers);
  EXPECT_EQ(plan.operands[0].source_dim, 0u);
  EXPECT_EQ(plan.operands[0].view_dim, 1u);
  EXPECT_EQ(plan.operands[0].size, 3);
  EXPECT_EQ(plan.operands[0].stride, 20);
  EXPECT_EQ(plan.operands[1].kind, IndexOperand::Kind::mask);
  EXPECT_EQ(plan.operands[1].source_dim, 1u);
  EXPECT_EQ(plan.operands[1].dims, 2u);
  EXPECT_EQ(plan.operands[1].count, 20);
}

TEST(TermWalk, NamesTheFirstError) {
  const auto says = [](const List& terms, const char* message) {
    return throws<std::logic_error>([&] { (void)cube.index(terms); }, message);
  };
  EXPECT_TRUE(says({3}, "index: term 0: index 3 is out of bounds for dimension 0 with size 3"));
  EXPECT_TRUE(
      says({0, -5}, "index: term 1: index -5 is out of bounds for dimension 1 with size 4"));
  EXPECT_TRUE(says({Slice(None, None, 0)}, "index: term 0: slice step cannot be zero"));
  // What is wrong with the list as a whole comes before what is wrong with a term.
  EXPECT_TRUE(says({9, 0, 0, 0},
                   "index: too many indices for tensor: tensor is 3-dimensional, but "
                   "4 were indexed"));
  EXPECT_TRUE(says({Ellipsis, 9, Ellipsis},
                   "index: term 2: an index can only have a single ellipsis ('...')"));
  EXPECT_TRUE(says({Ellipsis, 0, 0, 0, 0},
                   "index: too many indices for tensor: tensor is "
                   "3-dimensional, but 4 were indexed"));
  EXPECT_TRUE(says(List(62, None), "index: the result would have a rank above the maximum, 64"));
  EXPECT_EQ(cube.index(List(61, None)).dim(), 64);
  EXPECT_TRUE(says(List(64, true),
                   "index: too many bools: each of the 64 counts as a dim beside the others, of "
                   "which there can be 64"));
  EXPECT_EQ(cube.index(List(61, true)).dim(), 4);
}

}  // namespace term_walk_test
