// xtensor: tensors as its views and arrays, and back. Needs xtensor (tested with 0.24).
//
// xtensor can read any strides but writes reliably only to row-major memory. So a tensor that can
// be written must be contiguous to be adapted, and a tensor of const elements may have any strides.
#pragma once

#include <array>
#include <memory>
#include <type_traits>

#include <xtensor/xadapt.hpp>
#include <xtensor/xfixed.hpp>
#include <xtensor/xnoalias.hpp>
#include <xtensor/xstrided_view.hpp>

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// An object with elements in memory: an array, an adaptor or a view of one.
template <class E>
concept XtensorInMemory = requires(E& e) {
  e.data() + e.data_offset();
  e.strides();
  e.shape();
};

/// Whether E is an array with its own memory.
template <class E>
inline constexpr bool is_xtensor_owner = false;
template <class C, xt::layout_type order, class Shape, class Tag>
inline constexpr bool is_xtensor_owner<xt::xarray_container<C, order, Shape, Tag>> = true;
template <class C, std::size_t rank, xt::layout_type order, class Tag>
inline constexpr bool is_xtensor_owner<xt::xtensor_container<C, rank, order, Tag>> = true;
template <class T, class Shape, xt::layout_type order, bool sharable, class Tag>
inline constexpr bool is_xtensor_owner<xt::xfixed_container<T, Shape, order, sharable, Tag>> = true;

inline Dims dims_of(const auto& values) {
  Dims dims;
  for (const auto value : values) dims.push_back(static_cast<index_t>(value));
  return dims;
}

inline xt::dynamic_shape<std::size_t> xtensor_shape(DimsView shape) {
  xt::dynamic_shape<std::size_t> sizes;
  for (const index_t size : shape) sizes.push_back(static_cast<std::size_t>(size));
  return sizes;
}

/// Adapts a tensor to xtensor on the buffer that make_buffer(first, count) returns. Const elements
/// give a view with the tensor's strides, others a row-major adaptor. A view does not serve both:
/// xtensor 0.24 stores wrong elements when it assigns to strided views of dynamic rank.
template <class T, class MakeBuffer>
auto adapt_to_xtensor(const char* call, const Tensor<T>& tensor, const MakeBuffer& make_buffer) {
  const Layout& layout = tensor.layout();
  auto shape = xtensor_shape(layout.shape);
  if constexpr (std::is_const_v<T>) {
    xt::dynamic_shape<std::ptrdiff_t> strides;
    for (const index_t stride : layout.strides)
      strides.push_back(static_cast<std::ptrdiff_t>(stride));
    const Extent reach =
        is_empty(layout.shape) ? Extent{layout.offset, layout.offset - 1} : extent(layout);
    const auto before = static_cast<std::size_t>(layout.offset - reach.low);
    const auto count = static_cast<std::size_t>(reach.high - reach.low + 1);
    auto buffer = make_buffer(tensor.data() - before, count);
    using Memory = xt::xtensor_adaptor<decltype(buffer), 1, xt::layout_type::row_major>;
    return xt::strided_view(Memory(std::move(buffer), std::array<std::size_t, 1>{count}),
                            std::move(shape), std::move(strides), before, xt::layout_type::dynamic);
  } else {
    if (!tensor.is_contiguous()) [[unlikely]]
      throw_value_error(call, ": shape ", layout.shape, " with strides ", layout.strides,
                        " is not contiguous, so that xtensor can only read it: adapt it as a "
                        "Tensor of const elements, or t.contiguous()");
    auto buffer = make_buffer(tensor.data(), static_cast<std::size_t>(tensor.numel()));
    return xt::xarray_adaptor<decltype(buffer), xt::layout_type::row_major, decltype(shape)>(
        std::move(buffer), shape);
  }
}

}  // namespace detail

/// Returns a row-major tensor as an xt::xarray_adaptor, or a tensor of const elements with any
/// strides as an xt::xstrided_view. Both are valid while the memory lives.
///   const Tensor<const float> turned = b.transpose();
///   as_xtensor(c) = as_xtensor(a) + xt::sin(as_xtensor(turned));
/// Throws ValueError for other strides, unless T is const.
template <Element T>
[[nodiscard]] auto as_xtensor(const Tensor<T>& tensor) {
  return detail::adapt_to_xtensor("as_xtensor", tensor, [](T* first, std::size_t count) {
    using Allocator = std::allocator<std::remove_const_t<T>>;  // named by the type, never called
    return xt::xbuffer_adaptor<T*, xt::no_ownership, Allocator>(first, count);
  });
}
template <Element T>
auto as_xtensor(const Tensor<T>&& /*tensor*/) {
  return detail::refuse_temporary<Tensor<T>>();
}

/// Returns what as_xtensor returns, as an object that keeps the memory alive. Borrowed memory is
/// kept alive by its owner alone. Throws ValueError as as_xtensor does.
template <Element T>
[[nodiscard]] auto to_xtensor(const Tensor<T>& tensor) {
  using Keeper = std::shared_ptr<const Storage>;
  return detail::adapt_to_xtensor("to_xtensor", tensor, [&](T* first, std::size_t count) {
    return xt::xbuffer_adaptor<T*, xt::smart_ownership, Keeper>(
        first, count, std::make_shared<const Storage>(tensor.storage()));
  });
}

/// Makes a tensor on the elements of an array, an adaptor or a view, which are not copied and must
/// outlive all its views. The tensor is read-only for a const object. The argument must have a
/// name:
///   auto part = xt::view(a, xt::range(0, 3));
///   auto t = borrow_xtensor(part);
template <detail::XtensorInMemory E>
[[nodiscard]] auto borrow_xtensor(E& e) {
  auto* const data = e.data() + static_cast<std::ptrdiff_t>(e.data_offset());
  return borrow(data, detail::dims_of(e.shape()), detail::dims_of(e.strides()));
}
template <detail::XtensorInMemory E>
void borrow_xtensor(const E&& e) =
    delete;  // give it a name first, or move an array into from_xtensor

/// Evaluates an array or an expression into a new row-major tensor.
///   auto c = from_xtensor(as_xtensor(a) + 1.0);
template <class E>
[[nodiscard]] auto from_xtensor(const xt::xexpression<E>& expression) {
  const E& e = expression.derived_cast();
  using T = std::remove_cv_t<typename E::value_type>;
  const Tensor<T> result = empty<T>(detail::dims_of(e.shape()));
  if (result.numel() == 0) return result;
  auto adaptor = as_xtensor(result);
  xt::noalias(adaptor) = e;
  return result;
}
/// Makes a tensor that takes over an array, which is moved in; its elements are not copied. The
/// tensor has the array's strides.
template <class E>
  requires detail::is_xtensor_owner<E>
[[nodiscard]] auto from_xtensor(E&& e) {
  auto owner = std::make_unique<E>(std::move(e));
  const Dims shape = detail::dims_of(owner->shape());
  const Dims strides = detail::dims_of(owner->strides());
  E* const kept = owner.release();  // adopt calls the deleter even if it throws
  return adopt(kept->data(), shape, strides, [kept] { delete kept; });
}

NDX_NAMESPACE_END
