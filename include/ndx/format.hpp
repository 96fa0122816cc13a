// std::format of tensors, shapes and dtypes, where the standard library has it: g++ 13, libc++ 17 or newer.
//
//   std::format("{:.2,threshold=6} of shape {}", t, t.shape())
//
// The options are those of `PrintOptions`, separated by commas: `.2` or `precision=2`, `threshold=6`, `edge_items=1`,
// `line_width=40`, `suppress`. Those that are left out are the process-wide ones. A mistake does not compile. Shapes
// and dtypes have no options. The same holds for fmt::format, by ndx/fmt.hpp.
#pragma once

#include <version>
#if __has_include(<format>)
#include <format>
#endif

#include <ndx/io/text/format_spec.hpp>

#if defined(__cpp_lib_format) || (defined(_LIBCPP_VERSION) && _LIBCPP_VERSION >= 170000)

template <class T>
struct std::formatter<ndx::Tensor<T>> : ndx::detail::TensorFormatter<std::format_error> {};
template <class T>
struct std::formatter<ndx::IndexedView<T>> : ndx::detail::TensorFormatter<std::format_error> {};
template <>
struct std::formatter<ndx::Dims> : ndx::detail::PlainFormatter<std::format_error> {};
template <>
struct std::formatter<ndx::DimsView> : ndx::detail::PlainFormatter<std::format_error> {};
template <>
struct std::formatter<ndx::DType> : ndx::detail::PlainFormatter<std::format_error> {};

#endif
