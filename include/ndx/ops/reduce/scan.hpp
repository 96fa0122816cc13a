// Running sums and products along a dim: cumsum and cumprod.
//
// Each result needs the one before it, so a line uses no vectors. Lines that are adjacent in memory are
// scanned together, a row of totals at a time: they are independent, so they use vectors and read memory
// in order.
//
// Threads share the lines. If there are fewer lines than threads, each line is cut: every part is reduced, and then
// scanned from the total of those before it. Totals of floats depend on where a line is cut: scan_blocks.hpp always cuts
// at the same places, and adds floats there. One thread scans a line of other floats, or of their products.
#pragma once

#include <ndx/base/convert.hpp>
#include <ndx/kernel/loop/fixed_lengths.hpp>
#include <ndx/kernel/loop/lines.hpp>
#include <ndx/kernel/reduce/scan_blocks.hpp>
#include <ndx/ops/core/result_order.hpp>
#include <ndx/ops/reduce/sum.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Scans a run of columns of one row.
template <class R, class Out, class In>
struct ScanColumns {
  const R& reducer;
  typename R::Accumulator* totals;
  const In* in;
  Out* out;

  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    typename R::Accumulator* const NDX_RESTRICT total = totals + first;
    const In* const NDX_RESTRICT from = in + first;
    Out* const NDX_RESTRICT to = out + first;
    NDX_INDEPENDENT
    for (index_t i = 0; i < count; ++i) {
      total[i] = reducer.step(total[i], kernel::element(from, i));
      kernel::set_element(to, i, convert_element<Out>(total[i]));
    }
    return true;
  }
};

/// Rounds a total to a float that rounds to the same 16-bit number.
template <class T>
struct RoundTotal {
  float operator()(double total) const { return T::float_to_round(total); }
};

/// Scans a row of 16-bit numbers, which are converted a block at a time.
template <class R, class T>
void scan_halves(const R& reducer, double total, const T* in, index_t count, index_t step, T* out) {
  constexpr index_t block = 256;
  float floats[block];
  double totals[block];
  for (index_t i = 0; i < count; i += block) {
    const index_t n = count - i < block ? count - i : block;
    kernel::widen_row(in + i * step, step, floats, n);
    for (index_t k = 0; k < n; ++k) totals[k] = total = reducer.step(total, floats[k]);
    kernel::transform_row(RoundTotal<T>(), floats, n, kernel::Dense<double>{totals});
    kernel::narrow_row(floats, out + i, n);
  }
}

/// Sets out[i] = total ∘ in[0] ∘ … ∘ in[i], where ∘ is the reducer's step.
template <class R, class Out, class In>
void scan_row(const R& reducer, typename R::Accumulator total, const In* in, index_t count,
              index_t step, Out* out, index_t out_step) {
  if constexpr (Half<In> && std::is_same_v<In, Out> &&
                std::is_same_v<typename R::Accumulator, double>) {
    if (out_step == 1) return scan_halves(reducer, total, in, count, step, out);
  }
  for (index_t i = 0; i < count; ++i) {
    total = reducer.step(total, kernel::element(in, i * step));
    kernel::set_element(out, i * out_step, convert_element<Out>(total));
  }
}

/// Whether totals are the same wherever a line is cut.
template <class R>
inline constexpr bool kIsCut = std::is_integral_v<typename R::Accumulator>;

/// The cost of an element of a line that is scanned one element after another.
inline constexpr UnitCost kScanCost{sizeof(index_t), 1};

/// Returns the number of parts into which each line of `count` elements is cut.
template <class R, class In>
index_t scan_parts(index_t elements, index_t count) {
  if constexpr (kIsCut<R>) return kernel::parts_of_lines(elements, count, kScanCost);
  if constexpr (kernel::kScansInBlocks<R, In>)
    return kernel::parts_of_lines(elements, count, kernel::kBlockScanCost);
  return 1;
}

/// Scans a line of integers in `parts` parts.
template <class R, class Out, class In>
void scan_in_parts(const R& reducer, const In* in, index_t count, index_t step, Out* out,
                   index_t out_step, index_t parts) {
  typename R::Accumulator totals[kernel::kMostLineParts];
  kernel::for_each_part(count, parts, [&](index_t part, index_t first, index_t end) {
    totals[part] = kernel::reduce_elements(reducer, in + first * step, end - first, step);
  });
  auto before = reducer.identity();
  for (index_t part = 0; part < parts; ++part) {
    const auto after = reducer.merge(before, totals[part]);
    totals[part] = before;
    before = after;
  }
  kernel::for_each_part(count, parts, [&](index_t part, index_t first, index_t end) {
    scan_row(reducer, totals[part], in + first * step, end - first, step, out + first * out_step,
             out_step);
  });
}

/// Includes one more element of each of `count` adjacent columns in its total, and writes the
/// totals.
template <class R, class Out, class In>
void scan_columns(const R& reducer, typename R::Accumulator* total, const In* in, index_t count,
                  Out* out, index_t out_step) {
  if constexpr (kernel::uses_vectors<R, In, Out, typename R::Accumulator>) {
    if (out_step == 1) {
      kernel::visit_runs(ScanColumns<R, Out, In>{reducer, total, in, out}, count);
      return;
    }
  }
  for (index_t i = 0; i < count; ++i) {
    total[i] = reducer.step(total[i], kernel::element(in, i));
    kernel::set_element(out, i * out_step, convert_element<Out>(total[i]));
  }
}

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
  const index_t parts = scan_parts<R, In>(out.numel(), count);
  kernel::run_lines(
      lines, t.strides(), out.strides(), step, count * index_t{sizeof(Result)},
      [&](const Offsets<2>& at) {
        const auto* const in = t.data() + at[0];
        Result* const to = out.data() + at[1];
        if constexpr (kIsCut<R>) {
          if (parts > 1) return scan_in_parts(reducer, in, count, step, to, out_step, parts);
        }
        if constexpr (kernel::kScansInBlocks<R, In>) {
          if (count > kernel::kScanBlock)
            return kernel::ScanOfBlocks<R, In>(reducer, in, count, step).store(to, out_step, parts);
        }
        scan_row(reducer, reducer.identity(), in, count, step, to, out_step);
      },
      [&](const Offsets<2>& at, index_t width, index_t apart) {
        typename R::Accumulator totals[kernel::kLinesTogether];
        for (index_t i = 0; i < width; ++i) totals[i] = reducer.identity();
        for (index_t r = 0; r < count; ++r)
          scan_columns(reducer, totals, t.data() + at[0] + r * step, width,
                       out.data() + at[1] + r * out_step, apart);
      },
      parts, kIsCut<R>);
  return out.contiguous();
}

}  // namespace detail

/// Returns the sums of the elements up to each position along `dim`, as a fresh tensor of t's shape.
/// Types are those of sum: integers are added in 64 bits, floats in double. Where a line has more than 448 floats,
/// those of each 448 are added first, and to these sums that of the ones before. Throws IndexError for a dim out of range.
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
