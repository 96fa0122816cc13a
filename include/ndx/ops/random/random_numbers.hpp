// Tensors of random numbers, and random orders. Not included by ndx.hpp, to keep compile times short.
//
// All numbers come from Philox4x32-10, and what is made of them is ours too: the distributions of
// standard libraries differ. So a seed gives the same integers and uniform numbers on every platform,
// and normal numbers that differ at most in the last bits, by the logarithm of the C library and of its
// vectors. A float or narrower element takes one word of 32 bits, as does an integer of a range below
// 2^32; everything else takes two.
#pragma once

#include <unistd.h>
#ifdef __APPLE__
#include <sys/random.h>
#endif

#include <cstring>
#include <mutex>

#include <ndx/kernel/math/libm.hpp>
#include <ndx/kernel/math/vector_math.hpp>
#include <ndx/ops/random/random_engine.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN

// Normal numbers by Marsaglia's polar method, which makes two of a random point in the unit circle: the
// points of a block are drawn first, then their logarithms and roots are taken by vectors.

namespace detail {

/// Points in the unit circle, without its centre. The scales that make normal numbers of them are of
/// type R.
template <Floating R>
class UnitPoints {
 public:
  static constexpr index_t kMost = 512;

  /// Draws `wanted` points, at most kMost: no more numbers than one at a time would take.
  void draw(RandomEngine& engine, index_t wanted) {
    double numbers[2 * kMost];
    for (index_t found = 0; found < wanted;) {
      const index_t left = wanted - found;
      store_uniform_numbers(engine, numbers, 2 * left);
      for (index_t i = 0; i < left; ++i) {
        Point point;
        std::memcpy(&point, numbers + 2 * i, sizeof(point));
        point = point + point - 1.0;
        points_[found] = point;
        point *= point;
        const double square = point[0] + point[1];
        square_[found] = square;
        found += static_cast<index_t>(square < 1) & static_cast<index_t>(square != 0);
      }
    }
    take_scales(wanted);
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

/// Stores n normal numbers, with mean 0 and variance 1.
template <Floating T>
void store_normal_numbers(RandomEngine& engine, T* to, index_t n) {
  using Points = UnitPoints<std::conditional_t<std::is_same_v<T, float>, float, double>>;
  Points points;
  for (index_t i = 0; i < n; i += 2 * Points::kMost) {
    const index_t left = n - i < 2 * Points::kMost ? n - i : 2 * Points::kMost;
    points.draw(engine, (left + 1) / 2);
    points.store(to + i, left);
  }
}

}  // namespace detail
namespace detail {

/// Returns a seed that the system chooses.
inline std::uint64_t system_seed() {
  std::uint64_t seed = 0;
  if (::getentropy(&seed, sizeof(seed)) != 0) [[unlikely]]
    throw_value_error("rand: the system has no random numbers to start from; pass a seed");
  return seed;
}

/// The generator of calls without a seed. All threads of the program share it.
struct SharedGenerator {
  std::mutex mutex;
  RandomEngine engine{system_seed()};
};
SharedGenerator& shared_generator() NDX_SYMBOL(shared_generator);
#if !defined(NDX_COMPILED) || NDX_HOLDS(7)
NDX_FUNC SharedGenerator& shared_generator() {
  static SharedGenerator instance;
  return instance;
}
#endif

/// The shared generator, locked while this object lives.
class DefaultGenerator {
 public:
  DefaultGenerator() : shared_(shared_generator()), lock_(shared_.mutex) {}

  [[nodiscard]] RandomEngine& engine() const noexcept { return shared_.engine; }

 private:
  SharedGenerator& shared_;
  std::lock_guard<std::mutex> lock_;
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

/// Uniform in low…high-1: the high half of a product, drawn again where some integers would be more
/// likely than others. Source: Lemire, "Fast random integer generation in an interval".
template <Integer T>
class UniformInteger {
 public:
  UniformInteger(T low, T high)
      : low_(static_cast<std::uint64_t>(low)), count_(static_cast<std::uint64_t>(high) - low_) {
    if (low >= high) [[unlikely]]
      throw_value_error("randint: low ", low, " is not below high ", high);
  }

