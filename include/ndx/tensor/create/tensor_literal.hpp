// tensor(…): creates a tensor from nested braces, from vectors, arrays and spans, which may be
// nested, or from a single value.
//
// Braces of one type are deduced as std::initializer_list, one overload for each depth up to four.
// Braces of mixed types, or with the element type named, go through NestedList (braces.hpp) and may
// have any depth. The first list at each depth gives the size; all lists there must have it.
#pragma once

#include <ndx/tensor/create/braces.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A leaf of braces that hold integers of several types.
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

/// A leaf of braces that hold numbers of several types, not all of them integers.
class RealLeaf {
 public:
  RealLeaf() noexcept = default;
  template <Real R>
    requires(Integer<R> || Floating<R>)
  RealLeaf(R value) noexcept : value_(static_cast<double>(value)) {}
  template <Boolean B>
  RealLeaf(B /*flag*/) {
    static_assert(kNever<B>, "a truth value beside numbers: write tensor<int>({true, 2})");
  }
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

/// The type of a sequence's items. For a std::vector<bool>, whose iterators return proxies, it is
/// bool.
template <class S>
struct ItemOf {
  using type = std::remove_cvref_t<decltype(*std::begin(std::declval<const S&>()))>;
};
template <class S>
  requires requires { typename S::value_type; }
struct ItemOf<S> {
  using type = std::remove_cv_t<typename S::value_type>;
};
template <class S>
using item_t = typename ItemOf<S>::type;

/// A vector, an array, a span, a C array or another list, but no text.
template <class S>
concept Sequence = requires(const S& items) {
  std::size(items);
  std::end(items);
} && !is_character_v<item_t<S>>;

/// An element whose type is deduced. A list is not one, even if its bytes could be an element.
template <class V>
concept Leaf = Element<V> && !Sequence<V>;

/// A sequence other than T itself: its items are elements of type T, or lists again.
template <class S, class T>
concept ListOf = Sequence<S> && !std::is_same_v<S, T>;

/// The type of the innermost items of nested lists; the search ends at T.
template <class S, class T>
struct LeafOf {
  using type = S;
};
template <class S, class T>
  requires ListOf<S, T>
struct LeafOf<S, T> : LeafOf<item_t<S>, T> {};
template <class S, class T = void>
using leaf_t = typename LeafOf<S, T>::type;

/// Appends the sizes of nested sequences, taken from the first item at each depth.
template <class T, ListOf<T> S>
void append_sequence_shape(Dims& shape, const S* items) {
  const bool has_items = items != nullptr && std::size(*items) != 0;
  shape.push_back(has_items ? static_cast<index_t>(std::size(*items)) : 0);
  if constexpr (ListOf<item_t<S>, T>)
    append_sequence_shape<T>(shape, has_items ? &*std::begin(*items) : nullptr);
}

/// Writes the leaves of nested sequences in row-major order.
template <class T>
class SequenceWriter {
 public:
  SequenceWriter(DimsView shape, T* out) : shape_(shape), out_(out) {}

  template <ListOf<T> S>
  void write(const S& items) {
    const std::size_t depth = place_.size();
    if (std::cmp_not_equal(std::size(items), shape_[depth])) [[unlikely]] {
      throw_shape_error("tensor: the list at ", place_, " has size ", std::size(items),
                        ", but the list at ", Dims::filled(depth, 0), " has size ", shape_[depth]);
    }
    place_.push_back(0);
    for (const auto& item : items) {
      if constexpr (ListOf<item_t<S>, T>) {
        write(item);
      } else {
        *out_++ = convert_element<T>(static_cast<const item_t<S>&>(item));
      }
      ++place_[depth];
    }
    place_.resize(depth);
  }

 private:
  DimsView shape_;
  T* out_;
  Dims place_;  // indices of the list that is being written
};

template <class T, class S>
Tensor<T> from_sequence(const S& items) {
  Dims shape;
  append_sequence_shape<T>(shape, &items);
  Tensor<T> result = make_uninitialized<T>("tensor", shape);
  SequenceWriter<T>(shape, result.data()).write(items);
  return result;
}

}  // namespace detail

