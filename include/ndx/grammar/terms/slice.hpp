// Slice, None and Ellipsis: the index terms that need no tensor.
//
// A Slice stores its bounds as they are given, because what they mean depends on the size of the dim;
// resolve() applies them to a dim, by the rules of Python's slice.indices. None and Ellipsis have types of
// their own, by which overloads and concepts tell them from other terms.
#pragma once

#include <ndx/base/error.hpp>
#include <ndx/grammar/terms/optional.hpp>
#include <ndx/layout/slicing.hpp>

NDX_NAMESPACE_BEGIN

template <Element T>
class Subscript;
template <Element T>
class IndexedView;
namespace bases {
template <Element T>
class BasicSubscript;
}  // namespace bases
namespace detail {
using bases::BasicSubscript;
}  // namespace detail

/// The type of `None`.
struct NoneType {
  explicit constexpr NoneType() = default;
};
/// The type of `Ellipsis`.
struct EllipsisType {
  explicit constexpr EllipsisType() = default;
};

/// In an index, inserts a dim of size 1; in a slice, omits a bound. It is the same value as `None`, for
/// programs that include X11's headers, which define `None` as a macro.
inline constexpr NoneType newaxis{};
#ifndef None
/// In an index, inserts a dim of size 1, as NumPy's None and newaxis do; in a slice, omits a bound.
inline constexpr NoneType None{};
#endif
/// In an index, expands to as many full slices as are needed. `"..."` means the same.
inline constexpr EllipsisType Ellipsis{};

/// The start, stop or step of a Slice. It is an integer, `None`, an integer tensor of rank 0, or a
/// std::optional integer; an empty optional and std::nullopt mean `None`.
class SliceBound {
 public:
  constexpr SliceBound() noexcept = default;
  constexpr SliceBound(NoneType /*open*/) noexcept {
  }  // NOLINT(google-explicit-constructor): converts implicitly, as do the others
  template <Integer I>
  constexpr SliceBound(I value) noexcept
      : value_(detail::saturate_index(value)), given_(true) {}  // NOLINT
  template <Nullopt N>
  constexpr SliceBound(const N& /*open*/) noexcept {}  // NOLINT
  template <OptionalInteger O>
  constexpr SliceBound(const O& value) noexcept : given_(value.has_value()) {  // NOLINT
    if (given_) value_ = detail::saturate_index(*value);
  }
  /// Reads the integer of the tensor. Throws ShapeError unless it has rank 0.
  template <class I>
    requires Integer<std::remove_const_t<I>>
  SliceBound(const Tensor<I>& value) : given_(true) {  // NOLINT
    if (value.dim() != 0)
      throw_shape_error("Slice: a bound must have rank 0, but has shape ", value.shape());
    value_ = detail::saturate_index(value.item());
  }
  template <std::floating_point F>
  constexpr SliceBound(F /*value*/) noexcept {  // NOLINT
    static_assert(detail::kNever<F>, "a bound of a slice is an integer or None: convert it");
  }

  /// Whether the bound is a number rather than None.
  [[nodiscard]] constexpr bool given() const noexcept { return given_; }
  /// Returns the number, or `otherwise` if the bound was omitted.
  [[nodiscard]] constexpr index_t value_or(index_t otherwise) const noexcept {
    return given_ ? value_ : otherwise;
  }

 private:
  index_t value_ = 0;
  bool given_ = false;
};

/// Python's start:stop:step. Negative bounds count from the end, and bounds are clamped to the dim;
/// the step may be negative but not 0.
///   Slice() is `:` · Slice(1) is `1:` · Slice(None, 3) is `:3` · Slice(None, None, -1) is `::-1`
struct Slice {
  SliceBound start;
  SliceBound stop;
  SliceBound step;

  constexpr Slice() noexcept = default;
  explicit Slice(SliceBound first, SliceBound last = {}, SliceBound stride = {}) noexcept
      : start(first), stop(last), step(stride) {}
  template <std::size_t N>
  explicit Slice(const char (&)[N]) {
    static_assert(detail::kNever<const char[N]>,
                  "a text is no bound: write Slice(1, 3), or \"1:3\"_ix where the index is");
  }
};

/// Returns the range of indices that a slice selects from a dim of `size` elements. The step must not be 0.
inline SliceRange resolve(const Slice& slice, index_t size) noexcept {
  return resolve_slice(slice.start.given(), slice.start.value_or(0), slice.stop.given(),
                       slice.stop.value_or(0), slice.step.value_or(1), size);
}

NDX_NAMESPACE_END
