// expect: a list is no tensor: write sum\(tensor\(v\)\)
// What follows is short, though a result is printed: see check.sh.
#include <iostream>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void print(const std::vector<float>& v) { std::cout << sum(ndx::tensor(v)) << "\n"; }
#else
void print(const std::vector<float>& v) { std::cout << ndx::sum(v) << "\n"; }
#endif
