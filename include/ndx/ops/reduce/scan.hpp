// Running sums and products along a dim: cumsum and cumprod.
//
// A scan is not split between threads along its dim, because each result needs the one before it,
// so threads share the lines. Lines that are adjacent in memory are scanned together, row by row.
#pragma once

#include <ndx/kernel/loop/lines.hpp>
#include <ndx/kernel/reduce/scan_rows.hpp>
#include <ndx/ops/core/result_order.hpp>
#include <ndx/ops/reduce/averages.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Computes out[i] = in[0] ∘ … ∘ in[i] along `dim`, where the reducer R defines ∘.
template <class Result, class R, class In>
Tensor<Result> scan(const char* call, const R& reducer, const Tensor<In>& t, index_t dim) {
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  const Tensor<Result> out = make_in_order<Result>(call, t);
  Dims lines = t.shape();
  const index_t count = lines[place];
  if (out.numel() == 0) return out;
  lines[place] = 1;
  const index_t step = t.strides()[place];
  const index_t out_step = out.strides()[place];
  kernel::run_lines(
      lines, t.strides(), out.strides(), step, count * index_t{sizeof(Result)},
      [&](const Offsets<2>& at) {
        kernel::scan_row(reducer, t.data() + at[0], count, step, out.data() + at[1], out_step);
      },
      [&](const Offsets<2>& at, index_t width, index_t apart) {
        typename R::Accumulator totals[kernel::kLinesTogether];
        for (index_t i = 0; i < width; ++i) totals[i] = reducer.identity();
        for (index_t r = 0; r < count; ++r)
          kernel::scan_columns(reducer, totals, t.data() + at[0] + r * step, width,
                               out.data() + at[1] + r * out_step, apart);
      });
  return out.contiguous();
}

}  // namespace detail

/// Returns the sums of the elements up to each position along `dim`, as a fresh tensor of t's shape.
/// Types are those of sum: integers are added in 64 bits, floats in double. Throws IndexError for a
/// dim out of range.
///   cumsum(tensor({1, 2, 3}), 0) -> 1 3 6
template <NumberTensor A>
[[nodiscard]] auto cumsum(const A& t, Dim dim) {
  using T = detail::element_t<A>;
  return detail::scan<detail::total_t<T>>("cumsum", detail::Sum<computed_t<T>>{}, t, dim);
}
/// Returns the products of the elements up to each position along `dim`, with the types and errors of
/// cumsum.
///   cumprod(tensor({1, 2, 3}), 0) -> 1 2 6
template <NumberTensor A>
[[nodiscard]] auto cumprod(const A& t, Dim dim) {
  using T = detail::element_t<A>;
  return detail::scan<detail::total_t<T>>("cumprod", detail::Product<computed_t<T>>{}, t, dim);
}

/// Scans all elements in row-major order and returns a tensor of rank 1, as NumPy does without an
/// axis.
[[nodiscard]] auto cumsum(const NumberTensor auto& t) { return cumsum(t.ravel(), 0); }
[[nodiscard]] auto cumprod(const NumberTensor auto& t) { return cumprod(t.ravel(), 0); }

NDX_NAMESPACE_END
