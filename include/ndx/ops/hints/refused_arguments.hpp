// Overloads that refuse a call at compile time, with a message that says what to write instead. They
// match calls without a needed argument, softmax(t); with an element type as an argument, zeros({2, 3},
// DType::float64); with counts outside a list, tile(t, 2, 3); without the function's header, median(t);
// and by another library's name, power(t, 2).
//
// They must lose against every overload that accepts the call, so their arguments are converted, or
// their templates end in a pack.
#pragma once

#include <ndx/base/dtype.hpp>
#include <ndx/ops/hints/refused_types.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Converts from anything, or from a list of anything in braces.
struct AnyItem {
  AnyItem() {}
  template <class X>
  AnyItem(const X& /*item*/) {}                         // NOLINT(google-explicit-constructor)
  AnyItem(std::initializer_list<AnyItem> /*items*/) {}  // NOLINT(google-explicit-constructor)
};

template <class... Args>
concept WithDType = (std::is_same_v<Args, DType> || ...);

}  // namespace detail

// Calls without a dim.
#define NDX_ENTRY(name, text)               \
  template <class T>                        \
  auto name(const Tensor<T>& /*t*/) {       \
    static_assert(detail::kNever<T>, text); \
    return detail::refused<T>();            \
  }
NDX_ENTRY(log_softmax, "log_softmax goes along a dim: write log_softmax(t, -1)")
NDX_ENTRY(softmax, "softmax goes along a dim: write softmax(t, -1)")
NDX_ENTRY(unsqueeze, "unsqueeze takes the place of the new dim: write unsqueeze(t, 0)")
#undef NDX_ENTRY
#define NDX_ENTRY(name)                                                                        \
  template <class T, class X>                                                                  \
  auto name(const Tensor<T>& /*t*/, const X& /*index*/) {                                      \
    static_assert(detail::kNever<T>, #name " goes along a dim: write " #name "(t, 0, index)"); \
    return detail::refused<T>();                                                               \
  }
NDX_ENTRY(gather)
NDX_ENTRY(index_select)
#undef NDX_ENTRY

// Calls with one of two values.
template <class C, class A>
auto where(const C& /*condition*/, const A& /*a*/) {
  static_assert(detail::kNever<C>,
                "where takes a value for true and one for false: write where(mask, 1, 0)");
  return detail::refused<C>();
}

// Calls with several counts outside a list.
#define NDX_ENTRY_COUNTS(name) "the counts are a list: write " #name "(t, {2, 3})"
#define NDX_ENTRY(name, text)                                                      \
  template <class T, Integer I, Integer J, Integer... More>                        \
  auto name(const Tensor<T>& /*t*/, I /*first*/, J /*second*/, More... /*more*/) { \
    static_assert(detail::kNever<T>, text);                                        \
    return detail::refused<T>();                                                   \
  }
NDX_ENTRY(repeat,
          NDX_ENTRY_COUNTS(repeat) "; NumPy's repeat(t, 2, axis) is repeat_interleave(t, 2, axis)")
NDX_ENTRY(tile, NDX_ENTRY_COUNTS(tile))
#undef NDX_ENTRY
#undef NDX_ENTRY_COUNTS

// Calls with an element type.
#define NDX_ENTRY(name)                                                                        \
  template <class T = void, class... Rest>                                                     \
  auto name(const Dims& /*shape*/, DType /*type*/, const Rest&... /*rest*/) {                  \
    static_assert(detail::kNever<T>,                                                           \
                  "the element type is a template argument: write " #name "<double>({2, 3})"); \
    return detail::refused<T>();                                                               \
  }
NDX_ENTRY(empty)
NDX_ENTRY(ones)
NDX_ENTRY(zeros)
#undef NDX_ENTRY
#define NDX_ENTRY(name, like)                                                                     \
  template <class T>                                                                              \
  auto like(const Tensor<T>& /*other*/, DType /*type*/) {                                         \
    static_assert(detail::kNever<T>,                                                              \
                  "the element type is a template argument: write " #name "<double>(t.shape())"); \
    return detail::refused<T>();                                                                  \
  }
NDX_ENTRY(empty, empty_like)
NDX_ENTRY(ones, ones_like)
NDX_ENTRY(zeros, zeros_like)
#undef NDX_ENTRY
#define NDX_ENTRY(name, call)                                              \
  template <class... Args>                                                 \
    requires detail::WithDType<Args...>                                    \
  auto name(const Args&... /*arguments*/) {                                \
    static_assert(detail::kNever<Args...>,                                 \
                  "the element type is a template argument: write " call); \
    return detail::refused<Args...>();                                     \
  }
NDX_ENTRY(arange, "arange<double>(10)")
NDX_ENTRY(eye, "eye<double>(3)")
NDX_ENTRY(linspace, "linspace<float>(0, 1, 5)")
#undef NDX_ENTRY
template <class V>
auto full(const Dims& /*shape*/, const V& /*value*/, DType /*type*/) {
  static_assert(detail::kNever<V>,
                "the element type is a template argument: write full<double>({2, 3}, 1)");
  return detail::refused<V>();
}
template <class Never = void>
auto tensor(std::initializer_list<detail::AnyItem> /*elements*/, DType /*type*/) {
  static_assert(detail::kNever<Never>,
                "the element type is a template argument: write tensor<double>({1, 2})");
  return detail::refused<Never>();
}
template <Integer T, class... Args>
  requires detail::WithFraction<Args...>
auto arange(const Args&... /*bounds*/) {
  static_assert(detail::kNever<Args...>,
                "a range of integers has integers as bounds: write arange(0.5, 3.0).to<int>()");
  return detail::refused<Args...>();
}

template <Real A, Real B, Real... More>
auto tensor(A /*first*/, B /*second*/, More... /*more*/) {
  static_assert(detail::kNever<A>, "the elements are in braces: write tensor({1, 2, 3})");
  return detail::refused<A>();
}

// Calls without the function's header, which ndx.hpp does not include, or with arguments that it does
// not take. All arguments are converted, so that any function that takes them is preferred.
#define NDX_ENTRY(name, header, call)                                                        \
  template <class Never = void>                                                              \
  auto name(detail::AnyTensor /*t*/, detail::AnyItem /*a*/ = {}, detail::AnyItem /*b*/ = {}, \
            detail::AnyItem /*c*/ = {}) {                                                    \
    static_assert(detail::kNever<Never>, #name " is in <ndx/" header ".hpp>: write " call);  \
    return detail::refused<Never>();                                                         \
  }
NDX_ENTRY(add_into, "into", "add_into(out, a, b)")
NDX_ENTRY(angle, "complex", "angle(t)")
NDX_ENTRY(append, "numpy", "append(t, values, 0)")
NDX_ENTRY(array_split, "numpy", "array_split(t, 3, 0)")
NDX_ENTRY(atleast_1d, "numpy", "atleast_1d(t)")
NDX_ENTRY(atleast_2d, "numpy", "atleast_2d(t)")
NDX_ENTRY(average, "statistics", "average(t, weights, 0), without weights mean(t, 0)")
NDX_ENTRY(conj, "complex", "conj(t)")
NDX_ENTRY(cummax, "numpy", "cummax(t, 0)")
NDX_ENTRY(cummin, "numpy", "cummin(t, 0)")
NDX_ENTRY(delete_, "numpy", "delete_(t, 1, 0)")
NDX_ENTRY(describe, "explain", "describe(t)")
NDX_ENTRY(diag, "numpy", "diag(t, 1)")
NDX_ENTRY(diff, "numpy", "diff(t, 1, -1)")
NDX_ENTRY(digitize, "statistics", "digitize(t, edges)")
NDX_ENTRY(dot, "linalg", "dot(a, b)")
NDX_ENTRY(exp_into, "into", "exp_into(out, t)")
NDX_ENTRY(expand_dims, "numpy", "expand_dims(t, 0)")
NDX_ENTRY(fliplr, "numpy", "fliplr(t)")
NDX_ENTRY(flipud, "numpy", "flipud(t)")
NDX_ENTRY(histogram, "statistics", "histogram(t, 10)")
NDX_ENTRY(hsplit, "numpy", "hsplit(t, 3)")
NDX_ENTRY(imag, "complex", "imag(t)")
NDX_ENTRY(insert, "numpy", "insert(t, 1, values, 0)")
NDX_ENTRY(isin, "numpy", "isin(t, values)")
NDX_ENTRY(lerp, "numpy", "lerp(a, b, 0.5)")
NDX_ENTRY(logcumsumexp, "numpy", "logcumsumexp(t, 0)")
NDX_ENTRY(median, "statistics", "median(t, 0, true), or median(t, all_dims, true)")
NDX_ENTRY(moveaxis, "numpy", "moveaxis(t, 0, 1)")
NDX_ENTRY(multiply_into, "into", "multiply_into(out, a, b)")
NDX_ENTRY(nanmax, "statistics", "nanmax(t, 0, true), or nanmax(t, all_dims, true)")
NDX_ENTRY(nanmean, "statistics", "nanmean(t, 0, true), or nanmean(t, all_dims, true)")
NDX_ENTRY(nanmedian, "statistics", "nanmedian(t, 0, true)")
NDX_ENTRY(nanmin, "statistics", "nanmin(t, 0, true), or nanmin(t, all_dims, true)")
NDX_ENTRY(nanquantile, "statistics", "nanquantile(t, 0.5, 0)")
NDX_ENTRY(nanstd, "statistics", "nanstd(t, 0, {.correction = 1})")
NDX_ENTRY(nansum, "statistics", "nansum(t, 0, true), or nansum(t, all_dims, true)")
NDX_ENTRY(nanvar, "statistics", "nanvar(t, 0, {.correction = 1})")
NDX_ENTRY(norm, "linalg", "norm(t, 2, 0), or norm(t, 2, all_dims, true)")
NDX_ENTRY(outer, "linalg", "outer(a, b)")
NDX_ENTRY(pad, "numpy", "pad(t, {{1, 1}, {2, 2}})")
NDX_ENTRY(percentile, "statistics", "percentile(t, 50, 0), or percentile(t, 50, all_dims, true)")
NDX_ENTRY(quantile, "statistics", "quantile(t, 0.5, 0), or quantile(t, 0.5, all_dims, true)")
NDX_ENTRY(real, "complex", "real(t)")
NDX_ENTRY(rot90, "numpy", "rot90(t)")
NDX_ENTRY(subtract_into, "into", "subtract_into(out, a, b)")
NDX_ENTRY(swapaxes, "numpy", "swapaxes(t, 0, 1)")
NDX_ENTRY(take_along_dim, "numpy", "take_along_dim(t, index, 0)")
NDX_ENTRY(trace, "linalg", "trace(t), of numbers")
NDX_ENTRY(tril, "numpy", "tril(t, -1)")
NDX_ENTRY(triu, "numpy", "triu(t, 1)")
NDX_ENTRY(vdot, "linalg", "vdot(a, b)")
NDX_ENTRY(vsplit, "numpy", "vsplit(t, 3)")
#undef NDX_ENTRY
// Functions without a tensor. The pack makes these lose against a function that takes the list alone.
#define NDX_ENTRY(name)                                                                         \
  template <class T = float, class... Rest>                                                     \
    requires(sizeof...(Rest) == 0)                                                              \
  auto name(const Dims& /*shape*/, const Rest&...) {                                            \
    static_assert(detail::kNever<T>, #name " is in <ndx/random.hpp>: write " #name "({2, 3})"); \
    return detail::refused<T>();                                                                \
  }
NDX_ENTRY(rand)
NDX_ENTRY(randn)
#undef NDX_ENTRY
#define NDX_ENTRY(name, header, call)                                                   \
  template <class T = void>                                                             \
  auto name(detail::AnyItem /*a*/, detail::AnyItem /*b*/, detail::AnyItem /*c*/) {      \
    static_assert(detail::kNever<T>, #name " is in <ndx/" header ".hpp>: write " call); \
    return detail::refused<T>();                                                        \
  }
NDX_ENTRY(geomspace, "numpy", "geomspace(1, 100, 3)")
NDX_ENTRY(logspace, "numpy", "logspace(0, 2, 3)")
NDX_ENTRY(randint, "random", "randint(0, 10, {2, 3})")
#undef NDX_ENTRY
template <class T = void, class... Rest>
  requires(sizeof...(Rest) == 0)
auto identity(Count /*n*/, const Rest&...) {
  static_assert(detail::kNever<T>, "identity is in <ndx/numpy.hpp>: or write eye(3)");
  return detail::refused<T>();
}
template <class T = void, class... Rest>
  requires(sizeof...(Rest) == 0)
auto randperm(Count /*n*/, const Rest&...) {
  static_assert(detail::kNever<T>, "randperm is in <ndx/random.hpp>: write randperm(5)");
  return detail::refused<T>();
}
#define NDX_ENTRY(name)                                                                        \
  template <class Never = void>                                                                \
  auto name(detail::AnyTensor /*a*/, detail::AnyTensor /*b*/, detail::AnyItem /*a_dims*/ = {}, \
            detail::AnyItem /*b_dims*/ = {}) {                                                 \
    static_assert(detail::kNever<Never>,                                                       \
                  "include <ndx/eigen.hpp>, which has " #name ", by Eigen");                   \
    return detail::refused<Never>();                                                           \
  }
NDX_ENTRY(matmul)
NDX_ENTRY(tensordot)
#undef NDX_ENTRY
template <class Never = void>
auto einsum(detail::AnyItem /*subscripts*/, detail::AnyTensor /*a*/, detail::AnyItem /*b*/ = {},
            detail::AnyItem /*c*/ = {}) {
  static_assert(detail::kNever<Never>, "include <ndx/eigen.hpp>, which has einsum, by Eigen");
  return detail::refused<Never>();
}

// Operators and functions under the names that they have elsewhere. greater and less are missing,
// because std has them too.
#define NDX_ENTRY(name, operation)                                 \
  template <class Never = void>                                    \
  auto name(detail::AnyTensor /*a*/, detail::AnyItem /*b*/ = {}) { \
    static_assert(detail::kNever<Never>, "write " operation);      \
    return detail::refused<Never>();                               \
  }
NDX_ENTRY(absolute, "abs(t)")
NDX_ENTRY(add, "a + b")
NDX_ENTRY(arccos, "acos(t)")
NDX_ENTRY(arcsin, "asin(t)")
NDX_ENTRY(arcsinh, "asinh(t)")
NDX_ENTRY(arctan, "atan(t)")
NDX_ENTRY(arctan2, "atan2(a, b)")
NDX_ENTRY(bitwise_and, "a & b")
NDX_ENTRY(bitwise_not, "~t")
NDX_ENTRY(bitwise_or, "a | b")
NDX_ENTRY(bitwise_xor, "a ^ b")
NDX_ENTRY(div, "a / b")
NDX_ENTRY(divide, "a / b")
NDX_ENTRY(eq, "a == b")
NDX_ENTRY(float_power, "pow(a, b)")
NDX_ENTRY(ge, "a >= b")
NDX_ENTRY(gt, "a > b")
NDX_ENTRY(invert, "~t")
NDX_ENTRY(le, "a <= b")
NDX_ENTRY(left_shift, "a << b")
NDX_ENTRY(lt, "a < b")
NDX_ENTRY(mul, "a * b")
NDX_ENTRY(multiply, "a * b")
NDX_ENTRY(ne, "a != b")
NDX_ENTRY(neg, "-t")
NDX_ENTRY(negative, "-t")
NDX_ENTRY(not_equal, "a != b")
NDX_ENTRY(power, "pow(a, b)")
NDX_ENTRY(right_shift, "a >> b")
NDX_ENTRY(sub, "a - b")
NDX_ENTRY(subtract, "a - b")
NDX_ENTRY(true_divide, "a / b")
#undef NDX_ENTRY
template <class Never = void>
auto from_blob(const void* /*data*/, const Dims& /*shape*/, detail::AnyItem /*options*/ = {}) {
  static_assert(detail::kNever<Never>, "write borrow(data, {2, 3}), whose data must outlive it");
  return detail::refused<Never>();
}

NDX_NAMESPACE_END
