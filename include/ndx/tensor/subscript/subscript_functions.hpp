// Operators and functions of tensors that take subscripts: t[0] + 1, sum(t[mask]), max(t[0], 1).
//
// A subscript is not a tensor, and templates over Tensor<T> deduce nothing from it. So each
// function is declared here once more, for arguments of which at least one is a subscript: it reads
// the subscripts and calls the function of tensors, which is found by its arguments at the point of
// use. Therefore nothing of ops/ is included. A function that writes to its first argument needs a
// view of it: ValueError if the subscript selects a copy. subscript_lists.hpp has those that take
// braces.
#pragma once

#include <ndx/tensor/subscript/subscript_terms.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether X is a reference to a subscript that was kept all the same.
template <class X>
inline constexpr bool is_kept_subscript_v = false;
template <class S>
  requires is_subscript_v<std::remove_const_t<S>>
inline constexpr bool is_kept_subscript_v<S&> = true;

/// Forwarded arguments, at least one of which is t[…] or a kept subscript, which is refused.
template <class... Args>
concept WithSubscript = ((is_subscript_v<Args> || is_kept_subscript_v<Args>) || ...);

/// A stream, to which << prints. For other left operands << shifts bits.
template <class X>
concept Stream = requires(X& x) { x.rdbuf(); };

/// Returns a subscript as a tensor, and any other argument as it is.
template <class X>
decltype(auto) read_subscript(std::remove_reference_t<X>& x) {
  if constexpr (is_subscript_v<X>) {
    return SubscriptAccess::read(x);
  } else if constexpr (is_kept_subscript_v<X>) {
    refuse_kept<X>();
    return SubscriptAccess::read(x);
  } else {
    return static_cast<X&&>(x);
  }
}
template <class X>
decltype(auto) written_subscript(const char* call, std::remove_reference_t<X>& x) {
  if constexpr (is_subscript_v<X>) {
    return SubscriptAccess::writable(call, x);
  } else {
    return read_subscript<X>(x);
  }
}

}  // namespace detail

#define NDX_ENTRY_BINARY(symbol)                                             \
  template <class A, class B>                                                \
    requires(detail::WithSubscript<A, B> && !detail::Stream<A>)              \
  [[nodiscard]] auto operator symbol(A&& a, B&& b) {                         \
    return detail::read_subscript<A>(a) symbol detail::read_subscript<B>(b); \
  }
#define NDX_ENTRY_UNARY(symbol)                 \
  template <class A>                            \
    requires detail::WithSubscript<A>           \
  [[nodiscard]] auto operator symbol(A&& a) {   \
    return symbol detail::read_subscript<A>(a); \
  }
#define NDX_ENTRY_UPDATE(symbol)                                             \
  template <class A, class B>                                                \
    requires(detail::WithSubscript<A, B> && !detail::is_subscript_v<A>)      \
  decltype(auto) operator symbol(A&& a, B&& b) {                             \
    return detail::read_subscript<A>(a) symbol detail::read_subscript<B>(b); \
  }
#define NDX_ENTRY_EACH(X) \
  X(+) X(-) X(*) X(/) X(%) X(&) X(|) X(^) X(==) X(!=) X(<) X(<=) X(>) X(>=) X(<<) X(>>)
NDX_ENTRY_EACH(NDX_ENTRY_BINARY)
#undef NDX_ENTRY_EACH
#define NDX_ENTRY_EACH(X) X(-) X(!) X(~)
NDX_ENTRY_EACH(NDX_ENTRY_UNARY)
#undef NDX_ENTRY_EACH
#define NDX_ENTRY_EACH(X) X(+=) X(-=) X(*=) X(/=) X(%=) X(&=) X(|=) X(^=) X(<<=) X(>>=)
NDX_ENTRY_EACH(NDX_ENTRY_UPDATE)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY_UPDATE
#undef NDX_ENTRY_UNARY
#undef NDX_ENTRY_BINARY

#define NDX_ENTRY_FUNCTION(name)                        \
  template <class... Args>                              \
    requires detail::WithSubscript<Args...>             \
  auto name(Args&&... args) {                           \
    return name(detail::read_subscript<Args>(args)...); \
  }
