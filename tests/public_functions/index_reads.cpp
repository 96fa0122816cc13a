// Reading by an index, under each of the four rules.
#include "public_functions.hpp"

namespace ndx_test {

using ndx::Bounds;
using ndx::Ellipsis;
using ndx::None;

static void add_reads(Registry& add) {
  add("IndexMethods::index", [](Arguments& a) { a.see(a.floats.index(a.terms)); });
  add("IndexMethods::index a view",
      [](Arguments& a) { a.see(a.floats.index({a.position, None, a.slice, "..."})); });
  add("IndexMethods::index by an index tensor",
      [](Arguments& a) { a.see(a.floats.index({Slice(), a.few})); });
  add("IndexMethods::index by 32-bit integers",
      [](Arguments& a) { a.see(a.floats.index({a.narrow_index})); });
  add("IndexMethods::index by a mask", [](Arguments& a) { a.see(a.floats.index({a.mask})); });
  add("IndexMethods::index mixed", [](Arguments& a) {
    a.see(a.floats.index({a.index, a.slice, a.position, None, Ellipsis, true}));
  });
  add("IndexMethods::index by two masks",
      [](Arguments& a) { a.see(a.floats.index({a.row_mask, None, true})); });
  add("IndexMethods::index by a list",
      [](Arguments& a) { a.see(a.floats.index({std::vector<index_t>{a.position, a.dim}, 0})); });
  add("IndexMethods::index by a vector of tensors",
      [](Arguments& a) { a.see(a.floats.index(std::vector<Tensor<index_t>>{a.few, a.few})); });
  add("IndexMethods::index with bounds",
      [](Arguments& a) { a.see(a.floats.index({a.few}, {.bounds = a.bounds})); });
  add("IndexMethods::index one argument", [](Arguments& a) { a.see(a.floats.index(a.index)); });
  add("IndexMethods::index two arguments",
      [](Arguments& a) { a.see(a.floats.index(a.index, a.slice)); });
  add("IndexMethods::index three arguments",
      [](Arguments& a) { a.see(a.floats.index(a.index, a.position, None)); });
  add("IndexMethods::index four arguments",
      [](Arguments& a) { a.see(a.floats.index(a.position, "...", None, a.slice)); });
  add("IndexMethods::index five arguments",
      [](Arguments& a) { a.see(a.floats.index(None, a.index, "...", None, a.slice)); });
}

static void add_index_into(Registry& add) {
  add("IndexMethods::index_into", [](Arguments& a) { a.floats.index_into(a.out, a.terms); });
  add("IndexMethods::index_into a view", [](Arguments& a) { a.floats.index_into(a.out, {"..."}); });
  add("IndexMethods::index_into itself",
      [](Arguments& a) { a.floats.index_into(a.floats, {a.index}); });
  add("IndexMethods::index_into with fill",
      [](Arguments& a) { a.floats.index_into(a.out, {a.index}, {.bounds = Bounds::fill}); });
  add("IndexMethods::index_into with fill and a mask", [](Arguments& a) {
    a.floats.index_into(a.out.slice(0, Slice(1, None, 2)), {a.row_mask}, {.bounds = Bounds::fill});
  });
}

static void add_numpy(Registry& add) {
  add("IndexMethods::numpy_index",
      [](Arguments& a) { a.see(a.floats.numpy_index({a.position, Slice(), a.few})); });
  add("IndexMethods::numpy_index with bounds", [](Arguments& a) {
    a.see(a.floats.numpy_index({a.index, a.position}, {.bounds = a.bounds, .fill = 1}));
  });
  add("IndexMethods::numpy_index_into",
      [](Arguments& a) { a.floats.numpy_index_into(a.out, a.terms, {.bounds = a.bounds}); });
}

static void add_outer(Registry& add) {
  add("IndexMethods::oindex",
      [](Arguments& a) { a.see(a.floats.oindex({a.narrow_index, a.few})); });
  add("IndexMethods::oindex by a mask",
      [](Arguments& a) { a.see(a.floats.oindex({a.row_mask, a.slice})); });
  add("IndexMethods::oindex with bounds", [](Arguments& a) {
    a.see(a.floats.oindex({a.index, a.slice, a.few}, {.bounds = a.bounds, .fill = 1}));
  });
  add("IndexMethods::oindex_into",
      [](Arguments& a) { a.floats.oindex_into(a.out, a.terms, {.bounds = a.bounds}); });
}

static void add_vectorized(Registry& add) {
  add("IndexMethods::vindex",
      [](Arguments& a) { a.see(a.floats.vindex({Slice(), a.few, a.position})); });
  add("IndexMethods::vindex with bounds", [](Arguments& a) {
    a.see(a.floats.vindex({a.index, a.slice}, {.bounds = a.bounds, .fill = 1}));
  });
  add("IndexMethods::vindex_into",
      [](Arguments& a) { a.floats.vindex_into(a.out, a.terms, {.bounds = a.bounds}); });
}

void add_index_reads(Registry& add) {
  add_reads(add);
  add_index_into(add);
  add_numpy(add);
  add_outer(add);
  add_vectorized(add);
}

}  // namespace ndx_test
