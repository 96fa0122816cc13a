// Python by pybind11: functions of tensors bound in one line. Casters convert tensors and index
// terms; NumPy's arrays are taken as tensors, and returned, without a copy. Needs pybind11 2.10 or
// later.
#pragma once

#include <ndx/interop/pybind11/pybind11_casters.hpp>
