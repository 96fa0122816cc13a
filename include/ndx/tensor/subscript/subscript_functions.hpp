// Operators and functions of tensors that take subscripts and indexed views: t[0] + 1, sum(t[mask]),
// max(t[0], 1), view * 2.
//
// Neither is a tensor, and templates over Tensor<T> deduce nothing from them. So each function is
// declared here once more, for arguments of which at least one is such: it reads them and calls the
// function of tensors, which is found by its arguments at the point of use. Therefore nothing of ops/
// is included. A function that writes to its first argument needs a view of it: ValueError if the
// subscript selects a copy.
//
// No type is deduced from braces, so a function that takes a list in braces, sum(t[0], {0, 1}), is
// declared once more with the type of its list. Both declarations are expanded from the table of
// functions; those with more than one list, gather(t[0], 0, {2, 1}), follow by hand.
#pragma once

#include <ndx/tensor/create/braces.hpp>
#include <ndx/tensor/subscript/subscript_terms.hpp>

NDX_NAMESPACE_BEGIN

template <class V>
class PadPairs;  // ops/shape/pad.hpp

namespace detail {

class BracedIndices;    // ops/core/index_values.hpp
class BracedPositions;  // ops/shape/edit.hpp

/// Whether X is a reference to a subscript that was kept all the same.
template <class X>
inline constexpr bool is_kept_subscript_v = false;
template <class S>
  requires is_subscript_v<std::remove_const_t<S>>
inline constexpr bool is_kept_subscript_v<S&> = true;

/// Whether X is the type of a forwarded argument that is an indexed view.
template <class X>
inline constexpr bool is_view_argument_v = is_indexed_view_v<std::remove_cvref_t<X>>;

/// A forwarded argument that is t[…], or a kept subscript, which is refused.
template <class X>
concept PartOfTensor = is_subscript_v<X> || is_kept_subscript_v<X>;
/// A forwarded argument whose elements are read into a tensor before a function is called.
template <class X>
concept Unread = PartOfTensor<X> || is_view_argument_v<X>;
template <class... Args>
concept WithUnread = (Unread<Args> || ...);

/// A stream, to which << prints. For other left operands << shifts bits.
template <class X>
concept Stream = requires(X& x) { x.rdbuf(); };

/// Reads a subscript or an indexed view into a tensor, and returns any other argument as it is.
template <class X>
decltype(auto) as_tensor(std::remove_reference_t<X>& x) {
  if constexpr (is_subscript_v<X>) {
    return SubscriptAccess::read(x);
  } else if constexpr (is_kept_subscript_v<X>) {
    refuse_kept<X>();
    return SubscriptAccess::read(x);
  } else if constexpr (is_view_argument_v<X>) {
    return x.read();
  } else {
    return static_cast<X&&>(x);
  }
}
template <class X>
decltype(auto) as_target(const char* call, std::remove_reference_t<X>& x) {
  if constexpr (is_subscript_v<X>) {
    return SubscriptAccess::writable(call, x);
  } else if constexpr (is_view_argument_v<X>) {
    static_assert(kNever<X>,
                  "an indexed view is written by write_, copy_, fill_ and updates: read it, "
                  "Tensor<T> t = view, write t, then view.copy_(t)");
    return x.read();
  } else {
    return as_tensor<X>(x);
  }
}

/// The type of the values that are written to a tensor or through a subscript.
template <class X>
struct ValueOf {};
template <class T>
struct ValueOf<Tensor<T>> : std::remove_const<T> {};
template <class T>
struct ValueOf<Subscript<T>> : std::remove_const<T> {};
template <class T>
struct ValueOf<BasicSubscript<T>> : std::remove_const<T> {};
template <class T>
struct ValueOf<IndexedView<T>> : std::remove_const<T> {};
template <class X>
using value_of_t = typename ValueOf<std::remove_cvref_t<X>>::type;

}  // namespace detail

#define NDX_ENTRY_BINARY(symbol)                                   \
  template <class A, class B>                                      \
    requires(detail::WithUnread<A, B> && !detail::Stream<A>)       \
  [[nodiscard]] auto operator symbol(A&& a, B&& b) {               \
    return detail::as_tensor<A>(a) symbol detail::as_tensor<B>(b); \
  }
#define NDX_ENTRY_UNARY(symbol)               \
  template <class A>                          \
    requires detail::WithUnread<A>            \
  [[nodiscard]] auto operator symbol(A&& a) { \
    return symbol detail::as_tensor<A>(a);    \
  }
#define NDX_ENTRY_UPDATE(symbol)                                       \
  template <class A, class B>                                          \
    requires(detail::WithUnread<A, B> && !detail::is_subscript_v<A> && \
             !detail::is_view_argument_v<A>)                           \
  decltype(auto) operator symbol(A&& a, B&& b) {                       \
    return detail::as_tensor<A>(a) symbol detail::as_tensor<B>(b);     \
  }
