// expect: write max\(t, 1\)\.values
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void print(std::ostream& out, const ndx::Tensor<int>& t) { out << max(t, 1).values; }
#else
void print(std::ostream& out, const ndx::Tensor<int>& t) { out << max(t, 1); }
#endif
