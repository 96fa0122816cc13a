// Random numbers of other distributions, and random samples: uniform, normal, exponential, poisson, bernoulli, choice
// and multinomial.
//
// All are made of the uniform and normal numbers of random_numbers.hpp, so a seed gives the same numbers for any number
// of threads, and on every platform but for the last bits of logarithms.
#pragma once

#include <cmath>
#include <optional>

#include <ndx/ops/arithmetic/compare.hpp>
#include <ndx/ops/core/number_text.hpp>
#include <ndx/ops/random/random_numbers.hpp>
#include <ndx/ops/sort/searchsorted.hpp>
#include <ndx/ops/sort/topk.hpp>

NDX_NAMESPACE_BEGIN

/// A seed, or none: then the numbers come from the generator that manual_seed seeds.
using Seed = std::optional<std::uint64_t>;

/// How choice draws.
struct ChoiceOptions {
  /// Whether an element may be drawn again.
  bool replace = true;
  /// How likely each element is, in proportion to the others; without weights all are equally likely.
  std::optional<Tensor<const double>> weights{};
};

namespace detail {

inline const std::uint64_t* pointer_to(const Seed& seed) { return seed ? &*seed : nullptr; }

NDX_COLD inline void throw_parameter(const char* call, const char* name, double value,
                                     const char* wanted) {
  throw_value_error(call, ": ", name, " is ", number_text(value), ", and must be ", wanted);
}

/// Draws numbers of a Poisson distribution. Source: Knuth, The Art of Computer Programming, volume 2, section 3.4.1, for
/// small means; Hörmann, "The transformed rejection method for generating Poisson random variables", 1993, for others.
class PoissonNumbers {
 public:
  explicit PoissonNumbers(double mean)
      : mean_(mean), log_mean_(std::log(mean)), b_(0.931 + 2.53 * std::sqrt(mean)) {}

  [[nodiscard]] index_t draw(RandomEngine& engine) const {
    if (mean_ == 0) return 0;
    return mean_ < 10 ? count_products(engine) : reject(engine);
  }

 private:
  static double uniform(RandomEngine& engine) {
    double number;
    store_uniform_numbers(engine, &number, 1);
    return number;
  }
  [[nodiscard]] index_t count_products(RandomEngine& engine) const {
    const double least = std::exp(-mean_);
    index_t count = 0;
    for (double product = uniform(engine); product > least; product *= uniform(engine)) ++count;
    return count;
  }
  [[nodiscard]] index_t reject(RandomEngine& engine) const {
    const double a = -0.059 + 0.02483 * b_;
    const double inverse_alpha = 1.1239 + 1.1328 / (b_ - 3.4);
    const double v_r = 0.9277 - 3.6224 / (b_ - 2);
    while (true) {
      const double u = uniform(engine) - 0.5;
      const double v = 1 - uniform(engine);  // not 0
      const double us = 0.5 - std::abs(u);
      const double k = std::floor((2 * a / us + b_) * u + mean_ + 0.43);
      if (us >= 0.07 && v <= v_r) return static_cast<index_t>(k);
      if (k < 0 || (us < 0.013 && v > us)) continue;
      const double density = std::log(v) + std::log(inverse_alpha) - std::log(a / (us * us) + b_);
      if (density <= -mean_ + k * log_mean_ - log_factorial(k)) return static_cast<index_t>(k);
    }
  }
  /// Stirling's series; k is at least 0.
  static double log_factorial(double k) {
    if (k < 10) {
      double product = 1;
      for (double factor = 2; factor <= k; ++factor) product *= factor;
      return std::log(product);
    }
    const double n = k + 1;
    const double square = 1 / (n * n);
    constexpr double half_log_of_2_pi = 0.918938533204672741780329736406;
    return (n - 0.5) * std::log(n) - n + half_log_of_2_pi +
           (1.0 / 12 - square * (1.0 / 360 - square / 1260)) / n;
  }

