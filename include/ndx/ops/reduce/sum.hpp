// Reductions over all elements or over some dims: sum, prod, any, all, count_nonzero.
//
// Each function is a reducer for the loop of ops/reduce/reduction.hpp, with an accumulator type and a
// result type. Small integers are added in narrow lanes, which are emptied before they overflow. Floats
// are added pairwise, a few at a time, and their sums are accumulated in double: the error is no
// larger than that of rounding the result to float, and a vector holds twice as many elements.
#pragma once

#include <ndx/base/atomic.hpp>
#include <ndx/kernel/mask/mask.hpp>
#include <ndx/ops/core/elementwise.hpp>
#include <ndx/ops/reduce/reduction.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

/// The accumulator type of a sum of T.
template <class T>
using sum_accumulator_t = typename std::conditional_t<
    std::is_integral_v<T>,
    std::type_identity<
        std::conditional_t<std::is_unsigned_v<T> && !Boolean<T>, std::uint64_t, std::int64_t>>,
    decltype(promote<T, double>())>::type;

/// The element type of the result of a sum or product of T.
template <class T>
using total_t = std::conditional_t<std::is_integral_v<T>, sum_accumulator_t<T>, T>;

/// The narrowest type in which a lane can add 64 elements of T without overflow, as
/// kernel/reduce/reduce_rows.hpp requires.
template <class T>
constexpr auto sum_lane() {
  if constexpr (Boolean<T>) {
    return std::uint8_t{};
  } else if constexpr (Integer<T> && sizeof(T) == 1) {
    return std::conditional_t<std::is_signed_v<T>, std::int16_t, std::uint16_t>{};
  } else if constexpr (Integer<T> && sizeof(T) == 2) {
    return std::conditional_t<std::is_signed_v<T>, std::int32_t, std::uint32_t>{};
  } else {
    return sum_accumulator_t<T>{};
  }
}

template <class T>
struct Sum : kernel::ReducerOf<sum_accumulator_t<T>> {
  using Accumulator = sum_accumulator_t<T>;
  using Lane = decltype(sum_lane<T>());
  static constexpr auto kLoop =
      std::is_integral_v<T> ? kernel::RowLoop::steps : kernel::RowLoop::sums;
  [[nodiscard]] Accumulator identity() const { return {}; }
  template <class Total>
  [[nodiscard]] Total step(Total total, const T& x) const {
    return Reduce::Add{}(total, convert_element<Total>(x));
  }
  template <class V>
  void to_addend(V& /*x*/) const {}
  [[nodiscard]] Accumulator merge(Accumulator a, Accumulator b) const {
    return Reduce::Add{}(a, b);
  }
};

template <class T>
struct Product : kernel::ReducerOf<sum_accumulator_t<T>> {
  using Accumulator = sum_accumulator_t<T>;
  static constexpr auto kLoop = kernel::RowLoop::factors;
  [[nodiscard]] Accumulator identity() const { return Accumulator(1); }
  [[nodiscard]] Accumulator step(Accumulator total, const T& x) const {
    return Reduce::Multiply{}(total, convert_element<Accumulator>(x));
  }
  template <class V>
  void step_lanes(V& totals, const V& x) const {
    totals *= x;
  }
  [[nodiscard]] Accumulator merge(Accumulator a, Accumulator b) const {
    return Reduce::Multiply{}(a, b);
  }
};

/// Combines the truth of the elements, for any and all. The lanes are as wide as the elements, as
/// are those of CountIf.
template <class T, class Combine, int start>
struct Truth : kernel::ReducerOf<int> {
  using Lane = UnsignedOfSize<sizeof(T)>;
  static constexpr auto kLoop = kernel::RowLoop::until_final;
  [[nodiscard]] int identity() const { return start; }
  template <class Total>
  [[nodiscard]] Total step(Total total, const T& x) const {
    return Combine{}(total, Total{x != T{}});
  }
  [[nodiscard]] int merge(int a, int b) const { return Combine{}(a, b); }
};
template <class T>
using Any = Truth<T, Reduce::BitwiseOr, 0>;
template <class T>
using All = Truth<T, Reduce::BitwiseAnd, 1>;

/// Counts the elements that pass a test.
template <class T, class Test>
struct CountIf : kernel::ReducerOf<index_t> {
  using Lane = UnsignedOfSize<sizeof(T)>;
  [[nodiscard]] index_t identity() const { return 0; }
  template <class Total>
  [[nodiscard]] Total step(Total count, const T& x) const {
    return static_cast<Total>(count + Total{Test{}(x)});
  }
  [[nodiscard]] index_t merge(index_t a, index_t b) const { return a + b; }
};
struct IsNonzero {
  template <class T>
  bool operator()(const T& x) const {
    return x != T{};
  }
};
template <class T>
using CountNonzero = CountIf<T, IsNonzero>;

