// The values that can be assigned to the elements of a tensor: a scalar, a tensor, or numbers or a
// tensor in braces.
//
// Functions that write take any of them as a template argument, constrained by ValueFor, and turn
// it into a tensor by ValueTensor. Braces have no type from which a template argument could be
// deduced, so BracedValue is the default argument of such a parameter. Values that do not fit are
// refused by messages that say what to write.
#pragma once

#include <initializer_list>

#include <ndx/base/convert.hpp>
#include <ndx/grammar/terms/slice.hpp>  // declares Tensor and Subscript
#include <ndx/storage/untyped.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

struct SubscriptAccess;  // subscript/subscript.hpp defines it
template <class T>
class NestedList;  // create/braces.hpp defines it, ValueLeaf and from_nested
template <class T>
class ValueLeaf;
template <class X>
inline constexpr bool is_subscript_v = false;
template <class T>
inline constexpr bool is_subscript_v<Subscript<T>> = true;
template <class T>
inline constexpr bool is_subscript_v<BasicSubscript<T>> = true;
template <class X>
inline constexpr bool is_indexed_view_v = false;
template <class T>
inline constexpr bool is_indexed_view_v<IndexedView<T>> = true;
/// Whether X is a subscript or an indexed view, whose elements have not been read yet.
template <class X>
inline constexpr bool is_unread_v = is_subscript_v<X> || is_indexed_view_v<X>;

/// Refuses to assign a value to a temporary, where it would be lost.
template <class Value>
void refuse_lost() {
  static_assert(kNever<Value>,
                "assigning to a temporary writes no element: write t[{0}] = value, or "
                "t.index_put_({0}, value)");
}
/// Never true. Its arguments name both element types in the error: clang prints them in the
/// message, g++ below it.
template <class U, class T>
inline constexpr bool kHasElementsOf = false;
/// Refuses a tensor of U where a tensor of T is needed.
template <class U, class T>
void refuse_elements_of() {
  static_assert(!std::is_same_v<U, const T>, "a Tensor<const T> is read-only: write t.clone()");
#define NDX_ENTRY_TYPES "the tensors have different element types: write "
#define NDX_ENTRY(V, name)                                                                    \
  if constexpr (std::is_same_v<T, V> && std::is_integral_v<V> && std::is_floating_point_v<U>) \
    static_assert(kHasElementsOf<U, T>,                                                       \
                  NDX_ENTRY_TYPES "t.to<" name                                                \
                                  ">() to cut fractions "                                     \
                                  "off, or floor_divide(a, b) for a quotient");               \
  else if constexpr (std::is_same_v<T, V> && !std::is_same_v<U, const T>)                     \
    static_assert(kHasElementsOf<U, T>, NDX_ENTRY_TYPES "t.to<" name ">()");                  \
  else
  NDX_ENTRY(bool, "bool")
  NDX_ENTRY(int, "int")
  NDX_ENTRY(index_t, "ndx::index_t")
  NDX_ENTRY(std::uint8_t, "std::uint8_t")
  NDX_ENTRY(float, "float")
  NDX_ENTRY(double, "double")
  static_assert(std::is_same_v<U, const T> || kHasElementsOf<U, T>,
                NDX_ENTRY_TYPES "t.to<T>(), with the T that is wanted");
#undef NDX_ENTRY
#undef NDX_ENTRY_TYPES
}
/// Refuses to assign to a handle a value that is not a tensor of its type.
template <class Value>
void refuse_assigned() {
  if constexpr (is_subscript_v<std::remove_cvref_t<Value>>) {
    static_assert(kNever<Value>,
                  "the tensors have different element types: convert one, t[0].to<float>()");
  } else {
    static_assert(kNever<Value>, "a tensor is assigned tensors: write t.fill_(value)");
  }
}

}  // namespace detail

namespace detail {

/// Returns the numbers as a tensor of rank 1, which is valid while they live.
template <class T>
Tensor<const T> borrow_row(const T* numbers, std::size_t size) {
  return {Storage::borrow(const_cast<T*>(numbers), static_cast<index_t>(size * sizeof(T))),
          [size](Layout& row) { row.push_dim(static_cast<index_t>(size), 1); }};
}

}  // namespace detail

