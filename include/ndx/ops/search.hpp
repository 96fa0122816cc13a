// Searching: where elements are not zero, and where the largest stands.
#pragma once

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
      index_t n = 0;
      for (index_t i = begin; i < end; ++i) {
        found[n] = i;
        n += kernel::element(row, i * step) != T{} ? 1 : 0;
      }
      for (index_t k = 0; k < n; ++k) write_coordinate(found[k]);
    }
  }

  void write_coordinate(index_t last) {
    for (const index_t c : prefix_) *out_++ = c;
    *out_++ = last;
  }

  const Tensor<T>& t_;
  index_t* out_;
  Dims prefix_;
};

/// The largest of some elements, NaNs passed over.
template <class T>
struct Max {
  using Accumulator = T;
  [[nodiscard]] T identity() const {
    if constexpr (Floating<T>) {
      return -std::numeric_limits<T>::infinity();
    } else {
      return std::numeric_limits<T>::lowest();
    }
  }
  [[nodiscard]] T step(T most, const T& x) const { return x > most ? x : most; }
  [[nodiscard]] T merge(T a, T b) const { return step(a, b); }
};

template <class T>
struct HasNan {
  using Accumulator = int;
  [[nodiscard]] int identity() const { return 0; }
  [[nodiscard]] int step(int any, const T& x) const { return any | (x != x ? 1 : 0); }
  [[nodiscard]] int merge(int a, int b) const { return a | b; }
};

/// The largest of a block; NaN is larger than anything.
template <class T>
T max_of_block(const T* in, index_t count, index_t step) {
  if constexpr (Floating<T>) {
    if (kernel::detail::reduce_run(HasNan<T>{}, in, count, step) != 0)
      return std::numeric_limits<T>::quiet_NaN();
  }
  return kernel::detail::reduce_run(Max<T>{}, in, count, step);
}

/// The largest element so far and its position; none yet where the position is -1.
template <class T>
struct Largest {
  T value{};
  index_t position = -1;

  /// A run of elements, the first at position `start`. The first of equals stays. Each block is
  /// asked for its largest; only one that beats the others is searched for it.
  void offer(const T* in, index_t count, index_t step, index_t start) {
    constexpr index_t block = kernel::detail::kReduceBlock;
    for (index_t begin = 0; begin < count; begin += block) {
      const index_t length = count - begin < block ? count - begin : block;
      const T* const from = in + begin * step;
      const T most = max_of_block(from, length, step);
      if (position >= 0 && !beats(most)) continue;
      value = most;
      index_t i = 0;
      while (!is_value(kernel::element(from, i * step))) ++i;
      position = start + begin + i;
    }
  }

 private:
  [[nodiscard]] bool beats(const T& x) const { return x > value || (x != x && value == value); }
  [[nodiscard]] bool is_value(const T& x) const { return x == value || (x != x && value != value); }
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

/// The position of the largest element in row-major order, as a tensor of rank 0. The first of
/// equals; NaN counts as the largest. ValueError when there is no element.
template <NumberTensor A>
requires Real<detail::element_t<A>>
[[nodiscard]] Tensor<index_t> argmax(const A& t) {
  if (t.numel() == 0) [[unlikely]]
    throw_value_error("argmax: shape ", t.shape(), " has no element, and so no largest");
  detail::Largest<detail::element_t<A>> largest;
  const StridedLoop<1> loop = make_loop<1>(t.shape(), {t.strides()});
  index_t start = 0;
  kernel::for_each_row(detail::kernel_loop(loop), [&](const kernel::Offsets<1>& at, index_t count,
                                                      const kernel::Offsets<1>& step) {
    largest.offer(t.data() + at.at[0], count, step.at[0], start);
    start += count;
  });
  return full<index_t>({}, largest.position);
}

/// The index of the largest element along `dim`, which is dropped or, with keepdim, left with size
/// 1. IndexError for a dim that is not there, ValueError when it has size 0.
template <NumberTensor A>
requires Real<detail::element_t<A>>
[[nodiscard]] Tensor<index_t> argmax(const A& t, index_t dim, bool keepdim = false) {
  const std::size_t place = wrap_dim("argmax", dim, t.shape().size());
  const index_t count = t.shape()[place];
  const index_t step = t.strides()[place];
  if (count == 0) [[unlikely]]
    throw_value_error("argmax: dim ", place, " of shape ", t.shape(), " has size 0");
  Dims shape = t.shape();
  shape[place] = 1;
  const Tensor<index_t> result = empty<index_t>(shape);
  const StridedLoop<2> loop = make_loop<2>(shape, {result.strides(), t.strides()});
  const kernel::Loop<2> runs = detail::kernel_loop(loop);
  if (!kernel::is_empty(runs)) {
    kernel::for_each_coordinate(runs, runs.rank, {}, [&](const kernel::Offsets<2>& at) {
      detail::Largest<detail::element_t<A>> largest;
      largest.offer(t.data() + at.at[1], count, step, 0);
      result.data()[at.at[0]] = largest.position;
    });
  }
  return keepdim ? result : result.squeeze(dim);
}

NDX_NAMESPACE_END
