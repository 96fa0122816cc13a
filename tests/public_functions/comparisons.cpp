// Comparing, and choosing by what was compared.
#include <ndx/ops/arithmetic/compare.hpp>
#include <ndx/ops/arithmetic/equal.hpp>
#include <ndx/ops/mask/where.hpp>

#include "public_functions.hpp"

namespace ndx_test {

void add_comparisons(Registry& add) {
  add("operator==", [](Arguments& a) { a.see(a.floats == a.others); });
  add("operator== of two types", [](Arguments& a) { a.see(a.mask == a.integers); });
  add("operator!=", [](Arguments& a) { a.see(a.integers != a.count); });
  add("operator<", [](Arguments& a) { a.see(a.floats < a.scalar); });
  add("operator<=", [](Arguments& a) { a.see(a.floats <= a.integers); });
  add("operator>", [](Arguments& a) { a.see(a.integers > a.more); });
  add("operator>=", [](Arguments& a) { a.see(a.floats >= a.one); });
  add("equal", [](Arguments& a) { a.see(ndx::equal(a.floats, a.others)); });
  add("array_equal", [](Arguments& a) { a.see(ndx::array_equal(a.floats, a.others, true)); });
  add("isclose", [](Arguments& a) { a.see(ndx::isclose(a.floats, a.others)); });
  add("allclose", [](Arguments& a) { a.see(ndx::allclose(a.floats, a.integers)); });
  add("where", [](Arguments& a) { a.see(ndx::where(a.mask)); });
  add("where of two tensors", [](Arguments& a) { a.see(ndx::where(a.mask, a.floats, a.others)); });
  add("where of two types",
      [](Arguments& a) { a.see(ndx::where(a.floats, a.integers, a.scalar)); });
}

}  // namespace ndx_test
