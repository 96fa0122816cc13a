// Much of the library in one user's file, for many element types: nothing here or in the headers
// may warn under the strict flags that users set, whatever the optimisation.
#include <complex>
#include <iostream>

#include <ndx/all.hpp>
#ifdef NDX_ADAPTER
#include NDX_ADAPTER
#endif

namespace {

using namespace ndx;

struct Pixel {
  unsigned char red, green, blue;
};

template <class T>
void index_and_write(const Tensor<T>& x, const T& value) {
  const auto idx = tensor({0, 1});
  const auto mask = ones<bool>({2});
  x.index_put_({1, Slice(None, None, -1), idx}, value);
  x.index_put_({idx, "..."}, x.index({idx.to<std::uint8_t>()}));
  x.numpy_index_put_({0, Slice(), std::vector<int>{0, 3}}, value, {.bounds = Bounds::wrap});
  x.oindex_put_({mask, mask.expand({3, 2}).select(1, 0)}, value);
  x.vindex_put_({Slice(), idx}, value);
  x.index_into(empty<T>({2, 3, 4}), {idx}, {.bounds = Bounds::clip});
  x[{0, idx}] = value;
  x["1, ::2"_ix] = x["0, ::2"_ix];
  const Plan plan = x.plan({mask});
  plan.write_(x, plan.read(x));
  x.at(0, 0, -1) = x(1, 2, 3);
  for (const T& element : x) static_cast<void>(element);
  const std::vector<Tensor<T>> parts = x.split(1);
  static_cast<void>(cat(parts, 0).copy_(stack(parts, -1).reshape({2, 3, 4})));
  static_cast<void>(roll(tile(x, {1, 2}), 1, -1).flip().permute({2, 0, 1}).unfold(0, 2, 1));
  static_cast<void>(repeat_interleave(x, idx, 0).diagonal().clone().movedim(0, 1));
  static_cast<void>(where(mask.expand({4, 2}).select(0, 0), x.select(2, 0).transpose(), value));
}

template <class T>
void named_writes(const Tensor<T>& x, const T& value) {
  const auto idx = tensor<std::int16_t>({0, 1});
  const auto along = zeros<int>({2, 3, 4});
  index_copy_(x, 0, idx, x);
  index_fill_(x, 0, idx, value);
  masked_fill_(x, zeros<bool>({2, 3, 4}), value);
  masked_scatter_(x, zeros<bool>({4}), x);
  put_(x, idx, value);
  scatter_(x, 0, along, x);
  put_along_axis(x, take_along_axis(along, along, 0), x, 0);
  static_cast<void>(take(x, idx, 1, Bounds::clip));
  static_cast<void>(gather(x, 1, along));
  static_cast<void>(gather_nd(x, tensor({{0, 1}, {1, 2}})));
  static_cast<void>(select_scatter(x, x.select(1, 0), 1, 0));
  static_cast<void>(slice_scatter(x, x, 1, Slice()));
  static_cast<void>(meshgrid({x.ravel(), x.ravel()}));
}

template <class T>
void calculate(const Tensor<T>& x) {
  std::cout << x << (x == x) << (x != T{1}) << "\n";
  static_cast<void>(x + x * T{2} + 1);
  static_cast<void>(x / (x + T{1}));
  static_cast<void>(equal(x, x) && allclose(x, x));
  static_cast<void>(sum(x, {0, -1}, true).select(1, 0).item());
  static_cast<void>(count_nonzero(x, 1).numel() + nonzero(x).numel() + flatnonzero(x).numel());
  static_cast<void>(any(x).item() || all(x).item());
  static_cast<void>(logical_and(x, !x));
  static_cast<void>(compress(x, ones<bool>({4}), -1));
}

template <class T>
void order(const Tensor<T>& x) {
  static_cast<void>((x < x) | (x >= T{1}));
  static_cast<void>(sum(x.template to<double>() > 0.5 * x));
  static_cast<void>(argsort(sort(x, 0).values, -1, true, false));
  static_cast<void>(topk(x, 1).indices);
  static_cast<void>(kthvalue(x, 1, 0).values);
  static_cast<void>(argpartition(x, {0, 1}, 1));
  static_cast<void>(argmax(x, 1) + argmin(x));
  static_cast<void>(unique(x, {.return_inverse = true, .return_counts = true}).values);
  static_cast<void>(unique(x, 1).values);
  static_cast<void>(searchsorted(x.ravel(), x, "right"));
  static_cast<void>(bincount(tensor({0, 2}), x.select(0, 0).select(0, 0).narrow(0, 0, 2)));
  static_cast<void>(x.template to<std::int8_t>().template to<float>());
  static_cast<void>(arange<T>(T{7}).numel());
}

template <class T>
void accumulate(const Tensor<T>& x) {
  const auto idx = tensor({0, 1});
  const auto along = zeros<int>({2, 3, 4});
  x.index_put_({0, Slice(), idx}, T{1}, true);
  x.index_put_({idx}, x, {.reduce = Reduce::minimum, .bounds = Bounds::drop});
  x.index_put_({idx}, x, {.reduce = [](T a, T b) { return a < b ? a : b; }});
  x[idx] += T{1};
  index_add_(x, 0, idx, x, 2);
  scatter_add_(x, 0, along, x);
  scatter_reduce_(x, 0, along, x, "mean");
  index_reduce_(x, 0, idx, x, "amax", false);
  static_cast<void>(scatter_nd_add(x, tensor({{0}}), x.narrow(0, 0, 1)));
  static_cast<void>(abs(-x) + sqrt(exp(x)) - log(x));
}

void files_and_text() {
  save_npy("users_flags.npy", eye<double>(3));
  std::cout << load_npy<double>("users_flags.npy") << map_npy<double>("users_flags.npy").shape()
            << load_npy_any("users_flags.npy").index() << "\n"
            << explain({2, 3, 4}, {0, Slice(), tensor({0, 1})})
            << to_svg(explain({2, 3, 4}, parse_index("..., [0, 1]"))).size() << "\n"
            << rand<float>({2}, 1) << randn<double>({2}, 1) << randint<int>(0, 3, {2}, 1)
            << linspace(0, 1, 3) << one_hot(tensor({0, 1})) << indices({2, 2}) << "\n";
}

void places() {
  const auto x = arange<int>(6).reshape({2, 3});
  static_cast<void>(x.index(ix_(tensor({0, 1}), std::vector<bool>{true, false, true})));
  static_cast<void>(x.index(unravel_index(tensor({0, 5}), {2, 3})));
  static_cast<void>(ravel_multi_index({tensor({0, 1}), 2}, {2, 3}, Bounds::wrap));
  static_cast<void>(x.index(tril_indices(2, 0, 3)));
  static_cast<void>(x.index(diag_indices(2)));
}

template <class T>
void real_numbers(const Tensor<T>& x) {
  index_and_write(x, T{1});
  named_writes(x, T{1});
  calculate(x);
  order(x);
  accumulate(x);
}

}  // namespace

int main() {
  real_numbers(ones<float>({2, 3, 4}));
  index_and_write(zeros<Pixel>({2, 3, 4}), Pixel{});
  static_cast<void>(sum(ones<std::complex<float>>({2, 3})));
  static_cast<void>(pow(ones<long double>({2, 3}), 0.5L));
#ifndef __OPTIMIZE__  // optimised, these would take a minute and could warn of nothing more
  real_numbers(ones<std::int8_t>({2, 3, 4}));
  real_numbers(ones<std::uint64_t>({2, 3, 4}));
  index_and_write(ones<bool>({2, 3, 4}), true);
  named_writes(ones<bool>({2, 3, 4}), true);
  calculate(ones<std::complex<float>>({2, 3, 4}));
  named_writes(zeros<Pixel>({2, 3, 4}), Pixel{});
#endif
  places();
  files_and_text();
}
