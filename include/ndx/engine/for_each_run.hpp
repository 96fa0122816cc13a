// Visits what a plan selects, run by run, without reading or writing elements.
//
// A run is a range of elements that are adjacent both in the source and in the result. Code that
// moves elements by other means than the kernels, such as reads of a file or messages to another
// process, needs only the runs: their offsets, places and lengths.
#pragma once

#include <ndx/engine/work_units.hpp>
#include <ndx/kernel/index/gather_scatter.hpp>
#include <ndx/plan/partition/split_plan.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Calls body(run) for the elements of a strided row. They are one run if both steps are 1;
/// otherwise each element is a run.
template <class Body>
void for_each_run_of_row(index_t offset, index_t place, index_t count, const Offsets<2>& steps,
                         const Body& body) {
  if (count == 1 || (steps[0] == 1 && steps[1] == 1)) return body(PlanRun{offset, place, count});
  for (index_t k = 0; k < count; ++k) body(PlanRun{offset + k * steps[0], place + k * steps[1], 1});
}

template <class Body>
void for_each_run_of_loop(const Loop<2>& loop, index_t offset, index_t place, const Body& body) {
  kernel::RowWalk<2> row(loop);
  do for_each_run_of_row(offset + row.at[0], place + row.at[1], row.count, row.step, body);
  while (row.next());
}

/// Number of runs in a loop over elements.
inline index_t count_runs(const Loop<2>& loop) noexcept {
  index_t runs = 1;
  for (std::size_t d = 0; d < loop.rank; ++d) {
    const bool is_run = d + 1 == loop.rank && loop.strides[0][d] == 1 && loop.strides[1][d] == 1;
    runs *= is_run ? 1 : loop.sizes[d];
  }
  return runs;
}

/// Number of runs that for_each_run visits, plus those that the policy skips.
inline index_t count_runs(const IndexPlan& plan) {
  if (is_empty(plan.result_shape()) || plan.is_outside) return 0;
  const Dims linear = contiguous_strides(plan.result_shape());
  if (!plan.is_copied())
    return count_runs(make_loop<2>(plan.view.shape, {plan.view.strides, linear}));
  const IndexedLoop loop(plan, linear, Repeats::all);
  return loop.position_count() * numel(DimsView(loop.outer.sizes, loop.outer.rank)) *
         count_runs(loop.inner);
}

/// Calls body(run) for everything that the plan selects. Offsets are those of the plan's view;
/// places count in the row-major order of the result. Of several positions that select one element,
/// a later one is visited later. Throws IndexError if an index is out of bounds, possibly after
/// some calls; a frozen plan has no such index.
template <class Body>
void for_each_run(const IndexPlan& plan, const Body& body) {
  if (is_empty(plan.result_shape()) || plan.is_outside) return;
  const Dims linear = contiguous_strides(plan.result_shape());
  if (!plan.is_copied()) {
    const Loop<2> loop = make_loop<2>(plan.view.shape, {plan.view.strides, linear});
    return for_each_run_of_loop(loop, plan.view.offset, 0, body);
  }
  IndexedLoop loop(plan, linear, Repeats::all);
  const kernel::InnerLoop& row = loop.inner;
  const bool is_run =
      row.rank == 0 || (row.rank == 1 && row.strides[0][0] == 1 && row.strides[1][0] == 1);
  const index_t length = row.rank == 0 ? 1 : row.sizes[0];
  const WorkUnits units(plan, loop, 1);
  for (BlockWalk walk(units); walk.next();) {
    for (index_t k = 0; k < walk.block.count; ++k) {
      const index_t offset = walk.indexed + walk.block.offset(k);
      const index_t place = walk.linear + walk.block.linear(k);
      if (is_run) {
        body(PlanRun{offset, place, length});
      } else {
        for_each_run_of_loop(row, offset, place, body);
      }
    }
  }
}

}  // namespace detail
NDX_NAMESPACE_END
