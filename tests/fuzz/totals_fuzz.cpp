// Fuzz body: functions that add up, of elements of every type at the ends of what it holds, against wider
// arithmetic: integers of 128 bits, and long double with a bound for what the library may round.
//
// Knows in which type each function adds up: examples/guide/calculating.md.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <ndx/linalg.hpp>
#include <ndx/ndx.hpp>
#include <ndx/ops/index/index_add.hpp>
#include <ndx/ops/index/scatter_reduce.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/reduce/scan.hpp>
#include <ndx/statistics.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "fuzz_input.hpp"

namespace {

using fuzz::FuzzInput;
using ndx::bfloat16;
using ndx::float16;
using ndx::index_t;
using ndx::Tensor;
__extension__ using Int128 = __int128;

/// Wide enough for the total of any elements that are tried here.
template <class T>
using Wide = std::conditional_t<std::is_integral_v<T>, Int128, long double>;

template <class T>
Wide<T> widened(T x) {
  return static_cast<Wide<T>>(static_cast<ndx::computed_t<T>>(x));
}

template <class T>
T any_element(FuzzInput& input) {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::is_integral_v<T>) {
    const T any = static_cast<T>(input.integer(-100, 100));
    return input.pick(
        {Limits::max(), Limits::min(), static_cast<T>(Limits::max() / 2 + 1), T(1), any, any});
  } else {
    const auto any = static_cast<T>(static_cast<float>(input.integer(-100, 100)));
    const auto one_more = static_cast<T>(std::ldexp(1.F, Limits::digits));  // 1 is lost beside it
    return input.pick({Limits::max(), Limits::lowest(), one_more, T(1.F), any, any});
  }
}

/// Some elements, over and over.
template <class T>
Tensor<T> any_elements(FuzzInput& input, index_t count) {
  std::vector<T> cycle;
  for (index_t n = input.integer(1, 6); n > 0; --n) cycle.push_back(any_element<T>(input));
  const Tensor<T> t = ndx::empty<T>({count});
  for (index_t i = 0; i < count; ++i) t.at(i) = cycle[static_cast<std::size_t>(i) % cycle.size()];
  return t;
}

/// What is known of the elements of a total.
template <class T>
struct Known {
  Wide<T> total{};
  long double magnitude = 0;
  index_t count = 0;

  void add(T x) {
    total += widened(x);
    magnitude += std::abs(static_cast<long double>(widened(x)));
    ++count;
  }
};

void expect(bool holds, const char* what, const Tensor<index_t>& index) {
  if (!holds)
    fuzz::fail(std::string("differs from wider arithmetic: ") + what + " of " +
               std::to_string(index.numel()) + " elements");
}

/// Whether x is `exact`, rounded to R, but for `error`. Beyond R's largest number it is infinite.
template <class R>
bool is_near(R x, long double exact, long double error) {
  const auto largest =
      static_cast<long double>(static_cast<ndx::computed_t<R>>(std::numeric_limits<R>::max()));
  const auto found = static_cast<long double>(static_cast<ndx::computed_t<R>>(x));
  error += std::abs(exact) * std::ldexp(1.0L, 1 - std::numeric_limits<R>::digits) + 1e-30L;
  if (std::isinf(found)) return std::abs(exact) + error > largest && (found > 0) == (exact > 0);
  return std::abs(found - exact) <= error;
}

/// What the accumulation may be wrong by: of doubles; and of up to sixteen floats that are added as floats.
template <class T>
long double rounding(const Known<T>& known) {
  const long double doubles = known.magnitude * static_cast<long double>(known.count) * 0x1p-52L;
  const bool by_floats = std::is_same_v<ndx::computed_t<T>, float>;
  return doubles + (by_floats ? known.magnitude * 0x1p-21L : 0);
}

/// Whether the total of doubles may overflow on the way, where it has no wider type.
template <class T>
bool may_overflow(const Known<T>& known) {
  return std::is_same_v<T, double> && known.magnitude > 1e308L;
}

/// n / d, rounded down.
Int128 floor_divided(Int128 n, Int128 d) { return n / d - (n % d < 0 ? 1 : 0); }

template <class T>
bool is_sum(auto found, const Known<T>& known) {
  if constexpr (std::is_integral_v<T>) {
    return found == static_cast<decltype(found)>(static_cast<std::uint64_t>(known.total));
  } else {
    return is_near(found, known.total, rounding(known)) || may_overflow(known);
  }
}
template <class R, class T>
bool is_mean(R found, const Known<T>& known) {
  const auto count = static_cast<long double>(known.count);
  if constexpr (std::is_integral_v<R>) {
    return found == static_cast<R>(floor_divided(known.total, known.count));
  } else {
    return is_near(found, static_cast<long double>(known.total) / count, rounding(known) / count) ||
           may_overflow(known);
  }
}

