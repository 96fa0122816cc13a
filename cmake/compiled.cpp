// The source of ndx::compiled.
#include <ndx/compiled.hpp>
