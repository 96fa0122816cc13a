// Functions of tensors that take a subscript and a list in braces: sum(t[0], {0, 1}), gather(t[0],
// 0, {2, 1}), put_(t[0], {0}, 5), index_copy_(t, 0, {1}, u[0]).
//
// No type is deduced from braces, so the templates of subscript_functions.hpp do not apply. Each
// function is declared here once more with the type of its list. It reads the subscripts and calls
// the function of tensors, as the templates there do.
#pragma once

#include <ndx/tensor/create/braces.hpp>
#include <ndx/tensor/subscript/subscript_functions.hpp>

NDX_NAMESPACE_BEGIN

template <class V>
class PadPairs;  // ops/shape/pad.hpp

namespace detail {

class BracedIndices;    // ops/core/index_values.hpp
class BracedPositions;  // ops/shape/edit.hpp

/// The type of the values that are written to a tensor or through a subscript.
template <class X>
struct ValueOf {};
template <class T>
struct ValueOf<Tensor<T>> : std::remove_const<T> {};
template <class T>
struct ValueOf<Subscript<T>> : std::remove_const<T> {};
template <class T>
struct ValueOf<BasicSubscript<T>> : std::remove_const<T> {};
template <class X>
using value_of_t = typename ValueOf<std::remove_cvref_t<X>>::type;

}  // namespace detail

#define NDX_ENTRY_BY(name, List)                                                                   \
  template <class T, class... Rest>                                                                \
  auto name(Subscript<T>&& part, const List& list, Rest&&... rest) {                               \
    return name(detail::SubscriptAccess::read(part), list, detail::read_subscript<Rest>(rest)...); \
  }

// The list is dims or counts: sum(t[0], {0, 1}).
#define NDX_ENTRY(name) NDX_ENTRY_BY(name, Dims)
// clang-format off: one list
#define NDX_ENTRY_EACH(X) \
  X(all) X(amax) X(amin) X(any) X(argmax) X(argmin) X(argpartition) X(array_split) X(broadcast_to) \
  X(count_nonzero) X(dsplit) X(expand) X(expand_dims) X(flip) X(hsplit) X(logsumexp) X(max) X(mean) \
  X(median) X(min) X(moveaxis) X(movedim) X(nanmax) X(nanmean) X(nanmedian) X(nanmin) X(nanprod) \
  X(nanstd) X(nansum) X(nanvar) X(norm) X(partition) X(permute) X(prod) X(ptp) X(repeat) X(reshape) \
  X(roll) X(split) X(squeeze) X(std) X(sum) X(tile) X(transpose) X(unravel_index) X(var) X(view) \
  X(vsplit)
// clang-format on
NDX_ENTRY_EACH(NDX_ENTRY)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY

// Two lists are dims or counts: roll(t[0], {1, -1}, {0, 1}).
#define NDX_ENTRY(name)                                                               \
  template <class T, class... Rest>                                                   \
  auto name(Subscript<T>&& part, const Dims& a, const Dims& b, const Rest&... rest) { \
    return name(detail::SubscriptAccess::read(part), a, b, rest...);                  \
  }
NDX_ENTRY(as_strided)
NDX_ENTRY(moveaxis)
NDX_ENTRY(movedim)
NDX_ENTRY(roll)
#undef NDX_ENTRY
#define NDX_ENTRY(name)                                            \
  template <class T>                                               \
  auto name(Subscript<T>&& part, Count times, const Dims& dims) {  \
    return name(detail::SubscriptAccess::read(part), times, dims); \
  }
NDX_ENTRY(rot90)
#undef NDX_ENTRY

// The list is indices: take(t[0], {{0, 2}, {1, 1}}, 1).
NDX_ENTRY_BY(gather_nd, detail::BracedIndices)
NDX_ENTRY_BY(repeat_interleave, detail::BracedIndices)
NDX_ENTRY_BY(take, detail::BracedIndices)
NDX_ENTRY_BY(take_along_axis, detail::BracedIndices)
NDX_ENTRY_BY(take_along_dim, detail::BracedIndices)

// The list is positions, a mask or widths: delete_(t[0], {0, 2}, 1), compress(t[0], {true, false}),
// pad(t[0], {1, 2}).
NDX_ENTRY_BY(compress, detail::BracedMask)
NDX_ENTRY_BY(delete_, detail::BracedPositions)
NDX_ENTRY_BY(extract, detail::BracedMask)
NDX_ENTRY_BY(masked_select, detail::BracedMask)
NDX_ENTRY_BY(pad, PadPairs<index_t>)

// The list is numbers: quantile(t[0], {0.25, 0.75}), append(t[0], {5, 6}).
NDX_ENTRY_BY(append, BracedValue<std::remove_const_t<T>>)
NDX_ENTRY_BY(average, std::initializer_list<double>)
NDX_ENTRY_BY(bucketize, std::initializer_list<double>)
NDX_ENTRY_BY(digitize, std::initializer_list<double>)
NDX_ENTRY_BY(histogram, std::initializer_list<double>)
NDX_ENTRY_BY(nanpercentile, std::initializer_list<double>)
NDX_ENTRY_BY(nanquantile, std::initializer_list<double>)
NDX_ENTRY_BY(percentile, std::initializer_list<double>)
NDX_ENTRY_BY(quantile, std::initializer_list<double>)
NDX_ENTRY_BY(searchsorted, std::initializer_list<double>)
#undef NDX_ENTRY_BY

