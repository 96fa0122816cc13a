// logsumexp over dims into an existing tensor, by the lines of softmax_lines.hpp.
#pragma once

#include <ndx/ops/reduce.hpp>
#include <ndx/ops/softmax_lines.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// log(sum(exp(t))) over `dims` into `into`. A line is the dim among these whose elements are nearest
/// to each other, its parts are the others.
template <class O, class T>
void logsumexp_lines(const Into<O>& into, const Tensor<T>& t, const ReducedDims& dims,
                     bool keepdim) {
  using In = std::remove_const_t<T>;
  using Function = SoftmaxLines<In, O, LineFunction::logsumexp>;
  const std::size_t rank = t.shape().size();
  const std::uint64_t reduced = dims.bits(into.call, rank);
  const auto is_reduced = [&](std::size_t d) { return ((reduced >> d) & 1) != 0; };
  Dims shape;
  for (std::size_t d = 0; d < rank; ++d) {
    if (keepdim || !is_reduced(d)) shape.push_back(is_reduced(d) ? 1 : t.shape()[d]);
  }
  check_output<function_t<In>>(into, shape);
  if (is_empty(into.out.shape())) return;
  const DistinctInput<T> distinct(into.out, t);
  const Tensor<T>& in = distinct.get();
  const Tensor<O>& out = into.out;
  Loop<2> lines;
  Loop<1> parts;
  index_t times = 1;
  std::size_t place = 0;  // of a dim in the output
  for (std::size_t d = 0; d < rank; ++d) {
    const index_t size = in.shape()[d];
    const index_t step = in.strides()[d];
    if (!is_reduced(d)) {
      lines.push_inner(size, {step, out.strides()[place]});
    } else if (step == 0) {
      times *= size;
    } else {
      parts.push_inner(size, {step});
    }
    if (keepdim || !is_reduced(d)) ++place;
  }
  if (times == 0 || is_empty(parts)) {
    const auto none = -std::numeric_limits<computed_t<function_t<In>>>::infinity();
    out.fill_(convert_element<O>(convert_element<function_t<In>>(none)));
    return;
  }
  Offsets<1> begin{};
  parts = sort_for_memory(parts, begin);
  index_t size = 1;
  index_t step = 0;
  if (parts.rank != 0) {
    size = parts.sizes[--parts.rank];
    step = parts.strides[0][parts.rank];
  }
  const index_t nearest = lines.rank == 0 ? 0 : lines.strides[0][lines.rank - 1];
  const bool side_by_side = lines.rank != 0 && (nearest < 0 ? -nearest : nearest) < step;
  const bool turns =
      lines.rank != 0 && !side_by_side && size < kShortSoftmaxLine && parts.rank == 0;
  const index_t work = size * index_t{sizeof(T)} * kernel::kLightWorkFactor;
  kernel::run_in_parts(lines, 0, work, [&](const Loop<2>& part, const Offsets<2>& at) {
    const auto run = [&](auto&& compute) {
      kernel::for_each_row(part, [&](const Offsets<2>& row, index_t count,
                                     const Offsets<2>& steps) {
        compute(in.data() + begin[0] + at[0] + row[0], out.data() + at[1] + row[1], count, steps);
      });
    };
    if (turns)
      return run(ShortSoftmaxLines<In, O, LineFunction::logsumexp>(size, {step, 0}, times));
    run(Function(size, step, side_by_side, parts, times));
  });
}

}  // namespace detail
NDX_NAMESPACE_END
