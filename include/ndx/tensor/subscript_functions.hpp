// The operators and functions of tensors take subscripts: t[0] + 1, sum(t[mask]), max(t[0], 1).
//
// Each is declared here once more, for arguments of which one is a subscript: it reads what are
// subscripts and calls the function of tensors, which is found by its arguments when it is used. So
// nothing of ops is included. A function that writes to its first argument needs a view of it:
// ValueError if the subscript selects a copy.
#pragma once

#include <ndx/tensor/subscript.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Arguments, as forwarded, of which one is t[…]. One that was kept all the same is none.
template <class... Args>
concept WithSubscript = (is_subscript_v<Args> || ...);

/// The part as a tensor; what is no subscript as it is.
template <class X>
decltype(auto) read_subscript(X&& x) {
  if constexpr (is_subscript_v<X>) {
    return SubscriptAccess::read(x);
  } else {
    return static_cast<X&&>(x);
  }
}
template <class X>
decltype(auto) written_subscript(const char* call, X&& x) {
  if constexpr (is_subscript_v<X>) {
    return SubscriptAccess::view(call, x);
  } else {
    return static_cast<X&&>(x);
  }
}

}  // namespace detail

#define NDX_ENTRY_BINARY(symbol)                            \
  template <class A, class B>                               \
    requires detail::WithSubscript<A, B>                    \
  [[nodiscard]] auto operator symbol(A&& a, B&& b) {        \
    return detail::read_subscript(static_cast<A&&>(a))      \
        symbol detail::read_subscript(static_cast<B&&>(b)); \
  }
#define NDX_ENTRY_UNARY(symbol)                          \
  template <class T>                                     \
  [[nodiscard]] auto operator symbol(Subscript<T>&& a) { \
    return symbol detail::SubscriptAccess::read(a);      \
  }
#define NDX_ENTRY_UPDATE(symbol)                                        \
  template <class A, class T>                                           \
    requires(!detail::is_subscript_v<A>)                                \
  decltype(auto) operator symbol(A&& a, Subscript<T>&& b) {             \
    return static_cast<A&&>(a) symbol detail::SubscriptAccess::read(b); \
  }
#define NDX_ENTRY_EACH(X) X(+) X(-) X(*) X(/) X(%) X(&) X(|) X(^) X(==) X(!=) X(<) X(<=) X(>) X(>=)
NDX_ENTRY_EACH(NDX_ENTRY_BINARY)
#undef NDX_ENTRY_EACH
#define NDX_ENTRY_EACH(X) X(-) X(!) X(~)
NDX_ENTRY_EACH(NDX_ENTRY_UNARY)
#undef NDX_ENTRY_EACH
#define NDX_ENTRY_EACH(X) X(+=) X(-=) X(*=) X(/=) X(%=) X(&=) X(|=) X(^=)
NDX_ENTRY_EACH(NDX_ENTRY_UPDATE)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY_UPDATE
#undef NDX_ENTRY_UNARY
#undef NDX_ENTRY_BINARY

#define NDX_ENTRY_FUNCTION(name)                                       \
  template <class... Args>                                             \
    requires detail::WithSubscript<Args...>                            \
  auto name(Args&&... args) {                                          \
    return name(detail::read_subscript(static_cast<Args&&>(args))...); \
  }
