// scatter_reduce_ and index_reduce_ write with a reduction, which is a value of Reduce or its name.
//
// Unlike a plain Reducer, they can leave out the target's own element and compute a mean. Both
// cases take several passes over the same plan, on temporary tensors, so that the target is
// unchanged if one of them fails.
#pragma once

#include <ndx/ops/index/index_add.hpp>
#include <ndx/ops/reduce/sum.hpp>
#include <ndx/ops/sort/order.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A reduction by index: the reducer, its identity element, and whether to divide by the count.
template <class T>
struct ReductionByIndex {
  Reducer<T> reduce;
  T identity{};
  bool is_mean = false;
};

/// Whether the function F reduces elements of T, or T has means.
template <class T, class F>
inline constexpr bool has_reduction =
    std::is_same_v<F, Reduce::Assign> ||
    (std::is_same_v<F, Reduce::Mean> ? !Boolean<T> : CombineFunction<F, T>);

/// The element x for which combine(x, y) is y.
template <class T, class F>
constexpr T identity_of(const F& /*combine*/) {
  if constexpr (std::is_same_v<F, Reduce::Multiply>) {
    return T{1};
  } else if constexpr (std::is_same_v<F, Reduce::Minimum>) {
    return outermost_element<T, true>();
  } else if constexpr (std::is_same_v<F, Reduce::Maximum>) {
    return outermost_element<T, false>();
  } else if constexpr (std::is_same_v<F, Reduce::BitwiseAnd>) {
    return static_cast<T>(-1);
  } else {
    return T{};
  }
}

/// Returns the function that reduces as `reduce` says. Errors call it `name`.
template <Number T>
ReductionByIndex<T> reduction_by_index(const char* call, const Reduce& reduce,
                                       std::string_view name) {
  return reduce.visit([&]<class F>(F combine) -> ReductionByIndex<T> {
    if constexpr (std::is_same_v<F, Reduce::Assign>) {
      return {};
    } else if constexpr (!has_reduction<T, F>) {
      throw_not_available(call, name);
    } else if constexpr (std::is_same_v<F, Reduce::Mean>) {
      return {Reduce::Add{}, T{}, true};
    } else {
      return {combine, identity_of<T>(combine)};
    }
  });
}

/// Returns the reduction that the caller named. A constant of Reduce that elements of T do not have does not
/// compile.
template <Number T, ReduceOrName R>
Reduce checked_reduction(const char* call, const R& reduce) {
  const auto given = to_reduce(call, reduce);
  static_assert(
      has_reduction<T, typename decltype(given)::Needs>,
      "the elements do not have this reduction: the bitwise ones are for integers and bools, "
      "means for all but bools");
  return given;
}

/// A total of integers of 64 bits, with the value high · 2^64 + low.
struct WideTotal {
  std::int64_t high = 0;
  std::uint64_t low = 0;
};
struct AddWideTotals : bases::Pure<Reduce::Kind::mean> {
  WideTotal operator()(const WideTotal& a, const WideTotal& b) const {
    const std::uint64_t low = a.low + b.low;
    return {a.high + b.high + (low < a.low ? 1 : 0), low};
  }
};

/// Computes total / count, rounded down. A total of `count` elements has an upper half below count,
/// unless it is negative, so the quotient has 64 bits. A negative total is complemented before and
/// after the division, which rounds it down too.
inline std::uint64_t divide_wide(const WideTotal& total, std::uint64_t count) {
  const std::uint64_t flip = total.high < 0 ? ~std::uint64_t{0} : 0;
  std::uint64_t high = static_cast<std::uint64_t>(total.high) ^ flip;
  std::uint64_t low = total.low ^ flip;
  if (high == 0) return (low / count) ^ flip;
  for (int bit = 0; bit < 64; ++bit) {  // bits of the quotient replace those of the total in `low`
    high = high << 1 | low >> 63;
    low <<= 1;
    if (high < count) continue;
    high -= count;
    low |= 1;
  }
  return low ^ flip;
}

/// The type in which the elements of a mean are added: as by mean(t), except for integers of 64 bits,
/// whose means are integers too.
template <class T>
using mean_total_t =
    std::conditional_t<std::is_integral_v<T> && sizeof(T) == 8, WideTotal, sum_accumulator_t<T>>;

template <class T>
struct ToMeanTotal {
  mean_total_t<T> operator()(const computed_t<T>& x) const {
    if constexpr (std::is_same_v<mean_total_t<T>, WideTotal>) {
      return {x < T{0} ? -1 : 0, static_cast<std::uint64_t>(x)};
    } else {
      return convert_element<mean_total_t<T>>(x);
    }
  }
};

