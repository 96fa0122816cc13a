// The names of reductions: reduce_name, reduce_from_name, printing.
//
// One table gives each constant of Reduce its names. Functions that PyTorch gives a reduction by name take
// either the constant or a name, and repeat in their errors what the caller wrote.
#pragma once

#include <string>
#include <string_view>

#include <ndx/base/error.hpp>
#include <ndx/base/text.hpp>
#include <ndx/kernel/reduce/reducer.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

struct NamedReduce {
  const char* name;
  Reduce reduce;
};
// The first name of a reduction is that of its constant; the others are PyTorch's and NumPy's.
inline constexpr NamedReduce kNamedReduces[] = {
    {"assign", Reduce::assign},
    {"add", Reduce::add},
    {"sum", Reduce::add},
    {"multiply", Reduce::multiply},
    {"mul", Reduce::multiply},
    {"prod", Reduce::multiply},
    {"minimum", Reduce::minimum},
    {"amin", Reduce::minimum},
    {"min", Reduce::minimum},
    {"maximum", Reduce::maximum},
    {"amax", Reduce::maximum},
    {"max", Reduce::maximum},
    {"mean", Reduce::mean},
    {"bitwise_and", Reduce::bitwise_and},
    {"bitwise_or", Reduce::bitwise_or},
    {"bitwise_xor", Reduce::bitwise_xor},
};

/// Returns the reduction of that name. Throws ValueError for an unknown name; the message begins with `call`.
constexpr Reduce reduce_named(const char* call, std::string_view name) {
  for (const NamedReduce& known : kNamedReduces) {
    if (known.name == name) return known.reduce;
  }
  throw_value_error(call, ": reduce ", quoted(name, '"'),
                    " is none of \"add\", \"sum\", \"multiply\", \"mul\", \"prod\", "
                    "\"minimum\", \"amin\", \"min\", \"maximum\", \"amax\", \"max\", "
                    "\"mean\", \"bitwise_and\", \"bitwise_or\", \"bitwise_xor\", "
                    "\"assign\"");
}

}  // namespace detail

/// Returns the name of a reduction's constant, such as "add" for Reduce::add.
constexpr const char* reduce_name(Reduce reduce) noexcept {
  for (const detail::NamedReduce& known : detail::kNamedReduces) {
    if (known.reduce == reduce) return known.name;
  }
  return "";
}

/// Returns the reduction of that name: the name of its constant, or one of PyTorch's and NumPy's names
/// "sum", "mul", "prod", "amin", "min", "amax" and "max". Throws ValueError for any other name.
///   t.index_put_({i}, v, {.reduce = reduce_from_name("amax")})
constexpr Reduce reduce_from_name(std::string_view name) {
  return detail::reduce_named("reduce_from_name", name);
}

/// Prints the name of a reduction.
template <class Traits, std::convertible_to<Reduce> R>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const R& reduce) {
  return out << reduce_name(reduce);
}

namespace detail {

/// Argument of functions whose reduction PyTorch gives by name: a value of Reduce, or a name.
template <class R>
concept ReduceOrName =
    std::convertible_to<const R&, Reduce> || std::convertible_to<const R&, std::string_view>;

/// Returns the reduction that the argument is or names. A constant of Reduce keeps its type, so that it is
/// still known at compile time.
template <ReduceOrName R>
constexpr auto to_reduce(const char* call, const R& reduce) {
  if constexpr (std::convertible_to<const R&, Reduce>) {
    return reduce;
  } else {
    return reduce_named(call, reduce);
  }
}

/// Returns the name by which the caller gave a reduction.
template <ReduceOrName R>
constexpr std::string_view name_of(const R& reduce) {
  if constexpr (std::convertible_to<const R&, Reduce>) {
    return reduce_name(reduce);
  } else {
    return reduce;
  }
}

/// Throws ValueError: the elements cannot be combined by the reduction that the caller called `name`.
[[noreturn]] NDX_COLD inline void throw_not_available(const char* call, std::string_view name) {
  throw_value_error(call, ": reduce \"", std::string(name),
                    "\" is not available for this element type");
}
[[noreturn]] NDX_COLD inline void throw_not_available(const char* call, Reduce reduce) {
  if (reduce == Reduce::mean)
    throw_value_error(call,
                      ": reduce \"mean\" is for scatter_reduce and index_reduce, which count the "
                      "values");
  throw_not_available(call, reduce_name(reduce));
}

/// Throws ValueError if elements of T cannot be combined by this reduction.
template <class T>
void check_reducer(const char* call, const Reducer<T>& reduce) {
  if (!reduce.is_available()) [[unlikely]]
    throw_not_available(call, Reduce(static_cast<Reduce::Kind>(reduce.number())));
}

}  // namespace detail
NDX_NAMESPACE_END
