// equal, array_equal and allclose compare two tensors and return one bool. isclose compares element
// by element.
//
// Runs of elements are compared without a branch, which compilers vectorise; the search stops after
// the first run that differs. No tensor of bools is made for the functions that return one bool.
#pragma once

#include <limits>

#include <ndx/kernel/loop/fixed_lengths.hpp>
#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/arithmetic/compare.hpp>
#include <ndx/ops/core/complex_parts.hpp>
#include <ndx/ops/sort/order.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether f(a, b) holds for each pair of elements of a run of two rows, computed without branches.
template <class F, class A, class B>
struct AllPairs {
  F f;
  const A* a;
  const B* b;

  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    return run(first, count, {1, 1});
  }
  [[nodiscard]] NDX_ALWAYS_INLINE bool run(index_t first, index_t count,
                                           const Offsets<2>& step) const {
    using Found = UnsignedOfSize<sizeof(A) <= 8 ? sizeof(A) : 8>;  // gives vectors one lane width
    const A* const x = a + first * step[0];
    const B* const y = b + first * step[1];
    Found differ = 0;
    for (index_t i = 0; i < count; ++i) {
      const bool agree = f(kernel::element(x, i * step[0]), kernel::element(y, i * step[1]));
      differ |= static_cast<Found>(!agree);
    }
    return differ == 0;
  }
};

/// Compares whole rows, until a run fails.
template <class F, class A, class B>
bool all_pairs_of_row(const AllPairs<F, A, B>& pairs, index_t count, const Offsets<2>& step) {
  if (step[0] == 1 && step[1] == 1) return kernel::visit_runs(pairs, count);
  constexpr index_t block = 256;
  for (index_t begin = 0; begin < count; begin += block) {
    if (!pairs.run(begin, count - begin < block ? count - begin : block, step)) return false;
  }
  return true;
}

/// Whether f(a, b) holds for each pair of elements of two tensors of the same shape. A pair that is
/// repeated by stride 0 is compared once.
template <class F, class A, class B>
bool all_pairs(const F& f, const Tensor<A>& a, const Tensor<B>& b) {
  Offsets<2> offsets{};
  Dims shape = a.shape();
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (a.strides()[d] == 0 && b.strides()[d] == 0 && shape[d] > 1) shape[d] = 1;
  }
  const Loop<2> rows = sort_for_memory(make_loop<2>(shape, {a.strides(), b.strides()}), offsets);
  if (is_empty(rows)) return true;
  const A* const left = a.data() + offsets[0];
  const B* const right = b.data() + offsets[1];
  kernel::RowWalk<2> row(rows);
  do {
    const AllPairs<F, A, B> pairs{f, left + row.at[0], right + row.at[1]};
    if (!all_pairs_of_row(pairs, row.count, row.step)) return false;
  } while (row.next());
  return true;
}

/// The type in which differences are computed: double, long double, or a complex of these.
template <class A, class B>
using distance_t = promote_t<promote_t<A, B>, double>;

/// The test of isclose. An infinite b would make the tolerance infinite, and every a close to it,
/// so b must be finite unless the two are equal.
struct Tolerance {
  double relative;
  double absolute;
  bool equal_nan;

  template <class T>
  static bool is_nan(const T& x) {
    return !(x == x);
  }
  template <Complex T>
  static auto magnitude(const T& x) {
    return magnitude_of_parts(x.real(), x.imag());
  }

  template <Real T>
  bool operator()(const T& a, const T& b) const {  // without branches, for vectors
    const T length = libm::abs(b);
    const bool is_near = libm::abs(a - b) <= absolute + relative * length;
    const bool is_finite = length <= std::numeric_limits<T>::max();
    const bool a_is_nan = is_nan(a);
    const bool b_is_nan = is_nan(b);
    const bool is_same = a == b;  // true for equal infinities
    return (is_near & is_finite) | is_same | (equal_nan & a_is_nan & b_is_nan);
  }
  template <Complex T>
  bool operator()(const T& a, const T& b) const {
    if (a == b) return true;
    const auto length = magnitude(b);
    const bool is_near = magnitude(a - b) <= absolute + relative * length;
    if (is_near && libm::isfinite(length)) return true;
    return equal_nan && is_nan(a) && is_nan(b);
  }
};

