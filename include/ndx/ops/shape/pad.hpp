// pad surrounds a tensor with constants, copies of its elements, ramps or statistics, as NumPy's pad
// does.
//
// The elements are copied into the middle of the result. Then the dims are padded one after the
// other, each over the full width of the dims before it, so that corners are padded once.
#pragma once

#include <ndx/ops/shape/pad_border.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Throws ValueError for a negative width, ShapeError if there is not one pair for each dim.
inline void check_widths(const PadPairs<index_t>& widths, DimsView shape) {
  widths.check_count("widths", shape.size());
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const PadPair<index_t>& width = widths.of(d);
    const index_t least = width.before < width.after ? width.before : width.after;
    if (least < 0) [[unlikely]]
      throw_value_error("pad: width ", least, " of dim ", d, " must be 0 or more");
  }
}

/// Throws ValueError if a dim without elements would be padded with values that depend on its
/// elements.
inline void check_sources(PadMode mode, const PadPairs<index_t>& widths, DimsView shape) {
  if (mode == PadMode::constant || mode == PadMode::empty) return;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const PadPair<index_t>& width = widths.of(d);
    if (shape[d] == 0 && (width.before != 0 || width.after != 0)) [[unlikely]] {
      throw_value_error("pad: dim ", d,
                        " has no elements to pad with; PadMode::constant needs none");
    }
  }
}

inline Dims padded_shape(const PadPairs<index_t>& widths, DimsView shape) {
  Dims padded = shape;
  for (std::size_t d = 0; d < padded.size(); ++d) {
    const PadPair<index_t>& width = widths.of(d);
    padded[d] = checked_add("pad", checked_add("pad", padded[d], width.before), width.after);
  }
  return padded;
}

/// PyTorch's and NumPy's names of PadOptions' values, which are refused.
struct PadValuesByOtherNames {
  enum class Unnamed {} unnamed = {};
  double value = 0;
  double constant_values = 0;
};

}  // namespace detail

/// Returns a copy of t with `before` elements more before each dim and `after` elements after it. The
/// widths are a number, one pair for all dims, or one pair for each dim:
///   pad(t, 1) · pad(t, {1, 2}) · pad(t, {{0, 0}, {1, 1}})
/// The added elements are zeros, or as the options say (see PadMode):
///   pad(t, 1, {.values = 9}) · pad(t, 1, PadMode::edge) · pad(t, 2, {.mode = PadMode::reflect})
/// A mode may be given by NumPy's name: pad(t, 1, "edge"), pad(t, 1, "constant", 9). Throws
/// ValueError for any other name, for a negative width, for a dim of size 0 that is padded from its
/// elements, and for a mode that calculates (linear_ramp, maximum, mean, median, minimum, odd
/// reflections) if the elements are no real numbers. Throws ShapeError unless there is one pair, or
/// one for each dim. Source: NumPy's pad.
///   pad(tensor({1, 2}), {{1, 2}}) -> 0 1 2 0 0
template <Element T>
[[nodiscard]] Tensor<std::remove_const_t<T>> pad(
    const Tensor<T>& t, const PadPairs<index_t>& widths,
    const PadOptions<std::remove_const_t<T>>& options = {}) {
  using R = std::remove_const_t<T>;
  const DimsView shape = t.shape();
  detail::check_widths(widths, shape);
  detail::check_sources(options.mode, widths, shape);
  detail::check_pad_options(options, shape.size());
  const Tensor<R> result =
      detail::make_uninitialized<R>("pad", detail::padded_shape(widths, shape));
  Tensor<R> middle = result;
  for (std::size_t d = 0; d < shape.size(); ++d)
    middle = middle.narrow(static_cast<index_t>(d), widths.of(d).before, shape[d]);
  detail::copy_elements(middle, t);
  if (options.mode == PadMode::empty || result.numel() == 0) return result;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    Tensor<R> wide = result;  // whole along the dims up to d, the middle along the others
    for (std::size_t e = d + 1; e < shape.size(); ++e)
      wide = wide.narrow(static_cast<index_t>(e), widths.of(e).before, shape[e]);
    detail::PadBorder<R>(wide, d, widths.of(d), shape[d]).write(options);
  }
  return result;
}
/// Takes the mode alone, and the values that it adds.
template <Element T, std::convertible_to<detail::PadModeOrName> M>
[[nodiscard]] Tensor<std::remove_const_t<T>> pad(
    const Tensor<T>& t, const PadPairs<index_t>& widths, const M& mode,
    const PadPairs<std::remove_const_t<T>>& values = PadOptions<std::remove_const_t<T>>{}.values) {
  return pad(t, widths, {.mode = mode, .values = values});
}
template <Element T, class V>
  requires std::is_arithmetic_v<V>
auto pad(const Tensor<T>& /*t*/, const PadPairs<index_t>& /*widths*/, V /*values*/) {
  static_assert(detail::kNever<V>, "values are an option: write pad(t, 1, {.values = 9})");
  return detail::refused<V>();
}
template <Element T>
auto pad(const Tensor<T>& /*t*/, const PadPairs<index_t>& /*widths*/,
         const detail::PadValuesByOtherNames& /*values*/) {
  static_assert(detail::kNever<T>, "the option is called values: write pad(t, 1, {.values = 9})");
  return detail::refused<T>();
}

NDX_NAMESPACE_END
