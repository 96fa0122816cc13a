// DLPack in C++: who owns the memory when, what is refused, and the layout of the structs.
#include <array>
#include <complex>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include <dlpack/dlpack.h>
#include <gtest/gtest.h>

#include <ndx/interop/dlpack/dlpack_tensor.hpp>
#include <ndx/ndx.hpp>

#include "support/expect.hpp"

namespace {

using expect::is;
using expect::throws;
using ndx::dlpack::ManagedTensor;
using ndx::dlpack::ManagedTensorVersioned;

// ---- The structs are those of DLPack: the legacy ones as Debian's header has them.

#define SAME_FIELD(ours, theirs, field)                             \
  static_assert(offsetof(ours, field) == offsetof(theirs, field) && \
                sizeof(ours::field) == sizeof(theirs::field))
static_assert(sizeof(ndx::dlpack::Device) == sizeof(DLDevice));
SAME_FIELD(ndx::dlpack::Device, DLDevice, device_type);
SAME_FIELD(ndx::dlpack::Device, DLDevice, device_id);
static_assert(sizeof(ndx::dlpack::DataType) == sizeof(DLDataType));
SAME_FIELD(ndx::dlpack::DataType, DLDataType, code);
SAME_FIELD(ndx::dlpack::DataType, DLDataType, bits);
SAME_FIELD(ndx::dlpack::DataType, DLDataType, lanes);
static_assert(sizeof(ndx::dlpack::Tensor) == sizeof(DLTensor));
SAME_FIELD(ndx::dlpack::Tensor, DLTensor, data);
SAME_FIELD(ndx::dlpack::Tensor, DLTensor, device);
SAME_FIELD(ndx::dlpack::Tensor, DLTensor, ndim);
SAME_FIELD(ndx::dlpack::Tensor, DLTensor, dtype);
SAME_FIELD(ndx::dlpack::Tensor, DLTensor, shape);
SAME_FIELD(ndx::dlpack::Tensor, DLTensor, strides);
SAME_FIELD(ndx::dlpack::Tensor, DLTensor, byte_offset);
static_assert(sizeof(ManagedTensor) == sizeof(DLManagedTensor));
SAME_FIELD(ManagedTensor, DLManagedTensor, dl_tensor);
SAME_FIELD(ManagedTensor, DLManagedTensor, manager_ctx);
SAME_FIELD(ManagedTensor, DLManagedTensor, deleter);
#undef SAME_FIELD
static_assert(ndx::dlpack::kCpu == kDLCPU && ndx::dlpack::kCudaHost == kDLCUDAHost &&
              ndx::dlpack::kRocmHost == kDLROCMHost);

// The versioned one by the documentation of the ABI 1.0, which asks for 64-bit pointers here.
static_assert(sizeof(void*) != 8 || (offsetof(ManagedTensorVersioned, version) == 0 &&
                                     offsetof(ManagedTensorVersioned, manager_ctx) == 8 &&
                                     offsetof(ManagedTensorVersioned, deleter) == 16 &&
                                     offsetof(ManagedTensorVersioned, flags) == 24 &&
                                     offsetof(ManagedTensorVersioned, dl_tensor) == 32 &&
                                     sizeof(ManagedTensorVersioned) == 80));

constexpr ndx::dlpack::DataType kFloat32{kDLFloat, 32, 1};
static_assert(ndx::detail::dlpack_type<float>() == kFloat32);
static_assert(ndx::detail::dlpack_type<const float>() == kFloat32);
static_assert(ndx::detail::dlpack_type<std::int8_t>() == ndx::dlpack::DataType{kDLInt, 8, 1});
static_assert(ndx::detail::dlpack_type<long long>() == ndx::dlpack::DataType{kDLInt, 64, 1});
static_assert(ndx::detail::dlpack_type<std::uint16_t>() == ndx::dlpack::DataType{kDLUInt, 16, 1});
static_assert(ndx::detail::dlpack_type<ndx::float16>() == ndx::dlpack::DataType{kDLFloat, 16, 1});
static_assert(ndx::detail::dlpack_type<ndx::bfloat16>() == ndx::dlpack::DataType{kDLBfloat, 16, 1});
static_assert(ndx::detail::dlpack_type<double>() == ndx::dlpack::DataType{kDLFloat, 64, 1});
static_assert(ndx::detail::dlpack_type<std::complex<float>>() ==
              ndx::dlpack::DataType{kDLComplex, 64, 1});
static_assert(ndx::detail::dlpack_type<bool>() ==
              ndx::dlpack::DataType{6, 8, 1});  // kDLBool of 1.0
struct Struct {
  int a, b;
};
static_assert(!ndx::DLPackElement<Struct> && !ndx::DLPackElement<long double>);

// ---- A producer that counts.

/// A struct on its own memory, as a foreign library makes it; `alive` says how many there are.
template <class M>
struct Produced {
  M managed{};
  std::vector<std::int64_t> shape, strides;
  std::vector<float> memory;
  int* alive = nullptr;
};

template <class M = DLManagedTensor>
M* produce(int& alive, std::vector<std::int64_t> shape, std::vector<std::int64_t> strides = {}) {
  auto* const made = new Produced<M>();
  made->shape = std::move(shape);
  made->strides = std::move(strides);
  for (int i = 0; i < 24; ++i) made->memory.push_back(static_cast<float>(i));
  made->alive = &alive;
  ++alive;
  auto& to = made->managed.dl_tensor;
  to.data = made->memory.data();
  to.device.device_type = static_cast<decltype(to.device.device_type)>(kDLCPU);
  to.ndim = static_cast<int>(made->shape.size());
  to.dtype = {kDLFloat, 32, 1};
  to.shape = made->shape.data();
  to.strides = made->strides.empty() ? nullptr : made->strides.data();
  if constexpr (requires { made->managed.version; }) made->managed.version = {1, 1};
  made->managed.manager_ctx = made;
  made->managed.deleter = [](M* self) {
    auto* const all = static_cast<Produced<M>*>(self->manager_ctx);
    --*all->alive;
    delete all;
  };
  return &made->managed;
}

/// What from_dlpack<T> says of a struct that `change` has been at; the struct stays ours.
template <class T = float, class M = ManagedTensorVersioned, class Change>
std::string refusal(Change change) {
  int alive = 0;
  M* const managed = produce<M>(alive, {2, 3});
  change(*managed);
  std::string said = "taken";
  try {
    static_cast<void>(ndx::from_dlpack<T>(managed));
    return said;
  } catch (const ndx::ValueError& error) {
    said = error.what();
  }
  if (alive != 1) said += " (and the struct was deleted)";
  managed->deleter(managed);
  return said;
}

// ---- In.

TEST(FromDLPack, SharesTheMemoryAndDeletesTheStructOnce) {
  int alive = 0;
  {
    DLManagedTensor* const managed = produce(alive, {2, 3});
    const auto* const data = managed->dl_tensor.data;
    ndx::Tensor<float> view;
    {
      const auto t = ndx::from_dlpack<float>(managed);
      EXPECT_EQ(t.data(), data);
      EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
      view = t[1];
    }
    EXPECT_EQ(alive, 1);
    view.fill_(7.F);
    EXPECT_TRUE(is(view, {3}, {7, 7, 7}));
  }
  EXPECT_EQ(alive, 0);
}

TEST(FromDLPack, TakesStridesOffsetsAndRankZero) {
  int alive = 0;
  {
    EXPECT_TRUE(
        is(ndx::from_dlpack<float>(produce(alive, {2, 3}, {1, 2})), {2, 3}, {0, 2, 4, 1, 3, 5}));
    EXPECT_TRUE(
        is(ndx::from_dlpack<float>(produce(alive, {2, 3}, {0, 1})), {2, 3}, {0, 1, 2, 0, 1, 2}));
    DLManagedTensor* const moved = produce(alive, {2});
    moved->dl_tensor.byte_offset = 20;
    EXPECT_TRUE(is(ndx::from_dlpack<float>(moved), {2}, {5, 6}));
    DLManagedTensor* const turned = produce(alive, {2, 3}, {-3, -1});
    turned->dl_tensor.byte_offset = 20;
    const auto t = ndx::from_dlpack<float>(turned);
    EXPECT_TRUE(is(t, {2, 3}, {5, 4, 3, 2, 1, 0}));
    EXPECT_EQ(t.storage().bytes(), 24);
    DLManagedTensor* const scalar = produce(alive, {});
    scalar->dl_tensor.shape = nullptr;
    EXPECT_TRUE(is(ndx::from_dlpack<float>(scalar), {}, {0}));
    DLManagedTensor* const empty = produce(alive, {3, 0});
    empty->dl_tensor.data = nullptr;
    EXPECT_TRUE(is(ndx::from_dlpack<float>(empty), {3, 0}, {}));
    EXPECT_EQ(alive, 1);
  }
  EXPECT_EQ(alive, 0);
  EXPECT_TRUE(is(ndx::from_dlpack<float>(produce(alive, {1, 1, 1, 1, 1, 1, 1, 2})),
                 {1, 1, 1, 1, 1, 1, 1, 2}, {0, 1}));
}

TEST(FromDLPack, TakesHandlesAndStructsWithoutDeleter) {
  int alive = 0;
  ndx::DLPackHandle<DLManagedTensor> handle(produce(alive, {2}));
  EXPECT_TRUE(is(ndx::from_dlpack<const float>(std::move(handle)), {2}, {0, 1}));
  EXPECT_EQ(alive, 0);
  EXPECT_EQ(handle, nullptr);
  ndx::DLPackHandle<DLManagedTensor> refused(produce(alive, {2}));
  EXPECT_THROW(static_cast<void>(ndx::from_dlpack<double>(std::move(refused))), ndx::ValueError);
  EXPECT_NE(refused, nullptr);
  EXPECT_EQ(alive, 1);
  refused.reset();
  EXPECT_EQ(alive, 0);
  std::array<float, 2> elements{1, 2};
  std::array<std::int64_t, 1> shape{2};
  ManagedTensor fixed{};
  fixed.dl_tensor = {elements.data(), {1, 0}, 1, {2, 32, 1}, shape.data(), nullptr, 0};
  EXPECT_TRUE(is(ndx::from_dlpack<float>(&fixed), {2}, {1, 2}));
}

TEST(FromDLPack, ReadsReadOnlyMemoryAsConst) {
  int alive = 0;
  auto* const managed = produce<ManagedTensorVersioned>(alive, {2});
  managed->flags = ndx::dlpack::kReadOnly;
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { return ndx::from_dlpack<float>(managed); },
      "from_dlpack: the memory is read-only; ask for a tensor of const elements"));
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { return ndx::from_dlpack_any(managed); },
      "from_dlpack_any: the memory is read-only; ask for a tensor of const elements"));
  EXPECT_TRUE(is(ndx::from_dlpack<const float>(managed), {2}, {0, 1}));
  EXPECT_EQ(alive, 0);
}

