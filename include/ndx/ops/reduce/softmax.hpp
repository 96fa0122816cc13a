// softmax, log_softmax and logsumexp along dims, also into an existing tensor. The lines are
// computed by softmax_tiles.hpp, and a very long one in sections.
#pragma once

#include <ndx/ops/reduce/softmax_tiles.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Writes softmax or log_softmax of t along `dim` to `into`. Integers are converted to double first.
/// ops/arithmetic/map_into.hpp has the rules for `into`.
template <LineFunction function, class O, class T>
void softmax_lines(const Into<O>& into, const Tensor<T>& t, index_t dim) {
  if constexpr (std::is_integral_v<T>) {
    return softmax_lines<function>(into, t.template to<double>(), dim);
  } else {
    using Result = function_t<std::remove_const_t<T>>;
    const std::size_t place = wrap_dim(into.call, dim, t.shape().size());
    check_output<Result>(into, t.shape());
    if (t.numel() == 0) return;
    const DistinctInput<T> distinct(into.out, t);
    const Tensor<T>& in = distinct.get();
    Dims others = in.shape();
    others[place] = 1;
    const SoftmaxLine line{in.shape()[place], {in.strides()[place], into.out.strides()[place]}, {}};
    compute_softmax_lines<function, Result>(
        static_cast<const std::remove_const_t<T>*>(in.data()), into.out.data(),
        make_loop<2>(others, {in.strides(), into.out.strides()}), line);
  }
}

/// A single line of at least this many elements is divided into sections, and its logsumexp is that
/// of their logsumexps, so that threads can share it. It is divided without threads too, so that the
/// result does not depend on their number.
inline constexpr index_t kLongLogsumexpLine = index_t{1} << 20;
inline constexpr index_t kLogsumexpSections = 16;

/// Computes one line, divided along its largest dim.
template <class T>
function_t<T> logsumexp_of_sections(const T* in, const SoftmaxLine& line) {
  using Computed = computed_t<function_t<T>>;
  Computed found[kLogsumexpSections];
  Loop<1> parts = line.parts;
  parts.sizes[parts.rank] = line.size;
  parts.strides[0][parts.rank++] = line.step[0];
  std::size_t split = 0;
  for (std::size_t d = 1; d < parts.rank; ++d)
    if (parts.sizes[d] > parts.sizes[split]) split = d;
  const index_t size = parts.sizes[split];
  const index_t sections = size < kLogsumexpSections ? size : kLogsumexpSections;
  const index_t bytes = line.size / sections * index_t{sizeof(T)};
  run_parts(sections, parts_for(sections, kernel::cost_of_bytes(kernel::kHeavyWork * bytes)),
            [&](index_t begin, index_t end) {
              for (index_t k = begin; k < end; ++k) {
                const index_t first = size * k / sections;
                SoftmaxLine section = line;
                (split < line.parts.rank ? section.parts.sizes[split] : section.size) =
                    size * (k + 1) / sections - first;
                SoftmaxTiles<T, Computed, LineFunction::logsumexp, Computed>(section, false)(
                    in + first * parts.strides[0][split], found + k, {});
              }
            });
  Computed result;
  SoftmaxTiles<Computed, Computed, LineFunction::logsumexp, Computed>({sections, {1, 0}, {}},
                                                                      false)(found, &result, {});
  return convert_element<function_t<T>>(result);
}

