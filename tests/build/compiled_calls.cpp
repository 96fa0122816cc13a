// One call of each public function that computes with elements, for elements of type NDX_ELEMENT. The test
// compiled_calls.py compiles this file against the compiled library, once for each common type, and measures
// what each call leaves in the object.
#include <ndx/groups.hpp>
#include <ndx/indexed.hpp>
#include <ndx/into.hpp>
#include <ndx/linalg.hpp>
#include <ndx/ndx.hpp>
#include <ndx/npy.hpp>
#include <ndx/numpy.hpp>
#include <ndx/random.hpp>
#include <ndx/sets.hpp>
#include <ndx/special.hpp>
#include <ndx/statistics.hpp>

namespace {

using namespace ndx;

/// What the calls take their arguments from.
template <class T>
struct Arguments {
  using Element = T;
  Tensor<T> t, other, line;
  Tensor<bool> mask, mask_out;
  Tensor<index_t> index;
  Tensor<double> doubles;
  T number;
};

// Kinds of elements for which a function is defined.
template <class T>
inline constexpr bool any_element = true;
template <class T>
inline constexpr bool numbers = !std::is_same_v<T, bool>;
template <class T>
inline constexpr bool floats = std::is_floating_point_v<T>;
template <class T>
inline constexpr bool integers = std::is_integral_v<T> && numbers<T>;
template <class T>
inline constexpr bool bytes = std::is_same_v<T, std::uint8_t>;
template <class T>
inline constexpr bool bits = std::is_integral_v<T>;

}  // namespace

/// Keeps a result without looking into it. It is defined nowhere.
void see(const void* result);

#define CALL(name, kinds, ...)                                          \
  extern "C" void ndx_call_##name(Arguments<NDX_ELEMENT>& arguments) {  \
    [](auto& a) {                                                       \
      using T = typename std::remove_reference_t<decltype(a)>::Element; \
      if constexpr (kinds<T>) {                                         \
        const auto& result = (__VA_ARGS__);                             \
        see(&result);                                                   \
      }                                                                 \
    }(arguments);                                                       \
  }
#define CALL_WITHOUT_RESULT(name, kinds, ...)                           \
  extern "C" void ndx_call_##name(Arguments<NDX_ELEMENT>& arguments) {  \
    [](auto& a) {                                                       \
      using T = typename std::remove_reference_t<decltype(a)>::Element; \
      if constexpr (kinds<T>) {                                         \
        __VA_ARGS__;                                                    \
      }                                                                 \
    }(arguments);                                                       \
  }
