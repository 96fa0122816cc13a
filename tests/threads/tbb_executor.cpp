// Installs TBB as the executor, for executors_test.cpp. Compiled without ThreadSanitizer, as the
// library of TBB is: of what half of it does it would say things that are not so.
#include <ndx/tbb.hpp>

void install_tbb(ndx::index_t threads) { ndx::use_tbb(threads); }
