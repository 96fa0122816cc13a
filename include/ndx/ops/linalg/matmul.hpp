// matmul, mm and bmm: products of matrices.
//
// Blocks of the result are calculated in parallel, each from tiles (kernel/reduce/product_tiles.hpp). The blocks and the
// order in which an element adds its products are the same for any number of threads.
#pragma once

#include <cstring>

#include <ndx/base/executor.hpp>
#include <ndx/kernel/reduce/product_tiles.hpp>
#include <ndx/ops/core/promote.hpp>
#include <ndx/plan/reduce.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A matrix with any strides.
template <class T>
struct Matrix {
  T* first;
  index_t rows;
  index_t columns;
  index_t row_step;
  index_t column_step;

  [[nodiscard]] T& at(index_t row, index_t column) const {
    return first[row * row_step + column * column_step];
  }
  [[nodiscard]] Matrix transposed() const { return {first, columns, rows, column_step, row_step}; }
};

/// Copies columns first…first+count-1 of rows `begin`…end-1, row by row, to rows of `width` elements. What is missing
/// in these is 0.
template <index_t width, class T>
void pack(const Matrix<const T>& from, index_t begin, index_t end, index_t first, index_t count,
          T* to) {
  for (index_t row = begin; row < end; ++row, to += width) {
    const T* const elements = &from.at(row, first);
    if (count < width) {
      for (index_t c = 0; c < width; ++c) to[c] = c < count ? elements[c * from.column_step] : T{};
    } else if (from.column_step == 1) {
      std::memcpy(to, elements, sizeof(T) * std::size_t{width});
    } else {
      for (index_t c = 0; c < width; ++c) to[c] = elements[c * from.column_step];
    }
  }
}

/// Multiplies two matrices of shapes (m, k) and (k, n).
template <class T>
class MatrixProduct {
 public:
  /// Allocates the memory for products of these sizes.
  MatrixProduct(const char* call, index_t m, index_t k, index_t n)
      : m_(m),
        k_(k),
        n_(n),
        depth_(count(k, 0, kDepth)),
        blocks_(parts(m, kBlockRows) * parts(n, kBlockColumns)),
        shared_(parts_for(blocks_, cost())),
        right_(make_uninitialized<T>(call, Dims{m == 1 ? 0 : parts(n, kWidth), k, kWidth})),
        left_(make_uninitialized<T>(
            call,
            m == 1 ? Dims{k}
                   : Dims{shared_, parts(count(m, 0, kBlockRows), kHeight) * kHeight, depth_})) {}

  void multiply(const Matrix<const T>& left, const Matrix<const T>& right, const Matrix<T>& out) {
    if (m_ == 1) return multiply_row(left, right, out);
    const index_t panels = parts(n_, kWidth);
    run_parts(panels, shared_ < panels ? shared_ : 1, [&](index_t begin, index_t end) {
      for (index_t panel = begin; panel < end; ++panel)
        pack<kWidth>(right, 0, k_, panel * kWidth, count(n_, panel, kWidth),
                     right_.data() + panel * kWidth * k_);
    });
    run_parts(shared_, shared_, [&](index_t part, index_t /*end*/) {
      T* const own = left_.data() + part * left_.stride(0);
      for (index_t block = part_begin(blocks_, shared_, part);
           block < part_begin(blocks_, shared_, part + 1); ++block)
        multiply_block(left, out, block, own);
    });
  }

 private:
  static constexpr index_t kWidth = kernel::kTileColumns<T>;
  static constexpr index_t kHeight = kernel::kTileRows;
  // The packed rows of a block take 128 KB of float, its packed columns as much as they need of a cache beyond.
  static constexpr index_t kBlockRows = 64;
  static constexpr index_t kBlockColumns = 256;
  static constexpr index_t kDepth = 512;