/// Computes total / count. Integers are rounded down, as in PyTorch's mean of integers.
template <class T>
computed_t<T> mean_of_total(const mean_total_t<T>& total, index_t count) {
  if constexpr (std::is_same_v<mean_total_t<T>, WideTotal>) {
    return static_cast<T>(divide_wide(total, static_cast<std::uint64_t>(count)));
  } else if constexpr (!std::is_integral_v<T>) {
    return result_element<T>(total / static_cast<part_t<mean_total_t<T>>>(count));
  } else if constexpr (std::is_unsigned_v<T>) {
    return static_cast<T>(total / static_cast<std::uint64_t>(count));
  } else {
    return static_cast<T>(total / count - (total % count < 0 ? 1 : 0));
  }
}

/// The means of the values that are reduced into each element of t, computed in passes. write(tensor,
/// value, reducer) writes to the elements that are reduced. Only `store` changes t.
template <class T>
class MeansByIndex {
 public:
  using Total = mean_total_t<T>;

  MeansByIndex() = default;
  MeansByIndex(const char* call, const Tensor<T>& t, const Tensor<const T>& source,
               bool include_self)
      : MeansByIndex(call, t, t.shape(), include_self) {
    addends_ = to_totals(call, source);
  }
  /// The means of values that are added some at a time. The counts have a shape that broadcasts to that of t.
  MeansByIndex(const char* call, const Tensor<T>& t, DimsView counts, bool include_self)
      : own_(include_self ? 1 : 0),
        counts_(make_filled(call, counts, index_t{0})),
        totals_(include_self ? map_elements<Total>(call, ToMeanTotal<T>{}, t)
                             : make_filled(call, t.shape(), Total{})) {}

  static Tensor<const Total> to_totals(const char* call, const Tensor<const T>& values) {
    if constexpr (std::is_same_v<Total, T>) {
      return values;
    } else {
      return map_elements<Total>(call, ToMeanTotal<T>{}, values);
    }
  }

  template <class Write>
  void add_up(const Write& write) const {
    count(write);
    add(write, addends_);
  }
  template <class Write>
  void count(const Write& write) const {
    write(counts_, index_t{1}, Reducer<index_t>(Reduce::Add{}));
  }
  template <class Write>
  void add(const Write& write, const Tensor<const Total>& addends) const {
    using Add = std::conditional_t<std::is_same_v<Total, WideTotal>, AddWideTotals, Reduce::Add>;
    write(totals_, addends, Reducer<Total>(Add{}));
  }

  /// Stores the means. Elements into which nothing is reduced keep their values.
  void store(const Tensor<T>& t) const {
    const auto mean = [own = own_](const computed_t<T>& element, const Total& total,
                                   index_t count) {
      return count == 0 ? element : mean_of_total<T>(total, count + own);
    };
    update_into(mean, t, totals_, counts_);
  }

 private:
  index_t own_ = 0;
  Tensor<index_t> counts_;
  Tensor<Total> totals_;
  Tensor<const Total> addends_;
};

/// Reduces into elements whose own values are left out: they are set to the identity element first.
template <class T, class Write>
void reduce_without_self(const Write& write, const Tensor<T>& result, const Tensor<const T>& source,
                         const ReductionByIndex<T>& by) {
  write(result, by.identity, Reducer<T>());
  write(result, source, by.reduce);
}

/// How scatter_reduce_ and index_reduce_ reduce: the reduction, its name as the caller gave it, whether
/// the elements' own values take part, and the bounds policy.
struct ReduceByIndex {
  Reduce reduce;
  std::string_view name;
  bool include_self;
  Bounds bounds;
  bool checked = kCallerChecks;
};

