// A part of ndx::compiled: joining, splitting, editing, padding, masks, writes by index, samples and windows.
#define NDX_COMPILED_SOURCE 10
#include <ndx/compiled.hpp>