  double mean_;
  double log_mean_;
  double b_;
};

/// Returns the running totals of weights. Throws ValueError for a negative one, NaN and a total that is not positive.
inline Tensor<double> weight_totals(const char* call, const Tensor<const double>& weights) {
  if (weights.dim() != 1) [[unlikely]]
    throw_shape_error(call, ": weights of shape ", weights.shape(), " must have rank 1");
  const Tensor<double> totals = weights.clone();
  double total = 0;
  for (index_t i = 0; i < totals.numel(); ++i) {
    const double weight = totals.data()[i];
    if (!(weight >= 0)) [[unlikely]]
      throw_value_error(call, ": weight ", number_text(weight), " at [", i, "] is negative or NaN");
    totals.data()[i] = total += weight;
  }
  if (!(total > 0 && total <= std::numeric_limits<double>::max())) [[unlikely]]
    throw_value_error(call, ": the weights add up to ", number_text(total),
                      ", and must to a positive number");
  return totals;
}

// These are templates of a single type, W = double, so that programs that do not choose do not compile sorts.

/// Draws positions in proportion to their weights, of which some may be drawn again.
template <class W>
Tensor<index_t> draw_weighted(const char* call, const Tensor<const W>& weights, index_t count,
                              const Seed& seed) {
  const Tensor<W> totals = weight_totals(call, weights);
  const auto places = random_uniform<W>(call, Dims{count}, pointer_to(seed));
  const W total = totals.data()[totals.numel() - 1];
  for (index_t i = 0; i < count; ++i) places.data()[i] *= total;
  const Tensor<index_t> drawn = searchsorted(totals, places, "right");
  // A product may be rounded up to the total: that is the last position with a weight.
  const index_t last = searchsorted(totals, total, "left").item();
  for (index_t i = 0; i < count; ++i)
    if (drawn.data()[i] > last) drawn.data()[i] = last;
  return drawn;
}

/// Draws different positions, one after the other in proportion to the weights that are left: the order of an
/// exponential number each, divided by its weight. Source: Efraimidis and Spirakis, "Weighted random sampling with a
/// reservoir", 2006.
template <class W>
Tensor<index_t> draw_weighted_once(const char* call, const Tensor<const W>& weights, index_t count,
                                   const Seed& seed) {
  (void)weight_totals(call, weights);
  const auto keys = random_uniform<W>(call, weights.shape(), pointer_to(seed));
  index_t possible = 0;
  for (index_t i = 0; i < keys.numel(); ++i) {
    W& key = keys.data()[i];
    const W weight = weights.at(i);
    possible += weight > 0 ? 1 : 0;
    key = weight > 0 ? -libm::log1p(-key) / weight : std::numeric_limits<W>::infinity();
  }
  if (count > possible) [[unlikely]]
    throw_value_error(call, ": ", count, " different ones of ", possible, " with a weight");
  return topk(keys, count, -1, false).indices;
}

/// Draws positions 0…n-1.
template <class W>
Tensor<index_t> draw_positions(const char* call, index_t n, index_t count,
                               const std::optional<Tensor<const W>>& weights, bool replace,
                               const Seed& seed) {
  if (count < 0) [[unlikely]]
    throw_value_error(call, ": count ", count, " is negative");
  if (weights && weights->numel() != n) [[unlikely]]
    throw_shape_error(call, ": ", weights->numel(), " weights for ", n, " elements");
  if (!replace && count > n) [[unlikely]]
    throw_value_error(call, ": ", count, " different ones of ", n);
  if (count == 0) return make_uninitialized<index_t>(call, Dims{0});
  if (n == 0) [[unlikely]]
    throw_value_error(call, ": there are no elements to choose from");
  if (weights)
    return replace ? draw_weighted(call, *weights, count, seed)
                   : draw_weighted_once(call, *weights, count, seed);
  if (!replace) return random_order<index_t>(call, n, pointer_to(seed)).narrow(0, 0, count).clone();
  return random_integers<index_t>(0, n, Dims{count}, pointer_to(seed));
}

/// Draws from each row of the weights.
template <class W>
Tensor<index_t> draw_from_rows(const char* call, const Tensor<const W>& weights, index_t count,
                               bool replace, const Seed& seed) {
  if (weights.dim() != 1 && weights.dim() != 2) [[unlikely]]
    throw_shape_error(call, ": weights of shape ", weights.shape(), " must have rank 1 or 2");
  if (weights.dim() == 1)
    return draw_positions<W>(call, weights.size(0), count, weights, replace, seed);
  const auto drawn = make_uninitialized<index_t>(call, Dims{weights.size(0), count});
  for (index_t row = 0; row < weights.size(0); ++row) {
    Seed of_row = seed;
    if (of_row) *of_row += static_cast<std::uint64_t>(row);
    drawn.select(0, row).copy_(
        draw_positions<W>(call, weights.size(1), count, weights.select(0, row), replace, of_row));
  }
  return drawn;
}

// The numbers of the distributions, without checks of the parameters.

/// Applies f, of `work` times the cost of a simple operation, to n numbers in place.
template <class T, class F>
void convert_numbers(T* numbers, index_t n, index_t work, const F& f) {
  store_in_parts(n, work * index_t{sizeof(T)}, [&](index_t first, index_t end) {
    for (index_t i = first; i < end; ++i)
      numbers[i] = static_cast<T>(f(static_cast<double>(numbers[i])));
  });
}

template <class T>
Tensor<T> uniform_numbers(double low, double high, const Dims& shape, const Seed& seed) {
  return random<T>("uniform", shape, pointer_to(seed), [&](RandomEngine& engine, T* to, index_t n) {
    draw_uniform_numbers(engine, to, n);
    convert_numbers(to, n, 1, [&](double x) { return low + (high - low) * x; });
  });
}
template <class T>
Tensor<T> normal_numbers(double mean, double deviation, const Dims& shape, const Seed& seed) {
  return random<T>("normal", shape, pointer_to(seed), [&](RandomEngine& engine, T* to, index_t n) {
    draw_normal_numbers(engine, to, n);
    convert_numbers(to, n, 1, [&](double x) { return mean + deviation * x; });
  });
}
template <class T>
Tensor<T> exponential_numbers(double scale, const Dims& shape, const Seed& seed) {
  return random<T>("exponential", shape, pointer_to(seed),
                   [&](RandomEngine& engine, T* to, index_t n) {
                     draw_uniform_numbers(engine, to, n);
                     convert_numbers(to, n, kernel::kHeavyWork,
                                     [&](double x) { return -scale * libm::log1p(-x); });
                   });
}
template <class T>
Tensor<T> poisson_numbers(double mean, const Dims& shape, const Seed& seed) {
  const PoissonNumbers numbers(mean);
  return random<T>("poisson", shape, pointer_to(seed), [&](RandomEngine& engine, T* to, index_t n) {
    for (index_t i = 0; i < n; ++i) to[i] = convert_element<T>(numbers.draw(engine));
  });
}

// clang-format off: one instance a paragraph
#define NDX_ENTRY(T)                                                                               \
  NDX_COMPILE_TEXT(uniform_numbers_##T, Tensor<T>, uniform_numbers,                                \
                   (double low, double high, const Dims& shape, const Seed& seed),                 \
                   (low, high, shape, seed), T)                                                    \
  NDX_COMPILE_TEXT(normal_numbers_##T, Tensor<T>, normal_numbers,                                  \
                   (double mean, double deviation, const Dims& shape, const Seed& seed),           \
                   (mean, deviation, shape, seed), T)                                              \
  NDX_COMPILE_TEXT(exponential_numbers_##T, Tensor<T>, exponential_numbers,                        \
                   (double scale, const Dims& shape, const Seed& seed), (scale, shape, seed), T)
NDX_ENTRY(float)
NDX_ENTRY(double)
#undef NDX_ENTRY
// clang-format on
NDX_COMPILE_TEXT(poisson_numbers_int64, Tensor<index_t>, poisson_numbers,
                 (double mean, const Dims& shape, const Seed& seed), (mean, shape, seed), index_t)
NDX_COMPILE_TEXT(draw_positions, Tensor<index_t>, draw_positions,
                 (const char* call, index_t n, index_t count,
                  const std::optional<Tensor<const double>>& weights, bool replace,
                  const Seed& seed),
                 (call, n, count, weights, replace, seed), double)
NDX_COMPILE_TEXT(draw_from_rows, Tensor<index_t>, draw_from_rows,
                 (const char* call, const Tensor<const double>& weights, index_t count,
                  bool replace, const Seed& seed),
                 (call, weights, count, replace, seed), double)

}  // namespace detail

