// expect: bytes are a span of std::byte: with <ndx/io/npy_bytes.hpp>, write load_npy<float>\(std::as_bytes\(std::span\(v\)\)\)
#include <ndx/io/npy_bytes.hpp>
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const std::vector<char>& v) { return ndx::load_npy<float>(std::as_bytes(std::span(v))); }
#else
auto part(const std::vector<char>& v) { return ndx::load_npy<float>(v); }
#endif