TEST(FromDLPack, SaysWhatItRefusesAndLeavesIt) {
  using V = ManagedTensorVersioned;
  EXPECT_EQ(refusal([](V&) {}), "taken");
  EXPECT_EQ(refusal([](V& m) { m.version = {2, 0}; }),
            "from_dlpack: has the DLPack version 2.0, but only 1.x can be read");
  EXPECT_EQ(refusal([](V& m) { m.dl_tensor.device = {2, 1}; }),
            "from_dlpack: the memory is on the device cuda:1; copy it to the CPU first");
  EXPECT_EQ(refusal([](V& m) { m.dl_tensor.device = {99, 0}; }),
            "from_dlpack: the memory is on the device number 99:0; copy it to the CPU first");
  EXPECT_EQ(refusal([](V& m) { m.dl_tensor.device = {3, 0}; }), "taken");
  EXPECT_EQ(refusal<double>([](V&) {}), "from_dlpack: holds float32, but float64 was asked for");
  EXPECT_EQ(refusal<bool>([](V& m) { m.dl_tensor.dtype = {kDLUInt, 8, 1}; }),
            "from_dlpack: holds uint8, but bool was asked for");
  EXPECT_EQ(refusal<ndx::bfloat16>([](V& m) { m.dl_tensor.dtype = {kDLFloat, 16, 1}; }),
            "from_dlpack: holds float16, but bfloat16 was asked for");
  EXPECT_EQ(refusal([](V& m) { m.dl_tensor.dtype.lanes = 4; }),
            "from_dlpack: holds float32 x 4, but float32 was asked for");
  EXPECT_EQ(refusal([](V& m) { m.dl_tensor.dtype = {17, 4, 1}; }),
            "from_dlpack: holds type 17 of 4 bits, but float32 was asked for");
  EXPECT_EQ(refusal([](V& m) { m.dl_tensor.byte_offset = 2; }),
            "from_dlpack: the pointer is not aligned to 4 bytes, as its elements must be");
  EXPECT_EQ(refusal([](V& m) { m.dl_tensor.data = nullptr; }),
            "from_dlpack: a null pointer cannot hold shape (2, 3)");
  EXPECT_EQ(refusal([](V& m) {
              m.dl_tensor.data = nullptr;
              m.dl_tensor.byte_offset = 64;
            }),
            "from_dlpack: a null pointer cannot hold shape (2, 3)");
  for (const std::uint64_t offset :
       {std::uint64_t{1} << 63, ~std::uint64_t{3}, ~std::uint64_t{0}}) {
    EXPECT_EQ(
        refusal([&](V& m) { m.dl_tensor.byte_offset = offset; }),
        "from_dlpack: byte_offset " + std::to_string(offset) + " leads out of the address space");
  }
  EXPECT_EQ(refusal([](V& m) { m.dl_tensor.ndim = -1; }),
            "from_dlpack: has -1 dims and no valid shape");
  EXPECT_EQ(refusal([](V& m) { m.dl_tensor.shape = nullptr; }),
            "from_dlpack: has 2 dims and no valid shape");
  EXPECT_EQ(refusal([](V& m) { m.dl_tensor.ndim = 65; }),
            "from_dlpack: rank 65 is more than the maximum rank, 64");
  EXPECT_EQ(refusal([](V& m) { m.dl_tensor.shape[1] = -3; }),
            "from_dlpack: size -3 of dim 1 is negative");
  EXPECT_EQ(
      refusal([](V& m) { m.dl_tensor.shape[0] = m.dl_tensor.shape[1] = INT64_MAX; }),
      "from_dlpack: the product of shape (9223372036854775807, 9223372036854775807) overflows "
      "a 64-bit size");
  EXPECT_TRUE(throws<ndx::ValueError>(
      [] { return ndx::from_dlpack<float>(static_cast<DLManagedTensor*>(nullptr)); },
      "from_dlpack: got a null pointer"));
}

