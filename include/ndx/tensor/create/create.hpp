// Creating tensors: empty, full, zeros, ones, arange, linspace, eye.
//
// All results are row-major and own their memory. Without an element type, zeros and the like make
// floats; arange and linspace choose the type by their arguments. Each value of a range is computed
// as start + i * step, so that rounding errors do not add up.
#pragma once

#include <ndx/kernel/loop/fixed_lengths.hpp>
#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/kernel/math/libm.hpp>
#include <ndx/tensor/copies.hpp>

NDX_NAMESPACE_BEGIN

/// Makes a row-major tensor with uninitialised elements. Like every function in this file it throws
/// ValueError for a negative size, a rank above 64 or sizes whose product overflows, and
/// std::bad_alloc when memory runs out.
template <Element T = float>
[[nodiscard]] Tensor<T> empty(const Dims& shape) {
  return detail::make_uninitialized<T>("empty", shape);
}
template <Element T = float, Real... S>
  requires(sizeof...(S) > 0)
[[nodiscard]] Tensor<T> empty(S... sizes) {
  return empty<T>(Dims{sizes...});
}

/// Makes a row-major tensor in which every element is `value`.
///   full({2, 3}, 7) -> 7 7 7 / 7 7 7
template <Element T>
[[nodiscard]] Tensor<T> full(const Dims& shape, T value) {
  return detail::make_filled("full", shape, value);
}
template <class T = void, Integer Size, class... Rest>
  requires(sizeof...(Rest) > 0)
auto full(Size /*size*/, const Rest&... /*rest*/) {
  static_assert(detail::kNever<Size>, "the sizes of full are in braces: write full({2, 3}, 1)");
  return detail::refused<Size>();
}

/// Makes a row-major tensor of zeros. For types that are not numbers the elements are T{}.
///   zeros({2, 3}) -> (2,3)
template <Element T = float>
[[nodiscard]] Tensor<T> zeros(const Dims& shape) {
  return detail::make_filled("zeros", shape, T{});
}
/// The sizes can also be separate arguments: zeros(2, 3).
template <Element T = float, Real... S>
  requires(sizeof...(S) > 0)
[[nodiscard]] Tensor<T> zeros(S... sizes) {
  return zeros<T>(Dims{sizes...});
}

/// Makes a row-major tensor of ones.
///   ones({3}) -> 1 1 1
template <Number T = float>
[[nodiscard]] Tensor<T> ones(const Dims& shape) {
  return detail::make_filled("ones", shape, T{1});
}
template <Number T = float, Real... S>
  requires(sizeof...(S) > 0)
[[nodiscard]] Tensor<T> ones(S... sizes) {
  return ones<T>(Dims{sizes...});
}

/// Makes a row-major tensor of the shape and the element type of `other`: empty_like leaves the
/// elements uninitialised, the others fill them with one value, with zeros or with ones.
template <class T>
[[nodiscard]] Tensor<std::remove_const_t<T>> empty_like(const Tensor<T>& other) {
  return detail::make_uninitialized<std::remove_const_t<T>>("empty_like", other.shape());
}
template <class T>
[[nodiscard]] Tensor<std::remove_const_t<T>> full_like(
    const Tensor<T>& other, std::type_identity_t<std::remove_const_t<T>> value) {
  return detail::make_filled("full_like", other.shape(), value);
}
template <class T>
[[nodiscard]] Tensor<std::remove_const_t<T>> zeros_like(const Tensor<T>& other) {
  return detail::make_filled("zeros_like", other.shape(), std::remove_const_t<T>{});
}
template <class T>
  requires Number<std::remove_const_t<T>>
[[nodiscard]] Tensor<std::remove_const_t<T>> ones_like(const Tensor<T>& other) {
  return detail::make_filled("ones_like", other.shape(), std::remove_const_t<T>{1});
}

namespace detail {

/// Calls store(first, end) for each part of `count` new elements, which have `bytes` bytes each.
template <class Store>
void store_in_parts(index_t count, index_t bytes, const Store& store) {
  const index_t parts = parts_for(count, kernel::cost_of_bytes(bytes));
  kernel::for_each_part(count, parts,
                        [&](index_t /*part*/, index_t first, index_t end) { store(first, end); });
}

template <class T>
void check_step(T step) {
  if (step == T{0} || !(step == step))
    throw_value_error("arange: the step must be a number other than zero");
}

/// The values start + i * step, computed in W. If T is an integer, each is rounded down.
template <class T, class W = double>
struct SpacedValues {
  W start;
  W step;

