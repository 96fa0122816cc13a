// expect: write t\(0, 1\) for an element, t\[\{0, 1\}\] for a view
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
float element(const ndx::Tensor<float>& t) { return t(0, 1); }
#else
float element(const ndx::Tensor<float>& t) { return t({0, 1}); }
#endif
