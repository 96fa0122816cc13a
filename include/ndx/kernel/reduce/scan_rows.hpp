// Computes running totals, along a row, and of many columns together, a row of totals at a time.
//
// A scan of a row is a chain of steps and uses no vectors. Scans of adjacent columns are
// independent, so they use vectors and read memory in order.
#pragma once

#include <ndx/base/convert.hpp>
#include <ndx/kernel/loop/fixed_lengths.hpp>
#include <ndx/kernel/map/map_rows.hpp>
#include <ndx/kernel/reduce/reduce_rows.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
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
      total[i] = reducer.step(total[i], element(from, i));
      set_element(to, i, convert_element<Out>(total[i]));
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
void scan_halves(const R& reducer, const T* in, index_t count, index_t step, T* out) {
  constexpr index_t block = 256;
  float floats[block];
  double totals[block];
  double total = reducer.identity();
  for (index_t i = 0; i < count; i += block) {
    const index_t n = count - i < block ? count - i : block;
    widen_row(in + i * step, step, floats, n);
    for (index_t k = 0; k < n; ++k) totals[k] = total = reducer.step(total, floats[k]);
    transform_row(RoundTotal<T>(), floats, n, Dense<double>{totals});
    narrow_row(floats, out + i, n);
  }
}

}  // namespace detail

/// Sets out[i] = in[0] ∘ … ∘ in[i], where ∘ is the reducer's step.
template <class R, class Out, class In>
void scan_row(const R& reducer, const In* in, index_t count, index_t step, Out* out,
              index_t out_step) {
  if constexpr (Half<In> && std::is_same_v<In, Out> &&
                std::is_same_v<typename R::Accumulator, double>) {
    if (out_step == 1) return detail::scan_halves(reducer, in, count, step, out);
  }
  auto total = reducer.identity();
  for (index_t i = 0; i < count; ++i) {
    total = reducer.step(total, element(in, i * step));
    set_element(out, i * out_step, convert_element<Out>(total));
  }
}

/// Includes one more element of each of `count` adjacent columns in its total, and writes the
/// totals.
template <class R, class Out, class In>
void scan_columns(const R& reducer, typename R::Accumulator* total, const In* in, index_t count,
                  Out* out, index_t out_step) {
  if constexpr (uses_vectors<R, In, Out, typename R::Accumulator>) {
    if (out_step == 1) {
      visit_runs(detail::ScanColumns<R, Out, In>{reducer, total, in, out}, count);
      return;
    }
  }
  for (index_t i = 0; i < count; ++i) {
    total[i] = reducer.step(total[i], element(in, i));
    set_element(out, i * out_step, convert_element<Out>(total[i]));
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
