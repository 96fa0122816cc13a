// Indexes that have nothing to read or write: every position is out of bounds, a mask has no true, a dim
// has size 0. Under Bounds::fill they give the fill value alone, under Bounds::drop they change nothing,
// whatever the target.
#pragma once

#include <vector>

#include "support/expect.hpp"

namespace empty_work {

using namespace ndx;

struct Case {
  const char* name;
  Dims source;
  std::vector<TensorIndex> terms;
  Dims result;
  IndexRule rule = IndexRule::views_first;
};

/// `far` indices are outside of both bounds of every dim here. 2000 of them are more than a file reads one
/// at a time.
inline std::vector<Case> cases() {
  const auto far = tensor({9, -9, 1000});
  const auto none = zeros<bool>({3, 4});
  const auto many = full({2000}, 9);
  return {
      {"[far]", {3, 4}, {far}, {3, 4}},
      {"[[9]]", {3, 4}, {tensor({9})}, {1, 4}},
      {"[:, far]", {3, 4}, {Slice(), far}, {3, 3}},
      {"[far, [0]]", {3, 4}, {far, tensor({0})}, {3}},
      {"[far, [0, 1]], outer", {3, 4}, {far, tensor({0, 1})}, {3, 2}, IndexRule::outer},
      {"[far, :, None], vectorized",
       {3, 4},
       {far, Slice(), None},
       {3, 4, 1},
       IndexRule::vectorized},
      {"[far, 1], numpy", {3, 4}, {far, 1}, {3}, IndexRule::numpy},
      {"[far, ::-1]", {3, 4}, {far, Slice(None, None, -1)}, {3, 4}},
      {"[far of rank 2]", {3, 4}, {far.reshape({3, 1})}, {3, 1, 4}},
      {"[many]", {3, 4}, {many}, {2000, 4}},
      {"[many, 0]", {3, 4}, {many, 0}, {2000}},
      {"[9]", {3, 4}, {9}, {4}},
      {"[-5, 1]", {3, 4}, {-5, 1}, {}},
      {"[9, [0, 1]]", {3, 4}, {9, tensor({0, 1})}, {2}},
      {"[5]", {5}, {5}, {}},
      {"[none]", {3, 4}, {none}, {0}},
      {"[none, None]", {3, 4}, {none, None}, {0, 1}},
      {"[none[0], :]", {3, 4}, {zeros<bool>({3}), Slice()}, {0, 4}},
      {"[:, none], outer", {3, 4}, {Slice(), zeros<bool>({4})}, {3, 0}, IndexRule::outer},
      {"[False]", {3, 4}, {false}, {0, 3, 4}},
      {"[[]]", {3, 4}, {zeros<index_t>({0})}, {0, 4}},
      {"[far, [] of shape (0, 1)]", {3, 4}, {far, zeros<index_t>({0, 1})}, {0, 3}},
      {"[0:0]", {3, 4}, {Slice(0, 0)}, {0, 4}},
      {"[far, 0:0]", {3, 4}, {far, Slice(0, 0)}, {3, 0}},
      {"()[False]", {}, {false}, {0}},
      {"(0, 4)[]", {0, 4}, {}, {0, 4}},
      {"(0, 4)[0]", {0, 4}, {0}, {4}},
      {"(0, 4)[[0, -1]]", {0, 4}, {tensor({0, -1})}, {2, 4}},
      {"(0, 4)[many]", {0, 4}, {many}, {2000, 4}},
      {"(0, 4)[:, 1]", {0, 4}, {Slice(), 1}, {0}},
      {"(0, 4)[none]", {0, 4}, {zeros<bool>({0, 4})}, {0}},
      {"(3, 0)[1]", {3, 0}, {1}, {0}},
      {"(3, 0)[far]", {3, 0}, {far}, {3, 0}},
      {"(3, 0)[:, [0, 5]]", {3, 0}, {Slice(), tensor({0, 5})}, {3, 2}},
      {"(3, 0)[far, far]", {3, 0}, {far, far}, {3}},
  };
}

/// Reads and writes by a case and by its plan, whose use differs: read(plan, fill) and write(plan, value).
template <class Target, class Read, class Write>
void expect_nothing_moves(const Case& c, const Target& target, const Read& read,
                          const Write& write) {
  const auto filled = full(c.result, -7);
  const IndexOptions<int> reads{.rule = c.rule, .bounds = Bounds::fill, .fill = -7};
  const IndexOptions<int> drops{.rule = c.rule, .bounds = Bounds::drop};
  const IndexOptions<int> adds{.rule = c.rule, .reduce = Reduce::add, .bounds = Bounds::drop};
  EXPECT_TRUE(array_equal(target.index(IndexList(c.terms), reads), filled)) << c.name;
  target.index_put_(IndexList(c.terms), 5, drops);
  target.index_put_(IndexList(c.terms), filled, drops);
  target.index_put_(IndexList(c.terms), filled, adds);
  const auto reading = target.plan(IndexList(c.terms), {c.rule, Bounds::fill});
  EXPECT_EQ(Dims(reading.result_shape()), c.result) << c.name;
  EXPECT_TRUE(array_equal(read(reading, -7), filled)) << c.name;
  write(target.plan(IndexList(c.terms), {c.rule, Bounds::drop}), filled);
  EXPECT_TRUE(array_equal(target.index({}), expect::counting(c.source))) << c.name;
}

/// The same of a File, as which open(case) has stored the source of the case.
template <class Open>
void expect_nothing_moves_in_files(const Open& open) {
  for (const Case& c : cases()) {
    const auto file = open(c);
    expect_nothing_moves(
        c, file, [&](const Plan& plan, int fill) { return file.read(plan, fill); },
        [&](const Plan& plan, const Tensor<int>& value) { file.write_(plan, value); });
  }
}

}  // namespace empty_work
