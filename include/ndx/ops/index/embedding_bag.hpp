// embedding_bag sums looked-up rows of a table, bag by bag, without a copy of the rows.
//
// The ids are converted to offsets and checked before the first bag. Bags are independent of each other, so
// threads share them; the rows of a bag are added one after another, as index_add does. sum(table.index({ids}), 1)
// adds in another order, so the last bits of floating-point sums differ.
#pragma once

#include <optional>

#include <ndx/engine/indexed_loop.hpp>
#include <ndx/kernel/index/bag_rows.hpp>
#include <ndx/ops/core/index_values.hpp>
#include <ndx/plan/plan_along.hpp>

NDX_NAMESPACE_BEGIN

/// How embedding_bag combines the rows of a bag.
enum class BagMode : std::uint8_t { sum, mean, max };

/// Options of embedding_bag for a table of T.
///   embedding_bag(table, ids, {.offsets = tensor({0, 2, 2}), .mode = BagMode::mean})
template <class T>
struct EmbeddingBagOptions {
  /// Where each bag begins, from 0 on, if the ids have rank 1. A bag may be empty.
  TensorIndex offsets = None;
  /// A weight for each id, by which its row is multiplied. BagMode::sum alone takes weights.
  std::optional<Tensor<const T>> weights{};
  BagMode mode = BagMode::sum;
  /// An integer: ids of this row are left out. Negative ones count from the end.
  TensorIndex padding_index = None;
  /// Whether the last offset is not another bag but the number of ids.
  bool include_last_offset = false;
};

namespace detail {

/// The ids of all bags as offsets, and where each bag begins and ends among them.
struct Bags {
  Tensor<index_t> ids;        // 0…rows-1, row-major
  std::vector<index_t> ends;  // element b is the beginning of bag b, the last one the end of all

