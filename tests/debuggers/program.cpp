// A program for debuggers to stop in: one variable of each kind that they show.
#include <complex>

#include <ndx/ndx.hpp>
#include <ndx/tensor/half_elements.hpp>

namespace {

using namespace ndx;

struct Point {
  int x, y;
};

/// Where the test stops. Not inlined, so that it has a frame of its own.
[[gnu::noinline]] void look(const void* /*variables*/) { asm volatile(""); }

void variables() {
  const auto matrix = arange<float>(6).reshape({2, 3});
  const auto transposed = matrix.transpose();
  const auto reversed = arange(4).flip();
  const auto every_second = arange<std::int16_t>(-2, 8).slice(0, Slice(None, None, 2));
  const auto repeated = tensor({7}).expand({2, 2});
  const auto mask = tensor({true, false});
  const auto bytes = tensor<std::int8_t>({-128, 127});
  const auto naturals = tensor<std::uint64_t>({0, UINT64_MAX});
  const auto tenths = tensor({0.1f, 1e20f, -1.5f});
  const auto doubles = tensor({0.1, 1.0 / 3, 1e300});
  const auto waves = tensor({{std::complex<float>(1, -2)}, {std::complex<float>(0, 0.5F)}});
  const auto halves = tensor<float16>({float16(0.1f), float16(-65504.f)});
  const auto brains = tensor<bfloat16>({bfloat16(0.1f), bfloat16(3e38f)});
  const auto scalar = tensor(2.5);
  const auto empty_rows = zeros<float>({0, 3});
  const auto points = full({2}, Point{1, -2});
  const auto cube = arange(8).reshape({2, 2, 2});
  const auto many = arange(1000).reshape({10, 100});
  const auto deep = zeros<bool>({3, 3, 3, 3, 3, 3});
  const Tensor<const float> read_only = matrix;
  const Tensor<float>& reference = matrix;
  const Tensor<float> nothing;
  alignas(Tensor<float>) const unsigned char bytes_of_ones[sizeof(Tensor<float>)] = {
      255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
      255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255,
      255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255};
  const auto* const garbage = reinterpret_cast<const Tensor<float>*>(bytes_of_ones);

  const TensorIndex none = None;
  const TensorIndex dots = "...";
  const TensorIndex integer = -5;
  const TensorIndex truth = true;
  const TensorIndex range = Slice(1, None, -2);
  const TensorIndex list = tensor({0, 2});
  const TensorIndex row_mask = mask;
  const Slice all;
  const Slice part(1, 3);
  const SliceBound open;
  const Dims shape{2, 3};
  const Dims no_dims;
  const DimsView view = matrix.strides();
  const float16 half(0.1f);
  const bfloat16 brain(-2.f);

  const void* const addresses[] = {
      &matrix,     &transposed, &reversed, &every_second, &repeated, &mask,      &bytes,
      &naturals,   &tenths,     &doubles,  &waves,        &halves,   &brains,    &scalar,
      &empty_rows, &points,     &cube,     &many,         &deep,     &read_only, &nothing,
      &reference,  &none,       &dots,     &integer,      &truth,    &range,     &list,
      &row_mask,   &all,        &part,     &open,         &shape,    &no_dims,   &view,
      &half,       garbage,     &brain};
  look(addresses);
}

}  // namespace

/// gdb_test.sh steps through these lines, and must not stop in a function of ndx.
static float sum_of_elements(const ndx::Tensor<float>& t) {
  const auto a = t.accessor<2>();
  float sum = t(0, 1);
  sum += t.at(1, 1);
  sum += a(1, 2);
  sum += a[1][0];
  return sum;
}

int main() {
  variables();
  return sum_of_elements(ndx::zeros<float>({2, 3})) == 0 ? 0 : 1;
}
