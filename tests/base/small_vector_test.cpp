// SmallVector inside the object, on the heap, and from one to the other.
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/base/small_vector.hpp>

namespace small_vector_test {

using Vector = ndx::SmallVector<int, 3>;

Vector counting(int count) {
  Vector vector;
  for (int i = 0; i < count; ++i) vector.push_back(i);
  return vector;
}

std::vector<int> items(const Vector& vector) { return {vector.begin(), vector.end()}; }

std::vector<int> iota(int count) {
  std::vector<int> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), 0);
  return values;
}

bool is_inside(const Vector& vector) {
  const auto* const object = reinterpret_cast<const std::byte*>(&vector);
  const auto* const data = reinterpret_cast<const std::byte*>(vector.data());
  return data >= object && data < object + sizeof(vector);
}

/// 0 elements, some, as many as there is room for inside, one more, and many.
constexpr int kCounts[] = {0, 1, 2, 3, 4, 7, 100};

TEST(SmallVector, KeepsElementsInsideUntilTheyAreTooMany) {
  for (const int count : kCounts) {
    const Vector vector = counting(count);
    EXPECT_EQ(items(vector), iota(count));
    EXPECT_EQ(vector.size(), static_cast<std::size_t>(count));
    EXPECT_EQ(vector.empty(), count == 0);
    EXPECT_EQ(is_inside(vector), count <= 3) << count;
  }
}

TEST(SmallVector, CopiesAreApartFromTheirSource) {
  for (const int count : kCounts) {
    const Vector source = counting(count);
    Vector copy = source;  // NOLINT: a copy is what is tested
    EXPECT_EQ(items(copy), iota(count));
    copy.push_back(-1);
    EXPECT_EQ(items(source), iota(count));
  }
}

TEST(SmallVector, CopyAssignmentReplacesWhateverWasThere) {
  for (const int from : kCounts) {
    for (const int to : kCounts) {
      const Vector source = counting(from);
      Vector target = counting(to);
      target = source;
      EXPECT_EQ(items(target), iota(from));
      EXPECT_EQ(items(source), iota(from));
    }
  }
}

TEST(SmallVector, MovesLeaveAnEmptyVectorThatCanBeUsedAgain) {
  for (const int count : kCounts) {
    Vector source = counting(count);
    Vector target = std::move(source);
    EXPECT_EQ(items(target), iota(count));
    EXPECT_TRUE(source.empty());  // NOLINT: what is left is what is tested
    source.push_back(5);
    EXPECT_EQ(items(source), std::vector<int>{5});
    EXPECT_EQ(items(target), iota(count));
  }
}

TEST(SmallVector, MoveAssignmentReplacesWhateverWasThere) {
  for (const int from : kCounts) {
    for (const int to : kCounts) {
      Vector source = counting(from);
      Vector target = counting(to);
      target = std::move(source);
      EXPECT_EQ(items(target), iota(from));
      EXPECT_TRUE(source.empty());  // NOLINT
    }
  }
}

TEST(SmallVector, SelfAssignmentChangesNothing) {
  for (const int count : kCounts) {
    Vector vector = counting(count);
    Vector& same = vector;
    vector = same;
    EXPECT_EQ(items(vector), iota(count));
    vector = std::move(same);
    EXPECT_EQ(items(vector), iota(count));
  }
}

TEST(SmallVector, SwapsAcrossInsideAndHeap) {
  for (const int a : kCounts) {
    for (const int b : kCounts) {
      Vector first = counting(a);
      Vector second = counting(b);
      std::swap(first, second);
      EXPECT_EQ(items(first), iota(b));
      EXPECT_EQ(items(second), iota(a));
    }
  }
}

TEST(SmallVector, ResizeGivesNewElementsTheValueZero) {
  Vector vector = counting(2);
  vector.resize(5);
  EXPECT_EQ(items(vector), (std::vector<int>{0, 1, 0, 0, 0}));
  vector.resize(1);
  EXPECT_EQ(items(vector), (std::vector<int>{0}));
  vector.resize(3);
  EXPECT_EQ(items(vector), (std::vector<int>{0, 0, 0}));  // not what stood there before
}

TEST(SmallVector, ResizeUnsetKeepsTheElementsThatRemain) {
  for (const int count : kCounts) {
    for (const int size : kCounts) {
      Vector vector = counting(count);
      vector.resize_unset(static_cast<std::size_t>(size));
      ASSERT_EQ(vector.size(), static_cast<std::size_t>(size));
      for (int i = count; i < size; ++i) vector[static_cast<std::size_t>(i)] = i;
      EXPECT_EQ(items(vector), iota(size)) << count;
    }
  }
}

TEST(SmallVector, InsertsAnywhere) {
  for (const int count : kCounts) {
    for (int place = 0; place <= count; ++place) {
      Vector vector = counting(count);
      vector.insert(static_cast<std::size_t>(place), -7);
      std::vector<int> expected = iota(count);
      expected.insert(expected.begin() + place, -7);
      EXPECT_EQ(items(vector), expected);
    }
  }
}

TEST(SmallVector, InsertsAnElementOfItsOwn) {
  Vector vector = counting(3);  // full: the insertion moves to the heap
  vector.insert(0, vector[2]);
  EXPECT_EQ(items(vector), (std::vector<int>{2, 0, 1, 2}));
  vector.push_back(vector.back());
  EXPECT_EQ(vector.back(), 2);
}

TEST(SmallVector, ErasesAnywhere) {
  for (const int count : {1, 3, 4, 7}) {
    for (int place = 0; place < count; ++place) {
      Vector vector = counting(count);
      vector.erase(static_cast<std::size_t>(place));
      std::vector<int> expected = iota(count);
      expected.erase(expected.begin() + place);
      EXPECT_EQ(items(vector), expected);
    }
  }
}

TEST(SmallVector, ShrinksFromTheEnd) {
  Vector vector = counting(5);
  vector.resize(4);
  EXPECT_EQ(items(vector), iota(4));
  vector.clear();
  EXPECT_TRUE(vector.empty());
  vector.push_back(9);
  EXPECT_EQ(items(vector), std::vector<int>{9});
}

TEST(SmallVector, AppendsInsideAndOnTheHeap) {
  for (const int count : kCounts) {
    for (const int more : kCounts) {
      Vector vector = counting(count);
      const std::vector<int> added = iota(more);
      vector.append(added.data(), added.size());
      std::vector<int> expected = iota(count);
      expected.insert(expected.end(), added.begin(), added.end());
      EXPECT_EQ(items(vector), expected);
      EXPECT_EQ(is_inside(vector), count + more <= 3);
    }
  }
}

}  // namespace small_vector_test
