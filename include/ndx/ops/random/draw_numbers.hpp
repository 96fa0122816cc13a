// How elements are drawn from the sequence of random words: uniform and normal numbers, integers and orders, on one
// thread or on several, with the same result.
#pragma once

#include <cstring>

#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/kernel/math/libm.hpp>
#include <ndx/kernel/math/vector_math.hpp>
#include <ndx/ops/random/random_engine.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

// Normal numbers by Marsaglia's polar method, which makes two of a random point in the unit circle: the
// points of a block are drawn first, then their logarithms and roots are taken by vectors.

/// Points in the unit circle, without its centre. The scales that make normal numbers of them are of
/// type R.
template <Floating R>
class UnitPoints {
 public:
  static constexpr index_t kMost = 512;

  /// Draws `wanted` points, at most kMost: no more numbers than one at a time would take.
  void draw(RandomEngine& engine, index_t wanted) {
    for (index_t found = 0; found < wanted;) found += take(engine, found, wanted - found);
    take_scales(wanted);
  }

  /// Returns how many of the next points of a square are in its circle.
  index_t count(RandomEngine& engine, index_t points) {
    index_t found = 0;
    for (index_t i = 0; i < points; i += kMost)
      found += take(engine, 0, points - i < kMost ? points - i : kMost);
    return found;
  }

  /// Stores the first n normal numbers of the points.
  template <class T>
  void store(T* to, index_t n) const {
    for (index_t i = 0; i < n / 2; ++i) {
      const Point numbers = points_[i] * static_cast<double>(scale_[i]);
      to[2 * i] = static_cast<T>(numbers[0]);
      to[2 * i + 1] = static_cast<T>(numbers[1]);
    }
    if (n % 2 != 0)
      to[n - 1] = static_cast<T>(points_[n / 2][0] * static_cast<double>(scale_[n / 2]));
  }

 private:
  using Point = kernel::VectorOf<double, 16>::Type;

  struct Divide {
    const double* logs;
    const double* squares;
    R* scales;
    NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
      const double* NDX_RESTRICT const log = logs + first;
      const double* NDX_RESTRICT const square = squares + first;
      R* NDX_RESTRICT const to = scales + first;
      for (index_t i = 0; i < count; ++i)
        to[i] = static_cast<R>(-2 * log[i]) / static_cast<R>(square[i]);
      return true;
    }
  };

  /// Takes the next `count` points of a square, and returns how many are in its circle: they are stored from `at` on.
  /// This function is compiled once, so that all who take a point agree on whether it is in the circle.
  NDX_NOINLINE index_t take(RandomEngine& engine, index_t at, index_t count) {
    double numbers[2 * kMost];
    store_uniform_numbers(engine, numbers, 2 * count);
    index_t end = at;
    for (index_t i = 0; i < count; ++i) {
      Point point;
      std::memcpy(&point, numbers + 2 * i, sizeof(point));
      point = point + point - 1.0;
      points_[end] = point;
      point *= point;
      const double square = point[0] + point[1];
      square_[end] = square;
      end += static_cast<index_t>(square < 1) & static_cast<index_t>(square != 0);
    }
    return end - at;
  }

  /// The square roots of -2 ln(s) / s.
  void take_scales(index_t count) {
    double logs[kMost];
    apply<kernel::VectorForm<kernel::vectors::log>>(count, square_, logs,
                                                    [](double x) { return libm::log(x); });
    kernel::visit_runs(Divide{logs, square_, scale_}, count);
    apply<kernel::VectorForm<kernel::vectors::sqrt>>(count, scale_, scale_,
                                                     [](R x) { return libm::sqrt(x); });
  }
  /// Applies a vector function, or the scalar one where there is none.
  template <class Form, class T, class Scalar>
  static void apply(index_t count, const T* from, T* to, Scalar scalar) {
    if constexpr (requires { Form::vectors(T{}); }) {
      kernel::apply_vectors(Form::vectors(T{}), count, to, from);
    } else {
      for (index_t i = 0; i < count; ++i) to[i] = scalar(from[i]);
    }
  }

  Point points_[kMost];
  double square_[kMost];
  R scale_[kMost];
};

