// Reductions of the elements that a mask selects, and from an initial value: NumPy's arguments `where` and
// `initial` of sum, prod, amax, amin, any, all, mean, var and std.
//
// An element that is not selected is replaced by one that changes nothing, such as 0 for a sum, before the
// reduction without a mask, so that rounding, NaN and the sharing between threads are as there. A mean is
// divided by the number of selected elements.
#pragma once

#include <optional>

#include <ndx/ops/arithmetic/maximum.hpp>
#include <ndx/ops/mask/masks.hpp>
#include <ndx/ops/mask/where.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/reduce/extremes.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A tensor of bools as an option. It has no default, so that options without a mask remain those of var.
class ReductionMask {
 public:
  template <Boolean T>
  ReductionMask(const Tensor<T>& mask) : mask_(mask) {}  // NOLINT(google-explicit-constructor)
  template <class T>
  ReductionMask(const Tensor<T>& /*mask*/) {  // NOLINT(google-explicit-constructor)
    static_assert(Boolean<T>, "a mask is a tensor of bools: write mask != 0");
  }
  operator const Tensor<const bool>&() const { return mask_; }

 private:
  Tensor<const bool> mask_;
};

/// A number that elements of T hold, or none.
template <class T>
class InitialValue {
 public:
  InitialValue() = default;
  template <Scalar X>
  InitialValue(X number)  // NOLINT(google-explicit-constructor)
      : value_(convert_element<T>(number)) {
    static_assert(kCategory<X> <= kCategory<T>,
                  "the initial value has a type that the result cannot hold: convert the tensor");
    check_held<T>("initial", number);
  }
  [[nodiscard]] const std::optional<T>& value() const { return value_; }

 private:
  std::optional<T> value_;
};

}  // namespace detail

/// Options of sum, prod, amax and amin, whose results have elements of type T.
template <class T>
struct ReductionOptions {
  /// A mask that broadcasts to the tensor. Only the elements where it is true are reduced.
  std::optional<detail::ReductionMask> where = {};
  /// The value that the reduction starts from. It is the result if there are no elements.
  detail::InitialValue<T> initial = {};
  bool keepdim = false;
};

/// Options of mean, any and all of selected elements.
struct MaskedOptions {
  /// A mask that broadcasts to the tensor.
  detail::ReductionMask where;
  bool keepdim = false;
};

/// Options of var and std of selected elements: those of VarianceOptions, and a mask.
struct MaskedVarianceOptions {
  /// A mask that broadcasts to the tensor.
  detail::ReductionMask where;
  /// Subtracted from the number of selected elements before the sum of squares is divided by it.
  detail::Correction correction = 0;
  bool keepdim = false;
};

