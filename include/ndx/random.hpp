// Random numbers: rand, randn, randint, uniform, normal, exponential, poisson, bernoulli; and random orders and
// samples: randperm, permutation, shuffle_, choice, multinomial.
#pragma once

#include <ndx/ops/random/distributions.hpp>
#include <ndx/ops/random/random_numbers.hpp>
