// Overloads that refuse fractions and bools in place of dims, counts and indices, and an index in
// place of a dim.
//
// Without them a compiler would cut topk(t, 2.5) to topk(t, 2), with a warning at most, and sort(t,
// true) would sort along dim 1.
#pragma once

#include <ndx/ops/core/index_values.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

/// Arguments after the tensor, where functions take integers, a dim first.
template <class First, class... Rest>
concept NoDims = WithFraction<First, Rest...> || Boolean<First>;

template <class... Args>
inline constexpr bool kFlagSecond = false;
template <class First, class Second, class... Rest>
inline constexpr bool kFlagSecond<First, Second, Rest...> = Boolean<Second>;

/// Arguments after the tensor, where the dim comes second, after a count.
template <class First, class... Rest>
concept NoCountAndDim = NoDims<First, Rest...> || kFlagSecond<First, Rest...>;

template <class First, class... Rest>
auto refuse_no_dims() {
  if constexpr (WithFraction<First, Rest...>) {
    return refuse_fraction<First, Rest...>();
  } else {
    static_assert(!Boolean<First>, "a bool is no dim: write the dim before it, sort(t, -1, true)");
    static_assert(Boolean<First>,
                  "a bool is no dim: write the dim before it, topk(t, 2, -1, false)");
    return refused<First>();
  }
}

}  // namespace detail

// Functions that take a tensor and integers alone.
#define NDX_ENTRY_OF(name, Refused)                                                  \
  template <class T, class First, class... Rest>                                     \
    requires detail::Refused<First, Rest...>                                         \
  auto name(const Tensor<T>& /*t*/, const First& /*dim*/, const Rest&... /*rest*/) { \
    return detail::refuse_no_dims<First, Rest...>();                                 \
  }
#define NDX_ENTRY(name) NDX_ENTRY_OF(name, NoDims)
// clang-format off: one list
#define NDX_ENTRY_EACH(X) \
  X(all) X(amax) X(amin) X(any) X(argmax) X(argmin) X(argsort) X(count_nonzero) X(cummax) X(cummin) \
  X(cumprod) X(cumsum) X(diag) X(diagflat) X(diagonal) X(dsplit) X(expand_dims) X(flatten) X(flip) \
  X(hsplit) X(log_softmax) X(logcumsumexp) X(logsumexp) X(mean) X(median) X(moveaxis) X(movedim) \
  X(nanargmax) X(nanargmin) X(nanmax) X(nanmean) X(nanmedian) X(nanmin) X(nanprod) X(nansum) X(narrow) \
  X(prod) X(ptp) X(repeat) X(rot90) X(select) X(size) X(slice) X(softmax) X(sort) X(sort_values) \
  X(squeeze) X(sum) X(swapaxes) X(tile) X(trace) X(transpose) X(tril) X(triu) X(unbind) X(unfold) \
  X(unique) X(unsqueeze) X(vsplit)
// clang-format on
NDX_ENTRY_EACH(NDX_ENTRY)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY
#define NDX_ENTRY(name) NDX_ENTRY_OF(name, NoCountAndDim)
// clang-format off: one list
#define NDX_ENTRY_EACH(X) \
  X(argpartition) X(array_split) X(chunk) X(diff) X(kthvalue) X(partition) X(repeat_interleave) X(roll) \
  X(split) X(topk)
// clang-format on
NDX_ENTRY_EACH(NDX_ENTRY)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY
#undef NDX_ENTRY_OF

// Functions whose third argument is an integer.
#define NDX_ENTRY(name)                                                               \
  template <class T, class X = detail::BracedIndices, detail::NoDim D, class... Rest> \
    requires(!std::is_floating_point_v<X>)                                            \
  auto name(const Tensor<T>& /*t*/, const X& /*index*/, const D& /*dim*/,             \
            const Rest&... /*rest*/) {                                                \
    return detail::refuse_dim<D, true>();                                             \
  }
