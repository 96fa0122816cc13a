#pragma once
#include <ndx/tensor.hpp>
#include <ndx/tensor/views.hpp>
// The rest is in views_of_old.hpp.
