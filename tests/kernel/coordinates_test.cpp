// Coordinates of elements that are not zero, against a loop that counts them out, for shapes that
// divide blocks in every way.
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/mask/coordinates.hpp>

namespace coordinates_test {

using ndx::index_t;
using ndx::kernel::CoordinateTable;
using ndx::kernel::NonzeroWriter;
using ndx::kernel::Stores;

using Shape = std::vector<index_t>;

index_t product(const Shape& shape) {
  index_t total = 1;
  for (const index_t size : shape) total *= size;
  return total;
}

/// Of every few elements one is not zero, here and there several in a row.
template <class T>
std::vector<T> sample(index_t count, index_t every) {
  std::vector<T> values(static_cast<std::size_t>(count), T{0});
  for (index_t i = 0; i < count; ++i)
    values[static_cast<std::size_t>(i)] = static_cast<T>(i * 7 % every == 0 || i % 97 < 3 ? 7 : 0);
  return values;
}

/// One row of coordinates for each element, as a person would find them.
template <class T>
std::vector<Shape> rows_by_counting(const std::vector<T>& values, const Shape& shape) {
  std::vector<Shape> rows;
  Shape coordinate(shape.size(), 0);
  for (const T value : values) {
    if (value != T{0}) rows.push_back(coordinate);
    for (std::size_t d = shape.size(); d-- > 0;) {
      if (++coordinate[d] < shape[d]) break;
      coordinate[d] = 0;
    }
  }
  return rows;
}

/// Hands elements over as bools, from bytes; as themselves.
const bool* elements(const std::vector<unsigned char>& bytes) {
  return reinterpret_cast<const bool*>(bytes.data());
}
template <class T>
const T* elements(const std::vector<T>& values) {
  return values.data();
}

/// Writes the table with these steps, handing the elements over in pieces; one that must stay
/// follows it. The table is aligned as streaming stores require.
template <class T>
std::vector<index_t> written(const std::vector<T>& values, const Shape& shape, index_t count,
                             bool by_element, index_t piece, bool sparse, Stores stores) {
  const auto rank = static_cast<index_t>(shape.size());
  const index_t entries = count * rank + 1;
  std::vector<index_t> memory(static_cast<std::size_t>(entries) + 3, -1);
  index_t* out = memory.data();
  while (reinterpret_cast<std::uintptr_t>(out) % 32 != 0) ++out;
  const CoordinateTable table{out, count, by_element ? rank : 1, by_element ? 1 : count, stores};
  NonzeroWriter writer(table, shape.data(), shape.size(), sparse);
  const auto total = static_cast<index_t>(values.size());
  for (index_t i = 0; i < total; i += piece)
    writer.add(elements(values) + i, total - i < piece ? total - i : piece, 1);
  writer.finish();
  return {out, out + entries};
}

template <class T>
void expect_coordinates(const Shape& shape, index_t every) {
  const std::vector<T> values = sample<T>(product(shape), every);
  const std::vector<Shape> rows = rows_by_counting(values, shape);
  const auto count = static_cast<index_t>(rows.size());
  std::vector<index_t> by_element;
  for (const Shape& row : rows) by_element.insert(by_element.end(), row.begin(), row.end());
  by_element.push_back(-1);
  std::vector<index_t> by_dim;
  for (std::size_t d = 0; d < shape.size(); ++d)
    for (const Shape& row : rows) by_dim.push_back(row[d]);
  by_dim.push_back(-1);
  for (const index_t piece : {product(shape), index_t{5}, index_t{700}}) {
    for (const bool sparse : {false, true}) {
      for (const Stores stores : {Stores::cached, Stores::streamed}) {
        EXPECT_EQ(written(values, shape, count, true, piece, sparse, stores), by_element) << every;
        EXPECT_EQ(written(values, shape, count, false, piece, sparse, stores), by_dim) << every;
      }
    }
  }
}

TEST(NonzeroWriter, FindsCoordinatesInAnyShape) {
  for (const Shape& shape :
       {Shape{1}, Shape{31}, Shape{1024}, Shape{3000}, Shape{1, 5}, Shape{700, 3}, Shape{3, 700},
        Shape{2, 1500}, Shape{1500, 2}, Shape{3000, 1}, Shape{40, 127}, Shape{40, 128},
        Shape{2, 1, 3}, Shape{13, 11, 10}, Shape{3, 1030, 1}, Shape{2, 3, 1100}, Shape{1100, 3, 1},
        Shape{9, 5, 1, 3, 7, 2}}) {
    for (const index_t every : {1, 2, 50}) {
      expect_coordinates<float>(shape, every);
      expect_coordinates<unsigned char>(shape, every);
    }
  }
}

TEST(NonzeroWriter, TakesEveryTypeAndStep) {
  expect_coordinates<double>({40, 50}, 3);
  expect_coordinates<std::int8_t>({40, 50}, 3);
  expect_coordinates<std::uint16_t>({40, 50}, 3);
  const int values[] = {1, 9, 0, 9, 4, 9};
  index_t out[] = {-1, -1, -1};
  const index_t shape = 3;
  NonzeroWriter writer({out, 2, 1, 1}, &shape, 1, false);
  writer.add(values + 4, 3, -2);
  writer.finish();
  EXPECT_EQ(std::vector<index_t>(out, out + 3), (std::vector<index_t>{0, 2, -1}));
}

TEST(NonzeroWriter, TakesAnyByteButZeroForTrueAndNanForNotZero) {
  const unsigned char bytes[] = {0, 1, 2, 0, 255};
  index_t out[3];
  const index_t shape = 5;
  NonzeroWriter bools({out, 3, 1, 1}, &shape, 1, false);
  bools.add(reinterpret_cast<const bool*>(bytes), 5, 1);
  bools.finish();
  EXPECT_EQ(std::vector<index_t>(out, out + 3), (std::vector<index_t>{1, 2, 4}));

  const float floats[] = {-0.0F, std::numeric_limits<float>::quiet_NaN(), 0.0F, 1.0F, 0.0F};
  NonzeroWriter writer({out, 2, 1, 1}, &shape, 1, false);
  writer.add(floats, 5, 1);
  writer.finish();
  EXPECT_EQ(std::vector<index_t>(out, out + 2), (std::vector<index_t>{1, 3}));
}

}  // namespace coordinates_test
