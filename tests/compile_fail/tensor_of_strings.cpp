// expect anywhere: is_trivially_copyable_v
// Elements are trivially copyable.
// The constraint is of the class itself: compilers name it in their first line and say why in notes.
#include <string>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Element = char[8];
struct Name {
  Element letters;
};
#else
using Name = std::string;
#endif

auto rank(const ndx::Tensor<Name>& t) { return t.dim(); }