// The list precedes the subscript: where({true, false}, t[0], t[1]).
#define NDX_ENTRY(name, List)                                 \
  template <class... Rest>                                    \
    requires detail::WithSubscript<Rest...>                   \
  auto name(const List& list, Rest&&... rest) {               \
    return name(list, detail::read_subscript<Rest>(rest)...); \
  }
NDX_ENTRY(bincount, detail::BracedIndices)
NDX_ENTRY(bucketize, std::initializer_list<double>)
NDX_ENTRY(searchsorted, std::initializer_list<double>)
NDX_ENTRY(where, detail::BracedMask)
#undef NDX_ENTRY

// The list is indices along a dim: gather(t[0], 0, {2, 1}).
#define NDX_ENTRY(name)                                                       \
  template <class T, class... Rest>                                           \
  auto name(Subscript<T>&& part, Dim dim, const detail::BracedIndices& index, \
            const Rest&... rest) {                                            \
    return name(detail::SubscriptAccess::read(part), dim, index, rest...);    \
  }
NDX_ENTRY(gather)
NDX_ENTRY(index_select)
#undef NDX_ENTRY

// These functions take values too, and any of the arguments may be the subscript: scatter_(t[0], 0,
// {0, 1}, 5), scatter_(t, 0, {0}, u[0]).
#define NDX_ENTRY_OF(name, target)                                                                \
  template <class First, class X = detail::BracedIndices,                                         \
            class V = detail::BracedValues<detail::value_of_t<First>>, class... Rest>             \
    requires detail::WithSubscript<First, X, V>                                                   \
  auto name(First&& first, Dim dim, X&& index, V&& values, const Rest&... rest) {                 \
    return name(target, dim, detail::read_subscript<X>(index), detail::read_subscript<V>(values), \
                rest...);                                                                         \
  }
#define NDX_ENTRY(name)                                    \
  NDX_ENTRY_OF(name, detail::read_subscript<First>(first)) \
  NDX_ENTRY_OF(name##_, detail::written_subscript<First>(#name "_", first))
NDX_ENTRY(index_add)
NDX_ENTRY(index_copy)
NDX_ENTRY(index_fill)
NDX_ENTRY(index_reduce)
NDX_ENTRY(scatter)
NDX_ENTRY(scatter_add)
NDX_ENTRY(scatter_reduce)
#undef NDX_ENTRY
#undef NDX_ENTRY_OF

// These functions take values and no dim: put_(t[0], {0, 2}, {5, 6}), place(t[0], t[0] > 0, {1}).
#define NDX_ENTRY_OF(name, List, Values, target)                                              \
  template <class First, class X = detail::List, class V = Values<detail::value_of_t<First>>, \
            class... Rest>                                                                    \
    requires detail::WithSubscript<First, X, V>                                               \
  auto name(First&& first, X&& list, V&& values, const Rest&... rest) {                       \
    return name(target, detail::read_subscript<X>(list), detail::read_subscript<V>(values),   \
                rest...);                                                                     \
  }
#define NDX_ENTRY(name, List, Values) \
  NDX_ENTRY_OF(name, List, Values, detail::read_subscript<First>(first))
#define NDX_ENTRY_WRITER(name, List, Values) \
  NDX_ENTRY_OF(name, List, Values, detail::written_subscript<First>(#name, first))
NDX_ENTRY(insert, BracedPositions, BracedValue)
NDX_ENTRY(masked_fill, BracedMask, BracedValue)
NDX_ENTRY(masked_scatter, BracedMask, BracedValue)
NDX_ENTRY(scatter_nd_add, BracedIndices, detail::BracedValues)
NDX_ENTRY_WRITER(masked_fill_, BracedMask, BracedValue)
NDX_ENTRY_WRITER(masked_scatter_, BracedMask, BracedValue)
NDX_ENTRY_WRITER(place, BracedMask, BracedValue)
NDX_ENTRY_WRITER(put_, BracedIndices, BracedValue)
NDX_ENTRY_WRITER(put_along_axis, BracedIndices, detail::BracedValues)
NDX_ENTRY_WRITER(putmask, BracedMask, BracedValue)
NDX_ENTRY_WRITER(scatter_nd_, BracedIndices, detail::BracedValues)
#undef NDX_ENTRY_WRITER
#undef NDX_ENTRY
#undef NDX_ENTRY_OF

// Here scatter_nd takes its indices in braces, never as a tensor: in TensorFlow's
// scatter_nd(indices, values, shape) the list in braces is the shape.
#define NDX_ENTRY(name)                                                                            \
  template <class First, class V = detail::BracedValues<detail::value_of_t<First>>, class... Rest> \
    requires detail::WithSubscript<First, V>                                                       \
  auto name(First&& first, const detail::BracedIndices& list, V&& values, const Rest&... rest) {   \
    return name(detail::read_subscript<First>(first), list, detail::read_subscript<V>(values),     \
                rest...);                                                                          \
  }
NDX_ENTRY(scatter_nd)
#undef NDX_ENTRY

// The list is the last argument: searchsorted(t[0], u, "right", {1, 0}).
#define NDX_ENTRY(name)                                                                  \
  template <class A, class B, class Side>                                                \
    requires detail::WithSubscript<A, B>                                                 \
  auto name(A&& a, B&& b, const Side& side, const detail::BracedIndices& list) {         \
    return name(detail::read_subscript<A>(a), detail::read_subscript<B>(b), side, list); \
  }
NDX_ENTRY(searchsorted)
#undef NDX_ENTRY

NDX_NAMESPACE_END
