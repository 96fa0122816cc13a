// Arrow arrays whose element type is only known at run time.
#include <ndx/interop/arrow/arrow_vector.hpp>
#include <ndx/ndx.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::is;
using expect::throws;

namespace {

TEST(FromArrowAny, HoldsTheTypeOfTheFormat) {
  const auto check = [](const auto& t) {
    using T = typename std::remove_cvref_t<decltype(t)>::value_type;
    auto handle = to_arrow(t);
    const ArrowTensor any = from_arrow_any(&handle.array, &handle.schema);
    const auto* const found = std::get_if<Tensor<const T>>(&any);
    ASSERT_NE(found, nullptr) << dtype_name(dtype_of<T>());
    EXPECT_EQ(found->data(), t.data());
    EXPECT_EQ(handle.array.release, nullptr);
    EXPECT_EQ(handle.schema.release, nullptr);
  };
  check(zeros<std::int8_t>({2}));
  check(zeros<std::int16_t>({2}));
  check(zeros<std::int32_t>({2}));
  check(zeros<std::int64_t>({2}));
  check(zeros<std::uint8_t>({2}));
  check(zeros<std::uint16_t>({2}));
  check(zeros<std::uint32_t>({2}));
  check(zeros<std::uint64_t>({2}));
  check(zeros<float16>({2}));
  check(zeros<float>({2}));
  check(zeros<double>({2}));
}

TEST(FromArrowAny, UnpacksBools) {
  auto handle = pack_arrow_bools(tensor({true, false, true}));
  const ArrowTensor any = from_arrow_any(&handle.array, &handle.schema);
  EXPECT_TRUE(is(std::get<Tensor<const bool>>(any), {3}, {true, false, true}));
}

TEST(FromArrowAny, OutlivesTheHandleAndTheTensor) {
  ArrowTensor any;
  {
    auto handle = to_arrow(arange<float>(4));
    any = from_arrow_any(&handle.array, &handle.schema);
  }
  EXPECT_TRUE(is(std::get<Tensor<const float>>(any), {4}, {0, 1, 2, 3}));
}

TEST(FromArrowAnyMasked, HasTheMask) {
  auto handle = to_arrow(tensor({1, 2, 3}), tensor({true, false, true}));
  const auto [values, valid] = from_arrow_any_masked(&handle.array, &handle.schema);
  EXPECT_TRUE(is(std::get<Tensor<const int>>(values), {3}, {1, 2, 3}));
  EXPECT_TRUE(is(valid, {3}, {true, false, true}));
  auto bools = pack_arrow_bools(tensor({true, true}), tensor({false, true}));
  const auto masked = from_arrow_any_masked(&bools.array, &bools.schema);
  EXPECT_TRUE(is(masked.valid, {2}, {false, true}));
  auto whole = to_arrow(zeros<double>({0}));
  EXPECT_TRUE(is(from_arrow_any_masked(&whole.array, &whole.schema).valid, {0}, {}));
}

TEST(FromArrowAny, RefusesWhatNoTensorHolds) {
  auto handle = to_arrow(tensor({1, 2, 3}), tensor({true, false, true}));
  const auto import = [&] { (void)from_arrow_any(&handle.array, &handle.schema); };
  EXPECT_TRUE(throws<ValueError>(
      import, "from_arrow_any: 1 of 3 values are null; ask for a mask, from_arrow_any_masked"));
  handle.schema.format = "u";
  EXPECT_TRUE(
      throws<ValueError>(import, "from_arrow_any: has the format 'u', which no tensor can hold"));
  handle.schema.format = "";
  EXPECT_TRUE(
      throws<ValueError>(import, "from_arrow_any: has the format '', which no tensor can hold"));
  EXPECT_NE(handle.array.release, nullptr);
  handle.schema.format = "i";
  (void)from_arrow_any_masked(&handle.array, &handle.schema);
  EXPECT_TRUE(
      throws<ValueError>(import, "from_arrow_any: the array was released, or taken by another"));
  arrow_c::Array* const none = nullptr;
  EXPECT_TRUE(throws<ValueError>([&] { (void)from_arrow_any(none, &handle.schema); },
                                 "from_arrow_any: got a null pointer"));
}

}  // namespace
