// Repeating: tile and repeat repeat the whole tensor, repeat_interleave repeats each element.
//
// The repetition is expressed as a view with dims of stride 0, which is then copied once. Only
// numbers of repetitions that differ from slice to slice need an index tensor.
#pragma once

#include <ndx/ops/core/index_values.hpp>
#include <ndx/ops/index/take.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Copies `from` to `to`, which have the same shape; `to` is row-major. If dim 0 of `from` has stride
/// 0 and the other dims (the period) are short, the period is written once. The written part is then
/// copied to double it, up to a length that fits in cache. This avoids one copy for each short
/// period.
template <class R, class T>
void copy_periods(const Tensor<R>& to, const Tensor<T>& from) {
  constexpr index_t run = 4096;  // elements
  const index_t times = from.dim() > 0 && from.strides()[0] == 0 ? from.shape()[0] : 1;
  const index_t period = to.numel() / times;
  if (times == 1 || period >= run) return copy_elements(to, from);
  copy_elements(to.narrow(0, 0, 1), from.narrow(0, 0, 1));
  for (index_t done = 1; done < times;) {
    const index_t most = run / period < times - done ? run / period : times - done;
    const index_t count = done < most ? done : most;
    copy_elements(to.narrow(0, done, count), to.narrow(0, 0, count));
    done += count;
  }
}

/// Builds, dim by dim, a view in which elements repeat. Dims of size 1 are dropped, because they have
/// no effect, so the rank stays within the limit however many dims are repeated.
class RepeatingView {
 public:
  explicit RepeatingView(index_t offset) { layout_.offset = offset; }

  void push(index_t size, index_t stride) {
    if (size != 1) layout_.push_dim(size, stride);
  }

  /// Copies this view of t to a fresh tensor of `shape`, which has as many elements.
  template <class T>
  [[nodiscard]] Tensor<std::remove_const_t<T>> copy(const char* call, const Tensor<T>& t,
                                                    const Dims& shape) && {
    const auto result = make_uninitialized<std::remove_const_t<T>>(call, shape);
    if (result.numel() != 0) {
      const auto split = result.view(layout_.shape);
      copy_periods(split, Tensor<T>(t.storage(), std::move(layout_)));
    }
    return result;
  }

 private:
  Layout layout_;
};

/// Repeats the tensor `reps[d]` times along each dim. If reps or the tensor have fewer dims than the
/// other, ones are prepended.
template <class T>
Tensor<std::remove_const_t<T>> repeat_dims(const char* call, const Tensor<T>& t, const Dims& reps) {
  const std::size_t own = t.shape().size();
  const std::size_t rank = reps.size() > own ? reps.size() : own;
  Dims shape;
  RepeatingView view(t.layout().offset);
  for (std::size_t d = 0; d < rank; ++d) {
    const bool has_size = d + own >= rank;
    const bool has_reps = d + reps.size() >= rank;
    const index_t size = has_size ? t.shape()[d + own - rank] : 1;
    const index_t times = has_reps ? reps[d + reps.size() - rank] : 1;
    if (times < 0) [[unlikely]]
      throw_value_error(call, ": repeats ", times, " of dim ", d, " must be 0 or more");
    shape.push_back(checked_mul(call, times, size));
    view.push(times, 0);
    view.push(size, has_size ? t.strides()[d + own - rank] : 0);
  }
  return std::move(view).copy(call, t, shape);
}

/// Repeats each slice along `dim` that many times.
template <class T>
Tensor<std::remove_const_t<T>> repeat_slices(const char* call, const Tensor<T>& t, index_t repeats,
                                             index_t dim) {
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  if (repeats < 0) [[unlikely]]
    throw_value_error(call, ": repeats ", repeats, " must be 0 or more");
  Dims shape = t.shape();
  shape[place] = checked_mul(call, shape[place], repeats);
  RepeatingView view(t.layout().offset);
  for (std::size_t d = 0; d < shape.size(); ++d) {
    view.push(t.shape()[d], t.strides()[d]);
    if (d == place) view.push(repeats, 0);
  }
  return std::move(view).copy(call, t, shape);
}

/// Returns each index i, repeated counts[i] times: (2, 0, 3) -> 0 0 2 2 2.
template <class I>
Tensor<index_t> repeated_indices(const char* call, const Tensor<I>& counts) {
  if (counts.dim() != 1) [[unlikely]]
    throw_shape_error(call, ": repeats of shape ", counts.shape(), " must have rank 1");
  const index_t wrong = find_first(counts, [](I count) { return std::cmp_less(count, 0); });
  if (wrong >= 0) [[unlikely]]
    throw_value_error(call, ": repeats ", describe_element(counts, wrong), " must be 0 or more");
  const index_t stored = stored_shape(counts.layout())[0];  // 1 if one count is repeated
  index_t total = 0;
  for (const I count : counts.narrow(0, 0, stored))
    total = checked_add(call, total, saturate_index(count));
  if (stored != 0) total = checked_mul(call, total, counts.numel() / stored);
  const Tensor<index_t> places = make_uninitialized<index_t>(call, Dims{total});
  if (total == 0) return places;
  index_t* out = places.data();
  index_t place = 0;
  for (const I count : counts) {
    for (index_t k = 0; k < saturate_index(count); ++k) *out++ = place;
    ++place;
  }
  return places;
}

}  // namespace detail

