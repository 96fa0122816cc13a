// Compares the bits of what a call returns with those of one thread, however the work is cut.
#pragma once

#include <cfloat>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include <ndx/numpy.hpp>
#include <ndx/statistics.hpp>

#include "support/scrambled_executor.hpp"

namespace ndx_test {

/// The elements of a result. Those of long double may have bytes that mean nothing.
template <class T>
std::string bits_of(const ndx::Tensor<T>& result) {
  if constexpr (std::is_same_v<T, long double> && LDBL_MANT_DIG == 64) {
    std::string bits;
    for (const T& element : result) bits.append(reinterpret_cast<const char*>(&element), 10);
    return bits;
  } else {
    const ndx::Tensor<T> dense = result.contiguous();
    return {reinterpret_cast<const char*>(dense.data()),
            static_cast<std::size_t>(dense.numel()) * sizeof(T)};
  }
}
template <class T>
std::string bits_of(const ndx::ValuesAndIndices<T>& result) {
  return bits_of(result.values) + bits_of(result.indices);
}
template <class T>
std::string bits_of(const ndx::UniqueElements<T>& result) {
  return bits_of(result.values) + bits_of(result.index) + bits_of(result.inverse) +
         bits_of(result.counts);
}
template <class Count, class Edge>
std::string bits_of(const ndx::Histogram<Count, Edge>& result) {
  return bits_of(result.counts) + bits_of(result.edges);
}

template <class Call>
void expect_same_bits(std::span<const Cut> cuts, const char* name, const Call& call) {
  const std::string alone = bits_of(call());
  for (const Cut& cut : cuts) {
    const ScrambledExecutor executor(cut);
    EXPECT_TRUE(bits_of(call()) == alone)
        << name << ", " << cut.threads << " threads, grain of " << cut.grain_bytes << " bytes";
  }
}

}  // namespace ndx_test
