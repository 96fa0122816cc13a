// DistributedPlan: an index of a distributed tensor that is used many times.
//
// The plan knows neither element types nor values. Each use checks that the tensor fits the plan,
// allocates, agrees with the other ranks that all have succeeded, and only then exchanges elements.
#pragma once

#include <ndx/distributed/distribution.hpp>
#include <ndx/distributed/exchange.hpp>

NDX_NAMESPACE_BEGIN

template <Element T>
class DistributedTensor;

/// The result of t.plan(terms): each rank's terms, checked, and which rank needs which elements of
/// which other. A plan is independent of t and of the index tensors; it can be used with tensors of
/// any element type that have t's shape, bounds and ranks. Creating a plan is collective, and so is
/// each use:
///   const DistributedPlan rows = table.plan({ids});
///   for (…) { batch = rows.read(table); rows.write_(table, gradients, {.accumulate = true}); }
/// Memory on a rank: 16 bytes per run of elements that it asks for, 8 per run that it is asked for.
class DistributedPlan {
 public:
  /// make_plan(layout) returns this rank's IndexPlan for the whole tensor, which follows `rule`.
  template <class MakePlan>
  DistributedPlan(std::shared_ptr<const detail::Distribution> over, IndexRule rule,
                  const MakePlan& make_plan)
      : over_(std::move(over)), exchange_(exchange(rule, MakePlanRef(make_plan))) {}

  /// Returns the shape of this rank's result, to which its value must broadcast.
  [[nodiscard]] const Dims& result_shape() const noexcept { return result_shape_; }
  /// Returns whether this rank leaves out positions whose index is out of bounds: Bounds::fill and
  /// drop.
  [[nodiscard]] bool skips() const noexcept { return skips_; }

  /// Reads as t.index(terms) does. If the plan's bounds are fill or drop, out-of-bounds indices
  /// read `fill`. Every use of a plan throws an error of one rank on all: ShapeError if t does not
  /// have the plan's shape and bounds or a rank's value does not broadcast; ValueError if t lies on
  /// other ranks, or on these in another order.
  template <Element T>
  [[nodiscard]] Tensor<T> read(const DistributedTensor<T>& t, const T& fill = {}) const {
    return read("DistributedPlan::read", t, fill);
  }

  /// Reads into `out`, which has the shape of the result, is contiguous and shares no memory with
  /// t. Throws ShapeError or ValueError otherwise, and as read does.
  template <Element T>
  void read_into(const Tensor<T>& out, const DistributedTensor<T>& t, const T& fill = {}) const {
    const char* const call = "DistributedPlan::read_into";
    const detail::Distribution& to = *t.distribution_;
    check_ranks(call, to);
    std::optional<detail::Exchange<T>> exchange;
    detail::in_step(to.ranks(), [&] {
      check(call, to);
      check_out(call, out, t.block_);
      exchange.emplace(call, *exchange_, t.shared_.get());
      if (skips_) out.fill_(fill);
    });
    exchange->read(t.block_, out);
  }

  /// Writes as t.index_put_(terms, value, how) does, with the bounds policy and the rule of the
  /// plan. Throws ValueError if `how` sets one of these, and as read does.
  template <Element T, class Value = BracedValue<T>, class How = IndexOptions<T>>
    requires ValueFor<Value, T> && WriteHow<How, T>
  void write_(const DistributedTensor<T>& t, const Value& value, const How& how = {}) const {
    const char* const call = "DistributedPlan::write_";
    const auto check_how = [&] {
      if (detail::write_bounds(how) != Bounds::raise)
        throw_value_error(call, ": bounds are set when the plan is made, not when it is used");
      if constexpr (!std::same_as<How, bool>) detail::check_no_rule(call, how);
    };
    write(call, *t.distribution_, t.block_, value, how, check_how);
  }

 private:
  template <Element T>
  friend class DistributedTensor;

  using MakePlanRef = detail::FunctionRef<IndexPlan(const Layout&)>;

