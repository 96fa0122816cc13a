// KeepDim, the last argument of reductions, and Flag, the type of flags among options.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// True or false. Nothing that only converts to bool is accepted, so that no dim is taken for a flag.
class Flag {
 public:
  template <Boolean B>
  constexpr Flag(B value) noexcept : value_(value) {}  // NOLINT(google-explicit-constructor)
  template <Integer I>
  Flag(I) {  // NOLINT(google-explicit-constructor)
    static_assert(kNever<I>,
                  "an option such as keepdim is true or false: write several dims in braces, "
                  "sum(t, {0, 1}); argmax and unique go along one, argmax(t, 0)");
  }

  constexpr operator bool() const noexcept { return value_; }

 private:
  bool value_;
};

}  // namespace detail

/// Whether the reduced dims are kept, with size 1.
using KeepDim = detail::Flag;

NDX_NAMESPACE_END
