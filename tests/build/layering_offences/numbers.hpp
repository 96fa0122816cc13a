#pragma once

#include <ndx/kernel/move/complex_copy.hpp>
#include <ndx/ops/halved.hpp>
