#pragma once
#include <ndx/tensor.hpp>
#include <ndx/tensor/views.hpp>
