// Masks and conditions.
#include <ndx/ops/mask/conditions.hpp>
#include <ndx/ops/mask/masks.hpp>

#include "public_functions.hpp"

namespace ndx_test {

void add_masks(Registry& add) {
  add("masked_select", [](Arguments& a) { a.see(ndx::masked_select(a.floats, a.mask)); });
  add("masked_fill_", [](Arguments& a) { a.see(ndx::masked_fill_(a.floats, a.mask, a.scalar)); });
  add("masked_fill_ the mask",
      [](Arguments& a) { a.see(ndx::masked_fill_(a.mask, a.mask.flip(), false)); });
  add("masked_fill_ a tensor",
      [](Arguments& a) { a.see(ndx::masked_fill_(a.floats, a.mask, a.one)); });
  add("masked_fill", [](Arguments& a) { a.see(ndx::masked_fill(a.floats, a.mask, a.scalar)); });
  add("masked_scatter_",
      [](Arguments& a) { a.see(ndx::masked_scatter_(a.floats, a.mask, a.others)); });
  add("masked_scatter_ its own elements",
      [](Arguments& a) { a.see(ndx::masked_scatter_(a.floats, a.mask, a.floats)); });
  add("masked_scatter",
      [](Arguments& a) { a.see(ndx::masked_scatter(a.floats, a.mask, a.integers)); });
  add("compress", [](Arguments& a) { a.see(ndx::compress(a.floats, a.mask.ravel())); });
  add("compress along a dim",
      [](Arguments& a) { a.see(ndx::compress(a.floats, a.row_mask, a.dim)); });
  add("extract", [](Arguments& a) { a.see(ndx::extract(a.floats, a.mask)); });
  add("extract by numbers", [](Arguments& a) { a.see(ndx::extract(a.floats, a.integers)); });
  add("place", [](Arguments& a) { a.see(ndx::place(a.floats, a.mask, a.list)); });
  add("place braces", [](Arguments& a) { a.see(ndx::place(a.floats, a.integers, {1.f, 2.f})); });
  add("place its own elements",
      [](Arguments& a) { a.see(ndx::place(a.floats, a.mask, a.floats)); });
  add("putmask", [](Arguments& a) { a.see(ndx::putmask(a.floats, a.mask, a.others)); });
  add("putmask a scalar", [](Arguments& a) { a.see(ndx::putmask(a.floats, a.mask, a.scalar)); });
  add("putmask cycled", [](Arguments& a) { a.see(ndx::putmask(a.floats, a.integers, a.list)); });
}

}  // namespace ndx_test
