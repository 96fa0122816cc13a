// expect: write unique\(t\)\.values
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void print(std::ostream& out, const ndx::Tensor<int>& t) { out << unique(t).values; }
#else
void print(std::ostream& out, const ndx::Tensor<int>& t) { out << unique(t); }
#endif
