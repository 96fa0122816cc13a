// embedding_bag sums looked-up rows of a table, bag by bag, without a copy of the rows.
//
// The ids are checked before the first bag. Bags are independent of each other, so threads share them; the rows of
// a bag are added one after another, as index_add does. sum(table.index({ids}), 1) adds in another order, so the
// last bits of floating-point sums differ. Elements of 16 and 8 bits become floats while they are added.
#pragma once

#include <optional>

#include <ndx/engine/indexed_loop.hpp>
#include <ndx/kernel/index/bag_rows.hpp>
#include <ndx/ops/core/index_values.hpp>
#include <ndx/ops/sort/unique.hpp>
#include <ndx/plan/plan_along.hpp>

NDX_NAMESPACE_BEGIN

template <Element T>
class File;

/// How embedding_bag combines the rows of a bag.
enum class BagMode : std::uint8_t { sum, mean, max };

/// Options of embedding_bag for a table that is computed with in T.
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
  /// For a table of int8 or uint8: row r has the numbers q · scale[r] + bias[r], without a bias q · scale[r].
  std::optional<Tensor<const float>> scale{};
  std::optional<Tensor<const float>> bias{};
  /// Whether the last 8 bytes of each row are its scale and its bias, two floats, as FBGEMM and PyTorch's
  /// embedding_bag_byte_prepack store them.
  bool scale_in_row = false;
};

/// Elements of a table of embedding_bag.
template <class T>
concept BagElement = std::is_same_v<T, float> || std::is_same_v<T, double> || Half<T> ||
                     std::is_same_v<T, std::int8_t> || std::is_same_v<T, std::uint8_t>;

