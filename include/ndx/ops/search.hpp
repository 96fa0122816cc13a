// Searching: where elements are not zero.
#pragma once

#include <cstring>

#include <ndx/ops/index_tuple.hpp>
#include <ndx/ops/reduce.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Writes the coordinates of the elements that are not zero, one row of `t.dim()` for each.
template <class T>
class NonzeroWriter {
 public:
  NonzeroWriter(const Tensor<T>& t, index_t* out)
      : t_(t), out_(out), prefix_(Dims::filled(t.shape().size() - 1, 0)) {}

  /// For tensors of rank 1 or more that have elements.
  void write() {
    const std::size_t inner = prefix_.size();
    const kernel::Loop<1> rows{inner + 1, t_.shape().data(), {t_.strides().data()}};
    kernel::for_each_coordinate(rows, inner, {}, [&](const kernel::Offsets<1>& at) {
      write_row(t_.data() + at.at[0], t_.shape()[inner], t_.strides()[inner]);
      for (std::size_t d = inner; d-- > 0;) {
        if (++prefix_[d] < t_.shape()[d]) break;
        prefix_[d] = 0;
      }
    });
  }

 private:
  /// Found first, without a branch on an element, and written block by block.
  void write_row(const T* row, index_t count, index_t step) {
    constexpr index_t block = 256;
    index_t found[block];
    for (index_t begin = 0; begin < count; begin += block) {
      const index_t end = count - begin < block ? count : begin + block;
      const index_t n =
          step == 1 ? find(row, begin, end, 1, found) : find(row, begin, end, step, found);
      if (prefix_.empty()) {
        std::memcpy(out_, found, static_cast<std::size_t>(n) * sizeof(index_t));
        out_ += n;
      } else {
        for (index_t k = 0; k < n; ++k) write_coordinate(found[k]);
      }
    }
  }

  /// Writes which of the elements begin…end-1 of a row are not zero; returns how many.
  NDX_ALWAYS_INLINE static index_t find(const T* row, index_t begin, index_t end, index_t step,
                                        index_t* found) {
    index_t n = 0;
    for (index_t i = begin; i < end; ++i) {
      found[n] = i;
      n += kernel::element(row, i * step) != T{} ? 1 : 0;
    }
    return n;
  }

  void write_coordinate(index_t last) {
    for (const index_t c : prefix_) *out_++ = c;
    *out_++ = last;
  }

  const Tensor<T>& t_;
  index_t* out_;
  Dims prefix_;
};

}  // namespace detail

/// The coordinates of the elements that are not zero, one row for each, in row-major order: shape
/// (count, rank). NaN is not zero.
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> nonzero(const A& t) {
  const index_t count = count_nonzero(t).item();
  const Tensor<index_t> result = empty<index_t>({count, t.dim()});
  if (result.numel() != 0) detail::NonzeroWriter(t, result.data()).write();
  return result;
}

/// The same: NumPy's and PyTorch's argwhere.
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> argwhere(const A& t) {
  return nonzero(t);
}

/// The positions in row-major order of the elements that are not zero: shape (count), an index for
/// t.ravel(). Source: NumPy's flatnonzero.
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> flatnonzero(const A& t) {
  return nonzero(t.ravel()).select(1, 0);
}

/// nonzero as one index tensor of rank 1 for each dim: t.index(nonzero_tuple(t)) reads the
/// elements. Rank 0 counts as rank 1, as in PyTorch.
template <NumberTensor A>
[[nodiscard]] IndexTuple nonzero_tuple(const A& t) {
  std::vector<Tensor<index_t>> columns;
  const Tensor<index_t> rows = nonzero(t.dim() == 0 ? t.unsqueeze(0) : t);
  for (const Tensor<index_t>& column : rows.unbind(1)) columns.push_back(column.contiguous());
  return IndexTuple(std::move(columns));
}

NDX_NAMESPACE_END
