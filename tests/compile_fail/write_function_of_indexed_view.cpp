// expect: an indexed view is written by write_, copy_, fill_ and updates: read it, Tensor<T> t = view, write t, then view\.copy_\(t\)
// A function that writes to its first argument takes a tensor.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
void clear(const ndx::IndexedView<float>& view) { view.fill_(0); }
#else
void clear(const ndx::IndexedView<float>& view) { masked_fill_(view, view > 0, 0); }
#endif
