// Indexed views: t.indexed({ids, Slice()}) is what an index selects, not read yet. It can be indexed and
// rearranged further, and is then read or written at once, by one plan.
//
// embedding_bag(table, ids) sums looked-up rows in one pass.
#pragma once

#include <ndx/ops/index/embedding_bag.hpp>
#include <ndx/ops/index/embedding_bag_update.hpp>
#include <ndx/ops/reduce/view_totals.hpp>
#include <ndx/tensor/indexed_view.hpp>

// The tables declare what the compiled library holds of these functions.
#ifdef NDX_COMPILED
#include <ndx/ops/instances/bag_instances.hpp>
#endif
