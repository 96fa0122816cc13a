// Methods that tensors have in NumPy, PyTorch and Eigen, and that are functions here or have
// another name. Calling one does not compile, and the message says what to write: for t.sum(0) it
// is sum(t, 0).
//
// Names by which generic code tells what a class is, such as empty() and real(), are left out: a
// concept that asks for them must not find them.
#pragma once

#include <initializer_list>

#include <ndx/base/dims.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

// Return types of refused methods. A compiler that prints no message of ours prints their names.
class write_cat {};
class write_t_numel_or_t_size_dim {};
class write_t_reshape_or_t_assigned_empty {};
class write_t_size_0 {};
class write_t_size_1 {};
class write_t_transpose {
 public:
  template <class... Args>
  void operator()(const Args&... /*arguments*/) const
      NDX_REFUSE_IF(true, "write t.transpose()");  // for t.T(); the datum T refuses t.T
};

// In g++ each method is a data member, which g++ refuses where it is named, whatever is in the
// parentheses. It compiles in a third of the time that a template takes. Clang would first complain
// that a data member is not called, so in clang each is a template that accepts any arguments,
// template arguments and braces too. g++ prints the error three times, each time with every macro
// that the name went through; so an entry goes through a single macro.
#if defined(__clang__)
#define NDX_ENTRY_ATTRIBUTE(text) __attribute__((diagnose_if(true, text, "error")))
#define NDX_ENTRY_BEGIN NDX_ENTRY_TEMPLATE
#define NDX_ENTRY_REFUSED NDX_ENTRY_ARGUMENTS
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wgcc-compat"
#else
#define NDX_ENTRY_ATTRIBUTE(text) __attribute__((unavailable(text)))
#define NDX_ENTRY_BEGIN static const int
#define NDX_ENTRY_REFUSED NDX_ENTRY_ATTRIBUTE
#endif
#define NDX_ENTRY_TEMPLATE                                                                \
  template <class X = void, class First = std::initializer_list<DimsItem>, class... Args> \
  void
#define NDX_ENTRY_ARGUMENTS(text) \
  (const First& = {}, const Args&...) const NDX_ENTRY_ATTRIBUTE(text)
#define NDX_ENTRY_METHOD(name, text) NDX_ENTRY_BEGIN name NDX_ENTRY_REFUSED(text);
#define NDX_ENTRY_FUNCTION(name, text) NDX_ENTRY_TEMPLATE name NDX_ENTRY_ARGUMENTS(text);

