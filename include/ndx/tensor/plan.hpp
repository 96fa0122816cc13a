// Plan: an index prepared once and used on many tensors.
//
// Indexing checks every index and computes every offset before it moves elements. A program that
// applies the same index to many tensors of one shape, or to one tensor again and again, needs that
// work only once. A Plan does it when it is made and stores the offsets; using it moves elements.
#pragma once

#include <ndx/engine/frozen_plan.hpp>
#include <ndx/tensor/indexing.hpp>

NDX_NAMESPACE_BEGIN

/// The result of t.plan(indices): the index, for tensors with t's shape and strides, with all
/// indices checked and all offsets computed. A Plan is a value that refers neither to t nor to the
/// index tensors, and it can be used on tensors of any element type. Several threads can use a
/// const Plan at once.
///   const Plan rows = table.plan({ids});
///   for (…) rows.read_into(out, table);          // checks no index, allocates no result
/// Memory: 8 bytes per position of the broadcast index tensors (oindex: of each index tensor).
class Plan {
 public:
  /// Makes a plan. `call` begins the messages of errors in the terms.
  Plan(const PlanOptions& options, const Layout& source, IndexList terms, const char* call = "plan")
      : source_(from_zero(source)), frozen_(prepare(call, options, source, terms), options.rule) {}

  /// The shape that read returns and to which a value of write_ must broadcast.
  [[nodiscard]] const Dims& result_shape() const noexcept { return frozen_.plan().result_shape(); }
  /// Whether positions whose index is out of bounds are left out: under Bounds::fill, Bounds::drop,
  /// Bounds::fill_negative and Bounds::drop_negative.
  [[nodiscard]] bool skips() const noexcept { return frozen_.plan().skips(); }
  /// Whether read returns a view, because all terms are basic.
  [[nodiscard]] bool is_view() const noexcept { return frozen_.plan().is_view(); }

  /// The layout that the plan is for, with offset 0.
  [[nodiscard]] const Layout& source() const noexcept { return source_; }

  /// Calls body(run) for each run of adjacent elements that the plan selects, in the plan's order,
  /// without reading or writing any. ndx/parts.hpp defines it; see PlanRun.
  template <class Body>
  void for_each_run(const Body& body) const;
  /// The number of those calls. It counts runs that the bounds policy skips too.
  [[nodiscard]] index_t run_count() const;

  /// Does what t.index(indices) does. If the plan's bounds are fill or drop, out-of-bounds indices
  /// read `fill`. This and the methods below throw ShapeError if t does not have the plan's shape
  /// and strides.
  template <Element T>
  [[nodiscard]] Tensor<T> read(const Tensor<T>& t, const std::remove_const_t<T>& fill = {}) const {
    return detail::read_planned(plan_for("Plan::read", t.layout()), t, &fill);
  }

  /// Does what t.index_into(out, indices) does.
  template <Element T>
  void read_into(const Tensor<std::remove_const_t<T>>& out, const Tensor<T>& t,
                 const std::remove_const_t<T>& fill = {}) const {
    detail::read_planned_into(plan_for("Plan::read_into", t.layout()), t, out, &fill);
  }

  /// Does what t.index_put_(indices, value, how) does and returns t. The bounds policy and the rule
  /// are the plan's: throws ValueError if `how` sets one.
  template <Element T, class Value = BracedValue<T>, class How = IndexOptions<T>>
    requires ValueFor<Value, T> && WriteHow<How, T>
  Tensor<T> write_(const Tensor<T>& t, const Value& value, const How& how = {}) const {
    Tensor<T> written = t;  // before the write, because above rank 6 this allocates
    if constexpr (std::is_const_v<T>) {
      detail::require_writable<T>();
    } else {
      const char* const call = "Plan::write_";
      if (detail::write_bounds(how) != Bounds::raise)
        throw_value_error(call, ": bounds are set when the plan is made, not when it is used");
      if constexpr (!std::same_as<How, bool>) detail::check_no_rule(call, how);
      const Reducer<T>& reduce = detail::write_reducer<T>(call, how);
      detail::write_planned(plan_for(call, t.layout()), t, detail::ValueTensor<T>(value).get(),
                            reduce);
    }
    return written;
  }

  // These were the names until version 0.1.
  template <Element T>
  [[nodiscard, deprecated("renamed to read")]] Tensor<T> gather(
      const Tensor<T>& t, const std::remove_const_t<T>& fill = {}) const {
    return read(t, fill);
  }
  template <Element T>
  [[deprecated("renamed to read_into")]] void gather_into(
      const Tensor<std::remove_const_t<T>>& out, const Tensor<T>& t,
      const std::remove_const_t<T>& fill = {}) const {
    read_into(out, t, fill);
  }
  template <Element T, class Value = BracedValue<T>, class How = IndexOptions<T>>
    requires ValueFor<Value, T> && WriteHow<How, T>
  [[deprecated("renamed to write_")]] Tensor<T> scatter_(const Tensor<T>& t, const Value& value,
                                                         const How& how = {}) const {
    return write_(t, value, how);
  }

 private:
  static Layout from_zero(Layout source) {
    source.offset = 0;
    return source;
  }
  static IndexPlan prepare(const char* call, const PlanOptions& options, const Layout& source,
                           IndexList terms) {
    return plan_index(call, options.rule, from_zero(source), terms, options.bounds);
  }

  [[nodiscard]] IndexPlan plan_for(const char* call, const Layout& t) const {
    if (!(t.shape == source_.shape && t.strides == source_.strides)) [[unlikely]] {
      throw_shape_error(call, ": the plan is for shape ", DimsView(source_.shape), " with strides ",
                        DimsView(source_.strides), ", the tensor has shape ", DimsView(t.shape),
                        " with strides ", DimsView(t.strides));
    }
    return frozen_.at(call, t.offset);
  }

  Layout source_;
  detail::FrozenPlan frozen_;
};

template <Element T>
Plan IndexMethods<T>::plan(IndexList terms, const PlanOptions& options) const {
  return Plan(options, self().layout(), terms);
}

NDX_NAMESPACE_END