  [[nodiscard]] index_t count() const { return static_cast<index_t>(ends.size()) - 1; }
};

inline void set_equal_bags(Bags& bags, index_t count, index_t size) {
  bags.ends.resize(checked_size<index_t>(count) + 1);
  index_t end = -size;
  for (index_t& each : bags.ends) each = end += size;
}

/// Checks the offsets of ragged bags: they begin with 0, do not decrease and do not exceed the number of ids.
inline void set_ragged_bags(const char* call, Bags& bags, const UntypedTensor& offsets, index_t ids,
                            bool include_last) {
  const DimsView shape = offsets.layout.shape;
  if (shape.size() != 1 || (include_last && shape[0] == 0)) [[unlikely]]
    throw_shape_error(call, ": offsets of shape ", shape,
                      " must have rank 1 and, with include_last_offset, an element");
  if (offsets.dtype == DType::boolean) [[unlikely]]
    throw_value_error(call, ": offsets are integers, not bools");
  bags.ends.reserve(checked_size<index_t>(shape[0]) + 1);
  bags.ends.resize(static_cast<std::size_t>(shape[0]));
  if (shape[0] != 0)
    kernel::detail::load_run(bags.ends.data(), offsets.dtype, offsets.storage.data(),
                             offsets.layout.offset, offsets.layout.strides[0], shape[0]);
  index_t before = 0;
  for (std::size_t b = 0; b < bags.ends.size(); ++b) {
    if (bags.ends[b] < before || bags.ends[b] > (b == 0 ? 0 : ids)) [[unlikely]]
      throw_value_error(call, ": offset ", bags.ends[b], " at [", b, "] is not in ", before, "..",
                        b == 0 ? 0 : ids, ": offsets begin with 0 and do not decrease");
    before = bags.ends[b];
  }
  if (!include_last) {
    bags.ends.push_back(ids);
  } else if (before != ids) {
    throw_value_error(call, ": the last offset is ", before, ", but there are ", ids, " ids");
  }
}

/// Leaves out the ids that equal `padding`, and their weights.
template <class T>
void drop_padding(Bags& bags, index_t padding, T* weights) {
  index_t* const ids = bags.ids.data();
  index_t kept = 0;
  index_t k = 0;
  for (std::size_t b = 1; b < bags.ends.size(); ++b) {
    for (; k < bags.ends[b]; ++k) {
      if (ids[k] == padding) continue;
      ids[kept] = ids[k];
      if (weights != nullptr) weights[kept] = weights[k];
      ++kept;
    }
    bags.ends[b] = kept;
  }
}

/// Returns the ids as numbers of rows, row-major. They are the index tensor's own memory if nothing is to be
/// changed, unless `is_copied`. Throws IndexError for an id out of bounds.
inline Tensor<index_t> resolve_ids(const char* call, index_t rows, const UntypedTensor& ids,
                                   bool is_copied) {
  const IndexPlan plan = plan_in_place_of(call, contiguous_layout(call, Dims{rows}), 0, ids);
  IndexedLoop loop(plan, contiguous_strides(plan.shape), Repeats::all);
  loop.check_all();
  const kernel::IndexStream& stream = loop.operands[0];
  if (!is_copied && stream.resolve == kernel::Resolve::inside && kernel::is_wide(stream) &&
      is_contiguous(ids.layout))
    return {ids.storage, Layout(ids.layout)};
  const auto resolved = make_uninitialized<index_t>(call, ids.layout.shape);
  if (!kernel::write_offsets(loop.index_shape(), &stream, 1, resolved.numel(), resolved.data()))
      [[unlikely]]
    throw_index_error(call, ": an index tensor changed while it was read");
  return resolved;
}

/// Returns the row that an option names, or -1 if it names none. Throws IndexError if the table does not have it.
inline index_t padding_row(const char* call, const TensorIndex& padding, index_t rows) {
  if (padding.kind() == TensorIndex::Kind::none) return -1;
  const index_t index = padding.integer();
  if (index < -rows || index >= rows) [[unlikely]]
    throw_index_error(call, ": padding_index ", index, " is out of bounds for ", rows, " rows");
  return index < 0 ? index + rows : index;
}

/// Checks the kinds of the options, the shapes of table, ids and weights, and that weights go with the mode.
template <class T>
void check_embedding(const char* call, DimsView table, DimsView shape, bool is_ragged,
                     const EmbeddingBagOptions<T>& options) {
  using Kind = TensorIndex::Kind;
  if (is_ragged && options.offsets.kind() != Kind::tensor) [[unlikely]]
    throw_value_error(call, ": offsets must be an index tensor");
  const Kind padding = options.padding_index.kind();
  if (padding != Kind::none && padding != Kind::integer) [[unlikely]]
    throw_value_error(call, ": padding_index must be an integer or None");
  if (table.size() != 2) [[unlikely]]
    throw_shape_error(call, ": a table of shape ", table, " must have rank 2");
  if (shape.size() != (is_ragged ? 1 : 2)) [[unlikely]]
    throw_shape_error(call, ": ids of shape ", shape,
                      " must have rank 2, one bag a row, or rank 1 with offsets");
  if (options.weights && !(options.weights->shape() == shape)) [[unlikely]]
    throw_shape_error(call, ": weights of shape ", options.weights->shape(),
                      " must have the shape of the ids, ", shape);
  if (options.weights && options.mode != BagMode::sum) [[unlikely]]
    throw_value_error(call, ": weights are for BagMode::sum");
}

/// Returns the mean cost of a bag: each of its rows is read, and one is written.
inline UnitCost cost_of_bag(const Bags& bags, index_t row_bytes, bool is_far) {
  const double rows =
      1 + static_cast<double>(bags.ends.back()) / static_cast<double>(bags.count() + 1);
  const double row_ns = (is_far ? 2 : .4) + .02 * static_cast<double>(row_bytes);
  return {rows * static_cast<double>(row_bytes), rows * row_ns};
}

/// Returns a row-major copy, for a call that is named in errors.
template <class T>
Tensor<T> row_major_copy(const char* call, const Tensor<const T>& t) {
  const auto copy = make_uninitialized<T>(call, t.shape());
  copy_elements(copy, t);
  return copy;
}

template <class T>
Tensor<T> embedding_bag(const Tensor<const T>& given, const UntypedTensor& ids,
                        const EmbeddingBagOptions<T>& options) {
  const char* const call = "embedding_bag";
  const DimsView shape = ids.layout.shape;
  const bool is_ragged = options.offsets.kind() != TensorIndex::Kind::none;
  check_embedding(call, given.shape(), shape, is_ragged, options);
  const index_t padding = padding_row(call, options.padding_index, given.size(0));

  Tensor<const T> table = given;
  if (given.stride(1) != 1) table = row_major_copy(call, given);
  Bags bags;
  if (is_ragged)
    set_ragged_bags(call, bags, options.offsets.tensor(), shape[0], options.include_last_offset);
  bags.ids = resolve_ids(call, table.size(0), ids, padding >= 0);
  const index_t width = table.size(1);
  const index_t count = is_ragged ? bags.count() : shape[0];
  const Tensor<T> result = make_uninitialized<T>(call, Dims{count, width});
  if (width == 0) return result;  // of more bags than there is memory for, perhaps
  if (!is_ragged) set_equal_bags(bags, count, shape[1]);
  Tensor<T> weights;
  if (options.weights) weights = row_major_copy(call, *options.weights);
  T* const weight = options.weights ? weights.data() : nullptr;
  if (padding >= 0) drop_padding(bags, padding, weight);
  const auto row_bytes = width * static_cast<index_t>(sizeof(T));
  const bool is_far = exceeds(table.layout(), kCacheBytes / static_cast<index_t>(sizeof(T)));
  const kernel::RowBags<T, T> of_rows{table.data(),
                                      table.stride(0),
                                      width,
                                      bags.ids.data(),
                                      bags.ends.data(),
                                      weight,
                                      is_far ? kernel::prefetch_distance(row_bytes) : 0,
                                      options.mode == BagMode::mean};
  const kernel::BagStep step = options.mode == BagMode::max ? kernel::BagStep::larger
                               : options.weights            ? kernel::BagStep::add_weighted
                                                            : kernel::BagStep::add;
  const index_t parts = parts_for(count, cost_of_bag(bags, row_bytes, is_far));
  run_parts(count, parts, [&](index_t first, index_t last) {
    kernel::combine_bags(of_rows, step, first, last, result.data());
  });
  return result;
}

}  // namespace detail

