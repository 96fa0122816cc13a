// Tensors in std::format, for standard libraries that have it.
#include <ndx/format.hpp>

#define NDX_LIBRARY std
#include "interop/format_checks.hpp"

int main() { return checks::format(); }
