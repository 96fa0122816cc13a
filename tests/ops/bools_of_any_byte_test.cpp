// A bool whose byte is neither 0 nor 1, as files and other libraries have them, is true: each function gives
// what it gives for the same elements as 0 and 1.
#include <complex>

#include <ndx/complex.hpp>
#include <ndx/half.hpp>

#include "support/expect.hpp"

using namespace ndx;

namespace bools_of_any_byte_test {

class BoolsOfAnyByte : public testing::Test {
 protected:
  Tensor<bool> view(unsigned char* bytes) { return borrow(reinterpret_cast<bool*>(bytes), {3, 4}); }
  unsigned char a_bytes_[12] = {0, 2, 255, 1, 0, 3, 2, 0, 1, 4, 255, 0};
  unsigned char b_bytes_[12] = {1, 1, 2, 0, 0, 2, 4, 0, 0, 1, 1, 255};
  const Tensor<bool> a_ = view(a_bytes_);
  const Tensor<bool> b_ = view(b_bytes_);
  const Tensor<bool> a01_ = tensor<bool>({{0, 1, 1, 1}, {0, 1, 1, 0}, {1, 1, 1, 0}});
  const Tensor<bool> b01_ = tensor<bool>({{1, 1, 1, 0}, {0, 1, 1, 0}, {0, 1, 1, 1}});

  template <class F>
  void same_of_one(const F& f) {
    EXPECT_TRUE(array_equal(f(a_), f(a01_)));
    EXPECT_TRUE(array_equal(f(a_.flatten()), f(a01_.flatten())));
  }
  template <class F>
  void same_of_two(const F& f) {
    EXPECT_TRUE(array_equal(f(a_, b_), f(a01_, b01_)));
    EXPECT_TRUE(array_equal(f(a_, b01_), f(a01_, b01_)));
  }
};

TEST_F(BoolsOfAnyByte, AreReduced) {
  same_of_one([](const auto& t) { return sum(t, 0); });
  same_of_one([](const auto& t) { return prod(t, 0); });
  same_of_one([](const auto& t) { return mean(t, 0); });
  same_of_one([](const auto& t) { return var(t, 0); });
  same_of_one([](const auto& t) { return count_nonzero(t, 0); });
  same_of_one([](const auto& t) { return argmax(t, 0); });
  same_of_one([](const auto& t) { return argmax(t); });
  same_of_one([](const auto& t) { return max(t, 0).indices; });
  same_of_one([](const auto& t) { return amin(t, 0); });
  same_of_one([](const auto& t) { return cumsum(t, 0); });
  same_of_one([](const auto& t) { return cumprod(t, 0); });
  same_of_one([](const auto& t) { return logsumexp(t, 0); });
}

TEST_F(BoolsOfAnyByte, AreSortedAndSearched) {
  same_of_one([](const auto& t) { return sort(t).values; });
  same_of_one([](const auto& t) { return argsort(t); });
  same_of_one([](const auto& t) { return argsort(t, -1, true); });
  same_of_one([](const auto& t) { return topk(t, 2).indices; });
  same_of_one([](const auto& t) { return kthvalue(t, 2).indices; });
  same_of_one([](const auto& t) { return unique(t).values; });
  same_of_one([](const auto& t) { return unique(t, {.return_inverse = true}).inverse; });
  same_of_one([](const auto& t) { return nonzero(t); });
  same_of_one([](const auto& t) { return bincount(t.flatten()); });
  same_of_two([](const auto& t, const auto& v) {
    return searchsorted(sort(t.flatten()).values, v, "right");
  });
}

TEST_F(BoolsOfAnyByte, AreCalculatedWith) {
  same_of_two([](const auto& a, const auto& b) { return a + b; });
  same_of_two([](const auto& a, const auto& b) { return a * b; });
  same_of_two([](const auto& a, const auto& b) { return hypot(a, b); });
  same_of_two([](const auto& a, const auto& b) { return a & b; });
  same_of_two([](const auto& a, const auto& b) { return a | b; });
  same_of_two([](const auto& a, const auto& b) { return a ^ b; });
  same_of_two([](const auto& a, const auto& b) { return a == b; });
  same_of_two([](const auto& a, const auto& b) { return a != b; });
  same_of_two([](const auto& a, const auto& b) { return a < b; });
  same_of_two([](const auto& a, const auto& b) { return a >= b; });
  same_of_two([](const auto& a, const auto& b) { return maximum(a, b); });
  same_of_two([](const auto& a, const auto& b) { return minimum(a, b); });
  same_of_two([](const auto& a, const auto& b) { return logical_xor(a, b); });
  same_of_two([](const auto& a, const auto& b) { return isclose(a, b); });
  same_of_two([](const auto& a, const auto& b) { return where(a, a, b); });
  same_of_one([](const auto& a) { return !a; });
  same_of_one([](const auto& a) { return ~a; });
  same_of_one([](const auto& a) { return a * 2.5; });
  same_of_one([](const auto& a) { return a + 1; });
  same_of_one([](const auto& a) { return a == true; });
  same_of_one([](const auto& a) { return exp(a); });
  same_of_one([](const auto& a) { return softmax(a, 0); });
}

TEST_F(BoolsOfAnyByte, AreConverted) {
  same_of_one([](const auto& a) { return a.template to<std::uint8_t>(); });
  same_of_one([](const auto& a) { return a.template to<int>(); });
  same_of_one([](const auto& a) { return a.template to<std::int64_t>(); });
  same_of_one([](const auto& a) { return a.template to<float>(); });
  same_of_one([](const auto& a) { return a.template to<double>(); });
  same_of_one([](const auto& a) { return a.template to<float16>(); });
  same_of_one([](const auto& a) { return a.template to<std::complex<float>>(); });
}

}  // namespace bools_of_any_byte_test
