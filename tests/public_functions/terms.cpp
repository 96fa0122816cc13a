// The terms of an index, literals, lists of dims, and what tells about an index without a tensor.
#include <optional>

#include <ndx/grammar/text/index_literal.hpp>
#include <ndx/ops/index/index_tuple.hpp>
#include <ndx/plan/planner.hpp>
#include <ndx/tensor/indexed_view.hpp>

#include "public_functions.hpp"

namespace ndx_test {

using ndx::IndexTuple;
using ndx::TensorIndex;

static void add_dims(Registry& add) {
  add("Dims::Dims", [](Arguments& a) { a.see(Dims(a.repeats)); });
  add("Dims::Dims of a list",
      [](Arguments& a) { a.see(Dims{a.dim, a.dim, a.dim, a.dim, a.dim, a.dim, a.dim, a.dim}); });
  add("Dims::Dims of a vector", [](Arguments& a) { a.see(Dims(std::vector<int>(9, 1))); });
  add("Dims::filled", [](Arguments& a) { a.see(Dims::filled(9, a.count)); });
  add("Storage::allocate", [](Arguments& a) { a.see(ndx::Storage::allocate(a.count).bytes()); });
  add("Storage::adopt", [](Arguments& a) {
    auto* const data = new double(a.scalar);  // the call owns it, whether it succeeds or not
    a.see(ndx::Storage::adopt(data, sizeof *data, [data] { delete data; }).bytes());
  });
  add("Storage::borrow",
      [](Arguments& a) { a.see(ndx::Storage::borrow(&a.scalar, sizeof a.scalar).owners()); });
}

static void add_tuples(Registry& add) {
  add("IndexTuple::IndexTuple", [](Arguments& a) { a.see(IndexTuple({a.index, a.few})); });
  add("IndexPair::IndexPair",
      [](Arguments& a) { a.see(ndx::IndexPair(IndexTuple({a.index, a.few})).tensors()); });
  add("IndexPair::get",
      [](Arguments& a) { a.see(ndx::IndexPair(IndexTuple({a.index, a.few})).get<1>()); });
  add("IndexTuple::tensors", [](Arguments& a) {
    const IndexTuple tuple({a.index, a.few});
    a.see(tuple.tensors());
  });
  add("IndexTuple::tensors of a temporary",
      [](Arguments& a) { a.see(IndexTuple({a.index, a.few}).tensors()); });
  add("IndexTuple::operator IndexList",
      [](Arguments& a) { a.see(a.floats.index(IndexTuple({a.few, a.few}))); });
}

void add_terms(Registry& add) {
  add_dims(add);
  add_tuples(add);
  add("result_shape", [](Arguments& a) { a.see(ndx::result_shape(a.shape, a.terms, a.rule)); });
  add("would_copy", [](Arguments& a) { a.see(ndx::would_copy(a.terms)); });
  add("resolve", [](Arguments& a) {
    if (a.slice.step.value_or(1) != 0) a.see(ndx::resolve(a.slice, a.floats.numel()));
  });
  add("Slice::Slice",
      [](Arguments& a) { a.see(a.floats.index({Slice(a.position, a.count, a.step)})); });
  add("Slice::Slice of everything", [](Arguments& a) { a.see(a.floats.index({Slice()})); });
  add("SliceBound::SliceBound of a tensor",
      [](Arguments& a) { a.see(Slice(a.one.to<index_t>())); });
  add("SliceBound::SliceBound", [](Arguments& a) { a.see(ndx::SliceBound(a.step)); });
  add("SliceBound::SliceBound nullopt", [](Arguments& a) { a.see(ndx::SliceBound(std::nullopt)); });
  add("SliceBound::SliceBound an optional integer",
      [](Arguments& a) { a.see(ndx::SliceBound(std::optional<index_t>(a.step))); });
  add("SliceBound::SliceBound open", [](Arguments& a) { a.see(ndx::SliceBound(ndx::None)); });
  add("TensorIndex::TensorIndex None", [](Arguments& a) { a.see(TensorIndex(ndx::None)); });
  add("TensorIndex::TensorIndex Ellipsis", [](Arguments& a) { a.see(TensorIndex(ndx::Ellipsis)); });
  add("TensorIndex::TensorIndex dots", [](Arguments& a) { a.see(TensorIndex("...")); });
  add("TensorIndex::TensorIndex dots at run time", [](Arguments& a) {
    const char* const dots = "...";
    a.see(TensorIndex(dots));
  });
  add("TensorIndex::TensorIndex nullopt", [](Arguments& a) { a.see(TensorIndex(std::nullopt)); });
  add("TensorIndex::TensorIndex an optional integer",
      [](Arguments& a) { a.see(TensorIndex(std::optional<index_t>(a.position))); });
  add("TensorIndex::TensorIndex a bool", [](Arguments& a) { a.see(TensorIndex(true)); });
  add("TensorIndex::TensorIndex a slice", [](Arguments& a) { a.see(TensorIndex(a.slice)); });
  add("TensorIndex::TensorIndex moved", [](Arguments& a) {
    TensorIndex term(a.mask);
    a.see(TensorIndex(std::move(term)));
  });
  add("TensorIndex::TensorIndex", [](Arguments& a) { a.see(TensorIndex(a.position)); });
  add("TensorIndex::TensorIndex of an index tensor",
      [](Arguments& a) { a.see(TensorIndex(a.index)); });
  add("TensorIndex::TensorIndex of a part of an index tensor",
      [](Arguments& a) { a.see(TensorIndex(a.integers[{a.index}])); });
  add("TensorIndex::TensorIndex of an indexed view",
      [](Arguments& a) { a.see(TensorIndex(a.integers.indexed({a.index}))); });
  add("TensorIndex::TensorIndex of a mask", [](Arguments& a) { a.see(TensorIndex(a.mask)); });
  add("TensorIndex::TensorIndex of parts",
      [](Arguments& a) { a.see(TensorIndex(a.index.untyped())); });
  add("TensorIndex::TensorIndex of a list",
      [](Arguments& a) { a.see(TensorIndex(std::vector<index_t>{a.position})); });
  add("TensorIndex::TensorIndex of a list of lists", [](Arguments& a) {
    a.see(TensorIndex(std::vector<std::vector<index_t>>{{a.position}, {a.count}}));
  });
  add("TensorIndex::TensorIndex of a string",
      [](Arguments& a) { a.see(TensorIndex(std::string("..."))); });
  add("TensorIndex::TensorIndex of bools",
      [](Arguments& a) { a.see(TensorIndex(std::vector<bool>{true, false})); });
  add("TensorIndex::TensorIndex copied", [](Arguments& a) {
    for (const TensorIndex& term : a.terms) a.see(TensorIndex(term));
  });
  add("TensorIndex::operator=", [](Arguments& a) {
    TensorIndex term(a.position);
    for (const TensorIndex& other : a.terms) term = other;
  });
  add("operator\"\"_ix", [](Arguments& a) {
    using namespace ndx::literals;
    a.see(a.floats.index("[[0, 1]], ..., None, 0:1"_ix));
  });
  add("IndexTemplate::operator()", [](Arguments& a) {
    using namespace ndx::literals;
    a.see(a.floats.index("{}, :, {}"_ix(a.index, a.position)));
  });
}

}  // namespace ndx_test
