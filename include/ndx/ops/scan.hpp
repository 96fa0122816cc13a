// Running sums and products along a dim: cumsum and cumprod.
#pragma once

#include <ndx/kernel/walk.hpp>
#include <ndx/ops/averages.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// out[i] = in[0] ∘ … ∘ in[i] along `dim`, where the reducer R says what ∘ is.
template <class Result, class R, class In>
Tensor<Result> scan(const char* call, const R& reducer, const Tensor<In>& t, index_t dim) {
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  const Tensor<Result> out = make_uninitialized<Result>(call, t.shape());
  if (out.numel() == 0) return out;
  Dims lines = t.shape();
  lines[place] = 1;
  const index_t count = t.shape()[place];
  const index_t step = t.strides()[place];
  const index_t out_step = out.strides()[place];
  const Loop<2> loop = make_loop<2>(lines, {out.strides(), t.strides()});
  kernel::for_each_coordinate(loop, loop.rank, {}, [&](const Offsets<2>& at) {
    Result* const to = out.data() + at[0];
    const In* const from = t.data() + at[1];
    auto total = reducer.identity();
    for (index_t i = 0; i < count; ++i) {
      total = reducer.step(total, kernel::element(from, i * step));
      to[i * out_step] = convert_element<Result>(total);
    }
  });
  return out;
}

}  // namespace detail

/// The sums of the elements up to each one along `dim`. Returns a fresh tensor of t's shape; types
/// as for sum: integers are added in 64 bits, floats in double. Throws IndexError for a dim out of
/// range.
///   cumsum(tensor({1, 2, 3}), 0) -> 1 3 6
template <NumberTensor A>
[[nodiscard]] auto cumsum(const A& t, index_t dim) {
  using T = detail::element_t<A>;
  return detail::scan<detail::total_t<T>>("cumsum", detail::Sum<computed_t<T>>{}, t, dim);
}
/// The products of the elements up to each one along `dim`.
template <NumberTensor A>
[[nodiscard]] auto cumprod(const A& t, index_t dim) {
  using T = detail::element_t<A>;
  return detail::scan<detail::total_t<T>>("cumprod", detail::Product<computed_t<T>>{}, t, dim);
}

/// Over all elements in row-major order: a tensor of rank 1, as NumPy gives without an axis.
template <NumberTensor A>
[[nodiscard]] auto cumsum(const A& t) {
  return cumsum(t.ravel(), 0);
}
template <NumberTensor A>
[[nodiscard]] auto cumprod(const A& t) {
  return cumprod(t.ravel(), 0);
}

NDX_NAMESPACE_END
