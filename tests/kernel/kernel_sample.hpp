// Bytes of elements of N bytes, numbered, and loops over them, for the tests of kernels.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include <ndx/layout/loop.hpp>

namespace sample {

using ndx::index_t;

/// Sizes and strides in braces, taken as they are: push_inner would merge them.
template <std::size_t K>
struct LoopOf {
  std::vector<index_t> sizes;
  std::vector<index_t> strides[K];

  operator ndx::Loop<K>() const {
    ndx::Loop<K> loop;
    loop.rank = sizes.size();
    std::copy(sizes.begin(), sizes.end(), loop.sizes);
    for (std::size_t k = 0; k < K; ++k)
      std::copy(strides[k].begin(), strides[k].end(), loop.strides[k]);
    return loop;
  }
};

/// `count` elements of N bytes: byte b of element i is 16·i + b, up to wrapping, plus `first`.
template <std::size_t N>
std::vector<std::byte> numbered(std::size_t count, unsigned first = 1) {
  std::vector<std::byte> bytes(count * N);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    bytes[i] = static_cast<std::byte>((first + i / N * 16 + i % N) & 0xFF);
  return bytes;
}

template <std::size_t N>
std::vector<std::byte> element(const std::vector<std::byte>& bytes, index_t i) {
  const auto first = bytes.begin() + i * static_cast<index_t>(N);
  return {first, first + static_cast<index_t>(N)};
}

/// Calls f.template operator()<N>() for each size of element that is tested.
template <class F>
void for_each_element_size(F f) {
  f.template operator()<1>();
  f.template operator()<2>();
  f.template operator()<3>();
  f.template operator()<4>();
  f.template operator()<8>();
  f.template operator()<12>();
  f.template operator()<16>();
}

}  // namespace sample
