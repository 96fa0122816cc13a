// Plans cut into parts: what an index selects, run by run or sorted by the parts of the tensor, so that a
// tensor that is in no memory as a whole is read and written part by part.
#pragma once

#include <ndx/tensor/plan_parts.hpp>
