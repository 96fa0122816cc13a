// The element types that files of other programs hold, once for the tests of all formats.
// numpy_arrays.py has the same list for Python.
#pragma once

#include <complex>
#include <cstdlib>
#include <string>

#include <ndx/ndx.hpp>
#include <ndx/tensor/half_elements.hpp>

namespace element_types {

/// Calls use.template operator()<T>(name) for each type, with NumPy's name of it.
template <class Use>
void for_each(const Use& use) {
  const auto call = [&]<class... T>() {
    (use.template operator()<T>(std::string(ndx::dtype_name(ndx::dtype_of<T>()))), ...);
  };
  call.template operator()<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t,
                           std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, ndx::float16,
                           float, double, std::complex<float>, std::complex<double>>();
}

/// 0 to 5 as a tensor of shape (2, 3); of bools, the odd ones. numbers() in Python.
template <class T>
ndx::Tensor<T> numbers() {
  const auto t = ndx::arange(6).reshape({2, 3});
  if constexpr (std::is_same_v<T, bool>) {
    return (t % 2) == 1;
  } else {
    return t.to<T>();
  }
}

/// Bit for bit.
template <class T>
bool same(const ndx::Tensor<T>& a, const ndx::Tensor<T>& b) {
  const auto x = a.clone(), y = b.clone();
  return a.shape() == b.shape() &&
         std::equal(x.storage().data(), x.storage().data() + x.storage().bytes(),
                    y.storage().data());
}

/// Runs a script of tests/: python("io/npz_numpy.py write", folder). Whether it succeeded.
inline bool python(const std::string& script, const std::string& folder) {
  const std::string command = "/usr/bin/python3 " NDX_SOURCE_DIR "/tests/" + script + " " + folder;
  return std::system(command.c_str()) == 0;
}

}  // namespace element_types