/// Returns numbers that are uniform in [low, high), where rounding may give high. Throws ValueError unless low ≤ high and
/// the range is finite. Source: NumPy's uniform.
///   uniform(-1, 1, {2, 3}) · uniform<double>(0, 10, {5}, 42)
template <Floating T = float>
[[nodiscard]] Tensor<T> uniform(double low, double high, const Dims& shape, const Seed& seed = {}) {
  if (!(low <= high && high - low <= std::numeric_limits<double>::max())) [[unlikely]]
    throw_value_error("uniform: low ", detail::number_text(low), " and high ",
                      detail::number_text(high), " are not a finite range");
  return detail::uniform_numbers<T>(low, high, shape, seed);
}

/// Returns normal numbers with this mean and standard deviation. Throws ValueError for a deviation that is negative or
/// NaN. Source: NumPy's and PyTorch's normal.
///   normal(0, 0.02, {64, 32}) · normal<double>(5, 2, {3}, 42)
template <Floating T = float>
[[nodiscard]] Tensor<T> normal(double mean, double deviation, const Dims& shape,
                               const Seed& seed = {}) {
  if (!(deviation >= 0)) [[unlikely]]
    detail::throw_parameter("normal", "the deviation", deviation, "at least 0");
  return detail::normal_numbers<T>(mean, deviation, shape, seed);
}