  [[nodiscard]] NDX_ALWAYS_INLINE T at(W i) const { return rounded(start + i * step); }
  NDX_ALWAYS_INLINE static T rounded(W value) {
    if constexpr (Integer<T>) value = libm::floor(value);
    return convert_element<T>(value);
  }

  /// Stores the first `count` values.
  void store(T* out, index_t count) const {
    store_in_parts(count, sizeof(T), [&](index_t begin, index_t end) {
      // AVX-512 is left out: its target has fused multiply-add, which rounds differently.
      kernel::dispatch<kernel::portable::Runs, kernel::avx2::Runs>(
          [&](auto runs) { return runs.visit(StoreRun{*this, out, begin}, end - begin); });
    });
  }

 private:
  struct StoreRun {
    SpacedValues values;
    T* out;
    index_t begin;

    NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
      count == kernel::detail::kRun ? store(first, kernel::detail::kRun) : store(first, count);
      return true;
    }
    NDX_ALWAYS_INLINE void store(index_t first, index_t count) const {
      T* const NDX_RESTRICT to = out + begin + first;
      const auto before = static_cast<W>(begin + first);
      const SpacedValues own = values;  // local, so that stores to `to` cannot change it
      // The counter has 32 bits because AVX2 converts no 64-bit integers.
      for (std::int32_t i = 0; i < static_cast<std::int32_t>(count); ++i)
        to[i] = own.at(before + static_cast<W>(i));
    }
  };
};

/// The values of a range of floating-point numbers. Their number is (stop - start) / step rounded
/// up, a quotient in the type of the bounds, as in NumPy's arange: (13.F - 1.F) / 0.12F is 100, as
/// written, although 0.12F is less than 0.12. The values are computed in double and rounded once.
/// Values at the end that round to stop are left out.
template <class T>
struct SteppedFloats {
  using Bound = computed_t<T>;
  using Wide = decltype(Bound{} + 0.0);

  SteppedFloats(Bound start, Bound stop, Bound step) : values{Wide(start), Wide(step)} {
    check_step(step);
    const auto steps = static_cast<Bound>(static_cast<Bound>(stop - start) / step);
    if (!libm::isfinite(step) || !(libm::abs(steps) < Bound(9.2e18F)))
      throw_value_error("arange: the range is not finite or has too many elements");
    const auto precedes_stop = [&](Bound x) { return step > Bound{0} ? x < stop : x > stop; };
    if (!precedes_stop(start)) return;
    count = steps > Bound{1} ? static_cast<index_t>(libm::ceil(steps)) : 1;
    const auto is_inside = [&](index_t i) { return precedes_stop(values.at(Wide(i))); };
    for (index_t inside = 0; count - inside > 1 && !is_inside(count - 1);) {
      const index_t middle = inside + (count - inside) / 2;
      (is_inside(middle) ? inside : count) = middle;
    }
  }

  SpacedValues<T, Wide> values;
  index_t count = 0;
};

/// The values of a range of integers, whose bounds may have other types than its elements. They are
/// computed in uint64, because the distance of the bounds can exceed the range of every type.
template <class T>
struct SteppedIntegers {
  template <class A, class B, class S>
  SteppedIntegers(A from, B to, S by)
      : start(static_cast<std::uint64_t>(from)), step(static_cast<std::uint64_t>(by)) {
    check_step(by);
    const bool up = !is_negative(by);
    if (up ? !is_less(from, to) : !is_less(to, from)) return;
    const std::uint64_t stop = static_cast<std::uint64_t>(to);
    const std::uint64_t pace = up ? step : ~step + 1;
    const std::uint64_t gaps = ((up ? stop - start : start - stop) - 1) / pace;
    if (gaps >= static_cast<std::uint64_t>(INT64_MAX))
      throw_value_error("arange: more elements than a 64-bit size holds");
    if (!is_element(from)) refuse(start, is_negative(from));
    const auto last = static_cast<std::uint64_t>(up ? std::numeric_limits<T>::max()
                                                    : std::numeric_limits<T>::min());
    if (gaps * pace > (up ? last - start : start - last)) refuse(start + gaps * step, !up);
    count = static_cast<index_t>(gaps) + 1;
  }

  [[nodiscard]] T value(index_t i) const noexcept {
    return static_cast<T>(start + static_cast<std::uint64_t>(i) * step);
  }

  index_t count = 0;
  std::uint64_t start;
  std::uint64_t step;