#define NDX_ENTRY_EACH(X) \
  X(+) X(-) X(*) X(/) X(%) X(&) X(|) X(^) X(==) X(!=) X(<) X(<=) X(>) X(>=) X(<<) X(>>)
NDX_ENTRY_EACH(NDX_ENTRY_BINARY)
#undef NDX_ENTRY_EACH
#define NDX_ENTRY_EACH(X) X(+) X(-) X(!) X(~)
NDX_ENTRY_EACH(NDX_ENTRY_UNARY)
#undef NDX_ENTRY_EACH
#define NDX_ENTRY_EACH(X) X(+=) X(-=) X(*=) X(/=) X(%=) X(&=) X(|=) X(^=) X(<<=) X(>>=)
NDX_ENTRY_EACH(NDX_ENTRY_UPDATE)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY_UPDATE
#undef NDX_ENTRY_UNARY
#undef NDX_ENTRY_BINARY

#define NDX_ENTRY_none(name)
#define NDX_ENTRY_read(name)                       \
  template <class... Args>                         \
    requires detail::WithUnread<Args...>           \
  auto name(Args&&... args) {                      \
    return name(detail::as_tensor<Args>(args)...); \
  }
#define NDX_ENTRY_reduced(name)                    \
  template <class... Args>                         \
    requires(detail::PartOfTensor<Args> || ...)    \
  auto name(Args&&... args) {                      \
    return name(detail::as_tensor<Args>(args)...); \
  }                                                \
  NDX_ENTRY_BRACES(name, Dims, PartOfTensor)
