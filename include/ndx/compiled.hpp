// The compiled library in one source file, for builds without CMake: include this header in exactly
// one file, before any other of ndx, and define NDX_COMPILED for all files. base/config.hpp says
// what that does.
//
// That file may itself use ndx; its errors are the same, its other types its own.
#pragma once

#ifdef NDX_ABI_NAMESPACE
#error "include <ndx/compiled.hpp> before any other header of ndx"
#endif

#ifndef NDX_COMPILED
#define NDX_COMPILED
#endif
#ifndef NDX_COMPILED_SOURCE
#define NDX_COMPILED_SOURCE 0
#endif

#include <ndx/ndx.hpp>
#if NDX_COMPILED_SOURCE == 0 || NDX_COMPILED_SOURCE == 6
#include <ndx/ops/statistics/quantile.hpp>
#endif
