// No offence: rooms above tensor/ may include this one.
#pragma once

#include <ndx/layout/layout.hpp>
#include <ndx/tensor/views.hpp>