/// Copies nested braces, up to four levels deep, into a row-major tensor: tensor({{1, 2}, {3, 4}})
/// is a Tensor<int> of shape (2,2). Throws ShapeError if the lists at one depth differ in length.
template <class D = detail::Deduced, detail::Leaf V>
  requires detail::IsDeduced<D>
[[nodiscard]] Tensor<V> tensor(std::initializer_list<V> values) {
  return detail::from_list<V>(values);
}
template <class D = detail::Deduced, detail::Leaf V>
  requires detail::IsDeduced<D>
[[nodiscard]] Tensor<V> tensor(std::initializer_list<std::initializer_list<V>> values) {
  return detail::from_list<V>(values);
}
template <class D = detail::Deduced, detail::Leaf V>
  requires detail::IsDeduced<D>
[[nodiscard]] Tensor<V> tensor(
    std::initializer_list<std::initializer_list<std::initializer_list<V>>> values) {
  return detail::from_list<V>(values);
}
template <class D = detail::Deduced, detail::Leaf V>
  requires detail::IsDeduced<D>
[[nodiscard]] Tensor<V> tensor(
    std::initializer_list<std::initializer_list<std::initializer_list<std::initializer_list<V>>>>
        values) {
  return detail::from_list<V>(values);
}

/// Copies braces that hold numbers of several types. The elements are index_t if all are integers,
/// else double: tensor({1, 2.5}) is a Tensor<double>.
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

/// Copies braces of any depth and converts the leaves to the element type that is named:
/// tensor<float>({{1, 2}, {3, 4}}).
template <Element T>
  requires(!detail::IsDeduced<T>)
[[nodiscard]] Tensor<T> tensor(
    std::initializer_list<detail::NestedList<std::type_identity_t<T>>> values) {
  return detail::from_nested<T>(detail::NestedList<T>(values));
}

/// Makes a tensor of rank 0.
template <class D = detail::Deduced, Number V>
  requires detail::IsDeduced<D>
[[nodiscard]] Tensor<V> tensor(V value) {
  return detail::from_nested<V>(detail::NestedList<V>(value));
}
/// Makes a tensor of rank 0 of the element type that is named. V is a template parameter so that
/// tensor<float>({1}) has rank 1: overload resolution would prefer a plain float parameter for {1}.
template <Element T, class V>
  requires(!detail::IsDeduced<T> && detail::LeafFor<V, T>)
[[nodiscard]] Tensor<T> tensor(V value) {
  return detail::from_nested<T>(detail::NestedList<T>(value));
}

/// Copies a vector, an array, a span or a C array. If they are nested, the rank is the depth. A
/// std::vector<bool> gives a mask.
///   tensor(std::vector<std::vector<float>>{{1, 2}, {3, 4}}) is a Tensor<float> of shape (2,2)
///   tensor({v, w}), of two vectors of size 3, has shape (2,3)
/// Throws ShapeError if lists at the same depth differ in length.
template <class D = detail::Deduced, detail::Sequence S>
  requires detail::IsDeduced<D> && Element<detail::leaf_t<S>>
[[nodiscard]] Tensor<detail::leaf_t<S>> tensor(const S& values) {
  return detail::from_sequence<detail::leaf_t<S>>(values);
}
template <class D = detail::Deduced, detail::Sequence S>
  requires detail::IsDeduced<D> && Element<detail::leaf_t<S>>
[[nodiscard]] Tensor<detail::leaf_t<S>> tensor(std::initializer_list<S> values) {
  return detail::from_sequence<detail::leaf_t<S>>(values);
}
/// Copies sequences and converts the items to the element type that is named.
template <Element T, detail::ListOf<T> S>
  requires(!detail::IsDeduced<T> && !std::is_convertible_v<S, T> &&
           ConvertibleElement<detail::leaf_t<S, T>, T>)
[[nodiscard]] Tensor<T> tensor(const S& values) {
  return detail::from_sequence<T>(values);
}
template <Element T, detail::ListOf<T> S>
  requires(!detail::IsDeduced<T> && !std::is_convertible_v<S, T> &&
           ConvertibleElement<detail::leaf_t<S, T>, T>)
[[nodiscard]] Tensor<T> tensor(std::initializer_list<S> values) {
  return detail::from_sequence<T>(values);
}

NDX_NAMESPACE_END
