// Apache Arrow: vectors to and from its arrays through its C data interface, without a copy. Needs
// no library: the interface is two structs.
#pragma once

#include <ndx/interop/arrow/arrow_vector.hpp>
