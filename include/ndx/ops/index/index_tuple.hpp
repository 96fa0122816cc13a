// IndexTuple: one index tensor per dim, returned by the functions that make indices.
//
// NumPy returns a tuple of arrays there, which is both a list of arrays and an index. An IndexTuple
// is both too.
#pragma once

#include <utility>
#include <vector>

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN

/// Index tensors, one per dim: t.index(tuple) equals t.index({tuple[0], tuple[1], …}). To combine
/// them with other terms, list them one by one:
///   t.index({"...", tuple[0], tuple[1]})
/// The tensors are shared, not copied.
class IndexTuple {
 public:
  IndexTuple() = default;
  // This constructor is a template so that code that makes no tuple does not compile it.
  template <std::same_as<std::vector<Tensor<index_t>>> Tensors = std::vector<Tensor<index_t>>>
  explicit IndexTuple(Tensors tensors) {
    terms_.reserve(tensors.size());
    for (const auto& tensor : tensors) terms_.emplace_back(tensor);
    tensors_ = std::move(tensors);
  }

  /// The functions below make the tuple a range of tensors, whose size is the number of dims. Each is
  /// O(1) and allocates nothing.
  [[nodiscard]] std::size_t size() const noexcept { return tensors_.size(); }
  [[nodiscard]] bool empty() const noexcept { return tensors_.empty(); }
  const Tensor<index_t>& operator[](std::size_t dim) const noexcept { return tensors_[dim]; }
  [[nodiscard]] auto begin() const noexcept { return tensors_.begin(); }
  [[nodiscard]] auto end() const noexcept { return tensors_.end(); }
  /// All tensors, in the order of the dims.
  [[nodiscard]] const std::vector<Tensor<index_t>>& tensors() const& noexcept { return tensors_; }
  [[nodiscard]] std::vector<Tensor<index_t>> tensors() && noexcept { return std::move(tensors_); }

  /// Returns this tuple as an index that is valid for the duration of one call; see IndexList.
  operator IndexList() const noexcept { return terms_; }  // NOLINT(google-explicit-constructor)

 private:
  std::vector<Tensor<index_t>> tensors_;
  std::vector<TensorIndex> terms_;
};

/// An IndexTuple of two dims, to which structured bindings apply:
///   auto [rows, columns] = triu_indices(5)
class IndexPair : public IndexTuple {
 public:
  explicit IndexPair(IndexTuple rows_and_columns) : IndexTuple(std::move(rows_and_columns)) {}

  /// Called by structured bindings. Returns a tensor of its own that shares the storage.
  template <std::size_t dim>
  [[nodiscard]] Tensor<index_t> get() const noexcept {
    return (*this)[dim];
  }
};

NDX_NAMESPACE_END

template <>
struct std::tuple_size<ndx::IndexPair> : std::integral_constant<std::size_t, 2> {};
template <std::size_t dim>
struct std::tuple_element<dim, ndx::IndexPair> {
  using type = ndx::Tensor<ndx::index_t>;
};
