// Overloads that refuse element types for which a function does not exist: complex numbers for
// functions of real numbers, floating-point numbers for operations on bits, bools for division, and
// indices that are no integers.
#pragma once

#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/core/index_values.hpp>
#include <ndx/ops/index/index_add.hpp>
#include <ndx/ops/sort/order.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Numbers of which one is complex.
template <class A, class B>
concept ComplexOperands = NumberOperands<A, B> && Complex<result_t<A, B>>;

/// One item of a list of tensors whose element types differ.
struct AnyTensor {
  template <class T>
  AnyTensor(const Tensor<T>& /*tensor*/) {}  // NOLINT(google-explicit-constructor)
};

/// Numbers without bits to combine, because one is floating-point or complex.
template <class A, class B>
concept OperandsWithoutBits = NumberOperands<A, B> && !std::is_integral_v<result_t<A, B>>;

// They return `auto`, so that the compiler reports this message before errors about the use of the
// result.
#define NDX_ENTRY(name, message)          \
  template <class... A>                   \
  auto name() {                           \
    static_assert(kNever<A...>, message); \
    return refused<A...>();               \
  }
NDX_ENTRY(refuse_bits, "bits are those of integers and bools: convert with .to<index_t>()")
NDX_ENTRY(refuse_division, "bools are not divided: convert them to integers")
NDX_ENTRY(refuse_power, "bools have no powers: convert them to integers")
NDX_ENTRY(refuse_shift, "bools are not shifted: convert them to integers")
#undef NDX_ENTRY

}  // namespace detail

#define NDX_ENTRY(name)                                \
  template <ComplexTensor A, class... Rest>            \
  auto name(const A& /*t*/, const Rest&... /*rest*/) { \
    return detail::refuse_complex<A>();                \
  }
NDX_ENTRY(cbrt)
NDX_ENTRY(ceil)
NDX_ENTRY(floor)
NDX_ENTRY(lerp)
NDX_ENTRY(log_softmax)
NDX_ENTRY(logsumexp)
NDX_ENTRY(relu)
NDX_ENTRY(sigmoid)
NDX_ENTRY(signbit)
NDX_ENTRY(softmax)
NDX_ENTRY(trunc)
#undef NDX_ENTRY

#define NDX_ENTRY(name, Operands, refuse)     \
  template <class A, class B>                 \
    requires Operands<A, B>                   \
  auto name(const A& /*a*/, const B& /*b*/) { \
    return detail::refuse<A, B>();            \
  }
NDX_ENTRY(operator%, detail::ComplexOperands, refuse_complex)
NDX_ENTRY(atan2, detail::ComplexOperands, refuse_complex)
NDX_ENTRY(copysign, detail::ComplexOperands, refuse_complex)
NDX_ENTRY(floor_divide, detail::ComplexOperands, refuse_complex)
NDX_ENTRY(fmod, detail::ComplexOperands, refuse_complex)
NDX_ENTRY(hypot, detail::ComplexOperands, refuse_complex)
NDX_ENTRY(remainder, detail::ComplexOperands, refuse_complex)
NDX_ENTRY(operator&, detail::OperandsWithoutBits, refuse_bits)
NDX_ENTRY(operator|, detail::OperandsWithoutBits, refuse_bits)
NDX_ENTRY(operator^, detail::OperandsWithoutBits, refuse_bits)
NDX_ENTRY(operator<<, detail::OperandsWithoutBits, refuse_bits)
NDX_ENTRY(operator>>, detail::OperandsWithoutBits, refuse_bits)
NDX_ENTRY(operator%, BooleanOperands, refuse_division)
NDX_ENTRY(floor_divide, BooleanOperands, refuse_division)
NDX_ENTRY(fmod, BooleanOperands, refuse_division)
NDX_ENTRY(remainder, BooleanOperands, refuse_division)
NDX_ENTRY(operator<<, BooleanOperands, refuse_shift)
NDX_ENTRY(operator>>, BooleanOperands, refuse_shift)
NDX_ENTRY(pow, BooleanOperands, refuse_power)
#undef NDX_ENTRY

// In-place operators whose result the elements cannot hold.
#define NDX_ENTRY(symbol)                                                                \
  template <class A, class V>                                                            \
    requires(detail::TargetAndNumbers<A, V> && !UpdateOperands<A, V>)                    \
  decltype(auto) operator symbol(A&& target, const V& /*value*/) {                       \
    detail::check_kind<detail::update_t<detail::target_t<A>, V>, detail::target_t<A>>(); \
    return static_cast<A&&>(target);                                                     \
  }
#define NDX_ENTRY_EACH(X) X(+=) X(-=) X(*=) X(/=) X(%=) X(&=) X(|=) X(^=)
NDX_ENTRY_EACH(NDX_ENTRY)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY

template <NumberTensor A>
  requires(!std::is_integral_v<detail::element_t<A>>)
auto operator~(const A& /*t*/) {
  return detail::refuse_bits<A>();
}

