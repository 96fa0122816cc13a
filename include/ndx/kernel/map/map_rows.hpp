// Computes element-wise rows with the widest vectors of the processor. All instruction sets give
// the same bits.
//
// It chooses among the kernels by the types of function and elements: 16-bit floats are converted
// in rows (half_rows.hpp), floats become integers by truncation (truncate_rows), complex
// numbers are computed in pairs (complex_rows.hpp), and functions that make calls, or have elements
// of more than 8 bytes, go element by element. All others use the vectors of map_rows.inc.
#pragma once

#include <ndx/base/bit_cast.hpp>
#include <ndx/base/convert.hpp>
#include <ndx/kernel/loop/fixed_lengths.hpp>
#include <ndx/kernel/map/complex_rows.hpp>
#include <ndx/kernel/map/row_loop.hpp>
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

/// A function that converts floats or doubles to integers as convert_element does.
template <class F, class Out, class... In>
concept Truncates = sizeof...(In) == 1 && F::kTruncates && std::is_integral_v<Out> &&
                    !std::is_same_v<Out, bool> && (std::is_floating_point_v<In> && ...);

namespace detail {

template <class To, class From>
struct TruncatedRuns {
  const From* from;
  To* to;

  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    index_t i = first;
    if (count == kRun) {
      run<kRun>(i);
      return true;
    }
    for (; i + 8 <= first + count; i += 8) run<8>(i);
    for (; i < first + count; ++i) to[i] = convert_element<To>(from[i]);
    return true;
  }

 private:
  template <index_t N>
  NDX_ALWAYS_INLINE void run(index_t first) const {
    // There is no instruction that converts to integers of less than 4 bytes.
    using Word = std::conditional_t<sizeof(To) < 4, std::int32_t, To>;
    const From* const NDX_RESTRICT in = from + first;
    To* const NDX_RESTRICT out = to + first;
    if (all_fit<N>(in)) {
      NDX_INDEPENDENT
      for (index_t i = 0; i < N; ++i) out[i] = static_cast<To>(static_cast<Word>(in[i]));
    } else {
      NDX_INDEPENDENT
      for (index_t i = 0; i < N; ++i) out[i] = convert_element<To>(in[i]);
    }
  }

  /// Returns true if all elements fit. It also returns false for some elements that fit but are
  /// rare: the least signed integer of 4 or 8 bytes, and, for unsigned integers, -0 and fractions
  /// above -1.
  template <index_t N>
  static NDX_ALWAYS_INLINE bool all_fit(const From* NDX_RESTRICT in) {
    using Bits = UnsignedOfSize<sizeof(From)>;  // one width of lanes
    if constexpr (sizeof(To) < 4) {
      Bits fit = 1;
      for (index_t i = 0; i < N; ++i)
        fit &= static_cast<Bits>(ndx::detail::fits_integer<To>(in[i]));
      return fit != 0;
    } else {
      // Magnitudes are ordered as their bits, with NaN above all. For unsigned integers the sign
      // bit is above them, too.
      using Ordered = std::conditional_t<std::is_signed_v<To>, std::make_signed_t<Bits>, Bits>;
      constexpr auto limit = ndx::detail::bit_cast<Ordered>(ndx::detail::limit_of<To, From>);
      constexpr auto kept = static_cast<Ordered>(std::numeric_limits<Ordered>::max());
      Bits above = 0;
      for (index_t i = 0; i < N; ++i)
        above |= static_cast<Bits>((ndx::detail::bit_cast<Ordered>(in[i]) & kept) >= limit);
      return above == 0;
    }
  }
};

}  // namespace detail

/// Converts rows of floats or doubles to integers, as convert_element does.
///
/// If all 64 elements of a run fit into the integer type, as they mostly do, they are converted by
/// instructions alone; runs with NaN, or with numbers that saturate, are converted one by one. On an
/// Intel Xeon with AVX-512, floats to int64 take .16 ns an element this way, and 1.03 one by one
/// (NumPy .26).
template <class Out, class In>
void truncate_rows(const Results<Out>& out, const Dense<In>& in) {
  for (index_t r = 0; r < out.rows; ++r)
    visit_runs(detail::TruncatedRuns<Out, In>{in.from + r * in.row_step, out.to + r * out.row_step},
               out.count);
}

/// True if rows are converted to float before f is called, or results of f are converted from
/// float.
template <class... T>
inline constexpr bool converts_rows = (Half<T> || ...);

/// Computes the rows of f in float. half_rows.hpp defines it.
template <class F, class Out, class... In>
void transform_converted(const F& f, const Results<Out>& out, const In&... in);

/// True if the rows of f are computed by the vectors of map_rows.inc.
template <class F, class Out, class... In>
inline constexpr bool computes_vector_rows =
    uses_vectors<F, Out, In...> && !converts_rows<Out, In...> && !Truncates<F, Out, In...> &&
    !ComputesPairs<F, Out, In...>;

/// Computes the rows with the widest vectors available. The output overlaps no input, except that
/// an updating function has it as its first input.
template <class F, class Out, class... In>
void transform_rows(const F& f, const Results<Out>& out, const In&... in) {
  if constexpr (computes_vector_rows<F, Out, typename In::Element...>) {
    using Other = Fallback<scalar::ElementwiseRows, portable::ElementwiseRows>;
    best_of(Other::transform<F, Out, In...>, avx2::ElementwiseRows::transform<F, Out, In...>)(
        f, out, in...);
  } else if constexpr (converts_rows<Out, typename In::Element...>) {
    transform_converted(f, out, in...);
  } else if constexpr (Truncates<F, Out, typename In::Element...>) {
    truncate_rows(out, in...);
  } else if constexpr (ComputesPairs<F, Out, typename In::Element...>) {
    best_of(portable::ComplexRows::transform<F, Out, In...>,
            avx2::ComplexRows::transform<F, Out, In...>,
            avx512::ComplexRows::transform<F, Out, In...>)(f, out, in...);
  } else {
    scalar::ElementwiseRows::transform(f, out, in...);
  }
}

/// Computes a single row.
template <class F, class Out, class... In>
void transform_row(const F& f, Out* out, index_t count, const In&... in) {
  transform_rows(f, Results<Out>{out, count}, in...);
}

}  // namespace kernel
NDX_NAMESPACE_END