/// Repeats the whole tensor `reps[d]` times along each dim. Returns a fresh tensor. If reps or the
/// tensor have fewer dims than the other, ones are prepended:
///   tile(t(2,3), {2, 1}) -> (4,3) · tile(t(2,3), 2) -> (2,6) · tile(t(3), {2, 2}) -> (2,6)
/// Throws ValueError for a negative number and for a shape that overflows. Source: NumPy's and
/// PyTorch's tile.
template <class T>
[[nodiscard]] Tensor<std::remove_const_t<T>> tile(const Tensor<T>& t, const Dims& reps) {
  return detail::repeat_dims("tile", t, reps);
}
template <class T, Real I>
[[nodiscard]] Tensor<std::remove_const_t<T>> tile(const Tensor<T>& t, I reps) {
  return tile(t, Dims{reps});
}

/// Repeats as tile does, but needs at least one number per dim of t, as PyTorch's Tensor.repeat.
/// NumPy's repeat, which repeats element by element, is repeat_interleave.
///   repeat(tensor({1, 2}), {2}) -> 1 2 1 2
/// Throws ShapeError for fewer numbers than dims, otherwise as tile does.
template <class T>
[[nodiscard]] Tensor<std::remove_const_t<T>> repeat(const Tensor<T>& t, const Dims& repeats) {
  if (repeats.size() < t.shape().size()) [[unlikely]] {
    throw_shape_error("repeat: repeats ", repeats, " for a tensor of rank ", t.dim(),
                      "; there must be one for each dim");
  }
  return detail::repeat_dims("repeat", t, repeats);
}
template <class T, Real I>
[[nodiscard]] Tensor<std::remove_const_t<T>> repeat(const Tensor<T>& t, I repeats) {
  return repeat(t, Dims{repeats});
}

/// Repeats each slice along `dim` that many times, as NumPy's repeat does.
///   repeat_interleave(t(2,3), 2, 0) -> (4,3), rows 0 0 1 1
/// Returns a fresh tensor. Throws IndexError for a dim out of range, ValueError for a negative number
/// and for a shape that overflows. Source: PyTorch's repeat_interleave.
template <class T, Real I>  // not deduced from braces, which are a number for each slice
[[nodiscard]] Tensor<std::remove_const_t<T>> repeat_interleave(const Tensor<T>& t, I times,
                                                               Dim dim) {
  return detail::repeat_slices("repeat_interleave", t, Count(times), dim);
}
/// Repeats slice i along `dim` repeats[i] times. A single number, of rank 0 or 1, applies to all
/// slices.
///   repeat_interleave(tensor({5, 6, 7}), tensor({2, 0, 1}), 0) -> 5 5 7
/// Throws ShapeError if there are not as many numbers as slices, otherwise as the form with one
/// number does.
template <class T, Integer I>
[[nodiscard]] Tensor<std::remove_const_t<T>> repeat_interleave(const Tensor<T>& t,
                                                               const Tensor<I>& repeats, Dim dim) {
  constexpr const char* call = "repeat_interleave";
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  if (repeats.dim() <= 1 && repeats.numel() == 1)
    return repeat_interleave(t, detail::saturate_index(repeats.item()), dim);
  if (repeats.dim() != 1) [[unlikely]]
    throw_shape_error(call, ": repeats of shape ", repeats.shape(), " must have rank 0 or 1");
  if (repeats.numel() != t.shape()[place]) [[unlikely]] {
    throw_shape_error(call, ": repeats of shape ", repeats.shape(), " do not match dimension ",
                      place, " with size ", t.shape()[place]);
  }
  const Tensor<index_t> places = detail::repeated_indices(call, repeats);
  const UntypedTensor index = places.untyped();
  return detail::read_with(detail::plan_in_place_of(call, t.layout(), place, index), t, {});
}

/// Repeats the elements in row-major order if no dim is given. Returns a tensor of rank 1.
template <class T, Real I>
[[nodiscard]] Tensor<std::remove_const_t<T>> repeat_interleave(const Tensor<T>& t, I times) {
  return repeat_interleave(t.ravel(), times, 0);
}
template <class T, Integer I>
[[nodiscard]] Tensor<std::remove_const_t<T>> repeat_interleave(const Tensor<T>& t,
                                                               const Tensor<I>& repeats) {
  return repeat_interleave(t.ravel(), repeats, 0);
}
/// Takes the numbers in braces: repeat_interleave(t, {2, 0, 1}, 0).
template <class T>
[[nodiscard]] Tensor<std::remove_const_t<T>> repeat_interleave(const Tensor<T>& t,
                                                               const detail::BracedIndices& repeats,
                                                               Dim dim) {
  return repeat_interleave(t, repeats.tensor(), dim);
}
template <class T>
[[nodiscard]] Tensor<std::remove_const_t<T>> repeat_interleave(
    const Tensor<T>& t, const detail::BracedIndices& repeats) {
  return repeat_interleave(t.ravel(), repeats.tensor(), 0);
}
/// Returns the indices themselves, repeated, if there is no tensor. `repeats` has rank 1:
///   repeat_interleave(tensor({2, 0, 3})) -> 0 0 2 2 2
template <Integer I>
[[nodiscard]] Tensor<index_t> repeat_interleave(const Tensor<I>& repeats) {
  return detail::repeated_indices("repeat_interleave", repeats);
}

NDX_NAMESPACE_END