/// A value in braces: {1, 2, 3} is a tensor of rank 1, {{1}, {2}} one of rank 2, {t} is the tensor
/// t. Up to 64 bytes of numbers are stored in this object, without an allocation, and a list of
/// elements that are not real numbers is borrowed; so the value is valid until the end of the full
/// expression. Throws ShapeError if nested lists at one depth differ in length.
template <class T>
class BracedValue {
 public:
  BracedValue(const BracedValue&) = delete;
  BracedValue& operator=(const BracedValue&) = delete;
  ~BracedValue() = default;

  // Not for real numbers: each can be initialised from {1}, so {{1}, {2}} would be one flat list.
  BracedValue(std::initializer_list<T> list)
    requires(!Real<T>)
      : tensor_(detail::borrow_row(list.begin(), list.size())) {}
  // A template, so that the constructor above is the better match for {{1, 2}} if {1, 2} makes a T,
  // such as a complex number.
  template <class V = detail::ValueLeaf<T>>
  BracedValue(std::initializer_list<detail::NestedList<std::type_identity_t<V>>> lists)
      : tensor_(read(detail::NestedList<V>(lists))) {}
  template <class U>
    requires ConvertibleElement<std::remove_const_t<U>, T>
  BracedValue(const Tensor<U>& tensor) : tensor_(tensor.template to<const T>()) {}
  /// Takes part of a tensor, {u[0]}.
  template <class U>
    requires ConvertibleElement<std::remove_const_t<U>, T>
  BracedValue(Subscript<U>&& part) : BracedValue(Tensor<U>(std::move(part))) {}

  /// Returns the value as a tensor.
  [[nodiscard]] const Tensor<const T>& tensor() const noexcept { return tensor_; }

 private:
  static constexpr std::size_t kFew = 64 / sizeof(T);

  template <class Lists>
  Tensor<const T> read(const Lists& lists) {
    Dims shape;
    lists.append_shape(shape);
    if (shape.size() != 1 || std::cmp_greater(shape[0], kFew))
      return from_nested<T>(lists, "value");
    lists.write("value", reinterpret_cast<T*>(few_), shape, 0);
    return detail::borrow_row(reinterpret_cast<const T*>(few_), static_cast<std::size_t>(shape[0]));
  }

  alignas(T) std::byte few_[kFew == 0 ? 1 : kFew * sizeof(T)];
  Tensor<const T> tensor_;
};

namespace detail {

template <class V, class T>
inline constexpr bool is_value_v = false;
template <class U, class T>
inline constexpr bool is_value_v<Tensor<U>, T> = ConvertibleElement<std::remove_const_t<U>, T>;
template <class U, class T>
inline constexpr bool is_value_v<Subscript<U>, T> = ConvertibleElement<std::remove_const_t<U>, T>;
template <class U, class T>
inline constexpr bool is_value_v<BasicSubscript<U>, T> = is_value_v<Subscript<U>, T>;
template <class U, class T>
inline constexpr bool is_value_v<IndexedView<U>, T> = is_value_v<Subscript<U>, T>;
template <class T>
inline constexpr bool is_value_v<BracedValue<T>, T> = true;
template <class T>
inline constexpr bool is_value_v<std::initializer_list<T>, T> = true;

/// A type to which an argument in braces is converted; its tensor() makes the tensor.
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

/// A value that can be assigned to elements of type T: a scalar or a tensor whose elements convert
/// to T, or either in braces.
template <class V, class T>
concept ValueFor = ConvertibleElement<V, T> || detail::is_value_v<V, T>;

namespace detail {

/// An argument of functions that do not take a single number: a tensor whose elements convert to T,
/// or one in braces. T may be const.
template <class V, class T>
concept TensorFor = is_value_v<V, std::remove_const_t<T>> && !is_unread_v<V> &&
                    !std::is_same_v<V, std::initializer_list<std::remove_const_t<T>>>;

/// Any value as a tensor. A scalar is converted and stored here and a list is borrowed, so the
/// tensor is valid while this object and the list live.
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
      return borrow_row(value.begin(), value.size());
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
