// Plans.
#include "public_functions.hpp"

namespace ndx_test {

using ndx::Plan;

void add_plans(Registry& add) {
  add("IndexMethods::plan", [](Arguments& a) { a.see(a.floats.plan(a.terms).is_view()); });
  add("IndexMethods::plan of masks",
      [](Arguments& a) { a.see(a.floats.plan({a.mask}).result_shape()); });
  add("Plan::Plan", [](Arguments& a) {
    a.see(Plan({.rule = a.rule, .bounds = a.bounds}, a.floats.layout(), a.terms));
  });
  add("Plan::result_shape",
      [](Arguments& a) { a.see(a.floats.plan({a.index, a.slice}).result_shape()); });
  add("Plan::is_view", [](Arguments& a) { a.see(a.floats.plan({a.slice}).is_view()); });
  add("Plan::read", [](Arguments& a) { a.see(a.floats.plan(a.terms).read(a.floats)); });
  add("Plan::read of outer indices", [](Arguments& a) {
    a.see(a.floats.plan({a.row_mask, a.few}, {.rule = ndx::IndexRule::outer}).read(a.floats, 1.f));
  });
  add("Plan::read_into", [](Arguments& a) { a.floats.plan(a.terms).read_into(a.out, a.floats); });
  add("Plan::read_into itself",
      [](Arguments& a) { a.floats.plan({a.index}).read_into(a.floats, a.floats); });
  add("Plan::write_",
      [](Arguments& a) { a.see(a.floats.plan(a.terms).write_(a.floats, a.others)); });
  add("Plan::write_ accumulated",
      [](Arguments& a) { a.see(a.floats.plan({a.few}).write_(a.floats, a.scalar, true)); });
  add("Plan::write_ a view",
      [](Arguments& a) { a.see(a.floats.plan({a.slice}).write_(a.floats, a.one)); });
}

}  // namespace ndx_test