/// Returns exponential numbers with mean `scale`. Throws ValueError for a scale that is negative or NaN. Source: NumPy's
/// exponential; PyTorch's exponential_ takes the inverse, the rate.
///   exponential(2, {5})
template <Floating T = float>
[[nodiscard]] Tensor<T> exponential(double scale, const Dims& shape, const Seed& seed = {}) {
  if (!(scale >= 0)) [[unlikely]]
    detail::throw_parameter("exponential", "the scale", scale, "at least 0");
  return detail::exponential_numbers<T>(scale, shape, seed);
}

/// Returns numbers of events that occur `mean` times on average. Throws ValueError for a mean that is negative, NaN or
/// above 2^62. Source: NumPy's and PyTorch's poisson.
///   poisson(4, {5})
template <Integer T = index_t>
[[nodiscard]] Tensor<T> poisson(double mean, const Dims& shape, const Seed& seed = {}) {
  if (!(mean >= 0 && mean <= 0x1p62)) [[unlikely]]
    detail::throw_parameter("poisson", "the mean", mean, "from 0 to 2^62");
  return detail::poisson_numbers<T>(mean, shape, seed);
}

/// Returns bools that are true with probability p, or with the probabilities in a tensor, of its shape. Throws
/// ValueError for a probability that is NaN or outside 0…1. Source: PyTorch's bernoulli, which gives numbers.
///   bernoulli(0.25, {5}) · bernoulli(probabilities)
template <std::same_as<double> P = double>
[[nodiscard]] Tensor<bool> bernoulli(std::type_identity_t<P> p, const Dims& shape,
                                     const Seed& seed = {}) {
  if (!(p >= 0 && p <= 1)) [[unlikely]]
    detail::throw_parameter("bernoulli", "the probability", p, "from 0 to 1");
  return detail::random_uniform<P>("bernoulli", shape, detail::pointer_to(seed)) < p;
}
template <RealTensor A>
  requires Floating<detail::element_t<A>>
[[nodiscard]] Tensor<bool> bernoulli(const A& probabilities, const Seed& seed = {}) {
  const Tensor<double> p = probabilities.template to<double>();
  for (const double each : p)
    if (!(each >= 0 && each <= 1)) [[unlikely]]
      detail::throw_parameter("bernoulli", "a probability", each, "from 0 to 1");
  return detail::random_uniform<double>("bernoulli", p.shape(), detail::pointer_to(seed)) < p;
}

/// Returns `count` of the numbers 0…n-1, or of the parts of t along dim 0, drawn at random: a fresh tensor. Throws
/// ValueError for a negative count, for more different ones than there are, and for weights that are negative or add up
/// to 0; ShapeError unless there is a weight for each. Source: NumPy's choice.
///   choice(5, 3) · choice(t, 10, {.replace = false}, 42) · choice(3, 100, {.weights = tensor({0.5, 0.3, 0.2})})
template <std::same_as<double> W = double>
[[nodiscard]] Tensor<index_t> choice(Count n, Count count, const ChoiceOptions& options = {},
                                     const Seed& seed = {}) {
  return detail::draw_positions<W>("choice", n, count, options.weights, options.replace, seed);
}
template <Element T>
[[nodiscard]] Tensor<std::remove_const_t<T>> choice(const Tensor<T>& t, Count count,
                                                    const ChoiceOptions& options = {},
                                                    const Seed& seed = {}) {
  if (t.dim() == 0) [[unlikely]]
    throw_shape_error("choice: a tensor of rank 0 has no parts; choice(n, count) draws numbers");
  return t.index({detail::draw_positions<double>("choice", t.size(0), count, options.weights,
                                                 options.replace, seed)});
}

/// Returns the positions of `count` elements of each row of weights, drawn in proportion to the weights: shape (count),
/// or (rows, count) for a matrix. Throws as choice does, and ShapeError for weights of another rank. Source: PyTorch's
/// multinomial.
///   multinomial(tensor({0.0, 10.0, 3.0}), 2)
template <RealTensor A>
[[nodiscard]] Tensor<index_t> multinomial(const A& weights, Count count, Flag replacement = false,
                                          const Seed& seed = {}) {
  return detail::draw_from_rows<double>("multinomial", weights.template to<const double>(), count,
                                        replacement, seed);
}

NDX_NAMESPACE_END
