// cummax, cummin and logcumsumexp: running extremes and running logarithms of sums along a dim.
//
// cumsum and cumprod are in scan.hpp. The extremes need the index of each value too, so they have
// loops of their own.
#pragma once

#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/reduce/extremes.hpp>
#include <ndx/ops/reduce/scan.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Finds the running extremes of a contiguous line after element `start`, one run of elements at a
/// time. In most runs either no element replaces the best so far, or each element replaces the one
/// before it. Vector instructions test for both cases and store the result of both. If `values` is null, only
/// the best is found.
template <class R, class T>
struct ExtremesOfRuns {
  using Takes = typename R::template Takes<true>;
  const T* in;
  T* values;
  index_t* indices;
  index_t start;
  index_t* best;  // index of the best element so far

  NDX_ALWAYS_INLINE bool operator()(index_t before, index_t count) const {
    const index_t first = start + before + 1;
    const T* const from = in + first;
    if (count < kernel::detail::kRun) {  // the tests would cost more than they save
      one_by_one(first, count);
    } else if (!any_takes(from, count)) {
      store(
          first, count, [value = in[*best]](index_t) { return value; },
          [index = *best](index_t) { return index; });
    } else if (Takes{}(from[0], in[*best]) && all_take(from, count)) {
      store(
          first, count, [from](index_t i) { return from[i]; },
          [first](index_t i) { return first + i; });
      *best = first + count - 1;
    } else {
      one_by_one(first, count);
    }
    return true;
  }

 private:
  using Found = UnsignedOfSize<sizeof(T)>;

  /// Whether any element replaces the best so far.
  [[nodiscard]] NDX_ALWAYS_INLINE bool any_takes(const T* from, index_t count) const {
    const T so_far = in[*best];
    Found any = 0;
    for (index_t i = 0; i < count; ++i) any |= static_cast<Found>(Takes{}(from[i], so_far));
    return any != 0;
  }
  /// Whether each element replaces the one before it.
  static NDX_ALWAYS_INLINE bool all_take(const T* from, index_t count) {
    Found all = 1;
    for (index_t i = 0; i < count; ++i) all &= static_cast<Found>(Takes{}(from[i], from[i - 1]));
    return all != 0;
  }
  template <class Value, class Index>
  NDX_ALWAYS_INLINE void store(index_t first, index_t count, const Value& value,
                               const Index& index) const {
    if (values == nullptr) return;
    T* const NDX_RESTRICT to = values + first;
    index_t* const NDX_RESTRICT to_index = indices + first;
    for (index_t i = 0; i < count; ++i) to[i] = value(i);
    for (index_t i = 0; i < count; ++i) to_index[i] = index(i);
  }
  NDX_NOINLINE void one_by_one(index_t first, index_t count) const {
    index_t index = *best;
    T so_far = in[index];
    for (index_t i = first; i < first + count; ++i) {
      const bool is_taken = Takes{}(in[i], so_far);
      so_far = is_taken ? in[i] : so_far;
      index = is_taken ? i : index;
      if (values == nullptr) continue;
      values[i] = so_far;
      indices[i] = index;
    }
    *best = index;
  }
};

/// Finds running extremes and their indices. The last of equal elements is taken.
template <class R, class T>
struct RunningExtremes {
  using V = typename R::Accumulator;
  using Takes = typename R::template Takes<true>;
  const T* in;
  index_t count;
  index_t step;
  std::remove_const_t<T>* values;
  index_t* indices;
  index_t result_step;

  /// Scans a line in `parts` parts. Each finds its best element, and then continues from the best of those
  /// before it.
  void line(const Offsets<2>& at, index_t parts) const {
    index_t before[kernel::kMostLineParts + 1] = {};
    if (parts > 1) {
      kernel::for_each_part(count, parts, [&](index_t part, index_t first, index_t end) {
        before[part + 1] = scan<false>(at, first, first, end);
      });
      for (index_t part = 1; part < parts; ++part) {
        if (!takes(at, before[part], before[part - 1])) before[part] = before[part - 1];
      }
    }
    kernel::for_each_part(count, parts, [&](index_t part, index_t first, index_t end) {
      scan<true>(at, before[part], first, end);
    });
  }

  /// Scans `width` lines that are adjacent in memory, one row of them at a time.
  void columns(const Offsets<2>& at, index_t width, index_t apart) const {
    V best[kernel::kLinesTogether];
    index_t index[kernel::kLinesTogether];
    for (index_t r = 0; r < count; ++r) {
      const T* const from = in + at[0] + r * step;
      const index_t to = at[1] + r * result_step;
      for (index_t i = 0; i < width; ++i) {
        const V x = kernel::element(from, i);
        const bool is_taken = r == 0 || Takes{}(x, best[i]);
        best[i] = is_taken ? x : best[i];
        index[i] = is_taken ? r : index[i];
        kernel::set_element(values, to + i * apart, best[i]);
        indices[to + i * apart] = index[i];
      }
    }
  }

 private:
  [[nodiscard]] V element(const Offsets<2>& at, index_t i) const {
    return kernel::element(in + at[0], i * step);
  }
  /// Whether an element replaces an earlier one as the best.
  [[nodiscard]] bool takes(const Offsets<2>& at, index_t later, index_t earlier) const {
    return Takes{}(element(at, later), element(at, earlier));
  }

