// Conversion between flat indices (row-major positions) and coordinates (one index per dim):
// unravel_index and ravel_multi_index.
//
// Both are arithmetic on whole index tensors, one dim at a time: a flat index is a number in a mixed
// radix, where the coordinates are the digits and the sizes of the dims are the bases. All indices are
// checked before any is converted. ravel_multi_index is a template of a single type, so that programs
// that do not call it do not compile it.
#pragma once

#include <ndx/ops/core/elementwise.hpp>
#include <ndx/ops/core/index_values.hpp>
#include <ndx/ops/index/index_tuple.hpp>
#include <ndx/plan/options.hpp>

NDX_NAMESPACE_BEGIN

/// The bounds policy for coordinates: one for all dims, or one per dim.
///   Bounds::wrap · {Bounds::clip, Bounds::raise}
class CoordinateBounds {
 public:
  CoordinateBounds(Bounds all) : all_(all), same_(true) {}  // NOLINT(google-explicit-constructor)
  CoordinateBounds(std::initializer_list<Bounds> each) { copy_from(each); }
  // This constructor is a template so that code that passes no vector does not compile it.
  template <class = void>
  CoordinateBounds(const std::vector<Bounds>& each) {  // NOLINT(google-explicit-constructor)
    copy_from(each);
  }

  /// Returns the policy of a dim.
  [[nodiscard]] Bounds of(std::size_t dim) const { return same_ ? all_ : each_[dim]; }
  /// Throws ValueError unless there is one policy per dim, and none is fill or drop.
  void check(const char* call, std::size_t rank) const {
    if (!same_ && each_.size() != rank) [[unlikely]]
      throw_value_error(call, ": ", each_.size(), " modes were given for ", rank, " dims");
    for (std::size_t d = 0; d < rank; ++d) {
      if (detail::fills(of(d)) || detail::drops(of(d))) [[unlikely]]
        throw_value_error(call,
                          ": the mode is raise, wrap, clip, wrap_clip or assume, not fill or drop");
    }
  }

 private:
  template <class Policies>
  void copy_from(const Policies& each) {
    for (const Bounds bounds : each) each_.push_back(bounds);
  }

  Bounds all_ = Bounds::raise;
  bool same_ = false;
  SmallVector<Bounds, 8> each_;
};

namespace detail {

/// Throws IndexError for a coordinate outside 0…size-1.
template <Integer I>
void check_coordinate(const char* call, const Tensor<I>& coordinate, std::size_t dim,
                      index_t size) {
  const index_t wrong = find_first(coordinate, [&](I c) { return c < 0 || c >= size; });
  if (wrong >= 0) [[unlikely]]
    throw_index_error(call, ": index ", describe_element(coordinate, wrong),
                      " is out of bounds for dimension ", dim, " with size ", size);
}

/// Applies the bounds policy. Every coordinate that it returns along `dim` is in 0…size-1.
template <Integer I>
Tensor<I> bounded_coordinate(const char* call, const Tensor<I>& coordinate, std::size_t dim,
                             index_t size, Bounds bounds) {
  if (bounds == Bounds::assume && NDX_CHECKED == 0) return coordinate;
  if (!moves_inside(bounds) || size == 0) {
    check_coordinate(call, coordinate, dim, size);
    return coordinate;
  }
  if (bounds == Bounds::wrap) {
    return map_elements<I>(
        call, [size](I c) { return c % size < 0 ? c % size + size : c % size; }, coordinate);
  }
  const bool from_end = bounds == Bounds::wrap_clip;
  return map_elements<I>(
      call,
      [size, from_end](I c) {
        if (c >= 0) return c < size ? c : size - 1;
        return from_end && c >= -size ? c + size : 0;
      },
      coordinate);
}

inline void check_coordinate_count(const char* call, index_t count, DimsView shape) {
  if (count != static_cast<index_t>(shape.size())) [[unlikely]]
    throw_value_error(call, ": ", count, " coordinates were given for shape ", shape);
}

/// Converts a term to a tensor of coordinates. Throws ValueError if it is neither an integer nor an
/// index tensor.
template <Integer I>
Tensor<I> coordinate_tensor(const char* call, const TensorIndex& term, std::size_t dim) {
  if (term.kind() == TensorIndex::Kind::integer) return full<I>({}, term.integer());
  if (term.kind() != TensorIndex::Kind::tensor || term.tensor().dtype == DType::boolean)
      [[unlikely]]
    throw_value_error(call, ": coordinate ", dim, " is neither an integer nor an index tensor");
  Tensor<I> result;
  const UntypedTensor& tensor = term.tensor();
  kernel::detail::with_integer_type(tensor.dtype, [&]<class Given>(Given* /*type*/) {
    result = to_indices(call, Tensor<Given>(tensor.storage, Layout(tensor.layout)));
  });
  return result;
}

}  // namespace detail

