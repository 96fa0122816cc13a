// A floating-point number as text, for error messages.
#pragma once

#include <cstdio>
#include <string>

#include <ndx/base/config.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Formats six significant digits: "1.5", "1e+308", "nan".
NDX_COLD inline std::string number_text(double number) {
  char text[32];
  const int length = std::snprintf(text, sizeof text, "%g", number);
  return {text, static_cast<std::size_t>(length)};
}

}  // namespace detail
NDX_NAMESPACE_END
