// Plan: an index made ready once, to be used on many tensors.
#pragma once

#include <ndx/index/frozen_plan.hpp>
#include <ndx/tensor/indexing.hpp>

NDX_NAMESPACE_BEGIN

/// What t.plan(indices) gives: the index for tensors of t's shape and strides, with all indices
/// checked and their offsets made. A value, independent of t and of the index tensors; its element
/// type is free. Threads may share one that is const.
///   const Plan rows = table.plan({ids});
///   for (…) rows.gather_into(batch, table);        // no check, no allocation of a result
/// Memory: 8 bytes for each position of the broadcast index tensors (oindex: of each of them).
class Plan {
 public:
  Plan(const PlanOptions& options, const Layout& source, IndexList terms)
      : source_(source), frozen_(prepare(options, source, terms), options.rule) {}

  /// What gather gives and a value of scatter_ must broadcast to.
  [[nodiscard]] const Dims& result_shape() const noexcept { return frozen_.plan().result_shape(); }
  /// Only basic terms: gather gives a view.
  [[nodiscard]] bool is_view() const noexcept { return frozen_.plan().is_view(); }

  /// As t.index(indices); where the plan's bounds are fill or drop, indices outside read `fill`.
  /// ShapeError when t has not the shape and strides that the plan was made for; so for all here.
  template <Element T>
  [[nodiscard]] Tensor<T> gather(const Tensor<T>& t,
                                 const std::remove_const_t<T>& fill = {}) const {
    return detail::read_planned(located("Plan::gather", t.layout()), t, &fill);
  }

  /// As t.index_into(out, indices).
  template <Element T>
  void gather_into(const Tensor<std::remove_const_t<T>>& out, const Tensor<T>& t,
                   const std::remove_const_t<T>& fill = {}) const {
    detail::read_planned_into(located("Plan::gather_into", t.layout()), t, out, &fill);
  }

  /// As t.index_put_(indices, value, how); indices outside were decided on by the plan. Returns t.
  template <Element T, class Value = std::initializer_list<T>, class How = WriteOptions<T>>
    requires ValueFor<Value, T> && WriteHow<How, T>
  Tensor<T> scatter_(const Tensor<T>& t, const Value& value, const How& how = {}) const {
    static_assert(!std::is_const_v<T>, "a Tensor<const T> is read-only: write to a clone() of it");
    const char* const call = "Plan::scatter_";
    const WriteOptions<T> options = detail::write_options<T>(call, how);
    if (options.bounds != Bounds::raise)
      throw_value_error(call, ": bounds are an option of the plan, not of its use");
    Tensor<T> written = t;  // made first: above rank 6 it allocates
    detail::with_value_tensor<T>(value, [&](const Tensor<const T>& tensor) {
      detail::write_planned(located(call, t.layout()), t, tensor, options.reduce);
    });
    return written;
  }

 private:
  static IndexPlan prepare(const PlanOptions& options, const Layout& source, IndexList terms) {
    Layout from_zero = source;
    from_zero.offset = 0;
    IndexPlan plan = plan_index("plan", options.rule, from_zero, terms.terms());
    plan.bounds = options.bounds;
    return plan;
  }

  [[nodiscard]] IndexPlan located(const char* call, const Layout& t) const {
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
