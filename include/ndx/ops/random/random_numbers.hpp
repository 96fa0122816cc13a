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

#include <mutex>

#include <ndx/ops/random/draw_numbers.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN

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
void draw_uniform_numbers(RandomEngine& engine, T* to, index_t n) {
  draw_numbers(UniformNumbers<T>(), engine, to, n);
}
template <Floating T>
void draw_normal_numbers(RandomEngine& engine, T* to, index_t n) {
  draw_numbers(NormalNumbers<T>(), engine, to, n);
}
template <Floating T>
Tensor<T> random_uniform(const char* call, const Dims& shape, const std::uint64_t* seed) {
  return random<T>(call, shape, seed, draw_uniform_numbers<T>);
}
template <Floating T>
Tensor<T> random_normal(const char* call, const Dims& shape, const std::uint64_t* seed) {
  return random<T>(call, shape, seed, draw_normal_numbers<T>);
}
template <Integer T>
Tensor<T> random_integers(const T& low, const T& high, const Dims& shape,
                          const std::uint64_t* seed) {
  if (low >= high) [[unlikely]]
    throw_value_error("randint: low ", low, " is not below high ", high);
  const std::uint64_t limit = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  return random<T>("randint", shape, seed, [&](RandomEngine& engine, T* to, index_t n) {
    if (limit > UINT32_MAX)
      return draw_numbers(UniformIntegers<T, std::uint64_t>(low, limit), engine, to, n);
    const auto narrow = static_cast<std::uint32_t>(limit);
    draw_numbers(UniformIntegers<T, std::uint32_t>(low, narrow), engine, to, n);
  });
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
