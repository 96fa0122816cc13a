// Tensors as sets: union1d, intersect1d, setdiff1d and setxor1d of the distinct elements of two tensors,
// and unique_consecutive, which drops repeated neighbours.
//
// The sets are made by unique, and isin tells which elements of one are in the other. Elements are
// equal as == defines it, so NaN is in no other set.
#pragma once

#include <ndx/ops/shape/join.hpp>
#include <ndx/ops/sort/isin.hpp>
#include <ndx/ops/sort/unique.hpp>

NDX_NAMESPACE_BEGIN

/// Selects results of intersect1d besides the values.
struct IntersectOptions {
  /// Whether positions of the values in both tensors are returned too.
  Flag return_indices = false;
};

/// The elements that two tensors have in common. Indices that were not requested are empty.
template <class T>
struct Intersection {
  Tensor<T> values;           // ascending
  Tensor<index_t> indices_a;  // row-major position of each value's first occurrence in a
  Tensor<index_t> indices_b;  // that in b
};
template <class Traits, class T>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const Intersection<T>& /*result*/) {
  static_assert(detail::kNever<T>,
                "several tensors are printed one by one: write intersect1d(a, b).values");
  return out;
}

namespace detail {

/// The promoted element type of two tensors.
template <class A, class B>
using either_t = promote_t<element_t<A>, element_t<B>>;

/// Finds the runs of equal slices along `dim`.
template <class T>
UniqueElements<std::remove_const_t<T>> unique_runs(const Tensor<T>& t, index_t dim,
                                                   UniqueOptions options) {
  const std::size_t place = wrap_dim("unique_consecutive", dim, t.shape().size());
  const index_t count = t.shape()[place];
  const index_t width = count == 0 ? 0 : t.numel() / count;
  const Tensor<T> rows = t.movedim(dim, 0).contiguous();
  const auto same = [&](index_t k) {
    const T* const row = rows.data() + k * width;
    return same_rows(row - width, row, width, options.equal_nan);
  };
  options.sorted = true;  // runs are numbered in their order, which is that of `arange`
  UniqueElements<std::remove_const_t<T>> result;
  const auto firsts = collect_distinct(arange(count), Dims{count}, options, same, result);
  result.values = index_select(t, dim, firsts);
  return result;
}

template <class R>
Tensor<R> in_either(const Tensor<R>& a, const Tensor<R>& b) {
  return unique(cat({a.ravel(), b.ravel()})).values;
}

template <class R>
Intersection<R> common_elements(const Tensor<R>& a, const Tensor<R>& b, bool return_indices) {
  const UniqueOptions how{.return_index = return_indices};
  const auto in_a = unique(a, how);
  const auto in_b = unique(b, how);
  const Tensor<bool> common = isin(in_a.values, in_b.values);
  Intersection<R> result{in_a.values.index({common}), {}, {}};
  if (return_indices) {
    result.indices_a = in_a.index.index({common});
    result.indices_b = in_b.index.index({isin(in_b.values, result.values)});
  }
  return result;
}

/// Returns the distinct elements of t that are not among `others`.
template <class T, class U>
Tensor<std::remove_const_t<T>> distinct_outside(const Tensor<T>& t, const Tensor<U>& others) {
  const auto distinct = unique(t).values;
  return distinct.index({isin(distinct, others, {.invert = true})});
}

template <class R>
Tensor<R> in_one_alone(const Tensor<R>& a, const Tensor<R>& b) {
  return sort_values(cat({distinct_outside(a, b), distinct_outside(b, a)}));
}

}  // namespace detail

/// Returns the elements of t, in row-major order, that differ from the one before. On request it also
/// returns the position of each in t, for each element of t the index of its value, and the number of
/// elements in each run of equal ones.
///   unique_consecutive(tensor({1, 1, 2, 1})).values                           -> 1 2 1
///   unique_consecutive(tensor({1, 1, 2, 1}), {.return_counts = true}).counts  -> 2 1 1
/// Shapes: values, index and counts (number of runs), inverse that of t. options.sorted has no
/// meaning here. Source: PyTorch's unique_consecutive, which never takes NaNs for equal; here they are
/// unless options.equal_nan is false.
template <NumberTensor A>
[[nodiscard]] auto unique_consecutive(const A& t, const UniqueOptions& options = {}) {
  auto result = detail::unique_runs(t.ravel(), 0, options);
  if (options.return_inverse) result.inverse = result.inverse.reshape(t.shape());
  return result;
}
/// Returns the slices along `dim` that differ from the one before.
///   unique_consecutive(tensor({{1, 0}, {1, 0}, {2, 3}}), 0).values -> 1 0 / 2 3
/// Shapes are those of unique(t, dim). Throws IndexError for a dim out of range.
template <NumberTensor A, Real I>
[[nodiscard]] auto unique_consecutive(const A& t, I dim, const UniqueOptions& options = {}) {
  return detail::unique_runs(t, Dim(dim), options);
}

/// Returns the distinct elements of a and b together, ascending, as a fresh tensor of rank 1 of the
/// promoted type. NaNs are one element. Source: NumPy's union1d.
///   union1d(tensor({3, 1}), tensor({2, 3})) -> 1 2 3
template <NumberTensor A, NumberTensor B>
[[nodiscard]] auto union1d(const A& a, const B& b) {
  using R = detail::either_t<A, B>;
  return detail::in_either(a.template to<R>(), b.template to<R>());
}

/// Returns the distinct elements that a and b have in common, ascending, in the promoted type, and on
/// request the row-major position of the first occurrence of each in a and in b. NaN equals nothing.
///   intersect1d(tensor({3, 1, 2}), tensor({2, 4, 3})).values                           -> 2 3
///   intersect1d(tensor({3, 1, 2}), tensor({2, 4, 3}), {.return_indices = true}).indices_b -> 0 2
/// Source: NumPy's intersect1d.
template <NumberTensor A, NumberTensor B>
[[nodiscard]] auto intersect1d(const A& a, const B& b, const IntersectOptions& options = {}) {
  using R = detail::either_t<A, B>;
  return detail::common_elements(a.template to<R>(), b.template to<R>(), options.return_indices);
}

/// Returns the distinct elements of a that are not in b, ascending, in a's type. NaNs of a are one
/// element, and in no b. Elements of different types are compared by value. Source: NumPy's setdiff1d.
///   setdiff1d(tensor({3, 1, 2, 3}), tensor({2, 4})) -> 1 3
template <NumberTensor A, NumberTensor B>
[[nodiscard]] auto setdiff1d(const A& a, const B& b) {
  return detail::distinct_outside(a, b);
}

/// Returns the distinct elements that are in only one of a and b, ascending, in the promoted type. A
/// NaN of each is kept. Source: NumPy's setxor1d.
///   setxor1d(tensor({1, 2, 3}), tensor({2, 4})) -> 1 3 4
template <NumberTensor A, NumberTensor B>
[[nodiscard]] auto setxor1d(const A& a, const B& b) {
  using R = detail::either_t<A, B>;
  return detail::in_one_alone(a.template to<R>(), b.template to<R>());
}

NDX_NAMESPACE_END
