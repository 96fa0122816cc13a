// Divides integers without the processor's instruction for it, which divides one pair at a time.
//
// A division by one number is a multiplication and a shift (DivideByNumber). A division of pairs is
// a division of floats or doubles, which processors have for vectors, with a correction that makes
// it exact (QuotientRun). On an Intel Xeon with AVX-512 at -O2, floor_divide of pairs of int32
// takes .64 ns an element this way, and 3.2 by the instruction; of int16 by a number .069 and .30.
#pragma once

#include <cstring>

#include <ndx/base/bit_cast.hpp>
#include <ndx/kernel/loop/fixed_lengths.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace detail {

/// The unsigned integer with twice as many bits, or with as many if the compiler has none.
template <std::size_t bytes>
struct Doubled {
  using Type = UnsignedOfSize<2 * bytes>;
};
template <>
struct Doubled<8> {
#ifdef __SIZEOF_INT128__
  __extension__ using Type = unsigned __int128;
#else
  using Type = std::uint64_t;
#endif
};

/// Returns the upper half of a product.
template <class U>
NDX_ALWAYS_INLINE U multiply_high(U a, U b) {
  using Wide = typename Doubled<sizeof(U)>::Type;
  return static_cast<U>((Wide{a} * b) >> (8 * sizeof(U)));
}

}  // namespace detail

/// Divides integers of type R by a number above 1, in lanes of N bits, at least 16. Source:
/// Granlund and Montgomery, "Division by invariant integers using multiplication".
///
/// For numbers with a sign, or of less than N bits, the quotient of u < 2^(N-1) is u·⌈2^(N-1+k) /
/// d⌉ / 2^(N-1+k), rounded down, with the smallest k such that 2^k ≥ d. Numbers below 0 are
/// complemented before and after the division, which rounds them down, too. For 8 bits, u·⌈2^16 /
/// d⌉ / 2^16 gives the same quotient.
///
/// For N bits without a sign, the factor ⌈2^(N+k) / d⌉ has N + 1 bits. Its upper bit is added to
/// the product, halved, so that no sum overflows.
template <class R>
class DivideByNumber {
  using Unsigned = UnsignedOfSize<(sizeof(R) < 2 ? 2 : sizeof(R))>;
  using Signed = std::make_signed_t<Unsigned>;
  using Wide = typename detail::Doubled<sizeof(Unsigned)>::Type;
  static constexpr int kBits = 8 * sizeof(Unsigned);
  /// True if the formula for N bits without a sign is used. It is also used for 16 bits with a
  /// sign, since g++ 12 vectorizes the shorter formula with 32 bits a lane.
  static constexpr bool kAllBits =
      sizeof(R) == 2 || (std::is_unsigned_v<R> && sizeof(R) == sizeof(Unsigned));

 public:
  /// True if the compiler has integers wide enough for the products.
  static constexpr bool kDefined = sizeof(Wide) == 2 * sizeof(Unsigned);

  explicit DivideByNumber(R divisor) : divisor_(static_cast<Unsigned>(divisor)) {
    int log = 0;
    while ((Wide{1} << log) < divisor_) ++log;
    shift_ = sizeof(R) > 1 ? log - 1 : 0;
    kept_ = static_cast<Unsigned>(shift_ == 0 ? ~Unsigned{0} : Unsigned{0});
    scale_ = static_cast<Unsigned>(Wide{1} << (kBits - shift_));
    const Wide power =
        kAllBits ? Wide{(Wide{1} << log) - divisor_} << kBits : (Wide{1} << (kBits + shift_)) - 1;
    factor_ = static_cast<Unsigned>(power / divisor_ + 1);
  }

  [[nodiscard]] NDX_ALWAYS_INLINE R quotient(R x) const {
    if constexpr (std::is_unsigned_v<R>) {
      return static_cast<R>(quotient_of_positive(x));
    } else {
      const auto sign = static_cast<Unsigned>(static_cast<Signed>(x) >> (kBits - 1));
      return static_cast<R>(
          quotient_of_positive(static_cast<Unsigned>(static_cast<Unsigned>(x) ^ sign)) ^ sign);
    }
  }
  [[nodiscard]] NDX_ALWAYS_INLINE R rest(R x) const {
    using Product = std::common_type_t<Unsigned, unsigned>;  // 16 bits would be multiplied as int
    return static_cast<R>(Product(static_cast<Unsigned>(x)) -
                          Product(static_cast<Unsigned>(quotient(x))) * Product(divisor_));
  }

 private:
  [[nodiscard]] NDX_ALWAYS_INLINE Unsigned quotient_of_positive(Unsigned x) const {
    const Unsigned high = detail::multiply_high(x, factor_);
    if constexpr (kAllBits) {
      const auto rest = static_cast<Unsigned>(x - high);
      return shifted(static_cast<Unsigned>(high + (rest >> 1)));
    } else {
      return shifted(high);
    }
  }

