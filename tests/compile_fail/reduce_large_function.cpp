// expect: capture by reference
// A function that reduces is kept by value, and must be small.
#include <ndx/ndx.hpp>

struct Weights {
  float value[8];
};

void write(const ndx::Tensor<float>& t, const Weights& weights) {
#ifndef MUST_FAIL
  t.index_put_({0}, 1,
               {.reduce = [&weights](float a, float b) { return a + weights.value[0] * b; }});
#else
  t.index_put_({0}, 1,
               {.reduce = [weights](float a, float b) { return a + weights.value[0] * b; }});
#endif
}