NDX_ENTRY(append)
NDX_ENTRY(bincount)
NDX_ENTRY(compress)
NDX_ENTRY(delete_)
NDX_ENTRY(gather_nd)
NDX_ENTRY(select_scatter)
NDX_ENTRY(slice_scatter)
NDX_ENTRY(take)
NDX_ENTRY(take_along_axis)
NDX_ENTRY(take_along_dim)
#undef NDX_ENTRY

// Functions whose third argument is an integer and whose second is any number.
#define NDX_ENTRY(name)                                                                   \
  template <class T, class X = std::initializer_list<double>, class F, class... Rest>     \
    requires detail::NoDims<F>                                                            \
  auto name(const Tensor<T>& /*t*/, const X& /*q*/, F /*dim*/, const Rest&... /*rest*/) { \
    return detail::refuse_dim<F>();                                                       \
  }
NDX_ENTRY(average)
NDX_ENTRY(nanpercentile)
NDX_ENTRY(nanquantile)
NDX_ENTRY(norm)
NDX_ENTRY(percentile)
NDX_ENTRY(quantile)
#undef NDX_ENTRY

// Functions whose second argument is an integer: a dim, a position, a number of bins or of classes.
#define NDX_ENTRY(name)                                                      \
  template <class T, std::floating_point F, class... Rest>                   \
  auto name(const Tensor<T>& /*t*/, F /*number*/, const Rest&... /*rest*/) { \
    return detail::refuse_fraction<F>();                                     \
  }
NDX_ENTRY(delete_)
NDX_ENTRY(histogram)
NDX_ENTRY(insert)
NDX_ENTRY(nanstd)
NDX_ENTRY(nanvar)
NDX_ENTRY(std)
NDX_ENTRY(var)
#undef NDX_ENTRY
template <class R = index_t, class X = detail::BracedIndices, std::floating_point F, class... Rest>
auto one_hot(const X& /*classes*/, F /*num_classes*/, const Rest&... /*rest*/) {
  return detail::refuse_fraction<F>();
}
template <class T, class X = detail::BracedIndices, class V = detail::BracedIndices,
          detail::NoDim D>
  requires(!std::is_floating_point_v<X>)
auto insert(const Tensor<T>& /*t*/, const X& /*positions*/, const V& /*values*/, const D& /*dim*/) {
  return detail::refuse_dim<D>();
}

// Functions of a list of tensors and a dim.
#define NDX_ENTRY(name)                                                       \
  template <class T, detail::NoInteger D>                                     \
  auto name(std::initializer_list<Tensor<T>> /*tensors*/, const D& /*dim*/) { \
    return detail::refuse_dim<D>();                                           \
  }
NDX_ENTRY(cat)
NDX_ENTRY(concatenate)
NDX_ENTRY(stack)
#undef NDX_ENTRY

// Functions without a tensor.
#define NDX_ENTRY(name)                        \
  template <class T = float, class... Args>    \
    requires detail::WithNoInteger<Args...>    \
  auto name(const Args&... /*sizes*/) {        \
    return detail::refuse_fraction<Args...>(); \
  }
NDX_ENTRY(eye)
NDX_ENTRY(identity)
NDX_ENTRY(tri)
#undef NDX_ENTRY
#define NDX_ENTRY(name)                                                                    \
  template <class T = float, class A, class B, detail::NoInteger F, class... Rest>         \
  auto name(const A& /*start*/, const B& /*stop*/, F /*count*/, const Rest&... /*rest*/) { \
    return detail::refuse_fraction<F>();                                                   \
  }
NDX_ENTRY(geomspace)
NDX_ENTRY(linspace)
NDX_ENTRY(logspace)
#undef NDX_ENTRY
template <Integer T, class... Args>
  requires detail::WithFraction<Args...>
auto arange(const Args&... /*bounds*/) {
  static_assert(detail::kNever<Args...>,
                "a range of integers has integers as bounds: write arange(0.5, 3.0).to<int>()");
  return detail::refused<Args...>();
}

NDX_NAMESPACE_END
