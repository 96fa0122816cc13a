// KeepDim, the last argument of reductions, and flags among options.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// Whether the reduced dims are kept, with size 1: true or false, and nothing that converts to it.
class KeepDim {
 public:
  template <Boolean B>
  constexpr KeepDim(B keep) noexcept : keep_(keep) {}  // NOLINT(google-explicit-constructor)
  template <Integer I>
  KeepDim(I) {  // NOLINT(google-explicit-constructor)
    static_assert(detail::kNever<I>,
                  "keepdim is true or false: write several dims in braces, sum(t, {0, 1})");
  }

  /// Whether reduced dims stay, with size 1.
  constexpr operator bool() const noexcept { return keep_; }

 private:
  bool keep_;
};

namespace detail {

/// An option: true or false, and nothing that converts to it, so that dims in braces are not taken for
/// options.
class OptionFlag {
 public:
  template <Boolean B>
  constexpr OptionFlag(B value) noexcept : value_(value) {}  // NOLINT(google-explicit-constructor)
  template <Integer I>
  OptionFlag(I) {  // NOLINT(google-explicit-constructor)
    static_assert(
        kNever<I>,
        "what is in braces are options, {.keepdim = true}, not dims: argmax and unique go "
        "along one dim, argmax(t, 0)");
  }

  constexpr operator bool() const noexcept { return value_; }

 private:
  bool value_;
};

}  // namespace detail
NDX_NAMESPACE_END