/// Returns a new tensor with the sum, the mean or the maximum of the rows that each bag of ids selects. Ids of
/// shape (b,n) are b bags of n; ids of rank 1 are bags that begin at the given offsets.
///   embedding_bag(t(1000,64), idx(32,8)) -> (32,64)
///   embedding_bag(t(1000,64), idx(20), {.offsets = tensor({0, 3, 12})}) -> (3,64)
/// An empty bag gives zeros. The rows of a bag are added in the order of its ids, as index_add adds. Negative ids
/// count from the end. Throws IndexError for an id or a padding index out of bounds, ShapeError for a table that
/// is no matrix, and for ids, offsets or weights of another shape, ValueError for offsets that do not begin with 0
/// or that decrease, and for weights of a mean or a maximum. Source: PyTorch's embedding_bag.
template <Element T, IndexValues X = detail::BracedIndices>
  requires std::floating_point<std::remove_const_t<T>>
[[nodiscard]] Tensor<std::remove_const_t<T>> embedding_bag(
    const Tensor<T>& table, const X& ids,
    const EmbeddingBagOptions<std::remove_const_t<T>>& options = {}) {
  return detail::embedding_bag<std::remove_const_t<T>>(table, detail::untyped_indices(ids),
                                                       options);
}

NDX_NAMESPACE_END
