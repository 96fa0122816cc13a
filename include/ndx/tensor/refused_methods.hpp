// Methods that tensors have in NumPy, PyTorch and Eigen, and that are functions here or have another
// name: they say what to write, t.sum(0) that it is sum(t, 0).
//
// Not among them are names by which generic code tells what a class is: empty(), real().
#pragma once

#include <initializer_list>

#include <ndx/base/dims.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

// What refused methods return: compilers name it where they say no more.
class write_cat {};
class write_t_numel_or_t_size_dim {};
class write_t_reshape_or_t_assigned_empty {};
class write_t_size_0 {};
class write_t_size_1 {};
class write_t_transpose {
 public:
  template <class... Args>
  void operator()(const Args&... /*arguments*/) const
      NDX_REFUSE_IF(true, "write t.transpose()");  // t.T() as well as t.T
};

// To g++ each is a datum, which it refuses where it is named, whatever is in the parentheses; that is
// a third of the time that a template takes. Clang, which would first say that a datum is not called,
// has functions of anything, template arguments and braces too.
#if defined(__clang__)
#define NDX_ENTRY_REFUSED(text) __attribute__((diagnose_if(true, text, "error")))
#define NDX_ENTRY_METHOD NDX_ENTRY_FUNCTION
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat"
#else
#define NDX_ENTRY_REFUSED(text) __attribute__((unavailable(text)))
#define NDX_ENTRY_METHOD(name, text) static const int name NDX_ENTRY_REFUSED(text);
#endif
#define NDX_ENTRY_FUNCTION(name, text)                                                    \
  template <class X = void, class First = std::initializer_list<DimsItem>, class... Args> \
  void name(const First& = {}, const Args&...) const NDX_ENTRY_REFUSED(text);

