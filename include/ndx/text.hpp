// Numbers as text, such as CSV files: loadtxt reads a tensor, TextTable columns of different types, savetxt
// writes a tensor. Files compressed by gzip need <ndx/zlib.hpp> or <ndx/libdeflate.hpp> as well.
#pragma once

#include <ndx/io/table/loadtxt.hpp>
#include <ndx/io/table/savetxt.hpp>
