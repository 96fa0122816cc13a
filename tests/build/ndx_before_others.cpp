// A program that calls the functions of <ndx/ndx.hpp> before it includes the other public headers. With the
// compiled library these declare what the library has. A function that was compiled before would be an error.
#include <ndx/ndx.hpp>

namespace {

using namespace ndx;

template <class T>
double call_all() {
  const Tensor<T> t = (arange(24) % 2).reshape({4, 6}).to<T>();
  const Tensor<bool> mask = t == T(1);
  const Tensor<index_t> i = tensor<index_t>({1, 0, 3});
  const Tensor<T> w = t.clone();
  w.index_put_({i}, T(1));
  w.index_put_({mask}, T(1));
  w.index_put_({i, i}, T(1), {.reduce = Reduce::maximum});
  double total = sum(t).template to<double>().item() + mean(t).template to<double>().item();
  const auto take = [&](const auto& result) { total += static_cast<double>(result.numel()); };
  take(amax(t, 0)), take(max(t)), take(argmax(t)), take(argmin(t, 0)), take(prod(t)),
      take(var(t, 0));
  take(any(t)), take(all(t, 0)), take(count_nonzero(t, 0)), take(cumsum(t, 0)), take(cumprod(t, 1));
  take(sort(t).values), take(argsort(t)), take(topk(t, 2).values), take(unique(t).values),
      take(softmax(t, 1));
  take(t.index({i})), take(t.index({mask})), take(nonzero(t)), take(where(mask, t, T(0)));
  take(cat({t, t}, 0)), take(stack({t, t}, 0)), take(roll(t, 1, 0)), take(tile(t, {2, 1}));
  take(take_along_dim(t, argsort(t), 1)), take(scatter(t, 0, zeros<index_t>({1, 6}), t));
  take(searchsorted(t[0], t)), take(exp(t)), take(sqrt(t)), take(t + t), take(t * T(1)),
      take(t < t);
  take(maximum(t, t)), take(clamp(t, T(0), T(1))), take(masked_select(t, mask));
  return total + (equal(t, t) ? 1 : 0) + (allclose(t, t) ? 1 : 0);
}

}  // namespace

#include <ndx/all.hpp>

int main() {
  using namespace ndx;
  const double bools = call_all<bool>();
  const double ints = call_all<int>();
  const auto t = arange(6).reshape({2, 3});
  const bool after = sum(isin(t, tensor<index_t>({1, 5}))).item() == 2 &&
                     pad(t, 1, "edge").numel() == 20 && norm(t.to<double>()).item() > 7 &&
                     quantile(t, 0.5).item() == 2.5 && bincount(t[0]).numel() == 3 &&
                     amax(t).item() == 5;
  return bools > 0 && ints > 0 && after ? 0 : 1;
}
