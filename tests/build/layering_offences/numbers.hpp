#pragma once

#include <ndx/ops/halved.hpp>
#include <ndx/kernel/move/complex_copy.hpp>
