// index and index_put_ of a Tensor<T>: plan, then a view or one run of the engine.
#pragma once

#include <ndx/index/execute.hpp>
#include <ndx/index/planner.hpp>
#include <ndx/tensor/copies.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// What accumulate does to two elements: adds them, without undefined behaviour; bools are or-ed.
template <class T>
struct Plus {
  T operator()(const T& a, const T& b) const {
    if constexpr (Boolean<T>) {
      return a || b;
    } else if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
    } else {
      return static_cast<T>(a + b);
    }
  }
};

template <class T>
concept Addable = requires(const T& a, const T& b) {
  static_cast<T>(a + b);
};

/// The value of a write as it is laid over the indexed shape. Leading 1s beyond the rank of that
/// shape are dropped.
inline Layout stretched_value(const char* call, Layout value, DimsView indexed_shape) {
  const Dims given = value.shape;
  while (value.rank() > indexed_shape.size() && value.shape[0] == 1) value.erase_dim(0);
  if (!broadcasts_to(value.shape, indexed_shape)) [[unlikely]] {
    throw_shape_error(call, ": value of shape ", given,
                      " cannot be broadcast to the indexed shape ", indexed_shape);
  }
  return {Dims(indexed_shape), broadcast_strides(value.shape, value.strides, indexed_shape),
          value.offset};
}

/// target = target + value, element by element; the two must not overlap.
template <class T>
void add_elements(const Tensor<T>& target, const Tensor<const T>& value) {
  const StridedLoop<3> loop =
      make_loop<3>(target.shape(), {target.strides(), target.strides(), value.strides()});
  kernel::transform(Plus<T>{}, kernel_loop(loop), target.data(),
                    static_cast<const T*>(target.data()), value.data());
}

/// Writes `value`, which has the indexed shape and does not overlap the target, where the plan
/// says.
template <class T>
void write_indexed(const IndexPlan& plan, const Tensor<T>& target, const Tensor<const T>& value,
                   bool one_value, bool accumulate) {
  const auto* const from = reinterpret_cast<const std::byte*>(value.data());
  if (accumulate) {
    if constexpr (Addable<T>)
      scatter_reduce(plan, target.storage(), value.data(), value.strides(), Plus<T>{});
  } else if (one_value) {
    scatter_scalar<sizeof(T)>(plan, target.storage(), from);
  } else {
    scatter<sizeof(T)>(plan, target.storage(), from, value.strides());
  }
}

/// As write_indexed, for an index of basic terms only: the target is the view.
template <class T>
void write_view(const Tensor<T>& view, const Tensor<const T>& value, bool accumulate) {
  if (accumulate) {
    if constexpr (Addable<T>) add_elements(view, value);
  } else {
    copy_elements(view, value);
  }
}

}  // namespace detail

template <Element T>
Tensor<T> Tensor<T>::read(const char* call, IndexRule rule, IndexList terms) const {
  IndexPlan plan = plan_index(call, rule, layout_, terms.terms());
  if (plan.is_view()) return with(std::move(plan.view));
  const Tensor<value_type> result =
      detail::make_uninitialized<value_type>(call, plan.result_shape());
  detail::gather<sizeof(T)>(plan, storage_.data(), reinterpret_cast<std::byte*>(result.data()));
  return result;
}

template <Element T>
void Tensor<T>::put(const char* call, IndexRule rule, IndexList terms,
                    const Tensor<const value_type>& value, bool accumulate) const {
  if constexpr (!detail::Addable<value_type>) {
    if (accumulate) throw_value_error(call, ": accumulate needs an element type that can be added");
  }
  IndexPlan plan = plan_index(call, rule, layout_, terms.terms());
  Tensor<const value_type> stretched(
      value.storage(), detail::stretched_value(call, value.layout(), plan.result_shape()));
  check_writable(call, plan.view);
  if (overlap(storage_, plan.view, sizeof(T), value.storage(), stretched.layout(), sizeof(T))) {
    stretched = stretched.clone();
  }
  if (plan.is_view()) {
    detail::write_view(with(std::move(plan.view)), stretched, accumulate);
  } else {
    detail::write_indexed(plan, *this, stretched, value.numel() == 1, accumulate);
  }
}

template <Element T>
template <class Value>
void Tensor<T>::put_value(const char* call, IndexRule rule, IndexList terms, const Value& value,
                          bool accumulate) const {
  using List = std::initializer_list<value_type>;
  if constexpr (std::is_same_v<Value, List>) {
    Layout list;
    list.push_dim(static_cast<index_t>(value.size()), 1);
    auto* const first = const_cast<value_type*>(value.begin());  // only read
    const auto bytes = static_cast<index_t>(value.size() * sizeof(value_type));
    put(call, rule, terms, {Storage::borrow(first, bytes), std::move(list)}, accumulate);
  } else if constexpr (ConvertibleElement<Value, value_type>) {
    value_type element = convert_element<value_type>(value);
    put(call, rule, terms, {Storage::borrow(&element, sizeof(element)), Layout{}}, accumulate);
  } else {
    put(call, rule, terms, value.template to<const value_type>(), accumulate);
  }
}

NDX_NAMESPACE_END
