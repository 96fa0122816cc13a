// Writing by an index, under each of the four rules, and what t[…] does.
#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/arithmetic/logical.hpp>
#include <ndx/ops/math/rounding.hpp>

#include "public_functions.hpp"

namespace ndx_test {

using ndx::Bounds;
using ndx::None;
using ndx::Reduce;

static void add_puts(Registry& add) {
  add("IndexMethods::index_put_", [](Arguments& a) { a.floats.index_put_(a.terms, a.others); });
  add("IndexMethods::index_put_ a scalar",
      [](Arguments& a) { a.floats.index_put_({Slice(), a.few}, a.scalar); });
  add("IndexMethods::index_put_ a tensor in braces",
      [](Arguments& a) { a.floats.index_put_({a.position}, {a.one}); });
  add("IndexMethods::index_put_ a view",
      [](Arguments& a) { a.floats.index_put_({a.position, "...", a.slice}, a.one); });
  add("IndexMethods::index_put_ added to a view",
      [](Arguments& a) { a.floats.index_put_({a.position, "...", a.slice}, a.one, true); });
  add("IndexMethods::index_put_ a mask",
      [](Arguments& a) { a.floats.index_put_({a.mask}, a.scalar); });
  add("IndexMethods::index_put_ a mask of rows",
      [](Arguments& a) { a.floats.index_put_({a.row_mask}, {1.f}); });
  add("IndexMethods::index_put_ accumulated",
      [](Arguments& a) { a.floats.index_put_({a.index}, a.others, true); });
  add("IndexMethods::index_put_ its maximum", [](Arguments& a) {
    a.floats.index_put_({a.narrow_index}, a.others, {.reduce = Reduce::maximum});
  });
  add("IndexMethods::index_put_ with bounds",
      [](Arguments& a) { a.floats.index_put_({a.few, a.position}, a.one, {.bounds = a.bounds}); });
  add("IndexMethods::index_put_ by a vector of tensors",
      [](Arguments& a) { a.floats.index_put_(std::vector<Tensor<index_t>>{a.few}, a.scalar); });
  add("IndexMethods::index_put_ by a vector of tensors, to a temporary", [](Arguments& a) {
    a.see(Tensor<float>(a.floats).index_put_(std::vector<Tensor<index_t>>{a.few}, a.scalar));
  });
  add("IndexMethods::index_put by a vector of tensors", [](Arguments& a) {
    a.see(a.floats.index_put(std::vector<Tensor<index_t>>{a.few}, a.scalar));
  });
  add("IndexMethods::index_put_ converted",
      [](Arguments& a) { a.floats.index_put_(a.terms, a.integers); });
  add("IndexMethods::index_put_ its own elements",
      [](Arguments& a) { a.floats.index_put_({a.index}, a.floats); });
  add("IndexMethods::index_put_ into the index",
      [](Arguments& a) { a.index.index_put_({a.index}, a.index); });
  add("IndexMethods::index_put_ added to the index",
      [](Arguments& a) { a.index.index_put_({a.index}, a.position, true); });
  add("IndexMethods::index_put_ into the mask",
      [](Arguments& a) { a.mask.index_put_({a.mask}, false); });
  add("IndexMethods::index_put_ to a temporary",
      [](Arguments& a) { a.see(a.floats.select(a.dim, a.position).index_put_({a.few}, a.one)); });
  add("IndexMethods::index_put",
      [](Arguments& a) { a.see(a.floats.index_put(a.terms, a.others)); });
}

static void add_numpy_writes(Registry& add) {
  add("IndexMethods::numpy_index_put_",
      [](Arguments& a) { a.floats.numpy_index_put_({a.position, Slice(), a.few}, a.scalar); });
  add("IndexMethods::numpy_index_put_ to a temporary", [](Arguments& a) {
    a.see(a.floats.flip().numpy_index_put_({a.few, a.position}, a.one, {.bounds = a.bounds}));
  });
  add("IndexMethods::numpy_index_put accumulated",
      [](Arguments& a) { a.see(a.floats.numpy_index_put(a.terms, a.others, true)); });
}

static void add_outer_writes(Registry& add) {
  add("IndexMethods::oindex_put_",
      [](Arguments& a) { a.floats.oindex_put_({a.row_mask, a.few}, a.scalar); });
  add("IndexMethods::oindex_put_ to a temporary", [](Arguments& a) {
    a.see(a.floats.flip().oindex_put_({a.index, a.slice, a.few}, a.one, {.bounds = a.bounds}));
  });
  add("IndexMethods::oindex_put accumulated",
      [](Arguments& a) { a.see(a.floats.oindex_put(a.terms, a.others, true)); });
}

static void add_vectorized_writes(Registry& add) {
  add("IndexMethods::vindex_put_",
      [](Arguments& a) { a.floats.vindex_put_({Slice(), a.few, a.position}, a.scalar); });
  add("IndexMethods::vindex_put_ to a temporary", [](Arguments& a) {
    a.see(a.floats.flip().vindex_put_({a.few, a.slice}, a.one, {.bounds = a.bounds}));
  });
  add("IndexMethods::vindex_put accumulated",
      [](Arguments& a) { a.see(a.floats.vindex_put(a.terms, a.others, true)); });
}

static void add_subscripts(Registry& add) {
  add("IndexMethods::operator[]", [](Arguments& a) {
    const Tensor<float> part = a.floats[{a.index, a.slice}];
    a.see(part);
  });
  add("IndexMethods::operator[] of one term", [](Arguments& a) {
    const Tensor<float> part = a.floats[a.few];
    a.see(part);
  });
  add("Subscript::operator Tensor<T>", [](Arguments& a) {
    const Tensor<float> part = a.floats[a.position];
    a.see(part);
  });
  add("Subscript::operator Tensor<const U>", [](Arguments& a) {
    const Tensor<const float> part = a.floats[{a.mask}];
    a.see(part);
  });
  add("IndexMethods::operator[] of a subscript",
      [](Arguments& a) { a.floats[ndx::Ellipsis][a.few] = a.scalar; });
  add("IndexMethods::operator[] of a subscript, updated",
      [](Arguments& a) { a.floats[a.position][{a.slice}] += a.others[a.position][{a.slice}]; });
  add("Subscript::operator=", [](Arguments& a) { a.floats[a.terms] = a.others; });
  add("Subscript::operator= of another",
      [](Arguments& a) { a.floats[a.position] = a.others[a.position]; });
  add("Subscript::operator= of another type",
      [](Arguments& a) { a.floats[{a.index}] = a.integers[{a.index}]; });
  add("Subscript::operator+=", [](Arguments& a) { a.floats[{a.index}] += a.others; });
  add("Subscript::operator+= on a view",
      [](Arguments& a) { a.floats[{a.slice}] += a.others[{a.slice}]; });
  add("Subscript::operator-=", [](Arguments& a) { a.floats[{a.mask}] -= a.scalar; });
  add("Subscript::operator*=", [](Arguments& a) { a.floats[{a.few}] *= a.one; });
  add("Subscript::operator/=", [](Arguments& a) { a.floats[{a.slice}] /= a.scalar; });
  add("Subscript::operator<<=", [](Arguments& a) { a.integers[{a.few}] <<= a.count; });
  add("Subscript::operator>>=", [](Arguments& a) { a.integers[{a.few}] >>= a.count; });
  add("Subscript::operator%=", [](Arguments& a) { a.integers[{a.few}] %= a.count; });
  add("Subscript::operator&=", [](Arguments& a) { a.integers[{a.few}] &= a.count; });
  add("Subscript::operator|=", [](Arguments& a) { a.integers[{a.slice}] |= a.more[{a.slice}]; });
  add("Subscript::operator^=", [](Arguments& a) { a.integers[{a.mask}] ^= a.count; });
}

void add_index_writes(Registry& add) {
  add_puts(add);
  add_numpy_writes(add);
  add_outer_writes(add);
  add_vectorized_writes(add);
  add_subscripts(add);
}

}  // namespace ndx_test
