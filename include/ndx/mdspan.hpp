// mdspan: tensors as mdspan and back; neither owns memory.
//
// as_mdspan takes the whole type as a template argument. So it works with std::mdspan where the
// standard library has it, and with any type of the same members, such as Kokkos' reference
// implementation. An mdspan's mapping computes offsets in the type's own index type and excludes
// some strides; tensors that it could not address are refused here, because an mdspan checks
// nothing itself.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <utility>
#include <version>
#ifdef __cpp_lib_mdspan
#include <mdspan>
#endif

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class M>
concept Mdspan = requires(const M& m) {
  typename M::extents_type;
  typename M::mapping_type;
  typename M::element_type;
  { M::rank() } -> std::convertible_to<std::size_t>;
  { m.data_handle() } -> std::convertible_to<typename M::element_type*>;
};

template <class M>
inline constexpr bool has_strided_layout =
    std::is_constructible_v<typename M::mapping_type, typename M::extents_type,
                            std::array<typename M::extents_type::index_type, M::rank()>>;

/// Returns the tensor's sizes as extents. Throws ShapeError for another rank or if the type fixes
/// another size, ValueError for a size beyond its index type.
template <class Extents>
Extents mdspan_extents(DimsView shape) {
  using Index = typename Extents::index_type;
  constexpr std::size_t rank = Extents::rank();
  if (shape.size() != rank) [[unlikely]] {
    throw_shape_error("as_mdspan: asked for rank ", rank, " of a tensor of rank ", shape.size());
  }
  std::array<Index, rank> sizes{};
  for (std::size_t d = 0; d < rank; ++d) {
    constexpr auto kDynamic = static_cast<std::size_t>(-1);
    const std::size_t fixed = Extents::static_extent(d);
    if (fixed != kDynamic && !std::cmp_equal(fixed, shape[d])) [[unlikely]] {
      throw_shape_error("as_mdspan: the type fixes size ", fixed, " of dim ", d,
                        ", but the tensor has shape ", shape);
    }
    if (!std::in_range<Index>(shape[d])) [[unlikely]]
      throw_value_error("as_mdspan: size ", shape[d], " exceeds the type's indices");
    sizes[d] = static_cast<Index>(shape[d]);
  }
  return Extents(sizes);
}

/// Returns the strides for layout_stride, which requires positive strides by which no two positions
/// share an element. Dims of size 1 get stride 1, and an empty tensor gets row-major strides: no
/// position uses these. Throws ValueError for all other strides.
inline Dims mdspan_strides(DimsView shape, DimsView strides) {
  if (is_empty(shape)) return contiguous_strides(shape);
  Dims result(strides);
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] == 1) result[d] = 1;
  }
  // In the order of increasing strides, each dim must begin where those before it end.
  index_t reach = 0;
  SmallVector<bool, kInlineRank> done;
  for (std::size_t d = 0; d < shape.size(); ++d) done.push_back(shape[d] == 1);
  for (;;) {
    std::size_t next = shape.size();
    for (std::size_t d = 0; d < shape.size(); ++d) {
      if (!done[d] && (next == shape.size() || strides[d] < strides[next])) next = d;
    }
    if (next == shape.size()) return result;
    if (strides[next] <= reach) [[unlikely]] {
      throw_value_error("as_mdspan: shape ", shape, " with strides ", strides,
                        " has negative, zero or interleaved strides, which layout_stride excludes; "
                        "take an mdspan of t.clone()");
    }
    reach += (shape[next] - 1) * strides[next];
    done[next] = true;
  }
}

/// Throws ValueError unless the type's indices can count all elements that the strides span, and
/// can hold the strides. Otherwise its mapping would wrap around and lead to wrong elements, or
/// outside the memory.
template <class Index>
void check_mdspan_indices(DimsView shape, DimsView strides) {
  const Layout layout{Dims(shape), Dims(strides), 0};
  index_t most = is_empty(shape) ? 0 : extent(layout).high + 1;
  for (const index_t stride : strides) most = std::max(most, stride);
  if (std::in_range<Index>(most)) [[likely]]
    return;
  throw_value_error("as_mdspan: shape ", shape, " with strides ", strides, " needs indices up to ",
                    most, ", but those of the type end at ",
                    static_cast<index_t>(std::numeric_limits<Index>::max()));
}

