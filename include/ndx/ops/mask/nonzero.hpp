// nonzero and its variants find the elements that are not zero.
//
// The elements are counted first, so that the result is allocated once and each thread knows where
// its part of the output starts.
#pragma once

#include <array>

#include <ndx/kernel/mask/coordinates.hpp>
#include <ndx/ops/index/index_tuple.hpp>
#include <ndx/ops/reduce/sum.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the number of nonzero elements. Bools are counted as a mask, so that they need no
/// reduction to compile.
template <class T>
index_t nonzero_elements(const Tensor<T>& t) {
  if constexpr (Boolean<std::remove_const_t<T>>) {
    return count_set(t);
  } else {
    return count_nonzero(t).item();
  }
}

/// Returns the loop over slices first…last-1 along dim 0, in row-major order.
template <class T>
Loop<1> loop_of_slices(const Tensor<T>& t, index_t first, index_t last) {
  Loop<1> loop;
  for (std::size_t d = 0; d < t.shape().size(); ++d)
    loop.push_inner(d == 0 ? last - first : t.shape()[d], {t.strides()[d]});
  return loop;
}

/// Returns the number of nonzero elements in slices first…last-1 along dim 0, counted by this thread.
template <class T>
index_t nonzero_in_part(const Tensor<T>& t, index_t first, index_t last) {
  Offsets<1> offsets{};
  const Loop<1> loop = sort_for_memory(loop_of_slices(t, first, last), offsets);
  const T* const start = t.data() + first * t.strides()[0] + offsets[0];
  if constexpr (Boolean<std::remove_const_t<T>>) {
    return kernel::count_set(reinterpret_cast<const std::byte*>(start), loop);
  } else {
    if (is_empty(loop)) return 0;
    index_t count = 0;
    kernel::RowWalk<1> row(loop);
    do
      count += kernel::reduce_elements(CountNonzero<computed_t<std::remove_const_t<T>>>{},
                                       start + row.at[0], row.count, row.step[0]);
    while (row.next());
    return count;
  }
}

/// Writes the coordinates of the nonzero elements in slices first…last-1 along dim 0, whose number is
/// `to.count`.
template <class T>
void write_nonzero_part(const Tensor<T>& t, index_t first, index_t last,
                        const kernel::CoordinateTable& to) noexcept {
  if (to.count == 0) return;
  const DimsView shape = t.shape();
  const Loop<1> loop = loop_of_slices(t, first, last);
  const bool sparse = to.count < t.numel() / shape[0] * (last - first) / 10;
  kernel::NonzeroWriter writer(to, shape.data(), shape.size(), sparse, first);
  const T* const start = t.data() + first * t.strides()[0];
  kernel::RowWalk<1> row(loop);
  do writer.add(start + row.at[0], row.count, row.step[0]);
  while (row.next());
  writer.finish();
}

/// Writes the coordinates of the nonzero elements, whose number is `to.count`. Large tensors are
/// divided into parts for threads. The elements of each part are counted first, which gives each part
/// its own start in the output.
template <class T>
void write_nonzero(const Tensor<T>& t, const kernel::CoordinateTable& to) {
  const index_t size = t.shape()[0];
  if (size == 0) return;
  const index_t elements = t.numel() / size;
  const index_t bytes = to.count * t.dim() * index_t{sizeof(index_t)} / size;
  const index_t parts =
      parts_for(size, {static_cast<double>(bytes + 1), .1 * static_cast<double>(elements + bytes)});
  if (parts == 1) return write_nonzero_part(t, 0, size, to);
  std::vector<kernel::CoordinateTable> tables(static_cast<std::size_t>(parts), to);
  run_parts(parts - 1, parts - 1, [&](index_t k, index_t /*end*/) {  // the last part has the others
    tables[static_cast<std::size_t>(k)].count =
        nonzero_in_part(t, part_begin(size, parts, k), part_begin(size, parts, k + 1));
  });
  index_t found = 0;
  for (kernel::CoordinateTable& part : tables) {
    part.out += found * to.element_step;
    if (&part == &tables.back()) part.count = to.count - found;
    found += part.count;
  }
  run_parts(parts, parts, [&](index_t k, index_t /*end*/) {
    write_nonzero_part(t, part_begin(size, parts, k), part_begin(size, parts, k + 1),
                       tables[static_cast<std::size_t>(k)]);
  });
}

