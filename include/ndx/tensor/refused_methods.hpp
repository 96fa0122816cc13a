// Methods that tensors have in NumPy and PyTorch, and that are functions here or have another name:
// they say what to write, t.sum(0) that it is sum(t, 0).
//
// Not among them are names by which generic code tells what a class is: size() without a dim, real().
#pragma once

#include <initializer_list>

#include <ndx/base/dims.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Only meant as a base of tensors and subscripts.
class RefusedMethods {
 public:
// Takes anything, template arguments and braces too. `auto`, so that the message comes before those
// on what is done with the result.
#define NDX_ENTRY_METHOD(name, text)                                                      \
  template <class X = void, class First = std::initializer_list<DimsItem>, class... Args> \
  auto name(const First& /*first*/ = {}, const Args&... /*args*/) const {                 \
    static_assert(kNever<X, First>, text);                                                \
  }

#define NDX_ENTRY(name) NDX_ENTRY_METHOD(name, #name " is a function: write " #name "(t)")
  // clang-format off: one list
#define NDX_ENTRY_EACH(X) \
  X(abs) X(all) X(allclose) X(amax) X(amin) X(any) X(argmax) X(argmin) X(argpartition) X(argsort) \
  X(bincount) X(ceil) X(clamp) X(clip) X(cos) X(count_nonzero) X(cumprod) X(cumsum) X(diag) X(diff) \
  X(dot) X(equal) X(exp) X(floor) X(floor_divide) X(fmod) X(gather) X(index_add) X(index_add_) \
  X(index_copy) X(index_copy_) X(index_fill) X(index_fill_) X(index_select) X(isclose) X(isfinite) X(isin) X(isinf) X(isnan) \
  X(kthvalue) X(log) X(log10) X(log1p) X(log2) X(log_softmax) X(logical_and) X(logical_not) X(logical_or) \
  X(logsumexp) X(masked_fill) X(masked_fill_) X(masked_scatter_) X(masked_select) X(max) X(maximum) X(mean) \
  X(median) X(min) X(minimum) X(moveaxis) X(nan_to_num) X(nansum) X(nonzero) X(norm) X(outer) X(partition) X(percentile) X(pow) X(prod) \
  X(ptp) X(put_) X(quantile) X(reciprocal) X(remainder) X(repeat) X(repeat_interleave) X(roll) X(rot90) X(round) \
  X(scatter) X(scatter_) X(scatter_add) X(scatter_add_) X(scatter_reduce) X(scatter_reduce_) X(searchsorted) \
  X(sigmoid) X(sign) X(sin) X(softmax) X(sort) X(sqrt) X(square) X(std) X(sum) X(swapaxes) X(take) X(tan) X(tanh) X(tile) \
  X(topk) X(trace) X(tril) X(triu) X(trunc) X(unique) X(var) X(where)
  // clang-format on
  NDX_ENTRY_EACH(NDX_ENTRY)
#undef NDX_ENTRY_EACH
#undef NDX_ENTRY

  NDX_ENTRY_METHOD(add, "write a + b")
  NDX_ENTRY_METHOD(add_, "write t += x")
  NDX_ENTRY_METHOD(astype, "write t.to<float>()")
  NDX_ENTRY_METHOD(col, "write t.select(1, j)")
  NDX_ENTRY_METHOD(copy, "write t.clone()")
  NDX_ENTRY_METHOD(div, "write a / b")
  NDX_ENTRY_METHOD(div_, "write t /= x")
  NDX_ENTRY_METHOD(eq, "write a == b")
  NDX_ENTRY_METHOD(fill, "write t.fill_(x)")
  NDX_ENTRY_METHOD(fill_diagonal_, "write t.diagonal().fill_(x)")
  NDX_ENTRY_METHOD(ge, "write a >= b")
  NDX_ENTRY_METHOD(gt, "write a > b")
  NDX_ENTRY_METHOD(le, "write a <= b")
  NDX_ENTRY_METHOD(lt, "write a < b")
  NDX_ENTRY_METHOD(matmul, "write matmul(a, b), of ndx/interop/eigen_products.hpp")
  NDX_ENTRY_METHOD(mm, "write matmul(a, b), of ndx/interop/eigen_products.hpp")
  NDX_ENTRY_METHOD(mul, "write a * b")
  NDX_ENTRY_METHOD(mul_, "write t *= x")
  NDX_ENTRY_METHOD(ndim, "write t.dim()")
  NDX_ENTRY_METHOD(ne, "write a != b")
  NDX_ENTRY_METHOD(row, "write t.select(0, i)")
  NDX_ENTRY_METHOD(sort_, "write t.copy_(sort_values(t))")
  NDX_ENTRY_METHOD(sub, "write a - b")
  NDX_ENTRY_METHOD(sub_, "write t -= x")
  NDX_ENTRY_METHOD(t, "write t.transpose()")
  NDX_ENTRY_METHOD(tolist, "write t.to_vector()")
  NDX_ENTRY_METHOD(zero_, "write t.fill_(0)")
#undef NDX_ENTRY_METHOD
};

}  // namespace detail
NDX_NAMESPACE_END
