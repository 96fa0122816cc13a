// The totals of an indexed view, which is not read whole: its elements are copied part by part into memory that
// stays in the second-level cache, and each part is reduced at once.
//
// The totals have the bits of those of the read tensor, because parts begin only where its loop can be divided:
// between two places of the outermost dim or, if all elements have one total, where kernel::reduce_elements halves
// a row. Threads share these halves, and parts with totals of their own.
//
// Reductions that are no totals, such as var and argmax, are computed part by part if the first dim is kept, because
// its places do not depend on each other then: some of them are read into the cache and reduced as a tensor before the
// next ones are read. argmax and argmin of all elements compare the best element of each part. Otherwise, if the first
// dim is reduced, the view is read whole: a variance needs all elements twice.
#pragma once

#include <ndx/ops/reduce/reduction.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The number of elements of a part. Smaller parts take longer, because each waits for its first rows.
template <class T>
inline constexpr index_t kViewPart = (index_t{256} << 10) / index_t{sizeof(T)};

/// Copies the elements first … last-1 of a view, in row-major order, to those of `to` from `at` on.
template <class T>
void copy_range(const IndexedView<T>& view, index_t first, index_t last, const Storage& to,
                index_t at) {
  const auto copy_all = [&](const IndexedView<T>& part, index_t place) {
    Layout layout;
    set_row_major(layout, part.shape());
    layout.offset = place;
    part.read_into({to, std::move(layout)});
  };
  if (view.dim() == 0) return copy_all(view, at);
  const index_t row = view.numel() / view.size(0);
  const index_t begin = (first + row - 1) / row;  // the whole rows are begin … end-1
  const index_t end = last / row;
  if (first < begin * row) {
    const index_t stop = last < begin * row ? last : begin * row;
    copy_range(view.select(0, begin - 1), first - (begin - 1) * row, stop - (begin - 1) * row, to,
               at);
  }
  if (begin < end) copy_all(view.slice(0, Slice(begin, end)), at + begin * row - first);
  if (begin <= end && end * row < last)
    copy_range(view.select(0, end), 0, last - end * row, to, at + end * row - first);
}

/// The elements of a view from one on, in row-major order.
template <class T>
struct ViewElements {
  const IndexedView<T>& view;
  index_t first;

  const T& operator*() const;  // declared for its type
  ViewElements operator+(index_t count) const { return {view, first + count}; }

  /// Copies some elements into new memory.
  [[nodiscard]] Tensor<std::remove_const_t<T>> read(index_t count) const {
    if (view.index_.mask() != nullptr) return view.read_masked(first, count);
    const auto read = make_uninitialized<std::remove_const_t<T>>("IndexedView", Dims{count});
    copy_range(view, first, first + count, read.storage(), 0);
    return read;
  }
};

/// Does what kernel::reduce_elements does with elements in memory.
template <class R, class T>
typename R::Accumulator reduce_elements(const R& reducer, ViewElements<T> in, index_t count,
                                        index_t step) {
  if (count <= kViewPart<T> || count <= kernel::kReduceBlock<R>)
    return kernel::reduce_elements(reducer, in.read(count).data(), count, step);
  const index_t half = kernel::detail::first_half(count);
  const auto total = reduce_elements(reducer, in, half, step);
  if (R::kLoop == kernel::RowLoop::until_final && total != reducer.identity()) return total;
  return reducer.merge(total, reduce_elements(reducer, in + half, count - half, step));
}

/// Whether to reduce a view by parts: if it has more elements than the cache would hold after they were read. Rows
/// that are joined, which have one total for each column, are not divided, and neither are others that threads
/// would share by columns.
template <class T>
bool is_reduced_in_parts(const IndexedView<T>& view, const Loop<2>& loop) {
  if (view.is_view() || loop.rank == 0 || view.numel() <= 4 * kViewPart<T>) return false;
  if (loop.rank == 1 || loop.strides[1][0] != 0) return true;
  return executor().run == nullptr &&
         !(kernel::detail::has_dense_rows(loop) &&
           kernel::detail::rows_to_join(loop.sizes[1], loop.sizes[0], loop.strides[0][0]) > 1);
}

