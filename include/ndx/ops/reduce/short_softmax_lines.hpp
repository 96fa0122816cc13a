// softmax, log_softmax and logsumexp of short lines.
//
// A line of a few elements costs more in calls than in arithmetic. So many short lines are copied
// into a buffer where they are adjacent, computed there with inner loops over the lines, and copied
// back.
#pragma once

#include <ndx/ops/reduce/softmax_lines.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Lines shorter than this are copied so that they are adjacent, unless they already are.
inline constexpr index_t kShortSoftmaxLine = 32;
/// Lines that are adjacent are copied too if there are fewer than kFewSoftmaxLines of them, with
/// fewer than kFewSoftmaxElements elements together.
inline constexpr index_t kFewSoftmaxLines = 64;
inline constexpr index_t kFewSoftmaxElements = 256;

/// Whether lines are copied so that many of them are adjacent: short lines that are not adjacent, or
/// only a few of which are.
inline bool copies_softmax_lines(const Loop<2>& lines, index_t size, bool side_by_side) {
  if (lines.rank == 0 || size >= kShortSoftmaxLine) return false;
  const index_t together = lines.sizes[lines.rank - 1];
  return !side_by_side ||
         (lines.rank > 1 && together < kFewSoftmaxLines && together * size < kFewSoftmaxElements);
}

/// Computes lines shorter than kShortSoftmaxLine in two buffers, one for the input and one for the
/// output.
template <class T, class O, LineFunction function, class Result = function_t<T>>
class ShortSoftmaxLines {
 public:
  ShortSoftmaxLines(index_t size, const Offsets<2>& step, index_t times = 1)
      : size_(size), step_(step), times_(times) {}

  /// Computes all lines of a loop.
  void operator()(const T* from, O* to, const Loop<2>& lines) {
    Loop<2> rows;  // the two innermost dims
    rows.rank = 2;
    const std::size_t outer = lines.rank > 2 ? lines.rank - 2 : 0;
    for (std::size_t d = 0; d < 2; ++d) {
      const bool has = d + lines.rank >= 2;
      const std::size_t from_dim = d + lines.rank - 2;
      rows.sizes[d] = has ? lines.sizes[from_dim] : 1;
      for (std::size_t operand = 0; operand < 2; ++operand)
        rows.strides[operand][d] = has ? lines.strides[operand][from_dim] : 0;
    }
    kernel::for_each_coordinate(lines, outer, {}, [&](const Offsets<2>& at) {
      compute_rows(from + at[0], to + at[1], rows);
    });
  }

 private:
  void compute_rows(const T* from, O* to, const Loop<2>& all) {
    // The number of lines is a multiple of the vector length, and all their positions fit in a tile.
    constexpr index_t together = kernel::kReduceRows;
    const index_t positions = (size_ + together - 1) / together * together;
    const index_t most = kSoftmaxTile / positions / kVector * kVector;
    const index_t columns = all.sizes[1] < most ? all.sizes[1] : most;
    const index_t rows = most / columns;
    Loop<2> some = all;
    for (index_t r = 0; r < all.sizes[0]; r += rows) {
      some.sizes[0] = all.sizes[0] - r < rows ? all.sizes[0] - r : rows;
      for (index_t k = 0; k < all.sizes[1]; k += columns) {
        some.sizes[1] = all.sizes[1] - k < columns ? all.sizes[1] - k : columns;
        compute(from + r * all.strides[0][0] + k * all.strides[0][1],
                to + r * all.strides[1][0] + k * all.strides[1][1], some);
      }
    }
  }

  void compute(const T* from, O* to, const Loop<2>& lines) {
    const index_t count = lines.sizes[0] * lines.sizes[1];
    constexpr bool one_number = function == LineFunction::logsumexp;
    const auto push_lines = [&](Loop<2>& loop, std::size_t d, std::size_t operand) {
      const index_t apart = d == 0 ? lines.sizes[1] : 1;
      const index_t step = lines.strides[operand][d];
      loop.push_inner(lines.sizes[d],
                      operand == 0 ? Offsets<2>{apart, step} : Offsets<2>{step, apart});
    };
    Loop<2> in;
    in.push_inner(size_, {count, step_[0]});
    push_lines(in, 0, 0);
    push_lines(in, 1, 0);
    Loop<2> out;  // dims in the memory order of the output
    push_lines(out, 0, 1);
    const auto magnitude = [](index_t step) { return step < 0 ? -step : step; };
    const bool lines_first = magnitude(lines.strides[1][1]) > magnitude(step_[1]);
    if (lines_first) push_lines(out, 1, 1);
    if (!one_number) out.push_inner(size_, {step_[1], count});
    if (!lines_first) push_lines(out, 1, 1);
    kernel::copy_strided<sizeof(T)>(reinterpret_cast<std::byte*>(in_),
                                    reinterpret_cast<const std::byte*>(from), in);
    if constexpr (one_number) {
      SoftmaxLines<T, O, function, Result>(size_, count, count, Loop<1>(), times_)(in_, out_, count,
                                                                                   {1, 1});
    } else {
      SoftmaxLines<T, O, function, Result>(size_, {count, count}, count)(in_, out_, count, {1, 1});
    }
    kernel::copy_strided<sizeof(O)>(reinterpret_cast<std::byte*>(to),
                                    reinterpret_cast<const std::byte*>(out_), out);
  }

  static constexpr index_t kVector = 64;

  index_t size_;
  Offsets<2> step_;
  index_t times_;
  T in_[kSoftmaxTile];
  O out_[kSoftmaxTile];
};

/// Writes softmax or log_softmax of t along `dim` to `into`. ops/arithmetic/map_into.hpp has the
/// rules for `into`.
template <LineFunction function, class O, class T>
void softmax_lines(const Into<O>& into, const Tensor<T>& t, index_t dim) {
  const std::size_t place = wrap_dim(into.call, dim, t.shape().size());
  check_output<function_t<std::remove_const_t<T>>>(into, t.shape());
  if (t.numel() == 0) return;
  const DistinctInput<T> distinct(into.out, t);
  const Tensor<T>& in = distinct.get();
  using In = std::remove_const_t<T>;
  const Tensor<O>& out = into.out;
  Dims others = in.shape();
  others[place] = 1;
  const Offsets<2> step{in.strides()[place], out.strides()[place]};
  const index_t size = in.shape()[place];
  const index_t work = size * index_t{sizeof(T)} * kernel::kLightWorkFactor;
  const Loop<2> lines = make_loop<2>(others, {in.strides(), out.strides()});
  const auto magnitude = [](index_t step_of) { return step_of < 0 ? -step_of : step_of; };
  const bool side_by_side =
      lines.rank != 0 && magnitude(lines.strides[0][lines.rank - 1]) < magnitude(step[0]);
  const bool copies = copies_softmax_lines(lines, size, side_by_side);
  const index_t columns = side_by_side ? lines.sizes[lines.rank - 1] : 0;
  const auto compute_lines = [&](const Loop<2>& part, const Offsets<2>& begin) {
    const In* const from = in.data() + begin[0];
    O* const to = out.data() + begin[1];
    if (copies) return ShortSoftmaxLines<In, O, function>(size, step)(from, to, part);
    SoftmaxLines<In, O, function> compute(size, step, columns);
    kernel::for_each_row(part, [&](const Offsets<2>& at, index_t count, const Offsets<2>& steps) {
      compute(from + at[0], to + at[1], count, steps);
    });
  };
  kernel::run_in_parts(lines, 0, work, compute_lines, kernel::grain_of_lines(size));
}

}  // namespace detail
NDX_NAMESPACE_END
