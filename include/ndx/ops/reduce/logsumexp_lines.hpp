// logsumexp over dims, by the lines of softmax_lines.hpp.
//
// Unlike softmax, logsumexp may reduce several dims. One of these is the dim of the lines that
// SoftmaxLines computes, the others enumerate the parts of each line. A tensor that is reduced to one
// number has a single line; it is divided into sections if it is long, so that threads can share it.
#pragma once

#include <ndx/ops/reduce/short_softmax_lines.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The loops of logsumexp: over the lines, each with its result, and over the parts of a line. Each
/// element counts `times` times, which is the size of the reduced dims of stride 0.
struct LogsumexpLoops {
  Loop<2> lines;
  Loop<1> parts;
  index_t times = 1;
};
inline LogsumexpLoops logsumexp_loops(const Layout& in, const Layout& out, std::uint64_t reduced,
                                      bool keepdim) {
  LogsumexpLoops loops;
  std::size_t place = 0;  // index of dim d in the output
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

/// Computes all lines. The reduced dim with the smallest stride is the dim of the lines; the other
/// reduced dims enumerate the parts of a line.
template <class Result, class O, class T>
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
  const bool copies = parts.rank == 0 && copies_softmax_lines(lines, size, side_by_side);
  const index_t columns = side_by_side ? lines.sizes[lines.rank - 1] : 0;
  const index_t work = size * index_t{sizeof(T)} * kernel::kLightWorkFactor;
  const auto compute_lines = [&](const Loop<2>& part, const Offsets<2>& at) {
    constexpr auto function = LineFunction::logsumexp;
    const T* const from = in + begin[0] + at[0];
    O* const to = out + at[1];
    if (copies)
      return ShortSoftmaxLines<T, O, function, Result>(size, {step, 0}, loops.times)(from, to,
                                                                                     part);
    SoftmaxLines<T, O, function, Result> compute(size, step, columns, parts, loops.times);
    kernel::for_each_row(part, [&](const Offsets<2>& row, index_t count, const Offsets<2>& steps) {
      compute(from + row[0], to + row[1], count, steps);
    });
  };
  kernel::run_in_parts(lines, 0, work, compute_lines, kernel::grain_of_lines(size));
}

/// A single line of at least this many elements is divided into sections, and its logsumexp is that
/// of their logsumexps, so that threads can share it. It is divided without threads too, so that the
/// result does not depend on their number.
inline constexpr index_t kLongLogsumexpLine = index_t{1} << 20;
inline constexpr index_t kLogsumexpSections = 16;
inline bool is_long_line(const LogsumexpLoops& loops) {
  index_t elements = 1;
  for (std::size_t d = 0; d < loops.parts.rank; ++d) elements *= loops.parts.sizes[d];
  return loops.lines.rank == 0 && elements >= kLongLogsumexpLine;
}

/// Divides one line along its largest dim. The elements that remain form one more section.
template <class T>
function_t<T> logsumexp_of_sections(const T* in, const LogsumexpLoops& line) {
  using Computed = computed_t<function_t<T>>;
  Offsets<1> begin{};
  LogsumexpLoops sections = line;
  sections.parts = sort_for_memory(line.parts, begin);
  LogsumexpLoops remainder = sections;
  std::size_t split = 0;
  for (std::size_t d = 1; d < sections.parts.rank; ++d)
    if (sections.parts.sizes[d] > sections.parts.sizes[split]) split = d;
  index_t& size = sections.parts.sizes[split];
  const index_t count = size < kLogsumexpSections ? size : kLogsumexpSections;
  size /= count;
  const index_t step = size * sections.parts.strides[0][split];
  sections.lines.push_inner(count, {step, 1});
  Computed found[kLogsumexpSections + 1];
  run_logsumexp<Computed>(in + begin[0], found, sections);
  remainder.parts.sizes[split] -= count * size;
  if (!is_empty(remainder.parts))
    run_logsumexp<Computed>(in + begin[0] + count * step, found + count, remainder);
  LogsumexpLoops all;
  all.parts.push_inner(is_empty(remainder.parts) ? count : count + 1, {1});
  Computed result;
  run_logsumexp<Computed>(found, &result, all);
  return convert_element<function_t<T>>(result);
}

/// Writes log(sum(exp(t))) over `dims` to `into`.
template <class O, class T>
void logsumexp_lines(const Into<O>& into, const Tensor<T>& t, const ReducedDims& dims,
                     bool keepdim) {
  using In = std::remove_const_t<T>;
  using Result = function_t<In>;
  const Reduction r = make_reduction(into.call, t.layout(), dims);
  check_output<Result>(into, keepdim ? r.kept : r.shape);
  if (is_empty(into.out.shape())) return;
  const DistinctInput<T> distinct(into.out, t);
  const In* const from = distinct.get().data();
  const LogsumexpLoops loops = logsumexp_loops(distinct.get().layout(), into.out.layout(),
                                               dims.bits(into.call, t.shape().size()), keepdim);
  if (loops.times == 0 || is_empty(loops.parts)) {
    const auto none = -std::numeric_limits<computed_t<Result>>::infinity();
    into.out.fill_(convert_element<O>(convert_element<Result>(none)));
  } else if (is_long_line(loops)) {
    *into.out.data() = convert_element<O>(logsumexp_of_sections(from, loops));
  } else {
    run_logsumexp<Result>(from, into.out.data(), loops);
  }
}

}  // namespace detail
NDX_NAMESPACE_END
