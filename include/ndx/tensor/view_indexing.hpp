// index and index_put_ of a Tensor<T> with basic terms alone: they find the view, then return it or
// write to it.
//
// Basic terms select a strided view, so no plan is needed: one walk over the terms computes its
// layout. Nothing here includes the engine, which keeps programs that only slice fast to compile.
#pragma once

#include <ndx/plan/term_walk.hpp>
#include <ndx/tensor/copies.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the layout of a value broadcast to the indexed shape. Leading dims of size 1 beyond the
/// rank of that shape are dropped. Throws ShapeError if the value does not fit.
inline Layout broadcast_value(const char* call, const Layout& given, DimsView indexed_shape) {
  const Layout value = without_leading_ones(given, indexed_shape.size());
  if (!broadcasts_to(value.shape, indexed_shape)) [[unlikely]] {
    throw_shape_error(call, ": value of shape ", given.shape,
                      " cannot be broadcast to the indexed shape ", indexed_shape);
  }
  return {Dims(indexed_shape), broadcast_strides(value.shape, value.strides, indexed_shape),
          value.offset};
}

template <class T>
void require_writable() {
  static_assert(!std::is_const_v<T>, "a Tensor<const T> is read-only: write to a clone() of it");
}

/// Returns the value broadcast to `shape`, as a copy if it shares memory with `view` of the target.
/// Throws ShapeError if it cannot be broadcast, ValueError if the view overlaps itself.
template <class T>
Tensor<const T> value_to_write(const char* call, const Storage& target, const Layout& view,
                               DimsView shape, const Tensor<const T>& value) {
  Tensor<const T> broadcast(value.storage(), broadcast_value(call, value.layout(), shape));
  if (check_write(call, target, view, sizeof(T), broadcast)) broadcast = broadcast.clone();
  return broadcast;
}

/// Writes the value to the elements of a view.
template <class T>
void assign_view(const char* call, const Tensor<T>& view, const Tensor<const T>& value) {
  copy_elements(view,
                value_to_write(call, view.storage(), view.layout(), DimsView(view.shape()), value));
}
template <class T>
void fill_view(const char* call, const Storage& target, Layout&& view, const T& value) {
  if (view.rank() == 0) {
    std::memcpy(target.data() + kernel::bytes_of<sizeof(T)>(view.offset), &value, sizeof(T));
  } else {
    check_writable(call, view);
    fill_elements(Tensor<T>(target, std::move(view)), value);
  }
}

}  // namespace detail

/// Every rule gives the same view if all terms are basic.
template <Element T>
Tensor<T> IndexMethods<T>::basic_view(detail::Terms terms) const {
  const Tensor<T>& t = self();
  const detail::WalkInput input{detail::method_name(IndexRule::views_first, detail::Method::read),
                                IndexRule::views_first, Bounds::raise, t.layout(), terms};
  return Tensor<T>(t.storage(), [&](Layout& view) { detail::walk_basic(input, view); });
}

template <Element T>
template <class Value>
const Tensor<T>& IndexMethods<T>::put_view(detail::Terms terms, const Value& value) const {
  const Tensor<T>& t = self();
  if constexpr (std::is_const_v<T>) {
    detail::require_writable<T>();
  } else {
    const char* const call = detail::method_name(IndexRule::views_first, detail::Method::put);
    const detail::WalkInput input{call, IndexRule::views_first, Bounds::raise, t.layout(), terms};
    const auto find_view = [&](Layout& view) { detail::walk_basic(input, view); };
    if constexpr (ConvertibleElement<Value, T>) {
      const T element = convert_element<T>(value);
      Layout view;
      find_view(view);
      detail::fill_view(call, t.storage(), std::move(view), element);
    } else {
      const detail::ValueTensor<T> values(value);
      detail::assign_view(call, Tensor<T>(t.storage(), find_view), values.get());
    }
  }
  return t;
}

NDX_NAMESPACE_END
