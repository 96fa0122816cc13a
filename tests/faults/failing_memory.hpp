// Memory that fails on demand: every allocation of the program, however it is asked for, counts,
// and the n-th can be refused.
//
// The program's malloc, calloc, realloc, aligned_alloc, posix_memalign, memalign, free, mmap,
// munmap and all forms of operator new and delete are replaced (failing_memory.cpp); what they
// serve comes from the C library's own, or from the sanitizer's where there is one, so that
// AddressSanitizer and LeakSanitizer see every block as ever. It is made for glibc. Any thread may allocate, but
// none while start or stop is called. What the C library keeps counts for the call that makes it: refused
// memory for the rules of the time zone, which zip files need, it frees those that it has (one block less
// than before), and the next call loads them (one more). Set TZ to UTC0 where that matters.
#pragma once

namespace failing_memory {

enum class Refuse {
  one,        // the n-th allocation, and no other: what recovers, and what frees, may go on
  all_after,  // the n-th and every later one: nothing can be had any more
};

/// Allocations and mappings that were made, refused, and made but not yet given back.
struct Counts {
  long made = 0;
  long refused = 0;
  long live = 0;
};

/// From now on: counts start at 0, and the n-th allocation, counted from 0, is refused.
void start(long n, Refuse refuse) noexcept;
/// Refuses nothing, but counts.
void start() noexcept;
/// Until the next start nothing is counted and nothing refused. Returns the counts.
Counts stop() noexcept;

}  // namespace failing_memory
