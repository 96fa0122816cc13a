// TensorAccessor: element access for a rank known at compile time, as fast as a raw pointer.
//
// t(i, j) reads the strides through the handle at every access. An accessor copies the data
// pointer, the shape and the strides once, so that a loop over indices can keep them in registers.
// It owns nothing and checks nothing, except in checked builds (NDX_CHECKED).
#pragma once

#include <array>

#include <ndx/base/error.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The functions that access one element.
enum class ElementAccess : std::uint8_t { call, at, accessor };

/// Throws the IndexError of an access by N indices to a tensor of another rank, or else of the first index
/// that is outside its dim. The numbers are passed by value: a loop could not keep variables in registers
/// whose address is passed.
template <ElementAccess kAccess, std::size_t N>
[[noreturn]] NDX_COLD void throw_outside(std::size_t rank, std::array<index_t, N> sizes,
                                         std::array<index_t, N> indices) {
  constexpr bool kWraps = kAccess == ElementAccess::at;
  constexpr const char* kCall = kWraps                               ? "at"
                                : kAccess == ElementAccess::accessor ? "accessor"
                                                                     : "operator()";
  if (N != rank) {
    throw_index_error(kCall, ": a tensor of rank ", rank, " takes ", rank, " indices, but ", N,
                      " were given");
  }
  std::size_t d = 0;
  while (indices[d] >= 0 && indices[d] < sizes[d]) ++d;
  // at has added the size to a negative index.
  const index_t index = indices[d] - (kWraps && indices[d] < 0 ? sizes[d] : 0);
  throw_index_error(kCall, ": index ", index, " is out of bounds for dimension ", d, " with size ",
                    sizes[d]);
}

// Which comparison tells that an index is not in 0…size-1. g++ removes comparisons of signed numbers that the
// condition of a loop implies; clang makes the faster loops from one comparison of unsigned numbers.
#if defined(__clang__)
inline constexpr bool kComparesUnsigned = true;
#else
inline constexpr bool kComparesUnsigned = false;
#endif

/// Returns the offset of the element at the given indices; at counts negative ones from the end. Throws
/// IndexError if an index is out of bounds, and unless there are as many indices as dims; only checked builds
/// do so for functions other than at. Everything is loaded before the only branch, because compilers load
/// again what a loop needs after a possible exception; so the offset is computed without signed overflow.
template <ElementAccess kAccess, std::size_t... kDims, class... I>
NDX_ACCESS index_t element_offset(std::index_sequence<kDims...> /*dims*/, const index_t* sizes,
                                  const index_t* sizes_end, const index_t* strides, I... index) {
  constexpr std::size_t kCount = sizeof...(I);
  if constexpr (NDX_CHECKED != 0 || kAccess == ElementAccess::at) {
    const auto rank = static_cast<std::size_t>(sizes_end - sizes);
    // Up to this rank, the lists hold sizes and strides, if uninitialised ones, beyond the tensor's rank.
    if constexpr (kCount > kInlineRank) {
      if (rank != kCount) [[unlikely]]
        throw_outside<kAccess, kCount>(rank, {}, {});
    }
    if constexpr (kAccess == ElementAccess::at) ((index += index < 0 ? sizes[kDims] : 0), ...);
    const std::size_t offset =
        (std::size_t{0} + ... +
         (static_cast<std::size_t>(index) * static_cast<std::size_t>(strides[kDims])));
    if (((rank != kCount) | ... |
         (kComparesUnsigned
              ? static_cast<std::size_t>(index) >= static_cast<std::size_t>(sizes[kDims])
              : (index < 0) | (index >= sizes[kDims])))) [[unlikely]]
      throw_outside<kAccess, kCount>(rank, {sizes[kDims]...}, {index...});
    return static_cast<index_t>(offset);
  } else {
    return (index_t{0} + ... + (index * strides[kDims]));
  }
}

}  // namespace detail

/// Non-owning access to the elements of a tensor of rank N. It holds a raw pointer, so the tensor's
/// memory must outlive it.
///   auto a = t.accessor<2>();              // OK while t lives
///   auto a = make_tensor().accessor<2>();  // dangling: the memory is freed with the tensor
/// a(i, j) is a reference. Indices must not be negative; only checked builds check them.
template <class T, std::size_t N>
class TensorAccessor {
 public:
  NDX_ACCESS TensorAccessor(T* data, const index_t* shape, const index_t* strides) noexcept
      : data_(data) {
    for (std::size_t d = 0; d < N; ++d) {
      shape_[d] = shape[d];
      strides_[d] = strides[d];
    }
  }

  /// Returns the element at N indices. Checked builds throw IndexError if one is out of bounds;
  /// other builds check nothing.
  template <Integer... I>
    requires(sizeof...(I) == N)
  NDX_ACCESS T& operator()(I... index) const {
    return data_[detail::element_offset<detail::ElementAccess::accessor>(
        std::make_index_sequence<N>(), shape_, shape_ + N, strides_,
        static_cast<index_t>(index)...)];
  }

  /// Fixes the first dim at `index`. Returns an accessor of rank N-1, or the element if the rank is
  /// 1.
  NDX_ACCESS decltype(auto) operator[](index_t index) const {
    T* const first = data_ + detail::element_offset<detail::ElementAccess::accessor>(
                                 std::index_sequence<0>(), shape_, shape_ + 1, strides_, index);
    if constexpr (N == 1) {
      return static_cast<T&>(*first);
    } else {
      return TensorAccessor<T, N - 1>(first, shape_ + 1, strides_ + 1);
    }
  }

  /// size and stride return those of one dim; data points to the element at index (0, …, 0).
  [[nodiscard]] index_t size(std::size_t d) const noexcept { return shape_[d]; }
  [[nodiscard]] index_t stride(std::size_t d) const noexcept { return strides_[d]; }
  [[nodiscard]] T* data() const noexcept { return data_; }

 private:
  T* data_;
  index_t shape_[N];
  index_t strides_[N];
};

NDX_NAMESPACE_END
