// std::optional and std::nullopt as index terms and slice bounds, as libtorch takes them: recognised
// by what they offer, so that nothing here includes <optional>.
#pragma once

#include <concepts>

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// A type of namespace std, as one of its functions is found for it by its argument alone.
template <class X>
concept StandardType = requires(X& x) { as_const(x); };

/// std::nullopt_t. The standard gives it no default constructor; every other empty class of std has
/// one.
template <class X>
concept Nullopt = std::is_empty_v<X> && !std::is_default_constructible_v<X> &&
                  std::is_trivially_copyable_v<X> && !std::is_aggregate_v<X> && StandardType<X>;

/// std::optional of an integer, or a class with the same members.
template <class X>
concept OptionalInteger = std::is_class_v<X> && requires(const X& x) {
  { x.has_value() } -> std::same_as<bool>;
  { x.value_or(1) } -> Integer;
  requires Integer<std::remove_cvref_t<decltype(*x)>>;
  requires !requires { x.error(); };  // std::expected: its error is not None
};

NDX_NAMESPACE_END
