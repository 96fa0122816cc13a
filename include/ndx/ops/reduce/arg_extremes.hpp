// Positions of extreme elements: the reducers and the search behind argmax, argmin and every other
// call that returns an index.
//
// This file has the reducers that order elements, with and without NaN, and the search over all
// elements. ops/reduce/line_extremes.hpp has the search along one dim, which the second half of this
// file calls. Threads search parts of a large tensor and merge their candidates by position, so that
// the result does not depend on the number of threads.
#pragma once

#include <ndx/base/atomic.hpp>
#include <ndx/ops/core/keepdim.hpp>
#include <ndx/ops/reduce/line_extremes.hpp>
#include <ndx/ops/reduce/sum.hpp>
#include <ndx/ops/sort/order.hpp>

NDX_NAMESPACE_BEGIN

/// Options of argmax and argmin. `last` selects the last of equal elements instead of the first.
struct ArgExtremeOptions {
  detail::Flag last = false;
  detail::Flag keepdim = false;  // the reduced dims stay, with size 1
};

namespace detail {

/// Base of the reducers below. It defines which of two numbers is the more extreme one.
template <class T, bool largest>
struct Extremes {
  static constexpr const char* kName = largest ? "largest" : "smallest";
  static constexpr bool kAnyOrder = true;
  using Accumulator = T;
  [[nodiscard]] static bool beats(const T& x, const T& best) {
    return largest ? is_less(best, x) : is_less(x, best);
  }
};

/// Reducer for the extreme of elements none of which is NaN.
template <class T, bool largest>
struct BestOfNumbers : Extremes<T, largest> {
  [[nodiscard]] T identity() const { return outermost_element<T, !largest>(); }
  [[nodiscard]] T step(T best, const T& x) const { return this->beats(x, best) ? x : best; }
  [[nodiscard]] T pair(T a, T b) const { return step(a, b); }
  [[nodiscard]] T merge(T a, T b) const { return step(a, b); }
  /// Replaces the lanes of `best` for which `x` is more extreme.
  template <class Vector>
  static void take_better(Vector& best, const Vector& x) {
    if constexpr (largest) {
      best = x > best ? x : best;
    } else {
      best = x < best ? x : best;
    }
  }
};

/// Reducer for the maximum or the minimum. NaN beats every number.
template <class T, bool largest>
struct Best : Extremes<T, largest> {
  using OfNumbers = BestOfNumbers<T, largest>;
  [[nodiscard]] T identity() const { return OfNumbers().identity(); }
  [[nodiscard]] T step(T best, const T& x) const {
    return this->beats(x, best) || x != x ? x : best;
  }
  [[nodiscard]] T pair(T a, T b) const { return step(a, b); }
  [[nodiscard]] T merge(T a, T b) const { return step(a, b); }

  /// Whether x, which comes later, replaces the best so far.
  template <bool last>
  struct Takes {
    bool operator()(const T& x, const T& best) const {
      const bool is_nan = x != x;
      const bool best_is_number = best == best;
      if constexpr (last) return is_nan | (best_is_number & !Best::beats(best, x));
      const bool is_better = Best::beats(x, best);
      return (is_better | is_nan) & best_is_number;
    }
  };
};
template <class T>
using Max = Best<T, true>;
template <class T>
using Min = Best<T, false>;

/// Max and Min for the elements of a tensor of type A.
template <class A>
using MaxOf = Max<computed_t<element_t<A>>>;
template <class A>
using MinOf = Min<computed_t<element_t<A>>>;

/// Reducer for the extreme of the elements that are not NaN. The extreme is NaN if there are none.
template <class T, bool largest>
struct BestNumber : Extremes<T, largest> {
  [[nodiscard]] T identity() const {
    if constexpr (kHasNan<T>) return not_a_number<T>();
    return BestOfNumbers<T, largest>().identity();
  }
  [[nodiscard]] T step(T best, const T& x) const {
    return this->beats(x, best) || best != best ? x : best;
  }
  [[nodiscard]] T pair(T a, T b) const { return step(a, b); }
  [[nodiscard]] T merge(T a, T b) const { return step(a, b); }

