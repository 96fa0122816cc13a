// Indexed views: t.indexed({ids, Slice()}) is what an index selects, not read yet. It can be indexed and
// rearranged further, and is then read or written at once, by one plan.
#pragma once

#include <ndx/tensor/indexed_view.hpp>
