// PrintOptions: how tensors are printed, per call or for the whole process.
//
// The options and their defaults are NumPy's. The process-wide ones can be changed while other
// threads print.
#pragma once

#include <ndx/base/atomic.hpp>
#include <ndx/base/error.hpp>

NDX_NAMESPACE_BEGIN

/// Options for printing, with the names and the defaults of NumPy's.
struct PrintOptions {
  index_t precision = 8;     // maximum number of digits after the decimal point
  index_t threshold = 1000;  // tensors with more elements are summarised
  index_t edge_items = 3;    // items shown at both ends of each dim of a summarised tensor
  index_t line_width = 75;   // line length at which rows are wrapped
  bool suppress = false;     // whether small numbers never cause scientific notation
};

namespace detail {

/// The process-wide defaults. Each option is an atomic of its own, so that no lock is needed.
struct DefaultPrintOptions {
  Atomic<index_t> precision{PrintOptions().precision};
  Atomic<index_t> threshold{PrintOptions().threshold};
  Atomic<index_t> edge_items{PrintOptions().edge_items};
  Atomic<index_t> line_width{PrintOptions().line_width};
  Atomic<bool> suppress{PrintOptions().suppress};
};

struct PrintOptionsByOtherNames {
  double precision = 0;
  double threshold = 0;
  double edge_items = 0;
  double edgeitems = 0;
  double line_width = 0;
  double linewidth = 0;
  bool suppress = false;
};

inline DefaultPrintOptions& default_print_options() {
  static DefaultPrintOptions options;
  return options;
}

/// Throws ValueError for a negative option.
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

/// Refuses the name set_printoptions, which NumPy and PyTorch use, and their names of the options:
/// a call does not compile, and the message names set_print_options.
template <class Never = void>
void set_printoptions(const detail::PrintOptionsByOtherNames& /*options*/) {
  static_assert(detail::kNever<Never>, "write set_print_options({.precision = 3})");
}

/// Returns the process-wide options, which operator<< and to_string(tensor) use.
inline PrintOptions print_options() {
  const detail::DefaultPrintOptions& options = detail::default_print_options();
  return {options.precision.get(), options.threshold.get(), options.edge_items.get(),
          options.line_width.get(), options.suppress.get()};
}

/// Sets the process-wide options (code compiled with other flags has its own copy, see abi_tag()).
/// Other threads may print at the same time: of each option, they see either the old or the new
/// value. Throws ValueError for a negative option.
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