#define NDX_ENTRY_written(name)                                                            \
  template <class First, class... Args>                                                    \
    requires detail::WithUnread<First, Args...>                                            \
  auto name(First&& first, Args&&... args) {                                               \
    return name(detail::as_target<First>(#name, first), detail::as_tensor<Args>(args)...); \
  }
#define NDX_ENTRY_BRACES(name, List, Argument)                                          \
  template <detail::Argument Part, class... Rest>                                       \
  auto name(Part&& part, const List& list, Rest&&... rest) {                            \
    return name(detail::as_tensor<Part>(part), list, detail::as_tensor<Rest>(rest)...); \
  }
#define NDX_ENTRY_BRACES_none(name)
#define NDX_ENTRY_BRACES_dims(name) NDX_ENTRY_BRACES(name, Dims, Unread)
#define NDX_ENTRY_BRACES_indices(name) NDX_ENTRY_BRACES(name, detail::BracedIndices, Unread)
#define NDX_ENTRY_BRACES_mask(name) NDX_ENTRY_BRACES(name, detail::BracedMask, Unread)
#define NDX_ENTRY_BRACES_numbers(name) NDX_ENTRY_BRACES(name, std::initializer_list<double>, Unread)
#define NDX_ENTRY_BRACES_positions(name) NDX_ENTRY_BRACES(name, detail::BracedPositions, Unread)
#define NDX_ENTRY_BRACES_values(name) \
  NDX_ENTRY_BRACES(name, BracedValue<detail::value_of_t<Part>>, Unread)
#define NDX_ENTRY_BRACES_widths(name) NDX_ENTRY_BRACES(name, PadPairs<index_t>, Unread)
#define NDX_FUNCTION(name, header, subscripts, braces, elements, misuses, call) \
  NDX_ENTRY_##subscripts(name) NDX_ENTRY_BRACES_##braces(name)
#define NDX_FUNCTION_INTO(name) NDX_ENTRY_written(name##_into)
#include <ndx/tensor/functions.def>
#undef NDX_ENTRY_BRACES_widths
#undef NDX_ENTRY_BRACES_values
#undef NDX_ENTRY_BRACES_positions
#undef NDX_ENTRY_BRACES_numbers
#undef NDX_ENTRY_BRACES_mask
#undef NDX_ENTRY_BRACES_indices
#undef NDX_ENTRY_BRACES_dims
#undef NDX_ENTRY_BRACES_none
#undef NDX_ENTRY_BRACES
#undef NDX_ENTRY_written
#undef NDX_ENTRY_reduced
#undef NDX_ENTRY_read
#undef NDX_ENTRY_none

// Two lists are dims or counts: roll(t[0], {1, -1}, {0, 1}).
#define NDX_ENTRY(name)                                                       \
  template <detail::Unread Part, class... Rest>                               \
  auto name(Part&& part, const Dims& a, const Dims& b, const Rest&... rest) { \
    return name(detail::as_tensor<Part>(part), a, b, rest...);                \
  }
NDX_ENTRY(as_strided)
NDX_ENTRY(moveaxis)
NDX_ENTRY(movedim)
NDX_ENTRY(roll)
#undef NDX_ENTRY
#define NDX_ENTRY(name)                                      \
  template <detail::Unread Part>                             \
  auto name(Part&& part, Count times, const Dims& dims) {    \
    return name(detail::as_tensor<Part>(part), times, dims); \
  }
NDX_ENTRY(rot90)
#undef NDX_ENTRY

// The list precedes the subscript: where({true, false}, t[0], t[1]).
#define NDX_ENTRY(name, List)                            \
  template <class... Rest>                               \
    requires detail::WithUnread<Rest...>                 \
  auto name(const List& list, Rest&&... rest) {          \
    return name(list, detail::as_tensor<Rest>(rest)...); \
  }
NDX_ENTRY(bincount, detail::BracedIndices)
NDX_ENTRY(bucketize, std::initializer_list<double>)
NDX_ENTRY(searchsorted, std::initializer_list<double>)
NDX_ENTRY(where, detail::BracedMask)
#undef NDX_ENTRY

// The list is indices along a dim: gather(t[0], 0, {2, 1}).
#define NDX_ENTRY(name)                                                                      \
  template <detail::Unread Part, class... Rest>                                              \
  auto name(Part&& part, Dim dim, const detail::BracedIndices& index, const Rest&... rest) { \
    return name(detail::as_tensor<Part>(part), dim, index, rest...);                         \
  }
NDX_ENTRY(gather)
NDX_ENTRY(index_select)
#undef NDX_ENTRY

// These functions take values too, and any of the arguments may be the subscript: scatter_(t[0], 0,
// {0, 1}, 5), scatter_(t, 0, {0}, u[0]).
#define NDX_ENTRY_OF(name, target)                                                                \
  template <class First, class X = detail::BracedIndices,                                         \
            class V = detail::BracedValues<detail::value_of_t<First>>, class... Rest>             \
    requires detail::WithUnread<First, X, V>                                                      \
  auto name(First&& first, Dim dim, X&& index, V&& values, const Rest&... rest) {                 \
    return name(target, dim, detail::as_tensor<X>(index), detail::as_tensor<V>(values), rest...); \
  }
#define NDX_ENTRY(name)                               \
  NDX_ENTRY_OF(name, detail::as_tensor<First>(first)) \
  NDX_ENTRY_OF(name##_, detail::as_target<First>(#name "_", first))
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
    requires detail::WithUnread<First, X, V>                                                  \
  auto name(First&& first, X&& list, V&& values, const Rest&... rest) {                       \
    return name(target, detail::as_tensor<X>(list), detail::as_tensor<V>(values), rest...);   \
  }
#define NDX_ENTRY(name, List, Values) \
  NDX_ENTRY_OF(name, List, Values, detail::as_tensor<First>(first))
#define NDX_ENTRY_WRITER(name, List, Values) \
  NDX_ENTRY_OF(name, List, Values, detail::as_target<First>(#name, first))
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
    requires detail::WithUnread<First, V>                                                          \
  auto name(First&& first, const detail::BracedIndices& list, V&& values, const Rest&... rest) {   \
    return name(detail::as_tensor<First>(first), list, detail::as_tensor<V>(values), rest...);     \
  }
NDX_ENTRY(scatter_nd)
#undef NDX_ENTRY

// The list is the last argument: searchsorted(t[0], u, "right", {1, 0}).
#define NDX_ENTRY(name)                                                          \
  template <class A, class B, class Side>                                        \
    requires detail::WithUnread<A, B>                                            \
  auto name(A&& a, B&& b, const Side& side, const detail::BracedIndices& list) { \
    return name(detail::as_tensor<A>(a), detail::as_tensor<B>(b), side, list);   \
  }
NDX_ENTRY(searchsorted)
#undef NDX_ENTRY

// The list is indices behind a second tensor: tensor_scatter(t[0], u, {0, 2}).
#define NDX_ENTRY_OF(name, target)                                                          \
  template <class First, class X, class... Rest>                                            \
    requires detail::WithUnread<First, X>                                                   \
  auto name(First&& first, X&& x, const detail::BracedIndices& list, const Rest&... rest) { \
    return name(target, detail::as_tensor<X>(x), list, rest...);                            \
  }
NDX_ENTRY_OF(tensor_scatter, detail::as_tensor<First>(first))
NDX_ENTRY_OF(tensor_scatter_, detail::as_target<First>("tensor_scatter_", first))
#undef NDX_ENTRY_OF

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
template <class Traits, class T>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const IndexedView<T>& view) {
  return out << view.read();
}

NDX_NAMESPACE_END