  /// Scans elements first…end-1 of a line, after the best of those before them. Returns the index of the best
  /// of all. Contiguous numbers with vectors are scanned run by run.
  template <bool stores>
  index_t scan(const Offsets<2>& at, index_t index, index_t first, index_t end) const {
    auto* const to = stores ? values + at[1] : nullptr;
    index_t* const to_index = indices + at[1];
    const auto store = [&](index_t i, const V& best, index_t best_index) {
      if constexpr (stores) {
        kernel::set_element(to, i * result_step, best);
        to_index[i * result_step] = best_index;
      }
    };
    if (takes(at, first, index)) index = first;
    V best = element(at, index);
    store(first, best, index);
    if constexpr (kernel::uses_vectors<R, V> && std::is_same_v<std::remove_const_t<T>, V> &&
                  !Boolean<V>) {
      if (step == 1 && result_step == 1) {
        const ExtremesOfRuns<R, V> runs{in + at[0], to, to_index, first, &index};
        kernel::visit_runs(runs, end - first - 1);
        return index;
      }
    }
    for (index_t i = first + 1; i < end; ++i) {
      const V x = element(at, i);
      if (Takes{}(x, best)) {
        best = x;
        index = i;
      }
      store(i, best, index);
    }
    return index;
  }
};

/// Scans all lines along `dim`. Results are stored in the order of t's dims and made row-major at
/// the end.
template <class R, class T>
ValuesAndIndices<std::remove_const_t<T>> running_extremes(const char* call, const Tensor<T>& t,
                                                          index_t dim) {
  using V = std::remove_const_t<T>;
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  const ValuesAndIndices<V> result{make_in_order<V>(call, t), make_in_order<index_t>(call, t)};
  Dims lines = t.shape();
  const index_t count = lines[place];
  if (t.numel() == 0) return result;
  lines[place] = 1;
  const DimsView strides = result.values.strides();
  const RunningExtremes<R, T> running{
      t.data(),      count, t.strides()[place], result.values.data(), result.indices.data(),
      strides[place]};
  const index_t parts = kernel::parts_of_lines(t.numel(), count, kScanCost);
  kernel::run_lines(
      lines, t.strides(), strides, running.step, count * index_t{sizeof(T)},
      [&](const Offsets<2>& at) { running.line(at, parts); },
      [&](const Offsets<2>& at, index_t width, index_t apart) {
        running.columns(at, width, apart);
      },
      parts);
  return ValuesAndIndices<V>{result.values.contiguous(), result.indices.contiguous()};
}

/// Reducer for log(e^total + e^x), computed without overflow.
template <class T>
struct LogSumExp : kernel::ReducerOf<sum_accumulator_t<function_t<T>>> {
  using CallsOut = void;
  using Accumulator = sum_accumulator_t<function_t<T>>;
  [[nodiscard]] Accumulator identity() const {
    return -std::numeric_limits<Accumulator>::infinity();
  }
  [[nodiscard]] Accumulator step(Accumulator total, const T& x) const {
    return merge(total, static_cast<Accumulator>(x));
  }
  [[nodiscard]] Accumulator merge(Accumulator a, Accumulator b) const {
    if (a != a || b != b) return a + b;
    const Accumulator larger = a > b ? a : b;
    const Accumulator smaller = a > b ? b : a;
    return libm::isinf(larger) ? larger : larger + libm::log1p(libm::exp(smaller - larger));
  }
};

}  // namespace detail

/// Returns the largest element up to each position along `dim` and its index, as two fresh tensors of
/// t's shape: auto [values, indices] = cummax(t, 0). Of equal elements the last is taken. NaN counts
/// as the largest. Throws IndexError for a dim out of range. Source: PyTorch's cummax; the values are
/// those of NumPy's maximum.accumulate.
///   cummax(tensor({1, 3, 2}), 0) -> values {1, 3, 3}, indices {0, 1, 1}
template <NumberTensor A>
[[nodiscard]] auto cummax(const A& t, Dim dim) {
  return detail::running_extremes<detail::Max<computed_t<detail::element_t<A>>>>("cummax", t, dim);
}
/// Returns the smallest element up to each position along `dim` and its index, as cummax does for the
/// largest. NaN counts as the smallest.
///   cummin(tensor({3, 1, 2}), 0) -> values {3, 1, 1}, indices {0, 1, 1}
template <NumberTensor A>
[[nodiscard]] auto cummin(const A& t, Dim dim) {
  return detail::running_extremes<detail::Min<computed_t<detail::element_t<A>>>>("cummin", t, dim);
}

/// Returns log(cumsum(exp(t), dim)), computed in double and without overflow. Integers give double,
/// other types keep theirs. Throws IndexError for a dim out of range.
///   logcumsumexp(tensor({1.0, 2.0}), 0) -> 1 2.3133
template <RealTensor A>
[[nodiscard]] auto logcumsumexp(const A& t, Dim dim) {
  using T = detail::function_t<detail::element_t<A>>;
  return detail::scan<T>("logcumsumexp", detail::LogSumExp<computed_t<T>>{}, t.template to<T>(),
                         dim);
}

template <ComplexTensor A>
auto logcumsumexp(const A&, index_t) {
  static_assert(detail::kNever<A>,
                "logcumsumexp is of real numbers: write log(cumsum(exp(t), dim))");
  return detail::refused<A>();
}

NDX_NAMESPACE_END
