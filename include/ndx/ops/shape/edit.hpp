// delete_, insert and append return copies of a tensor with fewer or more elements along a dim, as
// NumPy's functions do.
//
// Each exists without a dim too. It then reads the elements in row-major order and returns a tensor
// of rank 1. Positions are checked before the result is allocated. A contiguous range of positions is
// copied around; other positions become a mask or an index tensor.
#pragma once

#include <concepts>

#include <ndx/ops/arithmetic/compare.hpp>
#include <ndx/ops/index/index_makers.hpp>
#include <ndx/ops/index/scatter.hpp>
#include <ndx/ops/mask/masks.hpp>
#include <ndx/ops/shape/join.hpp>
#include <ndx/ops/sort/sort.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

/// One item of positions in braces: an integer, or a bool of a mask.
class PositionItem : public DimsItem {
 public:
  template <class I>
    requires std::is_convertible_v<I, index_t>
  PositionItem(I position) noexcept  // NOLINT(google-explicit-constructor): delete_(t, {0, 2}, 1)
      : DimsItem(as_integer(position)), is_flag_(Boolean<I>) {}

  [[nodiscard]] bool is_flag() const noexcept { return is_flag_; }

 private:
  /// Returns a fraction as it is, so that DimsItem refuses it.
  template <class I>
  static auto as_integer(I position) noexcept {
    if constexpr (Boolean<I>) {
      return index_t{position};
    } else {
      return position;
    }
  }

  bool is_flag_;
};

/// Positions, or a mask, in braces: delete_(t, {true, false, true}, 0). Refers to the braces, which
/// live until the end of the full expression.
class BracedPositions {
 public:
  BracedPositions(std::initializer_list<PositionItem> items) noexcept : items_(items) {}

  [[nodiscard]] std::initializer_list<PositionItem> items() const noexcept { return items_; }
  /// Whether they are a mask. Throws ValueError if there are both bools and integers.
  [[nodiscard]] bool is_mask(const char* call) const {
    std::size_t flags = 0;
    for (const PositionItem& item : items_) flags += std::size_t{item.is_flag()};
    if (flags != 0 && flags != items_.size()) [[unlikely]]
      throw_value_error(call, ": a list of positions holds integers or bools, not both");
    return flags != 0;
  }

 private:
  std::initializer_list<PositionItem> items_;
};

}  // namespace detail

/// Positions along a dim: one integer; a list, array, span or tensor of integers, or braces; a Slice;
/// or a mask of the size of the dim, which may be in braces too.
template <class X>
concept EditPositions = IndexValues<X> || OuterIndex<X> || std::same_as<X, Slice> ||
                        std::same_as<X, detail::BracedPositions> || std::floating_point<X>;

