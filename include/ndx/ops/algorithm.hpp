// The standard library's algorithms on iterators, std::sort and its like.
//
// Since C++20 <algorithm> also has those on ranges and declares the parallel ones: three quarters of
// the time that it takes to parse. libstdc++ keeps the others in a header of their own, which its
// <functional> includes as well.
#pragma once

#include <vector>

#if defined(__GLIBCXX__) && __has_include(<bits/stl_algo.h>)
#include <bits/stl_algo.h>
#else
#include <algorithm>
#endif
