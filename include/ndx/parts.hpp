// Plans cut into parts: what an index selects, run by run or sorted by the parts of the tensor. So
// a tensor that is too large for one memory can be read and written part by part.
#pragma once

#include <ndx/tensor/plan_parts.hpp>