#define UNARY(name, kinds)          \
  CALL(name, kinds, ndx::name(a.t)) \
  CALL_WITHOUT_RESULT(name##_into, kinds, ndx::name##_into(a.other, a.t))
#define TEST(name, kinds)           \
  CALL(name, kinds, ndx::name(a.t)) \
  CALL_WITHOUT_RESULT(name##_into, kinds, ndx::name##_into(a.mask_out, a.t))
#define FUNCTION(name)                    \
  CALL(name, any_element, ndx::name(a.t)) \
  CALL_WITHOUT_RESULT(name##_into, floats, ndx::name##_into(a.other, a.t))
#define BINARY(name, kinds)                               \
  CALL(name, kinds, ndx::name(a.t, a.other))              \
  CALL(name##_of_scalar, kinds, ndx::name(a.t, a.number)) \
  CALL_WITHOUT_RESULT(name##_into, kinds, ndx::name##_into(a.t, a.t, a.other))
#define OPERATOR(name, symbol, kinds)                                 \
  CALL(name, kinds, a.t symbol a.other)                               \
  CALL(name##_of_scalar, kinds, a.t symbol a.number)                  \
  CALL(scalar_##name, kinds, a.number symbol a.t)                     \
  CALL_WITHOUT_RESULT(name##_in_place, kinds, a.t symbol## = a.other) \
  CALL_WITHOUT_RESULT(name##_scalar_in_place, kinds, a.t symbol## = a.number)
#define COMPARISON(name, symbol)                           \
  CALL(name, any_element, a.t symbol a.other)              \
  CALL(name##_of_scalar, any_element, a.t symbol a.number) \
  CALL(scalar_##name, any_element, a.number symbol a.t)    \
  CALL_WITHOUT_RESULT(name##_into, any_element, ndx::name##_into(a.mask_out, a.t, a.other))

// Creation, copies, casts, element access by lists.
CALL(zeros, any_element, zeros<T>({2, 3}))
CALL(ones, any_element, ones<T>({2, 3}))
CALL(full, any_element, full<T>({2, 3}, a.number))
CALL(arange, numbers, arange<T>(T{7}))
CALL(linspace, floats, linspace<T>(0, 1, 5))
CALL(eye, any_element, eye<T>(3))
CALL(zeros_like, any_element, zeros_like(a.t))
CALL(full_like, any_element, full_like(a.t, a.number))
CALL(tensor, any_element, tensor<T>({{T{}, T{}}, {T{}, T{}}}))
CALL(to_vector, any_element, a.t.to_vector())
CALL(clone, any_element, a.t.clone())
CALL(contiguous, any_element, a.t.contiguous())
CALL(to_bool, any_element, a.t.template to<bool>())
CALL(to_uint8, any_element, a.t.template to<std::uint8_t>())
CALL(to_int32, any_element, a.t.template to<std::int32_t>())
CALL(to_int64, any_element, a.t.template to<std::int64_t>())
CALL(to_float, any_element, a.t.template to<float>())
CALL(to_double, any_element, a.t.template to<double>())
CALL_WITHOUT_RESULT(copy_, any_element, a.t.copy_(a.other))
CALL_WITHOUT_RESULT(fill_, any_element, a.t.fill_(a.number))
CALL_WITHOUT_RESULT(fill_literal, any_element, a.t.fill_(1))
CALL(item, any_element, a.t.item())

// Indexing.
CALL(view, any_element, a.t.index({0, Slice(1, 3)}))
CALL(index, any_element, a.t.index({a.index}))
CALL(index_mask, any_element, a.t.index({a.mask}))
CALL(index_mixed, any_element, a.t.index({Slice(), a.index, None}))
CALL_WITHOUT_RESULT(index_put_scalar, any_element, a.t.index_put_({a.index}, a.number))
CALL_WITHOUT_RESULT(index_put_literal, any_element, a.t.index_put_({a.index}, 1))
CALL_WITHOUT_RESULT(index_put_tensor, any_element, a.t.index_put_({a.index}, a.other))
CALL_WITHOUT_RESULT(index_put_mask, any_element, a.t.index_put_({a.mask}, a.number))
CALL_WITHOUT_RESULT(index_put_add, numbers, a.t.index_put_({a.index}, a.other, true))
CALL_WITHOUT_RESULT(index_put_maximum, numbers,
                    a.t.index_put_({a.index}, a.other, {.reduce = Reduce::maximum}))
CALL_WITHOUT_RESULT(subscript_assign, any_element, a.t[{0, a.index}] = a.other)
CALL_WITHOUT_RESULT(subscript_add, numbers, a.t[{a.index}] += a.other)
CALL_WITHOUT_RESULT(subscript_add_scalar, numbers, a.t[{0, Slice()}] += a.number)
CALL(take, any_element, take(a.t, a.index, 0))
CALL(take_all, any_element, take(a.t, a.index))
CALL(take_along_axis, any_element, take_along_axis(a.t, a.index, 0))
CALL(index_select, any_element, index_select(a.t, 0, a.index))
CALL(gather, any_element, gather(a.t, 0, a.index))
CALL(gather_nd, any_element, gather_nd(a.t, a.index))
CALL(scatter, any_element, scatter(a.t, 0, a.index, a.other))
CALL(scatter_add, numbers, scatter_add(a.t, 0, a.index, a.other))
CALL(scatter_reduce, numbers, scatter_reduce(a.t, 0, a.index, a.other, "amax"))
CALL(scatter_nd, any_element, scatter_nd(a.t, a.index, a.other))
CALL(scatter_nd_add, numbers, scatter_nd_add(a.t, a.index, a.other))
CALL(index_add, numbers, index_add(a.t, 0, a.index, a.other))
CALL(index_copy, any_element, index_copy(a.t, 0, a.index, a.other))
CALL(index_fill, any_element, index_fill(a.t, 0, a.index, a.number))
CALL(index_reduce, numbers, index_reduce(a.t, 0, a.index, a.other, "mean"))
CALL_WITHOUT_RESULT(put_, any_element, put_(a.t, a.index, a.other))
CALL_WITHOUT_RESULT(put_along_axis, any_element, put_along_axis(a.t, a.index, a.other))
CALL(choose, any_element, choose(a.index, {a.t, a.other}))
CALL(masked_select, any_element, masked_select(a.t, a.mask))
CALL(masked_fill, any_element, masked_fill(a.t, a.mask, a.number))
CALL(masked_scatter, any_element, masked_scatter(a.t, a.mask, a.other))
CALL(compress, any_element, compress(a.t, a.mask))
CALL(extract, any_element, extract(a.t, a.mask))
CALL_WITHOUT_RESULT(place, any_element, place(a.t, a.mask, a.other))
CALL_WITHOUT_RESULT(putmask, any_element, putmask(a.t, a.mask, a.other))
CALL(diagonal_scatter, any_element, diagonal_scatter(a.t, a.line))
CALL(select_scatter, any_element, select_scatter(a.t, a.line, 0, 1))
CALL(nonzero, any_element, nonzero(a.t))
CALL(flatnonzero, any_element, flatnonzero(a.t))
CALL(nonzero_tuple, any_element, nonzero_tuple(a.t))
CALL(where, any_element, where(a.mask, a.t, a.other))
CALL(where_scalar, any_element, where(a.mask, a.t, a.number))
CALL(where_literal, numbers, where(a.mask, a.t, 0))
CALL(scalar_where, any_element, where(a.mask, a.number, a.t))
CALL(where_condition, any_element, where(a.t, a.other, a.number))
CALL_WITHOUT_RESULT(where_into, any_element, where_into(a.t, a.mask, a.t, a.other))
CALL(one_hot, integers, one_hot(a.t, 4))

// Arithmetic.
OPERATOR(add, +, any_element)
OPERATOR(subtract, -, numbers)
OPERATOR(multiply, *, any_element)
CALL(divide, any_element, a.t / a.other)
CALL(divide_of_scalar, any_element, a.t / a.number)
CALL(scalar_divide, any_element, a.number / a.t)
CALL_WITHOUT_RESULT(divide_in_place, floats, a.t /= a.other)
CALL_WITHOUT_RESULT(divide_scalar_in_place, floats, a.t /= a.number)
CALL(add_literal, numbers, a.t + 1)
CALL(multiply_literal, numbers, a.t * 2)
CALL(add_double, any_element, a.t + 0.5)
CALL(multiply_double, any_element, a.t * 0.5)
CALL(divide_literal, numbers, a.t / 2)
CALL(divide_double, any_element, a.t / 0.5)
CALL(add_doubles, any_element, a.t + a.doubles)
CALL(multiply_doubles, any_element, a.t* a.doubles)
CALL_WITHOUT_RESULT(add_literal_in_place, numbers, a.t += 1)
CALL(less_literal, numbers, a.t < 1)
CALL(equal_literal, numbers, a.t == 1)
CALL(bitwise_and, bits, a.t & a.other)
CALL(bitwise_or, bits, a.t | a.other)
CALL(bitwise_xor, bits, a.t ^ a.other)
CALL(bitwise_and_of_scalar, bits, a.t & a.number)
CALL_WITHOUT_RESULT(bitwise_or_in_place, bits, a.t |= a.other)
CALL(left_shift, integers, a.t << a.other)
CALL(right_shift, integers, a.t >> a.other)
CALL(left_shift_of_scalar, integers, a.t << 2)
COMPARISON(equal, ==)
COMPARISON(not_equal, !=)
COMPARISON(less, <)
COMPARISON(less_equal, <=)
COMPARISON(greater, >)
COMPARISON(greater_equal, >=)
BINARY(maximum, any_element)
BINARY(minimum, any_element)
BINARY(fmax, any_element)
BINARY(fmin, any_element)
BINARY(floor_divide, numbers)
BINARY(remainder, numbers)
BINARY(fmod, numbers)
CALL(pow, numbers, pow(a.t, a.other))
CALL(pow_of_scalar, numbers, pow(a.t, a.number))
CALL(pow_literal, numbers, pow(a.t, 2))
CALL(maximum_literal, numbers, maximum(a.t, 0))
CALL(atan2, any_element, atan2(a.t, a.other))
CALL(hypot, any_element, hypot(a.t, a.other))
CALL(copysign, any_element, copysign(a.t, a.other))
CALL(logical_and, any_element, logical_and(a.t, a.other))
CALL(logical_or, any_element, logical_or(a.t, a.other))
CALL(logical_xor, any_element, logical_xor(a.t, a.other))
TEST(logical_not, any_element)
CALL(not_operator, any_element, !a.t)
CALL(complement, bits, ~a.t)
CALL(negative, numbers, -a.t)
UNARY(abs, any_element)
UNARY(square, any_element)
UNARY(sign, numbers)
UNARY(relu, numbers)
CALL(reciprocal, any_element, reciprocal(a.t))
UNARY(floor, any_element)
UNARY(ceil, any_element)
UNARY(round, any_element)
UNARY(trunc, any_element)
CALL(round_decimals, numbers, round(a.t, 1))
TEST(isnan, any_element)
TEST(isinf, any_element)
TEST(isfinite, any_element)
TEST(signbit, any_element)
CALL(nan_to_num, any_element, nan_to_num(a.t))
FUNCTION(exp)
FUNCTION(exp2)
FUNCTION(expm1)
FUNCTION(log)
FUNCTION(log2)
FUNCTION(log10)
FUNCTION(log1p)
FUNCTION(sqrt)
FUNCTION(cbrt)
FUNCTION(sigmoid)
FUNCTION(sin)
FUNCTION(cos)
FUNCTION(tan)
FUNCTION(asin)
FUNCTION(acos)
FUNCTION(atan)
FUNCTION(sinh)
FUNCTION(cosh)
FUNCTION(tanh)
FUNCTION(asinh)
FUNCTION(acosh)
FUNCTION(atanh)
CALL(erf, any_element, erf(a.t))
CALL(erfc, any_element, erfc(a.t))
CALL(lgamma, any_element, lgamma(a.t))
CALL(rsqrt, any_element, rsqrt(a.t))
CALL(deg2rad, any_element, deg2rad(a.t))
CALL(rad2deg, any_element, rad2deg(a.t))
CALL(silu, any_element, silu(a.t))
CALL(gelu, any_element, gelu(a.t))
CALL(softplus, any_element, softplus(a.t))
CALL(logaddexp, any_element, logaddexp(a.t, a.other))
CALL(logaddexp2, any_element, logaddexp2(a.t, a.other))
CALL(xlogy, any_element, xlogy(a.t, a.other))
CALL(heaviside, any_element, heaviside(a.t, a.other))
CALL(nextafter, any_element, nextafter(a.t, a.other))
CALL(isposinf, any_element, isposinf(a.t))
CALL(isneginf, any_element, isneginf(a.t))
CALL(modf, any_element, modf(a.t))
CALL(frexp, any_element, frexp(a.t))
CALL(ldexp, any_element, ldexp(a.t, a.index))
CALL(ldexp_literal, any_element, ldexp(a.t, 2))
CALL(divmod, numbers, divmod(a.t, a.other))
CALL(clamp, numbers, clamp(a.t, a.number, a.number))
CALL(clamp_literal, numbers, clamp(a.t, 0, 1))
CALL(clamp_tensors, numbers, clamp(a.t, a.other, a.other))
CALL(clamp_min, numbers, clamp_min(a.t, 0))
CALL_WITHOUT_RESULT(clamp_into, numbers, clamp_into(a.t, a.t, 0, 1))
CALL(lerp, floats, lerp(a.t, a.other, 0.5))
CALL(isclose, any_element, isclose(a.t, a.other))
CALL(allclose, any_element, allclose(a.t, a.other))
CALL(array_equal, any_element, array_equal(a.t, a.other))

// Reductions and scans.
#define REDUCTION(name, kinds)                  \
  CALL(name, kinds, ndx::name(a.t))             \
  CALL(name##_of_dim, kinds, ndx::name(a.t, 0)) \
  CALL(name##_of_dims, kinds, ndx::name(a.t, {0, 1}))
REDUCTION(sum, any_element)
REDUCTION(prod, any_element)
REDUCTION(mean, any_element)
REDUCTION(var, any_element)
REDUCTION(std, any_element)
REDUCTION(any, any_element)
REDUCTION(all, any_element)
REDUCTION(count_nonzero, any_element)
REDUCTION(amax, any_element)
REDUCTION(amin, any_element)
REDUCTION(ptp, numbers)
REDUCTION(logsumexp, any_element)
CALL(median, any_element, median(a.t))
CALL(median_of_dim, any_element, median(a.t, 0))
CALL(max, any_element, max(a.t))
CALL(max_of_dim, any_element, max(a.t, 0))
CALL(min_of_dim, any_element, min(a.t, 0))
CALL(argmax, any_element, argmax(a.t))
CALL(argmax_of_dim, any_element, argmax(a.t, 0))
CALL(argmin_of_dim, any_element, argmin(a.t, 0))
CALL(nansum, any_element, nansum(a.t))
CALL(nanprod, any_element, nanprod(a.t))
CALL(nanmean, any_element, nanmean(a.t))
CALL(nanvar, any_element, nanvar(a.t))
CALL(nanmax, any_element, nanmax(a.t, 0))
CALL(nanmin, any_element, nanmin(a.t, 0))
CALL(nanargmax, any_element, nanargmax(a.t, 0))
CALL(nanmedian, any_element, nanmedian(a.t, 0))
CALL(nanquantile, any_element, nanquantile(a.t, 0.5, 0))
CALL(quantile, any_element, quantile(a.t, 0.5, 0))
CALL(quantile_of_many, any_element, quantile(a.t, {0.25, 0.75}, 0))
CALL(percentile, any_element, percentile(a.t, 25, 0))
CALL(cov, any_element, cov(a.t))
CALL(corrcoef, any_element, corrcoef(a.t))
CALL(average, any_element, average(a.t, a.doubles, 0))
CALL(average_and_weights, any_element, average_and_weights(a.t, a.doubles, 0).average)
CALL(softmax, any_element, softmax(a.t, 1))
CALL(log_softmax, any_element, log_softmax(a.t, 1))
CALL(cumsum, any_element, cumsum(a.t, 0))
CALL(cumprod, any_element, cumprod(a.t, 0))
CALL(cummax, any_element, cummax(a.t, 0))
CALL(cummin, any_element, cummin(a.t, 0))
CALL(logcumsumexp, any_element, logcumsumexp(a.t, 0))
CALL(diff, numbers, diff(a.t))
CALL(ediff1d, any_element, ediff1d(a.t))
CALL(gradient, any_element, gradient(a.t))
CALL(trapezoid, any_element, trapezoid(a.t))
CALL(interp, any_element, interp(a.t, a.line, a.other))
CALL(convolve, numbers, convolve(a.line, a.other))
CALL(correlate, numbers, correlate(a.line, a.other))
CALL(dot, any_element, dot(a.t, a.other))
CALL(outer, any_element, outer(a.t, a.other))
CALL(matmul, any_element, matmul(a.t, a.other))
CALL(mm, any_element, mm(a.t, a.other))
CALL(bmm, any_element, bmm(a.t, a.other))
CALL(cdist, floats, cdist(a.t, a.other))
CALL(trace, any_element, trace(a.t))
CALL(norm, any_element, norm(a.t))
CALL(norm_of_dim, any_element, norm(a.t, 2, 0))

// Sorting, searching, counting.
CALL(sort, any_element, sort(a.t))
CALL(argsort, any_element, argsort(a.t))
CALL(sort_values, any_element, sort_values(a.t))
CALL(topk, any_element, topk(a.t, 3))
CALL(kthvalue, any_element, kthvalue(a.t, 2))
CALL(partition, any_element, partition(a.t, 2))
CALL(argpartition, any_element, argpartition(a.t, 2))
CALL(unique, any_element, unique(a.t))
CALL(unique_of_dim, any_element, unique(a.t, 0))
CALL(unique_consecutive, any_element, unique_consecutive(a.t))
CALL(mode, any_element, mode(a.t))
CALL(union1d, any_element, union1d(a.t, a.other))
CALL(intersect1d, any_element, intersect1d(a.t, a.other))
CALL(setdiff1d, any_element, setdiff1d(a.t, a.other))
CALL(setxor1d, any_element, setxor1d(a.t, a.other))
CALL(lexsort, any_element, lexsort({a.t, a.other}))
CALL(group_by, any_element, group_by(a.t))
CALL(segment_sum, any_element, segment_sum(a.t, a.index))
CALL(segment_max, any_element, segment_max(a.t, a.index))
CALL(segment_mean, any_element, segment_mean(a.t, a.index))
CALL(isin, any_element, isin(a.t, a.other))
CALL(searchsorted, any_element, searchsorted(a.line, a.other))
CALL(bucketize, any_element, bucketize(a.t, a.line))
CALL(digitize, any_element, digitize(a.t, a.line))
CALL(bincount, integers, bincount(a.t))
CALL(bincount_weights, integers, bincount(a.t, a.doubles))
CALL(histogram, any_element, histogram(a.t, 10))
CALL(histogram_edges, any_element, histogram(a.t, a.line))

// Joining and shapes.
CALL(cat, any_element, cat({a.t, a.other}, 0))
CALL(stack, any_element, stack({a.t, a.other}, 0))
CALL(hstack, any_element, hstack({a.t, a.other}))
CALL(vstack, any_element, vstack({a.t, a.other}))
CALL(column_stack, any_element, column_stack({a.t, a.other}))
CALL(block, any_element, block({a.t, a.other}))
CALL(append, any_element, append(a.t, a.other, 0))
CALL(insert, any_element, insert(a.t, 1, a.other, 0))
CALL(delete_, any_element, delete_(a.t, 1, 0))
CALL(pad, any_element, pad(a.t, 1))
CALL(pad_reflect, any_element, pad(a.t, 1, "reflect"))
CALL(roll, any_element, roll(a.t, 1, 0))
CALL(repeat, any_element, repeat(a.t, 2))
CALL(repeat_interleave, any_element, repeat_interleave(a.t, 2))
CALL(tile, any_element, tile(a.t, 2))
CALL(meshgrid, any_element, meshgrid({a.line, a.line}))
CALL(split, any_element, split(a.t, 2))
CALL(unbind, any_element, unbind(a.t))
CALL(reshape, any_element, reshape(a.t, {-1}))
CALL(flip, any_element, flip(a.t))
CALL(transpose, any_element, transpose(a.t))
CALL(rot90, any_element, rot90(a.t))
CALL(diag, any_element, diag(a.line))
CALL(diagflat, any_element, diagflat(a.line))
CALL(tril, any_element, tril(a.t))
CALL(triu, any_element, triu(a.t))

// Bags of looked-up rows.
CALL(embedding_bag, floats, embedding_bag(a.t, a.index, {.mode = BagMode::max}))
CALL(embedding_bag_of_bytes, bytes, embedding_bag(a.t, a.index, {.scale_in_row = true}))
CALL(embedding_bag_update_, floats, embedding_bag_update_(a.t, a.index, a.other, a.number))

// Random numbers, files, text.
CALL(rand, floats, rand<T>({2, 3}))
CALL(randn, floats, randn<T>({2, 3}))
CALL(uniform, floats, uniform<T>(0, 1, {2, 3}))
CALL(normal, floats, normal<T>(0, 1, {2, 3}))
CALL(exponential, floats, exponential<T>(1, {2, 3}))
CALL(poisson, any_element, poisson(4, {2, 3}))
CALL(choice, any_element, choice(a.t, 3))
CALL(multinomial, any_element, multinomial(a.t, 3))
CALL(randint, integers, randint<T>(T{0}, T{9}, {2, 3}))
CALL(randperm, integers, randperm<T>(9))
CALL_WITHOUT_RESULT(shuffle_, any_element, shuffle_(a.t))
CALL(permutation, any_element, permutation(a.t))
CALL_WITHOUT_RESULT(save_npy, any_element, save_npy("x.npy", a.t))
CALL(load_npy, any_element, load_npy<T>("x.npy"))
CALL(map_npy, any_element, map_npy<T>("x.npy"))
CALL(npy_bytes, any_element, npy_bytes(a.t))
CALL_WITHOUT_RESULT(append_npy, any_element, append_npy("x.npy", a.t))
CALL(to_string, any_element, to_string(a.t))
