// All of ndx that needs no other library: <ndx/ndx.hpp>, and the headers that ndx.hpp leaves out to
// keep compile times short.
#pragma once

#include <ndx/arrow.hpp>
#include <ndx/complex.hpp>
#include <ndx/dlpack.hpp>
#include <ndx/explain.hpp>
#include <ndx/groups.hpp>
#include <ndx/half.hpp>
#include <ndx/indexed.hpp>
#include <ndx/into.hpp>
#include <ndx/large.hpp>
#include <ndx/linalg.hpp>
#include <ndx/mdspan.hpp>
#include <ndx/ndx.hpp>
#include <ndx/npy.hpp>
#include <ndx/numpy.hpp>
#include <ndx/parts.hpp>
#include <ndx/random.hpp>
#include <ndx/sets.hpp>
#include <ndx/span.hpp>
#include <ndx/special.hpp>
#include <ndx/statistics.hpp>
#include <ndx/text.hpp>
