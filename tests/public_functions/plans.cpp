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
  add("Plan::gather", [](Arguments& a) { a.see(a.floats.plan(a.terms).gather(a.floats)); });
  add("Plan::gather of outer indices", [](Arguments& a) {
    a.see(
        a.floats.plan({a.row_mask, a.few}, {.rule = ndx::IndexRule::outer}).gather(a.floats, 1.f));
  });
  add("Plan::gather_into",
      [](Arguments& a) { a.floats.plan(a.terms).gather_into(a.out, a.floats); });
  add("Plan::gather_into itself",
      [](Arguments& a) { a.floats.plan({a.index}).gather_into(a.floats, a.floats); });
  add("Plan::scatter_",
      [](Arguments& a) { a.see(a.floats.plan(a.terms).scatter_(a.floats, a.others)); });
  add("Plan::scatter_ accumulated",
      [](Arguments& a) { a.see(a.floats.plan({a.few}).scatter_(a.floats, a.scalar, true)); });
  add("Plan::scatter_ a view",
      [](Arguments& a) { a.see(a.floats.plan({a.slice}).scatter_(a.floats, a.one)); });
}

}  // namespace ndx_test