/// Computes whether any, or all, elements are nonzero, by the reducer R.
template <class R, class A>
Tensor<bool> truth(const char* call, const A& t, const ReducedDims& dims, bool keepdim) {
  return reduce_to<bool>(call, R{}, t, dims, keepdim);
}

}  // namespace detail

/// Returns the sum over `dims`, all dims by default, as a fresh tensor without these dims, of rank 0
/// if all are reduced. With keepdim they are kept with size 1.
///   sum(t).item() · sum(t, 0) · sum(t, {0, 2}) · sum(t, -1, true)
/// Bools and signed integers give int64, unsigned integers uint64; both wrap around. Other types keep
/// their type. A few floats at a time are added as floats, and their sums in double; if one of these
/// overflows, the total is added again in double. The result is the same on every processor. An empty sum is 0.
/// Throws IndexError for a dim out of range, ValueError for a dim given twice, as all functions here do.
///   sum(tensor({{1, 2}, {3, 4}}), 0) -> 4 6
template <Numbers A>
[[nodiscard]] auto sum(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  using T = detail::element_t<A>;
  return detail::reduce_to<detail::total_t<T>>("sum", detail::Sum<computed_t<T>>{}, t, dims,
                                               keepdim);
}

/// Returns the product over `dims`, all dims by default. Shapes, types and errors are those of sum.
/// Integers wrap around in 64 bits, floats are multiplied in double. An empty product is 1.
///   prod(tensor({2, 3, 4})) -> 24
template <Numbers A>
[[nodiscard]] auto prod(const A& t, const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  using T = detail::element_t<A>;
  return detail::reduce_to<detail::total_t<T>>("prod", detail::Product<computed_t<T>>{}, t, dims,
                                               keepdim);
}

/// The result of any(t) and all(t): a tensor of rank 0 that converts to bool, as in if (any(t > 0)).
class TruthValue : public Tensor<bool> {
 public:
  explicit TruthValue(Tensor<bool>&& value) noexcept : Tensor<bool>(std::move(value)) {}
  /// Returns the value.
  operator bool() const { return this->item(); }  // NOLINT(google-explicit-constructor)
  [[nodiscard]] bool operator!() const { return !this->item(); }
};

namespace detail {

template <>
struct OperandTraits<TruthValue> : OperandTraits<Tensor<bool>> {};
template <class T>
inline constexpr bool is_value_v<TruthValue, T> = ConvertibleElement<bool, T>;

}  // namespace detail

/// Returns whether any element is nonzero, over all or over some dims. NaN is nonzero. The result for
/// no elements is false.
///   any(tensor({{0, 1}, {0, 0}}), 1) -> 1 0
template <Numbers A>
[[nodiscard]] Tensor<bool> any(const A& t, const ReducedDims& dims, KeepDim keepdim = false) {
  return detail::truth<detail::Any<computed_t<detail::element_t<A>>>>("any", t, dims, keepdim);
}
[[nodiscard]] TruthValue any(const Numbers auto& t) { return TruthValue(any(t, all_dims)); }

/// Returns whether all elements are nonzero, over all or over some dims. The result for no elements
/// is true.
///   all(tensor({{1, 1}, {0, 1}}), 1) -> 1 0
template <Numbers A>
[[nodiscard]] Tensor<bool> all(const A& t, const ReducedDims& dims, KeepDim keepdim = false) {
  return detail::truth<detail::All<computed_t<detail::element_t<A>>>>("all", t, dims, keepdim);
}
[[nodiscard]] TruthValue all(const Numbers auto& t) { return TruthValue(all(t, all_dims)); }

namespace detail {

/// Counts the nonzero bytes of a mask.
template <class T>
index_t count_set(const Tensor<T>& mask) {
  Offsets<1> offsets{};
  const Dims stored = stored_shape(mask.layout());
  if (is_empty(stored)) return 0;
  const Loop<1> loop = sort_for_memory(make_loop<1>(stored, {mask.strides()}), offsets);
  const auto* const first = reinterpret_cast<const std::byte*>(mask.data() + offsets[0]);
  Atomic<index_t> count(0);
  kernel::run_in_parts(loop, 0, 1, [&](const Loop<1>& part, const Offsets<1>& at) {
    count.add(kernel::count_set(first + at[0], part));
  });
  return count.get() * (mask.numel() / numel(stored));
}

}  // namespace detail

/// Returns the number of nonzero elements over `dims`, all dims by default.
///   count_nonzero(tensor({0, 3, 4})) -> 2
template <Numbers A>
[[nodiscard]] Tensor<index_t> count_nonzero(const A& t, const ReducedDims& dims = all_dims,
                                            KeepDim keepdim = false) {
  using T = detail::element_t<A>;
  if constexpr (Boolean<T> && NumberTensor<A>) {
    if (dims.are_all() && !keepdim) return full<index_t>({}, detail::count_set(t));
  }
  return detail::reduce_to<index_t>("count_nonzero", detail::CountNonzero<computed_t<T>>{}, t, dims,
                                    keepdim);
}

NDX_NAMESPACE_END
