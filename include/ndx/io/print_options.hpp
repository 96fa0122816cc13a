// PrintOptions: how tensors print, for one call or for the whole process.
#pragma once

#include <ndx/base/atomic.hpp>
#include <ndx/base/error.hpp>

NDX_NAMESPACE_BEGIN

/// NumPy's options of the same names, with its defaults.
struct PrintOptions {
  index_t precision = 8;     // at most so many digits after the decimal point
  index_t threshold = 1000;  // tensors with more elements are summarised
  index_t edge_items = 3;    // so many at both ends of each dim of a summarised tensor
  index_t line_width = 75;   // lines are broken before this many characters
  bool suppress = false;     // no scientific notation for the sake of small numbers
};

namespace detail {

/// The defaults of the process, each option on its own so that no lock is needed.
struct DefaultPrintOptions {
  Atomic<index_t> precision{PrintOptions().precision};
  Atomic<index_t> threshold{PrintOptions().threshold};
  Atomic<index_t> edge_items{PrintOptions().edge_items};
  Atomic<index_t> line_width{PrintOptions().line_width};
  Atomic<bool> suppress{PrintOptions().suppress};
};

inline DefaultPrintOptions& default_print_options() {
  static DefaultPrintOptions options;
  return options;
}

/// ValueError for an option below zero.
inline void check_print_options(const char* call, const PrintOptions& options) {
  const auto check = [call](const char* name, index_t value) {
    if (value < 0) throw_value_error(call, ": ", name, " is ", value, ", but cannot be negative");
  };
  check("precision", options.precision);
  check("threshold", options.threshold);
  check("edge_items", options.edge_items);
  check("line_width", options.line_width);
}

}  // namespace detail

/// The options that operator<< and to_string(tensor) follow.
inline PrintOptions print_options() {
  const detail::DefaultPrintOptions& options = detail::default_print_options();
  return {options.precision.get(), options.threshold.get(), options.edge_items.get(),
          options.line_width.get(), options.suppress.get()};
}

/// Changes them for the whole process (for code compiled with other flags, see abi_tag(), apart).
/// May be called while others print: they see the old or the new value of each option, one by one.
/// ValueError for an option below zero.
inline void set_print_options(const PrintOptions& options) {
  detail::check_print_options("set_print_options", options);
  detail::DefaultPrintOptions& defaults = detail::default_print_options();
  defaults.precision.set(options.precision);
  defaults.threshold.set(options.threshold);
  defaults.edge_items.set(options.edge_items);
  defaults.line_width.set(options.line_width);
  defaults.suppress.set(options.suppress);
}

NDX_NAMESPACE_END
