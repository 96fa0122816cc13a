// scatter_reduce_ and index_reduce_: writes with one of PyTorch's named reductions, "sum", "prod",
// "mean", "amax" or "amin".
//
// Compared with a plain Reducer, they can leave out the target's own element and compute a mean.
// Both take several passes over the same plan, on a copy of the target: if one of them fails, the
// target is unchanged.
#pragma once

#include <ndx/ops/index_add.hpp>
#include <ndx/ops/order.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A named reduction: the reducer, its identity element, and whether to divide by the count.
template <class T>
struct NamedReduction {
  Reducer<T> reduce;
  T identity{};
  bool is_mean = false;
};

template <Number T>
NamedReduction<T> named_reduction(const char* call, std::string_view name) {
  if (name == "sum") return {Reduce::add};
  if (name == "prod") return {Reduce::multiply, T{1}};
  if constexpr (!Boolean<T>) {
    if (name == "mean") return {Reduce::add, T{}, true};
  }
  if constexpr (Real<T>) {
    if (name == "amax") return {Reduce::maximum, outermost_element<T, false>()};
    if (name == "amin") return {Reduce::minimum, outermost_element<T, true>()};
  }
  const bool known = name == "mean" || name == "amax" || name == "amin";
  throw_value_error(call, ": reduce \"", std::string(name),
                    known ? "\" is not available for this element type"
                          : "\" is none of \"sum\", \"prod\", \"mean\", \"amax\", \"amin\"");
}

/// x / count. Integers are rounded down, as in PyTorch's mean of integers.
template <class T>
T mean_of(const T& x, index_t count) {
  if constexpr (!std::is_integral_v<T>) {
    return result_element<T>(x / convert_element<computed_t<T>>(count));
  } else if constexpr (std::is_unsigned_v<T>) {
    return static_cast<T>(x / static_cast<std::uint64_t>(count));
  } else {
    const index_t quotient = x / count;
    return static_cast<T>(quotient - (x % count < 0 ? 1 : 0));
  }
}

/// The passes of a reduction that leaves out the target's own elements or divides by counts.
/// `result` begins as a copy of the target, `counts` as zeros of its shape for a mean, which
/// divide_by_counts ends; write(tensor, value, reducer) writes to the elements that are reduced.
template <class T, class Write>
void reduce_in_passes(const Write& write, const Tensor<T>& result, const Tensor<index_t>& counts,
                      const Tensor<const T>& source, const NamedReduction<T>& named,
                      bool include_self) {
  if (named.is_mean) write(counts, index_t{1}, Reducer<index_t>(Reduce::add));
  if (!include_self) write(result, named.identity, Reducer<T>());
  write(result, source, named.reduce);
}

/// Turns sums into means.
template <class T>
void divide_by_counts(const char* call, const Tensor<T>& result, const Tensor<index_t>& counts,
                      bool include_self) {
  const index_t own = include_self ? 1 : 0;
  update_elements(
      call,
      [own](const computed_t<T>& sum, index_t count) {
        return count == 0 ? sum : mean_of(sum, count + own);
      },
      result, counts);
}

/// Reduces `source` into the elements of t that make_plan(layout of t or of its copy) selects.
template <class T, class MakePlan>
Tensor<T> reduce_by_name(const char* call, const Tensor<T>& t, const MakePlan& make_plan,
                         const Tensor<const T>& source, const NamedReduction<T>& named,
                         bool include_self, Bounds bounds) {
  if (include_self && !named.is_mean)
    return write_with(make_plan(t.layout()), t, source, {.reduce = named.reduce, .bounds = bounds});
  check_writable(call, t.layout());
  Tensor<T> written = t;  // before the first write: above rank 6 this allocates
  const Tensor<T> result = t.clone();
  const Tensor<index_t> counts = zeros<index_t>(named.is_mean ? t.shape() : DimsView());
  const auto write = [&]<class U>(const Tensor<U>& to, const auto& value,
                                  const Reducer<U>& reduce) {
    write_with(make_plan(to.layout()), to, value, {.reduce = reduce, .bounds = bounds});
  };
  reduce_in_passes(write, result, counts, source, named, include_self);
  if (named.is_mean) divide_by_counts(call, result, counts, include_self);
  t.copy_(result);
  return written;
}