/// Whether elements of A and B are close.
template <class A, class B>
struct Close {
  Tolerance tolerance;

  template <class X, class Y>
  bool operator()(const X& x, const Y& y) const {
    using R = distance_t<A, B>;
    return tolerance(convert_element<R>(x), convert_element<R>(y));
  }
};

/// Whether F holds, or both numbers are NaN.
template <class F>
struct EqualOrNan {
  template <class X, class Y>
  bool operator()(const X& x, const Y& y) const {
    return F{}(x, y) || (!(x == x) && !(y == y));
  }
};

template <class Call, class A, class B>
auto compare_within(Call call, const A& a, const B& b, const Tolerance& tolerance) {
  return map_elements<bool>(call, Close<element_t<A>, element_t<B>>{tolerance}, a, b);
}

}  // namespace detail

/// Returns whether both tensors have the same shape and equal elements, compared with ==. Different
/// shapes are not an error: the result is false. NaN equals nothing.
template <class A, class B>
  requires EqualityOperands<A, B> && detail::is_tensor_v<A> && detail::is_tensor_v<B>
[[nodiscard]] bool equal(const A& a, const B& b) {
  return a.shape() == b.shape() &&
         detail::all_pairs(detail::comparison_t<detail::Equal, A, B>{}, a, b);
}

/// Does what equal does. With `equal_nan`, two NaNs are equal too. The name is NumPy's.
template <class A, class B>
  requires EqualityOperands<A, B> && detail::is_tensor_v<A> && detail::is_tensor_v<B>
[[nodiscard]] bool array_equal(const A& a, const B& b, bool equal_nan = false) {
  using Left = detail::element_t<A>;
  using Right = detail::element_t<B>;
  if constexpr (detail::kHasNan<Left> && detail::kHasNan<Right>) {
    using Same = detail::EqualOrNan<detail::comparison_t<detail::Equal, A, B>>;
    if (equal_nan) return a.shape() == b.shape() && detail::all_pairs(Same{}, a, b);
  }
  return equal(a, b);
}

/// Returns true where |a - b| <= atol + rtol·|b|, computed in double, for two tensors that
/// broadcast, or a tensor and a scalar. Equal infinities are close; two NaNs are close if
/// `equal_nan` is set. The result is a fresh tensor of bools. Throws ShapeError if the shapes do
/// not broadcast. Source: NumPy's isclose, which is asymmetric in a and b too.
///   isclose(tensor({1.0, 2.0}), tensor({1.0, 2.1})) -> 1 0
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] Tensor<bool> isclose(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8,
                                   bool equal_nan = false) {
  return detail::compare_within("isclose", a, b, detail::Tolerance{rtol, atol, equal_nan});
}

/// Returns whether |a - b| <= atol + rtol·|b| for each pair of elements, with broadcasting, computed
/// in double. It is all(isclose(a, b)) without the tensor. Equal infinities are close; two NaNs are
/// close if `equal_nan` is set. Throws ShapeError if the shapes do not broadcast. Source: NumPy's
/// allclose, which is asymmetric in a and b too.
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] bool allclose(const A& a, const B& b, double rtol = 1e-5, double atol = 1e-8,
                            bool equal_nan = false) {
  const detail::Close<detail::element_t<A>, detail::element_t<B>> close{{rtol, atol, equal_nan}};
  if constexpr (detail::is_tensor_v<A> && detail::is_tensor_v<B>) {
    const Dims shape = broadcast_shapes("allclose", a.shape(), b.shape());
    return detail::all_pairs(close, a.broadcast_to(shape), b.broadcast_to(shape));
  } else if constexpr (detail::is_tensor_v<A>) {
    return detail::all_pairs([&](const auto& x, const auto& /*x*/) { return close(x, b); }, a, a);
  } else {
    return detail::all_pairs([&](const auto& y, const auto& /*y*/) { return close(a, y); }, b, b);
  }
}

NDX_NAMESPACE_END
