// Overloads that refuse named options, as in Python, where functions take arguments by position:
// sum(t, 0, {.keepdim = true}). Their messages say what to write instead.
//
// Tensors are converted here, so that any function that takes the braces is preferred.
#pragma once

#include <ndx/ops/hints/refused_arguments.hpp>
#include <ndx/ops/reduce/sum.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Made by names alone: nothing converts to its first member, so that {0, 1} remains a list of dims.
struct NamedOptions {
  enum class Unnamed {} unnamed = {};
  AnyItem dim = {};
  AnyItem axis = {};
  AnyItem min = {};
  AnyItem max = {};
  AnyItem descending = {};
  AnyItem largest = {};
  AnyItem sorted = {};
  AnyItem stable = {};
  AnyItem correction = {};
  AnyItem ddof = {};
  AnyItem keepdim = {};
  AnyItem keepdims = {};
  AnyItem bins = {};
  AnyItem right = {};
  AnyItem side = {};
  AnyItem sorter = {};
};

}  // namespace detail

#define NDX_ENTRY(name)                                                                        \
  template <class Never = void>                                                                \
  auto name(detail::AnyTensor /*t*/, const detail::NamedOptions& /*options*/) {                \
    static_assert(detail::kNever<Never>, "dims and keepdim are not named: write " #name        \
                                         "(t, 1), or " #name "(t, all_dims, true)");           \
    return detail::refused<Never>();                                                           \
  }                                                                                            \
  template <class Never = void>                                                                \
  auto name(detail::AnyTensor /*t*/, const ReducedDims& /*dims*/,                              \
            const detail::NamedOptions& /*options*/) {                                         \
    static_assert(detail::kNever<Never>, "keepdim is not named: write " #name "(t, 1, true)"); \
    return detail::refused<Never>();                                                           \
  }
NDX_ENTRY(all)
NDX_ENTRY(amax)
NDX_ENTRY(amin)
NDX_ENTRY(any)
NDX_ENTRY(count_nonzero)
NDX_ENTRY(logsumexp)
NDX_ENTRY(mean)
NDX_ENTRY(prod)
NDX_ENTRY(ptp)
NDX_ENTRY(sum)
#if defined(__clang__)  // functions without their header take no names there: refused_arguments.hpp
NDX_ENTRY(median)
NDX_ENTRY(nanmax)
NDX_ENTRY(nanmean)
NDX_ENTRY(nanmin)
NDX_ENTRY(nansum)
#endif
#undef NDX_ENTRY
#define NDX_ENTRY(name)                                                                        \
  template <class Never = void>                                                                \
  auto name(detail::AnyTensor /*t*/, const detail::NamedOptions& /*options*/) {                \
    static_assert(detail::kNever<Never>,                                                       \
                  "dim and keepdim are not named: write " #name "(t, 1, true)");               \
    return detail::refused<Never>();                                                           \
  }                                                                                            \
  template <class Never = void>                                                                \
  auto name(detail::AnyTensor /*t*/, Dim /*dim*/, const detail::NamedOptions& /*options*/) {   \
    static_assert(detail::kNever<Never>, "keepdim is not named: write " #name "(t, 1, true)"); \
    return detail::refused<Never>();                                                           \
  }
NDX_ENTRY(max)
NDX_ENTRY(min)
#undef NDX_ENTRY

#define NDX_ENTRY(name, call)                                                                      \
  template <class Never = void>                                                                    \
  auto name(detail::AnyTensor /*t*/, const detail::NamedOptions& /*options*/) {                    \
    static_assert(detail::kNever<Never>, "the arguments of " #name " are not named: write " call); \
    return detail::refused<Never>();                                                               \
  }
NDX_ENTRY(argsort, "argsort(t, -1, true)")
NDX_ENTRY(clamp, "clamp(t, 0, None), clamp(t, None, 1) or clamp(t, 0, 1)")
NDX_ENTRY(clip, "clip(t, 0, None), clip(t, None, 1) or clip(t, 0, 1)")
NDX_ENTRY(cumprod, "cumprod(t, 1)")
NDX_ENTRY(cumsum, "cumsum(t, 1)")
NDX_ENTRY(log_softmax, "log_softmax(t, 1)")
NDX_ENTRY(softmax, "softmax(t, 1)")
NDX_ENTRY(sort, "sort(t, -1, true)")
NDX_ENTRY(sort_values, "sort_values(t, -1, true)")
#if defined(__clang__)
NDX_ENTRY(histogram, "histogram(t, 10)")
NDX_ENTRY(norm, "norm(t, 2, 0)")
#endif
#undef NDX_ENTRY

#define NDX_ENTRY(name, call)                                                                      \
  template <class Never = void>                                                                    \
  auto name(detail::AnyTensor /*t*/, const detail::AnyItem& /*argument*/,                          \
            const detail::NamedOptions& /*options*/) {                                             \
    static_assert(detail::kNever<Never>, "the arguments of " #name " are not named: write " call); \
    return detail::refused<Never>();                                                               \
  }
NDX_ENTRY(argsort, "argsort(t, -1, true)")
NDX_ENTRY(bucketize, "bucketize(t, edges, true)")
NDX_ENTRY(searchsorted, "searchsorted(sorted, t, \"right\")")
NDX_ENTRY(sort, "sort(t, -1, true)")
NDX_ENTRY(sort_values, "sort_values(t, -1, true)")
NDX_ENTRY(take, "take(t, index, 1)")
NDX_ENTRY(take_along_axis, "take_along_axis(t, index, 1)")
NDX_ENTRY(topk, "topk(t, 3, 1), or topk(t, 3, -1, false) for the smallest")
#undef NDX_ENTRY
#define NDX_ENTRY(name)                                                                       \
  template <class Never = void>                                                               \
  auto name(std::initializer_list<detail::AnyTensor> /*tensors*/,                             \
            const detail::NamedOptions& /*options*/) {                                        \
    static_assert(detail::kNever<Never>, "the dim is not named: write " #name "({a, b}, 1)"); \
    return detail::refused<Never>();                                                          \
  }
NDX_ENTRY(cat)
NDX_ENTRY(stack)
#undef NDX_ENTRY

// Functions that have options, called with another name for one.
#define NDX_ENTRY(name)                                                                 \
  template <class Never = void>                                                         \
  auto name(detail::AnyTensor /*t*/, const ReducedDims& /*dims*/,                       \
            const detail::NamedOptions& /*options*/) {                                  \
    static_assert(detail::kNever<Never>,                                                \
                  "the options are correction, NumPy's ddof, and keepdim: write " #name \
                  "(t, 0, {.correction = 1})");                                         \
    return detail::refused<Never>();                                                    \
  }
NDX_ENTRY(std)
NDX_ENTRY(var)
#undef NDX_ENTRY

NDX_NAMESPACE_END
