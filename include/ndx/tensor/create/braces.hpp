// Nested braces as arguments: the elements of tensor(…), and values and masks of functions.
//
// C++ deduces no type from braces, and std::initializer_list has a fixed depth. NestedList is an
// item that is either a leaf or a list of such items, so braces of any depth convert to it. The
// first item at each depth gives the shape. Every class here refers to the braces, which live until
// the end of the full expression.
#pragma once

#include <ndx/tensor/copies.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A value in braces that converts to T. Tensors and subscripts are left out: they have conversions
/// to numbers only so that a message can refuse them.
template <class V, class T>
concept LeafFor = !is_subscript_v<V> && !requires(const V& value) { value.layout(); } &&
                  (std::is_convertible_v<V, T> || (Half<T> && Real<V>));

/// Nested braces of any depth, with leaves that convert to T. Refers to the braces, which live
/// until the end of the full expression.
template <class T>
class NestedList {
 public:
  template <class V>
    requires LeafFor<V, T>
  NestedList(V value)
      : value_(static_cast<T>(value)) {}  // NOLINT(google-explicit-constructor): a leaf
  NestedList(std::initializer_list<NestedList> items) : items_(items), is_list_(true) {}

  /// Appends the sizes, taken from the first item at each depth.
  void append_shape(Dims& shape) const {
    if (!is_list_) return;
    shape.push_back(static_cast<index_t>(items_.size()));
    if (items_.size() != 0) items_.begin()->append_shape(shape);
  }

  /// Writes the leaves in row-major order. Throws ShapeError if a list's length differs from that
  /// of the first list at its depth.
  template <class U>
  U* write(const char* call, U* out, DimsView shape, std::size_t level) const {
    if (is_list_ != (level < shape.size()) ||
        (is_list_ && static_cast<index_t>(items_.size()) != shape[level])) {
      throw_shape_error(call, ": the lists at depth ", level, " differ in length");
    }
    if (!is_list_) {
      *out = static_cast<U>(value_);
      return out + 1;
    }
    for (const NestedList& item : items_) out = item.write(call, out, shape, level + 1);
    return out;
  }

 private:
  std::initializer_list<NestedList> items_;
  T value_{};
  bool is_list_ = false;
};

template <class T, class Leaf>
Tensor<T> from_nested(const NestedList<Leaf>& list, const char* call = "tensor") {
  Dims shape;
  list.append_shape(shape);
  Tensor<T> result = make_uninitialized<T>(call, shape);
  list.write(call, result.data(), shape, 0);
  return result;
}

#define NDX_ENTRY(suffix, T)                                        \
  NDX_COMPILE_TENSORS(from_nested_##suffix, Tensor<T>, from_nested, \
                      (const NestedList<T>& list, const char* call), (list, call), T, T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY

/// One number in braces that is written to, or combined with, elements of type T. A fraction for
/// elements that are integers does not compile.
template <class T>
class ValueLeaf {
 public:
  ValueLeaf() noexcept = default;
  template <class V>
    requires(ConvertibleElement<V, T> || (LeafFor<V, T> && !std::is_pointer_v<V>))
  ValueLeaf(V value) : value_(convert(value)) {  // NOLINT(google-explicit-constructor)
    static_assert(!std::is_floating_point_v<V> || !std::is_integral_v<T>,
                  "a fraction among values of integers: convert the tensor, t.to<double>()");
  }
  explicit operator T() const { return value_; }

 private:
  template <class V>
  static T convert(const V& value) {
    if constexpr (ConvertibleElement<V, T>) {
      return convert_element<T>(value);
    } else {
      return value;
    }
  }

  T value_{};
};

/// Values in braces, nested to any depth, for a tensor of T: scatter_nd_(t, {{0}, {2}}, {{1, 2},
/// {3, 4}}). Refers to the braces, which live until the end of the full expression.
template <class T>
class BracedValues {
 public:
  BracedValues(std::initializer_list<NestedList<T>> values) noexcept : values_(values) {}

  /// Returns a new tensor. Throws ShapeError if lists at one depth differ in length.
  [[nodiscard]] Tensor<T> tensor() const {
    return from_nested<T>(NestedList<T>(values_), "values");
  }

 private:
  std::initializer_list<NestedList<T>> values_;
};
template <class T>
inline constexpr bool is_value_v<BracedValues<T>, T> = true;

/// One item of a mask in braces. It is a bool and never a number, which could be meant as an index.
class MaskItem {
 public:
  MaskItem() noexcept = default;
  template <Boolean B>
  MaskItem(B flag) noexcept : flag_(flag) {}
  template <class N>
    requires(std::is_arithmetic_v<N> && !Boolean<N>)
  MaskItem(N /*number*/) {
    static_assert(kNever<N>, "a mask is of bools: write {true, false}");
  }
  explicit operator bool() const noexcept { return flag_; }

 private:
  bool flag_ = false;
};

/// A mask in braces, nested to any depth: masked_select(t, {true, false, true}). Refers to the
/// braces, which live until the end of the full expression.
class BracedMask {
 public:
  BracedMask(std::initializer_list<NestedList<MaskItem>> flags) noexcept : flags_(flags) {}

  /// Returns a new mask. Throws ShapeError if lists at one depth differ in length. A template, so
  /// that it is compiled only where it is used.
  template <class B = bool>
  [[nodiscard]] Tensor<B> tensor() const {
    return from_nested<B>(NestedList<MaskItem>(flags_), "mask");
  }

 private:
  std::initializer_list<NestedList<MaskItem>> flags_;
};

}  // namespace detail
NDX_NAMESPACE_END
