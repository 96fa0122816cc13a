// Complex numbers: real, imag, conj and angle, element by element. They take real numbers, too.
#pragma once

#include <ndx/ops/math/real_imag.hpp>