/// Reduces `source` into the elements of t that make_plan(layout of t or of its copy) selects.
template <class T, class MakePlan>
Tensor<T> reduce_by_index(const char* call, const Tensor<T>& t, const MakePlan& make_plan,
                          const ValuesOf<T>& source, const ReduceByIndex& how) {
  const auto by = reduction_by_index<T>(call, how.reduce, how.name);
  if (how.include_self && !by.is_mean)
    return write_with(make_plan(t.layout()), t, source, {.reduce = by.reduce, .bounds = how.bounds},
                      how.checked);
  check_writable(call, t.layout());
  Tensor<T> written = t;  // before the first write, because it allocates above rank 6
  const auto write = [&]<class U>(const Tensor<U>& to, const auto& value,
                                  const Reducer<U>& reduce) {
    write_with(make_plan(to.layout()), to, ValueTensor<U>(value).get(),
               {.reduce = reduce, .bounds = how.bounds}, how.checked);
  };
  if (by.is_mean) {
    if constexpr (!Boolean<T>) {
      const MeansByIndex<T> means(call, t, source, how.include_self);
      means.add_up(write);
      means.store(t);
    }
  } else {
    const Tensor<T> result = t.clone();
    reduce_without_self(write, result, source, by);
    t.copy_(result);
  }
  return written;
}

template <class T>
Tensor<T> reduce_scattered(const char* call, const Tensor<T>& t, index_t dim,
                           const UntypedTensor& index, const ValuesOf<T>& src,
                           const ReduceByIndex& how) {
  UntypedTensor own;
  const auto make_plan = [&](const Layout& layout) {
    own = index;
    return plan_gather(call, layout, dim, own);
  };
  const Tensor<const T> corner(src.storage(),
                               source_corner(call, src.layout(), index.layout.shape));
  return reduce_by_index(call, t, make_plan, corner, how);
}

/// Returns how many slices of `bytes` bytes are converted together: as many as are still in the cache when they are
/// added, or as many as give each thread a part, and one at least.
inline index_t slices_together(index_t bytes) {
  constexpr index_t in_cache = index_t{1} << 18;
  const Executor& by = executor();
  const index_t all = by.run == nullptr ? in_cache : by.threads * by.grain_bytes;
  return 0 < bytes && bytes < all ? all / bytes : 1;
}

/// Computes means of slices. All elements of a slice have one count. Some slices of the source are converted at a
/// time.
template <class T>
Tensor<T> mean_of_slices(const char* call, const Tensor<T>& t, const SlicesPlan& slices,
                         const ValuesOf<T>& source, const ReduceByIndex& how) {
  using Means = MeansByIndex<T>;
  check_writable(call, t.layout());
  Tensor<T> written = t;  // before the first write, because it allocates above rank 6
  UntypedTensor index = slices.index;
  const auto write = [&]<class U>(const Tensor<U>& to, const auto& value,
                                  const Reducer<U>& reduce) {
    write_with(plan_in_place_of(call, to.layout(), slices.dim, index), to,
               ValueTensor<U>(value).get(), {.reduce = reduce, .bounds = how.bounds}, how.checked);
  };
  Dims counts(t.shape());
  for (std::size_t d = 0; d < counts.size(); ++d) counts[d] = d == slices.dim ? counts[d] : 1;
  const Means means(call, t, DimsView(counts), how.include_self);
  means.count(write);
  const index_t count = index.layout.shape[0];
  const index_t of_slice = source.numel() / (count > 0 ? count : 1);
  const index_t together =
      slices_together(of_slice * static_cast<index_t>(sizeof(typename Means::Total)));
  for (index_t first = 0; first < count; first += together) {
    const index_t here = count - first < together ? count - first : together;
    index.layout.shape[0] = here;
    index.layout.offset = slices.index.layout.offset + first * slices.index.layout.strides[0];
    const auto dim = static_cast<index_t>(slices.dim);
    const Tensor<const T> some = here == count ? source : source.narrow(dim, first, here);
    means.add(write, Means::to_totals(call, some));
  }
  means.store(t);
  return written;
}

template <class T>
Tensor<T> reduce_slices(const char* call, const Tensor<T>& t, index_t dim,
                        const UntypedTensor& index, const ValuesOf<T>& source,
                        const ReduceByIndex& how) {
  const SlicesPlan slices(call, t.layout(), dim, index);
  slices.check_source(source.shape());
  if constexpr (!Boolean<T>) {
    if (reduction_by_index<T>(call, how.reduce, how.name).is_mean)
      return mean_of_slices(call, t, slices, source, how);
  }
  const auto make_plan = [&](const Layout& layout) {
    return plan_in_place_of(call, layout, slices.dim, slices.index);
  };
  return reduce_by_index(call, t, make_plan, source, how);
}

