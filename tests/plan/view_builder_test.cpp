// The short way from basic terms to a view gives what the planner gives, and leaves to it what is
// wrong.
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;

namespace {

using List = std::vector<TensorIndex>;

const Tensor<int> cube = counting({3, 4, 5});

TEST(MakeView, GivesWhatThePlannerGives) {
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
  };
  for (const Tensor<int>& source : {cube, cube.transpose(), cube.flip()}) {
    for (const List& terms : lists) {
      ASSERT_TRUE(detail::are_basic(terms));
      Layout view;
      ASSERT_TRUE(detail::make_view(source.layout(), terms, view));
      const IndexPlan plan = plan_index("index", IndexRule::views_first, source.layout(), terms);
      EXPECT_EQ(view.shape, plan.view.shape);
      EXPECT_EQ(view.strides, plan.view.strides);
      EXPECT_EQ(view.offset, plan.view.offset);
    }
  }
}

TEST(MakeView, LeavesWhatIsWrongToThePlanner) {
  const List wrong[] = {
      List{3},
      List{0, -5},
      List{0, 0, 0, 0},
      List{Ellipsis, 0, Ellipsis},
      List{Slice(None, None, 0)},
      List(62, None),  // with three dims, beyond the largest rank
  };
  for (const List& terms : wrong) {
    Layout view;
    EXPECT_FALSE(detail::make_view(cube.layout(), terms, view));
    EXPECT_ANY_THROW((void)cube.index(terms));
  }
  EXPECT_EQ(cube.index(List(61, None)).dim(), 64);
}

TEST(MakeView, IsNotForIndexTensorsMasksAndBools) {
  EXPECT_FALSE(detail::are_basic(List{0, true}));
  EXPECT_FALSE(detail::are_basic(List{tensor({0})}));
  EXPECT_FALSE(detail::are_basic(List{tensor(1)}));  // rank 0: an integer to the planner
}

}  // namespace
