// Functions without an argument that they need, softmax(t), with an element type as an argument,
// zeros({2, 3}, DType::float64), with counts that are no list, tile(t, 2, 3), or without their header,
// median(t), which say what to write instead.
#pragma once

#include <ndx/base/dtype.hpp>
#include <ndx/ops/refused_types.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Anything, or a list of it in braces.
struct AnyItem {
  AnyItem() {}
  template <class X>
  AnyItem(const X& /*item*/) {}                         // NOLINT(google-explicit-constructor)
  AnyItem(std::initializer_list<AnyItem> /*items*/) {}  // NOLINT(google-explicit-constructor)
};

template <class... Args>
concept WithDType = (std::is_same_v<Args, DType> || ...);

}  // namespace detail

// Without a dim.
#define NDX_ENTRY(name, text)               \
  template <class T>                        \
  auto name(const Tensor<T>& /*t*/) {       \
    static_assert(detail::kNever<T>, text); \
  }
NDX_ENTRY(log_softmax, "log_softmax goes along a dim: write log_softmax(t, -1)")
NDX_ENTRY(softmax, "softmax goes along a dim: write softmax(t, -1)")
NDX_ENTRY(unsqueeze, "unsqueeze takes the place of the new dim: write unsqueeze(t, 0)")
#undef NDX_ENTRY
#define NDX_ENTRY(name)                                                                        \
  template <class T, class X>                                                                  \
  auto name(const Tensor<T>& /*t*/, const X& /*index*/) {                                      \
    static_assert(detail::kNever<T>, #name " goes along a dim: write " #name "(t, 0, index)"); \
  }
NDX_ENTRY(gather)
NDX_ENTRY(index_select)
#undef NDX_ENTRY

// With one of two values.
template <class C, class A>
auto where(const C& /*condition*/, const A& /*a*/) {
  static_assert(detail::kNever<C>,
                "where takes a value for true and one for false: write where(mask, 1, 0)");
}

// With several counts that are no list.
#define NDX_ENTRY_COUNTS(name) "the counts are a list: write " #name "(t, {2, 3})"
#define NDX_ENTRY(name, text)                                                      \
  template <class T, Integer I, Integer J, Integer... More>                        \
  auto name(const Tensor<T>& /*t*/, I /*first*/, J /*second*/, More... /*more*/) { \
    static_assert(detail::kNever<T>, text);                                        \
  }
NDX_ENTRY(repeat,
          NDX_ENTRY_COUNTS(repeat) "; NumPy's repeat(t, 2, axis) is repeat_interleave(t, 2, axis)")
NDX_ENTRY(tile, NDX_ENTRY_COUNTS(tile))
#undef NDX_ENTRY
#undef NDX_ENTRY_COUNTS

// With an element type.
#define NDX_ENTRY(name)                                                                        \
  template <class T = void, class... Rest>                                                     \
  auto name(const Dims& /*shape*/, DType /*type*/, const Rest&... /*rest*/) {                  \
    static_assert(detail::kNever<T>,                                                           \
                  "the element type is a template argument: write " #name "<double>({2, 3})"); \
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
  }
NDX_ENTRY(arange, "arange<double>(10)")
NDX_ENTRY(eye, "eye<double>(3)")
NDX_ENTRY(linspace, "linspace<float>(0, 1, 5)")
#undef NDX_ENTRY
template <class V>
auto full(const Dims& /*shape*/, const V& /*value*/, DType /*type*/) {
  static_assert(detail::kNever<V>,
                "the element type is a template argument: write full<double>({2, 3}, 1)");
}
template <class Never = void>
auto tensor(std::initializer_list<detail::AnyItem> /*elements*/, DType /*type*/) {
  static_assert(detail::kNever<Never>,
                "the element type is a template argument: write tensor<double>({1, 2})");
}
template <Real A, Real B, Real... More>
auto tensor(A /*first*/, B /*second*/, More... /*more*/) {
  static_assert(detail::kNever<A>, "the elements are in braces: write tensor({1, 2, 3})");
}

// Without their header, which ndx.hpp does not include. All arguments are converted, so that any
// function that takes them comes first.
#define NDX_ENTRY(name, header)                                                              \
  template <class Never = void>                                                              \
  auto name(detail::AnyTensor /*t*/, detail::AnyItem /*a*/ = {}, detail::AnyItem /*b*/ = {}, \
            detail::AnyItem /*c*/ = {}) {                                                    \
    static_assert(detail::kNever<Never>,                                                     \
                  "include <ndx/ops/" #header ".hpp>, which says what " #name " takes");     \
  }
// clang-format off: one list
#define NDX_ENTRY_EACH(X) \
  X(average, weighted_average) X(cummax, cumulative) X(cummin, cumulative) X(diag, triangles) \
  X(diff, difference) X(dot, products) X(histogram, histogram) X(median, quantile) X(nanmean, nan_reductions) \
  X(nansum, nan_reductions) X(norm, norm) X(outer, products) X(pad, pad) X(percentile, quantile) \
  X(quantile, quantile) X(trace, products) X(tril, triangles) X(triu, triangles) X(vdot, products)
// clang-format on
NDX_ENTRY_EACH(NDX_ENTRY)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY
#define NDX_ENTRY_EIGEN(name) "include <ndx/interop/eigen.hpp>, which has " name ", by Eigen"
#define NDX_ENTRY(name)                                                                        \
  template <class Never = void>                                                                \
  auto name(detail::AnyTensor /*a*/, detail::AnyTensor /*b*/, detail::AnyItem /*a_dims*/ = {}, \
            detail::AnyItem /*b_dims*/ = {}) {                                                 \
    static_assert(detail::kNever<Never>, NDX_ENTRY_EIGEN(#name));                              \
  }
NDX_ENTRY(matmul)
NDX_ENTRY(tensordot)
#undef NDX_ENTRY
template <class Never = void>
auto einsum(detail::AnyItem /*subscripts*/, detail::AnyTensor /*a*/, detail::AnyItem /*b*/ = {}) {
  static_assert(detail::kNever<Never>, NDX_ENTRY_EIGEN("einsum"));
}
#undef NDX_ENTRY_EIGEN

// Operators by the names that they have elsewhere; not greater and less, which std has too.
#define NDX_ENTRY(name, operation)                            \
  template <class Never = void>                               \
  auto name(detail::AnyTensor /*a*/, detail::AnyItem /*b*/) { \
    static_assert(detail::kNever<Never>, "write " operation); \
  }
NDX_ENTRY(add, "a + b")
NDX_ENTRY(div, "a / b")
NDX_ENTRY(divide, "a / b")
NDX_ENTRY(eq, "a == b")
NDX_ENTRY(ge, "a >= b")
NDX_ENTRY(gt, "a > b")
NDX_ENTRY(le, "a <= b")
NDX_ENTRY(lt, "a < b")
NDX_ENTRY(mul, "a * b")
NDX_ENTRY(multiply, "a * b")
NDX_ENTRY(ne, "a != b")
NDX_ENTRY(not_equal, "a != b")
NDX_ENTRY(sub, "a - b")
NDX_ENTRY(subtract, "a - b")
NDX_ENTRY(true_divide, "a / b")
#undef NDX_ENTRY
template <class Never = void>
auto negative(detail::AnyTensor /*t*/) {
  static_assert(detail::kNever<Never>, "write -t");
}
template <class Never = void>
auto neg(detail::AnyTensor /*t*/) {
  static_assert(detail::kNever<Never>, "write -t");
}
template <class Never = void>
auto from_blob(const void* /*data*/, const Dims& /*shape*/, detail::AnyItem /*options*/ = {}) {
  static_assert(detail::kNever<Never>, "write borrow(data, {2, 3}), whose data must outlive it");
}

NDX_NAMESPACE_END
