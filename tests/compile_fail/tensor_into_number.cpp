// expect anywhere: cannot convert|no viable conversion
// A tensor is read by item(), whatever its rank.
// The first line names the two types in the compiler's words. A conversion function could say more, but
// would take part wherever numbers are wanted: t.index_put_({0}, {value}) would list the tensor's number.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
float total(const ndx::Tensor<float>& t) { return sum(t).item(); }
#else
float total(const ndx::Tensor<float>& t) { return sum(t); }
#endif