/// Converts flat indices to coordinates in a tensor of the given shape. Returns one tensor per dim,
/// each of the shape of `flat`.
///   t.index(unravel_index(argmax(t), t.shape()))  is the largest element
/// Throws IndexError for a flat index outside 0…numel-1 (as in NumPy, negative ones do not count from
/// the end), and ValueError for an invalid shape. Throws ValueError for flat indices of rank 1 or
/// more into a shape of rank 0, because no coordinate tensor could carry their shape. Source: NumPy's
/// unravel_index.
template <IndexValues X = detail::BracedIndices>
[[nodiscard]] IndexTuple unravel_index(const X& flat, const Dims& shape) {
  const index_t total = checked_numel("unravel_index", shape);
  const Tensor<index_t> positions = detail::index_tensor("unravel_index", flat);
  const index_t wrong =
      detail::find_first(positions, [&](index_t p) { return p < 0 || p >= total; });
  if (wrong >= 0) [[unlikely]]
    throw_index_error("unravel_index: index ", detail::describe_element(positions, wrong),
                      " is out of bounds for shape ", shape, " with ", total, " elements");
  if (shape.empty() && positions.dim() > 0) [[unlikely]]
    throw_value_error("unravel_index: flat indices of shape ", positions.shape(),
                      " have no coordinates in a shape of rank 0");
  std::vector<Tensor<index_t>> coordinates(shape.size());
  index_t step = 1;
  for (std::size_t d = shape.size(); d-- > 0;) {
    const index_t size = shape[d];
    coordinates[d] = detail::map_elements<index_t>(
        "unravel_index", [step, size](index_t p) { return p / step % size; }, positions);
    step *= size;
  }
  return IndexTuple(std::move(coordinates));
}
template <NoIndexValues X>
auto unravel_index(const X&, const Dims&) {
  return detail::refuse_indices<X>();
}

/// Converts coordinates to flat indices (row-major positions) in a tensor of the given shape. Takes
/// one integer or index tensor per dim and broadcasts them together.
///   ravel_multi_index({rows, columns}, {7, 6}) · ravel_multi_index(nonzero_tuple(t), t.shape())
///   ravel_multi_index({rows, columns}, {4, 4}, {Bounds::clip, Bounds::wrap})
/// Throws IndexError for a coordinate outside 0…size-1 (as in NumPy, negative ones do not count from
/// the end), unless `mode` wraps or clips it. Throws ShapeError for coordinates that do not
/// broadcast, ValueError for too few or too many of them, for other kinds of terms, for the modes
/// fill and drop, and for an invalid shape. Source: NumPy's ravel_multi_index.
///   ravel_multi_index({tensor({0, 1}), tensor({2, 0})}, {2, 3}) -> 2 3
template <std::same_as<index_t> I = index_t>
[[nodiscard]] Tensor<I> ravel_multi_index(IndexList coordinates, const Dims& shape,
                                          const CoordinateBounds& mode = Bounds::raise) {
  constexpr const char* call = "ravel_multi_index";
  const detail::Terms terms = coordinates;
  detail::check_coordinate_count(call, static_cast<index_t>(terms.size()), shape);
  checked_numel(call, shape);
  mode.check(call, shape.size());
  std::vector<Tensor<I>> bounded;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const Tensor<I> coordinate = detail::coordinate_tensor<I>(call, terms[d], d);
    bounded.push_back(detail::bounded_coordinate(call, coordinate, d, shape[d], mode.of(d)));
  }
  Tensor<I> flat = full<I>({}, 0);
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const auto further = [size = shape[d]](I before, I c) { return before * size + c; };
    flat = detail::map_elements<I>(call, further, flat, bounded[d]);
  }
  return flat;
}
/// Takes the coordinates from one tensor, along its dim 0: shape (rank, …) -> (…).
template <IndexTensor A>
[[nodiscard]] Tensor<index_t> ravel_multi_index(const A& coordinates, const Dims& shape,
                                                const CoordinateBounds& mode = Bounds::raise) {
  detail::check_coordinate_count("ravel_multi_index",
                                 coordinates.dim() == 0 ? 0 : coordinates.size(0), shape);
  std::vector<TensorIndex> terms;
  for (const A& part : coordinates.unbind(0)) terms.emplace_back(part);
  return ravel_multi_index(terms, shape, mode);
}
/// Takes one list in braces per dim: ravel_multi_index({{0, 1}, {2, 0}}, {2, 3}) -> 2 3.
template <Integer I>
[[nodiscard]] Tensor<index_t> ravel_multi_index(
    std::initializer_list<std::initializer_list<I>> coordinates, const Dims& shape,
    const CoordinateBounds& mode = Bounds::raise) {
  std::vector<TensorIndex> terms;
  for (const std::initializer_list<I> list : coordinates) terms.emplace_back(tensor(list));
  return ravel_multi_index(terms, shape, mode);
}

NDX_NAMESPACE_END
