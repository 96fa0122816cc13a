// The element-wise loop: out = f(a, b, …) over strided operands of any types.
//
// Aliasing: the output overlaps no input, except that an updating function (Updates in
// kernel/row_loop.hpp) has the output as its first input, element for element.
#pragma once

#include <utility>

#include <ndx/kernel/elementwise_rows.hpp>
#include <ndx/kernel/walk.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

namespace detail {

/// The two innermost dims of a loop, and how the results are stored.
template <std::size_t K>
struct Plane {
  index_t rows = 1;
  index_t count = 1;
  Offsets<K> row_step = {};
  Offsets<K> step = {};
  Stores stores;

  Plane(const Loop<K>& loop, Stores how) : stores(how) {
    for (std::size_t k = 0; k < K; ++k) {
      if (loop.rank > 0) step[k] = loop.strides[k][loop.rank - 1];
      if (loop.rank > 1) row_step[k] = loop.strides[k][loop.rank - 2];
    }
    if (loop.rank > 0) count = loop.sizes[loop.rank - 1];
    if (loop.rank > 1) rows = loop.sizes[loop.rank - 2];
  }
};

/// Dense output rows; each input is dense or constant along a row.
template <class F, class Out, class... In>
void dense_rows(const F& f, Stores stores, const Results<Out>& out, const In&... in) {
  if constexpr (std::is_arithmetic_v<Out>) {
    const bool aligned =
        may_stream_to(out.to) && (out.rows == 1 || may_stream_to(out.to + out.row_step));
    if (stores == Stores::streamed && aligned) return stream_rows(f, out, in...);
  }
  transform_rows(f, out, in...);
}

/// Arbitrary strides.
template <class Out, class F, std::size_t... I, class... In>
void strided_rows(std::index_sequence<I...> /*operands*/, const F& f,
                  const Plane<sizeof...(In) + 1>& plane, Out* out, const In*... in) {
  const auto& step = plane.step;
  const auto& row_step = plane.row_step;
  for (index_t r = 0; r < plane.rows; ++r) {
    for (index_t i = 0; i < plane.count; ++i)
      out[r * row_step[0] + i * step[0]] = f(element(in, r * row_step[I + 1] + i * step[I + 1])...);
  }
}

template <class Out, class F, std::size_t... I, class... In>
void transform_plane(std::index_sequence<I...> operands, const F& f,
                     const Plane<sizeof...(In) + 1>& plane, Out* out, const In*... in) {
  if (plane.step[0] == 1 && ((plane.step[I + 1] == 1) && ...)) {
    dense_rows(f, plane.stores, Results<Out>{out, plane.count, plane.rows, plane.row_step[0]},
               Dense<In>{in, plane.row_step[I + 1]}...);
  } else {
    strided_rows(operands, f, plane, out, in...);
  }
}

/// Two inputs, either of which may be constant along a row, like a broadcast column.
template <class Out, class F, class A, class B>
void transform_plane(std::index_sequence<0, 1> operands, const F& f, const Plane<3>& plane,
                     Out* out, const A* a, const B* b) {
  const auto steps_are = [&](index_t of_a, index_t of_b) {
    return plane.step[0] == 1 && plane.step[1] == of_a && plane.step[2] == of_b;
  };
  const Results<Out> rows{out, plane.count, plane.rows, plane.row_step[0]};
  const index_t a_step = plane.row_step[1];
  const index_t b_step = plane.row_step[2];
  if (steps_are(1, 1)) {
    dense_rows(f, plane.stores, rows, Dense<A>{a, a_step}, Dense<B>{b, b_step});
  } else if (steps_are(1, 0)) {
    dense_rows(f, plane.stores, rows, Dense<A>{a, a_step}, BroadcastOperand<B>{b, b_step});
  } else if (steps_are(0, 1)) {
    dense_rows(f, plane.stores, rows, BroadcastOperand<A>{a, a_step}, Dense<B>{b, b_step});
  } else {
    strided_rows(operands, f, plane, out, a, b);
  }
}

template <class Out, class F, std::size_t... I, class... In>
void transform(std::index_sequence<I...> operands, const F& f, const Loop<sizeof...(In) + 1>& loop,
               Stores stores, Out* out, const In*... in) {
  constexpr std::size_t K = sizeof...(In) + 1;
  const Plane<K> plane(loop, stores);
  const std::size_t outer = loop.rank < 2 ? 0 : loop.rank - 2;
  for_each_coordinate(loop, outer, {}, [&](const Offsets<K>& at) {
    transform_plane(operands, f, plane, out + at[0], (in + at[I + 1])...);
  });
  if (stores == Stores::streamed) finish_streaming();
}

}  // namespace detail

/// Operands of the loop: 0 the output, then the inputs. A streamed output must not be one of the
/// inputs.
template <class Out, class F, class... In>
void transform(const F& f, const Loop<sizeof...(In) + 1>& loop, Stores stores, Out* out,
               const In*... in) {
  if (is_empty(loop)) return;
  detail::transform(std::index_sequence_for<In...>{}, f, loop, stores, out, in...);
}
template <class Out, class F, class... In>
void transform(const F& f, const Loop<sizeof...(In) + 1>& loop, Out* out, const In*... in) {
  transform(f, loop, Stores::cached, out, in...);
}

}  // namespace kernel
NDX_NAMESPACE_END
