// Distribution: which rank stores which rows of a tensor.
//
// It is arithmetic on bounds and moves no element.
#pragma once

#include <ndx/distributed/communicator.hpp>
#include <ndx/plan/partition/tensor_partition.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The rows are those of dim 0: rank r stores rows bounds[r] to bounds[r + 1] - 1, in row-major
/// order.
class Distribution {
 public:
  /// Equal blocks; the last ranks may have fewer rows, or none. Throws ValueError for a shape of
  /// rank 0 or with too many elements.
  Distribution(const char* call, const Communicator& ranks, const Dims& shape)
      : Distribution(ranks, shape,
                     Partition::blocks(shape, block_size(shape, ranks.size()), call)) {
    const index_t size = block_size(shape, ranks.size());
    for (int r = 0; r <= ranks.size(); ++r) {
      const index_t rows = checked_mul(call, r, size);
      bounds_.push_back(rows < shape[0] ? rows : shape[0]);
    }
  }

  /// Blocks of given bounds. Throws ValueError unless there is one bound more than there are ranks
  /// and they are bounds of dim 0: see Partition::bounds.
  Distribution(const char* call, const Communicator& ranks, const Dims& shape, const Dims& bounds)
      : Distribution(ranks, shape, Partition::bounds(shape, bounds, call)) {
    if (partition_.count() != ranks.size()) [[unlikely]]
      throw_value_error(call, ": ", bounds.size(), " bounds given for ", ranks.size(),
                        " ranks, there must be one more than ranks");
    bounds_ = bounds;
  }

  [[nodiscard]] const Communicator& ranks() const noexcept { return ranks_; }
  [[nodiscard]] const Dims& shape() const noexcept { return shape_; }
  [[nodiscard]] const Dims& bounds() const noexcept { return bounds_; }
  [[nodiscard]] const Partition& partition() const noexcept { return partition_; }

  /// Returns the shape of this rank's block.
  [[nodiscard]] Dims block_shape() const {
    const auto rank = static_cast<std::size_t>(ranks_.rank());
    Dims block = shape_;
    block[0] = bounds_[rank + 1] - bounds_[rank];
    return block;
  }

  friend bool operator==(const Distribution& a, const Distribution& b) {
    return a.shape_ == b.shape_ && a.bounds_ == b.bounds_;
  }

 private:
  Distribution(const Communicator& ranks, const Dims& shape, Partition partition)
      : ranks_(ranks), shape_(shape), partition_(std::move(partition)) {}

  static index_t block_size(const Dims& shape, index_t ranks) noexcept {
    if (shape.empty() || shape[0] < 1) return 1;
    return (shape[0] - 1) / ranks + 1;
  }

  Communicator ranks_;
  Dims shape_;
  Dims bounds_;
  Partition partition_;
};

}  // namespace detail
NDX_NAMESPACE_END
