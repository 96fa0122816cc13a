// Prepares an image for a network: crop, mirror, normalise, mask what is dark, shrink, pad, and store the
// channels first; and counts its brightness.
#include <ndx/ndx.hpp>
#include <ndx/numpy.hpp>

#include "program.hpp"

using ndx::index_t;
using ndx::None;
using ndx::Slice;
using ndx::Tensor;

namespace {

constexpr index_t kHeight = 480, kWidth = 640;

/// (height, width, channels) -> (rows, columns, channels) by the nearest pixel.
Tensor<float> resize(const Tensor<float>& image, index_t rows, index_t columns) {
  const auto row = ndx::floor_divide(ndx::arange(rows) * image.size(0), rows);
  const auto column = ndx::floor_divide(ndx::arange(columns) * image.size(1), columns);
  return image.index({row.index({Slice(), None}), column});
}

double prepare(const Tensor<std::uint8_t>& image) {
  const auto crop = image.index({Slice(16, -16), Slice(32, -32, None)});  // a view
  const auto mirrored = crop.flip(1);
  auto colours = mirrored.to<float>() / 255.f;

  const auto weights = ndx::tensor({0.299f, 0.587f, 0.114f});
  const auto grey = ndx::sum(colours * weights, -1);
  const auto brightness = ndx::bincount(ndx::clamp((grey * 16.f).to<index_t>(), 0, 15).flatten());

  const auto mean = ndx::mean(colours, {0, 1});
  const auto deviation = ndx::std(colours, {0, 1});
  auto normal = (colours - mean) / deviation;
  normal.index_put_({grey < 0.25f}, 0.f);                          // dark pixels
  normal.index_put_({"...", 0}, normal.index({"...", 0}) * 0.5f);  // less red

  const auto small = resize(normal, 224, 288);
  const auto padded = ndx::pad(small, {{8, 8}, {8, 8}, {0, 0}}, {.mode = ndx::PadMode::reflect});
  const auto channels_first = padded.permute({2, 0, 1}).contiguous();
  return ndx::sum(ndx::abs(channels_first)).item() + ndx::max(brightness).item() +
         channels_first(2, 100, 200);
}

}  // namespace

int main(int argc, char** argv) {
  const auto image = (ndx::tensor(bench::noise(kHeight * kWidth * 3, 11)) % 256)
                         .to<std::uint8_t>()
                         .reshape({kHeight, kWidth, 3});
  return bench::measure(argc, argv, [&] { return prepare(image); });
}
