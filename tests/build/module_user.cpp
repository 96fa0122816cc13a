// A program that reads, writes and calculates, with the module or with the headers: see module.sh.
#include <iostream>
#include <vector>
#ifdef NDX_TEST_HEADERS
#include <ndx/all.hpp>
#else
import ndx;
#endif

using namespace ndx;
using namespace ndx::literals;
using ndx::indexing::Ellipsis;

Tensor<float> doubled(const Tensor<float>& t);

#ifdef NDX_TEST_SECOND_FILE
Tensor<float> doubled(const Tensor<float>& t) { return t * 2; }
#else
int main() {
  const Tensor<float> t = arange(24.f).view({4, 6});
  const Tensor<index_t> rows = tensor<index_t>({2, 0, 2});
  std::cout << t.index({rows, Slice(1, 3)}) << '\n'
            << t.index("1, ::2"_ix) << t.index({Ellipsis, 0}) << '\n';
  t[{Slice(), 0}] = -1.f;
  t.index_put_({t < 0.f}, 7.f);
  t[{rows, 1}] += 1.f;
  t.index_put_({rows, 2}, 1.f, {.reduce = Reduce::add});
  for (float& value : t) value += 1;
  std::cout << t << sum(t, 1) << mean(t) << '\n' << t(1, 2) << (t[0] == t[1]) << !(t > 3.f) << '\n';
  std::cout << sort(t.flatten(), -1, true).values << unique(t).values << where(t > 5.f, t, 0.f)
            << '\n';
  std::cout << exp(t[0]) + 1 << nonzero(t[0] > 5.f) << softmax(t, 1) << cat({t, t}, 0).shape()
            << '\n';
  std::cout << std::vector<TensorIndex>{0, Slice(), newaxis} << explain(t, {rows, Slice()}) << '\n';
  add_into(t, t, 1.f);
  std::cout << max(t, 0).values << float16(1.5f) << Tensor<float16>(t.to<float16>()) << '\n';
  try {
    std::cout << t.index({9});
  } catch (const IndexError& error) {
    std::cout << doubled(t[0]) << error.what() << '\n';
  }
}
#endif