namespace detail {

/// Returns t with `other` where the mask is false. Throws ShapeError if the mask does not broadcast to t.
template <class T>
Tensor<std::remove_const_t<T>> selected(const char* call, const Tensor<T>& t,
                                        const Tensor<const bool>& mask,
                                        const std::remove_const_t<T>& other) {
  check_mask(call, mask, t.shape());
  return choose(call, mask, t, other);
}

/// Reduces the selected elements by R to a total, from the initial value, which Combine adds to it.
template <class R, class Combine, class T, class Total>
Tensor<Total> reduce_selected(const char* call, const Tensor<T>& t, const ReducedDims& dims,
                              const ReductionOptions<Total>& options,
                              const std::remove_const_t<T>& neutral) {
  Tensor<const T> terms = t;
  if (options.where) terms = selected(call, t, *options.where, neutral);
  const auto totals = reduce_to<Total>(call, R{}, terms, dims, options.keepdim);
  const std::optional<Total>& initial = options.initial.value();
  return initial ? operate<Combine>(call, totals, *initial) : totals;
}

/// Finds the extremes of the selected elements. Elements that are not selected count as the initial value.
template <class R, class Combine, class T>
Tensor<std::remove_const_t<T>> extremes_of_selected(
    const char* call, const Tensor<T>& t, const ReducedDims& dims,
    const ReductionOptions<std::remove_const_t<T>>& options) {
  if (const auto& initial = options.initial.value(); initial)
    return reduce_selected<R, Combine>(call, t, dims, options, *initial);
  if (options.where) [[unlikely]]
    throw_value_error(call, ": where the mask selects no element there is no ", R::kName,
                      ": give an initial value, {.where = mask, .initial = 0}");
  return extreme_values<R>(call, t, dims, options.keepdim);
}

/// Returns the number of selected elements for each element of the result. The mask broadcasts to `shape`.
template <Boolean B>
Tensor<index_t> count_selected(const Tensor<B>& mask, DimsView shape, const ReducedDims& dims,
                               bool keepdim) {
  return count_nonzero(mask.broadcast_to(shape), dims, keepdim);
}

/// Returns the means of the selected elements in the type in which they are computed.
template <class T>
auto mean_of_selected(const char* call, const Tensor<T>& t, const Tensor<const bool>& mask,
                      const ReducedDims& dims, bool keepdim) {
  using In = std::remove_const_t<T>;
  const auto totals = reduce_to<mean_accumulator_t<In>>(
      call, MeanSum<computed_t<In>>{}, selected(call, t, mask, In{}), dims, keepdim);
  return operate<Divide>(call, totals, count_selected(mask, t.shape(), dims, keepdim));
}

/// Returns the variances of the selected elements in double.
template <class T>
Tensor<double> variance_of_selected(const char* call, const Tensor<T>& t, const ReducedDims& dims,
                                    const MaskedVarianceOptions& options) {
  const Tensor<const bool>& mask = options.where;
  const auto squares = map_elements<double>(
      call, [](const auto& x, const auto& mean) { return squared_distance(x, mean); }, t,
      mean_of_selected(call, t, mask, dims, true));
  const auto totals = reduce_to<double>(call, Sum<double>{}, selected(call, squares, mask, 0.0),
                                        dims, options.keepdim);
  const auto divide = [correction = double{options.correction}](double total, index_t count) {
    const double left = static_cast<double>(count) - correction;
    return total / (left > 0 ? left : 0);
  };
  return map_elements<double>(call, divide, totals,
                              count_selected(mask, t.shape(), dims, options.keepdim));
}

}  // namespace detail

/// Returns the sum of the elements where the mask `where` is true, added to `initial`. Either may be left
/// out. Shapes and types are those of sum(t, dims, keepdim). Throws ShapeError for a mask that does not
/// broadcast to t, ValueError for an initial value that an element of the result cannot hold, otherwise as
/// sum does. Source: NumPy's sum.
///   sum(tensor({1, 2, 4}), all_dims, {.where = tensor({true, false, true}), .initial = 10}) -> 15
///   sum(t, 0, {.where = t > 0}) · sum(t, {0, 2}, {.initial = 5, .keepdim = true})
template <NumberTensor A>
[[nodiscard]] auto sum(const A& t, const ReducedDims& dims,
                       const ReductionOptions<detail::total_t<detail::element_t<A>>>& options) {
  using T = detail::element_t<A>;
  return detail::reduce_selected<detail::Sum<computed_t<T>>, Reduce::Add>("sum", t, dims, options,
                                                                          T{});
}
/// Returns the product of the elements where the mask `where` is true, times `initial`, as sum does.
///   prod(tensor({2, 3, 4}), 0, {.where = tensor({true, false, true})}) -> 8
template <NumberTensor A>
[[nodiscard]] auto prod(const A& t, const ReducedDims& dims,
                        const ReductionOptions<detail::total_t<detail::element_t<A>>>& options) {
  using T = detail::element_t<A>;
  return detail::reduce_selected<detail::Product<computed_t<T>>, Reduce::Multiply>(
      "prod", t, dims, options, convert_element<T>(1));
}

/// Returns the largest of `initial` and the elements where the mask `where` is true, which is `initial` if
/// there are none. A mask needs an initial value, which is otherwise a ValueError. Shapes, types and errors
/// are those of amax and of sum with these options. Source: NumPy's amax.
///   amax(tensor({3, 9, 4}), 0, {.where = tensor({true, false, true}), .initial = 0}) -> 4
///   amax(zeros<int>({0}), 0, {.initial = -1}) -> -1
template <NumberTensor A>
[[nodiscard]] auto amax(const A& t, const ReducedDims& dims,
                        const ReductionOptions<detail::element_t<A>>& options) {
  return detail::extremes_of_selected<detail::MaxOf<A>, detail::Maximum>("amax", t, dims, options);
}
/// Returns the smallest of `initial` and the elements where the mask `where` is true, as amax does.
///   amin(tensor({3, 9, 1}), 0, {.where = tensor({true, true, false}), .initial = 5}) -> 3
template <NumberTensor A>
[[nodiscard]] auto amin(const A& t, const ReducedDims& dims,
                        const ReductionOptions<detail::element_t<A>>& options) {
  return detail::extremes_of_selected<detail::MinOf<A>, detail::Minimum>("amin", t, dims, options);
}