/// What scatter_reduce_ and index_reduce_ do, in the name of `call`.
template <class T, class X, class S>
Tensor<T> scatter_reduce_by(const char* call, const Tensor<T>& t, index_t dim, const X& index,
                            const Tensor<S>& src, std::string_view reduce, bool include_self,
                            Bounds bounds) {
  static_assert(!std::is_const_v<T>, "a Tensor<const T> is read-only: write to a clone() of it");
  const auto named = named_reduction<std::remove_const_t<T>>(call, reduce);
  const UntypedTensor given = untyped_indices(index);
  UntypedTensor own;
  const auto make_plan = [&](const Layout& layout) {
    own = given;
    return plan_gather(call, layout, dim, own);
  };
  const auto corner = source_corner(call, src, given.layout.shape).template to<const T>();
  return reduce_by_name(call, t, make_plan, corner, named, include_self, bounds);
}
template <class T, class X, class S>
Tensor<T> reduce_slices(const char* call, const Tensor<T>& t, index_t dim, const X& index,
                        const Tensor<S>& source, std::string_view reduce, bool include_self,
                        Bounds bounds) {
  static_assert(!std::is_const_v<T>, "a Tensor<const T> is read-only: write to a clone() of it");
  const auto named = named_reduction<std::remove_const_t<T>>(call, reduce);
  const SlicesPlan slices(call, t.layout(), dim, untyped_indices(index));
  slices.check_source(source.shape());
  const auto make_plan = [&](const Layout& layout) {
    return plan_in_place_of(call, layout, slices.dim, slices.index);
  };
  return reduce_by_name(call, t, make_plan, source.template to<const T>(), named, include_self,
                        bounds);
}

}  // namespace detail

/// As scatter_, but each element of `src` is reduced into its target element, in order. `reduce` is
/// "sum", "prod", "mean", "amax" or "amin"; throws ValueError for any other. Without include_self,
/// the old value of an element that is written is left out. The mean of integers is rounded down;
/// integer sums and products wrap around; NaN propagates in "amax" and "amin".
///   scatter_reduce_(t, 0, index, src, "amax") · scatter_reduce_(t, 1, index, src, "mean", false)
/// Source: PyTorch's scatter_reduce_.
template <NumberElement T, IndexValues X = detail::BracedIndices,
          detail::TensorFor<T> S = detail::BracedValuesOf<T>>
Tensor<T> scatter_reduce_(const Tensor<T>& t, index_t dim, const X& index, const S& src,
                          std::string_view reduce, bool include_self = true,
                          Bounds bounds = Bounds::raise) {
  return detail::scatter_reduce_by("scatter_reduce_", t, dim, index, detail::unbraced(src), reduce,
                                   include_self, bounds);
}
template <NumberElement T, IndexValues X = detail::BracedIndices,
          detail::TensorFor<T> S = detail::BracedValuesOf<T>>
[[nodiscard]] Tensor<std::remove_const_t<T>> scatter_reduce(const Tensor<T>& t, index_t dim,
                                                            const X& index, const S& src,
                                                            std::string_view reduce,
                                                            bool include_self = true,
                                                            Bounds bounds = Bounds::raise) {
  return detail::scatter_reduce_by("scatter_reduce", t.clone(), dim, index, detail::unbraced(src),
                                   reduce, include_self, bounds);
}

/// As index_add_, but the slices of `source` are reduced into those of t, as in scatter_reduce_.
/// Source: PyTorch's index_reduce_.
template <NumberElement T, IndexValues X = detail::BracedIndices,
          detail::TensorFor<T> S = detail::BracedValuesOf<T>>
Tensor<T> index_reduce_(const Tensor<T>& t, index_t dim, const X& index, const S& source,
                        std::string_view reduce, bool include_self = true,
                        Bounds bounds = Bounds::raise) {
  return detail::reduce_slices("index_reduce_", t, dim, index, detail::unbraced(source), reduce,
                               include_self, bounds);
}
template <NumberElement T, IndexValues X = detail::BracedIndices,
          detail::TensorFor<T> S = detail::BracedValuesOf<T>>
[[nodiscard]] Tensor<std::remove_const_t<T>> index_reduce(const Tensor<T>& t, index_t dim,
                                                          const X& index, const S& source,
                                                          std::string_view reduce,
                                                          bool include_self = true,
                                                          Bounds bounds = Bounds::raise) {
  return detail::reduce_slices("index_reduce", t.clone(), dim, index, detail::unbraced(source),
                               reduce, include_self, bounds);
}

NDX_NAMESPACE_END
