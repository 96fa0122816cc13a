// DistributedTensor: a tensor whose rows are stored by the ranks of an MPI communicator.
//
// Every call first makes this rank's plan, then exchanges values (distributed_plan.hpp); the
// methods here only choose the plan. Each step is collective and either succeeds or fails on all
// ranks (communicator.hpp).
#pragma once

#include <algorithm>

#include <ndx/distributed/distributed_plan.hpp>
#include <ndx/ops/index/scatter_reduce.hpp>
#include <ndx/ops/index/take.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {
struct MakeDistributed;
}  // namespace detail

/// Options for the memory of a DistributedTensor.
struct DistributedOptions {
  /// If set, the rows are stored in memory that the ranks of a node share: they read each other's
  /// rows in place, without messages. Results and errors do not change. On systems other than Linux
  /// the option has no effect, and before Linux 6.1 writes take longer, because shared memory has
  /// small pages.
  bool shared = false;
};

/// A tensor whose rows (along dim 0) are stored in blocks by the ranks of a communicator: rank r
/// has rows bounds()[r] to bounds()[r + 1] - 1. Every rank indexes the whole tensor with terms of
/// its own and gets a result of its own. Contributions of writes are applied in the order of the
/// ranks, then in the order of the positions. For any number of ranks, the result is therefore, bit
/// for bit, that of one process that makes the ranks' calls one after another on one tensor.
///   const DistributedTensor<float> table(MPI_COMM_WORLD, {1000000, 64});
///   Tensor<float> rows = table.index({ids});                           // each rank its own ids
///   table.index_put_({ids}, gradients, {.accumulate = true});
/// A DistributedTensor is a handle: copies share the block. Every method except the accessors is
/// collective: all ranks call it, with equal options. An error on one rank, such as an index out of
/// bounds, is thrown on all ranks, with the number of that rank before the message, and nothing has
/// been written. All ranks throw a ValueError if they pass different shapes, bounds, reductions or
/// DistributedOptions (two functions of the caller as reductions cannot be distinguished). If a
/// rank ends, MPI ends the others.
template <Element T>
class DistributedTensor {
  static_assert(!std::is_const_v<T>, "the elements of a distributed tensor are not const");
  using Options = IndexOptions<T>;
  using Braced = BracedValue<T>;

 public:
  /// Creates zeros in equal blocks; the last ranks may have fewer rows, or none. Throws ValueError
  /// for a shape of rank 0.
  DistributedTensor(const Communicator& ranks, const Dims& shape,
                    const DistributedOptions& options = {})
      : DistributedTensor(kName, ranks, shape, nullptr, options) {}
  /// Creates zeros in blocks of given bounds: one more than there are ranks, ascending from 0 to
  /// the size of dim 0. Throws ValueError for other bounds.
  DistributedTensor(const Communicator& ranks, const Dims& shape, const Dims& bounds,
                    const DistributedOptions& options = {})
      : DistributedTensor(kName, ranks, shape, &bounds, options) {}

  /// Returns the shape, the rank or the number of elements of the whole tensor.
  [[nodiscard]] DimsView shape() const noexcept { return distribution_->shape(); }
  [[nodiscard]] index_t dim() const noexcept { return static_cast<index_t>(shape().size()); }
  [[nodiscard]] index_t numel() const noexcept { return ndx::numel(shape()); }
  /// Returns the first row of each rank, followed by the number of rows.
  [[nodiscard]] DimsView bounds() const noexcept { return distribution_->bounds(); }
  [[nodiscard]] const Communicator& ranks() const noexcept { return distribution_->ranks(); }
  /// Returns this rank's rows: a contiguous tensor that shares its memory with this one.
  [[nodiscard]] const Tensor<T>& block() const noexcept { return block_; }

  /// Reads the elements that Tensor::index selects from the whole tensor, always into a new
  /// row-major tensor. Throws as Tensor::index does, on all ranks.
  [[nodiscard]] Tensor<T> index(IndexList terms, const Options& options = {}) const {
    const char* const call = "DistributedTensor::index";
    return read(call, options, [&](const Layout& layout) {
      return plan_index(call, options.rule, layout, terms.terms(), options.bounds);
    });
  }

