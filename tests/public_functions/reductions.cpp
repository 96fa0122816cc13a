// Reductions, positions of extremes, counts.
#include <ndx/indexed.hpp>
#include <ndx/linalg.hpp>
#include <ndx/ndx.hpp>
#include <ndx/numpy.hpp>
#include <ndx/ops/reduce/arg_extremes.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/reduce/scan.hpp>
#include <ndx/ops/reduce/sum.hpp>
#include <ndx/statistics.hpp>

#include "public_functions.hpp"

namespace ndx_test {

static void add_products(Registry& add) {
  add("dot", [](Arguments& a) { a.see(ndx::dot(a.list, a.list)); });
  add("dot of two types", [](Arguments& a) { a.see(ndx::dot(a.index, a.list)); });
  add("vdot", [](Arguments& a) { a.see(ndx::vdot(a.waves, a.floats)); });
  add("outer of a function", [](Arguments& a) {
    a.see(ndx::outer([](const auto& x, const auto& y) { return x + y; }, a.few, a.list));
  });
  add("outer", [](Arguments& a) { a.see(ndx::outer(a.few, a.list)); });
  add("cross", [](Arguments& a) {
    a.see(ndx::cross(a.list.narrow(0, 0, 1).expand({3}), ndx::tensor({1.F, 2.F, 3.F})));
  });
  add("cdist", [](Arguments& a) { a.see(ndx::cdist(a.list.unsqueeze(1), a.few.unsqueeze(1))); });
  add("matmul",
      [](Arguments& a) { a.see(ndx::matmul(a.floats.unsqueeze(-1), a.floats.unsqueeze(-2))); });
  add("mm", [](Arguments& a) { a.see(ndx::mm(a.list.unsqueeze(1), a.list.unsqueeze(0))); });
  add("bmm",
      [](Arguments& a) { a.see(ndx::bmm(a.list.view({-1, 1, 1}), a.list.view({-1, 1, 1}))); });
  add("kron", [](Arguments& a) { a.see(ndx::kron(a.few, a.list)); });
  add("trace", [](Arguments& a) { a.see(ndx::trace(a.integers, a.position, a.dim, a.other_dim)); });
  add("norm", [](Arguments& a) { a.see(ndx::norm(a.floats)); });
  add("norm along dims", [](Arguments& a) { a.see(ndx::norm(a.waves, a.scalar, a.dims, true)); });
}

static void add_statistics(Registry& add) {
  add("quantile", [](Arguments& a) { a.see(ndx::quantile(a.others, a.scalar, a.dim)); });
  add("quantile of many", [](Arguments& a) {
    a.see(ndx::quantile(a.integers, {0, a.scalar, 0.25, 1, 0.75, 0.9}, a.dims, true));
  });
  add("quantile by a method", [](Arguments& a) {
    a.see(ndx::quantile(a.others, a.scalar, a.dim, false, "weibull"));
    a.see(ndx::nanpercentile(a.others, {25, 75}, a.dim, true, ndx::QuantileMethod::nearest));
  });
  add("median", [](Arguments& a) { a.see(ndx::median(a.floats, a.dims)); });
  add("nanquantile", [](Arguments& a) { a.see(ndx::nanquantile(a.others, a.scalar)); });
  add("percentile", [](Arguments& a) { a.see(ndx::percentile(a.others, {25, 75}, a.dim)); });
  add("nanpercentile", [](Arguments& a) { a.see(ndx::nanpercentile(a.others, 25)); });
  add("nanmedian", [](Arguments& a) { a.see(ndx::nanmedian(a.floats, a.dim, true)); });
  add("average", [](Arguments& a) { a.see(ndx::average(a.floats, a.more, a.dims)); });
  add("average_and_weights", [](Arguments& a) {
    a.see(ndx::average_and_weights(a.floats, a.more, a.dims).sum_of_weights);
  });
  add("average without weights", [](Arguments& a) { a.see(ndx::average(a.floats)); });
  add("average along a dim", [](Arguments& a) { a.see(ndx::average(a.list, a.list, 0)); });
}

static void add_numbers(Registry& add) {
  add("nansum", [](Arguments& a) { a.see(ndx::nansum(a.floats, a.dims)); });
  add("nanprod", [](Arguments& a) { a.see(ndx::nanprod(a.waves, a.dim)); });
  add("nanmean", [](Arguments& a) { a.see(ndx::nanmean(a.floats, a.dim, true)); });
  add("nanvar", [](Arguments& a) { a.see(ndx::nanvar(a.integers, a.dims)); });
  add("nanstd", [](Arguments& a) { a.see(ndx::nanstd(a.floats, a.dim, {.correction = 1})); });
  add("nanmax", [](Arguments& a) { a.see(ndx::nanmax(a.floats, a.dims)); });
  add("nanmin", [](Arguments& a) { a.see(ndx::nanmin(a.integers, a.dim, true)); });
  add("nanargmax", [](Arguments& a) { a.see(ndx::nanargmax(a.floats)); });
  add("nanargmax along a dim", [](Arguments& a) { a.see(ndx::nanargmax(a.floats, a.dim)); });
  add("nanargmax of the last",
      [](Arguments& a) { a.see(ndx::nanargmax(a.integers, a.dim, {.last = true})); });
  add("nanargmin", [](Arguments& a) { a.see(ndx::nanargmin(a.floats, {.last = true})); });
  add("nanargmin along a dim", [](Arguments& a) { a.see(ndx::nanargmin(a.floats, a.other_dim)); });
  add("nanargmin of the last",
      [](Arguments& a) { a.see(ndx::nanargmin(a.others, a.dim, {.last = true})); });
}

static void add_masked(Registry& add) {
  add("sum of selected elements", [](Arguments& a) {
    a.see(ndx::sum(a.floats, a.dims, {.where = a.mask, .initial = a.position}));
  });
  add("prod of selected elements",
      [](Arguments& a) { a.see(ndx::prod(a.waves, a.dim, {.where = a.mask, .keepdim = true})); });
  add("amax of selected elements", [](Arguments& a) {
    a.see(ndx::amax(a.integers, a.dims, {.where = a.mask, .initial = a.position}));
  });
  add("amin from an initial value",
      [](Arguments& a) { a.see(ndx::amin(a.floats, a.dim, {.initial = a.scalar})); });
  add("any of selected elements",
      [](Arguments& a) { a.see(ndx::any(a.floats, a.dim, {.where = a.mask})); });
  add("all of selected elements",
      [](Arguments& a) { a.see(ndx::all(a.integers, a.dims, {.where = a.mask})); });
  add("mean of selected elements",
      [](Arguments& a) { a.see(ndx::mean(a.waves, a.dim, {.where = a.mask})); });
  add("var of selected elements", [](Arguments& a) {
    a.see(ndx::var(a.floats, a.dims, {.where = a.mask, .correction = a.scalar}));
  });
  add("std of selected elements",
      [](Arguments& a) { a.see(ndx::std(a.halves, a.dim, {.where = a.mask})); });
}

static void add_pairs(Registry& add) {
  add("cov", [](Arguments& a) {
    a.see(ndx::cov(a.floats.narrow(0, 0, 1).flatten()));
    a.see(ndx::cov(ndx::stack({a.list, a.list}), {.correction = a.scalar}));
    a.see(ndx::cov(a.list, {.fweights = a.index + 1, .aweights = a.list + 1}));
  });
  add("corrcoef", [](Arguments& a) { a.see(ndx::corrcoef(ndx::stack({a.list, a.list}))); });
  add("aminmax", [](Arguments& a) { a.see(ndx::aminmax(a.floats, a.dims).max); });
  add("var_mean", [](Arguments& a) { a.see(ndx::var_mean(a.waves, a.dim).var); });
  add("std_mean", [](Arguments& a) { a.see(ndx::std_mean(a.integers, a.dim).std); });
  add("nancumsum", [](Arguments& a) { a.see(ndx::nancumsum(a.floats, a.dim)); });
  add("nancumsum of all elements", [](Arguments& a) { a.see(ndx::nancumsum(a.halves)); });
  add("nancumprod", [](Arguments& a) { a.see(ndx::nancumprod(a.waves, a.dim)); });
  add("nancumprod of all elements", [](Arguments& a) { a.see(ndx::nancumprod(a.floats)); });
}

static void add_histograms(Registry& add) {
  add("histogram", [](Arguments& a) { a.see(ndx::histogram(a.others, a.count).counts); });
  add("histogram over a range",
      [](Arguments& a) { a.see(ndx::histogram(a.integers, 3, {0, a.scalar}).edges); });
  add("histogram between edges",
      [](Arguments& a) { a.see(ndx::histogram(a.floats, a.list).counts); });
  add("histogram2d", [](Arguments& a) { a.see(ndx::histogram2d(a.list, a.list, a.sizes).counts); });
  add("histogramdd", [](Arguments& a) {
    a.see(ndx::histogramdd(ndx::stack({a.list, a.list}, 1), a.sizes).counts);
  });
  add("histogram2d between edges",
      [](Arguments& a) { a.see(ndx::histogram2d(a.list, a.list, {a.list, a.list}).counts); });
  add("histogram2d between edges in a vector", [](Arguments& a) {
    a.see(ndx::histogram2d(a.list, a.index, std::vector{a.list, a.list}).counts);
  });
  add("histogramdd of a number and edges", [](Arguments& a) {
    a.see(ndx::histogramdd(ndx::stack({a.list, a.list}, 1), {a.count, a.list}).counts);
  });
  add("histogramdd between edges",
      [](Arguments& a) { a.see(ndx::histogramdd(a.list.unsqueeze(1), {a.list}).counts); });
  add("histogramdd between edges in a vector", [](Arguments& a) {
    a.see(ndx::histogramdd(a.list.unsqueeze(1), std::vector{a.list}).counts);
  });
  add("histogram of weights", [](Arguments& a) {
    a.see(ndx::histogram(a.floats, a.count, {0, a.scalar}, a.others).counts);
  });
  add("histogram between edges in braces", [](Arguments& a) {
    a.see(ndx::histogram(a.floats, {0, a.scalar}).counts);
    a.see(ndx::histogram(a.floats, {0, a.scalar}, a.integers).counts);
  });
  add("digitize between bins in braces",
      [](Arguments& a) { a.see(ndx::digitize(a.floats, {0, a.scalar})); });
  add("histogram of weights between edges",
      [](Arguments& a) { a.see(ndx::histogram(a.floats, a.list, a.integers).counts); });
  add("Histogram::density",
      [](Arguments& a) { a.see(ndx::histogram(a.list, 2, {0, a.scalar}).density()); });
  add("digitize", [](Arguments& a) { a.see(ndx::digitize(a.floats, a.list, true)); });
  add("digitize between descending bins",
      [](Arguments& a) { a.see(ndx::digitize(a.scalar, a.list.flip())); });
}

void add_reductions(Registry& add) {
  add_statistics(add);
  add_histograms(add);
  add_pairs(add);
  add_masked(add);
  add_numbers(add);
  add_products(add);
  add("sum", [](Arguments& a) { a.see(ndx::sum(a.floats)); });
  add("sum along a dim", [](Arguments& a) { a.see(ndx::sum(a.integers, a.dim, true)); });
  add("sum along dims", [](Arguments& a) { a.see(ndx::sum(a.floats, a.dims)); });
  add("any of all", [](Arguments& a) { a.see(ndx::any(a.floats)); });
  add("all of all", [](Arguments& a) { a.see(ndx::all(a.mask)); });
  add("any", [](Arguments& a) { a.see(ndx::any(a.mask, a.other_dim)); });
  add("all", [](Arguments& a) { a.see(ndx::all(a.floats, {a.dim, a.other_dim})); });
  add("count_nonzero", [](Arguments& a) { a.see(ndx::count_nonzero(a.mask)); });
  add("count_nonzero along a dim",
      [](Arguments& a) { a.see(ndx::count_nonzero(a.floats, a.dim)); });
  add("argmax", [](Arguments& a) { a.see(ndx::argmax(a.floats)); });
  add("argmax along a dim", [](Arguments& a) { a.see(ndx::argmax(a.integers, a.dim)); });
  add("argmax of the last",
      [](Arguments& a) { a.see(ndx::argmax(a.integers, a.dim, {.last = true})); });
  add("argmin of the last",
      [](Arguments& a) { a.see(ndx::argmin(a.floats, a.other_dim, {.last = true})); });
  add("argmin", [](Arguments& a) { a.see(ndx::argmin(a.floats)); });
  add("argmin along a dim", [](Arguments& a) { a.see(ndx::argmin(a.floats, a.dim, true)); });
  add("argmax of an indexed view", [](Arguments& a) {
    a.see(ndx::argmax(a.floats.indexed({a.few})));
    a.see(ndx::argmax(a.floats.indexed({a.few}), a.dim, true));
    a.see(ndx::argmax(a.floats.indexed({a.few}), a.dim, {.last = true}));
  });
  add("argmin of an indexed view", [](Arguments& a) {
    a.see(ndx::argmin(a.floats.indexed({a.few})));
    a.see(ndx::argmin(a.floats.indexed({a.few}), a.dim, true));
    a.see(ndx::argmin(a.floats.indexed({a.few}), a.dim, {.last = true}));
  });
  add("amax", [](Arguments& a) { a.see(ndx::amax(a.floats, a.dims)); });
  add("amin", [](Arguments& a) { a.see(ndx::amin(a.integers, a.dim, true)); });
  add("max", [](Arguments& a) { a.see(ndx::max(a.floats)); });
  add("max along a dim", [](Arguments& a) { a.see(ndx::max(a.integers, a.dim).indices); });
  add("min", [](Arguments& a) { a.see(ndx::min(a.floats)); });
  add("min along a dim", [](Arguments& a) { a.see(ndx::min(a.floats, a.dim, true).values); });
  add("ptp", [](Arguments& a) { a.see(ndx::ptp(a.integers, a.dims)); });
  add("mean", [](Arguments& a) { a.see(ndx::mean(a.floats)); });
  add("mean along dims", [](Arguments& a) { a.see(ndx::mean(a.integers, a.dims, true)); });
  add("prod", [](Arguments& a) { a.see(ndx::prod(a.integers, a.dim)); });
  add("var", [](Arguments& a) { a.see(ndx::var(a.floats, a.dims, {.correction = 1})); });
  add("std", [](Arguments& a) { a.see(ndx::std(a.integers, a.dim)); });
  add("var of an indexed view",
      [](Arguments& a) { a.see(ndx::var(a.floats.indexed({a.few}), a.dims, {.correction = 1})); });
  add("std of an indexed view",
      [](Arguments& a) { a.see(ndx::std(a.floats.indexed({a.few}), a.dim)); });
  add("std of a subscript",
      [](Arguments& a) { a.see(ndx::std(a.floats[a.few], a.dim, {.correction = 1})); });
  add("logsumexp of an indexed view",
      [](Arguments& a) { a.see(ndx::logsumexp(a.floats.indexed({a.few}), a.dims, true)); });
  add("cumsum", [](Arguments& a) { a.see(ndx::cumsum(a.floats, a.dim)); });
  add("cumsum of all", [](Arguments& a) { a.see(ndx::cumsum(a.integers)); });
  add("cumprod", [](Arguments& a) { a.see(ndx::cumprod(a.integers, a.dim)); });
  add("cumprod of all", [](Arguments& a) { a.see(ndx::cumprod(a.floats)); });
  add("cummax", [](Arguments& a) { a.see(ndx::cummax(a.floats, a.dim)); });
  add("cummin", [](Arguments& a) { a.see(ndx::cummin(a.integers, a.other_dim)); });
  add("logcumsumexp", [](Arguments& a) { a.see(ndx::logcumsumexp(a.floats, a.dim)); });
  add("diff with what comes before",
      [](Arguments& a) { a.see(ndx::diff(a.floats, a.count, a.dim, 0)); });
  add("diff", [](Arguments& a) { a.see(ndx::diff(a.floats, a.count, a.dim)); });
  add("bincount", [](Arguments& a) { a.see(ndx::bincount(a.few, ndx::newaxis, a.count)); });
  add("bincount of braces",
      [](Arguments& a) { a.see(ndx::bincount({0, 1, 1}, ndx::newaxis, a.count)); });
  add("bincount of braces with weights",
      [](Arguments& a) { a.see(ndx::bincount({0, 1, 1, 0}, a.few, a.count)); });
  add("bincount with braces for the weights",
      [](Arguments& a) { a.see(ndx::bincount(a.few, {}, a.count)); });
  add("bincount with weights",
      [](Arguments& a) { a.see(ndx::bincount(a.index, a.list, a.count)); });
}

}  // namespace ndx_test
