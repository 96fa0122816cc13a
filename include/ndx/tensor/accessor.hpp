// TensorAccessor: element access for a rank known at compile time, as fast as a raw pointer.
//
// t(i, j) reads the strides through the handle at every access. An accessor copies the data
// pointer, the shape and the strides once, so that a loop over indices can keep them in registers.
// It owns nothing and checks nothing, except in checked builds (NDX_CHECKED).
#pragma once

#include <array>

#include <ndx/base/error.hpp>

NDX_NAMESPACE_BEGIN

/// Non-owning access to the elements of a tensor of rank N. It holds a raw pointer, so the tensor's
/// memory must outlive it.
///   auto a = t.accessor<2>();              // OK while t lives
///   auto a = make_tensor().accessor<2>();  // dangling: the memory is freed with the tensor
/// a(i, j) is a reference. Indices must not be negative; only checked builds check them.
template <class T, std::size_t N>
class TensorAccessor {
 public:
  TensorAccessor(T* data, const index_t* shape, const index_t* strides) noexcept : data_(data) {
    for (std::size_t d = 0; d < N; ++d) {
      shape_[d] = shape[d];
      strides_[d] = strides[d];
    }
  }

  /// Returns the element at N indices. Checked builds throw IndexError if one is out of bounds;
  /// other builds check nothing.
  template <Integer... I>
    requires(sizeof...(I) == N)
  T& operator()(I... index) const {
    std::size_t d = 0;
    index_t offset = 0;
    (step(d, static_cast<index_t>(index), offset), ...);
    return data_[offset];
  }

  /// Fixes the first dim at `index`. Returns an accessor of rank N-1, or the element if the rank is
  /// 1.
  decltype(auto) operator[](index_t index) const {
    std::size_t d = 0;
    index_t offset = 0;
    step(d, index, offset);
    if constexpr (N == 1) {
      return static_cast<T&>(data_[offset]);
    } else {
      return TensorAccessor<T, N - 1>(data_ + offset, shape_.data() + 1, strides_.data() + 1);
    }
  }

  /// size and stride return those of one dim; data points to the element at index (0, …, 0).
  [[nodiscard]] index_t size(std::size_t d) const noexcept { return shape_[d]; }
  [[nodiscard]] index_t stride(std::size_t d) const noexcept { return strides_[d]; }
  [[nodiscard]] T* data() const noexcept { return data_; }

 private:
  void step(std::size_t& d, index_t index, index_t& offset) const {
    if constexpr (NDX_CHECKED != 0) {
      if (index < 0 || index >= shape_[d]) [[unlikely]] {
        throw_index_error("accessor: index ", index, " is out of bounds for dimension ", d,
                          " with size ", shape_[d]);
      }
    }
    offset += index * strides_[d++];
  }

  T* data_;
  std::array<index_t, N> shape_;
  std::array<index_t, N> strides_;
};

NDX_NAMESPACE_END
