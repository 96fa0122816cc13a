#pragma once
#include <ndx/tensor/views.hpp>