TEST(FromDLPack, TakesAnyStrideThatNoPositionUses) {
  int alive = 0;
  for (const std::int64_t stride : {INT64_MIN, std::int64_t{-1}, std::int64_t{0}, INT64_MAX}) {
    const auto one = ndx::from_dlpack<float>(produce(alive, {2, 1, 3}, {3, stride, 1}));
    EXPECT_TRUE(array_equal(one, ndx::arange<float>(6).reshape({2, 1, 3}))) << stride;
    const auto none = ndx::from_dlpack<float>(produce(alive, {2, 0, 3}, {stride, stride, stride}));
    EXPECT_EQ(none.shape(), (ndx::Dims{2, 0, 3}));
    EXPECT_EQ(none.select(0, 1).numel(), 0);
  }
  EXPECT_EQ(refusal([](ManagedTensorVersioned& m) { m.dl_tensor.strides = nullptr; }), "taken");
  EXPECT_EQ(alive, 0);
}

// ---- In, by the type at run time.

TEST(FromDLPackAny, ChoosesTheElementType) {
  int alive = 0;
  const auto floats = ndx::from_dlpack_any(produce(alive, {2}));
  EXPECT_TRUE(is(std::get<ndx::Tensor<float>>(floats), {2}, {0, 1}));
  const auto check = [](const auto& tensor) {
    using T = typename std::remove_cvref_t<decltype(tensor)>::value_type;
    const auto any = ndx::from_dlpack_any(ndx::to_dlpack(tensor).release());
    EXPECT_TRUE(std::get<ndx::Tensor<T>>(any).shares_storage(tensor));
    const ndx::Tensor<const T> read_only = tensor;
    const auto again = ndx::from_dlpack_any_const(ndx::to_dlpack_versioned(read_only).release());
    EXPECT_TRUE(std::get<ndx::Tensor<const T>>(again).shares_storage(tensor));
  };
  check(ndx::zeros<bool>({2}));
  check(ndx::zeros<std::int8_t>({2}));
  check(ndx::zeros<std::int16_t>({2}));
  check(ndx::zeros<std::int32_t>({2}));
  check(ndx::zeros<std::int64_t>({2}));
  check(ndx::zeros<std::uint8_t>({2}));
  check(ndx::zeros<std::uint16_t>({2}));
  check(ndx::zeros<std::uint32_t>({2}));
  check(ndx::zeros<std::uint64_t>({2}));
  check(ndx::empty<ndx::float16>({2}));
  check(ndx::empty<ndx::bfloat16>({2}));
  check(ndx::zeros<double>({2}));
  check(ndx::zeros<std::complex<float>>({2}));
  check(ndx::zeros<std::complex<double>>({2}));
}

