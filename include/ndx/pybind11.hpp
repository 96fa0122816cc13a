// Python by pybind11: functions of tensors bound in one line by casters for tensors and index terms, and NumPy's
// arrays as tensors and back, without a copy. Needs pybind11 2.10 or later.
#pragma once

#include <ndx/interop/pybind11/pybind11_casters.hpp>