  /// Writes to the whole tensor as Tensor::index_put_ does. Throws as Tensor::index_put_ does, on
  /// all ranks.
  template <class Value = Braced, class How = Options>
    requires ValueFor<Value, T> && WriteHow<How, T>
  void index_put_(IndexList terms, const Value& value, const How& how = {}) const {
    const char* const call = "DistributedTensor::index_put_";
    const IndexRule rule = rule_of(how);
    const auto make_plan = [&](const Layout& whole) {
      return plan_index(call, rule, whole, terms.terms(), detail::write_bounds(how));
    };
    DistributedPlan(distribution_, rule, make_plan)
        .write(call, *distribution_, block_, value, how, [] {});
  }

  /// Reads from the whole tensor as take(t, indices, dim, options) does: dim `dim` is replaced by
  /// the dims of the indices.
  template <IndexValues X = detail::BracedIndices>
  [[nodiscard]] Tensor<T> take(const X& indices, index_t dim, const Options& options = {}) const {
    const char* const call = "DistributedTensor::take";
    UntypedTensor index;
    return read(call, options, [&](const Layout& whole) {
      detail::check_no_rule(call, options);
      index = detail::untyped_indices(indices);
      return detail::plan_in_place_of(call, whole, wrap_dim(call, dim, whole.rank()), index);
    });
  }

  /// Reads from the whole tensor as gather(t, dim, index, options) does: the result has the shape
  /// of the index.
  template <IndexValues X = detail::BracedIndices>
  [[nodiscard]] Tensor<T> gather(index_t dim, const X& index, const Options& options = {}) const {
    const char* const call = "DistributedTensor::gather";
    UntypedTensor own;
    return read(call, options, [&](const Layout& whole) {
      detail::check_no_rule(call, options);
      own = detail::untyped_indices(index);
      return detail::plan_gather(call, whole, dim, own);
    });
  }

  /// Writes to the whole tensor as scatter_reduce_(t, dim, index, src, reduce, include_self,
  /// bounds) does, with the contributions of all ranks together.
  template <Integer I, detail::ElementsFor<T> S, detail::ReduceOrName R>
  void scatter_reduce_(index_t dim, const Tensor<I>& index, const Tensor<S>& src, const R& reduce,
                       bool include_self = true, Bounds bounds = Bounds::raise) const;

  /// Prepares an index that is used several times, for this tensor or any of the same shape and
  /// bounds. Throws as index does.
  [[nodiscard]] DistributedPlan plan(IndexList terms, const PlanOptions& options = {}) const {
    return DistributedPlan(distribution_, options.rule, [&](const Layout& whole) {
      return plan_index("DistributedTensor::plan", options.rule, whole, terms.terms(),
                        options.bounds);
    });
  }

 private:
  friend class DistributedPlan;
  friend struct detail::MakeDistributed;
  static constexpr const char* kName = "DistributedTensor";

  /// Creates equal blocks if `bounds` is null. Errors name `call`.
  DistributedTensor(const char* call, const Communicator& ranks, const Dims& shape,
                    const Dims* bounds, const DistributedOptions& options) {
    const bool shared = options.shared && detail::NodeBlocks::kAvailable;
    detail::in_same_step(ranks, call, "shapes, bounds or options", [&]() -> index_t {
      distribution_ = std::make_shared<const detail::Distribution>(
          bounds == nullptr ? detail::Distribution(call, ranks, shape)
                            : detail::Distribution(call, ranks, shape, *bounds));
      return detail::NumberOf()
          .add(distribution_->shape())
          .add(distribution_->bounds())
          .add(Dims{shared ? 1 : 0});
    });
    const detail::OwnCommunicator* const node = shared ? &detail::NodeOf::find(ranks) : nullptr;
    std::shared_ptr<detail::NodeBlocks> blocks;  // null unless this node has several ranks
    detail::in_step(ranks, [&] {
      if (shared && node->size() > 1) blocks = std::make_shared<detail::NodeBlocks>(ranks, *node);
      block_ = blocks != nullptr ? blocks->make_block<T>(distribution_->block_shape())
                                 : zeros<T>(distribution_->block_shape());
    });
    if (!shared) return;
    if (blocks != nullptr) blocks->tell();
    detail::in_step(ranks, [&] {
      if (blocks != nullptr) blocks->map_others();
    });
    if (blocks != nullptr) blocks->close();
    shared_ = std::move(blocks);
  }