namespace detail {

/// The type in which a table of S is computed with, and that of the sums of its rows.
template <class S>
using bag_number_t = std::conditional_t<sizeof(S) <= 2, float, S>;
template <class S>
using bag_result_t = std::conditional_t<sizeof(S) == 1, float, S>;

/// Checks the offsets of ragged bags: they begin with 0, do not decrease and do not exceed the number of ids.
inline void set_ragged_bags(const char* call, std::vector<index_t>& ends,
                            const UntypedTensor& offsets, index_t ids, bool include_last) {
  const DimsView shape = offsets.layout.shape;
  if (shape.size() != 1 || (include_last && shape[0] == 0)) [[unlikely]]
    throw_shape_error(call, ": offsets of shape ", shape,
                      " must have rank 1 and, with include_last_offset, an element");
  if (offsets.dtype == DType::boolean) [[unlikely]]
    throw_value_error(call, ": offsets are integers, not bools");
  ends.reserve(checked_size<index_t>(shape[0]) + 1);
  ends.resize(static_cast<std::size_t>(shape[0]));
  if (shape[0] != 0)
    kernel::detail::load_run(ends.data(), offsets.dtype, offsets.storage.data(),
                             offsets.layout.offset, offsets.layout.strides[0], shape[0]);
  index_t before = 0;
  for (std::size_t b = 0; b < ends.size(); ++b) {
    if (ends[b] < before || ends[b] > (b == 0 ? 0 : ids)) [[unlikely]]
      throw_value_error(call, ": offset ", ends[b], " at [", b, "] is not in ", before, "..",
                        b == 0 ? 0 : ids, ": offsets begin with 0 and do not decrease");
    before = ends[b];
  }
  if (!include_last) {
    ends.push_back(ids);
  } else if (before != ids) {
    throw_value_error(call, ": the last offset is ", before, ", but there are ", ids, " ids");
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

/// Returns a row-major copy, for a call that is named in errors.
template <class T>
Tensor<T> row_major_copy(const char* call, const Tensor<const T>& t) {
  const auto copy = make_uninitialized<T>(call, t.shape());
  copy_elements(copy, t);
  return copy;
}

/// The ids of all bags, and where each bag begins and ends among them.
template <class T>
struct Bags {
  /// Checks the ids and the options for a table of this shape.
  Bags(const char* call, DimsView table, const UntypedTensor& given,
       const EmbeddingBagOptions<T>& options) {
    using Kind = TensorIndex::Kind;
    const DimsView shape = given.layout.shape;
    const bool is_ragged = options.offsets.kind() != Kind::none;
    const bool is_padded = options.padding_index.kind() != Kind::none;
    if (is_ragged && options.offsets.kind() != Kind::tensor) [[unlikely]]
      throw_value_error(call, ": offsets must be an index tensor");
    if (is_padded && options.padding_index.kind() != Kind::integer) [[unlikely]]
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
    padding = is_padded ? options.padding_index.integer() : -1;
    if (is_padded && (padding < -table[0] || padding >= table[0])) [[unlikely]]
      throw_index_error(call, ": padding_index ", padding, " is out of bounds for ", table[0],
                        " rows");
    if (is_padded && padding < 0) padding += table[0];
    if (is_ragged)
      set_ragged_bags(call, ends, options.offsets.tensor(), shape[0], options.include_last_offset);
    ids = resolve_ids(call, table[0], given, is_padded);
    count = is_ragged ? static_cast<index_t>(ends.size()) - 1 : shape[0];
  }

  /// Allocates what depends on the number of bags, and leaves out the padding.
  void complete(const char* call, const EmbeddingBagOptions<T>& options) {
    if (ends.empty()) {
      ends.resize(checked_size<index_t>(count) + 1);
      for (std::size_t b = 1; b < ends.size(); ++b) ends[b] = ends[b - 1] + ids.size(1);
    }
    if (options.weights) weights = row_major_copy(call, *options.weights);
    if (padding >= 0) drop_padding(options.weights ? weights.data() : nullptr);
  }

  index_t count;
  index_t padding;            // the row that is left out, or -1
  Tensor<index_t> ids;        // 0…rows-1, row-major
  std::vector<index_t> ends;  // element b is the beginning of bag b, the last one the end of all
  Tensor<T> weights;

 private:
  void drop_padding(T* weight) {
    index_t* const id = ids.data();
    index_t kept = 0;
    index_t k = 0;
    for (std::size_t b = 1; b < ends.size(); ++b) {
      for (; k < ends[b]; ++k) {
        if (id[k] == padding) continue;
        id[kept] = id[k];
        if (weight != nullptr) weight[kept] = weight[k];
        ++kept;
      }
      ends[b] = kept;
    }
  }
};

/// Checks that there is a scale or a bias for each row.
inline void check_row_numbers(const char* call, const Tensor<const float>& of, index_t rows) {
  if (!(of.shape() == Dims{rows})) [[unlikely]]
    throw_shape_error(call, ": a scale or bias of shape ", of.shape(), " must have shape (", rows,
                      "), a number for each row");
}

/// Stores where the scales and biases of a table are, and removes those in its rows from the table.
template <class S, class T>
void set_scales(const char* call, kernel::RowBags<S, T>& rows, Tensor<const S>& table,
                const EmbeddingBagOptions<T>& options) {
  static constexpr float zero = 0;
  constexpr auto bytes = static_cast<index_t>(sizeof(float));
  if (options.scale_in_row == options.scale.has_value() || (options.scale_in_row && options.bias))
      [[unlikely]]
    throw_value_error(call, ": a table of ", dtype_name(dtype_of<S>()),
                      " needs .scale, with or without .bias, or .scale_in_row alone");
  if (options.scale_in_row) {
    if (table.size(1) < 2 * bytes || table.stride(1) != 1) [[unlikely]]
      throw_shape_error(call, ": rows of a table of shape ", table.shape(),
                        " cannot end with a scale and a bias of 4 adjacent bytes each");
    table = table.narrow(1, 0, table.size(1) - 2 * bytes);
    rows.scale = {reinterpret_cast<const std::byte*>(table.data() + table.size(1)),
                  table.stride(0)};
    rows.bias = {rows.scale.first + bytes, table.stride(0)};
    return;
  }
  const auto floats = [&](const std::optional<Tensor<const float>>& of) -> kernel::RowFloats {
    if (!of) return {reinterpret_cast<const std::byte*>(&zero), 0};
    check_row_numbers(call, *of, table.size(0));
    return {reinterpret_cast<const std::byte*>(of->data()), bytes * of->stride(0)};
  };
  rows.scale = floats(options.scale);
  rows.bias = floats(options.bias);
}

/// Returns the mean cost of a bag: each of its rows is read, and one is written.
inline UnitCost cost_of_bag(index_t bags, index_t ids, index_t row_bytes, bool is_far) {
  const double rows = 1 + static_cast<double>(ids) / static_cast<double>(bags + 1);
  const double row_ns = (is_far ? 2 : .4) + .02 * static_cast<double>(row_bytes);
  return {rows * static_cast<double>(row_bytes), rows * row_ns};
}

template <class S>
Tensor<bag_result_t<S>> embedding_bag(Tensor<const S> table, const UntypedTensor& ids,
                                      const EmbeddingBagOptions<bag_number_t<S>>& options) {
  using T = bag_number_t<S>;
  const char* const call = "embedding_bag";
  Bags<T> bags(call, table.shape(), ids, options);
  kernel::RowBags<S, T> rows{};
  if constexpr (sizeof(S) == 1) {
    set_scales(call, rows, table, options);
  } else if (options.scale || options.bias || options.scale_in_row) [[unlikely]] {
    throw_value_error(call, ": scale and bias are for tables of int8 and uint8");
  }
  if (table.stride(1) != 1) table = row_major_copy(call, table);
  const index_t width = table.size(1);
  const auto result = make_uninitialized<bag_result_t<S>>(call, Dims{bags.count, width});
  if (width == 0) return result;  // of more bags than there is memory for, perhaps
  bags.complete(call, options);
  Tensor<T> totals;
  if constexpr (Half<S>) {
    totals = make_uninitialized<T>(call, result.shape());
  } else {
    totals = result;
  }
  const auto row_bytes = width * static_cast<index_t>(sizeof(S));
  const bool is_far = exceeds(table.layout(), kCacheBytes / static_cast<index_t>(sizeof(S)));
  rows.table = table.data();
  rows.stride = table.stride(0);
  rows.width = width;
  rows.ids = bags.ids.data();
  rows.ends = bags.ends.data();
  if (options.weights) rows.weights = bags.weights.data();
  if (is_far) rows.distance = kernel::prefetch_distance(row_bytes);
  rows.is_averaged = options.mode == BagMode::mean;
  const kernel::BagStep step = options.mode == BagMode::max ? kernel::BagStep::larger
                               : options.weights            ? kernel::BagStep::add_weighted
                                                            : kernel::BagStep::add;
  const UnitCost cost = cost_of_bag(bags.count, bags.ends.back(), row_bytes, is_far);
  run_parts(bags.count, parts_for(bags.count, cost), [&](index_t first, index_t last) {
    kernel::combine_bags(rows, step, first, last, totals.data());
  });
  if constexpr (Half<S>) copy_elements(result, totals);
  return result;
}

/// The bags of a table that is no tensor: the rows that are to be read, each once, and then summed as a tensor.
template <class S>
struct BagsOfRows {
  using T = bag_number_t<S>;

  BagsOfRows(DimsView table, const UntypedTensor& given, const EmbeddingBagOptions<T>& of)
      : options(of) {
    const char* const call = "embedding_bag";
    Bags<T> bags(call, table, given, options);
    bags.complete(call, options);
    // Its type depends on S, so that instances that are declared after this header are found.
    const auto used = bags.ids.ravel().narrow(0, 0, bags.ends.back());
    const auto distinct = unique(used, {.return_inverse = true});
    rows = distinct.values;
    ids = distinct.inverse;
    for (auto* const of_rows : {&options.scale, &options.bias}) {
      if (!*of_rows) continue;
      check_row_numbers(call, **of_rows, table[0]);
      *of_rows = (*of_rows)->index({rows});
    }
    if (options.weights) options.weights = bags.weights.ravel().narrow(0, 0, bags.ends.back());
    options.offsets = bags.ends;
    options.include_last_offset = true;
    options.padding_index = None;
  }

  [[nodiscard]] Tensor<bag_result_t<S>> sums(const Tensor<S>& read) const {
    return embedding_bag<S>(read, ids.untyped(), options);
  }

  Tensor<index_t> rows;  // the different ones, ascending
  Tensor<index_t> ids;   // places among these
  EmbeddingBagOptions<T> options;
};

}  // namespace detail

/// Returns a new tensor with the sum, the mean or the maximum of the rows that each bag of ids selects. Ids of
/// shape (b,n) are b bags of n; ids of rank 1 are bags that begin at the given offsets.
///   embedding_bag(t(1000,64), idx(32,8)) -> (32,64)
///   embedding_bag(t(1000,64), idx(20), {.offsets = tensor({0, 3, 12})}) -> (3,64)
/// An empty bag gives zeros. The rows of a bag are added in the order of its ids, as index_add adds; those of float16
/// and bfloat16 are added in float, and the sum is rounded once. A table of int8 or uint8 needs a scale, and the result
/// is float. Negative ids count from the end. Throws IndexError for an id or a padding index out of bounds, ShapeError
/// for a table that is no matrix, and for ids, offsets, weights or scales of another shape, ValueError for offsets that
/// do not begin with 0 or that decrease, for weights of a mean or a maximum, and for scales that are missing or that
/// the table cannot have. Source: PyTorch's embedding_bag and its quantized one.
template <Element T, IndexValues X = detail::BracedIndices>
  requires BagElement<std::remove_const_t<T>>
[[nodiscard]] Tensor<detail::bag_result_t<std::remove_const_t<T>>> embedding_bag(
    const Tensor<T>& table, const X& ids,
    const EmbeddingBagOptions<detail::bag_number_t<std::remove_const_t<T>>>& options = {}) {
  return detail::embedding_bag<std::remove_const_t<T>>(table, detail::untyped_indices(ids),
                                                       options);
}

/// Returns the sums, means or maxima of rows of a table in a file, which ndx/large.hpp opens, with the bits that the
/// table as a tensor gives. Each row that the bags have is read once, in the order of the file; memory holds these rows
/// and the result. Throws the errors that a tensor gives, ValueError if the file cannot be read, and
/// Cancelled if its progress function returns false.
template <Element T, IndexValues X = detail::BracedIndices>
  requires BagElement<std::remove_const_t<T>>
[[nodiscard]] Tensor<detail::bag_result_t<std::remove_const_t<T>>> embedding_bag(
    const File<T>& table, const X& ids,
    const EmbeddingBagOptions<detail::bag_number_t<std::remove_const_t<T>>>& options = {}) {
  const detail::BagsOfRows<std::remove_const_t<T>> bags(table.shape(), detail::untyped_indices(ids),
                                                        options);
  return bags.sums(table.index({bags.rows}));
}

NDX_NAMESPACE_END