 private:
  template <class A>
  static constexpr bool is_negative(A value) noexcept {
    return std::is_signed_v<A> && value < A{0};
  }
  template <class A, class B>
  static constexpr bool is_less(A a, B b) noexcept {
    return is_negative(a) != is_negative(b)
               ? is_negative(a)
               : static_cast<std::uint64_t>(a) < static_cast<std::uint64_t>(b);
  }
  template <class A>
  static constexpr bool is_element(A value) noexcept {
    return !is_less(value, std::numeric_limits<T>::min()) &&
           !is_less(std::numeric_limits<T>::max(), value);
  }
  [[noreturn]] NDX_COLD static void refuse(std::uint64_t value, bool negative) {
    throw_value_error("arange: elements of ", dtype_name(dtype_of<T>()), " cannot hold ",
                      negative ? "-" : "", negative ? ~value + 1 : value);
  }
};

/// The first type that is not an integer, or the last type if all are integers.
template <Real First, Real... Rest>
struct FirstFloating : std::conditional_t<std::is_integral_v<First>, FirstFloating<Rest...>,
                                          std::type_identity<First>> {};
template <Real Last>
struct FirstFloating<Last> : std::type_identity<Last> {};

/// The element type of a range by the types of its bounds: index_t if all are integers, else the
/// widest of the floating-point types.
template <Real... Bounds>
using RangeElement = std::conditional_t<
    (std::is_integral_v<Bounds> && ...), index_t,
    std::common_type_t<std::conditional_t<std::is_integral_v<Bounds>,
                                          typename FirstFloating<Bounds...>::type, Bounds>...>>;

template <class T>
Tensor<T> make_range(computed_t<T> start, computed_t<T> stop, computed_t<T> step) {
  const SteppedFloats<T> range(start, stop, step);
  const Tensor<T> result = make_uninitialized<T>("arange", Dims{range.count});
  range.values.store(result.data(), range.count);
  return result;
}
template <class T>
Tensor<T> make_range(const SteppedIntegers<T>& range) {
  const Tensor<T> result = make_uninitialized<T>("arange", Dims{range.count});
  T* const out = result.data();
  store_in_parts(range.count, sizeof(T), [&](index_t first, index_t end) {
    const SteppedIntegers<T> own = range;  // local, so that stores cannot change it
    for (index_t i = first; i < end; ++i) out[i] = own.value(i);
  });
  return result;
}

/// Makes `count` evenly spaced values.
template <class T>
Tensor<T> make_spaced(double start, double stop, index_t count, bool endpoint) {
  const Tensor<T> result = make_uninitialized<T>("linspace", Dims{count});
  T* const out = result.data();
  const auto gaps = static_cast<double>(count - (endpoint && count > 1 ? 1 : 0));
  const double distance = stop - start;
  const SpacedValues<T> values{start, distance / gaps};
  values.store(out, count);
  // The step is too small for a double, but start plus a fraction of the distance is not.
  for (index_t i = 0; values.step == 0 && i < count; ++i)
    out[i] = values.rounded(start + static_cast<double>(i) / gaps * distance);
  if (endpoint && count > 1) out[count - 1] = values.rounded(stop);
  return result;
}

#define NDX_ENTRY(T)                                                               \
  NDX_COMPILE_TENSORS(range_##T, Tensor<T>, make_range, (T start, T stop, T step), \
                      (start, stop, step), T)                                      \
  NDX_COMPILE_TENSORS(spaced_##T, Tensor<T>, make_spaced,                          \
                      (double start, double stop, index_t count, bool endpoint),   \
                      (start, stop, count, endpoint), T)
NDX_ENTRY(float)
NDX_ENTRY(double)
#undef NDX_ENTRY
#define NDX_ENTRY(suffix, T)                                                                    \
  NDX_COMPILE_TENSORS(range_##suffix, Tensor<T>, make_range, (const SteppedIntegers<T>& range), \
                      (range), T)
NDX_ENTRY(uint8, std::uint8_t)
NDX_ENTRY(int32, std::int32_t)
NDX_ENTRY(int64, std::int64_t)
#undef NDX_ENTRY

/// Converts a bound to T. Throws ValueError for a uint64 that does not fit into index_t.
template <Real T, Real Bound>
T range_bound(const char* call, Bound bound) {
  if constexpr (std::is_same_v<T, index_t> && std::is_unsigned_v<Bound> && sizeof(Bound) == 8) {
    if (bound > static_cast<std::uint64_t>(INT64_MAX))
      throw_value_error(call, ": ", bound, " does not fit into 64 bits with a sign");
  }
  return static_cast<T>(bound);
}

}  // namespace detail

/// Returns the values start, start+step, … up to stop, which is excluded. For floating-point
/// numbers their number is ceil((stop-start)/step), a quotient in the type of the bounds. Each
/// value is computed as start + i * step, so that rounding errors do not add up; values at the end
/// that would round to stop are left out. Throws ValueError for a step of 0 or a range that is not
/// finite.
///   arange(2, 8, 3) -> 2 5
template <Real T>
  requires(!std::is_integral_v<T>)
