// expect: how to write is true, to accumulate, or options: \{\.reduce = Reduce::add\}
// An integer where accumulate is a bool.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void write(const ndx::Tensor<float>& t) { t.index_put_({0}, 1, true); }
#else
void write(const ndx::Tensor<float>& t) { t.index_put_({0}, 1, 2); }
#endif