  /// Returns high >> shift_. C++ shifts 16 bits as int, and compilers would convert them to it.
  /// They are multiplied by 2^(16 - shift) instead, which does not fit for a shift by 0, so that
  /// case keeps the number by a mask.
  [[nodiscard]] NDX_ALWAYS_INLINE Unsigned shifted(Unsigned high) const {
    if constexpr (sizeof(R) == 1) {
      return high;
    } else if constexpr (sizeof(R) == 2) {
      return static_cast<Unsigned>(detail::multiply_high(high, scale_) | (high & kept_));
    } else {
      return high >> shift_;
    }
  }

  Unsigned divisor_;
  Unsigned factor_;
  int shift_;
  Unsigned scale_;
  Unsigned kept_;
};

namespace detail {

/// Represents integers as floating-point numbers that hold each of them, and each product of a
/// quotient and its divisor. Integers of 64 bits must be below 2^51. A quotient that is no whole
/// number is further from the next whole number than its rounding error.
template <class T>
struct IntegerQuotient {
  using Float = std::conditional_t<(sizeof(T) < 4), float, double>;
  using Bits = std::conditional_t<(sizeof(T) < 4), std::uint32_t, std::uint64_t>;
  /// If this is added to a whole number, the lowest bits of the sum are those of the integer.
  static constexpr Float kMagic = sizeof(T) < 4 ? Float(0x1.8p23) : Float(0x1.8p52);

  static NDX_ALWAYS_INLINE Float from_integer(T x) {
    if constexpr (sizeof(T) < 8) {
      return static_cast<Float>(x);
    } else {
      const Bits bits = ndx::detail::bit_cast<Bits>(kMagic) + static_cast<Bits>(x);
      return ndx::detail::bit_cast<Float>(bits) - kMagic;
    }
  }
  static NDX_ALWAYS_INLINE T to_integer(Float whole) {
    const auto bits = ndx::detail::bit_cast<Bits>(whole + kMagic);
    return static_cast<T>(bits - ndx::detail::bit_cast<Bits>(kMagic));
  }
  /// Returns 0 if the quotient of a and b can be computed in this way.
  static NDX_ALWAYS_INLINE Bits excess(T a, T b) {
    if constexpr (sizeof(T) < 8) {
      return 0;
    } else {
      constexpr Bits shift = std::is_signed_v<T> ? Bits{1} << 51 : 0;
      return ((static_cast<Bits>(a) + shift) | (static_cast<Bits>(b) + shift)) >>
             (std::is_signed_v<T> ? 52 : 51);
    }
  }
};

/// Stores Op()(a, b) for a run of pairs, computed by Op::of_quotient(nearest, rest, a, b), where a
/// is nearest·b + rest.
template <class Op, class T>
struct QuotientRun {
  T* to;
  const T* a;
  const T* b;

  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    NDX_ORDERED_FLOATS
    using Quotient = IntegerQuotient<T>;
    using Float = typename Quotient::Float;
    const T* const dividends = a + first;
    const T* const divisors = b + first;
    if constexpr (sizeof(T) == 8) {
      typename Quotient::Bits excess = 0;
      for (index_t i = 0; i < count; ++i) excess |= Quotient::excess(dividends[i], divisors[i]);
      if (excess != 0) return one_by_one(first, count);
    }
    T results[kRun];  // `to` may be a or b
    for (index_t i = 0; i < count; ++i) {
      const Float x = Quotient::from_integer(dividends[i]);
      const Float y = Quotient::from_integer(divisors[i]);
      const Float nearest = (x / y + Quotient::kMagic) - Quotient::kMagic;
      const Float result = Op::of_quotient(nearest, x - nearest * y, x, y);
      results[i] = Quotient::to_integer(ndx::detail::select(y == Float{0}, Float{0}, result));
    }
    std::memcpy(to + first, results, static_cast<std::size_t>(count) * sizeof(T));
    return true;
  }

 private:
  NDX_NOINLINE bool one_by_one(index_t first, index_t count) const {
    for (index_t i = first; i < first + count; ++i) to[i] = Op()(a[i], b[i]);
    return true;
  }
};

}  // namespace detail

/// The vector form of an operation on pairs of integers that has of_quotient.
template <class Op>
struct OfQuotients {};

/// Sets to[i] = Op()(a[i], b[i]). `to` may be a or b.
template <class Op, class T>
void apply_vectors(const OfQuotients<Op>& /*form*/, index_t count, T* to, const T* a, const T* b) {
  visit_runs(detail::QuotientRun<Op, T>{to, a, b}, count);
}

}  // namespace kernel
NDX_NAMESPACE_END
