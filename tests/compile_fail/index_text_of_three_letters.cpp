// expect first: the_only_text_that_is_an_index_is_three_dots|OnlyThreeDotsAreAnIndexText
// Nor is text that is as long as "...".
#include <ndx/ndx.hpp>

auto read(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return t.index({"..."});
#else
  return t.index({"abc"});
#endif
}
