// The names that the examples in the comments of the headers use, and how their results are compared.
#pragma once

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

namespace ndx_test {

/// t(2,3): a tensor of that shape whose elements ascend from 0.
inline const auto shaped = [](auto... sizes) {
  return ndx::arange<float>(0, static_cast<float>((1 * ... * sizes))).reshape({sizes...});
};
/// indices(5,6): an index tensor of that shape, of zeros.
inline const auto shaped_index = [](auto... sizes) { return ndx::zeros<ndx::index_t>({sizes...}); };

/// The file points.npy, as NumPy writes it from np.array([(1, 2.5), (3, 4.5)], [("x", "<i4"), ("y", "<f4")]).
inline const bool points_are_saved = [] {
  std::string header =
      "{'descr': [('x', '<i4'), ('y', '<f4')], 'fortran_order': False, 'shape': (2,), }";
  header.resize(117, ' ');
  std::ofstream file("points.npy", std::ios::binary);
  file.write("\x93NUMPY\1\0\x76\0", 10);
  file << header << '\n';
  file.write("\1\0\0\0\0\0\x20\x40\3\0\0\0\0\0\x90\x40", 16);
  return file.good();
}();

/// Whether a result is dims or has that shape, or each tensor of several has.
template <class T>
bool shapes_are(const T& result, const std::vector<ndx::Dims>& shapes) {
  if constexpr (requires { result.shape(); }) {
    return shapes.size() == 1 && result.shape() == shapes[0];
  } else if constexpr (requires { result[0].shape(); }) {
    bool same = result.size() == shapes.size();
    for (std::size_t i = 0; same && i < result.size(); ++i) same = result[i].shape() == shapes[i];
    return same;
  } else {
    return shapes.size() == 1 && ndx::DimsView(result) == shapes[0];
  }
}

/// The elements of a result as doubles: of a tensor, of `values` of a pair, of a list, or a number.
template <class T>
std::vector<double> elements_of(const T& result) {
  if constexpr (requires { result.to_vector(); }) {
    return result.template to<double>().to_vector();
  } else if constexpr (requires { result.values; }) {
    return elements_of(result.values);
  } else if constexpr (requires { result.begin(); }) {
    std::vector<double> numbers;
    for (const auto& number : result) numbers.push_back(static_cast<double>(number));
    return numbers;
  } else {
    return {static_cast<double>(result)};
  }
}

template <class Part>
  requires ndx::detail::is_subscript_v<Part>
std::vector<double> elements_of(Part&& part) {
  return elements_of(std::move(part).clone());
}

/// Whether a result has these elements in row-major order, as far as four decimals tell.
template <class T>
bool elements_are(T&& result, const std::vector<double>& elements) {
  const auto near = [](double a, double b) {
    return std::isnan(a) ? std::isnan(b) : a == b || std::abs(a - b) < 1e-4;
  };
  const auto numbers = elements_of(std::forward<T>(result));
  return std::equal(numbers.begin(), numbers.end(), elements.begin(), elements.end(), near);
}

/// Whether a result is or prints as that text.
template <class T>
bool text_is(const T& result, std::string_view text) {
  std::ostringstream out;
  out << result;
  return out.str() == text;
}

/// Whether a call throws that error, with that message if one is given.
template <class Error, class Call>
bool throws(const Call& call, std::string_view message) {
  try {
    call();
  } catch (const Error& error) {
    return message.empty() || error.what() == message;
  }
  return false;
}

}  // namespace ndx_test
