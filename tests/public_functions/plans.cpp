// Plans, and the terms of an index.
#include <ndx/index/literal.hpp>
#include <ndx/index/print.hpp>
#include <ndx/index/result_shape.hpp>

#include "public_functions.hpp"

namespace ndx_test {

using ndx::Plan;
using ndx::TensorIndex;

static void add_terms(Registry& add) {
  add("result_shape", [](Arguments& a) { a.see(ndx::result_shape(a.shape, a.terms, a.rule)); });
  add("would_copy", [](Arguments& a) { a.see(ndx::would_copy(a.terms)); });
  add("resolve", [](Arguments& a) {
    if (a.slice.step.value_or(1) != 0) a.see(ndx::resolve(a.slice, a.floats.numel()));
  });
  add("Slice::Slice",
      [](Arguments& a) { a.see(a.floats.index({Slice(a.position, a.count, a.step)})); });
  add("Slice::Slice of everything", [](Arguments& a) { a.see(a.floats.index({Slice()})); });
  add("SliceBound::SliceBound of a tensor",
      [](Arguments& a) { a.see(Slice(a.one.to<index_t>())); });
  add("TensorIndex::TensorIndex", [](Arguments& a) { a.see(TensorIndex(a.position)); });
  add("TensorIndex::TensorIndex of an index tensor",
      [](Arguments& a) { a.see(TensorIndex(a.index)); });
  add("TensorIndex::TensorIndex of a mask", [](Arguments& a) { a.see(TensorIndex(a.mask)); });
  add("TensorIndex::TensorIndex of parts",
      [](Arguments& a) { a.see(TensorIndex(a.index.untyped())); });
  add("TensorIndex::TensorIndex of a list",
      [](Arguments& a) { a.see(TensorIndex(std::vector<index_t>{a.position})); });
  add("TensorIndex::TensorIndex of bools", [](Arguments& a) {
    a.see(TensorIndex(std::vector<bool>{true, false}));
  });
  add("TensorIndex::TensorIndex copied", [](Arguments& a) {
    for (const TensorIndex& term : a.terms) a.see(TensorIndex(term));
  });
  add("TensorIndex::operator=", [](Arguments& a) {
    TensorIndex term(a.position);
    for (const TensorIndex& other : a.terms) term = other;
  });
  add("operator\"\"_ix", [](Arguments& a) {
    using namespace ndx::literals;
    a.see(a.floats.index("[[0, 1]], ..., None, 0:1"_ix));
  });
  add("IndexTemplate::operator()", [](Arguments& a) {
    using namespace ndx::literals;
    a.see(a.floats.index("{}, :, {}"_ix(a.index, a.position)));
  });
}

void add_plans(Registry& add) {
  add_terms(add);
  add("IndexMethods::plan", [](Arguments& a) { a.see(a.floats.plan(a.terms).is_view()); });
  add("IndexMethods::plan of masks",
      [](Arguments& a) { a.see(a.floats.plan({a.mask}).result_shape()); });
  add("Plan::Plan", [](Arguments& a) {
    a.see(Plan({.rule = a.rule, .bounds = a.bounds}, a.floats.layout(), a.terms));
  });
  add("Plan::result_shape", [](Arguments& a) {
    a.see(a.floats.plan({a.index, a.slice}).result_shape());
  });
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
