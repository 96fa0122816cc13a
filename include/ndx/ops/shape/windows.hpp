// Windows that slide over a tensor: sliding_window_view, convolve, correlate; and trim_zeros.
#pragma once

#include <algorithm>
#include <string_view>

#include <ndx/base/executor.hpp>
#include <ndx/base/message.hpp>
#include <ndx/ops/core/promote.hpp>
#include <ndx/ops/math/real_imag.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A convolution: how many elements the result has, and how many of the kernel's lie before the first element of
/// the sequence at the first of them.
struct Convolution {
  index_t count;
  index_t before;
};
inline Convolution convolution(const char* call, std::string_view mode, index_t n, index_t m) {
  if (mode == "full") return {n + m - 1, m - 1};
  if (mode == "same") return {n, m / 2};
  if (mode != "valid") [[unlikely]]
    throw_value_error(call, ": mode must be \"full\", \"same\" or \"valid\", not ",
                      quoted(mode, '"'));
  return {n - m + 1, 0};
}

/// Adds the products of a kernel and of the sequence under it to elements first…end-1 of `out`, in the order of the
/// kernel. Elements beyond the sequence are 0.
template <class C>
void add_products(const C* sequence, index_t n, const C* kernel, index_t m, index_t before, C* out,
                  index_t first, index_t end) {
  for (index_t j = 0; j < m; ++j) {
    const C factor = kernel[j];
    const C* const from = sequence + (j - before);
    const index_t stop = std::min(end, n + before - j);
    NDX_INDEPENDENT
    for (index_t i = std::max(first, before - j); i < stop; ++i)
      out[i] = static_cast<C>(out[i] + from[i] * factor);
  }
}

template <class R>
Tensor<R> correlate_sequences(const char* call, const Tensor<R>& a, const Tensor<R>& v,
                              std::string_view mode) {
  using C = computed_t<R>;
  if (a.dim() != 1 || v.dim() != 1 || a.numel() == 0 || v.numel() == 0) [[unlikely]]
    throw_shape_error(call, ": shapes ", a.shape(), " and ", v.shape(),
                      " are not those of two sequences with elements");
  const Tensor<C> sequence = a.template to<C>().contiguous();
  const Tensor<C> kernel = v.template to<C>().contiguous();
  const index_t n = a.numel();
  const index_t m = v.numel();
  const Convolution places = convolution(call, mode, n, m);
  const Tensor<C> out = make_filled(call, Dims{places.count}, C{});
  constexpr index_t block =
      1024;  // elements that stay in the first-level cache for the whole kernel
  const index_t blocks = (places.count + block - 1) / block;
  const UnitCost unit{2 * block * double{sizeof(C)}, static_cast<double>(block * m) / 4};
  run_parts(blocks, parts_for(blocks, unit), [&](index_t begin, index_t end) {
    for (; begin < end; ++begin)
      add_products(sequence.data(), n, kernel.data(), m, places.before, out.data(), begin * block,
                   std::min((begin + 1) * block, places.count));
  });
  return out.template to<R>();
}

}  // namespace detail

/// Returns a view of the windows that slide over some dims: the windows' positions, then the windows.
///   sliding_window_view(t(10), 3) -> (8,3)
///   sliding_window_view(t(5,6,4), {2, 3}, {0, 1}) -> (4,4,4,2,3)
/// Without `dims`, there is a size for each dim. Windows overlap, so that writing to the view is a ValueError unless
/// they have one element. Throws ValueError for a window larger than its dim or smaller than 0, or unless there is a dim
/// for each size; IndexError for a dim out of range. Source: NumPy's sliding_window_view.
template <Element T>
[[nodiscard]] Tensor<T> sliding_window_view(const Tensor<T>& t, const Dims& sizes,
                                            const Dims& dims) {
  constexpr const char* call = "sliding_window_view";
  if (sizes.size() != dims.size()) [[unlikely]]
    throw_value_error(call, ": ", sizes.size(), " window sizes for ", dims.size(), " dims");
  Dims shape = t.shape();
  Dims strides = t.strides();
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    const std::size_t d = wrap_dim(call, dims[k], t.shape().size());
    if (sizes[k] < 0 || sizes[k] > shape[d]) [[unlikely]]
      throw_value_error(call, ": a window of ", sizes[k], " along dim ", d, " with size ",
                        shape[d]);
    shape[d] -= sizes[k] > 0 ? sizes[k] - 1 : -1;
    shape.push_back(sizes[k]);
    strides.push_back(t.strides()[d]);
  }
  return t.as_strided(shape, strides);
}
template <Element T>
[[nodiscard]] Tensor<T> sliding_window_view(const Tensor<T>& t, const Dims& sizes) {
  Dims dims;
  for (index_t d = 0; d < t.dim(); ++d) dims.push_back(d);
  return sliding_window_view(t, sizes, dims);
}
template <Element T, Integer I>
[[nodiscard]] Tensor<T> sliding_window_view(const Tensor<T>& t, I size) {
  return sliding_window_view(t, Dims{detail::saturate_index(size)});
}
template <Element T, Integer I>
[[nodiscard]] Tensor<T> sliding_window_view(const Tensor<T>& t, I size, Dim dim) {
  return sliding_window_view(t, Dims{detail::saturate_index(size)}, Dims{dim});
}

