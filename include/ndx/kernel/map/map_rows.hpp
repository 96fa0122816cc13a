// Computes element-wise rows with the widest vectors of the processor. All instruction sets give
// the same bits.
//
// It chooses among the kernels by the types of function and elements: 16-bit floats are converted
// in rows (half_rows.hpp), floats become integers by truncation (truncate_rows.hpp), complex
// numbers are computed in pairs (complex_rows.hpp), and functions that make calls, or have elements
// of more than 8 bytes, go element by element. All others use the vectors of map_rows.inc.
#pragma once

#include <ndx/kernel/map/complex_rows.hpp>
#include <ndx/kernel/map/row_loop.hpp>
#include <ndx/kernel/map/truncate_rows.hpp>
#include <ndx/kernel/simd/vec.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel::scalar {

/// Computes the rows of any function and elements one by one. It replaces the vectors of
/// map_rows.inc on x86 without AVX2.
struct ElementwiseRows {
  template <class F, class Out, class... In>
  static void transform(const F& f, const Results<Out>& out, const In&... in) {
    for (index_t r = 0; r < out.rows; ++r) {
      Out* const to = out.to + r * out.row_step;
      for (index_t i = 0; i < out.count; ++i) to[i] = f(in.row(r).at(i)...);
    }
  }
};

}  // namespace kernel::scalar
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/map/map_rows.inc>
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// True if rows are converted to float before f is called, or results of f are converted from
/// float.
template <class... T>
inline constexpr bool converts_rows = (Half<T> || ...);

/// Computes the rows of f in float. half_rows.hpp defines it.
template <class F, class Out, class... In>
void transform_converted(const F& f, const Results<Out>& out, const In&... in);

/// Computes the rows with the widest vectors available. The output overlaps no input, except that
/// an updating function has it as its first input.
template <class F, class Out, class... In>
void transform_rows(const F& f, const Results<Out>& out, const In&... in) {
  if constexpr (converts_rows<Out, typename In::Element...>) {
    transform_converted(f, out, in...);
  } else if constexpr (Truncates<F, Out, typename In::Element...>) {
    truncate_rows(out, in...);
  } else if constexpr (ComputesPairs<F, Out, typename In::Element...>) {
    dispatch<portable::ComplexRows, avx2::ComplexRows, avx512::ComplexRows>(
        [&](auto rows) { rows.transform(f, out, in...); });
  } else if constexpr (!uses_vectors<F, Out, typename In::Element...>) {
    scalar::ElementwiseRows::transform(f, out, in...);
  } else {
    using Other = Fallback<scalar::ElementwiseRows, portable::ElementwiseRows>;
    best_of(avx2::ElementwiseRows::transform<F, Out, In...>, Other::transform<F, Out, In...>)(
        f, out, in...);
  }
}

/// Computes a single row.
template <class F, class Out, class... In>
void transform_row(const F& f, Out* out, index_t count, const In&... in) {
  transform_rows(f, Results<Out>{out, count}, in...);
}

}  // namespace kernel
NDX_NAMESPACE_END