/// Reduces some places of the outermost dim after the others.
template <class R, class T>
void reduce_places(const R& reducer, const IndexedView<T>& view, const Loop<2>& loop,
                   typename R::Accumulator* totals) {
  const index_t step = loop.strides[0][0];
  const index_t total_step = loop.strides[1][0];
  // Rows with one total for each column are added eight, or thirty-two, at a time.
  const index_t together = total_step == 0 ? 4 * kernel::kReduceRows : 1;
  const index_t fitting = kViewPart<T> / step / together;
  const index_t most = fitting < 1 ? together : fitting * together;
  const auto reduce_some = [&](index_t first, index_t last) {
    Loop<2> part = loop;
    for (; first < last; first += part.sizes[0]) {
      part.sizes[0] = last - first < most ? last - first : most;
      const auto elements = ViewElements<T>{view, first * step}.read(part.sizes[0] * step);
      kernel::reduce(kernel::reducer_at(reducer, first * total_step), part,
                     static_cast<const T*>(elements.data()), totals + first * total_step);
    }
  };
  const auto cost = kernel::cost_of_bytes(step * index_t{sizeof(T)});
  run_parts(loop.sizes[0], total_step == 0 ? 1 : parts_for(loop.sizes[0], cost), reduce_some);
}

/// Calls read_parts. If an index is out of bounds, throws an error that names its place in the whole view, not in the
/// part that was read.
template <class T, class F>
void name_places_in(const IndexedView<T>& view, const F& read_parts) {
  try {
    read_parts();
  } catch (const IndexError&) {
    (void)view.read();
    throw;
  }
}

/// Computes the totals of a view, as of a tensor.
template <class R, class T>
Tensor<typename R::Accumulator> find_totals(const R& reducer, const IndexedView<T>& view,
                                            const Reduction& r) {
  using Accumulator = typename R::Accumulator;
  if (!is_reduced_in_parts(view, r.loop)) return find_totals(reducer, view.read(), r);
  const Tensor<Accumulator> totals = full<Accumulator>(r.kept, reducer.identity());
  name_places_in(view, [&] {
    if (r.loop.rank == 1 && r.loop.strides[1][0] == 0) {
      const auto total = kernel::detail::reduce_elements_in_parts(
          kernel::reducer_at(reducer, 0), ViewElements<T>{view, 0}, r.loop.sizes[0], 1);
      *totals.data() = reducer.merge(*totals.data(), total);
    } else {
      reduce_places(reducer, view, r.loop, totals.data());
    }
  });
  if constexpr (kAddsAsFloats<R, std::remove_const_t<T>>)
    add_again_in_double(reducer, view, r, totals);
  return totals;
}

}  // namespace detail

struct VarianceOptions;    // ops/reduce/averages.hpp
struct ArgExtremeOptions;  // ops/reduce/arg_extremes.hpp

namespace detail {

/// Returns reduced(elements of the view). Each part has at least two places, because a loop over one place has a dim
/// less, and may add in another order.
template <class T, class F>
auto reduce_by_places(const char* call, const IndexedView<T>& view, const ReducedDims& dims,
                      const F& reduced) {
  const bool keeps_first = (dims.bits(call, view.shape().size()) & 1) == 0;
  const bool is_large = !view.is_view() && view.numel() > 4 * kViewPart<T>;
  const index_t count = is_large ? view.size(0) : 1;
  const index_t row = view.numel() / count;
  const index_t together = is_large ? kViewPart<T> / row : 0;
  if (!keeps_first || together < 2) return reduced(view.read());
  Dims shape = reduced(view.slice(0, Slice(0, 0)).read()).shape();
  shape[0] = count;
  using Result = element_t<decltype(reduced(view.read()))>;
  const Tensor<Result> result = make_uninitialized<Result>(call, shape);
  const index_t parts = count / together;
  const auto reduce_some = [&](index_t part, index_t last) {
    for (; part < last; ++part) {
      const index_t end = part + 1 == parts ? count : (part + 1) * together;
      const Slice places(part * together, end);
      result.slice(0, places).copy_(reduced(view.slice(0, places).read()));
    }
  };
  name_places_in(view, [&] {
    const auto cost = kernel::cost_of_bytes(together * row * index_t{sizeof(T)});
    run_parts(parts, parts_for(parts, cost), reduce_some);
  });
  return result;
}

/// Returns found(elements of the view), the position of one of them. The best elements of the parts are compared by
/// the same rule as those of a part.
template <class T, class F>
Tensor<index_t> find_by_parts(const IndexedView<T>& view, bool keepdim, const F& found) {
  const Dims shape = Dims::filled(keepdim ? view.shape().size() : 0, 1);
  const index_t count = view.numel();
  if (view.is_view() || count <= 4 * kViewPart<T>) return found(view.read()).reshape(shape);
  const index_t parts = (count - 1) / kViewPart<T> + 1;
  const auto best = make_uninitialized<std::remove_const_t<T>>("IndexedView", Dims{parts});
  const auto places = make_uninitialized<index_t>("IndexedView", Dims{parts});
  const auto find_some = [&](index_t part, index_t last) {
    for (; part < last; ++part) {
      const index_t first = part * kViewPart<T>;
      const auto elements =
          ViewElements<T>{view, first}.read(part + 1 == parts ? count - first : kViewPart<T>);
      const index_t place = found(elements).item();
      best.data()[part] = elements.data()[place];
      places.data()[part] = first + place;
    }
  };
  name_places_in(view, [&] {
    const auto cost = kernel::cost_of_bytes(kViewPart<T> * index_t{sizeof(T)});
    run_parts(parts, parts_for(parts, cost), find_some);
  });
  return full<index_t>(shape, places(found(best).item()));
}

}  // namespace detail

