// expect first: the_only_text_that_is_an_index_is_three_dots|OnlyThreeDotsAreAnIndexText
// t.index("...") is the whole tensor.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  static_cast<void>(t.index("..."));
#else
  static_cast<void>(t.index("abc"));
#endif
}