/// Only meant as a base of RefusedMethodsOf<T>, and of what depends on a template parameter as that
/// does: otherwise its T would hide the parameters of this name.
class RefusedMethods {
 public:
#define NDX_ENTRY(name) NDX_ENTRY_METHOD(name, #name " is a function: write " #name "(t)")
  // clang-format off: one list
#define NDX_ENTRY_EACH(X) \
  X(abs) X(acos) X(all) X(allclose) X(amax) X(amin) X(any) X(argmax) X(argmin) X(argpartition) X(argsort) \
  X(argwhere) X(array_equal) X(asin) X(atan) X(atan2) X(bincount) X(bucketize) X(cat) X(cbrt) X(ceil) \
  X(clamp) X(clamp_max) X(clamp_min) X(clip) X(compress) X(copysign) X(cos) X(cosh) X(count_nonzero) X(cumprod) X(cumsum) X(equal) \
  X(exp) X(exp2) X(expm1) X(extract) X(flatnonzero) X(floor) X(floor_divide) X(fmax) X(fmin) X(fmod) \
  X(gather) X(hstack) X(hypot) X(index_add) X(index_add_) X(index_copy) X(index_copy_) X(index_fill) \
  X(index_fill_) X(index_reduce) X(index_reduce_) X(index_select) X(isclose) X(isfinite) X(isinf) X(isnan) \
  X(kthvalue) X(log) X(log10) X(log1p) X(log2) X(log_softmax) X(logical_and) X(logical_not) X(logical_or) \
  X(logical_xor) X(logsumexp) X(masked_fill) X(masked_fill_) X(masked_scatter) X(masked_scatter_) \
  X(masked_select) X(max) X(maximum) X(mean) X(min) X(minimum) X(nan_to_num) X(nonzero) X(one_hot) \
  X(partition) X(pow) X(prod) X(ptp) X(put_) X(reciprocal) X(relu) X(remainder) X(repeat) \
  X(repeat_interleave) X(roll) X(round) X(scatter) X(scatter_) X(scatter_add) X(scatter_add_) X(scatter_nd) \
  X(scatter_reduce) X(scatter_reduce_) X(searchsorted) X(select_scatter) X(sigmoid) X(sign) X(sin) X(sinh) \
  X(slice_scatter) X(softmax) X(sort) X(sqrt) X(square) X(stack) X(std) X(sum) X(take) X(take_along_axis) \
  X(tan) X(tanh) X(tile) X(topk) X(trunc) X(unique) X(var) X(vstack) X(where)
  // clang-format on
  NDX_ENTRY_EACH(NDX_ENTRY)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY
  // Functions of a header that ndx.hpp does not include.
#define NDX_ENTRY(name, header) \
  NDX_ENTRY_METHOD(name, #name " is a function: write " #name "(t), of ndx/ops/" #header ".hpp")
  // clang-format off: one list
#define NDX_ENTRY_EACH(X) \
  X(angle, complex) X(append, edit) X(array_split, array_split) X(average, weighted_average) \
  X(conj, complex) X(cummax, cumulative) X(cummin, cumulative) X(diag, triangles) X(diagflat, triangles) \
  X(diff, difference) X(digitize, histogram) X(dot, products) X(expand_dims, numpy_names) \
  X(fliplr, numpy_names) X(flipud, numpy_names) X(histogram, histogram) X(hsplit, array_split) \
  X(isin, isin) X(lerp, lerp) X(logcumsumexp, cumulative) X(median, quantile) \
  X(moveaxis, numpy_names) X(nanmax, nan_reductions) X(nanmean, nan_reductions) X(nanmedian, quantile) \
  X(nanmin, nan_reductions) X(nanquantile, quantile) X(nanstd, nan_reductions) X(nansum, nan_reductions) \
  X(nanvar, nan_reductions) X(norm, norm) X(pad, pad) X(percentile, quantile) \
  X(quantile, quantile) X(rot90, numpy_names) X(swapaxes, numpy_names) X(take_along_dim, numpy_names) \
  X(trace, products) X(tril, triangles) X(triu, triangles) X(vdot, products) X(vsplit, array_split)
  // clang-format on
  NDX_ENTRY_EACH(NDX_ENTRY)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY
  // In place: by the function that writes into a tensor.
#define NDX_ENTRY(name, header) \
  NDX_ENTRY_METHOD(name##_, "write " #name "_into(t, t), of ndx/ops/" #header ".hpp")
  // clang-format off: one list
#define NDX_ENTRY_EACH(X) \
  X(abs, arithmetic_into) X(ceil, arithmetic_into) X(clamp, arithmetic_into) X(clip, arithmetic_into) \
  X(cos, math_into) X(exp, math_into) X(floor, arithmetic_into) X(log, math_into) X(pow, arithmetic_into) \
  X(reciprocal, arithmetic_into) X(relu, math_into) X(round, arithmetic_into) X(sigmoid, math_into) \
  X(sin, math_into) X(sqrt, math_into) X(square, arithmetic_into) X(tanh, math_into)
  // clang-format on
  NDX_ENTRY_EACH(NDX_ENTRY)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY

  NDX_ENTRY_METHOD(add, "write a + b")
  NDX_ENTRY_METHOD(add_, "write t += x")
  NDX_ENTRY_METHOD(apply, "write for (float& x : t) x = f(x)")
  NDX_ENTRY_METHOD(array, "operators are element by element: write t")
  NDX_ENTRY_METHOD(astype, "write t.to<float>()")
  NDX_ENTRY_METHOD(backward, "there are no gradients")
  NDX_ENTRY_METHOD(block, "write t.index({Slice(i, i + rows), Slice(j, j + cols)})")
  NDX_ENTRY_METHOD(bottomRows, "write t.index({Slice(-n)})")
  NDX_ENTRY_METHOD(cast, "write t.to<float>()")
  NDX_ENTRY_METHOD(col, "write t.select(1, j)")
  NDX_ENTRY_METHOD(colwise, "write a function of dim 0, sum(t, 0)")
  NDX_ENTRY_METHOD(cpu, "tensors are in main memory: write t")
  NDX_ENTRY_METHOD(cuda, "tensors are in main memory: write t")
  NDX_ENTRY_METHOD(cwiseAbs, "write abs(t)")
  NDX_ENTRY_METHOD(cwiseProduct, "write a * b")
  NDX_ENTRY_METHOD(cwiseQuotient, "write a / b")
  NDX_ENTRY_METHOD(defined, "a tensor is always defined: write t.numel() > 0")
  NDX_ENTRY_METHOD(detach, "there are no gradients: write t, or t.clone()")
  NDX_ENTRY_METHOD(device, "tensors are in main memory: leave it out")
  NDX_ENTRY_METHOD(div, "write a / b")
  NDX_ENTRY_METHOD(div_, "write t /= x")
  NDX_ENTRY_METHOD(element_size, "write sizeof(float)")
  NDX_ENTRY_METHOD(eq, "write a == b")
  NDX_ENTRY_METHOD(expand_as, "write t.expand(other.shape())")
  NDX_ENTRY_METHOD(fill, "write t.fill_(x)")
  NDX_ENTRY_METHOD(fill_diagonal_, "write t.diagonal().fill_(x)")
  NDX_ENTRY_METHOD(flat, "write for (float x : t), or t.ravel()")
  NDX_ENTRY_METHOD(ge, "write a >= b")
  NDX_ENTRY_METHOD(gt, "write a > b")
  NDX_ENTRY_METHOD(H, "write conj(t.transpose()), of ndx/ops/complex.hpp")
  NDX_ENTRY_METHOD(head, "write t.index({Slice(None, n)})")
  NDX_ENTRY_METHOD(itemsize, "write sizeof(float)")
  NDX_ENTRY_METHOD(le, "write a <= b")
  NDX_ENTRY_METHOD(leftCols, "write t.index({Slice(), Slice(None, n)})")
  NDX_ENTRY_METHOD(lt, "write a < b")
  NDX_ENTRY_METHOD(map, "write map_into(t, f, t), of ndx/ops/into.hpp")
  NDX_ENTRY_METHOD(matmul, "write matmul(a, b), of ndx/interop/eigen_products.hpp")
  NDX_ENTRY_METHOD(maxCoeff, "write max(t)")
  NDX_ENTRY_METHOD(minCoeff, "write min(t)")
  NDX_ENTRY_METHOD(mm, "write matmul(a, b), of ndx/interop/eigen_products.hpp")
  NDX_ENTRY_METHOD(mT, "write t.transpose(-1, -2)")
  NDX_ENTRY_METHOD(mul, "write a * b")
  NDX_ENTRY_METHOD(mul_, "write t *= x")
  NDX_ENTRY_METHOD(nbytes, "write t.numel() * sizeof(float)")
  NDX_ENTRY_METHOD(ndim, "write t.dim()")
  NDX_ENTRY_METHOD(ne, "write a != b")
  NDX_ENTRY_METHOD(neg, "write -t")
  NDX_ENTRY_METHOD(new_empty, "write empty<float>({2, 3})")
  NDX_ENTRY_METHOD(new_full, "write full<float>({2, 3}, x)")
  NDX_ENTRY_METHOD(new_ones, "write ones<float>({2, 3})")
  NDX_ENTRY_METHOD(new_zeros, "write zeros<float>({2, 3})")
  NDX_ENTRY_METHOD(normal_, "write t.copy_(randn(t.shape())), of ndx/tensor/normal_numbers.hpp")
  NDX_ENTRY_METHOD(numpy, "write t.to_vector(), or to_dlpack(t), of ndx/interop/dlpack.hpp")
  NDX_ENTRY_METHOD(permute_dims, "write t.permute({1, 0})")
  NDX_ENTRY_METHOD(rank, "write t.dim()")
  NDX_ENTRY_METHOD(requires_grad, "there are no gradients: leave it out")
  NDX_ENTRY_METHOD(requires_grad_, "there are no gradients: leave it out")
  NDX_ENTRY_METHOD(reshape_as, "write t.reshape(other.shape())")
  NDX_ENTRY_METHOD(
      resize_, "a tensor keeps its size: write t = t.reshape({2, 3}), or t = empty<float>({2, 3})")
  NDX_ENTRY_METHOD(rightCols, "write t.index({Slice(), Slice(-n)})")
  NDX_ENTRY_METHOD(row, "write t.select(0, i)")
  NDX_ENTRY_METHOD(rowwise, "write a function of dim 1, sum(t, 1)")
  NDX_ENTRY_METHOD(segment, "write t.index({Slice(i, i + n)})")
  NDX_ENTRY_METHOD(setConstant, "write t.fill_(x)")
  NDX_ENTRY_METHOD(setOnes, "write t.fill_(1)")
  NDX_ENTRY_METHOD(setRandom, "write t.copy_(rand(t.shape())), of ndx/tensor/random.hpp")
  NDX_ENTRY_METHOD(setZero, "write t.fill_(0)")
  NDX_ENTRY_METHOD(sort_, "write t.copy_(sort_values(t))")
  NDX_ENTRY_METHOD(squaredNorm, "write sum(square(t))")
  NDX_ENTRY_METHOD(squeeze_, "write t = t.squeeze()")
  NDX_ENTRY_METHOD(sub, "write a - b")
  NDX_ENTRY_METHOD(sub_, "write t -= x")
  NDX_ENTRY_METHOD(swapdims, "write t.transpose(0, 1)")
  NDX_ENTRY_METHOD(t_, "write t = t.transpose()")
  NDX_ENTRY_METHOD(tail, "write t.index({Slice(-n)})")
  NDX_ENTRY_METHOD(tolist, "write t.to_vector()")
  NDX_ENTRY_METHOD(topRows, "write t.index({Slice(None, n)})")
  NDX_ENTRY_METHOD(toType, "write t.to<float>()")
  NDX_ENTRY_METHOD(transpose_, "write t = t.transpose(0, 1)")
  NDX_ENTRY_METHOD(type, "write t.to<float>(), or t.dtype() for the one that it has")
  NDX_ENTRY_METHOD(type_as, "write t.to<float>()")
  NDX_ENTRY_METHOD(unaryExpr, "write map_into(out, f, t), of ndx/ops/into.hpp")
  NDX_ENTRY_METHOD(uniform_, "write t.copy_(rand(t.shape())), of ndx/tensor/random.hpp")
  NDX_ENTRY_METHOD(unsqueeze_, "write t = t.unsqueeze(0)")
  NDX_ENTRY_METHOD(view_as, "write t.view(other.shape())")
  NDX_ENTRY_METHOD(zero_, "write t.fill_(0)")
#undef NDX_ENTRY_METHOD

  // Names of variables in members of tensors too, of which -Wshadow would warn.
  NDX_ENTRY_FUNCTION(copy, "write t.clone()")
  NDX_ENTRY_FUNCTION(length, "write t.size(0), or t.numel()")
  NDX_ENTRY_FUNCTION(outer, "outer is a function: write outer(a, b), of ndx/ops/products.hpp")
  NDX_ENTRY_FUNCTION(t, "write t.transpose()")
#undef NDX_ENTRY_FUNCTION

  // Members by which generic code may tell what a class is: it does not find these.
#if defined(__clang__)
#define NDX_ENTRY_END NDX_ENTRY_REFUSED
#else
#define NDX_ENTRY_END(text) = delete
#endif
#define NDX_ENTRY(name, returned, text)                                   \
  template <class First = std::initializer_list<DimsItem>, class... Args> \
  returned name(const First& = {}, const Args&...) const NDX_ENTRY_END(text);
  NDX_ENTRY(cols, write_t_size_1, "write t.size(1)")
  NDX_ENTRY(push_back, write_cat, "a tensor keeps its size: write cat({t, more})")
  NDX_ENTRY(resize, write_t_reshape_or_t_assigned_empty,
            "a tensor keeps its size: write t.reshape({2, 3}), or t = empty<float>({2, 3})")
  NDX_ENTRY(rows, write_t_size_0, "write t.size(0)")
#undef NDX_ENTRY
#undef NDX_ENTRY_END

  static const write_t_transpose T __attribute__((unavailable("write t.transpose()")));
#undef NDX_ENTRY_REFUSED
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
};

/// Only meant as a base of tensors and subscripts.
template <class>
class RefusedMethodsOf : public RefusedMethods {};

}  // namespace detail
NDX_NAMESPACE_END
