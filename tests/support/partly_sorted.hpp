// What the tests of functions share that sort only in part.
#pragma once

#include <algorithm>
#include <vector>

namespace partly_sorted {

template <class T>
std::vector<T> sorted(std::vector<T> values) {
  std::sort(values.begin(), values.end());
  return values;
}

/// From NumPy's documentation of partition.
inline const std::vector<int> kMany{7, 1, 7, 7, 1, 5, 7, 2, 3, 2, 6, 2, 3, 0};

}  // namespace partly_sorted