// clang-format off: one list
#define NDX_ENTRY_EACH(X) \
  X(abs) X(acos) X(acosh) X(all) X(allclose) X(amax) X(amin) X(angle) X(any) X(append) X(append_npy) \
  X(apply_along_axis) X(argmax) X(argmin) X(argpartition) X(argsort) X(argwhere) X(array_equal) \
  X(array_split) X(as_strided) X(asin) X(asinh) X(atan) X(atan2) X(atanh) X(atleast_1d) \
  X(atleast_2d) X(atleast_3d) X(average) X(bincount) X(broadcast_arrays) X(broadcast_tensors) \
  X(broadcast_to) X(bucketize) X(cbrt) X(ceil) X(chunk) X(clamp) X(clamp_max) X(clamp_min) \
  X(clip) X(clone) X(compress) \
  X(conj) X(contiguous) X(copysign) X(cos) X(cosh) X(count_nonzero) X(cummax) X(cummin) X(cumprod) X(cumsum) \
  X(delete_) X(describe) \
  X(diag) X(diagflat) X(diagonal) X(diagonal_scatter) X(diff) X(digitize) X(dot) X(dsplit) X(einsum) \
  X(empty_like) X(equal) X(exp) X(exp2) X(expand) X(expand_dims) X(expm1) X(extract) \
  X(flatnonzero) X(flatten) X(flip) X(fliplr) X(flipud) X(floor) X(floor_divide) X(fmax) \
  X(fmin) X(fmod) X(full_like) X(gather) X(gather_nd) X(histogram) X(hsplit) X(hypot) X(imag) \
  X(index_add) X(index_copy) X(index_fill) X(index_reduce) X(index_select) X(insert) X(isclose) \
  X(isfinite) X(isin) X(isinf) X(isnan) X(ix_) X(kthvalue) X(lerp) X(log) X(log10) X(log1p) X(log2) \
  X(log_softmax) X(logical_and) X(logical_not) X(logical_or) X(logical_xor) \
  X(logcumsumexp) X(logsumexp) \
  X(masked_fill) X(masked_scatter) X(masked_select) X(matmul) X(max) X(maximum) X(mean) X(median) \
  X(meshgrid) X(min) X(minimum) X(moveaxis) X(movedim) X(nan_to_num) X(nanargmax) X(nanargmin) \
  X(nanmax) X(nanmean) X(nanmedian) X(nanmin) X(nanpercentile) X(nanprod) X(nanquantile) X(nanstd) X(nansum) \
  X(nanvar) X(narrow) X(ndim) X(nonzero) X(nonzero_tuple) X(norm) X(npy_bytes) X(one_hot) X(ones_like) \
  X(outer) X(pad) X(partition) X(percentile) X(permutation) X(permute) X(pow) X(prod) X(ptp) X(quantile) X(ravel) \
  X(ravel_multi_index) X(real) X(reciprocal) X(relu) X(remainder) X(repeat) X(repeat_interleave) \
  X(reshape) X(roll) X(rot90) X(round) X(save_npy) X(scatter) X(scatter_add) X(scatter_nd) \
  X(scatter_nd_add) X(scatter_reduce) X(searchsorted) X(select) X(select_scatter) X(sigmoid) \
  X(sign) X(signbit) X(sin) X(sinh) X(size) X(slice) X(slice_scatter) X(softmax) X(sort) \
  X(sort_values) X(split) X(sqrt) X(square) X(squeeze) X(std) X(sum) X(swapaxes) X(take) \
  X(take_along_axis) X(take_along_dim) X(tan) X(tanh) X(tensordot) X(tile) X(to_string) X(topk) X(trace) \
  X(transpose) X(tril) X(triu) X(trunc) X(unbind) X(unfold) X(unique) X(unravel_index) \
  X(unsqueeze) X(var) X(vdot) X(view) X(vsplit) X(where) X(zeros_like)
// clang-format on
NDX_ENTRY_EACH(NDX_ENTRY_FUNCTION)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY_FUNCTION