  static IndexRule rule_of(const Options& how) noexcept { return how.rule; }
  static IndexRule rule_of(bool /*accumulate*/) noexcept { return IndexRule::views_first; }
  template <class MakePlan>
  [[nodiscard]] Tensor<T> read(const char* call, const Options& options,
                               const MakePlan& make_plan) const {
    const DistributedPlan plan(distribution_, options.rule, [&](const Layout& whole) {
      detail::check_read_options(call, options);
      IndexPlan made = make_plan(whole);
      made.set_bounds(options.bounds);
      return made;
    });
    return plan.read(call, *this, fill_of(options));
  }
  static T fill_of(const Options& options) {
    if constexpr (std::is_default_constructible_v<T>) return options.fill;
  }

  std::shared_ptr<const detail::Distribution> distribution_;
  Tensor<T> block_;
  std::shared_ptr<const detail::NodeBlocks> shared_;  // null unless blocks are shared
};

namespace detail {

/// Creates a tensor for a function, whose name errors give.
struct MakeDistributed {
  template <Element T>
  static DistributedTensor<T> of(const char* call, const Communicator& ranks, const Dims& shape,
                                 const DistributedOptions& options, const Dims* bounds = nullptr) {
    return DistributedTensor<T>(call, ranks, shape, bounds, options);
  }
};

}  // namespace detail

template <Element T>
template <Integer I, detail::ElementsFor<T> S, detail::ReduceOrName R>
void DistributedTensor<T>::scatter_reduce_(index_t dim, const Tensor<I>& index,
                                           const Tensor<S>& src, const R& reduce, bool include_self,
                                           Bounds bounds) const {
  const char* const call = "DistributedTensor::scatter_reduce_";
  detail::ReductionByIndex<T> by;
  detail::in_same_step(ranks(), call, "reductions", [&]() -> index_t {
    by = detail::reduction_by_index<T>(call, detail::checked_reduction<T>(call, reduce),
                                       detail::name_of(reduce));
    return detail::NumberOf().add(
        Dims{by.reduce.number(), by.is_mean ? 1 : 0, include_self ? 1 : 0});
  });
  Tensor<const T> source;
  UntypedTensor own;
  const DistributedPlan plan(distribution_, IndexRule::views_first, [&](const Layout& whole) {
    own = index.untyped();
    IndexPlan made = detail::plan_gather(call, whole, dim, own);
    made.set_bounds(bounds);
    source =
        Tensor<const S>(src.storage(), detail::source_corner(call, src.layout(), index.shape()))
            .template to<const T>();
    return made;
  });
  const auto write = [&]<class U>(const Tensor<U>& to, const auto& value, const Reducer<U>& how) {
    plan.write(call, *distribution_, to, value, IndexOptions<U>{.reduce = how}, [] {});
  };
  if (include_self && !by.is_mean) return write(block_, source, by.reduce);
  if (by.is_mean) {
    if constexpr (!Boolean<T>) {
      detail::MeansByIndex<T> means;
      detail::in_step(ranks(),
                      [&] { means = detail::MeansByIndex<T>(call, block_, source, include_self); });
      means.add_up(write);
      detail::in_step(ranks(), [&] { means.store(block_); });
    }
    return;
  }
  Tensor<T> result;
  detail::in_step(ranks(), [&] { result = block_.clone(); });
  detail::reduce_without_self(write, result, source, by);
  std::copy_n(result.data(), result.numel(), block_.data());
}

NDX_NAMESPACE_END