/// Returns the convolution of two sequences, sum over j of a[i - j]·v[j], as a fresh tensor of the type of a * v:
/// where they overlap at all ("full"), with the size of the longer one ("same"), or where they overlap completely
/// ("valid"). Integers wrap around. Products are added in the order of the shorter sequence, float16 in float. Throws
/// ShapeError unless both have rank 1 and elements, ValueError for another mode. Source: NumPy's convolve.
///   convolve(tensor({1, 2, 3}), tensor({0, 1, 2})) -> 0 1 4 7 6
template <detail::NoBools A, detail::NoBools B>
[[nodiscard]] auto convolve(const A& a, const B& v, std::string_view mode = "full") {
  using R = result_t<A, B>;
  const Tensor<R> one = a.template to<R>();
  const Tensor<R> other = v.template to<R>();
  const bool first_is_kernel = one.numel() < other.numel() && one.dim() == 1;
  return detail::correlate_sequences("convolve", first_is_kernel ? other : one,
                                     (first_is_kernel ? one : other).flip(), mode);
}

/// Returns the sums over j of a[i + j]·conj(v[j]). Modes, types and errors are those of convolve. Source: NumPy's
/// correlate.
///   correlate(tensor({1, 2, 3}), tensor({0, 1, 2})) -> 8
template <detail::NoBools A, detail::NoBools B>
[[nodiscard]] auto correlate(const A& a, const B& v, std::string_view mode = "valid") {
  using R = result_t<A, B>;
  const Tensor<R> one = a.template to<R>();
  Tensor<R> other = v.template to<R>();
  if constexpr (Complex<R>) {
    other = detail::map_elements<R>("correlate", detail::Conjugate{}, other);
  }
  if (one.numel() >= other.numel() || one.dim() != 1)
    return detail::correlate_sequences("correlate", one, other, mode);
  return detail::correlate_sequences("correlate", other, one, mode).flip().clone();
}

/// Returns a view of a sequence without the zeros at its front ('f'), its back ('b') or both. Throws ShapeError unless
/// t has rank 1, ValueError for another letter. Source: NumPy's trim_zeros.
///   trim_zeros(tensor({0, 0, 3, 0, 5, 0})) -> 3 0 5
template <Element T>
[[nodiscard]] Tensor<T> trim_zeros(const Tensor<T>& t, std::string_view trim = "fb") {
  if (t.dim() != 1) [[unlikely]]
    throw_shape_error("trim_zeros: shape ", t.shape(), " is not that of a sequence");
  if (trim.find_first_not_of("fbFB") != std::string_view::npos) [[unlikely]]
    throw_value_error("trim_zeros: trim must be of the letters f and b, not ",
                      detail::quoted(trim, '"'));
  index_t first = 0;
  index_t end = t.numel();
  const auto is_zero = [&t](index_t i) { return t.at(i) == std::remove_const_t<T>{}; };
  if (t.stride(0) == 0 && end > 0 && is_zero(0)) end = 0;  // all are zeros, however many there are
  if (trim.find_first_of("fF") != std::string_view::npos)
    while (first < end && is_zero(first)) ++first;
  if (trim.find_first_of("bB") != std::string_view::npos)
    while (end > first && is_zero(end - 1)) --end;
  return t.narrow(0, first, end - first);
}

NDX_NAMESPACE_END
