// expect: the element type is a template argument: write arange<double>\(10\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part() { return ndx::arange<double>(10); }
#else
auto part() { return ndx::arange(10, ndx::DType::float64); }
#endif
