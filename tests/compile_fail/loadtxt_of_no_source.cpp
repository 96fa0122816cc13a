// expect: text is read from a path, a stream or bytes: write loadtxt\("a.txt"\), or loadtxt\(std::as_bytes\(std::span\(text\)\)\)
#include <ndx/text.hpp>

#ifndef MUST_FAIL
auto numbers(const std::vector<char>& text) { return ndx::loadtxt(std::as_bytes(std::span(text))); }
#else
auto numbers(const std::vector<char>& text) { return ndx::loadtxt(text); }
#endif
