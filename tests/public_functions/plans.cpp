// Plans.
#include <new>

#include <ndx/indexed.hpp>
#include <ndx/tensor/plan_parts.hpp>

#include "public_functions.hpp"

namespace ndx_test {

using ndx::IndexedView;
using ndx::Partition;
using ndx::Plan;

namespace {

/// A partition of the floats; of many floats ten parts, as half a million would take longer than all other
/// functions.
Partition partition_of(const Arguments& a) {
  const index_t all = a.floats.numel();
  return Partition::ranges(a.floats.shape(), all < 10'000 ? a.count : all / 10);
}

/// How a plan of the floats is cut by it.
struct Cut {
  explicit Cut(Arguments& a)
      : partition(partition_of(a)), parts(split(a.floats.plan({a.index}), partition)) {}

  /// The elements of the first part that is touched.
  Tensor<float> memory(Arguments& a) const {
    return a.floats.reshape({-1}).index({Slice(0, parts[0].elements)});
  }

  Partition partition;
  ndx::Split parts;
};

/// Takes runs until it has had enough: a stretched tensor never ends.
struct SomeRuns {
  void operator()(const ndx::PlanRun& /*run*/) const {
    if (++seen > 1000) throw std::bad_alloc();
  }
  mutable int seen = 0;
};

}  // namespace

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
  add("Plan::source", [](Arguments& a) { a.see(a.floats.plan({a.few}).source().shape); });
  add("Plan::run_count", [](Arguments& a) { a.see(a.floats.plan(a.terms).run_count()); });
  add("Plan::for_each_run", [](Arguments& a) { a.floats.plan(a.terms).for_each_run(SomeRuns()); });
  add("Plan::skips", [](Arguments& a) { a.see(a.floats.plan({a.few}).skips()); });
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
  add("IndexMethods::indexed", [](Arguments& a) {
    a.see(a.floats.indexed(a.terms, {.rule = a.rule, .bounds = a.bounds}).shape());
  });
  add("IndexedView::IndexedView",
      [](Arguments& a) { a.see(IndexedView<float>(a.floats).shape()); });
  add("IndexedView::shape", [](Arguments& a) {
    const auto view = a.floats.indexed({a.index});
    a.see(view.shape());
  });
  add("IndexedView::shape of a temporary",
      [](Arguments& a) { a.see(a.floats.indexed({a.mask}).shape()); });
  add("IndexedView::size", [](Arguments& a) { a.see(a.floats.indexed({a.index}).size(a.dim)); });
  add("IndexedView::dim", [](Arguments& a) { a.see(a.floats.indexed({a.index}).dim()); });
  add("IndexedView::numel", [](Arguments& a) { a.see(a.floats.indexed({a.index}).numel()); });
  add("IndexedView::dtype",
      [](Arguments& a) { a.see(static_cast<int>(a.floats.indexed({a.index}).dtype())); });
  add("IndexedView::layout",
      [](Arguments& a) { a.see(a.floats.indexed({a.index}).layout().shape); });
  add("IndexedView::is_view", [](Arguments& a) { a.see(a.floats.indexed(a.terms).is_view()); });
  add("IndexedView::indexed",
      [](Arguments& a) { a.see(a.floats.indexed(a.terms).indexed({a.few}).read()); });
  add("IndexedView::index", [](Arguments& a) {
    a.see(a.floats.indexed({a.few}).index({Slice(a.position), "..."}).read());
  });
  add("IndexedView::select",
      [](Arguments& a) { a.see(a.floats.indexed({a.few}).select(a.dim, a.position).shape()); });
  add("IndexedView::slice",
      [](Arguments& a) { a.see(a.floats.indexed({a.few}).slice(a.dim, a.slice).read()); });
  add("IndexedView::narrow",
      [](Arguments& a) { a.see(a.floats.indexed({a.few}).narrow(a.dim, 0, a.count).shape()); });
  add("IndexedView::permute",
      [](Arguments& a) { a.see(a.floats.indexed({a.few}).permute(a.dims).shape()); });
  add("IndexedView::transpose",
      [](Arguments& a) { a.see(a.floats.indexed({a.few}).transpose(a.dim, 0).shape()); });
  add("IndexedView::movedim",
      [](Arguments& a) { a.see(a.floats.indexed({a.few}).movedim({a.dim}, {0}).shape()); });
  add("IndexedView::flip",
      [](Arguments& a) { a.see(a.floats.indexed({a.few}).flip(a.dims).shape()); });
  add("IndexedView::squeeze",
      [](Arguments& a) { a.see(a.floats.indexed({a.few}).squeeze().shape()); });
  add("IndexedView::squeeze dims",
      [](Arguments& a) { a.see(a.floats.indexed({a.few}).squeeze(a.dims).shape()); });
  add("IndexedView::unsqueeze",
      [](Arguments& a) { a.see(a.floats.indexed({a.few}).unsqueeze(a.dim).shape()); });
  add("IndexedView::expand",
      [](Arguments& a) { a.see(a.floats.indexed(a.terms).expand(a.shape).shape()); });
  add("IndexedView::read",
      [](Arguments& a) { a.see(a.floats.indexed({a.index, a.slice}).read()); });
  add("IndexedView::operator Tensor<T>",
      [](Arguments& a) { a.see(Tensor<float>(a.floats.indexed({a.mask}))); });
  add("IndexedView::to", [](Arguments& a) { a.see(a.floats.indexed({a.index}).to<double>()); });
  add("IndexedView::read_into",
      [](Arguments& a) { a.floats.indexed(a.terms).flip(a.dims).read_into(a.out); });
  add("IndexedView::write_", [](Arguments& a) {
    a.floats.indexed(a.terms).write_(a.others, {.reduce = ndx::Reduce::add});
  });
  add("IndexedView::copy_", [](Arguments& a) { a.floats.indexed({a.index}).copy_(a.one); });
  add("IndexedView::fill_", [](Arguments& a) { a.floats.indexed({a.few}).fill_(a.scalar); });
  add("embedding_bag", [](Arguments& a) {
    a.see(embedding_bag(a.floats.reshape({-1, a.floats.size(-1)}), a.few,
                        {.offsets = ndx::tensor({0, 2, 2})}));
  });
  add("embedding_bag_update_", [](Arguments& a) {
    const auto rows = a.floats.reshape({-1, a.floats.size(-1)});
    a.see(embedding_bag_update_(rows, a.few, a.others.reshape(rows.shape()).slice(0, Slice(0, 3)),
                                a.scalar, {.offsets = ndx::tensor({0, 2, 2})}));
  });
  add("Partition::blocks",
      [](Arguments& a) { a.see(Partition::blocks(a.floats.shape(), a.count).count()); });
  add("Partition::bounds", [](Arguments& a) {
    a.see(Partition::bounds(a.floats.shape(), {0, a.position, a.floats.size(0)}).count());
  });
  add("Partition::ranges",
      [](Arguments& a) { a.see(Partition::ranges(a.floats.shape(), a.count).count()); });
  add("Partition::grid",
      [](Arguments& a) { a.see(Partition::grid(a.floats.shape(), a.floats.shape()).count()); });
  add("Partition::largest",
      [](Arguments& a) { a.see(Partition::ranges(a.floats.shape(), a.count).largest()); });
  add("Partition::count",
      [](Arguments& a) { a.see(Partition::blocks(a.floats.shape(), a.step).count()); });
  add("Partition::elements",
      [](Arguments& a) { a.see(Partition::ranges(a.floats.shape(), a.count).elements()); });
  add("Partition::elements of a part",
      [](Arguments& a) { a.see(Partition::ranges(a.floats.shape(), a.count).elements(0)); });
  add("Partition::place",
      [](Arguments& a) { a.see(Partition::ranges(a.floats.shape(), a.count).place(0).part); });
  add("split of a plan", [](Arguments& a) { a.see(Cut(a).parts.empty()); });
  add("Split::Split", [](Arguments& a) {
    const auto one = [](const auto& body) { body(ndx::PlanRun{0, 0, 1}); };
    a.see(ndx::Split(Partition::ranges({1}, a.count), 1, 1, one).empty());
  });
  add("Split::size", [](Arguments& a) { a.see(Cut(a).parts.size() == 0); });
  add("Split::empty", [](Arguments& a) { a.see(Cut(a).parts.empty()); });
  add("Split::runs", [](Arguments& a) { a.see(Cut(a).parts.runs() == 0); });
  add("Split::operator[]", [](Arguments& a) {
    const Cut cut(a);
    if (!cut.parts.empty()) a.see(cut.parts[0].elements);
  });
  add("SplitPart::length_of", [](Arguments& a) {
    const Cut cut(a);
    if (!cut.parts.empty()) a.see(cut.parts[0].length_of(0));
  });
  add("for_each_split", [](Arguments& a) {
    for_each_split(a.floats.plan({a.few}), partition_of(a), a.step,
                   [seen = 0](const ndx::Split& /*some*/) mutable {
                     if (++seen > 1000) throw std::bad_alloc();  // as SomeRuns
                   });
  });
  add("read_part", [](Arguments& a) {
    const Cut cut(a);
    if (!cut.parts.empty()) read_part(cut.parts[0], cut.memory(a), a.out);
  });
  add("write_part", [](Arguments& a) {
    const Cut cut(a);
    const Tensor<const float> value = a.one;
    if (!cut.parts.empty()) write_part(cut.parts[0], cut.memory(a), value);
  });
}

}  // namespace ndx_test