// Functions of a dim and an index.
#define NDX_ENTRY(name)                                                                         \
  template <class T, NoIndexValues X, class... Rest>                                            \
  auto name(const Tensor<T>& /*t*/, Dim /*dim*/, const X& /*index*/, const Rest&... /*rest*/) { \
    return detail::refuse_indices<X>();                                                         \
  }
NDX_ENTRY(gather)
NDX_ENTRY(index_add)
NDX_ENTRY(index_add_)
NDX_ENTRY(index_copy)
NDX_ENTRY(index_copy_)
NDX_ENTRY(index_fill)
NDX_ENTRY(index_fill_)
NDX_ENTRY(index_reduce)
NDX_ENTRY(index_reduce_)
NDX_ENTRY(index_select)
NDX_ENTRY(scatter)
NDX_ENTRY(scatter_)
NDX_ENTRY(scatter_add)
NDX_ENTRY(scatter_add_)
NDX_ENTRY(scatter_reduce)
NDX_ENTRY(scatter_reduce_)
#undef NDX_ENTRY

#define NDX_ENTRY(name)                                                                           \
  template <NumberElement T, IndexValues X = detail::BracedIndices, class S, class A,             \
            class... Rest>                                                                        \
    requires(!detail::FactorFor<A, T>)                                                            \
  auto name(const Tensor<T>& /*t*/, Dim /*dim*/, const X& /*index*/, const Tensor<S>& /*source*/, \
            const A& /*alpha*/, const Rest&... /*rest*/) {                                        \
    static_assert(detail::kNever<A>,                                                              \
                  "alpha is an integer if the elements are: convert them, t.to<float>()");        \
    return detail::refused<A>();                                                                  \
  }
NDX_ENTRY(index_add)
NDX_ENTRY(index_add_)
#undef NDX_ENTRY

template <class R = index_t, NoIndexValues X, class... Rest>
auto one_hot(const X& /*classes*/, const Rest&... /*rest*/) {
  return detail::refuse_indices<X>();
}

#define NDX_ENTRY(name)                                                              \
  template <class T, NoIndexValues X, class... Rest>                                 \
  auto name(const Tensor<T>& /*t*/, const X& /*indices*/, const Rest&... /*rest*/) { \
    return detail::refuse_indices<X>();                                              \
  }
NDX_ENTRY(gather_nd)
NDX_ENTRY(put_)
NDX_ENTRY(put_along_axis)
NDX_ENTRY(scatter_nd_)
NDX_ENTRY(scatter_nd_add)
NDX_ENTRY(take_along_axis)
#undef NDX_ENTRY

#define NDX_ENTRY(name)                                                                     \
  template <NumberTensor A, NumberTensor B, class... Rest>                                  \
  auto name(const A& a, const B& /*b*/, const Rest&... /*rest*/) {                          \
    static_assert(detail::kNever<A, B>, "the tensors are a list: write " #name "({a, b})"); \
    return a;                                                                               \
  }
NDX_ENTRY(broadcast_arrays)
NDX_ENTRY(broadcast_tensors)
NDX_ENTRY(cat)
NDX_ENTRY(column_stack)
NDX_ENTRY(concatenate)
NDX_ENTRY(dstack)
NDX_ENTRY(hstack)
NDX_ENTRY(meshgrid)
NDX_ENTRY(row_stack)
NDX_ENTRY(stack)
NDX_ENTRY(vstack)
#undef NDX_ENTRY

// Lists of tensors of different types. For a list of tensors of one type, the functions themselves
// match better.
#define NDX_ENTRY(name, text)                                                        \
  template <class Never = void>                                                      \
  auto name(std::initializer_list<detail::AnyTensor> /*tensors*/, Dim /*dim*/ = 0) { \
    static_assert(detail::kNever<Never>, text);                                      \
    return detail::refused<Never>();                                                 \
  }
#define NDX_ENTRY_TYPES "the tensors have different element types: convert one, t.to<float>()"
NDX_ENTRY(cat, NDX_ENTRY_TYPES)
NDX_ENTRY(hstack, NDX_ENTRY_TYPES)
NDX_ENTRY(stack, NDX_ENTRY_TYPES)
NDX_ENTRY(vstack, NDX_ENTRY_TYPES)
NDX_ENTRY(concat, "concat is PyTorch's cat here: write cat({a, b}, 0)")
#undef NDX_ENTRY_TYPES
// Functions of a header that ndx.hpp does not include.
#define NDX_ENTRY_HEADER(name)                                                      \
  NDX_ENTRY(name, #name                                                             \
            " is in <ndx/numpy.hpp>, for tensors of one element type: convert the " \
            "others, t.to<float>()")
NDX_ENTRY_HEADER(broadcast_arrays)
NDX_ENTRY_HEADER(broadcast_tensors)
NDX_ENTRY_HEADER(column_stack)
NDX_ENTRY_HEADER(concatenate)
NDX_ENTRY_HEADER(dstack)
NDX_ENTRY_HEADER(row_stack)
#undef NDX_ENTRY_HEADER
#undef NDX_ENTRY

NDX_NAMESPACE_END
