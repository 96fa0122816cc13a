// Normal numbers by Marsaglia's polar method, which makes two of a random point in the unit circle: the
// points of a block are drawn first, then their logarithms and roots are taken by vectors.
#pragma once

#include <cstring>

#include <ndx/kernel/math/libm.hpp>
#include <ndx/kernel/math/vector_math.hpp>
#include <ndx/ops/random/random_engine.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Points in the unit circle, without its centre. The scales that make normal numbers of them are of
/// type R.
template <Floating R>
class UnitPoints {
 public:
  static constexpr index_t kMost = 512;

  /// Draws `wanted` points, at most kMost: no more numbers than one at a time would take.
  void draw(RandomEngine& engine, index_t wanted) {
    double numbers[2 * kMost];
    for (index_t found = 0; found < wanted;) {
      const index_t left = wanted - found;
      store_uniform_numbers(engine, numbers, 2 * left);
      for (index_t i = 0; i < left; ++i) {
        Point point;
        std::memcpy(&point, numbers + 2 * i, sizeof(point));
        point = point + point - 1.0;
        points_[found] = point;
        point *= point;
        const double square = point[0] + point[1];
        square_[found] = square;
        found += static_cast<index_t>(square < 1) & static_cast<index_t>(square != 0);
      }
    }
    take_scales(wanted);
  }

  /// Stores the first n normal numbers of the points.
  template <class T>
  void store(T* to, index_t n) const {
    for (index_t i = 0; i < n / 2; ++i) {
      const Point numbers = points_[i] * static_cast<double>(scale_[i]);
      to[2 * i] = static_cast<T>(numbers[0]);
      to[2 * i + 1] = static_cast<T>(numbers[1]);
    }
    if (n % 2 != 0)
      to[n - 1] = static_cast<T>(points_[n / 2][0] * static_cast<double>(scale_[n / 2]));
  }

 private:
  using Point = kernel::VectorOf<double, 16>::Type;

  struct Divide {
    const double* logs;
    const double* squares;
    R* scales;
    NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
      const double* NDX_RESTRICT const log = logs + first;
      const double* NDX_RESTRICT const square = squares + first;
      R* NDX_RESTRICT const to = scales + first;
      for (index_t i = 0; i < count; ++i)
        to[i] = static_cast<R>(-2 * log[i]) / static_cast<R>(square[i]);
      return true;
    }
  };

  /// The square roots of -2 ln(s) / s.
  void take_scales(index_t count) {
    double logs[kMost];
    apply<kernel::VectorForm<kernel::vectors::log>>(count, square_, logs,
                                                    [](double x) { return libm::log(x); });
    kernel::visit_runs(Divide{logs, square_, scale_}, count);
    apply<kernel::VectorForm<kernel::vectors::sqrt>>(count, scale_, scale_,
                                                     [](R x) { return libm::sqrt(x); });
  }
  /// Applies a vector function, or the scalar one where there is none.
  template <class Form, class T, class Scalar>
  static void apply(index_t count, const T* from, T* to, Scalar scalar) {
    if constexpr (requires { Form::vectors(T{}); }) {
      kernel::apply_vectors(Form::vectors(T{}), count, to, from);
    } else {
      for (index_t i = 0; i < count; ++i) to[i] = scalar(from[i]);
    }
  }

  Point points_[kMost];
  double square_[kMost];
  R scale_[kMost];
};

/// Stores n normal numbers, with mean 0 and variance 1.
template <Floating T>
void store_normal_numbers(RandomEngine& engine, T* to, index_t n) {
  using Points = UnitPoints<std::conditional_t<std::is_same_v<T, float>, float, double>>;
  Points points;
  for (index_t i = 0; i < n; i += 2 * Points::kMost) {
    const index_t left = n - i < 2 * Points::kMost ? n - i : 2 * Points::kMost;
    points.draw(engine, (left + 1) / 2);
    points.store(to + i, left);
  }
}

}  // namespace detail
NDX_NAMESPACE_END
