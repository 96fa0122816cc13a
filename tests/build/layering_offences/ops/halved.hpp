#pragma once
#include <ndx/tensor/views.hpp>
#include <ndx/tensor.hpp>
