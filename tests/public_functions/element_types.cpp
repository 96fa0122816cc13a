// What moves elements, for a complex number, for a struct of an unusual size and for a number of 16
// bits, and what calculates with the first and the last. The other files use float, integers and
// bool.
#include <ndx/linalg.hpp>
#include <ndx/numpy.hpp>
#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/arithmetic/compare.hpp>
#include <ndx/ops/index/scatter.hpp>
#include <ndx/ops/index/scatter_reduce.hpp>
#include <ndx/ops/index/take.hpp>
#include <ndx/ops/mask/masks.hpp>
#include <ndx/ops/mask/where.hpp>
#include <ndx/ops/math/exponentials.hpp>
#include <ndx/ops/math/real_imag.hpp>
#include <ndx/ops/reduce/arg_extremes.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/reduce/scan.hpp>
#include <ndx/ops/reduce/softmax.hpp>
#include <ndx/ops/reduce/sum.hpp>
#include <ndx/ops/shape/join.hpp>
#include <ndx/ops/sort/sort.hpp>
#include <ndx/statistics.hpp>

#include "public_functions.hpp"

namespace ndx_test {

/// The member is given at compile time, because an entry captures nothing.
template <auto kMember>
static void add_reads(Registry& add, const std::string& of) {
  add("IndexMethods::index by terms" + of,
      [](Arguments& a) { a.see((a.*kMember).index(a.terms)); });
  add("IndexMethods::index by a mask" + of,
      [](Arguments& a) { a.see((a.*kMember).index({a.mask})); });
  add("IndexMethods::index by pairs" + of,
      [](Arguments& a) { a.see((a.*kMember).index({a.few, a.few}, {.bounds = a.bounds})); });
  add("take" + of, [](Arguments& a) { a.see(ndx::take(a.*kMember, a.index, a.dim)); });
  add("gather" + of, [](Arguments& a) { a.see(ndx::gather(a.*kMember, a.dim, a.integers)); });
  add("masked_select" + of, [](Arguments& a) { a.see(ndx::masked_select(a.*kMember, a.mask)); });
  add("Tensor::clone" + of, [](Arguments& a) { a.see((a.*kMember).clone()); });
  add("Tensor::contiguous" + of,
      [](Arguments& a) { a.see((a.*kMember).transpose().contiguous()); });
  add("cat" + of, [](Arguments& a) { a.see(ndx::cat({a.*kMember, a.*kMember}, a.dim)); });
  add("where" + of,
      [](Arguments& a) { a.see(ndx::where(a.mask, a.*kMember, (a.*kMember).flip())); });
}

template <auto kMember>
static void add_writes(Registry& add, const std::string& of) {
  add("IndexMethods::index_put_" + of,
      [](Arguments& a) { (a.*kMember).index_put_(a.terms, a.*kMember); });
  add("IndexMethods::index_put_ a mask" + of,
      [](Arguments& a) { (a.*kMember).index_put_({a.mask}, (a.*kMember).flip().index({a.mask})); });
  add("scatter_" + of, [](Arguments& a) {
    a.see(ndx::scatter_(a.*kMember, a.dim, a.integers, (a.*kMember).flip()));
  });
  add("Tensor::copy_" + of, [](Arguments& a) { (a.*kMember).copy_((a.*kMember).flip()); });
}

static void add_complex_arithmetic(Registry& add) {
  add("IndexMethods::index_put_ accumulated of complex numbers",
      [](Arguments& a) { a.waves.index_put_(a.terms, a.waves, true); });
  add("operator+= of complex numbers", [](Arguments& a) { a.waves += a.floats; });
  add("operator* of complex numbers", [](Arguments& a) { a.see(a.waves * a.waves.flip()); });
  add("operator/ of complex numbers", [](Arguments& a) { a.see(a.waves / a.waves.flip()); });
  add("operator/= of complex numbers", [](Arguments& a) { a.waves /= a.waves.flip(); });
  add("reciprocal of complex numbers", [](Arguments& a) { a.see(ndx::reciprocal(a.waves)); });
  add("square of complex numbers", [](Arguments& a) { a.see(ndx::square(a.waves)); });
  add("exp of complex numbers", [](Arguments& a) { a.see(ndx::exp(a.waves)); });
  add("conj of complex numbers", [](Arguments& a) { a.see(ndx::conj(a.waves)); });
  add("sum of complex numbers", [](Arguments& a) { a.see(ndx::sum(a.waves, a.dim)); });
  add("mean of complex numbers", [](Arguments& a) { a.see(ndx::mean(a.waves, a.dim)); });
  add("prod of complex numbers", [](Arguments& a) { a.see(ndx::prod(a.waves, a.dim)); });
  add("cumsum of complex numbers", [](Arguments& a) { a.see(ndx::cumsum(a.waves, a.dim)); });
  add("cumprod of complex numbers", [](Arguments& a) { a.see(ndx::cumprod(a.waves, a.dim)); });
}

static void add_double_arithmetic(Registry& add) {
  add("operator* of doubles", [](Arguments& a) { a.see(a.doubles * a.floats); });
  add("operator/= of doubles", [](Arguments& a) { a.doubles /= a.others; });
  add("exp of doubles", [](Arguments& a) { a.see(ndx::exp(a.doubles)); });
  add("lerp of doubles",
      [](Arguments& a) { a.see(ndx::lerp(a.doubles, a.doubles.flip(), a.others.to<double>())); });
  add("sum of doubles", [](Arguments& a) { a.see(ndx::sum(a.doubles, a.dim)); });
  add("sum of all doubles", [](Arguments& a) { a.see(ndx::sum(a.doubles)); });
  add("mean of doubles", [](Arguments& a) { a.see(ndx::mean(a.doubles, a.dim)); });
  add("var of doubles", [](Arguments& a) { a.see(ndx::var(a.doubles, a.dim)); });
  add("prod of doubles", [](Arguments& a) { a.see(ndx::prod(a.doubles, a.dim)); });
  add("norm of doubles", [](Arguments& a) { a.see(ndx::norm(a.doubles, 2, a.dim)); });
  add("max of doubles", [](Arguments& a) { a.see(ndx::max(a.doubles, a.dim)); });
  add("cumsum of doubles", [](Arguments& a) { a.see(ndx::cumsum(a.doubles, a.dim)); });
  add("softmax of doubles", [](Arguments& a) { a.see(ndx::softmax(a.doubles, a.dim)); });
  add("log_softmax of doubles", [](Arguments& a) { a.see(ndx::log_softmax(a.doubles, a.dim)); });
  add("logsumexp of doubles", [](Arguments& a) { a.see(ndx::logsumexp(a.doubles, a.dim)); });
  add("sort of doubles", [](Arguments& a) { a.see(ndx::sort(a.doubles, a.dim)); });
  add("quantile of doubles", [](Arguments& a) { a.see(ndx::quantile(a.doubles, 0.3, a.dim)); });
  add("IndexMethods::index_put_ accumulated of doubles",
      [](Arguments& a) { a.doubles.index_put_(a.terms, a.doubles.flip(), true); });
}

static void add_half_arithmetic(Registry& add) {
  add("IndexMethods::index_put_ accumulated of 16 bits",
      [](Arguments& a) { a.halves.index_put_(a.terms, a.halves, true); });
  add("scatter_reduce of 16 bits", [](Arguments& a) {
    a.see(ndx::scatter_reduce(a.halves, a.dim, a.integers, a.halves, "mean", false, a.bounds));
  });
  add("Tensor::to of 16 bits", [](Arguments& a) { a.see(a.floats.to<ndx::float16>()); });
  add("Tensor::to from 16 bits", [](Arguments& a) { a.see(a.halves.to<double>()); });
  add("Tensor::fill_ of 16 bits", [](Arguments& a) { a.halves.fill_(a.scalar); });
  add("operator+ of 16 bits", [](Arguments& a) { a.see(a.halves + a.floats); });
  add("operator* of 16 bits", [](Arguments& a) { a.see(a.halves * a.integers); });
  add("operator+= of 16 bits", [](Arguments& a) { a.halves += a.halves.flip(); });
  add("operator< of 16 bits", [](Arguments& a) { a.see(a.halves < a.others); });
  add("exp of 16 bits", [](Arguments& a) { a.see(ndx::exp(a.halves)); });
  add("sum of 16 bits", [](Arguments& a) { a.see(ndx::sum(a.halves, a.dim)); });
  add("softmax of 16 bits", [](Arguments& a) { a.see(ndx::softmax(a.halves, a.dim)); });
  add("argmax of 16 bits", [](Arguments& a) { a.see(ndx::argmax(a.halves, a.dim)); });
  add("sort of 16 bits", [](Arguments& a) { a.see(ndx::sort(a.halves, a.dim)); });
}

void add_element_types(Registry& add) {
  add_reads<&Arguments::waves>(add, " of complex numbers");
  add_writes<&Arguments::waves>(add, " of complex numbers");
  add_complex_arithmetic(add);
  add_double_arithmetic(add);
  add_reads<&Arguments::points>(add, " of structs");
  add_writes<&Arguments::points>(add, " of structs");
  add_reads<&Arguments::halves>(add, " of 16 bits");
  add_writes<&Arguments::halves>(add, " of 16 bits");
  add_half_arithmetic(add);
}

}  // namespace ndx_test
