// The one element-wise loop: out = f(a, b, …) over strided operands of any types.
//
// Aliasing: the output may be an input, element for element; it must not overlap one otherwise.
#pragma once

#include <utility>

#include <ndx/kernel/element.hpp>
#include <ndx/kernel/walk.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

namespace detail {

template <class Out, class F, std::size_t... I, class... In>
NDX_ALWAYS_INLINE void transform_row(std::index_sequence<I...> /*operands*/, F& f, Out* out,
                                     index_t count, const Offsets<sizeof...(In) + 1>& step,
                                     const In*... in) {
  if (step.at[0] == 1 && ((step.at[I + 1] == 1) && ...)) {
    for (index_t i = 0; i < count; ++i) out[i] = f(element(in, i)...);
  } else {
    for (index_t i = 0; i < count; ++i) out[i * step.at[0]] = f(element(in, i * step.at[I + 1])...);
  }
}

/// Two inputs, of which one may stand still, as a broadcast column does: it is then a constant.
template <class Out, class F, class A, class B>
NDX_ALWAYS_INLINE void transform_row(std::index_sequence<0, 1> /*operands*/, F& f, Out* out,
                                     index_t count, const Offsets<3>& step, const A* a,
                                     const B* b) {
  const auto steps_are = [&](index_t of_a, index_t of_b) {
    return step.at[0] == 1 && step.at[1] == of_a && step.at[2] == of_b;
  };
  if (steps_are(1, 1)) {
    for (index_t i = 0; i < count; ++i) out[i] = f(element(a, i), element(b, i));
  } else if (steps_are(1, 0)) {
    const B constant = element(b, 0);
    for (index_t i = 0; i < count; ++i) out[i] = f(element(a, i), constant);
  } else if (steps_are(0, 1)) {
    const A constant = element(a, 0);
    for (index_t i = 0; i < count; ++i) out[i] = f(constant, element(b, i));
  } else {
    for (index_t i = 0; i < count; ++i)
      out[i * step.at[0]] = f(element(a, i * step.at[1]), element(b, i * step.at[2]));
  }
}

template <class Out, class F, std::size_t... I, class... In>
void transform(std::index_sequence<I...> operands, F& f, const Loop<sizeof...(In) + 1>& loop,
               Out* out, const In*... in) {
  constexpr std::size_t K = sizeof...(In) + 1;
  for_each_row(loop, [&](const Offsets<K>& at, index_t count, const Offsets<K>& step) {
    transform_row(operands, f, out + at.at[0], count, step, (in + at.at[I + 1])...);
  });
}

}  // namespace detail

/// loop: 0 the output, then the inputs.
template <class Out, class F, class... In>
void transform(const F& function, const Loop<sizeof...(In) + 1>& loop, Out* out, const In*... in) {
  F f = function;  // a local one: what it captured is known not to be among the output
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
