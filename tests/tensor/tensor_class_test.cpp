// The handle: what it shares, what it says of itself, and who may write through it.
#include <complex>
#include <utility>

#include <ndx/tensor/tensor_class.hpp>

#include "support/expect.hpp"

namespace tensor_class_test {

using expect::has_shape;
using expect::is;
using expect::throws;
using ndx::arange;
using ndx::Dims;
using ndx::DimsView;
using ndx::index_t;
using ndx::IndexError;
using ndx::Tensor;

Tensor<int> cube() { return arange<int>(24).reshape({2, 3, 4}); }

TEST(Tensor, StartsWithoutElements) {
  const Tensor<int> t;
  EXPECT_TRUE(is(t, {0}, {}));
  EXPECT_EQ(t.data(), nullptr);
  EXPECT_TRUE(t.is_contiguous());
}

TEST(Tensor, TellsItsShapeAndStrides) {
  const auto t = cube();
  EXPECT_TRUE(t.shape() == (std::vector<int>{2, 3, 4}));
  EXPECT_TRUE(t.strides() == (Dims{12, 4, 1}));
  EXPECT_EQ(t.dim(), 3);
  EXPECT_EQ(t.numel(), 24);
  EXPECT_EQ(t.size(0), 2);
  EXPECT_EQ(t.size(-1), 4);
  EXPECT_EQ(t.stride(1), 4);
  EXPECT_EQ(t.stride(-3), 12);
  EXPECT_EQ(Tensor<int>().dtype(), ndx::DType::int32);
  EXPECT_EQ(Tensor<const double>().dtype(), ndx::DType::float64);
}

TEST(Tensor, RefusesDimsOutOfRange) {
  EXPECT_TRUE(throws<IndexError>([] { (void)cube().size(3); },
                                 "size: dim 3 is out of range for a tensor of rank 3"));
  EXPECT_TRUE(throws<IndexError>([] { (void)cube().stride(-4); },
                                 "stride: dim -4 is out of range for a tensor of rank 3"));
  EXPECT_THROW((void)ndx::tensor(1).size(0), IndexError);
}

TEST(Tensor, ShapeOfATemporaryIsOwned) {
  static_assert(std::is_same_v<decltype(cube().shape()), Dims>);
  static_assert(std::is_same_v<decltype(cube().strides()), Dims>);
  static_assert(std::is_same_v<decltype(std::declval<const Tensor<int>&>().shape()), DimsView>);
  const auto shape = cube().shape();
  const auto strides = cube().transpose().strides();
  EXPECT_EQ(shape, (Dims{2, 3, 4}));
  EXPECT_EQ(strides, (Dims{1, 4, 12}));
  index_t product = 1;
  for (const index_t size : cube().shape()) product *= size;
  EXPECT_EQ(product, 24);
}

TEST(Tensor, CopiesShare) {
  const auto t = cube();
  const auto same = t;
  same(0, 0, 0) = 99;
  EXPECT_EQ(t(0, 0, 0), 99);
  EXPECT_TRUE(t.shares_storage(same));
  EXPECT_EQ(t.storage().owners(), 2U);
}

TEST(Tensor, AssignmentRebindsTheHandleAndWritesNoElement) {
  auto t = cube();
  const auto before = t;
  t = arange<int>(3);
  EXPECT_TRUE(is(t, {3}, {0, 1, 2}));
  EXPECT_EQ(before(1, 2, 3), 23);
  EXPECT_EQ(before.storage().owners(), 1U);
  t = before;
  EXPECT_TRUE(t.shares_storage(before));
}

TEST(Tensor, SelfAssignmentKeepsIt) {
  auto t = cube();
  auto& same = t;
  t = same;
  EXPECT_EQ(t.numel(), 24);
  t = std::move(same);
  EXPECT_EQ(t(1, 2, 3), 23);
}

TEST(Tensor, MovedFromIsEmptyAndCanBeAssigned) {
  auto t = cube();
  const auto taken = std::move(t);
  EXPECT_TRUE(is(t, {0}, {}));  // NOLINT: what is left is what is tested
  EXPECT_EQ(taken.numel(), 24);
  EXPECT_EQ(taken.storage().owners(), 1U);
  t = taken;
  EXPECT_EQ(t.numel(), 24);
}

TEST(Tensor, ConstnessIsShallow) {
  const auto t = cube();
  t(0, 0, 1) = 7;
  t.data()[2] = 8;
  EXPECT_EQ(t(0, 0, 1), 7);
  EXPECT_EQ(t(0, 0, 2), 8);
}

TEST(Tensor, ReadOnlyIsMadeFromWritable) {
  const auto t = cube();
  const Tensor<const int> read_only = t;
  EXPECT_TRUE(read_only.shares_storage(t));
  t(0, 0, 0) = 5;
  EXPECT_EQ(read_only(0, 0, 0), 5);
  static_assert(std::is_same_v<decltype(read_only(0, 0, 0)), const int&>);
  static_assert(std::is_same_v<decltype(read_only.data()), const int*>);
}

int overload_of(const Tensor<const float>& /*t*/) { return 1; }
int overload_of(const Tensor<const double>& /*t*/) { return 2; }

TEST(Tensor, OverloadsForReadOnlyTensorsOfSeveralTypesAreToldApart) {
  EXPECT_EQ(overload_of(ndx::zeros<float>({2})), 1);
  EXPECT_EQ(overload_of(ndx::zeros<double>({2})), 2);
}

TEST(Tensor, DataIsTheFirstElementOfTheView) {
  const auto t = arange<int>(10);
  EXPECT_EQ(*t.slice(0, ndx::Slice(3)).data(), 3);
  EXPECT_EQ(*t.flip().data(), 9);
  EXPECT_EQ(t.flip().storage().data(), t.storage().data());
}

TEST(Tensor, IsContiguousGoesByTheElements) {
  EXPECT_TRUE(cube().is_contiguous());
  EXPECT_FALSE(cube().transpose().is_contiguous());
  EXPECT_TRUE(cube().select(0, 1).is_contiguous());
  EXPECT_FALSE(cube().select(1, 1).is_contiguous());
  EXPECT_FALSE(arange<int>(3).flip().is_contiguous());
  EXPECT_TRUE(arange<int>(1).flip().is_contiguous());
  EXPECT_TRUE(cube().narrow(1, 0, 0).is_contiguous());
  EXPECT_TRUE(ndx::tensor(1).is_contiguous());
}

TEST(Tensor, SharesStorageGoesByTheMemory) {
  const auto t = cube();
  EXPECT_TRUE(t.shares_storage(t.select(0, 1)));
  EXPECT_TRUE(t.select(0, 0).shares_storage(t.select(0, 1)));
  EXPECT_FALSE(t.shares_storage(cube()));
  EXPECT_FALSE(t.shares_storage(t.clone()));
}

TEST(Tensor, UntypedFormSharesTheMemory) {
  const auto t = cube();
  const ndx::UntypedTensor untyped = t.untyped();
  EXPECT_EQ(untyped.storage.data(), t.storage().data());
  EXPECT_EQ(untyped.layout.shape, (Dims{2, 3, 4}));
  EXPECT_EQ(untyped.dtype, ndx::DType::int32);
  EXPECT_EQ(t.storage().owners(), 2U);
}

TEST(Tensor, HoldsEveryTriviallyCopyableType) {
  struct Pair {
    int a;
    double b;
  };
  enum class Colour : std::uint8_t { red, green };
  EXPECT_EQ(ndx::full({2}, Pair{1, 2.5})(1).b, 2.5);
  EXPECT_EQ(ndx::full({2}, Colour::green)(0), Colour::green);
  EXPECT_EQ(ndx::full({2}, std::complex<double>(1, 2))(1).imag(), 2);
  EXPECT_EQ(ndx::full({2}, true)(1), true);
  EXPECT_EQ((ndx::full({2}, std::array<char, 3>{'a', 'b', 'c'})(1)[2]), 'c');
}

TEST(Tensor, OfRank64IsLookedAtLikeAnyOther) {
  Dims shape = Dims::filled(64, 1);
  shape[40] = 3;
  const auto t = arange<int>(3).reshape(shape);
  EXPECT_EQ(t.dim(), 64);
  EXPECT_EQ(t.size(40), 3);
  EXPECT_EQ(t.size(-24), 3);
  EXPECT_EQ(t.select(40, 2).item(), 2);
  const auto copy = t;
  EXPECT_TRUE(has_shape(copy, expect::dims(shape)));
  EXPECT_EQ(expect::elements(copy.transpose()), (std::vector<int>{0, 1, 2}));
}

TEST(TensorClass, HasPyTorchsNamesToo) {
  auto t = ndx::arange<int>(6).reshape({2, 3});
  EXPECT_EQ(t.sizes(), t.shape());
  EXPECT_EQ(t.transpose().sizes(), (ndx::Dims{3, 2}));
  EXPECT_EQ(t.ndimension(), 2);
  EXPECT_EQ(t.nelement(), 6);
  EXPECT_EQ(t.data_ptr(), t.data());
  EXPECT_EQ(t.data_ptr<int>(), t.data());
  EXPECT_EQ(t.scalar_type(), ndx::DType::int32);
  EXPECT_EQ(t.select(0, 1).select(0, 2).item<double>(), 5.0);
  EXPECT_EQ(ndx::full({1, 1}, 2.9).item<int>(), 2);
  EXPECT_TRUE(is(t.fill_(ndx::tensor(7.5)), {2, 3}, {7, 7, 7, 7, 7, 7}));
  EXPECT_TRUE(is(t.select(1, 0).fill_(ndx::full({1}, 1)), {2}, {1, 1}));
  EXPECT_THROW(t.fill_(ndx::zeros({2})), ndx::ValueError);
}

}  // namespace tensor_class_test
