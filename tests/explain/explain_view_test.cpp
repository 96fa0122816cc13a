// explain(view): the links and the plan of an indexed view, as text.
#include <ndx/explain.hpp>
#include <ndx/indexed.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::throws;

namespace explain_view_test {

TEST(ExplainView, ShowsTheChainAndThePlan) {
  // Strides (12, 3, 1). Link 1 indexes the index tensor of link 0, and dim 2 of the tensor by pairs; link 2 starts
  // at the end of dim 1.
  const auto x = arange(60).reshape({5, 4, 3});
  const auto view = x.indexed({tensor({4, 2, 1})})
                        .indexed({tensor({2, 0}), "...", tensor({0, 1})})
                        .index({Slice(), Slice(None, None, -1)});
  EXPECT_EQ(explain(view),
            "3 links: shape (2, 4); one gather\n"
            "  link  term  selects by                                             strides\n"
            "  0     0     indices of shape (2, 1) of a dim of size 5, stride 12  (1, 0)\n"
            "  1     2     indices of shape (2, 1) of a dim of size 3, stride 1   (1, 0)\n"
            "              the tensor, from offset 9                              (0, -3)\n");
}

TEST(ExplainView, SaysThatAChainOfBasicTermsIsAView) {
  const auto x = arange(12).reshape({4, 3});
  EXPECT_EQ(explain(x.indexed({Slice(1, None), 2})),
            "1 link: shape (3), strides (3), offset 5; a view, no copy\n");
  EXPECT_EQ(explain(IndexedView<index_t>(x)),
            "0 links: shape (4, 3), strides (3, 1), offset 0; a view, no copy\n");
}

TEST(ExplainView, KeepsTheBitsOfAMask) {
  const auto x = arange(4);
  const auto chosen = x.indexed({x > 1});
  EXPECT_EQ(explain(chosen), "1 link: shape (2); a mask, kept as bits\n");
  EXPECT_EQ(explain(chosen.index({Slice(1, None)})),
            "2 links: shape (1); one gather\n"
            "  link  term  selects by                 strides\n"
            "  0     0     offsets of shape (1)       (0)\n"
            "              the tensor, from offset 0  (0)\n");
}

TEST(ExplainView, NamesNoOperandOfABool) {
  EXPECT_EQ(explain(arange(3).indexed({true})),
            "1 link: shape (1, 3); one gather\n"
            "  link  term  selects by                 strides\n"
            "              the tensor, from offset 0  (0, 1)\n");
}

TEST(ExplainView, ReadsNoElementOfIndexTensors) {
  const auto x = arange(3);
  EXPECT_NE(explain(x.indexed({tensor({7})})).find("size 3, stride 1"), std::string::npos);
}

}  // namespace explain_view_test
