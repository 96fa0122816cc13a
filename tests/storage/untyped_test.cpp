// Storage and layout together: does it fit, do two of them share a byte?
#include <ndx/storage/untyped.hpp>

#include "support/expect.hpp"

namespace untyped_test {

using expect::throws;
using ndx::check_fits;
using ndx::index_t;
using ndx::Layout;
using ndx::Storage;
using ndx::ValueError;

bool share(const Storage& a, const Layout& la, std::size_t a_bytes, const Storage& b,
           const Layout& lb, std::size_t b_bytes) {
  const bool one_way = ndx::overlap(a, la, a_bytes, b, lb, b_bytes);
  EXPECT_EQ(one_way, ndx::overlap(b, lb, b_bytes, a, la, a_bytes));
  return one_way;
}

TEST(FirstByte, StandsAtTheOffset) {
  double values[4] = {};
  const ndx::UntypedTensor tensor{Storage::borrow(values, 32), {{2}, {1}, 2}, ndx::DType::float64};
  EXPECT_EQ(ndx::first_byte(tensor, 8), reinterpret_cast<std::byte*>(values + 2));
}

TEST(CheckFits, TakesWhatStaysWithin) {
  check_fits("f", {{2, 3}, {3, 1}, 0}, 8, 48);
  check_fits("f", {{3}, {-2}, 4}, 4, 20);
  check_fits("f", {{}, {}, 4}, 4, 20);
  check_fits("f", {{7}, {0}, 0}, 16, 16);
}

TEST(CheckFits, RefusesWhatLeavesTheStorageAtEitherEnd) {
  EXPECT_TRUE(throws<ValueError>([] { check_fits("as_strided", {{3}, {2}, 1}, 4, 20); },
                                 "as_strided: shape (3) with strides (2) and offset 1 reaches "
                                 "elements 1..5 of a storage of 5"));
  EXPECT_TRUE(throws<ValueError>([] { check_fits("as_strided", {{3}, {-1}, 1}, 4, 20); },
                                 "as_strided: shape (3) with strides (-1) and offset 1 reaches "
                                 "elements -1..1 of a storage of 5"));
  EXPECT_THROW(check_fits("f", {{}, {}, 5}, 4, 20), ValueError);
  EXPECT_THROW(check_fits("f", {{}, {}, -1}, 4, 20), ValueError);
  EXPECT_THROW(check_fits("f", {{2}, {1}, 0}, 8, 15), ValueError);  // half an element is none
  EXPECT_THROW(check_fits("f", {{1}, {1}, 0}, 1, 0), ValueError);
}

TEST(CheckFits, DoesNotAskWhereAnEmptyLayoutStands) {
  check_fits("f", {{0}, {1}, 1000}, 4, 0);
  check_fits("f", {{3, 0}, {1000, 1}, 5}, 4, 8);
}

TEST(OverlapOfStorages, ApartMemoryIsApart) {
  const Storage a = Storage::allocate(64);
  const Storage b = Storage::allocate(64);
  const Layout layout{{8}, {1}, 0};
  EXPECT_FALSE(share(a, layout, 8, b, layout, 8));
  EXPECT_TRUE(share(a, layout, 8, a, layout, 8));
}

TEST(OverlapOfStorages, BorrowedPiecesOfOneArrayAreComparedByAddress) {
  std::int32_t values[10] = {};
  const Storage whole = Storage::borrow(values, 40);
  const Storage tail = Storage::borrow(values + 4, 24);
  const Layout first_four{{4}, {1}, 0};
  const Layout first_five{{5}, {1}, 0};
  const Layout one{{}, {}, 0};
  EXPECT_FALSE(share(whole, first_four, 4, tail, one, 4));
  EXPECT_TRUE(share(whole, first_five, 4, tail, one, 4));
  EXPECT_TRUE(share(whole, {{5}, {2}, 0}, 4, tail, {{3}, {2}, 0}, 4));
  EXPECT_FALSE(share(whole, {{5}, {2}, 1}, 4, tail, {{3}, {2}, 0}, 4));
}

TEST(OverlapOfStorages, OfElementsOfDifferentSize) {
  std::int64_t values[4] = {};
  const Storage storage = Storage::borrow(values, 32);
  EXPECT_TRUE(share(storage, {{}, {}, 1}, 8, storage, {{}, {}, 15}, 1));
  EXPECT_FALSE(share(storage, {{}, {}, 1}, 8, storage, {{}, {}, 16}, 1));
  EXPECT_FALSE(share(storage, {{4}, {2}, 0}, 4, storage, {{4}, {8}, 4}, 1));
}

TEST(OverlapOfStorages, OfNothingIsNothing) {
  const Storage none;
  const Storage some = Storage::allocate(8);
  EXPECT_FALSE(share(none, {{0}, {1}, 0}, 8, some, {{1}, {1}, 0}, 8));
  EXPECT_FALSE(share(none, {{0}, {1}, 0}, 8, none, {{0}, {1}, 0}, 8));
}

}  // namespace untyped_test
