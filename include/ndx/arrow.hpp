// Apache Arrow: vectors to and from its arrays by its C data interface, without a copy.
#pragma once

#include <ndx/interop/arrow/arrow_any.hpp>
#include <ndx/interop/arrow/arrow_vector.hpp>