  static index_t parts(index_t size, index_t part) { return (size + part - 1) / part; }
  static index_t count(index_t size, index_t part, index_t length) {
    return size - part * length < length ? size - part * length : length;
  }
  [[nodiscard]] UnitCost cost() const {
    const auto elements =
        static_cast<double>(count(m_, 0, kBlockRows) * count(n_, 0, kBlockColumns));
    return {elements * double{sizeof(T)}, elements * static_cast<double>(k_) / 16};
  }

  /// Multiplies a row by a matrix, of which each element is used once, so that packing it would take longer.
  void multiply_row(const Matrix<const T>& left, const Matrix<const T>& right,
                    const Matrix<T>& out) {
    T* const row = left_.data();
    for (index_t p = 0; p < k_; ++p) row[p] = left.at(0, p);
    run_parts(blocks_, shared_, [&](index_t begin, index_t end) {
      for (; begin < end; ++begin) {
        const index_t first = begin * kBlockColumns;
        const index_t width = count(n_, begin, kBlockColumns);
        T sums[std::size_t{kBlockColumns}] = {};
        if (right.row_step == 1) {
          kernel::with_product_tiles([&](auto tiles) {
            for (index_t j = 0; j < width; ++j)
              sums[j] = tiles.dot(row, &right.at(0, first + j), k_);
          });
        } else {
          add_rows(row, right, first, width, sums);
        }
        for (index_t j = 0; j < width; ++j) out.at(0, first + j) = sums[j];
      }
    });
  }
  /// Adds the rows of a matrix, each times its factor, in some columns.
  void add_rows(const T* factors, const Matrix<const T>& right, index_t first, index_t width,
                T* sums) const {
    kernel::with_product_tiles([&](auto tiles) {
      for (index_t p = 0; p < k_; ++p) {
        const T* const from = &right.at(p, first);
        if (right.column_step == 1) {
          tiles.add_scaled(from, factors[p], width, sums);
        } else {
          for (index_t j = 0; j < width; ++j) sums[j] += factors[p] * from[j * right.column_step];
        }
      }
    });
  }

  void multiply_block(const Matrix<const T>& left, const Matrix<T>& out, index_t block, T* own) {
    const index_t across = parts(n_, kBlockColumns);
    const index_t top = block / across * kBlockRows;
    const index_t bottom = top + count(m_, block / across, kBlockRows);
    const index_t first = block % across * kBlockColumns;
    const index_t last = first + count(n_, block % across, kBlockColumns);
    const Matrix<const T> columns = left.transposed();
    for (index_t depth = 0; depth < k_; depth += kDepth) {
      const index_t end = depth + kDepth < k_ ? depth + kDepth : k_;
      for (index_t row = top; row < bottom; row += kHeight)
        pack<kHeight>(columns, depth, end, row, count(bottom - row, 0, kHeight),
                      own + (row - top) * depth_);
      for (index_t column = first; column < last; column += kWidth) {
        const T* const packed = right_.data() + column * k_ + depth * kWidth;
        for (index_t row = top; row < bottom; row += kHeight) {
          T sums[std::size_t{kHeight * kWidth}];
          kernel::with_product_tiles([&](auto tiles) {
            tiles.sum(own + (row - top) * depth_, packed, end - depth, sums);
          });
          store_tile(sums, out, row, count(bottom - row, 0, kHeight), column,
                     count(last - column, 0, kWidth), depth > 0);
        }
      }
    }
  }
  static void store_tile(const T* sums, const Matrix<T>& out, index_t row, index_t height,
                         index_t column, index_t width, bool adds) {
    for (index_t i = 0; i < height; ++i, sums += kWidth) {
      T* const to = &out.at(row + i, column);
      if (!adds && width == kWidth && out.column_step == 1) {
        std::memcpy(to, sums, sizeof(T) * std::size_t{kWidth});
        continue;
      }
      for (index_t j = 0; j < width; ++j) {
        T& element = to[j * out.column_step];
        element = adds ? static_cast<T>(element + sums[j]) : sums[j];
      }
    }
  }

  index_t m_;
  index_t k_;
  index_t n_;
  index_t depth_;  // of the rows and columns that are packed together
  index_t blocks_;
  index_t shared_;   // number of parts of the blocks
  Tensor<T> right_;  // kWidth columns after the other
  Tensor<T> left_;   // memory for the packed rows of a block, for each part
};

