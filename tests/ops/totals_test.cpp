// In which type totals are added: the table of examples/guide/calculating.md holds.
#include <ndx/linalg.hpp>
#include <ndx/ndx.hpp>
#include <ndx/numpy.hpp>
#include <ndx/ops/index/index_add.hpp>
#include <ndx/ops/index/scatter_reduce.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/reduce/scan.hpp>
#include <ndx/ops/reduce/softmax.hpp>
#include <ndx/statistics.hpp>

#include "support/totals_table.hpp"

using namespace ndx;
using totals_table::Kind;
using totals_table::Names;
using totals_table::Probe;
using totals_table::probe;
using totals_table::probe_by;

namespace totals_test {

/// Whose result of f(count elements x) is `expected`, which a narrower total would not give.
template <class T, class F>
bool gives(const F& f, T x, index_t count, double expected) {
  return totals_table::is_about(f(full({count}, x)), expected);
}
/// Elements x and -x, or of unsigned integers x and 0.
template <class T>
Tensor<T> around_zero(T x, index_t count) {
  const T other = std::is_integral_v<T> ? T{} : static_cast<T>(-static_cast<computed_t<T>>(x));
  return cat({full({count}, x), full({count}, other)});
}

/// Spreads and lengths: squares are larger than the elements, their sum than squares, but not the result.
template <class F>
Probe probe_squares(std::string name, bool is_length, int power, F f) {
  return probe_by(std::move(name), [=](auto type) -> Names {
    using T = decltype(type);
    if constexpr (std::is_same_v<T, double>) {
      return {"double", "element"};
    } else {
      const double power_of_ten = power == 2 ? 1e19 : 1e30;
      const double of_float16 = power == 2 ? 200 : 6000;
      const auto most =
          static_cast<double>(static_cast<computed_t<T>>(std::numeric_limits<T>::max()));
      const double large = std::is_integral_v<T>        ? std::ceil(most / 2)
                           : std::is_same_v<T, float16> ? of_float16
                                                        : power_of_ten;
      const T x = convert_element<T>(large);
      const double width = std::is_integral_v<T> ? large / 2 : large;
      const bool holds =
          is_length ? totals_table::is_about(f(full({100}, x)), 10 * large)
                    : totals_table::is_about(f(around_zero(x, 100)), std::pow(width, power));
      return holds ? Names{"double"} : Names{"element"};
    }
  });
}

/// Exponentials of 5000 zeros: a float16 stops at 2048.
template <class F>
Probe probe_exponentials(std::string name, double expected, F f) {
  return probe_by(std::move(name), [=](auto type) -> Names {
    const bool holds = gives(f, convert_element<decltype(type)>(0), 5000, expected);
    return holds ? Names{"double"} : Names{"element"};
  });
}

/// Reductions of all elements of one row into one.
std::vector<Probe> reductions() {
  const auto last = [](const auto& t) { return t(t.numel() - 1); };
  return {
      probe<Kind::sum>("sum", [](const auto& t) { return sum(t).item(); }),
      probe<Kind::sum>("nansum", [](const auto& t) { return nansum(t).item(); }),
      probe<Kind::sum>("trace",
                       [](const auto& t) {
                         return trace(t.unsqueeze(1).expand({t.numel(), t.numel()})).item();
                       }),
      probe<Kind::sum>("cumsum", [=](const auto& t) { return last(cumsum(t, 0)); }),
      probe<Kind::product>("prod", [](const auto& t) { return prod(t).item(); }),
      probe<Kind::product>("nanprod", [](const auto& t) { return nanprod(t).item(); }),
      probe<Kind::product>("cumprod", [=](const auto& t) { return last(cumprod(t, 0)); }),
      probe<Kind::mean>("mean", [](const auto& t) { return mean(t).item(); }),
      probe<Kind::mean>("nanmean", [](const auto& t) { return nanmean(t).item(); }),
      probe<Kind::mean>("average",
                        [](const auto& t) { return average(t, ones<bool>(t.shape())).item(); }),
      probe_squares("var", false, 2, [](const auto& t) { return var(t).item(); }),
      probe_squares("std", false, 1, [](const auto& t) { return ndx::std(t).item(); }),
      probe_squares("nanvar", false, 2, [](const auto& t) { return nanvar(t).item(); }),
      probe_squares("nanstd", false, 1, [](const auto& t) { return nanstd(t).item(); }),
      probe_squares("norm", true, 1, [](const auto& t) { return norm(t).item(); }),
      probe_exponentials("logsumexp", std::log(5000),
                         [](const auto& t) { return logsumexp(t).item(); }),
      probe_exponentials("logcumsumexp", std::log(5000),
                         [=](const auto& t) { return last(logcumsumexp(t, 0)); }),
      probe_exponentials("softmax", 1.0 / 5000, [=](const auto& t) { return last(softmax(t, 0)); }),
      probe_exponentials("log_softmax", -std::log(5000),
                         [=](const auto& t) { return last(log_softmax(t, 0)); })};
}

/// All elements into the first of a target.
std::vector<Probe> by_index() {
  const auto index = [](const auto& t) { return zeros<int>({t.numel()}); };
  const auto zero = [](const auto& t) { return zeros_like(t.narrow(0, 0, 1)); };
  const auto scatter = [=](const char* how, bool own) {
    return [=](const auto& t) {
      return scatter_reduce(own ? zero(t) : t.narrow(0, 0, 1), 0, index(t), t, how, own)(0);
    };
  };
  const auto slices = [=](const char* how, bool own) {
    return [=](const auto& t) {
      return index_reduce(own ? zero(t) : t.narrow(0, 0, 1), 0, index(t), t, how, own)(0);
    };
  };
  return {
      probe<Kind::sum>("bincount(t, weights)",
                       [=](const auto& t) { return bincount(index(t), t)(0); }),
      probe<Kind::sum>("histogram(…, weights)",
                       [=](const auto& t) { return histogram(index(t), 1, {0, 1}, t).counts(0); }),
      probe<Kind::sum>("dot",
                       [](const auto& t) {
                         return dot(t, ones<std::remove_cvref_t<decltype(t(0))>>(t.shape())).item();
                       }),
      probe<Kind::sum>(
          "vdot",
          [](const auto& t) {
            return vdot(t, ones<std::remove_cvref_t<decltype(t(0))>>(t.shape())).item();
          }),
      probe<Kind::mean>("scatter_reduce by \"mean\"", scatter("mean", false)),
      probe<Kind::mean>("index_reduce by \"mean\"", slices("mean", false)),
      probe<Kind::sum>("scatter_reduce by \"sum\"", scatter("sum", true)),
      probe<Kind::sum>("index_reduce by \"sum\"", slices("sum", true)),
      probe<Kind::product>("scatter_reduce by \"prod\"", scatter("prod", false)),
      probe<Kind::product>("index_reduce by \"prod\"", slices("prod", false)),
      probe<Kind::sum>("index_add with accumulate",
                       [=](const auto& t) { return index_add(zero(t), 0, index(t), t)(0); }),
      probe<Kind::sum>("scatter_add with accumulate",
                       [=](const auto& t) { return scatter_add(zero(t), 0, index(t), t)(0); }),
      probe<Kind::sum>("put_ with accumulate",
                       [=](const auto& t) { return put_(zero(t), index(t), t, true)(0); }),
      probe<Kind::sum>("index_put_ with accumulate",
                       [=](const auto& t) { return zero(t).index_put_({index(t)}, t, true)(0); })};
}

TEST(Totals, AreAddedInTheTypesOfTheTable) {
  auto probes = reductions();
  for (Probe& probe : by_index()) probes.push_back(std::move(probe));
  const auto left = totals_table::check_table(probes);
  const std::vector<std::string> by_eigen = {"einsum(\"i,i->\", a, b)",
                                             "einsum(\"ij,jk->ik\", a, b)", "matmul", "tensordot"};
  EXPECT_EQ(left, by_eigen);  // tests/interop/eigen/eigen_einsum_test.cpp
}

/// e^-17 is less than half a unit of 1.F: a total that is a float loses what is added to 1.
TEST(Totals, OfExponentialsKeepWhatAFloatWouldLose) {
  constexpr index_t count = index_t{1} << 15;
  const auto line = full({count + 1}, -17.F);
  line.narrow(0, 0, 1).fill_(0);
  const double rest = static_cast<double>(count) * std::exp(-17.0);
  const auto is_near = [](const auto& results, double expected) {
    for (const float result : results)
      if (std::abs(static_cast<double>(result) - expected) > 2e-7) return false;
    return true;
  };
  // One line; lines side by side in memory, few and many.
  for (const index_t lines : {1, 3, 70}) {
    const auto t = line.unsqueeze(1).expand({count + 1, lines}).contiguous();
    EXPECT_TRUE(is_near(softmax(t, 0).index({0}), 1 / (1 + rest))) << lines;
    EXPECT_TRUE(is_near(log_softmax(t, 0).index({0}), -std::log1p(rest))) << lines;
    EXPECT_TRUE(is_near(logsumexp(t, 0), std::log1p(rest))) << lines;
  }
  // A running total of e^100, whose logarithm is a float: each of the others adds less than half a unit to it.
  const auto running = full({count + 1}, 87.F);
  running.narrow(0, 0, 1).fill_(100.F);
  const double sum_of_rest = static_cast<double>(count) * std::exp(-13.0);
  EXPECT_NEAR(logcumsumexp(running, 0)(count), 100 + std::log1p(sum_of_rest), 1e-5);
}

}  // namespace totals_test
