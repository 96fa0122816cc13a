// expect: the path comes first: write save_npy\("x\.npy", t\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void part(const ndx::Tensor<float>& t) { ndx::save_npy("x.npy", t); }
#else
void part(const ndx::Tensor<float>& t) { ndx::save_npy(t, "x.npy"); }
#endif
