// The standard library's algorithms on iterators, such as std::sort.
//
// Since C++20, three quarters of the time to parse <algorithm> go into the algorithms on ranges and
// the declarations of the parallel ones. libstdc++ has the others in a header of their own, which its
// <functional> includes too. Including <vector> tells whether the library is libstdc++.
#pragma once

#include <vector>

#if defined(__GLIBCXX__) && __has_include(<bits/stl_algo.h>)
#include <bits/stl_algo.h>
#else
#include <algorithm>
#endif