  /// Stores n integers.
  void operator()(RandomEngine& engine, T* to, index_t n) const {
    if (count_ <= UINT32_MAX) return draw(engine, static_cast<std::uint32_t>(count_), to, n);
    draw(engine, count_, to, n);
  }

 private:
  template <class Number>
  void draw(RandomEngine& engine, Number count, T* to, index_t n) const {
    const Number refused = (0 - count) % count;
    while (n > 0) {
      index_t found = 0;
      const auto random = engine.take<Number>(n);
      for (index_t i = 0; i < random.size(); ++i) {
        const WideProduct<Number> product = multiply_wide(random[i], count);
        to[found] = static_cast<T>(low_ + product.high);
        found += product.low >= refused ? 1 : 0;
      }
      to += found;
      n -= found;
    }
  }

  std::uint64_t low_;
  std::uint64_t count_;
};

/// Exchanges each of n elements, from the last on, with one of those up to it, which is drawn as by
/// UniformInteger. Source: Durstenfeld, "Algorithm 235: Random permutation".
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

// The functions below draw from a generator with the seed at `seed`, or from the shared one if there is none.

template <class T, class Draw>
Tensor<T> random(const char* call, const Dims& shape, const std::uint64_t* seed, const Draw& draw) {
  Tensor<T> result = make_uninitialized<T>(call, shape);
  if (seed != nullptr) {
    RandomEngine engine(*seed);
    draw(engine, result.data(), result.numel());
  } else {
    draw(DefaultGenerator().engine(), result.data(), result.numel());
  }
  return result;
}
template <Floating T>
Tensor<T> random_uniform(const char* call, const Dims& shape, const std::uint64_t* seed) {
  return random<T>(call, shape, seed, store_uniform_numbers<T>);
}
template <Floating T>
Tensor<T> random_normal(const char* call, const Dims& shape, const std::uint64_t* seed) {
  return random<T>(call, shape, seed, store_normal_numbers<T>);
}
template <Integer T>
Tensor<T> random_integers(const T& low, const T& high, const Dims& shape,
                          const std::uint64_t* seed) {
  return random<T>("randint", shape, seed, UniformInteger<T>(low, high));
}
template <Integer T>
Tensor<T> random_order(const char* call, index_t n, const std::uint64_t* seed) {
  if (n > 0 && !std::in_range<T>(n - 1)) [[unlikely]]
    throw_value_error(call, ": ", n - 1, " does not fit into elements of type ",
                      dtype_name(dtype_of<T>()));
  return random<T>(call, Dims{n}, seed, store_permutation<T>);
}

/// The parts of t along `dim` in random order: a fresh tensor.
template <class T>
Tensor<T> shuffled(const char* call, const Tensor<T>& t, index_t dim, const std::uint64_t* seed) {
  std::vector<TensorIndex> terms(wrap_dim(call, dim, t.shape().size()), Slice());
  terms.emplace_back(random_order<index_t>(call, t.size(dim), seed));
  return t.index(terms);
}

template <class T>
Tensor<T> shuffle(const Tensor<T>& t, index_t dim, const std::uint64_t* seed) {
  static_assert(!std::is_const_v<T>, "a Tensor<const T> is read-only: write permutation(t)");
  check_writable("shuffle_", t.layout());
  Tensor<T> result = t;  // before the first write: above rank 6 this allocates
  result.copy_(shuffled("shuffle_", t, dim, seed));
  return result;
}

// clang-format off: one instance a paragraph
#define NDX_ENTRY(T)                                                                               \
  NDX_COMPILE_TEXT(random_uniform_##T, Tensor<T>, random_uniform,                                  \
                     (const char* call, const Dims& shape, const std::uint64_t* seed),             \
                     (call, shape, seed), T)                                                       \
  NDX_COMPILE_TEXT(random_normal_##T, Tensor<T>, random_normal,                                    \
                     (const char* call, const Dims& shape, const std::uint64_t* seed),             \
                     (call, shape, seed), T)
NDX_ENTRY(float)
NDX_ENTRY(double)
#undef NDX_ENTRY
#define NDX_ENTRY(suffix, T)                                                                       \
  NDX_COMPILE_TEXT(random_integers_##suffix, Tensor<T>, random_integers,                           \
                     (const T& low, const T& high, const Dims& shape,                              \
                      const std::uint64_t* seed),                                                  \
                     (low, high, shape, seed), T)                                                  \
  NDX_COMPILE_TEXT(random_order_##suffix, Tensor<T>, random_order,                                 \
                     (const char* call, index_t n, const std::uint64_t* seed),                     \
                     (call, n, seed), T)
NDX_ENTRY(uint8, std::uint8_t)
NDX_ENTRY(int32, std::int32_t)
NDX_ENTRY(int64, std::int64_t)
#undef NDX_ENTRY
#define NDX_ENTRY(instance, bytes, T)                                                              \
  instance(shuffled_##bytes, Tensor<T>, shuffled,                                                  \
           (const char* call, const Tensor<T>& t, index_t dim, const std::uint64_t* seed),         \
           (call, t, dim, seed), T)                                                                \
  instance(shuffle_##bytes, Tensor<T>, shuffle,                                                    \
           (const Tensor<T>& t, index_t dim, const std::uint64_t* seed), (t, dim, seed), T)
NDX_EACH_COMMON_SIZE(NDX_ENTRY, NDX_COMPILE_TEXT)
#undef NDX_ENTRY
// clang-format on

}  // namespace detail

/// Seeds the generator that the functions below use when they are given no seed. Until then it
/// starts at random. All threads share it, and each call locks it as a whole: with several threads
/// the order of the calls, and so what each returns, is open; pass seeds to fix it. As with
/// set_executor, code compiled with other flags has a generator of its own, unless it uses the
/// compiled library.
inline void manual_seed(std::uint64_t seed) { detail::DefaultGenerator().engine().seed(seed); }

/// Uniform in [0, 1). The same seed gives the same values. Each seed has a sequence of its own, of 2^66 words, and
/// the sequences are independent of each other: threads or processes that must not share numbers take seeds such as
/// 42 + k, where other generators are made to jump.
///   rand({2, 3}) · rand(2, 3) · rand<double>({2, 3}, 42)
template <Floating T = float>
[[nodiscard]] Tensor<T> rand(const Dims& shape, std::uint64_t seed) {
  return detail::random_uniform<T>("rand", shape, &seed);
}
template <Floating T = float>
[[nodiscard]] Tensor<T> rand(const Dims& shape) {
  return detail::random_uniform<T>("rand", shape, nullptr);
}
template <Floating T = float, Real... S>
  requires(sizeof...(S) > 0)
[[nodiscard]] Tensor<T> rand(S... sizes) {
  return rand<T>(Dims{sizes...});
}

/// Normal, with mean 0 and variance 1.
template <Floating T = float>
[[nodiscard]] Tensor<T> randn(const Dims& shape, std::uint64_t seed) {
  return detail::random_normal<T>("randn", shape, &seed);
}
template <Floating T = float>
[[nodiscard]] Tensor<T> randn(const Dims& shape) {
  return detail::random_normal<T>("randn", shape, nullptr);
}
template <Floating T = float, Real... S>
  requires(sizeof...(S) > 0)
[[nodiscard]] Tensor<T> randn(S... sizes) {
  return randn<T>(Dims{sizes...});
}

/// Uniform in [low, high); ValueError if that range is empty.
template <Integer T = index_t>
[[nodiscard]] Tensor<T> randint(std::type_identity_t<T> low, std::type_identity_t<T> high,
                                const Dims& shape, std::uint64_t seed) {
  return detail::random_integers<T>(low, high, shape, &seed);
}
template <Integer T = index_t>
[[nodiscard]] Tensor<T> randint(std::type_identity_t<T> low, std::type_identity_t<T> high,
                                const Dims& shape) {
  return detail::random_integers<T>(low, high, shape, nullptr);
}
/// `count` of them, in one dim: randint(0, 10, 5).
template <Integer T = index_t, Integer N>
[[nodiscard]] Tensor<T> randint(std::type_identity_t<T> low, std::type_identity_t<T> high,
                                N count) {
  return randint<T>(low, high, Dims{count});
}
/// 0…n-1 in random order. Throws ValueError for a negative n, and if T is too narrow for n-1.
///   randperm(5) · randperm<int>(5) · randperm(5, 42)
template <Integer T = index_t>
[[nodiscard]] Tensor<T> randperm(Count n, std::uint64_t seed) {
  return detail::random_order<T>("randperm", n, &seed);
}
template <Integer T = index_t>
[[nodiscard]] Tensor<T> randperm(Count n) {
  return detail::random_order<T>("randperm", n, nullptr);
}

/// Puts the parts of t along `dim` in random order, in place: with dim 0 the rows of a matrix, as
/// NumPy's random.shuffle, each row as it was. So shuffle_(x, 0, 42) and shuffle_(y, 0, 42) keep
/// samples and their labels together. Returns t. Throws IndexError for a dim out of range, ValueError
/// if t overlaps itself.
///   shuffle_(t) · shuffle_(t, 1) · shuffle_(t, 0, 42)
template <class T, Integer Seed>
Tensor<T> shuffle_(const Tensor<T>& t, Dim dim, Seed seed) {
  const auto given = static_cast<std::uint64_t>(seed);
  return detail::shuffle(t, dim, &given);
}
template <class T>
Tensor<T> shuffle_(const Tensor<T>& t, Dim dim = 0) {
  return detail::shuffle(t, dim, nullptr);
}

/// Returns a new tensor with the parts of t along `dim` in random order; t stays as it is. For a number n it is
/// randperm(n), as NumPy's random.permutation.
///   permutation(t) · permutation(t, 1) · permutation(t, 0, 42) · permutation(5)
template <class T, Integer Seed>
[[nodiscard]] auto permutation(const Tensor<T>& t, Dim dim, Seed seed) {
  const auto given = static_cast<std::uint64_t>(seed);
  return detail::shuffled("permutation", t, dim, &given);
}
template <class T>
[[nodiscard]] auto permutation(const Tensor<T>& t, Dim dim = 0) {
  return detail::shuffled("permutation", t, dim, nullptr);
}
template <Integer T = index_t>
[[nodiscard]] Tensor<T> permutation(Count n, std::uint64_t seed) {
  return detail::random_order<T>("permutation", n, &seed);
}
template <Integer T = index_t>
[[nodiscard]] Tensor<T> permutation(Count n) {
  return detail::random_order<T>("permutation", n, nullptr);
}

template <class T = index_t, Integer High, Integer... Seed>
auto randint(High /*high*/, const Dims& /*shape*/, Seed... /*seed*/) {
  static_assert(detail::kNever<T>, "write both limits: randint(0, 10, {3})");
  return detail::refused<T>();
}
/// Refuses one limit, a size in braces and a seed: C++ would take the size for the upper limit, and the seed for
/// the number of elements.
template <class T = index_t, Integer High, Integer Size, Integer Seed>
auto randint(High /*high*/, std::initializer_list<Size> /*shape*/, Seed /*seed*/) {
  static_assert(detail::kNever<T>, "write both limits: randint(0, 10, {3}, 42)");
  return detail::refused<T>();
}
template <class T = index_t, class A, class B, class... Seed>
  requires detail::WithFraction<A, B>
auto randint(A /*low*/, B /*high*/, const Dims& /*shape*/, const Seed&... /*seed*/) {
  return detail::refuse_fraction<A, B>();
}

NDX_NAMESPACE_END