/// The type in which matrices of T are multiplied. Integers are unsigned, so that they wrap around, and wide enough that
/// products are not promoted to a signed type.
template <class T>
struct FactorOf {
  using type = computed_t<T>;
};
template <class T>
  requires std::is_integral_v<T>
struct FactorOf<T> {
  using type = Wrapping<T>;
};

/// Returns the dims before the last two.
inline Dims leading_dims(const Dims& all) {
  Dims dims = all;
  dims.resize(all.size() - 2);
  return dims;
}

/// Returns the matrix in the last two dims of t whose first element is `offset` behind that of t.
template <class U, class T>
Matrix<U> matrix_of(const Tensor<T>& t, index_t offset) {
  return {t.data() + offset, t.size(-2), t.size(-1), t.stride(-2), t.stride(-1)};
}

/// Returns the shape of a result with a matrix of these rows and columns for each pair of matrices of a and b, whose
/// leading dims broadcast.
template <class T>
Dims shape_of_pairs(const char* call, const Tensor<T>& a, const Tensor<T>& b, index_t rows,
                    index_t columns) {
  Dims shape = broadcast_shapes(call, leading_dims(a.shape()), leading_dims(b.shape()));
  shape.push_back(rows);
  shape.push_back(columns);
  return shape;
}

/// Calls body(offsets) for each matrix of `out` and the pair of matrices of a and b that it comes from.
template <class T, class Body>
void for_each_pair(const Tensor<T>& out, const Tensor<T>& a, const Tensor<T>& b, const Body& body) {
  const Dims pairs = leading_dims(out.shape());
  const auto strides = [&](const Tensor<T>& t) {
    return broadcast_strides(leading_dims(t.shape()), leading_dims(t.strides()), pairs);
  };
  const Dims out_strides = strides(out);
  const Dims a_strides = strides(a);
  const Dims b_strides = strides(b);
  const Loop<3> loop = make_loop<3>(pairs, {out_strides, a_strides, b_strides});
  kernel::for_each_coordinate(loop, loop.rank, {}, body);
}

/// Multiplies by tiles.
struct MultiplyByTiles {
  template <class T>
  using Factor = typename FactorOf<T>::type;

  /// Multiplies matrices of shapes (…, m, k) and (…, k, n) -> (…, m, n), with the leading dims broadcast.
  template <class T>
  static Tensor<T> multiply(const char* call, const Tensor<T>& a, const Tensor<T>& b) {
    const Dims shape = shape_of_pairs(call, a, b, a.size(-2), b.size(-1));
    if (a.size(-1) == 0) return make_filled(call, shape, T{});
    const auto out = make_uninitialized<T>(call, shape);
    if (out.numel() == 0) return out;
    // Few columns would leave most of a tile empty.
    const bool swaps = b.size(-1) < kernel::kTileColumns<T> && b.size(-1) < a.size(-2);
    MatrixProduct<T> product(call, swaps ? b.size(-1) : a.size(-2), a.size(-1),
                             swaps ? a.size(-2) : b.size(-1));
    for_each_pair(out, a, b, [&](const Offsets<3>& at) {
      const auto to = matrix_of<T>(out, at[0]);
      const auto left = matrix_of<const T>(a, at[1]);
      const auto right = matrix_of<const T>(b, at[2]);
      if (swaps) return product.multiply(right.transposed(), left.transposed(), to.transposed());
      product.multiply(left, right, to);
    });
    return out;
  }
};

/// Throws ShapeError unless both tensors have the rank.
inline void check_ranks(const char* call, const Dims& a, const Dims& b, std::size_t rank) {
  if (a.size() != rank || b.size() != rank) [[unlikely]]
    throw_shape_error(call, ": shapes ", a, " and ", b, " do not have rank ", rank,
                      ": matmul takes tensors of any rank");
}

