// No offence: what this header names is apart.
#pragma once

#include <ndx/io/npy_any.hpp>
