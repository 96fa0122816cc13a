// For tests that ask for more memory than there is: AddressSanitizer, which would end the program,
// is told to refuse as malloc does. Included by at most one source of an executable.
#pragma once

// Called by AddressSanitizer's run-time library; without it, by nobody.
extern "C" inline __attribute__((used, visibility("default"))) const char*
__asan_default_options() {
  return "allocator_may_return_null=1";
}
