// expect: write set_print_options\(\{\.precision = 3\}\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void print_less() { ndx::set_print_options({.precision = 3, .line_width = 60}); }
#else
void print_less() { ndx::set_printoptions({.precision = 3, .linewidth = 60}); }
#endif
