// terminal_style: decides whether text for a file descriptor is printed in colours.
#pragma once

#include <cstdlib>
#include <string_view>

#include <unistd.h>

#include <ndx/explain/to_text.hpp>

NDX_NAMESPACE_BEGIN

/// Returns the style for text on a file descriptor, 1 for standard output, 2 for standard error.
/// The style is colour if the descriptor is a terminal, unless the environment has a non-empty
/// NO_COLOR or TERM=dumb. Otherwise it is plain.
///   std::cout << to_string(explain(t, {0, idx}), terminal_style(1));
/// Source: https://no-color.org.
[[nodiscard]] inline TextStyle terminal_style(int descriptor) {
  const auto variable = [](const char* name) {
    const char* const value = std::getenv(name);
    return std::string_view(value == nullptr ? "" : value);
  };
  const bool refused = !variable("NO_COLOR").empty() || variable("TERM") == "dumb";
  return !refused && ::isatty(descriptor) == 1 ? TextStyle::colour : TextStyle::plain;
}

NDX_NAMESPACE_END