/// Only meant as a base of RefusedMethodsOf<T> and of other classes that depend on a template
/// parameter. If a class has it as a base that does not depend on one, the member T below hides a
/// template parameter of that name.
class RefusedMethods {
 public:
#define NDX_ENTRY(name) \
  NDX_ENTRY_BEGIN name NDX_ENTRY_REFUSED(#name " is a function: write " #name "(t)")
  // clang-format off: one list
  NDX_ENTRY(abs); NDX_ENTRY(acos); NDX_ENTRY(all); NDX_ENTRY(allclose); NDX_ENTRY(amax); NDX_ENTRY(amin);
  NDX_ENTRY(any); NDX_ENTRY(argmax); NDX_ENTRY(argmin); NDX_ENTRY(argpartition); NDX_ENTRY(argsort);
  NDX_ENTRY(argwhere); NDX_ENTRY(array_equal); NDX_ENTRY(asin); NDX_ENTRY(atan); NDX_ENTRY(atan2);
  NDX_ENTRY(bincount); NDX_ENTRY(bucketize); NDX_ENTRY(cat); NDX_ENTRY(cbrt); NDX_ENTRY(ceil); NDX_ENTRY(clamp);
  NDX_ENTRY(clamp_max); NDX_ENTRY(clamp_min); NDX_ENTRY(clip); NDX_ENTRY(compress); NDX_ENTRY(copysign);
  NDX_ENTRY(cos); NDX_ENTRY(cosh); NDX_ENTRY(count_nonzero); NDX_ENTRY(cumprod); NDX_ENTRY(cumsum);
  NDX_ENTRY(equal); NDX_ENTRY(exp); NDX_ENTRY(exp2); NDX_ENTRY(expm1); NDX_ENTRY(extract);
  NDX_ENTRY(flatnonzero); NDX_ENTRY(floor); NDX_ENTRY(floor_divide); NDX_ENTRY(fmax); NDX_ENTRY(fmin);
  NDX_ENTRY(fmod); NDX_ENTRY(gather); NDX_ENTRY(hstack); NDX_ENTRY(hypot); NDX_ENTRY(index_add);
  NDX_ENTRY(index_add_); NDX_ENTRY(index_copy); NDX_ENTRY(index_copy_); NDX_ENTRY(index_fill);
  NDX_ENTRY(index_fill_); NDX_ENTRY(index_reduce); NDX_ENTRY(index_reduce_); NDX_ENTRY(index_select);
  NDX_ENTRY(isclose); NDX_ENTRY(isfinite); NDX_ENTRY(isinf); NDX_ENTRY(isnan); NDX_ENTRY(kthvalue);
  NDX_ENTRY(log); NDX_ENTRY(log10); NDX_ENTRY(log1p); NDX_ENTRY(log2); NDX_ENTRY(log_softmax);
  NDX_ENTRY(logical_and); NDX_ENTRY(logical_not); NDX_ENTRY(logical_or); NDX_ENTRY(logical_xor);
  NDX_ENTRY(logsumexp); NDX_ENTRY(masked_fill); NDX_ENTRY(masked_fill_); NDX_ENTRY(masked_scatter);
  NDX_ENTRY(masked_scatter_); NDX_ENTRY(masked_select); NDX_ENTRY(max); NDX_ENTRY(maximum); NDX_ENTRY(mean);
  NDX_ENTRY(min); NDX_ENTRY(minimum); NDX_ENTRY(nan_to_num); NDX_ENTRY(nonzero); NDX_ENTRY(one_hot);
  NDX_ENTRY(partition); NDX_ENTRY(pow); NDX_ENTRY(prod); NDX_ENTRY(ptp); NDX_ENTRY(put_); NDX_ENTRY(reciprocal);
  NDX_ENTRY(relu); NDX_ENTRY(remainder); NDX_ENTRY(repeat); NDX_ENTRY(repeat_interleave); NDX_ENTRY(roll);
  NDX_ENTRY(round); NDX_ENTRY(scatter); NDX_ENTRY(scatter_); NDX_ENTRY(scatter_add); NDX_ENTRY(scatter_add_);
  NDX_ENTRY(scatter_nd); NDX_ENTRY(scatter_reduce); NDX_ENTRY(scatter_reduce_); NDX_ENTRY(searchsorted);
  NDX_ENTRY(select_scatter); NDX_ENTRY(sigmoid); NDX_ENTRY(sign); NDX_ENTRY(sin); NDX_ENTRY(sinh);
  NDX_ENTRY(slice_scatter); NDX_ENTRY(softmax); NDX_ENTRY(sort); NDX_ENTRY(sqrt); NDX_ENTRY(square);
  NDX_ENTRY(stack); NDX_ENTRY(std); NDX_ENTRY(sum); NDX_ENTRY(take); NDX_ENTRY(take_along_axis); NDX_ENTRY(tan);
  NDX_ENTRY(tanh); NDX_ENTRY(tile); NDX_ENTRY(topk); NDX_ENTRY(trunc); NDX_ENTRY(unique); NDX_ENTRY(var);
  NDX_ENTRY(vstack); NDX_ENTRY(where);
  // clang-format on
#undef NDX_ENTRY
  // These are functions of headers that ndx.hpp does not include.
#define NDX_ENTRY(name, header)                                               \
  NDX_ENTRY_BEGIN name NDX_ENTRY_REFUSED(#name " is a function: write " #name \
                                               "(t), of ndx/" #header ".hpp")
  // clang-format off: one list
  NDX_ENTRY(angle, complex); NDX_ENTRY(append, numpy); NDX_ENTRY(array_split, numpy);
  NDX_ENTRY(average, statistics); NDX_ENTRY(conj, complex); NDX_ENTRY(cummax, numpy);
  NDX_ENTRY(cummin, numpy); NDX_ENTRY(diag, numpy); NDX_ENTRY(diagflat, numpy);
  NDX_ENTRY(diff, numpy); NDX_ENTRY(digitize, statistics); NDX_ENTRY(dot, linalg);
  NDX_ENTRY(expand_dims, numpy); NDX_ENTRY(fliplr, numpy); NDX_ENTRY(flipud, numpy);
  NDX_ENTRY(histogram, statistics); NDX_ENTRY(hsplit, numpy); NDX_ENTRY(isin, numpy); NDX_ENTRY(lerp, numpy);
  NDX_ENTRY(logcumsumexp, numpy); NDX_ENTRY(median, statistics); NDX_ENTRY(moveaxis, numpy);
  NDX_ENTRY(nanmax, statistics); NDX_ENTRY(nanmean, statistics); NDX_ENTRY(nanmedian, statistics);
  NDX_ENTRY(nanmin, statistics); NDX_ENTRY(nanquantile, statistics); NDX_ENTRY(nanstd, statistics);
  NDX_ENTRY(nansum, statistics); NDX_ENTRY(nanvar, statistics); NDX_ENTRY(norm, linalg);
  NDX_ENTRY(pad, numpy); NDX_ENTRY(percentile, statistics); NDX_ENTRY(quantile, statistics);
  NDX_ENTRY(rot90, numpy); NDX_ENTRY(swapaxes, numpy); NDX_ENTRY(take_along_dim, numpy);
  NDX_ENTRY(trace, linalg); NDX_ENTRY(tril, numpy); NDX_ENTRY(triu, numpy); NDX_ENTRY(vdot, linalg);
  NDX_ENTRY(vsplit, numpy);
  // clang-format on
#undef NDX_ENTRY
  // These methods work in place in PyTorch; here a function writes into an existing tensor.
#define NDX_ENTRY(name, header) \
  NDX_ENTRY_BEGIN name##_ NDX_ENTRY_REFUSED("write " #name "_into(t, t), of ndx/" #header ".hpp")
  // clang-format off: one list
  NDX_ENTRY(abs, into); NDX_ENTRY(ceil, into); NDX_ENTRY(clamp, into);
  NDX_ENTRY(clip, into); NDX_ENTRY(cos, into); NDX_ENTRY(exp, into);
  NDX_ENTRY(floor, into); NDX_ENTRY(log, into); NDX_ENTRY(pow, into);
  NDX_ENTRY(reciprocal, into); NDX_ENTRY(relu, into); NDX_ENTRY(round, into);
  NDX_ENTRY(sigmoid, into); NDX_ENTRY(sin, into); NDX_ENTRY(sqrt, into);
  NDX_ENTRY(square, into); NDX_ENTRY(tanh, into);
  // clang-format on
#undef NDX_ENTRY

  NDX_ENTRY_METHOD(add, "write a + b")
  NDX_ENTRY_METHOD(add_, "write t += x")
  NDX_ENTRY_METHOD(apply, "write for (float& x : t) x = f(x)")
  NDX_ENTRY_METHOD(array, "operators are element by element: write t")
  NDX_ENTRY_METHOD(backward, "there are no gradients")
  NDX_ENTRY_METHOD(block, "write t.index({Slice(i, i + rows), Slice(j, j + cols)})")
  NDX_ENTRY_METHOD(bottomRows, "write t.index({Slice(-n)})")
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
  NDX_ENTRY_METHOD(H, "write conj(t.transpose()), of ndx/complex.hpp")
  NDX_ENTRY_METHOD(head, "write t.index({Slice(None, n)})")
  NDX_ENTRY_METHOD(itemsize, "write sizeof(float)")
  NDX_ENTRY_METHOD(le, "write a <= b")
  NDX_ENTRY_METHOD(leftCols, "write t.index({Slice(), Slice(None, n)})")
  NDX_ENTRY_METHOD(lt, "write a < b")
  NDX_ENTRY_METHOD(map, "write map_into(t, f, t), of ndx/into.hpp")
  NDX_ENTRY_METHOD(matmul, "write matmul(a, b), of ndx/eigen.hpp")
  NDX_ENTRY_METHOD(maxCoeff, "write max(t)")
  NDX_ENTRY_METHOD(minCoeff, "write min(t)")
  NDX_ENTRY_METHOD(mm, "write matmul(a, b), of ndx/eigen.hpp")
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
  NDX_ENTRY_METHOD(normal_, "write t.copy_(randn(t.shape())), of ndx/random.hpp")
  NDX_ENTRY_METHOD(numpy, "write t.to_vector(), or to_dlpack(t), of ndx/dlpack.hpp")
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
  NDX_ENTRY_METHOD(setRandom, "write t.copy_(rand(t.shape())), of ndx/random.hpp")
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
  NDX_ENTRY_METHOD(unaryExpr, "write map_into(out, f, t), of ndx/into.hpp")
  NDX_ENTRY_METHOD(uniform_, "write t.copy_(rand(t.shape())), of ndx/random.hpp")
  NDX_ENTRY_METHOD(unsqueeze_, "write t = t.unsqueeze(0)")
  NDX_ENTRY_METHOD(view_as, "write t.view(other.shape())")
  NDX_ENTRY_METHOD(zero_, "write t.fill_(0)")
#undef NDX_ENTRY_METHOD
#undef NDX_ENTRY_REFUSED
#undef NDX_ENTRY_BEGIN

  // These are templates with g++ too. astype and cast are called with an element type; the others
  // have names of local variables in members of tensors, about which -Wshadow would warn.
  NDX_ENTRY_FUNCTION(astype, "write t.to<float>()")
  NDX_ENTRY_FUNCTION(cast, "write t.to<float>()")
  NDX_ENTRY_FUNCTION(copy, "write t.clone()")
  NDX_ENTRY_FUNCTION(length, "write t.size(0), or t.numel()")
  NDX_ENTRY_FUNCTION(outer, "outer is a function: write outer(a, b), of ndx/linalg.hpp")
  NDX_ENTRY_FUNCTION(t, "write t.transpose()")
#undef NDX_ENTRY_FUNCTION
#undef NDX_ENTRY_ARGUMENTS
#undef NDX_ENTRY_TEMPLATE

  // Generic code may tell what a class is by these members. They are declared so that it does not
  // find them.
#if defined(__clang__)
#define NDX_ENTRY_END NDX_ENTRY_ATTRIBUTE
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
#undef NDX_ENTRY_ATTRIBUTE
#if defined(__clang__)
#pragma clang diagnostic pop
#endif
};

/// Only meant as a base of tensors and subscripts.
template <class>
class RefusedMethodsOf : public RefusedMethods {};

}  // namespace detail
NDX_NAMESPACE_END