  std::shared_ptr<const detail::ExchangePlan> exchange(IndexRule rule, MakePlanRef make_plan) {
    const auto make_split = [&] { return split(rule, make_plan); };
    return detail::ExchangePlan::make(over_->ranks(), detail::FunctionRef<Split()>(make_split));
  }
  Split split(IndexRule rule, MakePlanRef make_plan) {
    const Layout whole = contiguous_layout("DistributedPlan", over_->shape());
    const detail::FrozenPlan frozen(make_plan(whole), rule);
    const IndexPlan plan = frozen.at(frozen.plan().call, 0);
    result_shape_ = plan.result_shape();
    skips_ = plan.skips();
    return Split(over_->partition(), numel(DimsView(result_shape_)), detail::count_runs(plan),
                 [&](const auto& body) { detail::for_each_run(plan, body); });
  }

  /// Compares the communicators. All processes that call see the same ones, so each can throw on
  /// its own. Agreeing would be a collective step on ranks that may not all call.
  void check_ranks(const char* call, const detail::Distribution& to) const {
    if (to.ranks() == over_->ranks()) [[likely]]
      return;
    throw_value_error(call, ": the ", to.ranks().size(), " ranks of the tensor are not the ",
                      over_->ranks().size(), " of the plan in the same order");
  }
  void check(const char* call, const detail::Distribution& to) const {
    if (to == *over_) return;
    throw_shape_error(call, ": the plan is for shape ", over_->shape(), " with bounds ",
                      over_->bounds(), ", the tensor has shape ", to.shape(), " with bounds ",
                      to.bounds());
  }
  template <class T>
  void check_out(const char* call, const Tensor<T>& out, const Tensor<T>& block) const {
    if (!(out.shape() == result_shape_)) [[unlikely]]
      throw_shape_error(call, ": out has shape ", out.shape(), ", the result has ", result_shape_);
    if (!out.is_contiguous()) [[unlikely]]
      throw_value_error(call, ": out is not contiguous, it has strides ", out.strides());
    if (shares_memory<T>(out, block)) [[unlikely]]
      throw_value_error(call, ": out shares memory with the tensor");
  }
  template <class T>
  static bool shares_memory(const Tensor<T>& a, const Tensor<const T>& b) {
    return ndx::overlap(a.storage(), a.layout(), sizeof(T), b.storage(), b.layout(), sizeof(T));
  }

  template <class T>
  Tensor<T> read(const char* call, const DistributedTensor<T>& t, const T& fill) const {
    const detail::Distribution& to = *t.distribution_;
    check_ranks(call, to);
    Tensor<T> result;
    std::optional<detail::Exchange<T>> exchange;
    detail::in_step(to.ranks(), [&] {
      check(call, to);
      result = detail::make_uninitialized<T>(call, result_shape_);
      exchange.emplace(call, *exchange_, t.shared_.get());
      if (skips_) result.fill_(fill);
    });
    exchange->read(t.block_, result);
    return result;
  }

  /// Writes to `block`, this rank's rows of a tensor that is distributed as `to`. check_how()
  /// throws if `how` has an error.
  template <class T, class Value, class How, class CheckHow>
  void write(const char* call, const detail::Distribution& to, const Tensor<T>& block,
             const Value& value, const How& how, const CheckHow& check_how) const {
    check_ranks(call, to);
    std::optional<detail::ValueTensor<T>> given;
    Tensor<const T> values;
    Reducer<T> reduce;
    std::optional<detail::Exchange<T>> exchange;
    detail::in_same_step(over_->ranks(), call, "reductions", [&]() -> index_t {
      check_how();
      check(call, to);
      reduce = detail::write_reducer<T>(call, how);
      given.emplace(value);
      values = detail::dense_value(call, given->get(), result_shape_);
      if (shares_memory<T>(block, values)) values = values.clone();
      exchange.emplace(call, *exchange_);
      return reduce.number();
    });
    write(block, *exchange, values, reduce);
  }
  /// Exchanges the values. A function of the caller may throw on some ranks after others have
  /// written; the error is then thrown on all.
  template <class T>
  void write(const Tensor<T>& block, detail::Exchange<T>& exchange, const Tensor<const T>& values,
             const Reducer<T>& reduce) const {
    if (!reduce.calls_back()) return exchange.write(block, values, reduce);
    detail::in_step(over_->ranks(), [&] { exchange.write(block, values, reduce); });
  }

  std::shared_ptr<const detail::Distribution> over_;
  Dims result_shape_;
  bool skips_ = false;
  std::shared_ptr<const detail::ExchangePlan> exchange_;
};

NDX_NAMESPACE_END
