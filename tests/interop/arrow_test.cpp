// Arrow's C data interface: who owns the memory when, what is refused, and the layout of the structs.
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/interop/arrow/arrow_vector.hpp>
#include <ndx/ndx.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "support/expect.hpp"

// As the specification has them, in C.
struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);
  void* private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};

namespace {

using expect::is;
using expect::throws;
using ndx::index_t;

#define SAME_FIELD(ours, theirs, field)                             \
  static_assert(offsetof(ours, field) == offsetof(theirs, field) && \
                sizeof(ours::field) == sizeof(theirs::field))
static_assert(sizeof(ndx::arrow_c::Schema) == sizeof(ArrowSchema));
SAME_FIELD(ndx::arrow_c::Schema, ArrowSchema, format);
SAME_FIELD(ndx::arrow_c::Schema, ArrowSchema, name);
SAME_FIELD(ndx::arrow_c::Schema, ArrowSchema, metadata);
SAME_FIELD(ndx::arrow_c::Schema, ArrowSchema, flags);
SAME_FIELD(ndx::arrow_c::Schema, ArrowSchema, n_children);
SAME_FIELD(ndx::arrow_c::Schema, ArrowSchema, children);
SAME_FIELD(ndx::arrow_c::Schema, ArrowSchema, dictionary);
SAME_FIELD(ndx::arrow_c::Schema, ArrowSchema, release);
SAME_FIELD(ndx::arrow_c::Schema, ArrowSchema, private_data);
static_assert(sizeof(ndx::arrow_c::Array) == sizeof(ArrowArray));
SAME_FIELD(ndx::arrow_c::Array, ArrowArray, length);
SAME_FIELD(ndx::arrow_c::Array, ArrowArray, null_count);
SAME_FIELD(ndx::arrow_c::Array, ArrowArray, offset);
SAME_FIELD(ndx::arrow_c::Array, ArrowArray, n_buffers);
SAME_FIELD(ndx::arrow_c::Array, ArrowArray, n_children);
SAME_FIELD(ndx::arrow_c::Array, ArrowArray, buffers);
SAME_FIELD(ndx::arrow_c::Array, ArrowArray, children);
SAME_FIELD(ndx::arrow_c::Array, ArrowArray, dictionary);
SAME_FIELD(ndx::arrow_c::Array, ArrowArray, release);
SAME_FIELD(ndx::arrow_c::Array, ArrowArray, private_data);
#undef SAME_FIELD

// The formats of the specification's table.
template <class T>
std::string format() {
  return ndx::detail::arrow_format_of<T>;
}
static_assert(ndx::ArrowElement<const float> && !ndx::ArrowElement<bool>);
static_assert(!ndx::ArrowElement<ndx::bfloat16> && !ndx::ArrowElement<long double>);

TEST(ArrowFormat, IsTheSpecifications) {
  EXPECT_EQ(format<bool>(), "b");
  EXPECT_EQ(format<std::int8_t>() + format<std::uint8_t>(), "cC");
  EXPECT_EQ(format<std::int16_t>() + format<std::uint16_t>(), "sS");
  EXPECT_EQ(format<std::int32_t>() + format<std::uint32_t>(), "iI");
  EXPECT_EQ(format<long long>() + format<std::uint64_t>(), "lL");
  EXPECT_EQ(format<ndx::float16>() + format<float>() + format<double>(), "efg");
}

// ---- A producer, as another library makes one.

/// The structs of one array; `alive` counts those that are not released.
struct Produced {
  ArrowArray array{};
  ArrowSchema schema{};
};

struct Memory {
  std::vector<float> values;
  std::vector<unsigned char> bits;  // of bools
  std::vector<unsigned char> bitmap;
  std::vector<const void*> buffers;
  int* alive;
};

Produced produce(int& alive, index_t length, std::vector<unsigned char> bitmap = {},
                 index_t null_count = 0, index_t offset = 0, std::vector<unsigned char> bits = {}) {
  auto* const memory = new Memory{{}, std::move(bits), std::move(bitmap), {}, &alive};
  for (index_t i = 0; i < offset + length; ++i) memory->values.push_back(static_cast<float>(i));
  const bool is_bool = !memory->bits.empty();
  memory->buffers = {memory->bitmap.empty() ? nullptr : memory->bitmap.data(),
                     is_bool ? static_cast<const void*>(memory->bits.data())
                             : static_cast<const void*>(memory->values.data())};
  Produced made;
  made.array.length = length;
  made.array.null_count = null_count;
  made.array.offset = offset;
  made.array.n_buffers = 2;
  made.array.buffers = memory->buffers.data();
  made.array.private_data = memory;
  made.array.release = [](ArrowArray* self) {
    auto* const all = static_cast<Memory*>(self->private_data);
    --*all->alive;
    delete all;
    self->release = nullptr;
  };
  made.schema.format = is_bool ? "b" : "f";
  made.schema.name = "column";
  made.schema.flags = 2;
  made.schema.private_data = &alive;
  made.schema.release = [](ArrowSchema* self) {
    --*static_cast<int*>(self->private_data);
    self->release = nullptr;
  };
  alive += 2;
  return made;
}

// ---- In.

TEST(FromArrow, SharesTheMemoryAndReleasesItOnce) {
  int alive = 0;
  {
    auto made = produce(alive, 3);
    const void* const data = made.array.buffers[1];
    ndx::Tensor<const float> view;
    {
      const auto t = ndx::from_arrow<float>(&made.array, &made.schema);
      EXPECT_EQ(made.array.release, nullptr);
      EXPECT_EQ(made.schema.release, nullptr);
      EXPECT_EQ(t.data(), data);
      EXPECT_TRUE(is(t, {3}, {0, 1, 2}));
      view = t.slice(0, ndx::Slice(ndx::None, ndx::None, -1));
      EXPECT_EQ(alive, 1);  // the schema is released
    }
    EXPECT_EQ(alive, 1);
    EXPECT_TRUE(is(view, {3}, {2, 1, 0}));
  }
  EXPECT_EQ(alive, 0);
}

TEST(FromArrow, BeginsAtTheOffset) {
  int alive = 0;
  auto made = produce(alive, 2, {}, -1, 3);
  EXPECT_TRUE(is(ndx::from_arrow<float>(&made.array, &made.schema), {2}, {3, 4}));
  EXPECT_EQ(alive, 0);
  // A bitmap without nulls, counted or not: bits 3 and 4.
  for (const index_t nulls : {-1, 0}) {
    made = produce(alive, 2, {0b00011000}, nulls, 3);
    EXPECT_TRUE(is(ndx::from_arrow<float>(&made.array, &made.schema), {2}, {3, 4}));
  }
  EXPECT_EQ(alive, 0);
}

TEST(FromArrow, OfNoValues) {
  int alive = 0;
  auto made = produce(alive, 0);
  made.array.buffers[1] = nullptr;
  EXPECT_TRUE(is(ndx::from_arrow<float>(&made.array, &made.schema), {0}, {}));
  made = produce(alive, 0, {}, 0, 0, {0});
  EXPECT_TRUE(is(ndx::unpack_arrow_bools(&made.array, &made.schema), {0}, {}));
  EXPECT_EQ(alive, 0);
}

TEST(FromArrowMasked, UnpacksTheBitmap) {
  int alive = 0;
  // Values 3…14 of bits 3…14: 1 0 1 1 0 · 1 1 1 0 0 1 0.
  const std::vector<unsigned char> bitmap{0b01101000, 0b00100111};
  for (const index_t nulls : {-1, 5}) {
    auto made = produce(alive, 12, bitmap, nulls, 3);
    const auto [values, valid] = ndx::from_arrow_masked<float>(&made.array, &made.schema);
    EXPECT_TRUE(is(valid, {12},
                   {true, false, true, true, false, true, true, true, false, false, true, false}));
    EXPECT_TRUE(is(ndx::masked_select(values, valid), {7}, {3, 5, 6, 8, 9, 10, 13}));
    EXPECT_EQ(alive, 1);
  }
  EXPECT_EQ(alive, 0);
  auto made = produce(alive, 3);
  const auto all = ndx::from_arrow_masked<float>(&made.array, &made.schema);
  EXPECT_TRUE(is(all.valid, {3}, {true, true, true}));
}

TEST(UnpackArrowBools, CopiesAtAnyOffset) {
  int alive = 0;
  const std::vector<unsigned char> bits{0b10110001, 0b01110100, 0b00000101};
  for (index_t offset = 0; offset < 17; ++offset) {
    for (index_t length = 0; offset + length <= 19; ++length) {
      auto made = produce(alive, length, {}, 0, offset, bits);
      const auto t = ndx::unpack_arrow_bools(&made.array, &made.schema);
      EXPECT_EQ(made.array.release, nullptr);
      EXPECT_EQ(alive, 0);
      ASSERT_EQ(t.numel(), length);
      for (index_t i = 0; i < length; ++i) {
        const auto at = static_cast<std::size_t>(offset + i);
        ASSERT_EQ(t.at(i), (bits[at / 8] >> (at % 8) & 1) != 0) << offset << "+" << i;
      }
    }
  }
  auto made = produce(alive, 4, {0b1101}, 1, 0, bits);
  const auto masked = ndx::unpack_arrow_bools_masked(&made.array, &made.schema);
  EXPECT_TRUE(is(masked.values, {4}, {true, false, false, false}));
  EXPECT_TRUE(is(masked.valid, {4}, {true, false, true, true}));
  EXPECT_EQ(alive, 0);
}

/// What from_arrow<float> says of structs that `change` has been at; they stay ours.
std::string refusal(const std::function<void(Produced&)>& change) {
  int alive = 0;
  auto made = produce(alive, 4, {0b0101}, -1, 1);
  const auto as_made = made;
  change(made);
  std::string said = "taken";
  try {
    static_cast<void>(ndx::from_arrow<float>(&made.array, &made.schema));
    return said;
  } catch (const ndx::ValueError& error) {
    said = error.what();
  }
  if (alive != 2) said += " (and something was released)";
  made = as_made;
  made.array.release(&made.array);
  made.schema.release(&made.schema);
  return said;
}

TEST(FromArrow, RefusesWhatItCannotRead) {
  EXPECT_EQ(refusal([](Produced&) {}),
            "from_arrow: 3 of 4 values are null; ask for a mask, from_arrow_masked");
  EXPECT_EQ(refusal([](Produced& p) { p.schema.format = "u"; }),
            "from_arrow: has the format 'u', but 'f' (float32) was asked for");
  EXPECT_EQ(refusal([](Produced& p) { p.schema.format = nullptr; }),
            "from_arrow: has the format '', but 'f' (float32) was asked for");
  EXPECT_EQ(refusal([](Produced& p) { p.schema.dictionary = &p.schema; }),
            "from_arrow: the values are indices into a dictionary");
  EXPECT_EQ(refusal([](Produced& p) { p.array.release = nullptr; }),
            "from_arrow: the array was released, or taken by another");
  EXPECT_EQ(refusal([](Produced& p) { p.array.n_buffers = 3; }),
            "from_arrow: has 3 buffers and 0 children, but an array of numbers has 2 and 0");
  EXPECT_EQ(refusal([](Produced& p) { p.array.length = -1; }),
            "from_arrow: has length -1 and offset 1");
  EXPECT_EQ(refusal([](Produced& p) { p.array.offset = INT64_MAX; }),
            "from_arrow: has length 4 and offset 9223372036854775807");
  EXPECT_EQ(refusal([](Produced& p) { p.array.null_count = 5; }),
            "from_arrow: says that 5 of 4 values are null, with a bitmap");
  static const void* without_bitmap[] = {nullptr, &without_bitmap};
  EXPECT_EQ(refusal([](Produced& p) {
              p.array.buffers = without_bitmap;
              p.array.null_count = 1;
            }),
            "from_arrow: says that 1 of 4 values are null, with no bitmap");
  static const void* without_values[] = {nullptr, nullptr};
  EXPECT_EQ(refusal([](Produced& p) { p.array.buffers = without_values; }),
            "from_arrow: has no buffer of values");
  static const void* misaligned[] = {nullptr, reinterpret_cast<const char*>(&misaligned) + 1};
  EXPECT_EQ(refusal([](Produced& p) { p.array.buffers = misaligned; }),
            "from_arrow: the pointer is not aligned to 4 bytes, as its elements must be");
  EXPECT_TRUE(throws<ndx::ValueError>(
      [] {
        (void)ndx::from_arrow<float>(static_cast<ArrowArray*>(nullptr),
                                     static_cast<ArrowSchema*>(nullptr));
      },
      "from_arrow: got a null pointer"));
}

// ---- Out.

TEST(ToArrow, KeepsTheMemoryAliveAndSharesIt) {
  const auto t = expect::counting({6}).to<double>();
  auto handle = ndx::to_arrow<ArrowArray, ArrowSchema>(t.narrow(0, 2, 3));
  EXPECT_EQ(handle.array.buffers[1], t.data() + 2);
  EXPECT_EQ(handle.array.buffers[0], nullptr);
  EXPECT_EQ(handle.array.length, 3);
  EXPECT_EQ(handle.array.null_count, 0);
  EXPECT_STREQ(handle.schema.format, "g");
  EXPECT_EQ(t.storage().owners(), 2U);
  {  // a consumer moves the structs
    ArrowArray array = handle.array;
    handle.array.release = nullptr;
    array.release(&array);
    EXPECT_EQ(array.release, nullptr);
  }
  EXPECT_EQ(t.storage().owners(), 1U);
}

TEST(ToArrow, GoesRoundInAnyOrderOfLifetimes) {
  ndx::Tensor<const std::int16_t> back;
  {
    auto t = expect::counting({4}).to<std::int16_t>();
    auto handle = ndx::to_arrow(t);
    t = {};
    auto moved = std::move(handle);
    EXPECT_EQ(handle.array.release, nullptr);
    back = ndx::from_arrow<std::int16_t>(&moved.array, &moved.schema);
  }
  EXPECT_TRUE(is(back, {4}, {0, 1, 2, 3}));
  auto kept = ndx::to_arrow(back);  // of const elements
  back = {};
  EXPECT_EQ(static_cast<const std::int16_t*>(kept.array.buffers[1])[3], 3);
  auto halves = ndx::to_arrow(ndx::ones<ndx::float16>({2}));
  kept = std::move(halves);
  EXPECT_STREQ(kept.schema.format, "e");
}

TEST(ToArrow, PacksTheMask) {
  const auto t = expect::counting({11}).to<float>();
  const auto valid = t.to<int>() % 3 != 1;
  auto handle = ndx::to_arrow(t, valid.flip(0));
  EXPECT_EQ(handle.array.null_count, 4);
  EXPECT_EQ(handle.schema.flags, 2);
  const auto* const bits = static_cast<const unsigned char*>(handle.array.buffers[0]);
  // numpy.packbits((numpy.arange(11) % 3 != 1)[::-1], bitorder="little")
  EXPECT_EQ(bits[0], 182);
  EXPECT_EQ(bits[1], 5);
  auto [values, mask] = ndx::from_arrow_masked<float>(&handle.array, &handle.schema);
  EXPECT_EQ(values.data(), t.data());
  EXPECT_TRUE(ndx::equal(mask, valid.flip(0)));
}

TEST(PackArrowBools, GoesRound) {
  const auto t = expect::counting({21}) % 4 == 1;
  for (const auto& view :
       {t, t.flip(0), t.slice(0, ndx::Slice(1, ndx::None, 2)), t.narrow(0, 0, 0)}) {
    auto handle = ndx::pack_arrow_bools(view);
    EXPECT_STREQ(handle.schema.format, "b");
    EXPECT_TRUE(ndx::equal(ndx::unpack_arrow_bools(&handle.array, &handle.schema), view));
    handle = ndx::pack_arrow_bools(view, view.flip(0));
    const auto both = ndx::unpack_arrow_bools_masked(&handle.array, &handle.schema);
    EXPECT_TRUE(ndx::equal(both.values, view));
    EXPECT_TRUE(ndx::equal(both.valid, view.flip(0)));
  }
}

TEST(ToArrow, RefusesWhatArrowCannotSay) {
  const auto t = expect::counting({4});
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { (void)ndx::to_arrow(t.flip(0)); },
      "to_arrow: the stride -1 is not 1, which Arrow's arrays have; export t.contiguous()"));
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { (void)ndx::to_arrow(ndx::tensor({1}).expand({4})); },
      "to_arrow: the stride 0 is not 1, which Arrow's arrays have; export t.contiguous()"));
  EXPECT_TRUE(throws<ndx::ShapeError>([&] { (void)ndx::to_arrow(t.reshape({2, 2})); },
                                      "to_arrow: shape (2, 2) is not that of a vector"));
  EXPECT_TRUE(throws<ndx::ShapeError>([] { (void)ndx::pack_arrow_bools(ndx::tensor(true)); },
                                      "pack_arrow_bools: shape () is not that of a vector"));
  EXPECT_TRUE(throws<ndx::ShapeError>([&] { (void)ndx::to_arrow(t, ndx::tensor({true})); },
                                      "to_arrow: a mask of shape (1) for values of shape (4)"));
}

}  // namespace
