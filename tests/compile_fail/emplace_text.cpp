// expect: the only text that is an index is
// A term made in place is no other text either.
#include <ndx/ndx.hpp>

void f(std::vector<ndx::TensorIndex>& terms) {
#ifndef MUST_FAIL
  terms.emplace_back("...");
#else
  terms.emplace_back("1:-1");
#endif
}