TEST(FromDLPackAny, RefusesTypesThatNoTensorHolds) {
  int alive = 0;
  auto* const managed = produce(alive, {2});
  managed->dl_tensor.dtype = {10, 8, 1};  // kDLFloat8_e4m3fn
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { return ndx::from_dlpack_any(managed); },
      "from_dlpack_any: holds type 10 of 8 bits, which no tensor can hold"));
  managed->dl_tensor.dtype = {kDLInt, 4, 1};
  EXPECT_TRUE(
      throws<ndx::ValueError>([&] { return ndx::from_dlpack_any_const(managed); },
                              "from_dlpack_any_const: holds int4, which no tensor can hold"));
  EXPECT_TRUE(throws<ndx::ValueError>(
      [] { return ndx::from_dlpack_any(static_cast<DLManagedTensor*>(nullptr)); },
      "from_dlpack_any: got a null pointer"));
  managed->deleter(managed);
  EXPECT_EQ(alive, 0);
}

// ---- Out.

TEST(ToDLPack, SharesTheMemoryAndKeepsItAlive) {
  auto t = ndx::arange<float>(6).reshape({2, 3}).transpose();
  const auto* const data = t.data();
  auto handle = ndx::to_dlpack<DLManagedTensor>(t);
  EXPECT_EQ(t.storage().owners(), 2U);
  t = {};
  const DLTensor& out = handle->dl_tensor;
  EXPECT_EQ(out.data, data);
  EXPECT_EQ(out.device.device_type, kDLCPU);
  EXPECT_EQ(out.ndim, 2);
  EXPECT_EQ(out.byte_offset, 0U);
  EXPECT_EQ(std::vector<std::int64_t>(out.shape, out.shape + 2), (std::vector<std::int64_t>{3, 2}));
  EXPECT_EQ(std::vector<std::int64_t>(out.strides, out.strides + 2),
            (std::vector<std::int64_t>{1, 3}));
  const auto back = ndx::from_dlpack<float>(std::move(handle));
  EXPECT_TRUE(is(back, {3, 2}, {0, 3, 1, 4, 2, 5}));
}