/// Reductions of all elements, and along both dims of a matrix of them.
template <class T>
void compare_reductions(const Tensor<T>& t, const Tensor<index_t>& index) {
  Known<T> all;
  for (const T x : t) all.add(x);
  expect(is_sum(ndx::sum(t).item(), all), "sum", index);
  expect(is_sum(ndx::nansum(t).item(), all), "nansum", index);
  expect(is_mean(ndx::mean(t).item(), all), "mean", index);
  expect(is_mean(ndx::average(t, ndx::ones<T>(t.shape())).item(), all), "average", index);
  expect(is_sum(ndx::cumsum(t, 0).at(t.numel() - 1), all), "cumsum", index);
  const Tensor<T> lines = t.expand({3, t.numel()}).clone();
  expect(is_mean(ndx::mean(lines, 1).at(2), all), "mean of lines", index);
  expect(is_mean(ndx::mean(lines.transpose().clone(), 0).at(1), all), "mean of columns", index);
  if constexpr (std::is_integral_v<T> && !ndx::Boolean<T>) {
    const T product = ndx::dot(t, ndx::ones<T>(t.shape())).item();
    expect(product == static_cast<T>(static_cast<std::uint64_t>(all.total)), "dot", index);
  }
}

/// Into the elements of a target, in the order of the index.
template <class T>
void compare_by_index(FuzzInput& input, const Tensor<T>& t, const Tensor<index_t>& index) {
  constexpr index_t targets = 3;
  const Tensor<T> target = any_elements<T>(input, targets);
  const bool own = input.flag();
  std::vector<Known<T>> known(targets);
  const Tensor<T> sums = target.clone();
  const Tensor<double> weights = ndx::zeros<double>({targets});
  for (index_t i = 0; i < targets; ++i)
    if (own) known[static_cast<std::size_t>(i)].add(target.at(i));
  std::vector<bool> is_written(targets);
  for (index_t i = 0; i < t.numel(); ++i) {
    const auto to = index.at(i);
    known[static_cast<std::size_t>(to)].add(t.at(i));
    is_written[static_cast<std::size_t>(to)] = true;
    sums.at(to) = ndx::Reduce::Add{}(sums.at(to), t.at(i));
    weights.at(to) += ndx::convert_element<double>(t.at(i));
  }
  const auto equal = [](const auto& a, const auto& b) { return a == b || (a != a && b != b); };
  const auto added = ndx::index_add(target, 0, index, t);
  const auto scattered = ndx::scatter_add(target, 0, index, t);
  const auto reduced = ndx::scatter_reduce(target, 0, index, t, "sum");
  const auto counted = ndx::bincount(index, t, targets);
  const auto binned = ndx::histogram(index, targets, {-0.5, targets - 0.5}, t).counts;
  for (index_t i = 0; i < targets; ++i) {
    expect(equal(added.at(i), sums.at(i)), "index_add", index);
    expect(equal(scattered.at(i), sums.at(i)), "scatter_add", index);
    expect(equal(reduced.at(i), sums.at(i)), "scatter_reduce sum", index);
    expect(equal(counted.at(i), weights.at(i)), "bincount", index);
    expect(equal(binned.at(i), weights.at(i)), "histogram", index);
  }
  if constexpr (!ndx::Boolean<T>) {
    const auto means = ndx::scatter_reduce(target, 0, index, t, "mean", own);
    const auto rows = ndx::index_reduce(target.unsqueeze(1).expand({targets, 2}), 0, index,
                                        t.unsqueeze(1).expand({t.numel(), 2}), "mean", own);
    for (index_t i = 0; i < targets; ++i) {
      const auto& expected = known[static_cast<std::size_t>(i)];
      const bool written = is_written[static_cast<std::size_t>(i)];
      const auto holds = [&](T found) {
        return written ? is_mean(found, expected) : equal(found, target.at(i));
      };
      expect(holds(means.at(i)), "scatter_reduce mean", index);
      expect(holds(rows.at(i, 0)) && holds(rows.at(i, 1)), "index_reduce mean", index);
    }
  }
}

template <class T>
void compare(FuzzInput& input) {
  const index_t count = input.chance(30) ? input.integer(1, 5000) : input.integer(1, 80);
  const Tensor<T> t = any_elements<T>(input, count);
  const Tensor<index_t> index = ndx::empty<index_t>({count});
  const index_t step = input.integer(0, 2);
  const index_t every = input.integer(1, 7);
  for (index_t i = 0; i < count; ++i) index.at(i) = (i / every * step) % 3;
  compare_reductions(t, index);
  compare_by_index(input, t, index);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  const auto bodies = {compare<bool>,          compare<std::int8_t>,   compare<std::uint8_t>,
                       compare<std::int16_t>,  compare<std::uint16_t>, compare<std::int32_t>,
                       compare<std::uint32_t>, compare<std::int64_t>,  compare<std::uint64_t>,
                       compare<float16>,       compare<bfloat16>,      compare<float>,
                       compare<double>};
  bodies.begin()[input.below(bodies.size())](input);
  return 0;
}
