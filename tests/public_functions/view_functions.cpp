// The views of a tensor as functions.
#include <ndx/ops/shape/view_functions.hpp>

#include "public_functions.hpp"

namespace ndx_test {

static void add_reshapes(Registry& add) {
  add("reshape", [](Arguments& a) { a.see(ndx::reshape(a.floats, a.other_shape)); });
  add("reshape to separate sizes", [](Arguments& a) { a.see(ndx::reshape(a.floats, -1)); });
  add("view", [](Arguments& a) { a.see(ndx::view(a.floats, a.shape)); });
  add("view of separate sizes", [](Arguments& a) { a.see(ndx::view(a.floats, a.position, -1)); });
  add("flatten", [](Arguments& a) { a.see(ndx::flatten(a.floats, a.dim, a.other_dim)); });
  add("ravel", [](Arguments& a) { a.see(ndx::ravel(a.floats)); });
  add("contiguous", [](Arguments& a) { a.see(ndx::contiguous(a.floats)); });
  add("contiguous of what is not",
      [](Arguments& a) { a.see(ndx::contiguous(ndx::transpose(a.floats))); });
  add("clone", [](Arguments& a) { a.see(ndx::clone(a.floats)); });
  add("as_strided", [](Arguments& a) { a.see(ndx::as_strided(a.floats, a.shape, a.strides)); });
  add("as_strided from an offset", [](Arguments& a) {
    a.see(ndx::as_strided(a.floats, a.sizes, {a.step, a.step}, a.position));
  });
  add("squeeze", [](Arguments& a) { a.see(ndx::squeeze(a.floats)); });
  add("squeeze a dim", [](Arguments& a) { a.see(ndx::squeeze(a.floats, a.dim)); });
  add("squeeze dims", [](Arguments& a) { a.see(ndx::squeeze(a.floats, a.dims)); });
  add("unsqueeze", [](Arguments& a) { a.see(ndx::unsqueeze(a.floats, a.dim)); });
  add("expand", [](Arguments& a) { a.see(ndx::expand(a.one, a.shape)); });
  add("expand to separate sizes",
      [](Arguments& a) { a.see(ndx::expand(a.one, a.count, a.position)); });
  add("broadcast_to", [](Arguments& a) { a.see(ndx::broadcast_to(a.one, a.shape)); });
}

static void add_rearrangements(Registry& add) {
  add("permute", [](Arguments& a) { a.see(ndx::permute(a.floats, a.dims)); });
  add("permute separate dims", [](Arguments& a) { a.see(ndx::permute(a.list, a.dim)); });
  add("transpose", [](Arguments& a) { a.see(ndx::transpose(a.floats)); });
  add("transpose two dims",
      [](Arguments& a) { a.see(ndx::transpose(a.floats, a.dim, a.other_dim)); });
  add("transpose all dims", [](Arguments& a) { a.see(ndx::transpose(a.floats, a.dims)); });
  add("movedim", [](Arguments& a) { a.see(ndx::movedim(a.floats, a.dim, a.other_dim)); });
  add("movedim lists of dims", [](Arguments& a) {
    a.see(ndx::movedim(a.floats, {a.dim, a.other_dim}, {a.other_dim, a.dim}));
  });
  add("flip", [](Arguments& a) { a.see(ndx::flip(a.floats)); });
  add("flip a dim", [](Arguments& a) { a.see(ndx::flip(a.floats, a.dim)); });
  add("flip a list of dims", [](Arguments& a) { a.see(ndx::flip(a.floats, a.dims)); });
}

static void add_parts(Registry& add) {
  add("select", [](Arguments& a) { a.see(ndx::select(a.floats, a.dim, a.position)); });
  add("narrow", [](Arguments& a) { a.see(ndx::narrow(a.floats, a.dim, a.position, a.step)); });
  add("slice", [](Arguments& a) { a.see(ndx::slice(a.floats, a.dim, a.slice)); });
  add("slice from start to end",
      [](Arguments& a) { a.see(ndx::slice(a.floats, a.dim, a.position, ndx::None, 1)); });
  add("diagonal",
      [](Arguments& a) { a.see(ndx::diagonal(a.floats, a.position, a.dim, a.other_dim)); });
  add("unfold", [](Arguments& a) { a.see(ndx::unfold(a.floats, a.dim, a.count, a.step)); });
  add("unbind", [](Arguments& a) { a.see(ndx::unbind(a.floats, a.dim)); });
  add("split", [](Arguments& a) { a.see(ndx::split(a.floats, a.count, a.dim)); });
  add("split by sizes", [](Arguments& a) { a.see(ndx::split(a.floats, a.sizes, a.dim)); });
  add("chunk", [](Arguments& a) { a.see(ndx::chunk(a.floats, a.count, a.dim)); });
}

void add_view_functions(Registry& add) {
  add_reshapes(add);
  add_rearrangements(add);
  add_parts(add);
}

}  // namespace ndx_test
