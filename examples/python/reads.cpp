// The module's reads, what explains them, its threads, and its entry.
#include <cstdlib>

#include <ndx/explain.hpp>
#include <ndx/threads.hpp>

#include "arrays.hpp"

namespace module {
namespace {

template <class T>
ndx::Tensor<T> read(ndx::IndexRule rule, const ndx::Tensor<T>& t,
                    const std::vector<ndx::TensorIndex>& terms) {
  switch (rule) {
    case ndx::IndexRule::numpy:
      return t.numpy_index(terms);
    case ndx::IndexRule::outer:
      return t.oindex(terms);
    case ndx::IndexRule::vectorized:
      return t.vindex(terms);
    case ndx::IndexRule::views_first:
      break;
  }
  return t.index(terms);
}

py::array index(const py::object& x, const py::object& key, ndx::IndexRule rule,
                const std::string& bounds, const py::object& fill) {
  const Operand source = as_source(x);
  ndx::PythonIndex index(key);
  const ndx::Bounds policy = bounds_named(bounds);
  std::optional<Operand> outside;
  if (reads_fill(policy)) outside = converted(fill, source.type);
  const std::vector<ndx::TensorIndex>& terms = index.terms();
  return by_size(source.type, [&]<class T>() {
    const T value = outside ? value_of<T>(*outside) : T{};
    const ndx::Tensor<T> t = share<T>(source);
    ndx::Tensor<T> result;
    if (policy == ndx::Bounds::raise) {
      const Unlock unlocked(is_large(indexed_elements(terms)));
      result = read(rule, t, terms);
    } else {
      const Unlock unlocked(is_large(indexed_elements(terms)));
      result = t.index(terms, {.rule = rule, .bounds = policy, .fill = value});
    }
    return as_result(result, t, source);
  });
}

py::array take_along_axis(const py::object& x, const py::object& indices,
                          const std::optional<ndx::index_t>& axis, const std::string& bounds,
                          const py::object& fill) {
  const Operand source = as_source(x);
  const Operand where = as_indices(indices);
  const ndx::Bounds policy = bounds_named(bounds);
  std::optional<Operand> outside;
  if (reads_fill(policy)) outside = converted(fill, source.type);
  return by_size(source.type, [&]<class T>() {
    const T value = outside ? value_of<T>(*outside) : T{};
    const ndx::Tensor<const ndx::index_t> places = share<ndx::index_t>(where);
    const ndx::Tensor<T> whole = share<T>(source);
    const ndx::Tensor<T> t = axis ? whole : whole.reshape({whole.numel()});
    ndx::Tensor<T> result;
    {
      const Unlock unlocked(is_large(places.numel()));
      result = ndx::take_along_axis(t, places, axis.value_or(0), {.bounds = policy, .fill = value});
    }
    return as_result(result, t, source);
  });
}

/// A tuple of sizes is a shape; anything else is an array.
ndx::Dims shape_of(const py::object& x) {
  if (!py::isinstance<py::tuple>(x)) return ndx::detail::shape_of(as_array(x));
  try {
    return ndx::Dims(x.cast<std::vector<ndx::index_t>>());
  } catch (const py::cast_error&) {
    throw py::type_error("ndx: a shape is a tuple of integers, not " +
                         py::repr(x).cast<std::string>());
  }
}

ndx::Explanation explanation(const py::object& x, const py::object& key, const std::string& rule) {
  const ndx::Dims shape = shape_of(x);
  return ndx::explain(shape, ndx::terms_from_python(key), rule_named(rule));
}

/// Defines index with a rule of its own under that rule's name.
void define_index(py::module_& m, const char* name, ndx::IndexRule rule, const char* help) {
  using namespace py::literals;
  m.def(
      name,
      [rule](const py::object& x, const py::object& key, const std::string& bounds,
             const py::object& fill) { return index(x, key, rule, bounds, fill); },
      "x"_a, "key"_a, "bounds"_a = "raise", "fill"_a = 0, help);
}

void add_threads(py::module_& m) {
  using namespace py::literals;
  if (std::getenv("NDX_NUM_THREADS") != nullptr) ndx::use_threads();
  m.def("set_num_threads", &ndx::use_threads, "threads"_a, R"(
Lets large calls use this number of threads, from 1 to 1024; results are the same for any number. At first
it is NDX_NUM_THREADS, if the environment has that, else 1. Must not be called while another thread is in
a call of this module.)");
  m.def(
      "get_num_threads", [] { return ndx::executor().threads; },
      "The number of threads that large calls use.");
}

}  // namespace

void add_reads(py::module_& m) {
  using namespace py::literals;
  m.def(
      "index",
      [](const py::object& x, const py::object& key, const std::string& rule,
         const std::string& bounds,
         const py::object& fill) { return index(x, key, rule_named(rule), bounds, fill); },
      "x"_a, "key"_a, "rule"_a = "views_first", "bounds"_a = "raise", "fill"_a = 0, R"(
Reads the elements of x that key selects: what would be between the brackets of x[...].

    ndx.index(x, (0, slice(None), i))         # like x[0][:, i]
    ndx.index(x, (i, j), rule="outer")        # every i with every j
    ndx.index(x, i, bounds="fill", fill=-1)   # -1 where i is out of bounds

rule says where the dims of index arrays go:
  "views_first"  ints and slices make a view first, then index arrays select from it (PyTorch)
  "numpy"        as x[key]: beside an index array an int counts as one
  "outer"        each index array indexes its own dim
  "vectorized"   index arrays broadcast together, their dims come first
bounds says what to do with an index out of bounds: "raise" an IndexError, "wrap" it, "clip" it,
"wrap_clip" (negative ones count from the end, then clip), or read "fill". Under "raise_negative" and
"fill_negative" every negative index is out of bounds, as where -1 is padding.

Returns a view of x if key has only ints, slices, None and ..., else a new C-contiguous array. An
array of rank 0 stays an array. x may have any dtype whose elements have 1, 2, 4, 8 or 16 bytes;
where they are misaligned, the result is always a copy.)");
  define_index(m, "numpy_index", ndx::IndexRule::numpy,
               "index(x, key, rule=\"numpy\"): what x[key] selects.");
  define_index(m, "oindex", ndx::IndexRule::outer,
               "index(x, key, rule=\"outer\"): x[np.ix_(i, j)] for any dims, NEP 21's oindex.");
  define_index(
      m, "vindex", ndx::IndexRule::vectorized,
      "index(x, key, rule=\"vectorized\"): the dims of index arrays come first, NEP 21's vindex.");
  m.def("take_along_axis", &take_along_axis, "x"_a, "indices"_a, "axis"_a, "bounds"_a = "raise",
        "fill"_a = 0, R"(
Reads along axis by indices, which has x's rank and broadcasts with x along the other axes, as
numpy.take_along_axis; axis=None reads from the flattened x. bounds and fill as in index.)");
  m.def(
      "explain",
      [](const py::object& x, const py::object& key, const std::string& rule) {
        return to_string(explanation(x, key, rule));
      },
      "x"_a, "key"_a, "rule"_a = "views_first", R"(
Tells term by term what index(x, key, rule) does, and what the other rules would return. x is an
array or a shape.)");
  m.def(
      "explain_svg",
      [](const py::object& x, const py::object& key, const std::string& rule) {
        return to_svg(explanation(x, key, rule));
      },
      "x"_a, "key"_a, "rule"_a = "views_first", "The same as a picture, the text of an SVG file.");
  add_threads(m);
}

}  // namespace module

PYBIND11_MODULE(ndx, m) {
  m.doc() =
      "Indexing of NumPy arrays by the ndx library: four rules for combined indices, bounds "
      "policies, reductions on writes, plans. help(ndx.index) is where to begin.";
  module::add_reads(m);
  module::add_writes(m);
  module::add_plans(m);
}
