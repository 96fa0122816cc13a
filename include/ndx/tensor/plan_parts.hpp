// split: cuts a plan by a partition of the source, and runs the parts one at a time.
//
// A plan knows every offset that it reads or writes before it moves anything. Sorted by the parts
// of the source, the offsets say which chunks of a file to read, what to ask which machine for, or
// which elements to move while a part is in the cache. So a tensor can be indexed that is too large
// for the memory of one machine. If each part is run once, in whatever order, the result is that of
// the whole plan, duplicates included. The functions are templates, of which P is Plan, so that only programs that
// call them compile them.
#pragma once

#include <ndx/engine/for_each_run.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class P>
void check_partition(const char* call, const P& plan, const Partition& partition) {
  const index_t elements = numel(plan.source());
  if (!is_contiguous(plan.source())) [[unlikely]]
    throw_value_error(call, ": the plan is for a tensor that is not contiguous, with strides ",
                      DimsView(plan.source().strides));
  if (partition.elements() != elements) [[unlikely]]
    throw_value_error(call, ": the partition is of ", partition.elements(),
                      " elements, the plan's tensor has ", elements);
}

/// Calls body(run) with the runs of a plan, cut where a part ends, as a Split of the plan stores
/// them.
template <class Body>
void for_each_cut_run(const Plan& plan, const Partition& partition, const Body& body) {
  plan.for_each_run([&](PlanRun run) {
    while (run.length > 0) {
      const index_t length = std::min(run.length, partition.place(run.offset).run);
      body(PlanRun{run.offset, run.place, length});
      run = {run.offset + length, run.place + length, run.length - length};
    }
  });
}

/// The number of runs that memory has room for: `at_once` if a single Split holds the whole plan,
/// else `at_a_time` for the runs that are stored before they are sorted.
struct MostRuns {
  index_t at_once;
  index_t at_a_time;
};

/// Returns at most `most` if a Split of the plan has no more runs than that. Parts cut runs, but
/// not into more runs than there are places, so the cut runs are counted only if that does not
/// decide. Runs that the policy skips may be counted too.
template <class P>
index_t count_cut_runs(const P& plan, const Partition& partition, index_t most) {
  const index_t runs = plan.run_count();
  if (runs > most || numel(DimsView(plan.result_shape())) <= most) return runs;
  index_t cut = 0;
  for_each_cut_run(plan, partition, [&](const PlanRun& /*run*/) { ++cut; });
  return cut;
}

/// Splits a plan in blocks, as for_each_split does, but does not check the arguments. body(split,
/// is_whole) is told whether the split is that of the whole plan. The partition need only have the
/// offsets of the plan's tensor, not its dims: a file in Fortran order stores the dims in another
/// order. Every split has a part; where the policy skips all positions, body is not called.
template <class Body>
void for_each_block_of_runs(const Plan& plan, const Partition& partition, MostRuns most,
                            Body&& body) {
  const index_t places = numel(DimsView(plan.result_shape()));
  const index_t runs = count_cut_runs(plan, partition, most.at_once);
  if (runs == 0) return;
  // Visiting the runs twice is faster than storing them.
  if (runs <= most.at_once) {
    const Split whole(partition, places, runs,
                      [&](const auto& visit) { plan.for_each_run(visit); });
    if (!whole.empty()) body(whole, true);
    return;
  }
  std::vector<PlanRun> block;
  block.reserve(checked_size<PlanRun>(std::min(most.at_a_time, places)));
  const auto pass_on = [&] {
    const Split some(partition, places, static_cast<index_t>(block.size()), [&](const auto& visit) {
      for (const PlanRun& run : block) visit(run);
    });
    body(some, false);
    block.clear();
  };
  for_each_cut_run(plan, partition, [&](const PlanRun& run) {
    block.push_back(run);
    if (static_cast<index_t>(block.size()) == most.at_a_time) pass_on();
  });
  if (!block.empty()) pass_on();
}

/// Runs of elements that are copied between a tensor and a linear buffer: a result, a value or a
/// message. They are at `offsets` in the tensor and at `places` in the buffer. Without places each
/// run follows the one before it, as in a message. Refers to the caller's lists.
struct RunLists {
  std::span<const index_t> offsets;
  std::span<const index_t> places;
  std::span<const index_t> lengths;  // empty if all have length `length`
  index_t length = 0;