namespace detail {

/// Returns the positions as integers of rank 0 or 1, not yet checked against the size.
template <EditPositions X>
Tensor<index_t> edit_positions(const char* call, const X& positions, std::size_t dim,
                               index_t size) {
  static_assert(!std::floating_point<X>, NDX_TEXT_INTEGERS);
  if constexpr (std::same_as<X, BracedPositions>) {
    const auto list =
        make_uninitialized<index_t>(call, Dims{static_cast<index_t>(positions.items().size())});
    index_t* next = list.data();
    for (const PositionItem& item : positions.items()) *next++ = item.value();
    if (!positions.is_mask(call)) return list;
    return edit_positions(call, list != 0, dim, size);
  } else if constexpr (std::same_as<X, Slice>) {
    if (positions.step.value_or(1) == 0) [[unlikely]]
      throw_value_error(call, ": slice step cannot be zero");
    const SliceRange range = resolve(positions, size);
    const Tensor<index_t> index = make_uninitialized<index_t>(call, Dims{range.count});
    for (index_t i = 0; i < range.count; ++i) index.data()[i] = range.first + i * range.step;
    return index;
  } else if constexpr (IndexValues<X>) {
    Tensor<index_t> index = index_tensor(call, positions);
    if (index.dim() > 1) [[unlikely]]
      throw_shape_error(call, ": positions of shape ", index.shape(), " must have rank 0 or 1");
    return index;
  } else {
    const UntypedTensor mask = TensorIndex(positions).tensor();
    if (mask.layout.rank() != 1 || mask.layout.shape[0] != size) [[unlikely]] {
      throw_index_error(call, ": mask of shape ", mask.layout.shape, " does not match dimension ",
                        dim, " with size ", size);
    }
    return nonzero(Tensor<bool>(mask.storage, Layout(mask.layout))).select(1, 0);
  }
}

/// Returns the terms of an index that has `term` on dim `dim` and whole dims before it.
inline std::vector<TensorIndex> terms_on_dim(std::size_t dim, const TensorIndex& term) {
  std::vector<TensorIndex> terms(dim, Slice());
  terms.push_back(term);
  return terms;
}

/// Wraps a position to insert before, which is 0…size, or negative and counted from the end.
inline index_t insert_position(index_t position, std::size_t dim, index_t size) {
  if (position < -size || position > size) [[unlikely]] {
    throw_index_error("insert: index ", position, " is out of bounds for dimension ", dim,
                      " with size ", size);
  }
  return position < 0 ? position + size : position;
}

/// Inserts values before one position. `is_list` tells whether the position was given as a list of
/// one: then the values have the dims of t, otherwise their first dim becomes `place`.
template <class T>
Tensor<std::remove_const_t<T>> insert_block(const Tensor<T>& t, index_t position, bool is_list,
                                            Tensor<const std::remove_const_t<T>> values,
                                            std::size_t place) {
  constexpr const char* call = "insert";
  const auto dim = static_cast<index_t>(place);
  const index_t size = t.shape()[place];
  const index_t first = insert_position(position, place, size);
  while (values.dim() < t.dim()) values = values.unsqueeze(0);
  if (!is_list) values = values.movedim(0, dim);
  const index_t count = values.shape()[place];
  Dims shape = t.shape();
  shape[place] = count;
  if (!broadcasts_to(values.shape(), shape)) [[unlikely]] {
    throw_shape_error(call, ": values of shape ", values.shape(), " do not fit into a tensor of ",
                      "shape ", t.shape(), " along dim ", place);
  }
  const Tensor<const std::remove_const_t<T>> parts[] = {
      t.narrow(dim, 0, first), values.broadcast_to(shape), t.narrow(dim, first, size - first)};
  return cat_parts(call, parts_of(std::span(parts)), dim);
}

/// Checks `positions` and returns the places in the result of the values inserted before them. Equal
/// positions keep their order.
template <Integer I>
Tensor<I> insert_places(const Tensor<I>& positions, std::size_t dim, index_t size) {
  const Tensor<I> before = make_uninitialized<I>("insert", positions.shape());
  for (index_t i = 0; i < before.numel(); ++i)
    before.data()[i] = insert_position(positions.at(i), dim, size);
  const Tensor<I> order = argsort(before, 0, /*descending=*/false, /*stable=*/true);
  for (index_t i = 0; i < before.numel(); ++i) before.data()[order.data()[i]] += i;
  return before;
}

/// Inserts the values before `positions`, which are not yet checked.
template <class T>
Tensor<std::remove_const_t<T>> insert_at(const Tensor<T>& t, const Tensor<index_t>& positions,
                                         const Tensor<const std::remove_const_t<T>>& values,
                                         std::size_t place) {
  constexpr const char* call = "insert";
  if (positions.numel() == 1)
    return insert_block(t, *positions.begin(), positions.dim() == 1, values, place);
  const index_t size = t.shape()[place];
  const Tensor<index_t> places = insert_places(positions, place, size);
  Dims shape = t.shape();
  shape[place] = places.numel();
  if (!broadcasts_to(values.shape(), shape)) [[unlikely]] {
    throw_shape_error(call, ": values of shape ", values.shape(), " do not broadcast to ", shape,
                      ", that of the slices to insert");
  }
  shape[place] = checked_add(call, size, places.numel());
  const auto result = make_uninitialized<std::remove_const_t<T>>(call, shape);
  const Tensor<bool> is_old = make_filled(call, Dims{shape[place]}, true);
  is_old.index_put_({places}, false);
  result.index_put_(terms_on_dim(place, places), values);
  result.index_put_(terms_on_dim(place, is_old), t);
  return result;
}

/// Returns a copy without the slices at `positions`, which are not yet checked.
template <class T>
Tensor<std::remove_const_t<T>> delete_at(const Tensor<T>& t, const Tensor<index_t>& positions,
                                         std::size_t place) {
  constexpr const char* call = "delete_";
  const auto dim = static_cast<index_t>(place);
  const index_t size = t.shape()[place];
  const Tensor<bool> kept = make_filled(call, Dims{size}, true);
  index_t first = size;
  index_t last = -1;
  Layout once = positions.layout();  // a position repeated by stride 0 is read once
  once.shape = stored_shape(once);
  const Tensor<index_t> stored(positions.storage(), std::move(once));
  for (const index_t position : stored) {
    const index_t at = wrap_index(call, position, place, size);
    kept.data()[at] = false;
    if (at < first) first = at;
    if (at > last) last = at;
  }
  const index_t count = last < first ? 0 : last - first + 1;
  if (count == 0) return t.clone();
  if (!any(kept.narrow(0, first, count))) {
    const Tensor<T> parts[] = {t.narrow(dim, 0, first),
                               t.narrow(dim, first + count, size - first - count)};
    return cat_parts(call, parts_of(std::span(parts)), dim);
  }
  return writable_result(t.index(terms_on_dim(place, kept)));
}

/// The element type of append.
template <class T, class V>
auto appended_type() {
  if constexpr (std::is_same_v<V, BracedValue<T>>) {
    return std::type_identity<T>{};
  } else if constexpr (is_tensor_v<V>) {
    if constexpr (std::is_same_v<std::remove_const_t<element_t<V>>, T>) {
      return std::type_identity<T>{};
    } else {
      return std::type_identity<promote_t<T, std::remove_const_t<element_t<V>>>>{};
    }
  } else {
    return std::type_identity<promote_scalar_t<T, V>>{};
  }
}
template <class T, class V>
using appended_t = typename decltype(appended_type<std::remove_const_t<T>, V>())::type;

template <class T>
using Braced = BracedValue<std::remove_const_t<T>>;

}  // namespace detail