#define NDX_ENTRY_EACH(X)                                                                          \
  X(abs)                                                                                           \
  X(acos)                                                                                          \
  X(acosh) X(all) X(allclose) X(amax) X(amin) X(any) X(argmax) X(argmin) X(argpartition) X(        \
      argsort) X(argwhere) X(asin) X(asinh) X(atan) X(atan2) X(atanh) X(bincount) X(bucketize)     \
      X(cbrt) X(ceil) X(clamp) X(clip) X(compress) X(cos) X(cosh) X(count_nonzero) X(cumprod) X(   \
          cumsum) X(diagonal_scatter) X(empty_like) X(equal) X(exp) X(exp2) X(expm1) X(extract)    \
          X(flatnonzero) X(floor) X(floor_divide) X(fmax) X(fmin) X(fmod) X(full_like) X(gather)   \
              X(gather_nd) X(hypot) X(index_add) X(index_copy) X(index_fill) X(index_reduce) X(    \
                  index_select) X(isfinite) X(isinf) X(isnan) X(kthvalue) X(log) X(log10) X(log1p) \
                  X(log2) X(log_softmax) X(logical_and) X(logical_not) X(logical_or)               \
                      X(logical_xor) X(logsumexp) X(masked_fill) X(masked_scatter)                 \
                          X(masked_select) X(max) X(maximum) X(mean) X(meshgrid) X(min) X(minimum) \
                              X(nan_to_num) X(nonzero) X(nonzero_tuple) X(one_hot)                 \
                                  X(ones_like) X(partition) X(pow) X(prod) X(ptp) X(               \
                                      ravel_multi_index) X(reciprocal) X(remainder) X(repeat)      \
                                      X(repeat_interleave) X(roll) X(round) X(save_npy) X(scatter) \
                                          X(scatter_add) X(scatter_nd) X(scatter_nd_add)           \
                                              X(scatter_reduce) X(searchsorted) X(select_scatter)  \
                                                  X(sigmoid) X(sign) X(signbit) X(sin) X(sinh)     \
                                                      X(slice_scatter) X(softmax) X(sort) X(sqrt)  \
                                                          X(square) X(std) X(sum) X(take)          \
                                                              X(take_along_axis) X(tan) X(tanh)    \
                                                                  X(tile) X(to_string) X(topk)     \
                                                                      X(trunc) X(unique)           \
                                                                          X(unravel_index) X(var)  \
                                                                              X(where)             \
                                                                                  X(zeros_like)
NDX_ENTRY_EACH(NDX_ENTRY_FUNCTION)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY_FUNCTION

// With dims or counts in braces: sum(t[0], {0, 1}).
#define NDX_ENTRY_BY_DIMS(name)                                                               \
  template <class T, class... Rest>                                                           \
  auto name(Subscript<T>&& part, std::initializer_list<DimsItem> dims, const Rest&... rest) { \
    return name(detail::SubscriptAccess::read(part), Dims(dims), rest...);                    \
  }
#define NDX_ENTRY_EACH(X)                                                                        \
  X(all)                                                                                         \
  X(amax)                                                                                        \
  X(amin) X(any) X(argmax) X(argmin) X(count_nonzero) X(logsumexp) X(max) X(mean) X(min) X(prod) \
      X(ptp) X(repeat) X(roll) X(std) X(sum) X(tile) X(var)
NDX_ENTRY_EACH(NDX_ENTRY_BY_DIMS)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY_BY_DIMS

#define NDX_ENTRY_WRITER(name)                                                 \
  template <class First, class... Args>                                        \
    requires detail::WithSubscript<First, Args...>                             \
  auto name(First&& first, Args&&... args) {                                   \
    return name(detail::written_subscript(#name, static_cast<First&&>(first)), \
                detail::read_subscript(static_cast<Args&&>(args))...);         \
  }
#define NDX_ENTRY_EACH(X)                                                             \
  X(index_add_)                                                                       \
  X(index_copy_)                                                                      \
  X(index_fill_) X(index_reduce_) X(masked_fill_) X(masked_scatter_) X(place) X(put_) \
      X(put_along_axis) X(putmask) X(scatter_) X(scatter_add_) X(scatter_reduce_)
NDX_ENTRY_EACH(NDX_ENTRY_WRITER)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY_WRITER

/// Prints the part as the tensor.
template <class Traits, class T>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             Subscript<T>&& part) {
  return out << detail::SubscriptAccess::read(part);
}

NDX_NAMESPACE_END