TEST(ToDLPack, HandlesMayBeDroppedInEitherOrder) {
  for (const bool tensor_first : {true, false}) {
    auto t = ndx::arange<double>(100).clone();
    auto handle = ndx::to_dlpack_versioned(t);
    if (tensor_first) {
      t = {};
      EXPECT_EQ(static_cast<double*>(handle->dl_tensor.data)[99], 99);
      handle.reset();
    } else {
      handle.reset();
      EXPECT_EQ(t.at(99), 99);
      EXPECT_EQ(t.storage().owners(), 1U);
    }
  }
}

TEST(ToDLPack, RoundTripsEmptyRankZeroAndHighRank) {
  const auto check = [](const ndx::Tensor<int>& t) {
    const auto back = ndx::from_dlpack<int>(ndx::to_dlpack(t));
    const auto versioned = ndx::from_dlpack<int>(ndx::to_dlpack_versioned(t));
    return is(back, expect::dims(t.shape()), t.to_vector()) &&
           is(versioned, expect::dims(t.shape()), t.to_vector());
  };
  EXPECT_TRUE(check(ndx::full({}, 5)));
  EXPECT_TRUE(check(ndx::zeros<int>({2, 0, 3})));
  EXPECT_TRUE(check(ndx::zeros<int>({0, 3}).flip()));
  EXPECT_TRUE(check(expect::counting({1, 2, 1, 2, 1, 2, 1, 2})));
  EXPECT_TRUE(check(expect::counting({3}).expand({2, 3})));
  EXPECT_TRUE(check(expect::counting({4, 4}).slice(1, ndx::Slice(1, 4, 2))));
  EXPECT_TRUE(check(expect::counting({1, 4}).flip(0)));
}

