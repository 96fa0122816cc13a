// std::optional and std::nullopt as index terms and slice bounds, which libtorch accepts too. The concepts
// recognise them by their members, so that nothing here includes <optional>.
#pragma once

#include <concepts>

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// A type of namespace std: argument-dependent lookup finds std::as_const for it.
template <class X>
concept StandardType = requires(X& x) { as_const(x); };

/// Matches std::nullopt_t. The standard gives it no default constructor, and every other empty class of std
/// has one.
template <class X>
concept Nullopt = std::is_empty_v<X> && !std::is_default_constructible_v<X> &&
                  std::is_trivially_copyable_v<X> && !std::is_aggregate_v<X> && StandardType<X>;

/// std::optional of an integer, or a class with the same members.
template <class X>
concept OptionalInteger = std::is_class_v<X> && requires(const X& x) {
  { x.has_value() } -> std::same_as<bool>;
  { x.value_or(1) } -> Integer;
  requires Integer<std::remove_cvref_t<decltype(*x)>>;
  requires !requires { x.error(); };  // refuses std::expected, whose error is not None
};

NDX_NAMESPACE_END
