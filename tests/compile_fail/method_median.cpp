// expect: median is a function: write median\(t\), of ndx/statistics.hpp
// A function that ndx.hpp does not include.
#include <ndx/ndx.hpp>
#include <ndx/statistics.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return median(t); }
#else
auto part(const ndx::Tensor<float>& t) { return t.median(); }
#endif