  static RunLists of(const SplitPart& part) {
    return {part.offsets, part.places, part.lengths, part.length};
  }

  [[nodiscard]] index_t length_of(std::size_t run) const noexcept {
    return lengths.empty() ? length : lengths[run];
  }
  /// Number of consecutive runs, from `first` on, that have the same length.
  [[nodiscard]] std::size_t count_of_one_length(std::size_t first) const noexcept {
    if (lengths.empty()) return offsets.size() - first;
    std::size_t end = first + 1;
    while (end < offsets.size() && lengths[end] == lengths[first]) ++end;
    return end - first;
  }
};

/// Whether consecutive places are `step` apart.
inline bool is_equally_spaced(std::span<const index_t> places, index_t step) noexcept {
  for (std::size_t k = 1; k < places.size(); ++k) {
    if (places[k] != places[k - 1] + step) return false;
  }
  return true;
}

/// Calls body(block, row, base) for the runs in order, each block as many runs as have one length.
/// The block's offsets are those of the list; places in the linear buffer count from `base`. If the
/// tensor's `elements` of `element_bytes` bytes exceed the cache, runs are prefetched.
template <class Body>
void for_each_block_of(const RunLists& runs, index_t elements, std::size_t element_bytes,
                       const Body& body) {
  const auto bytes = static_cast<index_t>(element_bytes);
  index_t packed = 0;  // where the next run begins if there are no places
  for (std::size_t first = 0, count; first < runs.offsets.size(); first += count) {
    const index_t length = runs.length_of(first);
    count = runs.count_of_one_length(first);
    kernel::IndexedBlock block{static_cast<index_t>(count), runs.offsets.data() + first, length,
                               nullptr};
    index_t base = packed;
    packed += block.count * length;
    if (!runs.places.empty()) {
      const auto places = runs.places.subspan(first, count);
      base = places[0];
      if (!is_equally_spaced(places, length)) {
        block.table = places.data();
        base = 0;
      }
    }
    kernel::InnerLoop row;
    if (length != 1) row.push_inner(length, {1, 1});
    const index_t distance =
        elements > kCacheBytes / bytes ? kernel::prefetch_distance(length * bytes) : 0;
    if (distance != 0 && block.count > distance) {
      kernel::IndexedBlock fetching = block;
      fetching.count -= distance;
      fetching.ahead = block.offsets + distance;
      body(fetching, row, base);
      base += kernel::drop_front(block, fetching.count);
    }
    body(block, row, base);
  }
}

/// Returns the value in the form that write_part takes: broadcast to the shape of the result and
/// contiguous. A single element stays single.
template <class T>
Tensor<const T> dense_value(const char* call, const Tensor<const T>& value, DimsView result_shape) {
  const Tensor<const T> whole(value.storage(), broadcast_value(call, value.layout(), result_shape));
  if (value.numel() == 1) return value.reshape({});
  return whole.contiguous();
}

/// Checks that `memory` has the elements of the part, and `linear`, the result or value, those of
/// the plan. Throws ShapeError.
template <class T, class U>
void check_part(const char* call, const SplitPart& part, const Tensor<T>& memory, const char* what,
                const Tensor<U>& linear) {
  if (!memory.is_contiguous() || memory.numel() != part.elements) [[unlikely]]
    throw_shape_error(call, ": part ", part.part, " stores ", part.elements,
                      " elements, it cannot be a tensor of shape ", memory.shape(),
                      " with strides ", memory.strides());
  if (!linear.is_contiguous() || linear.numel() != part.result_elements) [[unlikely]]
    throw_shape_error(call, ": the plan has ", part.result_elements, " places, ", what,
                      " cannot have shape ", linear.shape(), " with strides ", linear.strides());
}

/// Copies the runs of a tensor of `elements` elements.
template <class T>
void read_runs(const RunLists& runs, index_t elements, const T* from, std::remove_const_t<T>* to,
               kernel::Stores stores = kernel::Stores::cached) {
  for_each_block_of(
      runs, elements, sizeof(T),
      [&](const kernel::IndexedBlock& block, const kernel::InnerLoop& row, index_t base) {
        kernel::gather_block<sizeof(T)>(reinterpret_cast<std::byte*>(to + base),
                                        reinterpret_cast<const std::byte*>(from), block, row,
                                        stores);
      });
  if (stores == kernel::Stores::streamed) kernel::finish_streaming();
}

