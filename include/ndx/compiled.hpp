// The compiled library in one source file, for builds without CMake. Include this header in exactly
// one file, before any other header of ndx, and define NDX_COMPILED for all files. base/config.hpp
// says what that does.
//
// That file may use ndx itself. Errors have the same types there as in other files, so that those
// can catch them; tensors and other types belong to a namespace of their own, so functions that
// take or return them cannot be shared with other files.
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
#if NDX_HOLDS(1) || NDX_HOLDS(10)
#include <ndx/indexed.hpp>
#endif
#if NDX_HOLDS(2) || NDX_HOLDS(6) || NDX_HOLDS(9)
#include <ndx/ops/instances/statistics_instances.hpp>
#endif
#if NDX_HOLDS(9)
#include <ndx/ops/instances/set_instances.hpp>
#endif
#if NDX_HOLDS(2)
#include <ndx/ops/instances/linalg_instances.hpp>
#include <ndx/ops/instances/special_instances.hpp>
#endif
#if NDX_HOLDS(7)
#include <ndx/npy.hpp>
#include <ndx/random.hpp>
#include <ndx/text.hpp>
#endif
#if NDX_HOLDS(10)
#include <ndx/ops/instances/numpy_instances.hpp>
#endif
