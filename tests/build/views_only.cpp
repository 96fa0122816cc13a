// A file that makes views only, in each form whose terms are known at compile time to be basic.
#include <cstdint>

#include <ndx/ndx.hpp>

float views_only(const ndx::Tensor<float>& t, std::uint8_t i) {
  using namespace ndx;
  using namespace ndx::literals;
  float sum = 0;
  for (const Tensor<float>& view :
       {t.index(0, Slice(1, None)), t.index(i), t.index(Ellipsis, None, 0),
        t.index(Slice(), 1, 0, 2, i), t.index("0, ::-1"_ix), t.index("..."_ix)})
    sum += view.data()[0];
  const Tensor<float> integer = t[i];
  const Tensor<float> slice = t[Slice(None, None, -1)];
  const Tensor<float> literal = t["..., None, 0"_ix];
  return sum + integer.data()[0] + slice.data()[0] + literal.data()[0];
}
