// apply_along_axis calls a function of a vector for each line of a tensor along a dim.
//
// The result's shape is known only after the first call, so the first line is passed to the function
// before the result is allocated.
#pragma once

#include <ndx/ops/core/promote.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Calls f for each line along the last dim of `lines` and writes its results to `to`, whose first
/// dims are the others of `lines`. `first` is the result for the first line, for which f has been
/// called already.
template <class F, class T, class Result, class Out>
void apply_to_lines(const F& f, const Tensor<T>& lines, const Result& first,
                    const Tensor<Out>& to) {
  Dims others = lines.shape();
  others.resize(others.size() - 1);
  Layout line;
  line.push_dim(lines.size(-1), lines.stride(-1));
  Layout target;
  for (std::size_t d = others.size(); d < to.shape().size(); ++d)
    target.push_dim(to.shape()[d], to.strides()[d]);
  const auto write = [&](const Result& result, index_t offset) {
    target.offset = offset;
    const Tensor<Out> part(to.storage(), Layout(target));
    if constexpr (is_tensor_v<Result>) {
      if (!(result.shape() == part.shape())) [[unlikely]] {
        throw_shape_error("apply_along_axis: the function returned shape ", result.shape(),
                          ", and for the first line ", part.shape());
      }
      part.copy_(result);
    } else {
      part.fill_(result);
    }
  };
  bool is_first = true;
  const Loop<2> loop = make_loop<2>(others, {lines.strides(), to.strides()});
  const Offsets<2> start{lines.layout().offset, to.layout().offset};
  kernel::for_each_coordinate(loop, loop.rank, start, [&](const Offsets<2>& at) {
    line.offset = at[0];
    if (std::exchange(is_first, false)) return write(first, at[1]);
    write(f(Tensor<T>(lines.storage(), Layout(line))), at[1]);
  });
}

}  // namespace detail

/// Calls f(line) for each line of t along `dim`, a view of rank 1, in row-major order of the other
/// dims. f returns a scalar or a tensor, whose dims replace `dim`:
///   apply_along_axis([](const Tensor<float>& line) { return sum(line); }, 1, t(2,3,4)) -> (2,4)
///   apply_along_axis([](const Tensor<float>& line) { return sort(line).values; }, 1, t(2,3,4)) -> (2,3,4)
/// Returns a fresh tensor. Throws IndexError for a dim out of range, ValueError if there is no line,
/// ShapeError if f does not return the same shape each time. An exception that f throws is passed on.
/// Source: NumPy's apply_along_axis.
template <class F, Element T>
  requires std::is_invocable_v<const F&, const Tensor<T>&>
[[nodiscard]] auto apply_along_axis(const F& f, Dim dim, const Tensor<T>& t) {
  constexpr const char* call = "apply_along_axis";
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  const Tensor<T> lines = t.movedim(static_cast<index_t>(place), -1);
  Tensor<T> first_line = lines;
  for (std::size_t d = 0; d + 1 < lines.shape().size(); ++d) {
    if (lines.shape()[d] == 0) [[unlikely]]
      throw_value_error(call, ": a tensor of shape ", t.shape(), " has no lines along dim ", place);
    first_line = first_line.select(0, 0);
  }
  const auto first = f(std::as_const(first_line));
  using Result = std::remove_const_t<decltype(first)>;
  using Out = detail::element_t<Result>;
  static_assert(Element<Out>, "the function must return a scalar or a tensor");
  Dims inner;
  if constexpr (detail::is_tensor_v<Result>) inner = first.shape();
  Dims shape = t.shape();
  shape.erase(place);
  for (std::size_t k = 0; k < inner.size(); ++k) shape.insert(place + k, inner[k]);
  const Tensor<Out> result = detail::make_uninitialized<Out>(call, shape);
  Layout moved = result.layout();  // the dims that f returned moved to the end
  for (std::size_t k = 0; k < inner.size(); ++k) {
    moved.push_dim(moved.shape[place], moved.strides[place]);
    moved.erase_dim(place);
  }
  detail::apply_to_lines(f, lines, first, Tensor<Out>(result.storage(), std::move(moved)));
  return result;
}

NDX_NAMESPACE_END