/// Combines the values with the runs of a tensor, in order. If `one`, `from` is a single element,
/// which is the value of every element.
template <class T>
void write_runs(const RunLists& runs, index_t elements, const T* from, bool one, T* to,
                const Reducer<T>& reduce) {
  for_each_block_of(runs, elements, sizeof(T),
                    [&](kernel::IndexedBlock block, kernel::InnerLoop row, index_t base) {
                      if (one) {
                        base = 0;
                        block.step = 0;
                        block.table = nullptr;
                        for (std::size_t d = 0; d < row.rank; ++d) row.strides[1][d] = 0;
                      }
                      if (!reduce.assigns()) return reduce(to, from + base, block, row);
                      const auto write =
                          one ? &kernel::fill_block<sizeof(T)> : &kernel::scatter_block<sizeof(T)>;
                      write(reinterpret_cast<std::byte*>(to),
                            reinterpret_cast<const std::byte*>(from + base), block, row);
                    });
}

}  // namespace detail

inline index_t Plan::run_count() const {
  return detail::count_runs(frozen_.at("Plan::run_count", 0));
}

template <class Body>
void Plan::for_each_run(const Body& body) const {
  detail::for_each_run(frozen_.at("Plan::for_each_run", 0), body);
}

/// Sorts what a plan selects by the parts of a partition of its tensor, which must be contiguous.
/// See Split for the order and the memory. Skipped positions (Bounds::fill, Bounds::drop) are in no
/// part. Throws ValueError if the tensor is not contiguous or the partition has another number of
/// elements.
template <std::same_as<Plan> P>
Split split(const P& plan, const Partition& partition) {
  detail::check_partition("split", plan, partition);
  return Split(partition, numel(DimsView(plan.result_shape())), plan.run_count(),
               [&](const auto& body) { plan.for_each_run(body); });
}

/// Splits a plan in blocks of runs: calls body(split) with successive splits of at most `most_runs`
/// runs, in the order of the plan, so that memory does not grow with the result. Each split has at
/// least one part, and a part may come again in later splits. Throws ValueError as split does, and
/// if most_runs < 1.
template <class Body>
void for_each_split(const Plan& plan, const Partition& partition, index_t most_runs, Body&& body) {
  const char* const call = "for_each_split";
  detail::check_partition(call, plan, partition);
  if (most_runs < 1) [[unlikely]]
    throw_value_error(call, ": most_runs is ", most_runs, ", it must be at least 1");
  detail::for_each_block_of_runs(plan, partition, {most_runs, most_runs},
                                 [&](const Split& some, bool /*is_whole*/) { body(some); });
}

/// Copies what a part contributes into the result. `memory` has the part's elements in any shape,
/// `result` those of the result; both are contiguous and share no memory. Throws ShapeError if
/// their numbers of elements are not the part's and the plan's.
template <Element T>
void read_part(const SplitPart& part, const Tensor<T>& memory,
               const Tensor<std::remove_const_t<T>>& result) {
  detail::check_part("read_part", part, memory, "the result", result);
  detail::read_runs(detail::RunLists::of(part), part.elements, memory.data(), result.data(),
                    detail::stores_for(result));
}

/// Writes the elements of a part: combines them with those of the value, by default by assignment.
/// `memory` has the part's elements in any shape, `value` those of the plan's result or a single
/// element; both are contiguous and share no memory. Throws ShapeError as read_part does.
template <Element T>
void write_part(const SplitPart& part, const Tensor<T>& memory, const Tensor<const T>& value,
                const Reducer<std::type_identity_t<T>>& reduce = {}) {
  static_assert(!std::is_const_v<T>, "a Tensor<const T> is read-only: write to a clone() of it");
  detail::check_reducer("write_part", reduce);
  SplitPart checked = part;
  const bool one = value.numel() == 1;
  if (one) checked.result_elements = 1;
  detail::check_part("write_part", checked, memory, "the value", value);
  detail::write_runs(detail::RunLists::of(part), part.elements, value.data(), one, memory.data(),
                     reduce);
}

NDX_NAMESPACE_END