#define NDX_ENTRY_WRITER(name)                                  \
  template <class First, class... Args>                         \
    requires detail::WithSubscript<First, Args...>              \
  auto name(First&& first, Args&&... args) {                    \
    return name(detail::written_subscript<First>(#name, first), \
                detail::read_subscript<Args>(args)...);         \
  }
// clang-format off: one list
#define NDX_ENTRY_EACH(X) \
  X(abs_into) X(acos_into) X(acosh_into) X(add_into) X(angle_into) X(asin_into) X(asinh_into) \
  X(atan2_into) X(atan_into) X(atanh_into) X(bitwise_and_into) X(bitwise_not_into) \
  X(bitwise_or_into) X(bitwise_xor_into) X(cbrt_into) X(ceil_into) X(clamp_into) X(clamp_max_into) \
  X(clamp_min_into) X(clip_into) \
  X(conj_into) X(copysign_into) X(cos_into) X(cosh_into) X(divide_into) X(equal_into) \
  X(exp2_into) X(exp_into) X(expm1_into) X(floor_divide_into) X(floor_into) X(fmax_into) \
  X(fmin_into) X(fmod_into) X(greater_equal_into) X(greater_into) X(hypot_into) X(imag_into) X(index_add_) \
  X(index_copy_) X(index_fill_) X(index_reduce_) X(isclose_into) X(isfinite_into) X(isinf_into) \
  X(isnan_into) X(left_shift_into) X(lerp_into) X(less_equal_into) X(less_into) X(log10_into) X(log_softmax_into) \
  X(log1p_into) X(log2_into) X(log_into) X(logical_and_into) X(logical_not_into) \
  X(logical_or_into) X(logical_xor_into) X(logsumexp_into) X(map_into) X(masked_fill_) X(masked_fill_into) \
  X(masked_scatter_) X(maximum_into) X(minimum_into) X(multiply_into) X(nan_to_num_into) \
  X(negative_into) X(not_equal_into) X(place) X(pow_into) X(put_) X(put_along_axis) X(putmask) \
  X(real_into) X(reciprocal_into) X(relu_into) X(remainder_into) X(right_shift_into) X(round_into) X(scatter_) \
  X(scatter_add_) X(scatter_nd_) X(scatter_reduce_) X(shuffle_) X(sigmoid_into) X(sign_into) \
  X(signbit_into) X(sin_into) X(sinh_into) X(softmax_into) X(sqrt_into) X(square_into) X(subtract_into) \
  X(tan_into) X(tanh_into) X(trunc_into) X(where_into)
// clang-format on
NDX_ENTRY_EACH(NDX_ENTRY_WRITER)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY_WRITER

// Refuses cat({t[0], t[1]}), which does not name the element type. A list copies its items and a
// subscript cannot be copied; a list of a named element type converts them to tensors. The
// constraint refuses the call, because g++ evaluates constraints before it makes the copies.
#define NDX_ENTRY_EACH(X) \
  X(broadcast_arrays)     \
  X(broadcast_tensors)    \
  X(cat) X(column_stack) X(concatenate) X(dstack) X(hstack) X(row_stack) X(stack) X(vstack)
#define NDX_ENTRY_LIST(name)                                                                 \
  namespace detail {                                                                         \
  template <class T>                                                                         \
  constexpr bool refuse_list_of_##name() {                                                   \
    static_assert(kNever<T>, "in a list of subscripts name the type of the elements: " #name \
                             "<float>({t[0], t[1]})");                                       \
    return true;                                                                             \
  }                                                                                          \
  }                                                                                          \
  template <class D = detail::Deduced, class T, class... Rest>                               \
    requires(detail::IsDeduced<D> && detail::refuse_list_of_##name<T>())                     \
  void name(std::initializer_list<Subscript<T>>, const Rest&...) {}
NDX_ENTRY_EACH(NDX_ENTRY_LIST)
#undef NDX_ENTRY_LIST
#undef NDX_ENTRY_EACH

/// Prints the selected elements as it prints a tensor.
template <class Traits, class T>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             Subscript<T>&& part) {
  return out << detail::SubscriptAccess::read(part);
}
template <class Traits, class T>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const Subscript<T>& /*part*/) {
  detail::refuse_kept<T>();
  return out;
}

NDX_NAMESPACE_END
