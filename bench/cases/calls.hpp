// Calls that touch only a few elements: they measure the overhead of a call.
#pragma once

#include "support/harness.hpp"

namespace bench {

/// x[1:3, ::2, None], x of shape (3, 4, 5).
struct View : Counted {
  static Family family() { return {"View", {}, Destination::none, {{}}}; }
  static Index largest(const Shape&) { return 60; }
  explicit View(const Shape&) : x(floats(60, 1)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const {
    Result<float> out(20);
    Index k = 0;
    for (Index i = 1; i < 3; ++i)
      for (Index j = 0; j < 4; j += 2)
        for (Index l = 0; l < 5; ++l) out.data()[k++] = x[i * 20 + j * 5 + l];
    return out;
  }
  Buffer<float> x;
};

/// x[2], x of shape (3, 4, 5): a view of the last sub-tensor.
struct Select : Counted {
  static Family family() { return {"Select", {}, Destination::none, {{}}}; }
  static Index largest(const Shape&) { return 60; }
  explicit Select(const Shape&) : x(floats(60, 1)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const {
    Result<float> out(20);
    std::copy_n(x.data() + 40, 20, out.data());
    return out;
  }
  Buffer<float> x;
};

/// The element x[3, 4], x of shape (12, 5), with bounds checks.
struct At : Counted {
  static Family family() { return {"At", {}, Destination::none, {{}}}; }
  static Index largest(const Shape&) { return 60; }
  explicit At(const Shape&) : x(floats(60, 1)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const {
    Result<float> out(1);
    out.data()[0] = x[19];
    return out;
  }
  Buffer<float> x;
};

/// x[i], three elements of ten.
struct TinyGather : Counted {
  static Family family() { return {"TinyGather", {}, Destination::fresh, {{}}}; }
  static Index largest(const Shape&) { return 10; }
  explicit TinyGather(const Shape&) : x(floats(10, 1)), index(indices(1, 10, 3, 2)) {}
  [[nodiscard]] Result<float> by_hand(std::size_t) const {
    Result<float> out(3);
    for (Index k = 0; k < 3; ++k) out.data()[k] = x[index[0][k]];
    return out;
  }
  Buffer<float> x;
  IndexSets index;
};

/// x[r, c] = 10, x of shape (3, 3), with two index tensors of three elements.
struct TinyPut : Counted {
  static Family family() { return {"TinyPut", {}, Destination::in_place, {{}}}; }
  static Index largest(const Shape&) { return 9; }
  explicit TinyPut(const Shape&)
      : x(zeros(9)), row(indices(1, 3, 3, 2)), column(indices(1, 3, 3, 3)) {}
  [[nodiscard]] const Buffer<float>& target() const { return x; }
  void reset() const { fill_zeros(x); }
  void by_hand(std::size_t) const {
    for (Index k = 0; k < 3; ++k) x[row[0][k] * 3 + column[0][k]] = 10;
  }
  Buffer<float> x;
  IndexSets row;
  IndexSets column;
};

/// x[1, 2] = 10, x of shape (3, 3), with two integers.
struct TinyPutElement : Counted {
  static Family family() { return {"TinyPutElement", {}, Destination::in_place, {{}}}; }
  static Index largest(const Shape&) { return 9; }
  explicit TinyPutElement(const Shape&) : x(zeros(9)) {}
  [[nodiscard]] const Buffer<float>& target() const { return x; }
  void reset() const { fill_zeros(x); }
  void by_hand(std::size_t) const { x[5] = 10; }
  Buffer<float> x;
};

}  // namespace bench
