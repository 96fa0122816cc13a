// Side: "left" or "right", an argument of searchsorted.
#pragma once

#include <string_view>

#include <ndx/base/error.hpp>
#include <ndx/base/text.hpp>
#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// Where a value is inserted among equal elements: before them ("left", false) or after them
/// ("right", true).
class Side {
 public:
  template <Boolean B>
  Side(B right) : right_(right) {}  // NOLINT(google-explicit-constructor)
  /// Throws ValueError for any other text.
  template <class Text>
    requires std::is_convertible_v<const Text&, std::string_view>
  Side(const Text& side)
      : right_(std::string_view(side) == "right") {  // NOLINT(google-explicit-constructor)
    if (!right_ && std::string_view(side) != "left") [[unlikely]]
      throw_value_error("searchsorted: side must be \"left\" or \"right\", not ",
                        detail::quoted(side, '"'));
  }

  /// Whether equal elements count as smaller than the value.
  [[nodiscard]] bool is_right() const noexcept { return right_; }

 private:
  bool right_;
};

NDX_NAMESPACE_END
