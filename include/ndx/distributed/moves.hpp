// Creates distributed tensors from whole ones or from a function, gathers them on one rank, and
// redistributes them in other blocks.
//
// Each of these moves is an index with a slice of rows, so that exchange.hpp is the only code that
// sends elements.
#pragma once

#include <array>

#include <ndx/distributed/distributed_tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns on all ranks the shape that rank `rank` passes. Collective.
inline Dims shape_on(const Communicator& ranks, int rank, DimsView shape) {
  std::array<index_t, 1 + kMaxRank> sent{static_cast<index_t>(shape.size())};
  for (std::size_t d = 0; d < shape.size(); ++d) sent[1 + d] = shape[d];
  check_mpi(MPI_Bcast(sent.data(), static_cast<int>(sent.size()), MPI_INT64_T, rank, ranks.get()));
  Dims whole;
  in_step(ranks,
          [&] { whole = Dims(DimsView(sent.data() + 1, static_cast<std::size_t>(sent[0]))); });
  return whole;
}

/// Throws ValueError, on all ranks, unless `rank` is a valid rank and equal on all of them.
/// Collective.
inline void check_rank(const char* call, const Communicator& ranks, int rank) {
  in_same_step(ranks, call, "ranks", [&]() -> index_t {
    if (rank < 0 || rank >= ranks.size()) [[unlikely]]
      throw_value_error(call, ": rank ", rank, " is none of the ", ranks.size(), " ranks");
    return rank;
  });
}

/// Returns a slice of all rows on one rank, and of none on the others.
inline Slice rows_on(const Communicator& ranks, int rank, index_t rows) {
  return Slice(0, ranks.rank() == rank ? rows : 0);
}

/// Returns a slice of this rank's rows of a tensor.
template <class T>
Slice own_rows(const DistributedTensor<T>& t) {
  const auto rank = static_cast<std::size_t>(t.ranks().rank());
  return Slice(t.bounds()[rank], t.bounds()[rank + 1]);
}

}  // namespace detail

/// Creates a tensor whose elements are f(index), where `index` is a DimsView with the index in the
/// whole tensor. Each rank calls `f` for its own block, in row-major order. Collective; an
/// exception of `f` on one rank is thrown on all.
///   distributed_from_function<float>(world, {n, 3}, [](DimsView i) { return f(i[0], i[1]); })
template <Element T, class F>
[[nodiscard]] DistributedTensor<T> distributed_from_function(
    const Communicator& ranks, const Dims& shape, const F& f,
    const DistributedOptions& options = {}) {
  const auto made =
      detail::MakeDistributed::of<T>("distributed_from_function", ranks, shape, options);
  detail::in_step(ranks, [&] {
    Dims index = shape;
    for (index_t& on : index) on = 0;
    index[0] = made.bounds()[static_cast<std::size_t>(ranks.rank())];
    for (T& element : made.block()) {
      element = static_cast<T>(f(DimsView(index)));
      for (std::size_t d = index.size(); d-- > 0 && ++index[d] == shape[d] && d != 0;) index[d] = 0;
    }
  });
  return made;
}

/// Creates a tensor from read(Slice(first, end)), which returns a tensor with these rows, for
/// example from a file. Each rank calls it for its own rows:
///   const File<const float> table("table.npy");
///   distributed_from_rows<float>(world, {n, 3}, [&](const Slice& rows) { return table.index({rows}); })
/// Collective. An exception of `read` on one rank is thrown on all; throws ShapeError if it returns
/// another shape.
template <Element T, class Read>
[[nodiscard]] DistributedTensor<T> distributed_from_rows(const Communicator& ranks,
                                                         const Dims& shape, const Read& read,
                                                         const DistributedOptions& options = {}) {
  const char* const call = "distributed_from_rows";
  const auto made = detail::MakeDistributed::of<T>(call, ranks, shape, options);
  detail::in_step(ranks, [&] {
    const auto rows = read(detail::own_rows(made));
    if (!(rows.shape() == made.block().shape())) [[unlikely]]
      throw_shape_error(call, ": the rows have shape ", rows.shape(), ", the block has ",
                        made.block().shape());
    made.block().copy_(rows);
  });
  return made;
}

/// Distributes the tensor that one rank passes over all ranks; the other ranks may pass any tensor.
/// Collective. Throws ValueError for an invalid rank, one that differs between ranks, or a tensor
/// of rank 0.
template <Element T>
[[nodiscard]] DistributedTensor<T> broadcast_from(const Communicator& ranks, int rank,
                                                  const Tensor<T>& whole,
                                                  const DistributedOptions& options = {}) {
  const char* const call = "broadcast_from";
  detail::check_rank(call, ranks, rank);
  const auto made = detail::MakeDistributed::of<T>(
      call, ranks, detail::shape_on(ranks, rank, whole.shape()), options);
  Tensor<T> rows;  // all on that rank, none on the others
  detail::in_step(ranks, [&] {
    Dims none(made.shape());
    none[0] = 0;
    rows = ranks.rank() == rank ? whole : empty<T>(none);
  });
  made.index_put_({detail::rows_on(ranks, rank, made.shape()[0])}, rows);
  return made;
}

/// Returns the whole tensor on one rank, and a tensor without rows on the others. Collective.
/// Throws ValueError for an invalid rank or one that differs between ranks.
template <Element T>
[[nodiscard]] Tensor<T> gather_to(const DistributedTensor<T>& t, int rank) {
  detail::check_rank("gather_to", t.ranks(), rank);
  return t.index({detail::rows_on(t.ranks(), rank, t.shape()[0])});
}

/// Returns a copy in blocks of other bounds, of which there is one more than there are ranks.
/// Collective. Throws ValueError for other bounds.
template <Element T>
[[nodiscard]] DistributedTensor<T> redistribute(const DistributedTensor<T>& t, const Dims& bounds,
                                                const DistributedOptions& options = {}) {
  Dims shape;
  detail::in_step(t.ranks(), [&] { shape = Dims(t.shape()); });
  const auto made =
      detail::MakeDistributed::of<T>("redistribute", t.ranks(), shape, options, &bounds);
  t.plan({detail::own_rows(made)}).read_into(made.block(), t);
  return made;
}

NDX_NAMESPACE_END