/// Uniform in [0, 1).
template <Floating T>
struct UniformNumbers {
  using Number = RandomBitsOf<T>;
  static constexpr index_t kTogether = 1;
  static constexpr bool kStores = true;
  static constexpr double kNs = .125 * sizeof(T);

  void draw(RandomEngine& engine, T* to, index_t n) const { store_uniform_numbers(engine, to, n); }
  index_t count(RandomEngine& engine, T* to, index_t n) const {
    store_uniform_numbers(engine, to, n);
    return n;
  }
};

/// Normal numbers, with mean 0 and variance 1.
template <Floating T>
struct NormalNumbers {
  using Number = std::uint64_t;
  static constexpr index_t kTogether = 2;
  static constexpr bool kStores = false;
  static constexpr double kNs = 5;

  /// Stores n numbers.
  void draw(RandomEngine& engine, T* to, index_t n) const {
    Points points;
    for (index_t i = 0; i < n; i += 2 * Points::kMost) {
      const index_t left = n - i < 2 * Points::kMost ? n - i : 2 * Points::kMost;
      points.draw(engine, (left + 1) / 2);
      points.store(to + i, left);
    }
  }
  index_t count(RandomEngine& engine, T* /*to*/, index_t points) const {
    return Points().count(engine, points);
  }

 private:
  using Points = UnitPoints<std::conditional_t<std::is_same_v<T, float>, float, double>>;
};

/// The product of two numbers.
template <class Number>
struct WideProduct {
  Number high;
  Number low;
};
inline WideProduct<std::uint32_t> multiply_wide(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t product = std::uint64_t{a} * b;
  return {static_cast<std::uint32_t>(product >> 32), static_cast<std::uint32_t>(product)};
}
inline WideProduct<std::uint64_t> multiply_wide(std::uint64_t a, std::uint64_t b) {
#ifdef __SIZEOF_INT128__
  __extension__ using Wide = unsigned __int128;
  const Wide product = Wide{a} * b;
  return {static_cast<std::uint64_t>(product >> 64), static_cast<std::uint64_t>(product)};
#else
  constexpr std::uint64_t lower = UINT32_MAX;
  const std::uint64_t first = (a & lower) * (b >> 32);
  const std::uint64_t second = (a >> 32) * (b & lower);
  const std::uint64_t carried =
      (((a & lower) * (b & lower)) >> 32) + (first & lower) + (second & lower);
  return {(a >> 32) * (b >> 32) + (first >> 32) + (second >> 32) + (carried >> 32), a * b};
#endif
}

/// Uniform in `limit` integers from `low` on: the high half of a product, drawn again where some integers would be more
/// likely than others. Source: Lemire, "Fast random integer generation in an interval".
template <Integer T, class Word>
class UniformIntegers {
 public:
  using Number = Word;
  static constexpr index_t kTogether = 1;
  static constexpr bool kStores = true;
  static constexpr double kNs = 1;

  UniformIntegers(T low, Number limit) : low_(static_cast<std::uint64_t>(low)), limit_(limit) {}

  /// Stores n integers.
  void draw(RandomEngine& engine, T* to, index_t n) const {
    for (index_t found = 0; found < n;) found += count(engine, to + found, n - found);
  }
  /// Stores those integers that the next n numbers make, and returns how many they are.
  index_t count(RandomEngine& engine, T* to, index_t n) const {
    const std::uint64_t low = low_;  // local, so that stores to `to` cannot change it
    const Number limit = limit_;
    const Number refused = (0 - limit) % limit;
    T* const begin = to;
    while (n > 0) {
      index_t found = 0;
      const auto random = engine.take<Number>(n);
      for (index_t i = 0; i < random.size(); ++i) {
        const WideProduct<Number> product = multiply_wide(random[i], limit);
        to[found] = static_cast<T>(low + product.high);
        found += product.low >= refused ? 1 : 0;
      }
      to += found;
      n -= random.size();
    }
    return to - begin;
  }

