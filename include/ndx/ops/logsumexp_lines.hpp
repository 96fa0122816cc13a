// logsumexp over dims into an existing tensor, by the lines of softmax_lines.hpp.
#pragma once

#include <ndx/ops/reduce.hpp>
#include <ndx/ops/softmax_lines.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// What logsumexp loops over: the lines, each with its result, and their parts. Each element counts
/// `times` times.
struct LogsumexpLoops {
  Loop<2> lines;
  Loop<1> parts;
  index_t times = 1;
};
inline LogsumexpLoops logsumexp_loops(const Layout& in, const Layout& out, std::uint64_t reduced,
                                      bool keepdim) {
  LogsumexpLoops loops;
  std::size_t place = 0;  // of a dim in the output
  for (std::size_t d = 0; d < in.rank(); ++d) {
    const index_t size = in.shape[d];
    const index_t step = in.strides[d];
    const bool is_reduced = ((reduced >> d) & 1) != 0;
    if (!is_reduced) {
      loops.lines.push_inner(size, {step, out.strides[place]});
    } else if (step == 0) {
      loops.times *= size;
    } else {
      loops.parts.push_inner(size, {step});
    }
    if (keepdim || !is_reduced) ++place;
  }
  return loops;
}

/// Computes the lines. Of their parts' dims, the one whose elements are nearest to each other is that of a
/// line, the others count the parts of a line.
template <class O, class T>
void run_logsumexp(const T* in, O* out, const LogsumexpLoops& loops) {
  const Loop<2>& lines = loops.lines;
  Offsets<1> begin{};
  Loop<1> parts = sort_for_memory(loops.parts, begin);
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
      kernel::for_each_row(
          part, [&](const Offsets<2>& row, index_t count, const Offsets<2>& steps) {
            compute(in + begin[0] + at[0] + row[0], out + at[1] + row[1], count, steps);
          });
    };
    constexpr auto function = LineFunction::logsumexp;
    if (turns) return run(ShortSoftmaxLines<T, O, function>(size, {step, 0}, loops.times));
    run(SoftmaxLines<T, O, function>(size, step, side_by_side, parts, loops.times));
  });
}

/// log(sum(exp(t))) over `dims` into `into`.
template <class O, class T>
void logsumexp_lines(const Into<O>& into, const Tensor<T>& t, const ReducedDims& dims,
                     bool keepdim) {
  using In = std::remove_const_t<T>;
  using Result = function_t<In>;
  const std::size_t rank = t.shape().size();
  const std::uint64_t reduced = dims.bits(into.call, rank);
  Dims shape;
  for (std::size_t d = 0; d < rank; ++d) {
    const bool is_reduced = ((reduced >> d) & 1) != 0;
    if (keepdim || !is_reduced) shape.push_back(is_reduced ? 1 : t.shape()[d]);
  }
  check_output<Result>(into, shape);
  if (is_empty(into.out.shape())) return;
  const DistinctInput<T> distinct(into.out, t);
  const LogsumexpLoops loops =
      logsumexp_loops(distinct.get().layout(), into.out.layout(), reduced, keepdim);
  if (loops.times == 0 || is_empty(loops.parts)) {
    const auto none = -std::numeric_limits<computed_t<Result>>::infinity();
    into.out.fill_(convert_element<O>(convert_element<Result>(none)));
  } else {
    run_logsumexp<O, In>(distinct.get().data(), into.out.data(), loops);
  }
}

}  // namespace detail
NDX_NAMESPACE_END
