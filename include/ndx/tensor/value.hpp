// What can be assigned to the elements of a tensor: a scalar, a tensor, or a value in braces.
#pragma once

#include <initializer_list>

#include <ndx/base/convert.hpp>
#include <ndx/grammar/slice.hpp>  // declares Tensor and Subscript
#include <ndx/storage/untyped.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

struct SubscriptAccess;  // defined with Subscript
template <class T>
class NestedList;  // tensor/braces.hpp, as are the next and from_nested
template <class T>
class ValueLeaf;
template <class X>
inline constexpr bool is_subscript_v = false;
template <class T>
inline constexpr bool is_subscript_v<Subscript<T>> = true;

}  // namespace detail

/// A value in braces: {1, 2, 3} is a tensor of rank 1, {{1, 2}, {3, 4}} one of rank 2, {t} is the
/// tensor t. Borrows the numbers of a list that is not nested, so it is valid until the end of the
/// full expression. ShapeError if nested lists of one depth differ in length.
template <class T>
class BracedValue {
 public:
  BracedValue(std::initializer_list<T> list)
      : tensor_(Storage::borrow(const_cast<T*>(list.begin()),  // only read
                                static_cast<index_t>(list.size() * sizeof(T))),
                [&list](Layout& row) { row.push_dim(static_cast<index_t>(list.size()), 1); }) {}
  template <class U>
    requires ConvertibleElement<std::remove_const_t<U>, T>
  BracedValue(const Tensor<U>& tensor) : tensor_(tensor.template to<const T>()) {}
  /// A part of a tensor, {u[0]}.
  template <class U>
    requires ConvertibleElement<std::remove_const_t<U>, T>
  BracedValue(Subscript<U>&& part) : BracedValue(Tensor<U>(std::move(part))) {}
  // A template, so that the first constructor is the better match for {{1, 2}} if a T, such as a
  // complex number, is made of {1, 2}.
  template <class V = detail::ValueLeaf<T>>
  BracedValue(std::initializer_list<detail::NestedList<std::type_identity_t<V>>> lists)
      : tensor_(from_nested<T>(detail::NestedList<V>(lists), "value")) {}

  /// The value as a tensor.
  [[nodiscard]] const Tensor<const T>& tensor() const noexcept { return tensor_; }

 private:
  Tensor<const T> tensor_;
};

namespace detail {

template <class V, class T>
inline constexpr bool is_value_v = false;
template <class U, class T>
inline constexpr bool is_value_v<Tensor<U>, T> = ConvertibleElement<std::remove_const_t<U>, T>;
template <class U, class T>
inline constexpr bool is_value_v<Subscript<U>, T> = ConvertibleElement<std::remove_const_t<U>, T>;
template <class T>
inline constexpr bool is_value_v<BracedValue<T>, T> = true;
template <class T>
inline constexpr bool is_value_v<std::initializer_list<T>, T> = true;

/// What an argument in braces is taken as: it makes the tensor.
template <class X>
concept InBraces = requires(const X& list) { list.tensor().numel(); };
template <class X>
decltype(auto) unbraced(const X& argument) {
  if constexpr (InBraces<X>) {
    return argument.tensor();
  } else {
    return (argument);
  }
}

}  // namespace detail

/// What can be assigned to elements of type T: a scalar or a tensor whose elements convert to T, or
/// either in braces.
template <class V, class T>
concept ValueFor = ConvertibleElement<V, T> || detail::is_value_v<V, T>;

namespace detail {

/// What functions take that take no single number: a tensor whose elements convert to T, or one in
/// braces. T may be const.
template <class V, class T>
concept TensorFor = is_value_v<V, std::remove_const_t<T>> && !is_subscript_v<V> &&
                    !std::is_same_v<V, std::initializer_list<std::remove_const_t<T>>>;

/// A value as a tensor: a scalar, converted, or a list is borrowed, so that the tensor is valid
/// while this and the list live.
template <class T>
class ValueTensor {
 public:
  template <class Value>
  explicit ValueTensor(const Value& value) : tensor_(make(value)) {}
  ValueTensor(const ValueTensor&) = delete;
  ValueTensor& operator=(const ValueTensor&) = delete;

  [[nodiscard]] const Tensor<const T>& get() const noexcept { return tensor_; }

 private:
  template <class Value>
  Tensor<const T> make(const Value& value) {
    if constexpr (InBraces<Value>) {
      return value.tensor();
    } else if constexpr (std::is_same_v<Value, std::initializer_list<T>>) {
      return BracedValue<T>(value).tensor();
    } else if constexpr (ConvertibleElement<Value, T>) {
      ::new (static_cast<void*>(element_)) T(convert_element<T>(value));
      return {Storage::borrow(element_, sizeof(T)), [](Layout& /*rank 0*/) {}};
    } else if constexpr (is_subscript_v<Value>) {
      using Access = std::conditional_t<is_subscript_v<Value>, SubscriptAccess, void>;
      return Access::read(value).template to<const T>();
    } else {
      return value.template to<const T>();
    }
  }

  alignas(T) std::byte element_[sizeof(T)];
  Tensor<const T> tensor_;
};

}  // namespace detail
NDX_NAMESPACE_END
