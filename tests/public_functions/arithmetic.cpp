// Calculating element by element.
#include <ndx/ops/arithmetic.hpp>
#include <ndx/ops/logical.hpp>
#include <ndx/ops/math.hpp>

#include "public_functions.hpp"

namespace ndx_test {

static void add_operators(Registry& add) {
  add("operator+", [](Arguments& a) { a.see(a.floats + a.others); });
  add("operator+ a scalar", [](Arguments& a) { a.see(a.floats + a.scalar); });
  add("operator+ of two types", [](Arguments& a) { a.see(a.mask + a.integers); });
  add("operator+ broadcast", [](Arguments& a) { a.see(a.floats + a.one); });
  add("operator-", [](Arguments& a) { a.see(a.floats - a.others); });
  add("operator- unary", [](Arguments& a) { a.see(-a.floats); });
  add("operator*", [](Arguments& a) { a.see(a.integers * a.more); });
  add("operator/", [](Arguments& a) { a.see(a.floats / a.others); });
  add("operator/ of integers", [](Arguments& a) { a.see(a.integers / a.more); });
}

static void add_updates(Registry& add) {
  add("operator+=", [](Arguments& a) { a.floats += a.others; });
  add("operator+= another type", [](Arguments& a) { a.integers += a.floats; });
  add("operator+= itself backwards", [](Arguments& a) { a.floats += a.floats.flip(); });
  add("operator+= on a temporary",
      [](Arguments& a) { a.see(a.floats.select(a.dim, a.position) += a.one); });
  add("operator-=", [](Arguments& a) { a.floats -= a.others; });
  add("operator*=", [](Arguments& a) { a.floats *= a.scalar; });
  add("operator/=", [](Arguments& a) { a.floats /= a.others; });
  add("operator&=", [](Arguments& a) { a.integers &= a.more; });
  add("operator|=", [](Arguments& a) { a.integers |= a.mask; });
  add("operator^=", [](Arguments& a) { a.mask ^= true; });
}

void add_arithmetic(Registry& add) {
  add_operators(add);
  add_updates(add);
  add("operator&", [](Arguments& a) { a.see(a.integers & a.more); });
  add("operator|", [](Arguments& a) { a.see(a.mask | a.integers); });
  add("operator^", [](Arguments& a) { a.see(a.integers ^ a.count); });
  add("operator~", [](Arguments& a) { a.see(~a.mask); });
  add("operator!", [](Arguments& a) { a.see(!a.floats); });
  add("logical_not", [](Arguments& a) { a.see(ndx::logical_not(a.floats)); });
  add("logical_and", [](Arguments& a) { a.see(ndx::logical_and(a.floats, a.integers)); });
  add("logical_or", [](Arguments& a) { a.see(ndx::logical_or(a.mask, a.scalar)); });
  add("logical_xor", [](Arguments& a) { a.see(ndx::logical_xor(a.floats, a.mask)); });
  add("exp", [](Arguments& a) { a.see(ndx::exp(a.others)); });
  add("log", [](Arguments& a) { a.see(ndx::log(a.more)); });
  add("sqrt", [](Arguments& a) { a.see(ndx::sqrt(a.others)); });
  add("abs", [](Arguments& a) { a.see(ndx::abs(a.integers)); });
}

}  // namespace ndx_test
