// fmt::format of tensors, shapes and dtypes, by the library fmt.
//
//   fmt::print("{:.2,threshold=6} of shape {}\n", t, t.shape());
//
// The options are those of `PrintOptions`, separated by commas: `.2` or `precision=2`, `threshold=6`, `edge_items=1`,
// `line_width=40`, `suppress`. Those that are left out are the process-wide ones. A mistake does not compile. Shapes
// and dtypes have no options. The same holds for std::format, by ndx/format.hpp.
#pragma once

#include <fmt/format.h>

#include <ndx/io/text/format_spec.hpp>

// fmt/ranges.h has formatters of all ranges, which tensors are, too.
FMT_BEGIN_NAMESPACE
template <typename T, typename Char>
struct is_range;
template <class T, class Char>
struct is_range<ndx::Tensor<T>, Char> : std::false_type {};
template <class Char>
struct is_range<ndx::Dims, Char> : std::false_type {};
template <class Char>
struct is_range<ndx::DimsView, Char> : std::false_type {};
FMT_END_NAMESPACE

template <class T>
struct fmt::formatter<ndx::Tensor<T>> : ndx::detail::TensorFormatter<fmt::format_error> {};
template <class T>
struct fmt::formatter<ndx::IndexedView<T>> : ndx::detail::TensorFormatter<fmt::format_error> {};
template <>
struct fmt::formatter<ndx::Dims> : ndx::detail::PlainFormatter<fmt::format_error> {};
template <>
struct fmt::formatter<ndx::DimsView> : ndx::detail::PlainFormatter<fmt::format_error> {};
template <>
struct fmt::formatter<ndx::DType> : ndx::detail::PlainFormatter<fmt::format_error> {};