/// Returns a copy without the elements at these positions along `dim`. Positions may repeat; negative
/// ones count from the end.
///   delete_(t(3,4), 1, 0) -> (2,4) · delete_(t, {0, 2}, 1) · delete_(t, Slice(1), 0) · delete_(t, mask, 0)
/// Throws IndexError for a dim or position out of range and for a mask of another size, ShapeError
/// for positions of rank 2 or more. Source: NumPy's delete, which is a keyword of C++.
template <Element T, EditPositions X = detail::BracedPositions>
[[nodiscard]] Tensor<std::remove_const_t<T>> delete_(const Tensor<T>& t, const X& positions,
                                                     Dim dim) {
  constexpr const char* call = "delete_";
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  return detail::delete_at(t, detail::edit_positions(call, positions, place, t.shape()[place]),
                           place);
}
/// Deletes from the elements in row-major order if no dim is given, and returns a tensor of rank 1.
template <Element T, EditPositions X = detail::BracedPositions>
[[nodiscard]] Tensor<std::remove_const_t<T>> delete_(const Tensor<T>& t, const X& positions) {
  return delete_(t.ravel(), positions, 0);
}

/// Returns a copy with values inserted along `dim` before the given positions of t: 0…size, or
/// negative and counted from the end.
///   insert(tensor({1, 2, 3}), 1, 9) -> 1 9 2 3
///   insert(tensor({1, 2, 3}), {0, 0, 3}, {7, 8, 9}) -> 7 8 1 2 3 9
/// Values are converted to t's element type and broadcast. At several positions, the i-th slice of
/// the values along `dim` is inserted before positions[i]; equal positions keep this order. At one
/// integer all values are inserted, and their first dim becomes `dim`: for t(2,3), insert(t, 1,
/// v(4,2), 1) -> (2,7). At a list of one all values are inserted too, but their dims are in the order
/// of t's. A mask is converted to the positions where it is true. Throws IndexError for a dim or
/// position out of range and for a mask of another size, ShapeError for values that do not fit.
/// Source: NumPy's insert.
template <Element T, EditPositions X = detail::BracedPositions,
          detail::ValuesFor<T> V = detail::Braced<T>>
[[nodiscard]] Tensor<std::remove_const_t<T>> insert(const Tensor<T>& t, const X& positions,
                                                    const V& values, Dim dim) {
  using R = std::remove_const_t<T>;
  constexpr const char* call = "insert";
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  const auto before = detail::edit_positions(call, positions, place, t.shape()[place]);
  const detail::ValueTensor<R> given(values);
  return detail::insert_at(t, before, given.get(), place);
}
template <Element T, EditPositions X = detail::BracedPositions,
          detail::ValuesFor<T> V = detail::Braced<T>>
[[nodiscard]] Tensor<std::remove_const_t<T>> insert(const Tensor<T>& t, const X& positions,
                                                    const V& values) {
  return insert(t.ravel(), positions, values, 0);
}

/// Returns t followed by the values along `dim`: cat of both, in the type to which both promote.
///   append(t(2,3), u(1,3), 0) -> (3,3)
/// Throws as cat does. Source: NumPy's append.
template <Element T, class U>
[[nodiscard]] auto append(const Tensor<T>& t, const Tensor<U>& values, Dim dim) {
  using R = detail::appended_t<T, Tensor<U>>;
  const Tensor<const R> parts[] = {t.template to<const R>(), values.template to<const R>()};
  return detail::cat_parts("append", detail::parts_of(std::span(parts)), dim);
}
/// Joins the elements of both in row-major order if no dim is given. The values may be a scalar or
/// braces, which are converted to t's element type.
///   append(tensor({1, 2}), 3) -> 1 2 3 · append(tensor({1, 2}), {3, 4}) -> 1 2 3 4
template <Element T, class V = detail::Braced<T>>
[[nodiscard]] auto append(const Tensor<T>& t, const V& values) {
  using R = detail::appended_t<T, V>;
  if constexpr (detail::is_tensor_v<V>) {
    return append(t.ravel(), values.ravel(), 0);
  } else {
    const detail::ValueTensor<R> given(values);
    return append(t.ravel(), given.get().ravel(), 0);
  }
}

NDX_NAMESPACE_END
