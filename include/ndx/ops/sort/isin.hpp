// isin tells which elements occur among others.
//
// There are three methods. Up to 16 others are compared with every element. Integers whose others
// span a small range are looked up in a table of that range: O(n + m). Otherwise the others are
// sorted, and each element is searched for among them: O(n log m). Elements are equal as == defines
// it, so integers compare by value and NaN equals nothing.
#pragma once

#include <limits>

#include <ndx/ops/core/elementwise.hpp>
#include <ndx/ops/sort/searchsorted.hpp>
#include <ndx/ops/sort/sort.hpp>

NDX_NAMESPACE_BEGIN

/// Options of isin.
struct IsinOptions {
  bool invert = false;  // true where an element does not occur
};

namespace detail {

/// A list of numbers that is not a tensor, such as a std::vector.
template <class R>
concept NumberRange = !is_tensor_v<R> && requires(const R& list) {
  requires Scalar<std::remove_cvref_t<decltype(*list.data())>>;
  list.size();
};

/// A tensor of numbers, a subscript, t[0], or an indexed view of one.
template <class A>
concept TensorOrPart = NumberTensor<std::remove_cvref_t<A>> || Unread<A>;

/// Stores for each value whether it occurs in the line or, with `invert`, whether it does not.
template <class R, class S, class V>
void find_each(const SortedLine<R, S>& line, const V* values, index_t count, bool invert,
               bool* found) {
  constexpr index_t run = kernel::detail::kRun;
  const Compare<Equal, R, S, V> equal;
  index_t places[run];
  for (index_t first = 0; first < count; first += run) {
    const index_t n = count - first < run ? count - first : run;
    line.search_each(values + first, 1, n, places);
    for (index_t i = 0; i < n; ++i)
      found[first + i] =
          (places[i] < line.count && equal(kernel::element(line.first, places[i]),
                                           kernel::element(values, first + i))) != invert;
  }
}

/// Whether an element is one of at most `most` numbers. Unused places repeat one of the numbers.
template <std::size_t most, class R, class S>
struct IsOneOf {
  S others[most];
  bool invert;

  template <class V>
  bool operator()(const V& x) const {
    return is_one_of(x, std::make_index_sequence<most>()) != invert;
  }

 private:
  template <class V, std::size_t... K>
  NDX_ALWAYS_INLINE bool is_one_of(const V& x, std::index_sequence<K...> /*others*/) const {
    const Compare<Equal, R, S, V> equal;
    return (static_cast<int>(equal(others[K], x)) | ...) != 0;  // a loop is not vectorised at -O2
  }
};

/// Compares each element with the others, which are contiguous.
template <std::size_t most, class T, class S>
Tensor<bool> compare_with_each(const Tensor<T>& t, const Tensor<S>& others, bool invert) {
  using V = std::remove_const_t<S>;
  IsOneOf<most, result_t<Tensor<S>, Tensor<T>>, computed_t<V>> is_one_of;
  is_one_of.invert = invert;
  const index_t count = others.numel();
  for (std::size_t i = 0; i < most; ++i) {
    const auto k = static_cast<index_t>(i);
    is_one_of.others[i] = kernel::element(others.data(), k < count ? k : 0);
  }
  return map_elements<bool>("isin", is_one_of, t);
}

/// A range of integers. It is empty if least > most.
template <class T>
struct IntegerRangeOf {
  T least = std::numeric_limits<T>::max();
  T most = std::numeric_limits<T>::min();

  [[nodiscard]] bool is_empty() const { return least > most; }
  [[nodiscard]] std::uint64_t size() const {  // one less, because 64 bits may not hold the size
    return static_cast<std::uint64_t>(most) - static_cast<std::uint64_t>(least);
  }
  [[nodiscard]] NDX_ALWAYS_INLINE std::uint64_t place(T x) const {
    using Bits = std::make_unsigned_t<T>;
    return static_cast<Bits>(static_cast<Bits>(x) - static_cast<Bits>(least));
  }
};

/// The range of the others that elements of T can hold. The remaining ones equal no element.
template <class T, class S>
IntegerRangeOf<T> held_range(const S* others, index_t count) {
  IntegerRangeOf<T> range;
  for (index_t i = 0; i < count; ++i) {
    if (!is_held<T>(others[i])) continue;
    const T x = static_cast<T>(others[i]);
    range.least = x < range.least ? x : range.least;
    range.most = x > range.most ? x : range.most;
  }
  return range;
}

/// Looks an integer up in a table of a range. The entry after the last is for integers outside the
/// range.
template <class T>
struct IsInTable {
  using CallsOut = void;  // one by one: vectors cannot load entries

  const bool* table;
  IntegerRangeOf<T> range;
  std::uint64_t beyond;

