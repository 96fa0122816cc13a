// Preloaded into a program: to it, every descriptor is a terminal. Containers may have no
// pseudo-terminals.
#include <unistd.h>

extern "C" int isatty(int /*any*/) noexcept { return 1; }
