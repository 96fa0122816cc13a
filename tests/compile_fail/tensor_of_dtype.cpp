// expect: the element type is a template argument: write tensor<double>\(\{1, 2\}\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part() { return ndx::tensor<double>({{1, 2}, {3, 4}}); }
#else
auto part() { return ndx::tensor({{1, 2}, {3, 4}}, ndx::DType::float64); }
#endif