/// Returns the product in the promoted type; for bools, whether both elements of any pair are true. `By` is what
/// multiplies.
template <class By, class P, class A, class B>
Tensor<P> product_of(const char* call, const A& a, const B& b) {
  if constexpr (Boolean<P>) {
    return product_of<By, std::uint64_t>(call, a, b).template to<bool>();
  } else {
    using T = typename By::template Factor<P>;
    return By::multiply(call, a.template to<P>().template to<T>(),
                        b.template to<P>().template to<T>())
        .template to<P>();
  }
}

/// Does what matmul does, where `By` multiplies.
template <class By, class A, class B>
Tensor<promote_t<element_t<A>, element_t<B>>> matmul_by(const A& a, const B& b) {
  using P = promote_t<element_t<A>, element_t<B>>;
  if (a.dim() == 0 || b.dim() == 0) [[unlikely]]
    throw_shape_error("matmul: shapes ", a.shape(), " and ", b.shape(),
                      ": a tensor of rank 0 is no matrix; multiply it by operator*");
  const index_t inner = a.size(-1);
  if (inner != b.size(b.dim() == 1 ? 0 : -2)) [[unlikely]]
    throw_shape_error("matmul: shapes ", a.shape(), " and ", b.shape(), ": rows of ", inner,
                      " elements and columns of ", b.size(b.dim() == 1 ? 0 : -2));
  Tensor<P> product = product_of<By, P>("matmul", a.dim() == 1 ? a.unsqueeze(0) : a,
                                        b.dim() == 1 ? b.unsqueeze(1) : b);
  if (b.dim() == 1) product = product.select(-1, 0);
  if (a.dim() == 1) product = product.select(b.dim() == 1 ? -1 : -2, 0);
  return product;
}

}  // namespace detail

/// Multiplies the matrices in the last two dims of both tensors: (…, m, k) and (…, k, n) -> (…, m,
/// n), in the promoted type. The other dims are broadcast. A vector is a row on the left, a column
/// on the right; the dim of size 1 that this adds is removed from the result.
///   matmul(t(2,3), t(3,4)) -> (2,4) · matmul(t(3), t(3,4)) -> (4)
///   matmul(t(5,1,2,3), t(7,3,4)) -> (5,7,2,4)
/// Integers wrap around; floats are added in their own type, float16 in float. The bits are the same for any number of
/// threads; the last digits depend on the processor. With <ndx/eigen.hpp>, Eigen multiplies. Throws ShapeError for a
/// tensor of rank 0 and for shapes that do not fit. Source: NumPy's and PyTorch's matmul.
template <NumberTensor A, NumberTensor B>
[[nodiscard]] auto matmul(const A& a, const B& b) {
  return detail::matmul_by<detail::MultiplyByTiles>(a, b);
}

/// Multiplies two matrices, as matmul does. Throws ShapeError unless both have rank 2. Source: PyTorch's mm.
///   mm(tensor({{1, 2}}), tensor({{3}, {4}})) -> 11
template <NumberTensor A, NumberTensor B>
[[nodiscard]] auto mm(const A& a, const B& b) {
  detail::check_ranks("mm", a.shape(), b.shape(), 2);
  return detail::matmul_by<detail::MultiplyByTiles>(a, b);
}
/// Multiplies as many matrices of shape (m, k) by as many of shape (k, n), as matmul does: (b, m, k) and (b, k, n) ->
/// (b, m, n). Throws ShapeError unless both have rank 3 and as many matrices. Source: PyTorch's bmm.
///   bmm(t(5,2,3), t(5,3,4)) -> (5,2,4)
template <NumberTensor A, NumberTensor B>
[[nodiscard]] auto bmm(const A& a, const B& b) {
  detail::check_ranks("bmm", a.shape(), b.shape(), 3);
  if (a.size(0) != b.size(0)) [[unlikely]]
    throw_shape_error("bmm: ", a.size(0), " matrices and ", b.size(0), ": matmul broadcasts them");
  return detail::matmul_by<detail::MultiplyByTiles>(a, b);
}

NDX_NAMESPACE_END
