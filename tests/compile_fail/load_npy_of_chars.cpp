// expect: bytes are a span of std::byte: with <ndx/npy.hpp>, write load_npy<float>\(std::as_bytes\(std::span\(v\)\)\)
#include <ndx/ndx.hpp>
#include <ndx/npy.hpp>

#ifndef MUST_FAIL
auto part(const std::vector<char>& v) { return ndx::load_npy<float>(std::as_bytes(std::span(v))); }
#else
auto part(const std::vector<char>& v) { return ndx::load_npy<float>(v); }
#endif
