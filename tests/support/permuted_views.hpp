// The same shape in every order of its dims in memory.
#pragma once

#include <vector>

#include <ndx/ndx.hpp>

namespace permuted_views {

struct Shape {
  ndx::index_t a, b, c;
};

/// Tensors of this shape, of which the first is row-major and the others are permuted views of what
/// make(shape) returns.
template <class Make>
auto of(const Shape& shape, const Make& make) {
  const auto& [a, b, c] = shape;
  return std::vector{make({a, b, c}),
                     make({a, c, b}).permute({0, 2, 1}),
                     make({b, a, c}).permute({1, 0, 2}),
                     make({c, b, a}).permute({2, 1, 0}),
                     make({b, c, a}).permute({2, 0, 1}),
                     make({c, a, b}).permute({1, 2, 0})};
}

}  // namespace permuted_views
