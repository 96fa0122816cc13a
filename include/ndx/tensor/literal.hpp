// tensor(…): creates a tensor from nested braces, a vector or a single value.
#pragma once

#include <ndx/tensor/copies.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Nested braces of any depth, with leaves that convert to T. Refers to the braces, which live
/// until the end of the full expression.
template <class T>
class NestedList {
 public:
  template <class V>
    requires(std::is_convertible_v<V, T>)
  NestedList(V value)
      : value_(static_cast<T>(value)) {}  // NOLINT(google-explicit-constructor): a leaf
  NestedList(std::initializer_list<NestedList> items) : items_(items), is_list_(true) {}

  /// Appends the shape, taken from the first item at each depth.
  void append_shape(Dims& shape) const {
    if (!is_list_) return;
    shape.push_back(static_cast<index_t>(items_.size()));
    if (items_.size() != 0) items_.begin()->append_shape(shape);
  }

  /// Writes the leaves in row-major order. ShapeError if a list's length differs from that of the
  /// first list at its depth.
  template <class U>
  U* write(U* out, DimsView shape, std::size_t level) const {
    if (is_list_ != (level < shape.size()) ||
        (is_list_ && static_cast<index_t>(items_.size()) != shape[level])) {
      throw_shape_error("tensor: the lists at depth ", level, " differ in length");
    }
    if (!is_list_) {
      *out = static_cast<U>(value_);
      return out + 1;
    }
    for (const NestedList& item : items_) out = item.write(out, shape, level + 1);
    return out;
  }

 private:
  std::initializer_list<NestedList> items_;
  T value_{};
  bool is_list_ = false;
};

template <class T, class Leaf>
Tensor<T> from_nested(const NestedList<Leaf>& list) {
  Dims shape;
  list.append_shape(shape);
  Tensor<T> result = make_uninitialized<T>("tensor", shape);
  list.write(result.data(), shape, 0);
  return result;
}

/// Leaves of braces that hold integers of several types.
class IntegerLeaf {
 public:
  IntegerLeaf() noexcept = default;
  template <Integer I>
  IntegerLeaf(I value) : value_(static_cast<index_t>(value)) {
    if constexpr (std::is_unsigned_v<I> && sizeof(I) == 8) {
      if (value > static_cast<std::uint64_t>(INT64_MAX))
        throw_value_error("tensor: ", value, " does not fit into 64 bits with a sign");
    }
  }
  explicit operator index_t() const noexcept { return value_; }

 private:
  index_t value_ = 0;
};

/// Leaves of braces that hold numbers of several types, not all of them integers.
class RealLeaf {
 public:
  RealLeaf() noexcept = default;
  template <Real R>
    requires(Integer<R> || std::is_floating_point_v<R>)
  RealLeaf(R value) noexcept : value_(static_cast<double>(value)) {}
  explicit operator double() const noexcept { return value_; }

 private:
  double value_ = 0;
};

template <class T>
T* write_leaves(T* out, const T& leaf, DimsView /*shape*/, std::size_t /*level*/) {
  *out = leaf;
  return out + 1;
}
template <class T, class List>
T* write_leaves(T* out, std::initializer_list<List> list, DimsView shape, std::size_t level) {
  if (static_cast<index_t>(list.size()) != shape[level]) {
    throw_shape_error("tensor: the lists at depth ", level, " differ in length");
  }
  for (const List& item : list) out = write_leaves(out, item, shape, level + 1);
  return out;
}

template <class T>
void append_list_shape(Dims& /*shape*/, const T* /*leaf*/) {}
template <class List>
void append_list_shape(Dims& shape, const std::initializer_list<List>* list) {
  shape.push_back(list == nullptr ? 0 : static_cast<index_t>(list->size()));
  append_list_shape(shape, list == nullptr || list->size() == 0 ? nullptr : list->begin());
}

template <class T, class List>
Tensor<T> from_list(std::initializer_list<List> list) {
  Dims shape;
  append_list_shape(shape, &list);
  Tensor<T> result = make_uninitialized<T>("tensor", shape);
  write_leaves(result.data(), list, shape, 0);
  return result;
}

}  // namespace detail

/// Copies nested braces, up to four levels deep, into a row-major tensor: tensor({{1, 2}, {3, 4}})
/// is a Tensor<int> of shape (2,2). ShapeError if the lists at one depth differ in length.
template <class D = detail::Deduced, Element V>
  requires detail::IsDeduced<D>
[[nodiscard]] Tensor<V> tensor(std::initializer_list<V> values) {
  return detail::from_list<V>(values);
}
template <class D = detail::Deduced, Element V>
  requires detail::IsDeduced<D>
[[nodiscard]] Tensor<V> tensor(std::initializer_list<std::initializer_list<V>> values) {
  return detail::from_list<V>(values);
}
template <class D = detail::Deduced, Element V>
  requires detail::IsDeduced<D>
[[nodiscard]] Tensor<V> tensor(
    std::initializer_list<std::initializer_list<std::initializer_list<V>>> values) {
  return detail::from_list<V>(values);
}
template <class D = detail::Deduced, Element V>
  requires detail::IsDeduced<D>
[[nodiscard]] Tensor<V> tensor(
    std::initializer_list<std::initializer_list<std::initializer_list<std::initializer_list<V>>>>
        values) {
  return detail::from_list<V>(values);
}

/// Numbers of several types: doubles, or index_t if all are integers. tensor({1, 2.5}) is a
/// Tensor<double>.
[[nodiscard]] inline Tensor<index_t> tensor(
    std::initializer_list<detail::NestedList<detail::IntegerLeaf>> values) {
  return detail::from_nested<index_t>(detail::NestedList<detail::IntegerLeaf>(values));
}
template <class D = detail::Deduced>
  requires detail::IsDeduced<D>
[[nodiscard]] Tensor<double> tensor(
    std::initializer_list<detail::NestedList<detail::RealLeaf>> values) {
  return detail::from_nested<double>(detail::NestedList<detail::RealLeaf>(values));
}

/// With an explicit element type the leaves are converted, and braces may nest to any depth:
/// tensor<float>({{1, 2}, {3, 4}}).
template <Element T>
  requires(!detail::IsDeduced<T>)
[[nodiscard]] Tensor<T> tensor(
    std::initializer_list<detail::NestedList<std::type_identity_t<T>>> values) {
  return detail::from_nested<T>(detail::NestedList<T>(values));
}

/// A tensor of rank 0.
template <class D = detail::Deduced, Number V>
  requires detail::IsDeduced<D>
[[nodiscard]] Tensor<V> tensor(V value) {
  return detail::from_nested<V>(detail::NestedList<V>(value));
}
/// V is a template parameter so that tensor<float>({1}) has rank 1: with a plain float parameter
/// overload resolution would choose this overload for {1}.
template <Element T, class V>
  requires(!detail::IsDeduced<T> && std::is_convertible_v<V, T>)
[[nodiscard]] Tensor<T> tensor(V value) {
  return detail::from_nested<T>(detail::NestedList<T>(value));
}

/// Copies a vector into a tensor of rank 1. A std::vector<bool> gives a mask.
template <class D = detail::Deduced, Element V>
  requires detail::IsDeduced<D>
[[nodiscard]] Tensor<V> tensor(const std::vector<V>& values) {
  Tensor<V> result =
      detail::make_uninitialized<V>("tensor", Dims{static_cast<index_t>(values.size())});
  for (std::size_t i = 0; i < values.size(); ++i) result.data()[i] = values[i];
  return result;
}

NDX_NAMESPACE_END
