// kmeans.cpp with Eigen.
#include <algorithm>
#include <numeric>

#include <Eigen/Dense>

#include "../program.hpp"

namespace {

using Matrix = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr Eigen::Index kPoints = 20000, kDims = 8, kCentres = 16, kSteps = 8;

Matrix distances(const Matrix& a, const Matrix& b) {
  Matrix result = Matrix::Zero(a.rows(), b.rows());
  for (Eigen::Index d = 0; d < a.cols(); ++d)
    result += (a.col(d).replicate(1, b.rows()).rowwise() - b.col(d).transpose()).square();
  return result;
}

std::vector<Eigen::Index> step(const Matrix& points, Matrix& centres) {
  const Matrix far = distances(points, centres);
  std::vector<Eigen::Index> label(static_cast<std::size_t>(kPoints));
  Matrix sums = Matrix::Zero(kCentres, kDims);
  Eigen::ArrayXf counts = Eigen::ArrayXf::Zero(kCentres);
  for (Eigen::Index i = 0; i < kPoints; ++i) {
    Eigen::Index nearest = 0;
    far.row(i).minCoeff(&nearest);
    label[static_cast<std::size_t>(i)] = nearest;
    sums.row(nearest) += points.row(i);
    counts(nearest) += 1;
  }
  for (Eigen::Index c = 0; c < kCentres; ++c)
    if (counts(c) > 0) centres.row(c) = sums.row(c) / counts(c);
  return label;
}

double cluster(const Matrix& points) {
  Matrix centres(kCentres, kDims);
  for (Eigen::Index c = 0; c < kCentres; ++c) centres.row(c) = points.row(c * (kPoints / kCentres));
  std::vector<Eigen::Index> label;
  for (Eigen::Index i = 0; i < kSteps; ++i) label = step(points, centres);

  const Matrix far = distances(points.topRows(100), points);
  double answer = centres.sum();
  std::vector<Eigen::Index> order(static_cast<std::size_t>(kPoints));
  for (Eigen::Index q = 0; q < far.rows(); ++q) {
    std::iota(order.begin(), order.end(), Eigen::Index{0});
    std::partial_sort(order.begin(), order.begin() + 5, order.end(),
                      [&](Eigen::Index a, Eigen::Index b) { return far(q, a) < far(q, b); });
    for (std::size_t k = 0; k < 5; ++k) {
      answer += far(q, order[k]);
      answer +=
          label[static_cast<std::size_t>(order[k])] == label[static_cast<std::size_t>(q)] ? 1 : 0;
    }
  }
  return answer;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<float> values = bench::uniform(kPoints * kDims, 13);
  const Matrix points = Eigen::Map<const Matrix>(values.data(), kPoints, kDims);
  return bench::measure(argc, argv, [&] { return cluster(points); });
}
