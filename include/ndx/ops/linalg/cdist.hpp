// cdist: the distances between all pairs of rows of two matrices, without a tensor of all differences.
#pragma once

#include <limits>

#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/core/number_text.hpp>
#include <ndx/ops/linalg/matmul.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

// How the differences of two rows are added up to a distance, which is the total unless `finish` says otherwise.
struct TotalIsDistance {
  template <class T>
  T finish(T total) const {
    return total;
  }
};
struct SquaresOfDifferences {
  template <class T>
  T add(T sum, T difference) const {
    return sum + difference * difference;
  }
  template <class T>
  T finish(T sum) const {
    return libm::sqrt(sum);
  }
};
struct SizesOfDifferences : TotalIsDistance {
  template <class T>
  T add(T sum, T difference) const {
    return sum + libm::abs(difference);
  }
};
struct LargestDifference : TotalIsDistance {
  template <class T>
  T add(T largest, T difference) const {
    const T size = libm::abs(difference);
    return size > largest || size != size ? size : largest;
  }
};
struct NumberOfDifferences : TotalIsDistance {
  template <class T>
  T add(T count, T difference) const {
    return count + (difference == T{0} ? T{0} : T{1});
  }
};
struct PowersOfDifferences {
  double p;
  template <class T>
  T add(T sum, T difference) const {
    return sum + libm::pow(libm::abs(difference), static_cast<T>(p));
  }
  template <class T>
  T finish(T sum) const {
    return libm::pow(sum, static_cast<T>(1 / p));
  }
};

/// Writes the distances of the rows of `a` and of `b`. `packed` has room for b, in panels of kDistances rows.
inline constexpr index_t kDistances = 64;
template <class T, class By>
void write_distances(const By& by, const Matrix<const T>& a, const Matrix<const T>& b, T* packed,
                     const Matrix<T>& out) {
  const index_t depth = a.columns;
  const index_t panels = (b.rows + kDistances - 1) / kDistances;
  const auto count = [&](index_t panel) {
    return b.rows - panel * kDistances < kDistances ? b.rows - panel * kDistances : kDistances;
  };
  for (index_t panel = 0; panel < panels; ++panel)
    pack<kDistances>(b.transposed(), 0, depth, panel * kDistances, count(panel),
                     packed + panel * kDistances * depth);
  const UnitCost row{static_cast<double>(b.rows) * double{sizeof(T)},
                     static_cast<double>(panels * kDistances * depth) / 4};
  run_parts(a.rows, parts_for(a.rows, row), [&](index_t begin, index_t end) {
    for (index_t i = begin; i < end; ++i) {
      const T* from = packed;
      for (index_t panel = 0; panel < panels; ++panel) {
        T sums[std::size_t{kDistances}] = {};
        for (index_t k = 0; k < depth; ++k, from += kDistances) {
          const T x = a.at(i, k);
          for (index_t j = 0; j < kDistances; ++j) sums[j] = by.add(sums[j], x - from[j]);
        }
        for (index_t j = 0; j < count(panel); ++j)
          out.at(i, panel * kDistances + j) = by.finish(sums[j]);
      }
    }
  });
}

template <class T, class By>
Tensor<T> distances_by(const By& by, const Tensor<T>& a, const Tensor<T>& b) {
  constexpr const char* call = "cdist";
  const auto out = make_uninitialized<T>(call, shape_of_pairs(call, a, b, a.size(-2), b.size(-2)));
  if (out.numel() == 0) return out;
  const auto packed = make_uninitialized<T>(
      call, Dims{(b.size(-2) + kDistances - 1) / kDistances, a.size(-1), kDistances});
  for_each_pair(out, a, b, [&](const Offsets<3>& at) {
    write_distances(by, matrix_of<const T>(a, at[1]), matrix_of<const T>(b, at[2]), packed.data(),
                    matrix_of<T>(out, at[0]));
  });
  return out;
}

/// Returns the distances by the p-norm.
template <class T>
Tensor<T> distances(const Tensor<T>& a, const Tensor<T>& b, double p) {
  if (p == 2) return distances_by(SquaresOfDifferences{}, a, b);
  if (p == 1) return distances_by(SizesOfDifferences{}, a, b);
  if (p == 0) return distances_by(NumberOfDifferences{}, a, b);
  if (p > std::numeric_limits<double>::max()) return distances_by(LargestDifference{}, a, b);
  return distances_by(PowersOfDifferences{p}, a, b);
}

}  // namespace detail

/// Returns the distances between each row of `a` and each row of `b`, by the p-norm of their difference: (…, n, d) and
/// (…, m, d) -> (…, n, m). p is 2, 1, infinity or any other number that is not negative; 0 counts the elements that
/// differ. The other dims are broadcast. Integers give double, other types keep theirs, float16 is computed in float.
/// Each distance adds its differences in order, on any number of threads. Throws ShapeError below rank 2 and for rows of
/// different sizes, ValueError for a negative p and NaN. Source: PyTorch's cdist.
///   cdist(tensor({{0.0, 0.0}}), tensor({{3.0, 4.0}, {0.0, 1.0}})) -> 5 1
///   cdist(t(5,4,3), t(2,3)) -> (5,4,2)
template <RealTensor A, RealTensor B>
[[nodiscard]] auto cdist(const A& a, const B& b, double p = 2) {
  using R = detail::function_t<promote_t<detail::element_t<A>, detail::element_t<B>>>;
  using T = computed_t<R>;
  if (a.dim() < 2 || b.dim() < 2 || a.size(-1) != b.size(-1)) [[unlikely]]
    throw_shape_error("cdist: shapes ", a.shape(), " and ", b.shape(),
                      " are not those of matrices with rows of one size");
  if (!(p >= 0)) [[unlikely]]
    throw_value_error("cdist: p ", detail::number_text(p), " must be at least 0");
  return detail::distances(a.template to<T>(), b.template to<T>(), p).template to<R>();
}

NDX_NAMESPACE_END