/// Returns whether any of the elements where the mask `where` is true is nonzero. Shapes are those of
/// any(t, dims, keepdim). Throws ShapeError for a mask that does not broadcast to t, otherwise as sum does.
/// Source: NumPy's any.
///   any(tensor({0, 1, 0}), 0, {.where = tensor({true, false, true})}) -> 0
template <NumberTensor A>
[[nodiscard]] Tensor<bool> any(const A& t, const ReducedDims& dims, const MaskedOptions& options) {
  using T = detail::element_t<A>;
  return detail::truth<detail::Any<computed_t<T>>>(
      "any", detail::selected("any", t, options.where, T{}), dims, options.keepdim);
}
/// Returns whether all elements where the mask `where` is true are nonzero, as any does.
///   all(tensor({1, 0, 1}), 0, {.where = tensor({true, false, true})}) -> 1
template <NumberTensor A>
[[nodiscard]] Tensor<bool> all(const A& t, const ReducedDims& dims, const MaskedOptions& options) {
  using T = detail::element_t<A>;
  return detail::truth<detail::All<computed_t<T>>>(
      "all", detail::selected("all", t, options.where, convert_element<T>(1)), dims,
      options.keepdim);
}

/// Returns the mean of the elements where the mask `where` is true, and NaN if there are none. Shapes and
/// types are those of mean(t, dims, keepdim), errors those of any with a mask. Source: NumPy's mean.
///   mean(tensor({1, 2, 4}), 0, {.where = tensor({true, false, true})}) -> 2.5
template <NumberTensor A>
[[nodiscard]] auto mean(const A& t, const ReducedDims& dims, const MaskedOptions& options) {
  return detail::mean_of_selected("mean", t, options.where, dims, options.keepdim)
      .template to<detail::function_t<detail::element_t<A>>>();
}

/// Returns the variance of the elements where the mask `where` is true. It is NaN if there are no more of
/// them than options.correction. Shapes and types are those of var, errors those of any with a mask.
/// Source: NumPy's var.
///   var(tensor({1, 2, 3}), 0, {.where = tensor({true, false, true})}) -> 1
///   var(t, 0, {.where = t > 0, .correction = 1, .keepdim = true})
template <NumberTensor A>
[[nodiscard]] auto var(const A& t, const ReducedDims& dims, const MaskedVarianceOptions& options) {
  return detail::variance_of_selected("var", t, dims, options)
      .template to<detail::variance_t<detail::element_t<A>>>();
}
/// Returns the standard deviation of the elements where the mask `where` is true, the root of var.
///   ndx::std(tensor({1, 2, 3}), 0, {.where = tensor({true, false, true})}) -> 1
template <NumberTensor A>
[[nodiscard]] auto std(const A& t, const ReducedDims& dims, const MaskedVarianceOptions& options) {
  using Out = detail::variance_t<detail::element_t<A>>;
  return detail::map_elements<Out>("std", detail::RootOfVariance<Out>{},
                                   detail::variance_of_selected("std", t, dims, options));
}

// The functions of subscripts and of indexed views, sum(t[0], 0, {.where = mask}): no type is deduced from braces.
#define NDX_ENTRY(name, Options)                                                          \
  template <detail::Unread Part>                                                          \
  [[nodiscard]] auto name(Part&& part, const ReducedDims& dims, const Options& options) { \
    return name(detail::as_tensor<Part>(part), dims, options);                            \
  }
NDX_ENTRY(sum, ReductionOptions<detail::total_t<detail::value_of_t<Part>>>)
NDX_ENTRY(prod, ReductionOptions<detail::total_t<detail::value_of_t<Part>>>)
NDX_ENTRY(amax, ReductionOptions<detail::value_of_t<Part>>)
NDX_ENTRY(amin, ReductionOptions<detail::value_of_t<Part>>)
NDX_ENTRY(any, MaskedOptions)
NDX_ENTRY(all, MaskedOptions)
NDX_ENTRY(mean, MaskedOptions)
NDX_ENTRY(var, MaskedVarianceOptions)
NDX_ENTRY(std, MaskedVarianceOptions)
#undef NDX_ENTRY

NDX_NAMESPACE_END