  template <bool last>
  struct Takes {
    bool operator()(const T& x, const T& best) const {
      const bool is_number = x == x;
      if constexpr (last) return !BestNumber::beats(best, x) & is_number;
      const bool is_better = BestNumber::beats(x, best);
      const bool best_is_nan = best != best;
      return (is_better | best_is_nan) & is_number;
    }
  };
};

/// Distance between the first and the last of equal elements that are one element repeated by stride
/// 0.
inline index_t repeats_offset(const Layout& layout, DimsView positions) {
  index_t offset = 0;
  for (std::size_t d = 0; d < layout.shape.size(); ++d) {
    if (layout.strides[d] == 0) offset += (layout.shape[d] - 1) * positions[d];
  }
  return offset;
}

/// Searches all elements. Each thread searches a part of the loop and merges its extreme into the
/// common one.
template <class R, bool last, class T>
Extreme<R, last> find_extreme(const Tensor<T>& t) {
  Extreme<R, last> extreme;
  SpinLock lock;
  const Dims positions = contiguous_strides(t.shape());
  const Loop<2> loop = make_loop<2>(stored_shape(t.layout()), {t.strides(), positions});
  const auto search_part = [&](const Loop<2>& part, const Offsets<2>& first) {
    Extreme<R, last> found;
    kernel::for_each_row(part, [&](const Offsets<2>& at, index_t count, const Offsets<2>& step) {
      const T* const row = t.data() + first[0] + at[0];
      found.update(row, count, step[0], first[1] + at[1], step[1]);
    });
    lock.lock();
    extreme.update(found);
    lock.unlock();
  };
  kernel::run_in_parts(loop, 0, sizeof(T), search_part);
  if (last && extreme.position >= 0) extreme.position += repeats_offset(t.layout(), positions);
  return extreme;
}

template <class R, class T>
Tensor<index_t> arg_extreme(const char* call, const Tensor<T>& t,
                            const ArgExtremeOptions& options) {
  if (t.numel() == 0) [[unlikely]]
    throw_value_error(call, ": shape ", t.shape(), " has no elements, and so no ", R::kName);
  const index_t position =
      options.last ? find_extreme<R, true>(t).position : find_extreme<R, false>(t).position;
  return full<index_t>(Dims::filled(options.keepdim ? t.shape().size() : 0, 1), position);
}

/// Writes the indices of the extremes along dim `place`. Writes the extremes themselves to `values`,
/// unless it is null.
template <class R, bool last, class T>
void find_extremes(const Tensor<T>& t, std::size_t place, const Tensor<index_t>& indices,
                   std::remove_const_t<T>* values) {
  if (t.numel() == 0) return;
  const index_t count = stored_shape(t.layout())[place];
  using V = std::remove_const_t<T>;
  const LineExtremes<R, last, V> extremes{t.data(), count, t.strides()[place], indices.data(),
                                          values};
  find_line_extremes(extremes, indices.shape(), t.strides(), indices.strides());
  const index_t repeats = last ? t.shape()[place] - count : 0;
  for (index_t i = 0; repeats != 0 && i < indices.numel(); ++i)
    indices.data()[i] += indices.data()[i] < 0 ? 0 : repeats;  // -1 means that there is none
}

/// Returns the dim counted from the front. Throws ValueError if it has size 0.
template <class T>
std::size_t extreme_dim(const char* call, const Tensor<T>& t, index_t dim) {
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  if (t.shape()[place] == 0) [[unlikely]]
    throw_value_error(call, ": dim ", place, " of shape ", t.shape(), " has size 0");
  return place;
}

template <class R, class T>
Tensor<index_t> arg_extremes(const char* call, const Tensor<T>& t, index_t dim,
                             const ArgExtremeOptions& options) {
  const std::size_t place = extreme_dim(call, t, dim);
  Dims shape = t.shape();
  shape[place] = 1;
  const Tensor<index_t> indices = make_uninitialized<index_t>(call, shape);
  if (options.last) {
    find_extremes<R, true>(t, place, indices, nullptr);
  } else {
    find_extremes<R, false>(t, place, indices, nullptr);
  }
  return options.keepdim ? indices : indices.squeeze(dim);
}

#define NDX_ENTRY_OF(name, R, T)                                                                  \
  NDX_COMPILE_REDUCTION(name, Tensor<T>, reduce,                                                  \
                        (const char* call, const R<T>& reducer, const Tensor<T>& t,               \
                         const ReducedDims& dims, bool keepdim),                                  \
                        (call, reducer, t, dims, keepdim), R<T>, T)                               \
  NDX_COMPILE_REDUCTION(arg_##name, Tensor<index_t>, arg_extreme,                                 \
                        (const char* call, const Tensor<T>& t, const ArgExtremeOptions& options), \
                        (call, t, options), R<T>, T)                                              \
  NDX_COMPILE_REDUCTION(                                                                          \
      find_##name, void, find_extremes,                                                           \
      (const Tensor<T>& t, std::size_t place, const Tensor<index_t>& indices, T* values),         \
      (t, place, indices, values), R<T>, false, T)
#define NDX_ENTRY(suffix, T)         \
  NDX_ENTRY_OF(max_##suffix, Max, T) \
  NDX_ENTRY_OF(min_##suffix, Min, T)
NDX_EACH_COMMON_NUMBER(NDX_ENTRY)
#undef NDX_ENTRY
#undef NDX_ENTRY_OF

/// Finds the extreme values along `dim` and their indices. The first of equal elements is taken.
template <class R, class T>
auto extremes_along(const char* call, const Tensor<T>& t, index_t dim, bool keepdim) {
  const std::size_t place = extreme_dim(call, t, dim);
  Dims shape = t.shape();
  shape[place] = 1;
  ValuesAndIndices<std::remove_const_t<T>> found{
      make_uninitialized<std::remove_const_t<T>>(call, shape),
      make_uninitialized<index_t>(call, shape)};
  find_extremes<R, false>(t, place, found.indices, found.values.data());
  if (!keepdim) found = {found.values.squeeze(dim), found.indices.squeeze(dim)};
  return found;
}

}  // namespace detail
NDX_NAMESPACE_END
