// expect: a tensor is no span: write as_span\(t\), of ndx/span\.hpp
#include <span>

#include <ndx/ndx.hpp>
#include <ndx/span.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) {
  std::span<float> s = ndx::as_span(t);
  return s[0];
}
#else
auto part(const ndx::Tensor<float>& t) {
  std::span<float> s = t;
  return s[0];
}
#endif
