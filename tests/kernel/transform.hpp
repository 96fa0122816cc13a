// The element-wise loop of the kernel on operands whose types are known, as the ops call it.
#pragma once

#include <ndx/kernel/map/map_loop.hpp>

namespace sample {

template <class F, class Out, class... In>
void transform(const F& f, const ndx::Loop<sizeof...(In) + 1>& loop, ndx::kernel::Stores stores,
               Out* out, const In*... in) {
  ndx::kernel::transform(ndx::kernel::row_functions<F, Out, In...>, &f, loop, stores,
                         ndx::kernel::operands(out, in...));
}
template <class F, class Out, class... In>
void transform(const F& f, const ndx::Loop<sizeof...(In) + 1>& loop, Out* out, const In*... in) {
  transform(f, loop, ndx::kernel::Stores::cached, out, in...);
}

}  // namespace sample
