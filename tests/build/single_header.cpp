// A program of the single header alone: what <ndx/ndx.hpp> leaves out otherwise is there, too.
#include <limits>

#include <ndx/ndx.hpp>

int main() {
  using namespace ndx;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto t = tensor({4.0, nan, 1.0});
  const bool right = nansum(t).item() == 5 && nanmax(t).item() == 4 &&
                     quantile(arange(5), 0.5).item() == 2 &&
                     equal(pad(tensor({1, 2}), 1, "edge"), tensor({1, 1, 2, 2})) &&
                     rand({3}, 7).numel() == 3 && sum(randperm(4)).item() == 6 &&
                     equal(bincount(tensor({0, 2, 2})), tensor<index_t>({1, 0, 2})) &&
                     equal(concatenate({tensor({1}), tensor({2})}), tensor({1, 2})) &&
                     tensor({0.5F}).to<float16>().item() == float16(0.5F) &&
                     explain(Dims{2, 3}, {0}).shape == Dims{3};
  return right ? 0 : 1;
}
