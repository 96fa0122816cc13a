// expect: the element type is a template argument: write load_npy<float>\(path\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part() { return ndx::load_npy<float>("x.npy"); }
#else
auto part() { return ndx::load_npy("x.npy"); }
#endif
