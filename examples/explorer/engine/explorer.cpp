// The explorer's engine: three functions for the page, compiled with the library to WebAssembly. What
// they return is valid until the next call.
#include <emscripten/emscripten.h>

#include "npy_text.hpp"
#include "report.hpp"

namespace {

std::string answer;

}  // namespace

extern "C" {

EMSCRIPTEN_KEEPALIVE const char* explore(const char* x, const char* names, const char* index,
                                         const char* value, int rule, int mode) {
  ndx::large_allocations().set_limit(0);  // a page keeps no memory for later
  const explorer::Request request{x,
                                  names,
                                  index,
                                  value,
                                  static_cast<ndx::IndexRule>(rule & 3),
                                  static_cast<explorer::Mode>(mode % 3)};
  answer = explorer::Report(request).run();
  return answer.c_str();
}

/// Reads the .npy file whose bytes the page has put there.
EMSCRIPTEN_KEEPALIVE const char* read_npy(const std::byte* bytes, std::size_t count) {
  answer = explorer::npy_text({bytes, count});
  return answer.c_str();
}
}
