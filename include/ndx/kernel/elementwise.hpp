// The one element-wise loop: out = f(a, b, …) over strided operands of any types.
//
// Aliasing: the output may be an input, element for element; it must not overlap one otherwise.
#pragma once

#include <utility>

#include <ndx/kernel/elementwise_rows.hpp>
#include <ndx/kernel/walk.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

namespace detail {

/// Any steps.
template <class Out, class F, std::size_t... I, class... In>
void scattered_row(std::index_sequence<I...> /*operands*/, const F& f, Out* out, index_t count,
                   const Offsets<sizeof...(In) + 1>& step, const In*... in) {
  for (index_t i = 0; i < count; ++i) out[i * step.at[0]] = f(element(in, i * step.at[I + 1])...);
}

template <class Out, class F, std::size_t... I, class... In>
void strided_row(std::index_sequence<I...> operands, const F& f, Out* out, index_t count,
                 const Offsets<sizeof...(In) + 1>& step, const In*... in) {
  if (step.at[0] == 1 && ((step.at[I + 1] == 1) && ...)) {
    transform_row(f, out, count, Dense<In>{in}...);
  } else {
    scattered_row(operands, f, out, count, step, in...);
  }
}

/// Two inputs, of which one may stand still, as a broadcast column does.
template <class Out, class F, class A, class B>
void strided_row(std::index_sequence<0, 1> operands, const F& f, Out* out, index_t count,
                 const Offsets<3>& step, const A* a, const B* b) {
  const auto steps_are = [&](index_t of_a, index_t of_b) {
    return step.at[0] == 1 && step.at[1] == of_a && step.at[2] == of_b;
  };
  if (steps_are(1, 1)) {
    transform_row(f, out, count, Dense<A>{a}, Dense<B>{b});
  } else if (steps_are(1, 0)) {
    transform_row(f, out, count, Dense<A>{a}, Standing<B>{element(b, 0)});
  } else if (steps_are(0, 1)) {
    transform_row(f, out, count, Standing<A>{element(a, 0)}, Dense<B>{b});
  } else {
    scattered_row(operands, f, out, count, step, a, b);
  }
}

template <class Out, class F, std::size_t... I, class... In>
void transform(std::index_sequence<I...> operands, const F& f, const Loop<sizeof...(In) + 1>& loop,
               Out* out, const In*... in) {
  constexpr std::size_t K = sizeof...(In) + 1;
  for_each_row(loop, [&](const Offsets<K>& at, index_t count, const Offsets<K>& step) {
    strided_row(operands, f, out + at.at[0], count, step, (in + at.at[I + 1])...);
  });
}

}  // namespace detail

/// loop: 0 the output, then the inputs.
template <class Out, class F, class... In>
void transform(const F& f, const Loop<sizeof...(In) + 1>& loop, Out* out, const In*... in) {
  if (!is_empty(loop)) detail::transform(std::index_sequence_for<In...>{}, f, loop, out, in...);
}

/// Calls f(a, b, …) for each element of strided inputs, in row-major order.
template <class F, class... In>
void for_each_element(F f, const Loop<sizeof...(In)>& loop, const In*... in) {
  if (is_empty(loop)) return;
  constexpr std::size_t K = sizeof...(In);
  for_each_row(loop, [&](const Offsets<K>& at, index_t count, const Offsets<K>& step) {
    [&]<std::size_t... I>(std::index_sequence<I...> /*operands*/) {
      for (index_t i = 0; i < count; ++i) f(element(in, at.at[I] + i * step.at[I])...);
    }
    (std::make_index_sequence<K>{});
  });
}

}  // namespace kernel
NDX_NAMESPACE_END
