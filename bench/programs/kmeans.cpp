// Finds the centres of clusters by k-means, and then the nearest neighbours of some points.
#include <ndx/groups.hpp>
#include <ndx/linalg.hpp>
#include <ndx/ndx.hpp>

#include "program.hpp"

using ndx::index_t;
using ndx::None;
using ndx::Slice;
using ndx::Tensor;

namespace {

constexpr index_t kPoints = 20000, kDims = 8, kCentres = 16, kSteps = 8;

/// One step: each point joins its nearest centre, and each centre becomes the mean of its points. A centre
/// without points stays where it is.
Tensor<index_t> step(const Tensor<float>& points, const Tensor<float>& centres) {
  const auto label = ndx::argmin(ndx::cdist(points, centres), 1);
  const auto means = ndx::segment_mean(points, label, kCentres);  // NaN for a centre without points
  centres.copy_(ndx::where(ndx::isnan(means), centres, means));
  return label;
}

double cluster(const Tensor<float>& points) {
  const auto centres = points.index({Slice(None, None, kPoints / kCentres)}).clone();
  Tensor<index_t> label;
  for (index_t i = 0; i < kSteps; ++i) label = step(points, centres);

  const auto queries = points.index({Slice(0, 100)});
  const auto near = ndx::topk(ndx::cdist(queries, points), 5, 1, /*largest=*/false);
  const auto alike = label.index({near.indices}) == label.index({Slice(0, 100), None});
  return ndx::sum(centres).item() + ndx::sum(ndx::square(near.values)).item() +
         ndx::count_nonzero(alike).item();
}

}  // namespace

int main(int argc, char** argv) {
  const auto points = ndx::tensor(bench::uniform(kPoints * kDims, 13)).reshape({kPoints, kDims});
  return bench::measure(argc, argv, [&] { return cluster(points); });
}
