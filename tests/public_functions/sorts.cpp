// Sorting, selecting and searching by value.
#include <ndx/groups.hpp>
#include <ndx/indexed.hpp>
#include <ndx/numpy.hpp>
#include <ndx/ops/mask/nonzero.hpp>
#include <ndx/ops/sort/partition.hpp>
#include <ndx/ops/sort/searchsorted.hpp>
#include <ndx/ops/sort/sort.hpp>
#include <ndx/ops/sort/topk.hpp>
#include <ndx/ops/sort/unique.hpp>
#include <ndx/sets.hpp>

#include "public_functions.hpp"

namespace ndx_test {

static void add_searches(Registry& add) {
  add("searchsorted", [](Arguments& a) { a.see(ndx::searchsorted(a.floats, a.others)); });
  add("searchsorted of lists in braces", [](Arguments& a) {
    a.see(ndx::searchsorted(a.list, {0, a.scalar}));
    a.see(ndx::searchsorted({0, a.scalar}, a.others));
  });
  add("searchsorted of two lists in braces",
      [](Arguments& a) { a.see(ndx::searchsorted({0, a.scalar}, {a.scalar, 2})); });
  add("searchsorted with a sorter in braces", [](Arguments& a) {
    a.see(ndx::searchsorted(a.list.narrow(0, 0, 2), a.others, true, {a.dim, a.position}));
  });
  add("bucketize between boundaries in braces",
      [](Arguments& a) { a.see(ndx::bucketize(a.others, {0, a.scalar})); });
  add("bucketize a list in braces",
      [](Arguments& a) { a.see(ndx::bucketize({0, a.scalar}, a.list)); });
  add("bucketize two lists in braces",
      [](Arguments& a) { a.see(ndx::bucketize({a.scalar, 2}, {0, a.scalar})); });
  add("searchsorted a list",
      [](Arguments& a) { a.see(ndx::searchsorted(a.list, a.others, "right")); });
  add("searchsorted with a sorter",
      [](Arguments& a) { a.see(ndx::searchsorted(a.list.flip(), a.others, true, a.index)); });
  add("isin", [](Arguments& a) { a.see(ndx::isin(a.floats, a.integers)); });
  add("isin a number", [](Arguments& a) { a.see(ndx::isin(a.floats, a.scalar)); });
  add("isin a vector", [](Arguments& a) { a.see(ndx::isin(a.floats, a.sizes)); });
  add("isin a list in braces", [](Arguments& a) { a.see(ndx::isin(a.integers, {1, 2})); });
  add("isin a list of two types",
      [](Arguments& a) { a.see(ndx::isin(a.integers, {1, 2.5}, {.invert = true})); });
  add("bucketize", [](Arguments& a) { a.see(ndx::bucketize(a.others, a.list)); });
  add("nonzero", [](Arguments& a) { a.see(ndx::nonzero(a.floats)); });
  add("argwhere", [](Arguments& a) { a.see(ndx::argwhere(a.mask)); });
  add("flatnonzero", [](Arguments& a) { a.see(ndx::flatnonzero(a.integers)); });
  add("nonzero_tuple of a known rank",
      [](Arguments& a) { a.see(ndx::nonzero_tuple<1>(a.row_mask)); });
  add("nonzero_tuple of a part",
      [](Arguments& a) { a.see(ndx::nonzero_tuple<1>(a.row_mask[{a.slice}])); });
  add("nonzero_tuple of an indexed view",
      [](Arguments& a) { a.see(ndx::nonzero_tuple(a.mask.indexed({a.few}))); });
  add("nonzero_tuple of a known rank of an indexed view",
      [](Arguments& a) { a.see(ndx::nonzero_tuple<1>(a.row_mask.indexed({a.few}))); });
  add("nonzero_tuple", [](Arguments& a) { a.see(ndx::nonzero_tuple(a.mask)); });
}

static void add_sets(Registry& add) {
  add("unique_consecutive",
      [](Arguments& a) { a.see(ndx::unique_consecutive(a.integers, {.return_inverse = true})); });
  add("unique_consecutive along a dim", [](Arguments& a) {
    a.see(ndx::unique_consecutive(a.integers, a.dim, {.return_inverse = true}));
  });
  add("union1d", [](Arguments& a) { a.see(ndx::union1d(a.floats, a.integers)); });
  add("intersect1d", [](Arguments& a) {
    a.see(ndx::intersect1d(a.floats, a.others, {.return_indices = true}).indices_b);
  });
  add("setdiff1d", [](Arguments& a) { a.see(ndx::setdiff1d(a.floats, a.others)); });
  add("setxor1d", [](Arguments& a) { a.see(ndx::setxor1d(a.floats, a.others)); });
  add("lexsort", [](Arguments& a) { a.see(ndx::lexsort({a.floats, a.others}, a.dim)); });
  add("lexsort by a vector", [](Arguments& a) {
    a.see(ndx::lexsort(std::vector<Tensor<float>>{a.floats, a.others}, a.dim));
  });
  add("lexsort by keys of two types",
      [](Arguments& a) { a.see(ndx::lexsort(std::tie(a.others, a.integers), a.dim)); });
  add("lexsort by the slices of a tensor", [](Arguments& a) { a.see(ndx::lexsort(a.others)); });
  add("group_by", [](Arguments& a) {
    const auto found = ndx::group_by(a.integers);
    a.see(found.order), a.see(found.starts), a.see(found.labels);
  });
  add("mode", [](Arguments& a) { a.see(ndx::mode(a.integers, a.dim)); });
}

void add_sorts(Registry& add) {
  add("sort", [](Arguments& a) { a.see(ndx::sort(a.others, a.dim)); });
  add("sort descending", [](Arguments& a) { a.see(ndx::sort(a.integers, a.dim, true)); });
  add("argsort", [](Arguments& a) { a.see(ndx::argsort(a.others, a.dim)); });
  add("sort_values", [](Arguments& a) { a.see(ndx::sort_values(a.others, a.dim)); });
  add("key_sorter", [](Arguments& a) { a.see(ndx::key_sorter().sort_32 == nullptr); });
  add("set_key_sorter", [](Arguments&) {
    const ndx::KeySorter installed = ndx::key_sorter();
    ndx::set_key_sorter(installed);
  });
  add("partition", [](Arguments& a) { a.see(ndx::partition(a.others, a.position, a.dim)); });
  add("partition at several places",
      [](Arguments& a) { a.see(ndx::partition(a.others, {0, a.position}, a.dim)); });
  add("argpartition", [](Arguments& a) { a.see(ndx::argpartition(a.others, a.position, a.dim)); });
  add("argpartition at several places",
      [](Arguments& a) { a.see(ndx::argpartition(a.others, {0, a.position}, a.dim)); });
  add("topk", [](Arguments& a) { a.see(ndx::topk(a.others, a.count, a.dim)); });
  add("kthvalue", [](Arguments& a) { a.see(ndx::kthvalue(a.others, a.count, a.dim)); });
  add("unique", [](Arguments& a) {
    a.see(ndx::unique(a.integers, {.return_index = true, .return_inverse = true}));
  });
  add("unique along a dim", [](Arguments& a) {
    a.see(ndx::unique(a.others, a.dim, {.return_inverse = true, .return_counts = true}));
  });
  add("unique in order of occurrence", [](Arguments& a) {
    a.see(ndx::unique(a.integers, {.return_inverse = true, .sorted = false}));
  });
  add_searches(add);
  add_sets(add);
}

}  // namespace ndx_test
