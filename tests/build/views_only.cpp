// A file that makes views only, or writes to them, in each form whose terms are known at compile time to be basic.
#include <cstdint>

#include <ndx/ndx.hpp>

float views_only(const ndx::Tensor<float>& t, std::uint8_t i) {
  using namespace ndx;
  using namespace ndx::literals;
  float sum = 0;
  for (const Tensor<float>& view :
       {t.index(0, Slice(1, None)), t.index(i), t.index(Ellipsis, None, 0),
        t.index(Slice(), 1, 0, 2, i), t.index("0, ::-1"_ix), t.index("..."_ix), t.index({0}),
        t.index({Slice(1, None), i}), t.index({"..."}), t.index({"...", None, 0}), t.index({})})
    sum += view.data()[0];
  const Tensor<float> integer = t[i];
  const Tensor<float> slice = t[Slice(None, None, -1)];
  const Tensor<float> literal = t["..., None, 0"_ix];
  const Tensor<float> braces = t[{0, Slice(1, None)}];
  const Tensor<float> dots = t[{"...", i}][0];
  return sum + integer.data()[0] + slice.data()[0] + literal.data()[0] + braces.data()[0] +
         dots.data()[0];
}

void write_to_views_only(ndx::Tensor<float> t, std::uint8_t i) {
  using namespace ndx;
  t[0] = 1;
  t[i][1] = 2.F;
  t[{0, Slice(1, None)}] = 3.;
  t[{"...", 0}] = t.index({1});
  t["0, ::-1"_ix] = {1, 2, 3};
  t.index_put_({i}, 4);
  t.index_put_({0, "..."}, t.index({1, "..."}));
  t.index({0}).index_put_({1}, 5);
}
