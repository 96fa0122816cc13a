// Random numbers: rand, randn, randint, randperm, shuffle.
#pragma once

#include <ndx/ops/random/random_numbers.hpp>