/// Does what var and std of a tensor do, with a large indexed view whose first dim is kept part by part.
template <Element T, class Options = VarianceOptions>
[[nodiscard]] auto var(const IndexedView<T>& view, const ReducedDims& dims = all_dims,
                       const std::type_identity_t<Options>& options = {}) {
  return detail::reduce_by_places(
      "var", view, dims, [&](const Tensor<T>& elements) { return var(elements, dims, options); });
}
template <Element T, class Options = VarianceOptions>
[[nodiscard]] auto std(const IndexedView<T>& view, const ReducedDims& dims = all_dims,
                       const std::type_identity_t<Options>& options = {}) {
  return detail::reduce_by_places(
      "std", view, dims, [&](const Tensor<T>& elements) { return std(elements, dims, options); });
}

/// Does what logsumexp of a tensor does, with a large indexed view whose first dim is kept part by part.
template <Element T>
[[nodiscard]] auto logsumexp(const IndexedView<T>& view, const ReducedDims& dims = all_dims,
                             KeepDim keepdim = false) {
  return detail::reduce_by_places("logsumexp", view, dims, [&](const Tensor<T>& elements) {
    return logsumexp(elements, dims, keepdim);
  });
}

/// Do what argmax and argmin of a tensor do, with a large indexed view part by part if all dims are reduced or the first
/// one is kept.
#define NDX_ENTRY(name)                                                                            \
  template <Element T, class Options = ArgExtremeOptions>                                          \
  [[nodiscard]] Tensor<index_t> name(const IndexedView<T>& view,                                   \
                                     const std::type_identity_t<Options>& options = {}) {          \
    return detail::find_by_parts(view, options.keepdim, [&](const auto& elements) {                \
      return name(elements, Options{.last = options.last});                                        \
    });                                                                                            \
  }                                                                                                \
  template <Element T, class Options = ArgExtremeOptions>                                          \
  [[nodiscard]] Tensor<index_t> name(const IndexedView<T>& view, Dim dim,                          \
                                     const std::type_identity_t<Options>& options) {               \
    return detail::reduce_by_places(#name, view, index_t{dim}, [&](const Tensor<T>& elements) {    \
      return name(elements, dim, options);                                                         \
    });                                                                                            \
  }                                                                                                \
  template <Element T, Real D>                                                                     \
  [[nodiscard]] Tensor<index_t> name(const IndexedView<T>& view, D dim, KeepDim keepdim = false) { \
    return detail::reduce_by_places(#name, view, dim, [&](const Tensor<T>& elements) {             \
      return name(elements, dim, keepdim);                                                         \
    });                                                                                            \
  }
NDX_ENTRY(argmax)
NDX_ENTRY(argmin)
#undef NDX_ENTRY

NDX_NAMESPACE_END