/// Writes log(sum(exp(t))) over `dims` to `into`.
template <class O, class T>
void logsumexp_lines(const Into<O>& into, const Tensor<T>& t, const ReducedDims& dims,
                     bool keepdim) {
  if constexpr (std::is_integral_v<T>) {
    return logsumexp_lines(into, t.template to<double>(), dims, keepdim);
  } else {
    using In = std::remove_const_t<T>;
    using Result = function_t<In>;
    const Reduction r = make_reduction(into.call, t.layout(), dims);
    check_output<Result>(into, keepdim ? r.kept : r.shape);
    if (is_empty(into.out.shape())) return;
    const DistinctInput<T> distinct(into.out, t);
    const Layout& in = distinct.get().layout();
    const std::uint64_t reduced = dims.bits(into.call, in.rank());
    Loop<2> lines;
    Loop<1> elements;
    SoftmaxLine line;
    for (std::size_t d = 0, place = 0; d < in.rank(); ++d) {
      const bool is_reduced = ((reduced >> d) & 1) != 0;
      if (!is_reduced) {
        lines.push_inner(in.shape[d], {in.strides[d], into.out.strides()[place]});
      } else if (in.strides[d] == 0) {
        line.times *= in.shape[d];
      } else {
        elements.push_inner(in.shape[d], {in.strides[d]});
      }
      if (keepdim || !is_reduced) ++place;
    }
    if (line.times == 0 || is_empty(elements)) {
      const auto none = -std::numeric_limits<computed_t<Result>>::infinity();
      into.out.fill_(convert_element<O>(convert_element<Result>(none)));
      return;
    }
    // The reduced dim with the smallest stride is the dim of the lines; the others are their parts.
    Offsets<1> begin{};
    line.parts = sort_for_memory(elements, begin);
    const In* const from = distinct.get().data() + begin[0];
    if (line.parts.rank != 0) {
      line.size = line.parts.sizes[--line.parts.rank];
      line.step[0] = line.parts.strides[0][line.parts.rank];
    }
    if (lines.rank == 0 && t.numel() / line.times >= kLongLogsumexpLine) {
      *into.out.data() = convert_element<O>(logsumexp_of_sections(from, line));
    } else {
      compute_softmax_lines<LineFunction::logsumexp, Result>(from, into.out.data(), lines, line);
    }
  }
}

}  // namespace detail

/// Returns e^x divided by its sum along `dim`, as a fresh tensor of t's shape. Integers give double.
/// Throws IndexError for a dim out of range.
///   softmax(tensor({0.0, 0.0}), 0) -> 0.5 0.5
template <RealTensor A>
[[nodiscard]] auto softmax(const A& t, Dim dim) {
  using Result = detail::function_t<detail::element_t<A>>;
  const auto result = detail::make_uninitialized<Result>("softmax", t.shape());
  detail::softmax_lines<detail::LineFunction::softmax>(detail::Into{"softmax", result}, t, dim);
  return result;
}

/// Returns log(softmax(t, dim)) without the rounding of softmax, with the shapes and errors of
/// softmax.
template <RealTensor A>
[[nodiscard]] auto log_softmax(const A& t, Dim dim) {
  using Result = detail::function_t<detail::element_t<A>>;
  const auto result = detail::make_uninitialized<Result>("log_softmax", t.shape());
  detail::softmax_lines<detail::LineFunction::log_softmax>(detail::Into{"log_softmax", result}, t,
                                                           dim);
  return result;
}

/// Writes softmax, or log_softmax, of t along `dim` into an existing tensor, which may be t. Shapes,
/// types, overlap and errors are those of the functions in ndx/into.hpp.
template <class T, RealTensor A>
void softmax_into(const Tensor<T>& out, const A& t, Dim dim) {
  detail::softmax_lines<detail::LineFunction::softmax>(detail::Into{"softmax_into", out}, t, dim);
}
template <class T, RealTensor A>
void log_softmax_into(const Tensor<T>& out, const A& t, Dim dim) {
  detail::softmax_lines<detail::LineFunction::log_softmax>(detail::Into{"log_softmax_into", out}, t,
                                                           dim);
}

/// Returns log(sum(exp(t))) over `dims`, all dims by default. The result for no elements is -inf.
/// Shapes and errors are those of sum; integers give double.
///   logsumexp(tensor({0.0, 0.0}), 0) -> 0.693147
template <RealTensor A>
[[nodiscard]] auto logsumexp(const A& t, const ReducedDims& dims = all_dims,
                             KeepDim keepdim = false) {
  const detail::Reduction r = detail::make_reduction("logsumexp", t.layout(), dims);
  const auto result = detail::make_uninitialized<detail::function_t<detail::element_t<A>>>(
      "logsumexp", keepdim ? r.kept : r.shape);
  detail::logsumexp_lines(detail::Into{"logsumexp", result}, t, dims, keepdim);
  return result;
}
/// Writes logsumexp of t over `dims` into an existing tensor. Shapes, types, overlap and errors are
/// those of the functions in ndx/into.hpp.
template <class T, RealTensor A>
void logsumexp_into(const Tensor<T>& out, const A& t, const ReducedDims& dims = all_dims,
                    KeepDim keepdim = false) {
  detail::logsumexp_lines(detail::Into{"logsumexp_into", out}, t, dims, keepdim);
}

NDX_NAMESPACE_END