[[nodiscard]] Tensor<T> arange(std::type_identity_t<computed_t<T>> start,
                               std::type_identity_t<computed_t<T>> stop,
                               std::type_identity_t<computed_t<T>> step = 1) {
  return detail::make_range<T>(start, stop, step);
}
template <Real T>
  requires(!std::is_integral_v<T>)
[[nodiscard]] Tensor<T> arange(std::type_identity_t<computed_t<T>> stop) {
  return arange<T>(0, stop);
}
/// Returns a range of integers. The bounds and the step may have any integer types. Throws
/// ValueError if T cannot hold an element.
///   arange<std::uint8_t>(2, -1, -1) -> 2 1 0
template <Real T, Real A, Real B, Real S = int>
  requires(std::is_integral_v<T> && std::is_integral_v<A> && std::is_integral_v<B> &&
           std::is_integral_v<S>)
[[nodiscard]] Tensor<T> arange(A start, B stop, S step = S{1}) {
  return detail::make_range(detail::SteppedIntegers<T>(start, stop, step));
}
template <Real T, Real B>
  requires(std::is_integral_v<T> && std::is_integral_v<B>)
[[nodiscard]] Tensor<T> arange(B stop) {
  return arange<T>(0, stop);
}
/// Chooses the element type by the arguments: index_t if all are integers, else their
/// floating-point type. arange(10) is a Tensor<index_t>, arange(0.5, 3.0) a Tensor<double>.
template <class D = detail::Deduced, Real A, Real B, Real S = int>
  requires detail::IsDeduced<D>
[[nodiscard]] auto arange(A start, B stop, S step = S{1}) {
  using T = detail::RangeElement<A, B, S>;
  return arange<T>(detail::range_bound<T>("arange", start), detail::range_bound<T>("arange", stop),
                   detail::range_bound<T>("arange", step));
}
template <class D = detail::Deduced, Real B>
  requires detail::IsDeduced<D>
[[nodiscard]] auto arange(B stop) {
  static_assert(!Boolean<B>, NDX_TEXT_INTEGERS);
  using T = detail::RangeElement<B>;
  return arange<T>(0, detail::range_bound<T>("arange", stop));
}

/// Returns `count` evenly spaced values from start to stop. stop is included unless `endpoint` is
/// false; a single value is start. Integers are rounded down. Throws ValueError for a negative
/// count. Source: NumPy's linspace, with the same values.
///   linspace(0.0, 1.0, 5) -> 0 0.25 0.5 0.75 1
template <Real T>
[[nodiscard]] Tensor<T> linspace(double start, double stop, Count count = 50,
                                 bool endpoint = true) {
  return detail::make_spaced<T>(start, stop, count, endpoint);
}

/// Spaces complex numbers evenly, the real and the imaginary components each by itself:
/// linspace<std::complex<double>>({0, 1}, 1, 3).
template <Complex T>
[[nodiscard]] Tensor<T> linspace(T start, std::type_identity_t<T> stop, Count count = 50,
                                 bool endpoint = true) {
  using Part = typename T::value_type;
  const auto of_parts = [&](Part from, Part to) {
    return linspace<Part>(static_cast<double>(from), static_cast<double>(to), count, endpoint);
  };
  const Tensor<Part> real = of_parts(start.real(), stop.real());
  const Tensor<Part> imaginary = of_parts(start.imag(), stop.imag());
  Tensor<T> result = detail::make_uninitialized<T>("linspace", Dims{count});
  for (index_t i = 0; i < count; ++i) result.data()[i] = T(real.data()[i], imaginary.data()[i]);
  return result;
}

/// Chooses the element type by the ends: their type if both are float, float16 or bfloat16, else
/// double.
template <class D = detail::Deduced, Real A, Real B>
  requires detail::IsDeduced<D>
[[nodiscard]] auto linspace(A start, B stop, Count count = 50, bool endpoint = true) {
  using T =
      std::conditional_t<std::is_same_v<A, B> && std::is_same_v<computed_t<A>, float>, A, double>;
  return linspace<T>(static_cast<double>(start), static_cast<double>(stop), count, endpoint);
}

/// Makes a rows × columns matrix with ones on the main diagonal and zeros elsewhere.
///   eye(2, 3) -> 1 0 0 / 0 1 0
template <Number T = float>
[[nodiscard]] Tensor<T> eye(Count rows, Count columns) {
  return detail::make_diagonal<T>("eye", rows, columns);
}
template <Number T = float>
[[nodiscard]] Tensor<T> eye(Count rows) {
  return eye<T>(rows, rows);
}

NDX_NAMESPACE_END