TEST(ToDLPack, CopiesNegativeStridesOnlyWhereItCanSaySo) {
  const auto t = expect::counting({2, 3}).flip(1);
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { return ndx::to_dlpack(t); },
      "to_dlpack: the strides (3, -1) are negative, which not every consumer takes; export "
      "t.clone()"));
  const auto handle = ndx::to_dlpack_versioned(t);
  EXPECT_EQ(handle->flags, ndx::dlpack::kIsCopied);
  EXPECT_NE(handle->dl_tensor.data, t.data());
  EXPECT_EQ(handle->dl_tensor.strides[1], 1);
  EXPECT_EQ(static_cast<int*>(handle->dl_tensor.data)[0], 2);
  const ndx::Tensor<const int> read_only = t;
  EXPECT_EQ(ndx::to_dlpack_versioned(read_only)->flags, ndx::dlpack::kIsCopied);
  EXPECT_EQ(ndx::to_dlpack_versioned(expect::counting({3}))->flags, 0U);
}

TEST(ToDLPack, MarksConstElementsAsReadOnly) {
  const ndx::Tensor<const float> t = ndx::arange<float>(3);
  auto handle = ndx::to_dlpack_versioned(t);
  EXPECT_EQ(handle->flags, ndx::dlpack::kReadOnly);
  EXPECT_EQ(handle->version.major, 1U);
  EXPECT_EQ(refusal([](ManagedTensorVersioned& m) { m.flags = ndx::dlpack::kReadOnly; }),
            "from_dlpack: the memory is read-only; ask for a tensor of const elements");
  EXPECT_TRUE(is(ndx::from_dlpack<const float>(std::move(handle)), {3}, {0, 1, 2}));
}

TEST(ToDLPack, APartOfATensor) {
  const auto t = ndx::arange<int>(6).view({2, 3});
  const auto row = ndx::to_dlpack(t[1]);
  EXPECT_EQ(row->dl_tensor.data, t.data() + 3);
  EXPECT_EQ(row->dl_tensor.shape[0], 3);
  auto picked = ndx::to_dlpack_versioned(t[t > 3]);
  EXPECT_TRUE(is(ndx::from_dlpack<int>(std::move(picked)), {2}, {4, 5}));
  const auto element = ndx::to_dlpack<ManagedTensor>(t[{1, 2}]);
  EXPECT_EQ(static_cast<int*>(element->dl_tensor.data)[0], 5);
}

}  // namespace
