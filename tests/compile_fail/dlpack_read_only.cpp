// expect: a legacy struct cannot say that memory is read-only: write to_dlpack_versioned
// A legacy struct of DLPack cannot say that its memory is read-only.
#include <ndx/dlpack.hpp>
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Elements = ndx::Tensor<float>;
#else
using Elements = ndx::Tensor<const float>;
#endif

void pass(const Elements& t) { static_cast<void>(ndx::to_dlpack(t)); }
