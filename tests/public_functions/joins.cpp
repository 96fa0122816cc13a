// Joining, repeating, moving round.
#include <ndx/ops/index/one_hot.hpp>
#include <ndx/ops/shape/join.hpp>
#include <ndx/ops/shape/repeat.hpp>
#include <ndx/ops/shape/roll.hpp>

#include "public_functions.hpp"

namespace ndx_test {

static void add_repeats(Registry& add) {
  add("tile", [](Arguments& a) { a.see(ndx::tile(a.floats, a.count)); });
  add("tile along dims", [](Arguments& a) { a.see(ndx::tile(a.floats, a.repeats)); });
  add("repeat", [](Arguments& a) { a.see(ndx::repeat(a.list, a.count)); });
  add("repeat along dims", [](Arguments& a) { a.see(ndx::repeat(a.floats, a.repeats)); });
  add("repeat_interleave",
      [](Arguments& a) { a.see(ndx::repeat_interleave(a.floats, a.count, a.dim)); });
  add("repeat_interleave by numbers",
      [](Arguments& a) { a.see(ndx::repeat_interleave(a.list, a.index, a.dim)); });
  add("repeat_interleave of all elements",
      [](Arguments& a) { a.see(ndx::repeat_interleave(a.floats, a.count)); });
  add("repeat_interleave of all elements by numbers",
      [](Arguments& a) { a.see(ndx::repeat_interleave(a.floats, a.integers.ravel())); });
  add("repeat_interleave by numbers in braces",
      [](Arguments& a) { a.see(ndx::repeat_interleave(a.few, {1, 0, 2, 1}, a.dim)); });
  add("repeat_interleave of all elements by numbers in braces",
      [](Arguments& a) { a.see(ndx::repeat_interleave(a.few, {0, 1, 1, 2})); });
  add("repeat_interleave of places", [](Arguments& a) { a.see(ndx::repeat_interleave(a.few)); });
  add("roll", [](Arguments& a) { a.see(ndx::roll(a.floats, a.count)); });
  add("roll along a dim", [](Arguments& a) { a.see(ndx::roll(a.floats, a.count, a.dim)); });
  add("roll along dims", [](Arguments& a) { a.see(ndx::roll(a.floats, a.repeats, a.dims)); });
}

void add_joins(Registry& add) {
  add("cat", [](Arguments& a) { a.see(ndx::cat({a.floats, a.others}, a.dim)); });
  add("cat of a vector",
      [](Arguments& a) { a.see(ndx::cat(std::vector<Tensor<float>>{a.floats, a.others}, a.dim)); });
  add("stack", [](Arguments& a) { a.see(ndx::stack({a.floats, a.others}, a.dim)); });
  add("stack of a vector", [](Arguments& a) {
    a.see(ndx::stack(std::vector<Tensor<float>>{a.floats, a.others}, a.dim));
  });
  add("hstack", [](Arguments& a) { a.see(ndx::hstack({a.floats, a.others})); });
  add("hstack of a vector",
      [](Arguments& a) { a.see(ndx::hstack(std::vector<Tensor<bool>>{a.mask, a.mask})); });
  add("vstack", [](Arguments& a) { a.see(ndx::vstack({a.list, a.list})); });
  add("vstack of a vector",
      [](Arguments& a) { a.see(ndx::vstack(std::vector<Tensor<float>>{a.floats, a.others})); });
  add("one_hot", [](Arguments& a) { a.see(ndx::one_hot(a.integers)); });
  add("one_hot with a number of classes",
      [](Arguments& a) { a.see(ndx::one_hot(a.few, a.count)); });
  add("one_hot of braces", [](Arguments& a) { a.see(ndx::one_hot({{0}, {1}}, a.count)); });
  add("one_hot with options", [](Arguments& a) {
    a.see(ndx::one_hot<float>(a.few, a.count, {.dim = a.dim, .on = 2.f, .bounds = a.bounds}));
  });
  add_repeats(add);
}

}  // namespace ndx_test
