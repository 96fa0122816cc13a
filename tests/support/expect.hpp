// Comparing a tensor with what a person or NumPy said it is: shape and elements, in one line.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

namespace expect {

using Shape = std::vector<ndx::index_t>;

template <class T>
std::vector<std::remove_const_t<T>> elements(const ndx::Tensor<T>& tensor) {
  return {tensor.begin(), tensor.end()};
}

inline Shape dims(ndx::DimsView dims) { return {dims.begin(), dims.end()}; }

/// 0, 1, 2, … in that shape, row-major.
inline ndx::Tensor<int> counting(const ndx::Dims& shape) {
  return ndx::arange<ndx::index_t>(ndx::numel(shape)).to<int>().reshape(shape);
}

/// EXPECT_TRUE(is(t, {2, 2}, {1, 2, 3, 4})): shape and row-major elements.
template <class T>
testing::AssertionResult is(const ndx::Tensor<T>& tensor, const Shape& shape,
                            const std::vector<std::remove_const_t<T>>& values) {
  if (dims(tensor.shape()) == shape && elements(tensor) == values)
    return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << "got shape " << testing::PrintToString(dims(tensor.shape())) << " and elements "
         << testing::PrintToString(elements(tensor)) << ", want shape "
         << testing::PrintToString(shape) << " and elements " << testing::PrintToString(values);
}

template <class T>
testing::AssertionResult has_shape(const ndx::Tensor<T>& tensor, const Shape& shape) {
  if (dims(tensor.shape()) == shape) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "got shape " << testing::PrintToString(dims(tensor.shape()))
                                     << ", want " << testing::PrintToString(shape);
}

/// EXPECT_TRUE(throws<ndx::IndexError>([&] { … }, "message")): this type and exactly this message,
/// of which a first line alone may be given.
template <class Error, class Call>
testing::AssertionResult throws(Call&& call, const std::string& message) {
  try {
    call();
  } catch (const Error& error) {
    const std::string said = error.what();
    const bool first_line_only = message.find('\n') == message.npos;
    if ((first_line_only ? said.substr(0, said.find('\n')) : said) == message)
      return testing::AssertionSuccess();
    return testing::AssertionFailure() << "the message is \"" << error.what() << '"';
  } catch (const std::exception& error) {
    return testing::AssertionFailure() << "another exception: " << error.what();
  }
  return testing::AssertionFailure() << "nothing was thrown";
}

}  // namespace expect