  bool operator()(const T& x) const {
    const std::uint64_t place = range.place(x);
    return table[place < beyond ? place : beyond];
  }
};

template <class T, class S>
Tensor<bool> look_up(const Tensor<T>& t, const Tensor<S>& others,
                     const IntegerRangeOf<std::remove_const_t<T>>& range, bool invert) {
  using V = std::remove_const_t<T>;
  const std::uint64_t beyond = range.size() + 1;
  const auto table = make_filled("isin", Dims{static_cast<index_t>(beyond) + 1}, invert);
  const S* const values = others.data();
  for (index_t i = 0; i < others.numel(); ++i) {
    if (is_held<V>(values[i])) table.data()[range.place(static_cast<V>(values[i]))] = !invert;
  }
  return map_elements<bool>("isin", IsInTable<V>{table.data(), range, beyond}, t);
}

/// A table is used if it has at most kTableRange entries for each element of both tensors, as in
/// NumPy, and if there are at most kTableOthers others for each element. With more others than that,
/// a search among others that are already sorted is faster.
inline constexpr std::uint64_t kTableRange = 6;
inline constexpr index_t kTableOthers = 16;

/// Chooses one of the three methods by the number of others and, for integers, by their range.
template <class T, class S>
Tensor<bool> find_among(const Tensor<T>& t, const Tensor<S>& others, bool invert) {
  const index_t count = others.numel();
  if (count > 0 && count <= 4) return compare_with_each<4>(t, others.contiguous(), invert);
  if (count > 0 && count <= 16) return compare_with_each<16>(t, others.contiguous(), invert);
  using V = std::remove_const_t<S>;
  if constexpr (Integer<T> && Integer<S>) {
    if (count / kTableOthers <= t.numel()) {
      const Tensor<S> list = others.contiguous();
      const auto range = held_range<std::remove_const_t<T>>(list.data(), count);
      if (range.is_empty()) return make_filled("isin", t.shape(), invert);
      if (range.size() / kTableRange < static_cast<std::uint64_t>(t.numel() + count))
        return look_up(t, list, range, invert);
    }
  }
  const Tensor<bool> result = make_uninitialized<bool>("isin", t.shape());
  const Tensor<T> dense = t.contiguous();
  const auto sorted = sort_values(others.ravel());
  const SortedLine<result_t<Tensor<S>, Tensor<T>>, V> line{sorted.data(), sorted.numel(), 1, false};
  const index_t parts = parts_for(dense.numel(), kSearchCost);
  run_parts(dense.numel(), parts, [&](index_t first, index_t last) {
    find_each(line, dense.data() + first, last - first, invert, result.data() + first);
  });
  return result;
}

}  // namespace detail

/// Returns true where an element of t is one of `others`, as a fresh tensor of bools of t's shape.
/// `others` is a tensor of any shape and type of numbers, a list or one number.
///   isin(tensor({3, 5, 3, 7}), {3, 7})                   -> 1 0 1 1
///   isin(t, others, {.invert = true})                    where it is none of them
///   t.index({isin(t, others)}) · any(isin(others, x))    the elements themselves; whether x occurs
/// Elements are compared as by ==: NaN equals nothing, and integers compare by value. A list in
/// braces that mixes integers and fractions is one of doubles. Source: NumPy's isin; its in1d(a, b)
/// is isin(a.ravel(), b).
template <NumberTensor A, NumberTensor S>
[[nodiscard]] Tensor<bool> isin(const A& t, const S& others, const IsinOptions& options = {}) {
  return detail::find_among(t, others, options.invert);
}
template <NumberTensor A, Scalar S>
[[nodiscard]] Tensor<bool> isin(const A& t, S other, const IsinOptions& options = {}) {
  return isin(t, full<S>({}, other), options);
}
template <NumberTensor A, detail::NumberRange R>
[[nodiscard]] Tensor<bool> isin(const A& t, const R& others, const IsinOptions& options = {}) {
  return isin(t, borrow(others.data(), {static_cast<index_t>(others.size())}), options);
}
template <detail::TensorOrPart A, Scalar S>
[[nodiscard]] Tensor<bool> isin(A&& t, std::initializer_list<S> others,
                                const IsinOptions& options = {}) {
  return isin(detail::as_tensor<A>(t), detail::listed(others), options);
}
template <detail::TensorOrPart A>
[[nodiscard]] Tensor<bool> isin(A&& t, std::initializer_list<double> others,
                                const IsinOptions& options = {}) {
  return isin(detail::as_tensor<A>(t), detail::listed(others), options);
}

/// Refuses a plain bool as the option.
template <NumberTensor A, class S = std::initializer_list<double>, Boolean B>
auto isin(const A& /*t*/, const S& /*others*/, B /*invert*/) {
  static_assert(detail::kNever<B>, "write {.invert = true}");
  return detail::refused<B>();
}

NDX_NAMESPACE_END
