#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <ndx/interop/eigen/eigen_einsum.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "support/expect.hpp"
#include "support/totals_table.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace {

// Expected values are NumPy's.

TEST(Einsum, SumsAndRearrangesOneTensor) {
  const auto t = counting({2, 3});
  const auto square = counting({3, 3});
  const auto cube = counting({2, 2, 2});
  EXPECT_TRUE(is(einsum("ii", square), {}, {12}));
  EXPECT_TRUE(is(einsum("ii->i", square), {3}, {0, 4, 8}));
  EXPECT_TRUE(is(einsum("iii->i", counting({3, 3, 3})), {3}, {0, 13, 26}));
  EXPECT_TRUE(is(einsum("ij->ji", t), {3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TRUE(is(einsum("ba", t), {3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TRUE(is(einsum("aB", t), {3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TRUE(is(einsum("ij->i", t), {2}, {3, 12}));
  EXPECT_TRUE(is(einsum("ij->", t), {}, {15}));
  EXPECT_TRUE(is(einsum("iji->j", counting({2, 3, 2})), {3}, {7, 11, 15}));
  EXPECT_TRUE(is(einsum("i...", t), {3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TRUE(is(einsum("...i->i...", t), {3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TRUE(is(einsum("...ii", cube), {2}, {3, 11}));
  EXPECT_TRUE(is(einsum("...ii->i...", cube), {2, 2}, {0, 4, 3, 7}));
  EXPECT_TRUE(is(einsum("ij->i...", t), {2}, {3, 12}));
  EXPECT_TRUE(is(einsum("ij->...", t), {}, {15}));
  EXPECT_TRUE(is(einsum("...", t), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(einsum("", tensor(7)), {}, {7}));
  EXPECT_TRUE(is(einsum(" -> ", tensor(7)), {}, {7}));
}

TEST(Einsum, OfOneTensorIsAViewIfNothingIsSummed) {
  const auto t = counting({3, 3});
  einsum("ii->i", t).fill_(9);
  EXPECT_TRUE(is(t, {3, 3}, {9, 1, 2, 3, 9, 5, 6, 7, 9}));
  EXPECT_EQ(einsum("ij->ji", t).data(), t.data());
  EXPECT_FALSE(einsum("ij->i", t).shares_storage(t));
  const Tensor<const int> read_only = t;
  static_assert(std::is_same_v<decltype(einsum("ii", read_only)), Tensor<const int>>);
  EXPECT_TRUE(is(einsum("ii", read_only), {}, {27}));
  EXPECT_TRUE(is(einsum("ii->i", t.flip(0)), {3}, {6, 9, 2}));
}

TEST(Einsum, MultipliesTwoTensors) {
  const auto a = counting({2, 3});
  const auto b = counting({3, 4});
  const auto square = counting({3, 3});
  EXPECT_TRUE(is(einsum("ij,jk", a, b), {2, 4}, {20, 23, 26, 29, 56, 68, 80, 92}));
  EXPECT_TRUE(is(einsum(" i j , j k -> i k ", a, b), {2, 4}, {20, 23, 26, 29, 56, 68, 80, 92}));
  EXPECT_TRUE(is(einsum("ij,jk->ki", a, b), {4, 2}, {20, 56, 23, 68, 26, 80, 29, 92}));
  EXPECT_TRUE(is(einsum("ij,jk->", a, b), {}, {394}));
  EXPECT_TRUE(is(einsum("ij,jk->k", a, b), {4}, {76, 91, 106, 121}));
  EXPECT_TRUE(is(einsum("ij,kj->ik", a, a), {2, 2}, {5, 14, 14, 50}));
  EXPECT_TRUE(is(einsum("ij,ij->ij", a, a), {2, 3}, {0, 1, 4, 9, 16, 25}));
  EXPECT_TRUE(is(einsum("ij,ij->i", a, a), {2}, {5, 50}));
  EXPECT_TRUE(is(einsum("ij,ij->j", a, a), {3}, {9, 17, 29}));
  EXPECT_TRUE(is(einsum("ij,ij", a, a), {}, {55}));
  EXPECT_TRUE(is(einsum("ij,ji", a, counting({3, 2})), {}, {50}));
  EXPECT_TRUE(is(einsum("i,j", counting({2}), counting({3})), {2, 3}, {0, 0, 0, 0, 1, 2}));
  EXPECT_TRUE(is(einsum("i,j->ji", counting({2}), counting({3})), {3, 2}, {0, 0, 0, 1, 0, 2}));
  EXPECT_TRUE(is(einsum("i,j->", counting({2}), counting({3})), {}, {3}));
  EXPECT_TRUE(is(einsum("ii,i->i", square, counting({3})), {3}, {0, 4, 16}));
  EXPECT_TRUE(is(einsum("ii,i", square, counting({3})), {}, {20}));
  EXPECT_TRUE(is(einsum("ij,kk->ij", a, counting({2, 2})), {2, 3}, {0, 3, 6, 9, 12, 15}));
  EXPECT_TRUE(is(einsum("ij,->ij", a, tensor(2)), {2, 3}, {0, 2, 4, 6, 8, 10}));
  EXPECT_TRUE(is(einsum(",", tensor(3), tensor(4)), {}, {12}));
}

TEST(Einsum, OfTensorsOfHigherRank) {
  const auto p = counting({2, 2, 3});
  const auto q = counting({2, 3, 2});
  EXPECT_TRUE(is(einsum("bij,bjk->bik", p, q), {2, 2, 2}, {10, 13, 28, 40, 172, 193, 244, 274}));
  EXPECT_TRUE(is(einsum("bij,bjk->kb", p, q), {2, 2}, {38, 416, 53, 467}));
  EXPECT_TRUE(is(einsum("ijk,kjl->il", counting({2, 3, 4}), counting({4, 3, 2})), {2, 2},
                 {880, 946, 2464, 2674}));
  EXPECT_TRUE(is(einsum("ijk,ikl->jl", counting({2, 3, 4}), counting({2, 4, 2})), {3, 2},
                 {632, 692, 856, 948, 1080, 1204}));
  EXPECT_TRUE(is(einsum("...ij,...jk", counting({2, 1, 2, 3}), counting({3, 3, 1})), {2, 3, 2, 1},
                 {5, 14, 14, 50, 23, 86, 23, 32, 86, 122, 149, 212}));
  EXPECT_TRUE(is(einsum("...ij,...jk->k...i", p, counting({3, 1})), {1, 2, 2}, {5, 14, 23, 32}));
  EXPECT_TRUE(is(einsum("...i,i", counting({2, 3}), counting({3})), {2}, {5, 14}));
  EXPECT_TRUE(is(einsum("i...,j...->...ij", counting({2, 2}), counting({3, 2})), {2, 2, 3},
                 {0, 0, 0, 0, 4, 8, 1, 3, 5, 3, 9, 15}));
  EXPECT_TRUE(is(einsum("...,...", counting({2, 3}), counting({3})), {2, 3}, {0, 1, 4, 0, 4, 10}));
}

TEST(Einsum, StretchesSizesOfOne) {
  EXPECT_TRUE(is(einsum("...,...->...", counting({2, 1}), counting({1, 2})), {2, 2}, {0, 0, 0, 1}));
  EXPECT_TRUE(is(einsum("ij,jk", counting({2, 1}), counting({3, 2})), {2, 2}, {0, 0, 6, 9}));
  EXPECT_TRUE(is(einsum("ij,jk", counting({2, 3}), counting({1, 2})), {2, 2}, {0, 3, 0, 12}));
  EXPECT_TRUE(is(einsum("i,i->i", ones<int>({1}), counting({4})), {4}, {0, 1, 2, 3}));
  EXPECT_TRUE(is(einsum("i,i", counting({4}), ones<int>({1})), {}, {6}));
}

TEST(Einsum, MultipliesMoreThanTwoTensors) {
  const auto a = counting({2, 3});
  const auto b = counting({3, 4});
  const auto c = counting({4, 2});
  EXPECT_TRUE(is(einsum("ij,jk,kl->il", a, b, c), {2, 2}, {324, 422, 1008, 1304}));
  EXPECT_TRUE(is(einsum("kl,ij,jk", c, a, b), {2, 2}, {324, 422, 1008, 1304}));
  EXPECT_TRUE(is(einsum("ij,jk,ki->", a, b, c), {}, {1628}));
  EXPECT_TRUE(is(einsum("i,ij,j->", counting({2}), a, counting({3})), {}, {14}));
  EXPECT_TRUE(is(einsum("i,j,k->kji", counting({2}), counting({2}), counting({2})), {2, 2, 2},
                 {0, 0, 0, 0, 0, 0, 0, 1}));
  EXPECT_TRUE(is(einsum("...i,ij,...j->...", a, counting({3, 3}), a), {2}, {60, 672}));
  EXPECT_TRUE(
      is(einsum("ij,jk,kl,lm->im", a, b, c, a), {2, 3}, {1266, 2012, 2758, 3912, 6224, 8536}));
  EXPECT_TRUE(
      is(einsum("i,i,i", tensor({1, 2}), tensor({0.5F, 0.5F}), tensor({2.0, 4.0})), {}, {5.0}));
  EXPECT_TRUE(has_shape(einsum("ij,jk,k->i", zeros({2, 0}), zeros({0, 3}), zeros({3})), {2}));
}

TEST(Einsum, OfAPart) {
  const auto t = counting({2, 2, 3});
  EXPECT_TRUE(is(einsum("ij->i", t[1]), {2}, {21, 30}));
  EXPECT_TRUE(is(einsum("ij,ij->i", t[0], t[1]), {2}, {23, 122}));
  EXPECT_TRUE(is(einsum("ij,ij,j->i", t[0], t[1], t[0][0]), {2}, {39, 150}));
}

TEST(Einsum, OfAnyView) {
  const auto a = counting({4, 5});
  const auto b = counting({5, 6});
  const auto want = matmul(a, b);
  EXPECT_TRUE(equal(einsum("ij,jk", a.flip(1), b.flip(0)), want));
  EXPECT_TRUE(equal(einsum("ji,kj->ik", a.transpose(), b.transpose()), want));
  EXPECT_TRUE(
      equal(einsum("ij,jk", a.slice(0, Slice(1, None, 2)), b), want.slice(0, Slice(1, None, 2))));
  EXPECT_TRUE(equal(einsum("bij,jk->bik", a.expand({2, 4, 5}), b), want.expand({2, 4, 6})));
  EXPECT_TRUE(equal(einsum("ij,ij->i", a.flip(), a.flip()), einsum("ij,ij->i", a, a).flip()));
  EXPECT_TRUE(
      is(einsum("ij,ij->i", a.narrow(0, 1, 1).expand({2, 5}), a.narrow(0, 0, 2)), {2}, {80, 255}));
}

TEST(Einsum, OfIntegersBoolsAndHalves) {
  // NumPy of int32: integers wrap around.
  constexpr int kMax = std::numeric_limits<int>::max();
  EXPECT_TRUE(is(einsum("i,i", tensor({kMax, kMax}), tensor({2, 2})), {}, {-4}));
  EXPECT_TRUE(is(einsum("i,j", tensor({kMax}), tensor({2})), {1, 1}, {-2}));
  EXPECT_TRUE(is(einsum("i->", tensor({kMax, kMax})), {}, {-2}));
  const auto x = tensor({{true, false}, {false, false}});
  EXPECT_TRUE(is(einsum("ij,jk", x, tensor({{true, true}, {true, false}})), {2, 2},
                 {true, true, false, false}));
  EXPECT_TRUE(is(einsum("ij,j->ij", x, tensor({true, true})), {2, 2}, {true, false, false, false}));
  EXPECT_TRUE(is(einsum("i,i", tensor({true, true}), tensor({true, true})), {}, {true}));
  EXPECT_TRUE(is(einsum("i->", tensor({true, true})), {}, {true}));
  EXPECT_TRUE(
      is(einsum("i,j->i", tensor({true, false}), tensor({true, true})), {2}, {true, false}));
  const auto large = tensor({6e4f, 6e4f, -6e4f}).to<float16>();
  const auto weights = tensor({1.f, 0.5f}).to<float16>();
  EXPECT_TRUE(is(einsum("i,j->j", large, weights), {2}, {float16(60000), float16(30000)}));
  EXPECT_TRUE(is(einsum("i,i", tensor({1, 2}), tensor({0.5F, 0.5F})), {}, {1.5F}));
}

TEST(Einsum, OfNoElements) {
  EXPECT_TRUE(is(einsum("ij,jk", zeros({2, 0}), zeros({0, 2})), {2, 2}, {0, 0, 0, 0}));
  EXPECT_TRUE(is(einsum("ij,ij->i", zeros({2, 0}), zeros({2, 0})), {2}, {0, 0}));
  EXPECT_TRUE(is(einsum("ij->i", zeros({2, 0})), {2}, {0, 0}));
  EXPECT_TRUE(has_shape(einsum("i,i->i", zeros({0}), zeros({1})), {0}));
  EXPECT_TRUE(has_shape(einsum("ij,jk", zeros({0, 2}), zeros({2, 3})), {0, 3}));
  EXPECT_TRUE(has_shape(einsum("ii->i", zeros({0, 0})), {0}));
}

/// Whether einsum of these subscripts throws, with this message and the caret in this column.
template <class Error, class... T>
testing::AssertionResult refuses(const char* subscripts, std::size_t column,
                                 const std::string& message, const Tensor<T>&... tensors) {
  return throws<Error>(
      [&] { (void)einsum(subscripts, tensors...); },
      "einsum: " + message + "\n  " + subscripts + "\n  " + std::string(column, ' ') + "^");
}

TEST(Einsum, PointsAtWrongSubscripts) {
  const auto t = counting({2, 3});
  const auto v = counting({3});
  constexpr auto kOthers = "subscripts are letters, '...', ',' and '->'";
  EXPECT_TRUE(refuses<ValueError>("i1", 1, kOthers, t));
  EXPECT_TRUE(refuses<ValueError>("ij>i", 2, kOthers, t));
  EXPECT_TRUE(refuses<ValueError>("i.j", 1, "this is no '...'", t));
  EXPECT_TRUE(refuses<ValueError>("....", 3, "this is no '...'", t));
  EXPECT_TRUE(refuses<ValueError>("...i...", 4, "a second '...' of one operand", t));
  EXPECT_TRUE(refuses<ValueError>("ij-i", 2, "expected '->'", t));
  EXPECT_TRUE(
      refuses<ValueError>("ij->i->j", 5, "the result is one list of subscripts, the last", t));
  EXPECT_TRUE(refuses<ValueError>("ij->ik", 5, "no operand has this letter", t));
  EXPECT_TRUE(refuses<ValueError>("ij->iji", 6, "the result has this letter twice", t));
  EXPECT_TRUE(refuses<ValueError>("...i->i", 7,
                                  "the result needs '...', as an operand has dims for it", t));
  EXPECT_TRUE(refuses<ValueError>("ij,j", 2, "subscripts of more operands than the 1 given", t));
  EXPECT_TRUE(
      refuses<ValueError>("ij,j,j", 4, "subscripts of more operands than the 2 given", t, v));
  EXPECT_TRUE(refuses<ValueError>("ij->i", 2, "subscripts of 1 operand, but 2 were given", t, v));
  EXPECT_TRUE(
      refuses<ValueError>("ij,j->i", 4, "subscripts of 2 operands, but 3 were given", t, v, v));
  EXPECT_TRUE(refuses<ValueError>("ij,j,j->ik", 9, "no operand has this letter", t, v, v));
}

TEST(Einsum, PointsAtSubscriptsThatDoNotFitTheShapes) {
  const auto t = counting({2, 3});
  const auto v = counting({3});
  EXPECT_TRUE(
      refuses<ShapeError>("ijk", 2, "operand 0 of shape (2, 3) has no dim for this letter", t));
  EXPECT_TRUE(
      refuses<ShapeError>("...ijk", 5, "operand 0 of shape (2, 3) has no dim for this letter", t));
  EXPECT_TRUE(refuses<ShapeError>(
      "j,i->i", 3, "operand 1 of shape (2, 3) has more than 1 dims; write '...' for the others", v,
      t));
  EXPECT_TRUE(refuses<ShapeError>("ii", 1,
                                  "operand 0 of shape (2, 3) has no diagonal of sizes 2 and 3", t));
  EXPECT_TRUE(
      refuses<ShapeError>("ij,ji", 3, "the sizes 3 and 2 of the operands do not fit", t, t));
  EXPECT_TRUE(refuses<ShapeError>("i...,...", 5, "the sizes 3 and 2 of the operands do not fit", t,
                                  counting({2})));
  EXPECT_TRUE(
      refuses<ShapeError>("ij,j,i", 5, "the sizes 2 and 3 of the operands do not fit", t, v, v));
}

// ---- Against sums over all values of all letters.

/// An operand with a letter for each dim; those of "..." are capitals.
struct Named {
  std::string letters;
  Tensor<int> tensor;
};

/// The sum of the products of the operands' elements, for each value of the result's letters.
Tensor<int> summed(const std::vector<Named>& operands, const std::string& result) {
  std::map<char, index_t> sizes;
  for (const Named& operand : operands) {
    for (std::size_t d = 0; d < operand.letters.size(); ++d) {
      index_t& size = sizes.try_emplace(operand.letters[d], 1).first->second;
      size = std::max(size, operand.tensor.shape()[d]);
    }
  }
  Dims shape;
  for (const char letter : result) shape.push_back(sizes[letter]);
  const auto total = zeros<int>(shape);
  const auto element = [](const Named& of, const std::map<char, index_t>& at) {
    index_t offset = 0;
    for (std::size_t d = 0; d < of.letters.size(); ++d)
      offset += (of.tensor.shape()[d] == 1 ? 0 : at.at(of.letters[d])) * of.tensor.strides()[d];
    return of.tensor.data() + offset;
  };
  index_t count = 1;
  for (const auto& [letter, size] : sizes) count *= size;
  for (index_t i = 0; i < count; ++i) {
    std::map<char, index_t> at;
    index_t rest = i;
    for (const auto& [letter, size] : sizes) {
      at[letter] = rest % size;
      rest /= size;
    }
    int product = 1;
    for (const Named& operand : operands) product *= *element(operand, at);
    *element({result, total}, at) += product;
  }
  return total;
}

/// Calls einsum with one to four operands.
Tensor<int> einsum_of(const std::string& text, const std::vector<Named>& operands) {
  const auto t = [&](std::size_t i) { return operands[i].tensor; };
  switch (operands.size()) {
    case 1:
      return einsum(text, t(0));
    case 2:
      return einsum(text, t(0), t(1));
    case 3:
      return einsum(text, t(0), t(1), t(2));
    default:
      return einsum(text, t(0), t(1), t(2), t(3));
  }
}

class RandomEinsum {
 public:
  explicit RandomEinsum(unsigned seed) : random_(seed) {
    for (char letter : std::string("abcdYZ")) sizes_[letter] = static_cast<index_t>(below(3)) + 1;
    const std::size_t broadcast = below(3);
    const std::size_t count = 1 + below(4);
    for (std::size_t i = 0; i < count; ++i) {
      // Of "...", operand 0 has all dims, the others have the last ones.
      const std::size_t own = i == 0 ? broadcast : below(broadcast + 1);
      add_operand(std::string("YZ").substr(2 - own));
    }
    add_result(std::string("YZ").substr(2 - broadcast));
  }

  std::string text;
  std::string result;
  std::vector<Named> operands;

 private:
  std::size_t below(std::size_t limit) { return random_() % limit; }

  /// Inserts the dims of "..." into letters, and "..." into the text.
  void append(const std::string& letters, const std::string& dots, std::string& named) {
    const std::size_t at = below(letters.size() + 1);
    const bool is_written = !dots.empty() || below(4) == 0;
    text += letters.substr(0, at) + (is_written ? "..." : "") + letters.substr(at);
    named = letters.substr(0, at) + dots + letters.substr(at);
  }

  void add_operand(const std::string& dots) {
    std::string letters;
    for (std::size_t n = below(4); n > 0; --n) letters += "abcd"[below(4)];
    if (!operands.empty()) text += ",";
    Named made;
    append(letters, dots, made.letters);
    const char stretched = below(3) == 0 ? "abcdYZ"[below(6)] : '?';
    Dims shape;
    for (const char letter : made.letters)
      shape.push_back(letter == stretched ? 1 : sizes_[letter]);
    made.tensor = counting(shape) % 7 - 3;
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if (below(4) == 0) made.tensor = made.tensor.flip(d);
    }
    operands.push_back(made);
    all_ += letters;
  }

  void add_result(const std::string& dots) {
    std::sort(all_.begin(), all_.end());
    std::string letters;
    const bool is_implied = below(3) == 0;
    for (std::size_t i = 0; i < all_.size(); ++i) {
      const auto times = std::count(all_.begin(), all_.end(), all_[i]);
      if (i > 0 && all_[i] == all_[i - 1]) continue;
      if (is_implied ? times == 1 : below(2) == 0) letters += all_[i];
    }
    if (is_implied) {
      result = dots + letters;
      return;
    }
    std::shuffle(letters.begin(), letters.end(), random_);
    text += "->";
    append(letters, dots, result);
  }

  std::mt19937 random_;
  std::map<char, index_t> sizes_;
  std::string all_;
};

TEST(Einsum, IsTheSumOverAllValuesOfTheLetters) {
  for (unsigned seed = 0; seed < 600; ++seed) {
    const RandomEinsum random(seed);
    const auto& operands = random.operands;
    ASSERT_TRUE(equal(einsum_of(random.text, operands), summed(operands, random.result)))
        << random.text << " of shapes " << message(operands[0].tensor.shape()) << " to "
        << message(operands.back().tensor.shape());
  }
}

TEST(Einsum, MatmulAndTensordotAddInTheTypesOfTheGuidesTable) {
  using totals_table::Kind, totals_table::probe;
  const auto one = [](const auto& t) { return clone(ones_like(t)); };
  const auto row = [](const auto& t) { return t.unsqueeze(0); };
  const auto column = [=](const auto& t) { return one(t).unsqueeze(1); };
  (void)totals_table::check_table(
      {probe<Kind::sum>("einsum(\"i,i->\", a, b)",
                        [=](const auto& t) { return einsum("i,i->", t, one(t)).item(); }),
       probe<Kind::sum>(
           "einsum(\"ij,jk->ik\", a, b)",
           [=](const auto& t) { return einsum("ij,jk->ik", row(t), column(t)).item(); }),
       probe<Kind::sum>("matmul", [=](const auto& t) { return matmul(t, one(t)).item(); }),
       probe<Kind::sum>("tensordot",
                        [=](const auto& t) { return tensordot(t, one(t), 1).item(); })});
}

}  // namespace