 private:
  std::uint64_t low_;
  Number limit_;
};

/// Exchanges each of n elements, from the last on, with one of those up to it, which is drawn as by
/// UniformIntegers. Source: Durstenfeld, "Algorithm 235: Random permutation".
template <class Number, Integer T>
void exchange_at_random(RandomEngine& engine, T* elements, index_t n) {
  for (index_t left = n; left > 1;) {
    const auto random = engine.take<Number>(left - 1);
    for (index_t i = 0; i < random.size(); ++i) {
      const auto count = static_cast<Number>(left);
      const WideProduct<Number> product = multiply_wide(random[i], count);
      if (product.low < count && product.low < (0 - count) % count) continue;
      --left;
      std::swap(elements[left], elements[product.high]);
    }
  }
}

/// Stores 0…n-1 in random order.
template <Integer T>
void store_permutation(RandomEngine& engine, T* to, index_t n) {
  for (index_t i = 0; i < n; ++i) to[i] = static_cast<T>(i);
  if (std::in_range<std::uint32_t>(n)) return exchange_at_random<std::uint32_t>(engine, to, n);
  exchange_at_random<std::uint64_t>(engine, to, n);
}

// How numbers are drawn. A class of them, such as UniformIntegers, says
//   Number      of what it takes from the sequence, for each element one
//   kTogether   how many elements are made together, of a candidate that may be refused
//   kNs         about how many nanoseconds a candidate takes, half of them if count stores nothing
//   draw        stores n elements
//   count       returns how many of the next n candidates are not refused
//   kStores     whether count stores their elements, too

/// Draws the elements of `candidates` candidates in parts, and returns how many are not refused. Each part skips the
/// numbers of those before it, so it takes those that one thread would; how many were refused there says where its
/// elements belong.
template <class Numbers, class T>
index_t draw_parts(const Numbers& numbers, RandomEngine& engine, T* to, index_t candidates,
                   index_t parts) {
  constexpr index_t together = Numbers::kTogether;
  const auto for_each_part = [&](const auto& body) {
    kernel::for_each_part(candidates, parts, [&](index_t part, index_t first, index_t end) {
      RandomEngine own = engine;
      own.skip<typename Numbers::Number>(together * first);
      body(own, part, first, end);
    });
  };
  index_t begins[kernel::kMostLineParts + 1] = {};
  for_each_part([&](RandomEngine& own, index_t part, index_t first, index_t end) {
    begins[part + 1] = numbers.count(own, to + together * first, end - first);
  });
  for (index_t part = 0; part < parts; ++part) begins[part + 1] += begins[part];
  for_each_part([&](RandomEngine& own, index_t part, index_t first, index_t /*end*/) {
    const index_t begin = begins[part];
    if (Numbers::kStores && begin == first) return;
    numbers.draw(own, to + together * begin, together * (begins[part + 1] - begin));
  });
  engine.skip<typename Numbers::Number>(together * candidates);
  return begins[parts];
}

/// Draws n elements: in parts while many are missing, and the others on this thread.
template <class Numbers, class T>
void draw_numbers(const Numbers& numbers, RandomEngine& engine, T* to, index_t n) {
  constexpr index_t together = Numbers::kTogether;
  while (true) {
    const index_t candidates = n / together;
    const index_t parts =
        parts_for(candidates, {static_cast<double>(together * sizeof(T)), Numbers::kNs});
    if (parts == 1) return numbers.draw(engine, to, n);
    const index_t made = together * draw_parts(numbers, engine, to, candidates,
                                               std::min(parts, kernel::kMostLineParts));
    to += made;
    n -= made;
  }
}

}  // namespace detail
NDX_NAMESPACE_END
