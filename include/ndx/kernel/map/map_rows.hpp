// Element-wise rows, computed with the widest vectors of the processor; results are bitwise the same
// with all of them.
#pragma once

#include <ndx/kernel/map/complex_rows.hpp>
#include <ndx/kernel/map/row_loop.hpp>
#include <ndx/kernel/map/truncate_rows.hpp>
#include <ndx/kernel/simd/vec.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel::scalar {

/// The rows of any function and elements, one by one: of kernel/map/map_rows.inc what x86
/// without AVX2 gets.
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

/// Whether elements are converted to float in rows, before f is called, or results of f from float.
template <class... T>
inline constexpr bool converts_rows = (Half<T> || ...);

/// The rows of f, computed in float: kernel/map/half_rows.hpp.
template <class F, class Out, class... In>
void transform_converted(const F& f, const Results<Out>& out, const In&... in);

/// Computes the rows with the widest vectors available. The output overlaps no input, except the
/// first input of an updating function.
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
    dispatch<Fallback<scalar::ElementwiseRows, portable::ElementwiseRows>, avx2::ElementwiseRows>(
        [&](auto rows) { rows.transform(f, out, in...); });
  }
}

/// Computes a single row.
template <class F, class Out, class... In>
void transform_row(const F& f, Out* out, index_t count, const In&... in) {
  transform_rows(f, Results<Out>{out, count}, in...);
}

}  // namespace kernel
NDX_NAMESPACE_END