/// The two functions below implement scatter_reduce_ and index_reduce_. Errors name `call`.
template <class T, class X, class S, ReduceOrName R>
Tensor<T> scatter_reduce_by(const char* call, const Tensor<T>& t, index_t dim, const X& index,
                            const Tensor<S>& src, const R& reduce, bool include_self,
                            Bounds bounds) {
  static_assert(!std::is_const_v<T>, "a Tensor<const T> is read-only: write to a clone() of it");
  check_reduced<Tensor<S>, T>();
  using Value = std::remove_const_t<T>;
  return reduce_scattered<Value>(
      call, t, dim, untyped_indices(index), src.template to<const Value>(),
      {checked_reduction<Value>(call, reduce), name_of(reduce), include_self, bounds});
}
template <class T, class X, class S, ReduceOrName R>
Tensor<T> index_reduce_by(const char* call, const Tensor<T>& t, index_t dim, const X& index,
                          const Tensor<S>& source, const R& reduce, bool include_self,
                          Bounds bounds) {
  static_assert(!std::is_const_v<T>, "a Tensor<const T> is read-only: write to a clone() of it");
  check_reduced<Tensor<S>, T>();
  using Value = std::remove_const_t<T>;
  return reduce_slices<Value>(
      call, t, dim, untyped_indices(index), source.template to<const Value>(),
      {checked_reduction<Value>(call, reduce), name_of(reduce), include_self, bounds});
}

}  // namespace detail

/// Reduces each element of `src` into the element to which scatter_ writes it, in order. `reduce` is
/// a value of Reduce or a name that reduce_from_name takes, such as PyTorch's "sum", "prod", "mean",
/// "amax" and "amin". Throws ValueError for any other name, and for one that the elements do not
/// have. Without include_self, the old value of an element that is written is left out. Sums and
/// products are computed in the elements' type: integers wrap around, floats of 16 bits are rounded
/// at each step. Means are added in double; those of integers are added without overflow and rounded
/// down. "amax" and "amin" are those of NumPy: NaN propagates, and complex numbers are ordered by their
/// real, then by their imaginary components.
///   scatter_reduce_(t, 0, index, src, Reduce::maximum)
///   scatter_reduce_(t, 0, index, src, "amax") · scatter_reduce_(t, 1, index, src, "mean", false)
/// Source: PyTorch's scatter_reduce_.
template <NumberElement T, IndexValues X = detail::BracedIndices,
          detail::TensorFor<T> S = detail::BracedValuesOf<T>, detail::ReduceOrName R>
Tensor<T> scatter_reduce_(const Tensor<T>& t, Dim dim, const X& index, const S& src,
                          const R& reduce, bool include_self = true,
                          Bounds bounds = Bounds::raise) {
  return detail::scatter_reduce_by("scatter_reduce_", t, dim, index, detail::unbraced(src), reduce,
                                   include_self, bounds);
}
template <NumberElement T, IndexValues X = detail::BracedIndices,
          detail::TensorFor<T> S = detail::BracedValuesOf<T>, detail::ReduceOrName R>
[[nodiscard]] Tensor<std::remove_const_t<T>> scatter_reduce(const Tensor<T>& t, Dim dim,
                                                            const X& index, const S& src,
                                                            const R& reduce,
                                                            bool include_self = true,
                                                            Bounds bounds = Bounds::raise) {
  return detail::scatter_reduce_by("scatter_reduce", t.clone(), dim, index, detail::unbraced(src),
                                   reduce, include_self, bounds);
}

/// Reduces the slices of `source` into those of t to which index_add_ adds them, as scatter_reduce_
/// does. Source: PyTorch's index_reduce_.
template <NumberElement T, IndexValues X = detail::BracedIndices,
          detail::TensorFor<T> S = detail::BracedValuesOf<T>, detail::ReduceOrName R>
Tensor<T> index_reduce_(const Tensor<T>& t, Dim dim, const X& index, const S& source,
                        const R& reduce, bool include_self = true, Bounds bounds = Bounds::raise) {
  return detail::index_reduce_by("index_reduce_", t, dim, index, detail::unbraced(source), reduce,
                                 include_self, bounds);
}
template <NumberElement T, IndexValues X = detail::BracedIndices,
          detail::TensorFor<T> S = detail::BracedValuesOf<T>, detail::ReduceOrName R>
[[nodiscard]] Tensor<std::remove_const_t<T>> index_reduce(const Tensor<T>& t, Dim dim,
                                                          const X& index, const S& source,
                                                          const R& reduce, bool include_self = true,
                                                          Bounds bounds = Bounds::raise) {
  return detail::index_reduce_by("index_reduce", t.clone(), dim, index, detail::unbraced(source),
                                 reduce, include_self, bounds);
}

NDX_NAMESPACE_END
