// Plan: an index prepared once and used on many tensors.
#pragma once

#include <ndx/engine/frozen_plan.hpp>
#include <ndx/tensor/indexing.hpp>

NDX_NAMESPACE_BEGIN

/// The result of t.plan(indices): the index, for tensors with t's shape and strides, with all
/// indices checked and all offsets computed. A value that is independent of t and of the index
/// tensors; the element type of the tensors it is used on is free. A const Plan can be used by
/// several threads at once.
///   const Plan rows = table.plan({ids});
///   for (…) rows.read_into(batch, table);        // no check, no allocation of a result
/// Memory: 8 bytes per position of the broadcast index tensors (oindex: of each index tensor).
class Plan {
 public:
  /// `call` begins the messages of errors in the terms.
  Plan(const PlanOptions& options, const Layout& source, IndexList terms, const char* call = "plan")
      : source_(from_zero(source)), frozen_(prepare(call, options, source, terms), options.rule) {}

  /// The shape that read returns and that a value of write_ must broadcast to.
  [[nodiscard]] const Dims& result_shape() const noexcept { return frozen_.plan().result_shape(); }
  /// Whether it leaves out positions whose index is out of bounds: Bounds::fill, Bounds::drop, and
  /// these two with negatives out of bounds.
  [[nodiscard]] bool skips() const noexcept { return frozen_.plan().skips(); }
  /// Whether read returns a view: there are only basic terms.
  [[nodiscard]] bool is_view() const noexcept { return frozen_.plan().is_view(); }

  /// The layout that it is for, with offset 0.
  [[nodiscard]] const Layout& source() const noexcept { return source_; }

  /// Calls body(run) for everything that the plan selects, in its order, without reading or writing
  /// any element: see PlanRun in ndx/tensor/plan_parts.hpp, which defines this.
  template <class Body>
  void for_each_run(const Body& body) const;
  /// The number of those calls, positions included that the policy skips.
  [[nodiscard]] index_t run_count() const;

  /// Does what t.index(indices) does. If the plan's bounds are fill or drop, out-of-bounds indices read
  /// `fill`. This and the methods below throw ShapeError if t does not have the plan's shape and strides.
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

  /// Does what t.index_put_(indices, value, how) does, except that the bounds policy and the rule are the
  /// plan's: ValueError if `how` sets one. Returns t.
  template <Element T, class Value = BracedValue<T>, class How = IndexOptions<T>>
    requires ValueFor<Value, T> && WriteHow<How, T>
  Tensor<T> write_(const Tensor<T>& t, const Value& value, const How& how = {}) const {
    Tensor<T> written = t;  // before the write: above rank 6 this allocates
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

  // The names until version 0.1.
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
