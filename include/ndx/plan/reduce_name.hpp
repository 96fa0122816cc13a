// The names of reductions: reduce_name, reduce_from_name, printing.
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
// The first name of a reduction is that of the constant of Reduce, others are PyTorch's and NumPy's.
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

/// Returns what reduce_from_name does; `call` begins the message.
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

/// Returns the name of the constant, for Reduce::add "add".
constexpr const char* reduce_name(Reduce reduce) noexcept {
  for (const detail::NamedReduce& known : detail::kNamedReduces) {
    if (known.reduce == reduce) return known.name;
  }
  return "";
}

/// Returns the reduction of that name: that of its constant, or PyTorch's and NumPy's "sum", "mul", "prod",
/// "amin", "min", "amax" and "max". Throws ValueError for any other name.
///   t.index_put_({i}, v, {.reduce = reduce_from_name("amax")})
constexpr Reduce reduce_from_name(std::string_view name) {
  return detail::reduce_named("reduce_from_name", name);
}

/// Prints the name.
template <class Traits, std::convertible_to<Reduce> R>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const R& reduce) {
  return out << reduce_name(reduce);
}

namespace detail {

/// A reduction as functions take it to which PyTorch gives a name: a value of Reduce, or a name.
template <class R>
concept ReduceOrName =
    std::convertible_to<const R&, Reduce> || std::convertible_to<const R&, std::string_view>;

/// The value that is given or named; a constant of Reduce keeps its type.
template <ReduceOrName R>
constexpr auto to_reduce(const char* call, const R& reduce) {
  if constexpr (std::convertible_to<const R&, Reduce>) {
    return reduce;
  } else {
    return reduce_named(call, reduce);
  }
}

/// How the caller named it.
template <ReduceOrName R>
constexpr std::string_view name_of(const R& reduce) {
  if constexpr (std::convertible_to<const R&, Reduce>) {
    return reduce_name(reduce);
  } else {
    return reduce;
  }
}

/// `name` is how the caller named the reduction.
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

/// Throws ValueError for a reduction that elements of T do not have.
template <class T>
void check_reducer(const char* call, const Reducer<T>& reduce) {
  if (!reduce.is_available()) [[unlikely]]
    throw_not_available(call, Reduce(static_cast<Reduce::Kind>(reduce.number())));
}

}  // namespace detail
NDX_NAMESPACE_END
