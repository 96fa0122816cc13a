// Row-major copies of views.
#pragma once

#include "support/harness.hpp"

namespace bench {

/// x[:, ::2], x square.
struct CopyEveryOther : Filled<CopyEveryOther> {
  static Family family() {
    return {"CopyEveryOther", {"side"}, Destination::fresh, {{256}, {4096}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[0]; }
  explicit CopyEveryOther(const Shape& shape)
      : Filled{1, largest(shape) / 2}, side(shape[0]), x(floats(side * side, 1)) {}
  void fill(float* out, std::size_t) const { loop(out, x.data(), side, side / 2, side); }
  BENCH_LOOP static void loop(float* out, const float* x, Index rows, Index columns, Index step) {
    for (Index i = 0; i < rows; ++i)
      for (Index j = 0; j < columns; ++j) out[i * columns + j] = x[i * step + 2 * j];
  }
  Index side;
  Buffer<float> x;
};

/// x[::-1], x of rank 1.
struct CopyReversed : Filled<CopyReversed> {
  static Family family() {
    return {"CopyReversed", {"n"}, Destination::fresh, {{1 << 14}, {1 << 24}}};
  }
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit CopyReversed(const Shape& shape) : Filled{1, shape[0]}, x(floats(elements, 1)) {}
  void fill(float* out, std::size_t) const { loop(out, x.data(), elements); }
  BENCH_LOOP static void loop(float* out, const float* x, Index n) {
    for (Index i = 0; i < n; ++i) out[i] = x[n - 1 - i];
  }
  Buffer<float> x;
};

BENCH_LOOP void transpose_loop(float* out, const float* x, Index rows, Index columns) {
  for (Index j = 0; j < columns; ++j)
    for (Index i = 0; i < rows; ++i) out[j * rows + i] = x[i * columns + j];
}

/// The transpose of a square x.
struct CopyTransposed : Filled<CopyTransposed> {
  static Family family() {
    return {"CopyTransposed", {"side"}, Destination::fresh, {{128}, {4096}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[0]; }
  explicit CopyTransposed(const Shape& shape)
      : Filled{1, largest(shape)}, side(shape[0]), x(floats(side * side, 1)) {}
  void fill(float* out, std::size_t) const { transpose_loop(out, x.data(), side, side); }
  Index side;
  Buffer<float> x;
};
using CopyTransposedInto = Into<CopyTransposed>;

/// Images of shape (images, channels, side, side), copied to channels-last.
struct CopyChannelsLast : Filled<CopyChannelsLast> {
  static Family family() {
    return {"CopyChannelsLast",
            {"images", "channels", "side"},
            Destination::fresh,
            {{16, 3, 512}, {64, 64, 56}}};
  }
  static Index largest(const Shape& shape) { return shape[0] * shape[1] * shape[2] * shape[2]; }
  explicit CopyChannelsLast(const Shape& shape)
      : Filled{1, largest(shape)},
        images(shape[0]),
        channels(shape[1]),
        side(shape[2]),
        x(floats(elements, 1)) {}
  void fill(float* out, std::size_t) const {
    const Index one = channels * side * side;
    for (Index n = 0; n < images; ++n)
      transpose_loop(out + n * one, x.data() + n * one, channels, side * side);
  }
  Index images;
  Index channels;
  Index side;
  Buffer<float> x;
};

/// A plain copy, for every size.
struct CopyOfSize : Filled<CopyOfSize> {
  static Family family() { return {"Copy", {"n"}, Destination::fresh, {}, growing_sizes()}; }
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit CopyOfSize(const Shape& shape) : Filled{1, shape[0]}, x(floats(elements, 1)) {}
  void fill(float* out, std::size_t) const {
    std::memcpy(out, x.data(), static_cast<std::size_t>(elements) * sizeof(float));
  }
  Buffer<float> x;
};

}  // namespace bench