template <class T>
IndexTuple nonzero_columns(const Tensor<T>& t) {
  if (t.dim() == 0) return nonzero_columns(t.unsqueeze(0));
  const index_t count = nonzero_elements(t);
  const Tensor<index_t> columns = empty<index_t>({t.dim(), count});
  write_nonzero(t, {columns.data(), count, 1, count, stores_for(columns)});
  return IndexTuple(columns.unbind(0));
}

/// Returns the row-major positions of the nonzero elements.
template <class T>
Tensor<index_t> nonzero_positions(const Tensor<T>& t) {
  const Tensor<T> row = t.ravel();
  const Tensor<index_t> positions = empty<index_t>({nonzero_elements(row)});
  write_nonzero(row, {positions.data(), positions.numel(), 1, 1, stores_for(positions)});
  return positions;
}

}  // namespace detail

/// Returns the coordinates of the nonzero elements, one row per element, in row-major order, as a
/// fresh tensor of shape (count, rank). NaN is nonzero.
///   nonzero(tensor({{0, 5}, {6, 0}})) -> 0 1 / 1 0
[[nodiscard]] Tensor<index_t> nonzero(const NumberTensor auto& t) {
  const index_t count = detail::nonzero_elements(t);
  const index_t rank = t.dim();
  const Tensor<index_t> result = empty<index_t>({count, rank});
  if (rank != 0)
    detail::write_nonzero(t, {result.data(), count, rank, 1, detail::stores_for(result)});
  return result;
}

/// Returns nonzero(t). The name is NumPy's and PyTorch's.
[[nodiscard]] Tensor<index_t> argwhere(const NumberTensor auto& t) { return nonzero(t); }

/// Returns the row-major positions of the nonzero elements, of shape (count), which are an index for
/// t.ravel(). Source: NumPy's flatnonzero.
///   flatnonzero(tensor({0, 5, 6})) -> 1 2
[[nodiscard]] Tensor<index_t> flatnonzero(const NumberTensor auto& t) {
  return detail::nonzero_positions(t);
}

/// Returns the coordinates of the nonzero elements as one index tensor of rank 1 per dim, so that
/// t.index(nonzero_tuple(t)) reads the elements. Rank 0 is treated as rank 1, as in PyTorch.
[[nodiscard]] IndexTuple nonzero_tuple(const NumberTensor auto& t) {
  return detail::nonzero_columns(t);
}

/// Returns an array of N tensors for a rank known at compile time:
///   auto [rows, columns] = nonzero_tuple<2>(t)
/// Throws ShapeError if the rank differs.
template <std::size_t N, NumberTensor A>
[[nodiscard]] std::array<Tensor<index_t>, N> nonzero_tuple(const A& t) {
  const IndexTuple coordinates = nonzero_tuple(t);
  if (coordinates.size() != N) [[unlikely]]
    throw_shape_error("nonzero_tuple: a tensor of rank ", coordinates.size(), " is not of rank ",
                      N);
  std::array<Tensor<index_t>, N> result;
  for (std::size_t d = 0; d < N; ++d) result[d] = coordinates[d];
  return result;
}
template <std::size_t N, class T>
[[nodiscard]] std::array<Tensor<index_t>, N> nonzero_tuple(Subscript<T>&& part) {
  return nonzero_tuple<N>(Tensor<T>(std::move(part)));
}
template <std::size_t N, class T>
[[nodiscard]] std::array<Tensor<index_t>, N> nonzero_tuple(const IndexedView<T>& view) {
  return nonzero_tuple<N>(view.read());
}

NDX_NAMESPACE_END
