// expect: the elements may be gone with the temporary: give it a name first
// A span does not keep the elements of a temporary alive.
#include <ndx/ndx.hpp>
#include <ndx/span.hpp>

float first() {
  const auto t = ndx::zeros<float>({3});
#ifndef MUST_FAIL
  return ndx::as_span(t)[0];
#else
  return ndx::as_span(ndx::zeros<float>({3}))[0];
#endif
}