template <class M>
typename M::mapping_type mdspan_mapping(DimsView shape, DimsView strides) {
  using Order = typename M::mapping_type;
  using Index = typename M::extents_type::index_type;
  const auto extents = mdspan_extents<typename M::extents_type>(shape);
  if constexpr (has_strided_layout<M>) {
    const Dims positive = mdspan_strides(shape, strides);
    check_mdspan_indices<Index>(shape, positive);
    std::array<Index, M::rank()> steps{};
    for (std::size_t d = 0; d < M::rank(); ++d) steps[d] = static_cast<Index>(positive[d]);
    return Order(extents, steps);
  } else {
    check_mdspan_indices<Index>(shape, contiguous_strides(shape));
    const Order mapping(extents);
    for (std::size_t d = 0; d < M::rank(); ++d) {
      const bool same =
          shape[d] == 1 || is_empty(shape) || std::cmp_equal(mapping.stride(d), strides[d]);
      if (!same) [[unlikely]] {
        throw_value_error("as_mdspan: shape ", shape, " with strides ", strides,
                          " is not stored in the order of the mdspan's layout, which has stride ",
                          static_cast<index_t>(mapping.stride(d)), " in dim ", d);
      }
    }
    return mapping;
  }
}

}  // namespace detail

/// Returns the tensor as an mdspan of type M, whose elements are T or const T:
///   as_mdspan<std::mdspan<float, std::dextents<int, 2>>>(t)
///   as_mdspan<Kokkos::mdspan<float, Kokkos::extents<int, 4, 4>, Kokkos::layout_stride>>(t)
/// It is valid while the memory lives. Throws ShapeError for another rank or fixed size. Throws
/// ValueError if its indices cannot count the elements that the strides span, and for strides that
/// the layout excludes. layout_stride excludes negative, 0 (as after expand) and interleaved
/// strides; layout_right and layout_left exclude all but row-major and column-major ones.
template <detail::Mdspan M, Element T>
  requires std::is_convertible_v<T (*)[], typename M::element_type (*)[]>
[[nodiscard]] M as_mdspan(const Tensor<T>& tensor) {
  return M(tensor.data(), detail::mdspan_mapping<M>(tensor.shape(), tensor.strides()));
}
template <detail::Mdspan M, Element T>
M as_mdspan(const Tensor<T>&& /*tensor*/) {
  return detail::refuse_temporary<M>();
}

#ifdef __cpp_lib_mdspan
/// Returns a tensor of rank `Rank` as a std::mdspan with layout_stride. Throws as the function
/// above.
template <std::size_t Rank, Element T>
[[nodiscard]] auto as_mdspan(const Tensor<T>& tensor) {
  return as_mdspan<std::mdspan<T, std::dextents<index_t, Rank>, std::layout_stride>>(tensor);
}
template <std::size_t Rank, Element T>
auto as_mdspan(const Tensor<T>&& /*tensor*/) {
  return detail::refuse_temporary<Tensor<T>>();
}
#endif

/// Makes a tensor on the elements of an mdspan of any strided layout, which are not copied and must
/// outlive all its views. Throws ValueError if the layout is not strided or the elements are
/// misaligned.
template <detail::Mdspan M>
[[nodiscard]] Tensor<typename M::element_type> borrow(const M& elements) {
  if (!elements.is_strided()) [[unlikely]]
    throw_value_error("borrow: the mdspan's layout has no strides");
  Dims shape;
  Dims strides;
  for (std::size_t d = 0; d < M::rank(); ++d) {
    shape.push_back(static_cast<index_t>(elements.extent(d)));
    strides.push_back(static_cast<index_t>(elements.stride(d)));
  }
  return borrow(elements.data_handle(), shape, strides);
}

NDX_NAMESPACE_END
